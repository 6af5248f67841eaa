"""The neutral model: frozen values that know no format."""

from .boosters import (
    UNLIMITED,
    AtLeast,
    AtMost,
    Booster,
    Box,
    Choice,
    Constraint,
    Layout,
    Quota,
    QuotaCount,
    Replace,
    Slot,
    Unlimited,
)
from .cards import Card, Face
from .cardset import CardSet
from .effects import AddBooster, AddCards, DraftEffect, LayoutChoice, OtherEffect, SimpleEffect
from .events import Event, Round, Supply
from .frozen import FrozenDict, Value
from .mana import Color, ManaCost
from .packs import Pack, PackCard
from .products import BoosterRef, Content, Item, Product, ProductPart, ProductRef
from .refs import CardRef
from .resolve import Catalog
from .sheets import (
    Balanced,
    Collation,
    Entry,
    Fixed,
    Other,
    PrintRun,
    Random,
    Sheet,
    SheetChoice,
    Spread,
    Striped,
)

__all__ = [
    "UNLIMITED",
    "AddBooster",
    "AddCards",
    "AtLeast",
    "AtMost",
    "Balanced",
    "Booster",
    "BoosterRef",
    "Box",
    "Card",
    "CardRef",
    "CardSet",
    "Catalog",
    "Choice",
    "Collation",
    "Color",
    "Constraint",
    "Content",
    "DraftEffect",
    "Entry",
    "Event",
    "Face",
    "Fixed",
    "FrozenDict",
    "Item",
    "Layout",
    "LayoutChoice",
    "ManaCost",
    "Other",
    "OtherEffect",
    "Pack",
    "PackCard",
    "PrintRun",
    "Product",
    "ProductPart",
    "ProductRef",
    "Quota",
    "QuotaCount",
    "Random",
    "Replace",
    "Round",
    "Sheet",
    "SheetChoice",
    "SimpleEffect",
    "Slot",
    "Spread",
    "Striped",
    "Supply",
    "Unlimited",
    "Value",
]
