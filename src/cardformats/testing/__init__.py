"""Hypothesis strategies for the model, and checks of formats; needs the extra ``testing``.

The strategies make small values on purpose: a failing example should be readable.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ..model import (
    UNLIMITED,
    AddBooster,
    AddCards,
    AtLeast,
    AtMost,
    Balanced,
    Booster,
    BoosterRef,
    Card,
    CardRef,
    CardSet,
    Choice,
    Collation,
    Color,
    Constraint,
    Content,
    DeckList,
    DraftEffect,
    Entry,
    Event,
    Face,
    Fixed,
    Item,
    Layout,
    LayoutChoice,
    ManaCost,
    Other,
    OtherEffect,
    PrintRun,
    Product,
    ProductChoice,
    ProductOption,
    ProductPart,
    ProductRef,
    Random,
    Replace,
    Round,
    Sheet,
    SheetChoice,
    SimpleEffect,
    Slot,
    Spread,
    Striped,
)
from .collators import assert_collator as assert_collator
from .drafts import assert_draft_kind as assert_draft_kind
from .formats import assert_reads_back as assert_reads_back
from .formats import assert_total as assert_total
from .formats import assert_writes_again as assert_writes_again

_LETTERS = "ABEINORSTabeinorst"
_SYMBOLS = ("0", "1", "2", "12", "X", "W", "U", "B", "R", "G", "C", "S", "W/U", "2/R", "G/P")
_TYPES = ("Artifact", "Creature", "Enchantment", "Instant", "Land", "Sorcery")


def names() -> SearchStrategy[str]:
    """Generate names of one to three words, some with characters that formats often misread."""
    words = st.text(_LETTERS + "'-,æé/0123456789()[]{}\"#=", min_size=1, max_size=8)
    return st.lists(words, min_size=1, max_size=3).map(" ".join)


def texts() -> SearchStrategy[str]:
    """Rules texts, with braces, quotes and line breaks."""
    return st.text(_LETTERS + ' .,:{}[]"\\\n—', max_size=40)


def mana_costs() -> SearchStrategy[ManaCost]:
    """Mana costs of up to five symbols."""
    return st.lists(st.sampled_from(_SYMBOLS), max_size=5).map(lambda each: ManaCost(tuple(each)))


def refs() -> SearchStrategy[CardRef]:
    """References by name, with set, or with set and number."""
    codes = st.text("ABC0123456789", min_size=1, max_size=4)
    numbers = st.from_regex(r"[1-9][0-9]{0,3}[a-z]?", fullmatch=True)
    return st.one_of(
        st.builds(CardRef, names()),
        st.builds(CardRef, names(), codes),
        st.builds(CardRef, names(), codes, numbers),
    )


def faces() -> SearchStrategy[Face]:
    """Faces with a type line, perhaps a cost, text, power and toughness."""
    numbers = st.one_of(st.none(), st.sampled_from(("0", "1", "12", "*", "1+*")))
    return st.builds(
        Face,
        names(),
        st.one_of(st.none(), mana_costs().filter(lambda cost: bool(cost.symbols))),
        st.frozensets(st.sampled_from(Color)),
        st.lists(st.sampled_from(("Basic", "Legendary")), max_size=1),
        st.lists(st.sampled_from(_TYPES), min_size=1, max_size=2),
        st.lists(st.sampled_from(("Elf", "Frog", "Will-o'-the-Wisp")), max_size=2),
        texts(),
        numbers,
        numbers,
    )


def other_effects() -> SearchStrategy[OtherEffect]:
    """Draft effects of third parties."""
    params = st.dictionaries(
        st.sampled_from(("count", "cards", "each")),
        st.one_of(st.none(), st.booleans(), st.integers(0, 9), texts(), st.lists(names())),
        max_size=2,
    )
    return st.builds(OtherEffect, names(), params)


def draft_effects() -> SearchStrategy[DraftEffect]:
    """Draft effects of the library, those with parameters too."""
    cards = st.lists(refs(), min_size=1, max_size=3)
    choices = st.lists(st.builds(LayoutChoice, names(), st.integers(0, 9)), max_size=2)
    return st.one_of(
        st.sampled_from(SimpleEffect),
        st.builds(AddCards, cards, st.one_of(st.none(), st.just(1)), st.booleans()),
        st.builds(AddBooster, choices),
    )


def cards() -> SearchStrategy[Card]:
    """Generate cards of one face, or of two."""
    backs = faces().map(lambda face: Face(face.name, types=face.types, kind="back"))
    both = st.tuples(faces(), st.lists(backs, max_size=1)).map(lambda pair: (pair[0], *pair[1]))
    return st.builds(
        Card,
        both,
        st.one_of(st.none(), st.sampled_from(("AAA", "B2"))),
        st.one_of(st.none(), st.integers(1, 999).map(str)),
        st.sampled_from(("common", "uncommon", "rare", "mythic", "special")),
        finish=st.sampled_from((None, "foil")),
        rating=st.one_of(st.none(), st.integers(0, 5).map(float)),
        draft_effects=st.lists(draft_effects(), max_size=2),
    )


def collations() -> SearchStrategy[Collation]:
    """Collations of every kind but :func:`other_collations`."""
    weights = st.lists(st.integers(0, 3), min_size=1, max_size=3).filter(any)
    return st.one_of(
        st.builds(Random, st.booleans()),
        st.builds(PrintRun, st.integers(1, 3), st.sampled_from(("slot", "pack"))),
        st.builds(Striped, st.just(1), weights),
        st.just(Fixed()),
        st.just(Spread()),
    )


def other_collations() -> SearchStrategy[Collation]:
    """Balanced sheets, and collations of third parties, which have no collator."""
    params = st.dictionaries(st.sampled_from(("size", "by")), st.integers(0, 9), max_size=2)
    strengths = st.sampled_from((0, Fraction(1, 2), 1))
    balanced = st.builds(
        Balanced, st.sampled_from(("color", "color_identity", "rarity", "type")), strength=strengths
    )
    return st.one_of(balanced, st.builds(Other, names(), params))


def constraints(sheet_names: list[str]) -> SearchStrategy[Constraint]:
    """Constraints of every kind; slots are called as the named sheets."""
    properties = st.sampled_from((("color", "W"), ("rarity", "rare"), ("sheet", sheet_names[0])))
    sheet = st.sampled_from(sheet_names)
    return st.one_of(
        st.builds(lambda count, each: AtLeast(count, *each), st.integers(1, 2), properties),
        st.builds(lambda count, each: AtMost(count, *each), st.integers(0, 2), properties),
        st.builds(Replace, sheet, sheet, st.fractions(0, 1, max_denominator=9)),
    )


def sheets(name: str, collation: SearchStrategy[Collation] | None = None) -> SearchStrategy[Sheet]:
    """Sheets of two to five entries."""
    entries = st.builds(Entry, refs(), st.integers(1, 3), st.sampled_from((None, "foil")))
    return st.builds(
        Sheet, st.just(name), st.lists(entries, min_size=2, max_size=5), collation or collations()
    )


def slots(sheet_names: list[str]) -> SearchStrategy[Slot]:
    """Slots over one or two of the named sheets."""
    choices = st.builds(SheetChoice, st.sampled_from(sheet_names), st.integers(1, 7))
    return st.builds(
        Slot,
        names(),
        st.one_of(st.integers(1, 3), st.just(UNLIMITED)),
        st.lists(choices, min_size=1, max_size=2, unique_by=lambda choice: choice.sheet),
        st.sampled_from(("slot", "card")),
        st.sampled_from((None, "foil")),
        st.sampled_from(((), ("skip",), ("next", "carry"))),
    )


def layouts(sheet_names: list[str]) -> SearchStrategy[Layout]:
    """Layouts of slots and, now and then, a choice between layouts."""
    weights = st.one_of(
        st.integers(1, 9), st.builds(Fraction, st.integers(1, 9), st.integers(1, 9))
    )
    plain = st.builds(Layout, names(), weights, st.lists(slots(sheet_names), max_size=2))
    choices = st.builds(Choice, st.lists(plain, min_size=1, max_size=2))
    parts = st.lists(st.one_of(slots(sheet_names), choices), min_size=1, max_size=3)
    return st.builds(Layout, names(), weights, parts)


def contents() -> SearchStrategy[Content]:
    """Generate the contents of products: packs, products, items, cards, decks and choices."""
    return st.one_of(
        st.builds(BoosterRef, names()),
        st.builds(ProductRef, names(), st.sampled_from((None, "AAA"))),
        st.builds(Item, names()),
        refs(),
        st.builds(DeckList, names(), st.lists(refs(), max_size=2)),
        st.builds(ProductChoice, st.lists(_product_options(), min_size=1, max_size=2)),
    )


def _product_options() -> SearchStrategy[ProductOption]:
    """Generate options of a product, without further choices."""
    packs = st.builds(ProductPart, st.builds(BoosterRef, names()), st.integers(1, 3))
    weights = st.one_of(st.integers(1, 9), st.builds(Fraction, st.integers(1, 9), st.just(2)))
    return st.builds(ProductOption, st.lists(packs, max_size=2), weights)


def products() -> SearchStrategy[Product]:
    """Products with up to two parts of any kind."""
    parts = st.builds(ProductPart, contents(), st.integers(1, 36), st.sampled_from((None, "foil")))
    return st.builds(Product, names(), st.lists(parts, max_size=2))


def events() -> SearchStrategy[Event]:
    """Events with up to two rounds."""
    counts = st.lists(st.integers(1, 3), min_size=1, max_size=2)
    rounds = st.builds(Round, picks=counts, burns=counts)
    return st.builds(
        Event,
        st.lists(rounds, max_size=2),
        st.sampled_from(("infinite", "finite", "refill")),
        st.integers(1, 5),
        st.booleans(),
        st.booleans(),
    )


@st.composite
def cardsets(draw: st.DrawFn) -> CardSet:
    """Generate card sets whose boosters draw from their own sheets."""
    sheet_names = draw(st.lists(names(), min_size=1, max_size=3, unique=True))
    boosters = st.builds(
        Booster,
        names(),
        st.none(),
        st.lists(layouts(sheet_names), min_size=1, max_size=2, unique_by=lambda each: each.name),
        st.sampled_from(("printing", "name", "none")),
        st.sampled_from(("slot", "pack")),
    )
    unique = st.lists(
        cards(), max_size=3, unique_by=lambda card: (card.name, card.set_code, card.number)
    )
    return CardSet(
        draw(names()),
        draw(st.one_of(st.none(), st.just("AAA"))),
        draw(unique),
        [draw(sheets(name)) for name in sheet_names],
        draw(st.lists(boosters, max_size=1)),
        draw(st.one_of(st.none(), events())),
        draw(st.dictionaries(st.sampled_from(("author", "year")), names(), max_size=1)),
        products=draw(st.lists(products(), max_size=1)),
    )


#: Names, sets and numbers that lines of text can hardly hold, or take for something else.
_ODD_NAMES = (
    "Elf",
    "Elf F",
    "Elf +F",
    "Elf (AAA)",
    "Elf (A B)",
    "2 Elf",
    "Elf // Orc",
    "constructor",
)
_ODD_SETS = (
    "M10",
    None,
    "",
    "AAA",
    "aaa",
    "B_2",
    "A-B",
    "A B",
    "é",
    "custom",
    "Custom",
    "(A)",
    "__proto__",
)
_ODD_NUMBERS = (
    *(None, "", "1", "2", "02", "12 b", "12-b", "L1/L2 (Secret Card)", "23/55 (C.G.C)", "53+54"),
    *("+", "( )", "é★", " 5", "F", "#1", "1\u2028", "1_2"),
)


def odd_cards() -> SearchStrategy[Card]:
    """Generate cards of few names, so that many are printings of one, with odd sets and numbers.

    Of some only the name is known.
    """
    odd_faces = st.sampled_from(_ODD_NAMES).flatmap(
        lambda name: st.one_of(
            st.just(Face(name)),
            faces().map(lambda face: evolve(face, name=name)),
        )
    )
    return st.builds(
        Card,
        odd_faces,
        st.sampled_from(_ODD_SETS),
        st.sampled_from(_ODD_NUMBERS),
        st.sampled_from(("common", "rare", None)),
    )


@st.composite
def odd_cardsets(draw: st.DrawFn) -> CardSet:
    """Generate card sets of :func:`odd_cards`, with a sheet that names them in every way."""
    made = draw(st.lists(odd_cards(), max_size=5))
    others = st.builds(
        CardRef,
        st.sampled_from((*_ODD_NAMES, "Forest", "Suit (Used)")),
        st.sampled_from(_ODD_SETS),
        st.sampled_from(_ODD_NUMBERS),
    )
    own = st.sampled_from([card.ref for card in made]) if made else others
    named = st.one_of(own, own, own.map(lambda ref: CardRef(ref.name)), others)
    entries = st.builds(Entry, named, st.integers(1, 3), st.sampled_from((None, "foil")))
    sheet = Sheet("A", draw(st.lists(entries, min_size=1, max_size=6)))
    layout = Layout("default", 1, [Slot("A", 1, [SheetChoice("A")])])
    booster = Booster("", None, [layout], draw(st.sampled_from(("printing", "none"))))
    return CardSet("", None, made, [sheet], [booster], draw(st.one_of(st.none(), events())))
