"""Read and write card lists and card sets of card games, and open packs from them.

Everything public is an attribute of this package and is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .catalog import CardCatalog, Catalog
    from .collation import Collator, Deal, Drawer, Generator, Seen, Simulation, simulate
    from .collation.audit.supply import Need, Requirements
    from .collation.bulk_packs import BulkPacks
    from .collation.codes import CollationCode
    from .collation.odds.explain import CardExplained, Explanation, SlotExplained
    from .collation.odds.fit import CardFit, Fit
    from .collation.odds.table import OddsRow, OddsTable
    from .diagnostics import (
        Code,
        Diagnostic,
        LossCode,
        Report,
        Severity,
        SharedCode,
    )
    from .errors import (
        AmbiguousFormatError,
        CardFormatsError,
        CollationError,
        DraftError,
        EmptySheetError,
        ModelError,
        OptionError,
        OverwriteError,
        ReadError,
        UnknownFormatError,
        WriteError,
    )
    from .formats.base import Confidence, Format
    from .formats.draftmancer.format import DraftmancerOptions
    from .formats.json.format import JsonOptions
    from .formats.octgn.format import OctgnDeckOptions, OctgnOptions
    from .formats.wagic.format import WagicOptions, WagicPackOptions
    from .io import (
        Detection,
        convert,
        detect,
        dumps,
        dumps_report,
        formats,
        loads,
        loads_report,
        read,
        read_report,
        write,
    )
    from .model import (
        UNLIMITED,
        AddBooster,
        AddCards,
        AtLeast,
        AtMost,
        Balanced,
        Booster,
        Box,
        Card,
        CardRef,
        CardSet,
        Choice,
        Collation,
        Color,
        Constraint,
        DraftEffect,
        Entry,
        Event,
        Face,
        Fixed,
        FrozenDict,
        Layout,
        LayoutChoice,
        ManaCost,
        Other,
        OtherEffect,
        Pack,
        PackCard,
        PrintRun,
        Quota,
        QuotaCount,
        Random,
        Replace,
        Round,
        Sheet,
        SheetChoice,
        SimpleEffect,
        Slot,
        Spread,
        Striped,
        Supply,
        Unlimited,
        Value,
    )
    from .source import SourceText, Span

__version__ = "0.1.0"

#: The public names by the module that has them.
_MODULES = {
    ".catalog": ("CardCatalog", "Catalog"),
    ".collation": (
        "Collator", "Deal", "Drawer", "Generator", "Seen", "Simulation", "simulate",
    ),
    ".collation.bulk_packs": ("BulkPacks",),
    ".collation.codes": ("CollationCode",),
    ".collation.odds.explain": ("CardExplained", "Explanation", "SlotExplained"),
    ".collation.odds.fit": ("CardFit", "Fit"),
    ".collation.odds.table": ("OddsRow", "OddsTable"),
    ".collation.audit.supply": ("Need", "Requirements"),
    ".diagnostics": ("Code", "Diagnostic", "LossCode", "Report", "Severity", "SharedCode"),
    ".errors": (
        "AmbiguousFormatError", "CardFormatsError", "CollationError", "DraftError",
        "EmptySheetError", "ModelError", "OptionError", "OverwriteError", "ReadError",
        "UnknownFormatError", "WriteError",
    ),
    ".formats.base": ("Confidence", "Format"),
    ".formats.draftmancer.format": ("DraftmancerOptions",),
    ".formats.json.format": ("JsonOptions",),
    ".formats.octgn.format": ("OctgnDeckOptions", "OctgnOptions"),
    ".formats.wagic.format": ("WagicOptions", "WagicPackOptions"),
    ".io": (
        "Detection", "convert", "detect", "dumps", "dumps_report", "formats", "loads",
        "loads_report", "read", "read_report", "write",
    ),
    ".model": (
        "UNLIMITED", "AddBooster", "AddCards", "AtLeast", "AtMost", "Balanced", "Booster", "Box",
        "Card", "CardRef", "CardSet", "Choice", "Collation", "Color", "Constraint", "DraftEffect",
        "Entry", "Event", "Face", "Fixed", "FrozenDict", "Layout", "LayoutChoice", "ManaCost",
        "Other", "OtherEffect", "Pack", "PackCard", "PrintRun", "Quota", "QuotaCount", "Random",
        "Replace", "Round", "Sheet", "SheetChoice", "SimpleEffect", "Slot", "Spread", "Striped",
        "Supply", "Unlimited", "Value",
    ),
    ".source": ("SourceText", "Span"),
}  # fmt: skip
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "UNLIMITED",
    "AddBooster",
    "AddCards",
    "AmbiguousFormatError",
    "AtLeast",
    "AtMost",
    "Balanced",
    "Booster",
    "Box",
    "BulkPacks",
    "Card",
    "CardCatalog",
    "CardExplained",
    "CardFit",
    "CardFormatsError",
    "CardRef",
    "CardSet",
    "Catalog",
    "Choice",
    "Code",
    "Collation",
    "CollationCode",
    "CollationError",
    "Collator",
    "Color",
    "Confidence",
    "Constraint",
    "Deal",
    "Detection",
    "Diagnostic",
    "DraftEffect",
    "DraftError",
    "DraftmancerOptions",
    "Drawer",
    "EmptySheetError",
    "Entry",
    "Event",
    "Explanation",
    "Face",
    "Fit",
    "Fixed",
    "Format",
    "FrozenDict",
    "Generator",
    "JsonOptions",
    "Layout",
    "LayoutChoice",
    "LossCode",
    "ManaCost",
    "ModelError",
    "Need",
    "OctgnDeckOptions",
    "OctgnOptions",
    "OddsRow",
    "OddsTable",
    "OptionError",
    "Other",
    "OtherEffect",
    "OverwriteError",
    "Pack",
    "PackCard",
    "PrintRun",
    "Quota",
    "QuotaCount",
    "Random",
    "ReadError",
    "Replace",
    "Report",
    "Requirements",
    "Round",
    "Seen",
    "Severity",
    "SharedCode",
    "Sheet",
    "SheetChoice",
    "SimpleEffect",
    "Simulation",
    "Slot",
    "SlotExplained",
    "SourceText",
    "Span",
    "Spread",
    "Striped",
    "Supply",
    "UnknownFormatError",
    "Unlimited",
    "Value",
    "WagicOptions",
    "WagicPackOptions",
    "WriteError",
    "__version__",
    "convert",
    "detect",
    "dumps",
    "dumps_report",
    "formats",
    "loads",
    "loads_report",
    "read",
    "read_report",
    "simulate",
    "write",
]


def __getattr__(name: str) -> Any:
    """Import the module that has *name*."""
    if name == "draft":
        return import_module(".draft", __name__)
    module = _HOME.get(name)
    if module is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    # the package first: who holds a module and waits for its package locks out who loads that
    import_module(f".{module.split('.')[1]}", __name__)
    value = getattr(import_module(module, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
