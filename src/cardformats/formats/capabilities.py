"""What a format can say, declared once; and the walk that reports what it cannot say of a set."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from attrs import field, fields, frozen

from ..errors import ModelError
from ..losses import Loss, LossLog
from ..model import (
    UNLIMITED,
    Balanced,
    Booster,
    Card,
    CardRef,
    CardSet,
    Choice,
    Collation,
    Event,
    Face,
    Fixed,
    Layout,
    Other,
    PrintRun,
    Random,
    Sheet,
    Spread,
    Striped,
    Value,
)
from ..model.events import DIRECTIONS
from ..model.sheets import SCOPES

#: The supported values of a field; None for all of them.
Words: TypeAlias = frozenset[str] | None
NONE: frozenset[str] = frozenset()


#: For each field of a face, the code of its loss, and the words for it.
FIELDS: Final[Mapping[str, tuple[Loss, str]]] = {
    "mana_cost": (Loss.COST, "the mana cost"),
    "colors": (Loss.COLOR, "the colours"),
    "supertypes": (Loss.TYPE, "the supertypes"),
    "types": (Loss.TYPE, "the types"),
    "subtypes": (Loss.TYPE, "the subtypes"),
    "text": (Loss.TEXT, "the rules text"),
    "power": (Loss.STATS, "the power"),
    "toughness": (Loss.STATS, "the toughness"),
    "loyalty": (Loss.STATS, "the loyalty"),
}
_COLLATIONS: Final = (Random, Balanced, PrintRun, Striped, Fixed, Spread, Other)
#: The words that fields of capabilities may contain.
_KNOWN: Final[Mapping[str, Collection[object]]] = {
    "cards": (True, False, "names"),
    "codes": (True, False, "cards"),
    "fields": FIELDS,
    "faces": ("back", "split", "alternate"),
    "continues": ("slot", "pack", "box"),
    "distinct": [f"{what} in a {scope}" for what in ("printing", "name") for scope in SCOPES],
    "directions": DIRECTIONS,
}


def _row(title: str, *, default: Any, of: str = "") -> Any:
    """Return a field that is a row of the table; the row is "no" if the field *of* is."""
    return field(default=default, metadata={"title": title, "of": of})


@frozen(kw_only=True)
class Capabilities:
    """Declaration of what a format can store. The default of each attribute is: everything.

    For attributes with several values, None stands for all values and ``NONE`` for no value. Each
    attribute with a title is a row of the table in the documentation.

    Attributes:
        cards: Whether cards are stored; ``names`` if only names and ids are.
        fields: The fields of a face that are stored, as in ``FIELDS``.
        faces: The kinds of further faces that are stored.
        one_face: Whether a card has at most one further face of each kind.
        finishes: The finishes of cards.
        numbers: Whether collector numbers are stored. A number that is also an id need not be.
        ids: The schemes of ids. An id that is the collector number need not be stored.
        rarities: The rarities of cards.
        no_rarity: Whether a card can have no rarity.
        nearest_rarity: A function that returns the rarity to write for one that is not in
            *rarities*; None if such a rarity is omitted.
        ratings, related, draft_effects, images, printed_names, properties: Whether these attributes
            of cards and faces are stored.
        codes: Whether the code of the set is stored; ``cards`` if only cards have it.
        metadata: The keys of the metadata that are stored.
        sheets: Whether sheets are stored. Without sheets there are no boosters.
        collations: The collations of sheets: classes, or single values.
        otherwise: What is written for other collations, for messages.
        continues: What a print run can continue through: ``slot``, ``pack`` or ``box``.
        idle_sheets: Whether there can be sheets that no booster uses.
        entry_finishes, overrides, entry_ids: What is stored of entries.
        pack_finishes: The finishes of slots and sheets.
        boosters: The maximum number of boosters of a set.
        booster_names: Whether boosters have names and ids.
        choices: Whether layouts, choices and weights are stored.
        idle_layouts: Whether a booster can have layouts with the weight 0.
        unlimited: Whether a slot can take all cards of its sheet.
        distinct: The rules of a booster about duplicates, such as ``name in a slot``.
        other_rules: What is written for other rules, for messages.
        duplicates: Whether a sheet can have its own rule about duplicates.
        constraints, boxes, products, events: Whether these are stored.
        directions: The directions of rounds.
        round_boosters: Whether rounds can have different boosters.
        keys: The formats whose ``extras`` are stored; a format can only store its own.
        set_keys, sheet_keys, booster_keys: Of these ``extras``, the keys that are stored for sets,
            sheets and boosters.
        partly: The names of attributes that are stored only in part. The writer reports the rest.
    """

    cards: bool | Literal["names"] = _row("cards", default=True)
    fields: Words = _row("costs, types, texts and numbers", default=None, of="cards")
    faces: Words = _row("further faces", default=None, of="cards")
    one_face: bool = False
    finishes: Words = _row("finishes of cards", default=None, of="cards")
    numbers: bool = _row("collector numbers", default=True, of="cards")
    ids: Words = _row("ids", default=None)
    rarities: Words = _row("rarities", default=None, of="cards")
    no_rarity: bool = True
    nearest_rarity: Callable[[Card], str] | None = field(default=None, repr=False)
    ratings: bool = _row("ratings", default=True, of="cards")
    related: bool = _row("related cards", default=True, of="cards")
    draft_effects: bool = _row("draft effects", default=True, of="cards")
    images: bool = _row("images", default=True, of="cards")
    printed_names: bool = _row("localised names", default=True, of="cards")
    properties: bool = _row("properties of other games", default=True, of="cards")
    codes: bool | Literal["cards"] = _row("codes of sets", default=True)
    metadata: Words = _row("metadata", default=None)
    sheets: bool = _row("sheets", default=True)
    collations: tuple[type | Collation, ...] | None = _row("collations", default=None, of="sheets")
    otherwise: str = "random"
    continues: Words = None
    idle_sheets: bool = _row("sheets that no booster uses", default=True)
    entry_finishes: Words = _row("finishes of entries", default=None)
    pack_finishes: Words = _row("finishes of slots and sheets", default=None)
    overrides: bool = _row("overrides of an entry", default=True)
    entry_ids: bool = _row("ids of an entry", default=True)
    boosters: int | None = _row("boosters", default=None)
    booster_names: bool = _row("names and ids of boosters", default=True, of="boosters")
    choices: bool = _row("layouts, choices and weights", default=True, of="boosters")
    idle_layouts: bool = True
    unlimited: bool = _row("slots without a limit", default=True, of="boosters")
    distinct: Words = _row("rules about duplicates", default=None, of="boosters")
    other_rules: str = ""
    duplicates: bool = _row("duplicates of a sheet", default=True, of="boosters")
    constraints: bool = _row("constraints on a pack", default=True, of="boosters")
    boxes: bool = _row("boxes", default=True, of="boosters")
    products: bool = _row("products", default=True)
    events: bool = _row("draft settings", default=True)
    directions: Words = _row("directions of rounds", default=None, of="events")
    round_boosters: bool = _row("boosters of rounds", default=True, of="events")
    keys: Words = _row("keys of programs", default=None)
    set_keys: Words = None
    sheet_keys: Words = None
    booster_keys: Words = None
    partly: frozenset[str] = NONE

    def __attrs_post_init__(self) -> None:
        """Reject words that no card set can contain."""
        names = [each.name for each in fields(Capabilities)]
        for name, known in {**_KNOWN, "partly": names}.items():
            value = getattr(self, name)
            words = value if isinstance(value, frozenset) else () if value is None else (value,)
            if unknown := [repr(each) for each in words if each not in known]:
                raise ModelError(
                    f"Capabilities.{name} has {', '.join(sorted(unknown))}; "
                    f"it may have {', '.join(map(str, known))}"
                )
        for each in self.collations or ():
            kind = each if isinstance(each, type) else type(each)
            if not issubclass(kind, _COLLATIONS):
                raise ModelError(f"Capabilities.collations has {each!r}, which is no collation")

    def table(self) -> dict[str, str]:
        """Return the cells by the titles of the rows: ``yes``, ``no``, ``partly`` or words."""
        rows = [each for each in fields(Capabilities) if each.metadata]
        return {each.metadata["title"]: self._cell(each.name, each.metadata["of"]) for each in rows}

    def _cell(self, name: str, of: str) -> str:
        cell = "partly" if name in self.partly else _cell(getattr(self, name))
        has_place = not of or (
            of not in self.partly and _cell(getattr(self, of)) not in ("no", "names")
        )
        return cell if has_place or cell != "yes" else "no"


#: What formats of decks can say: the names of cards, and how many of each there are.
OF_DECKS: Final = Capabilities(
    cards="names",
    finishes=NONE,
    rarities=NONE,
    codes=False,
    ratings=False,
    related=False,
    draft_effects=False,
    images=False,
    printed_names=False,
    collations=(Fixed,),
    otherwise="all its cards",
    pack_finishes=NONE,
    overrides=False,
    duplicates=False,
    boosters=0,
    products=False,
    events=False,
)

#: What the programs of games can say that have cards, sheets and packs and nothing else.
OF_GAMES: Final = Capabilities(
    finishes=NONE,
    ratings=False,
    related=False,
    draft_effects=False,
    images=False,
    printed_names=False,
    collations=(Random, Fixed),
    otherwise="at random",
    idle_sheets=False,
    entry_finishes=NONE,
    pack_finishes=NONE,
    duplicates=False,
    constraints=False,
    boxes=False,
    products=False,
    events=False,
    partly=frozenset({"fields", "numbers", "rarities", "properties", "choices"}),
)


def _cell(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "no" if value is False else "yes"
    if isinstance(value, int | str):
        return str(value) if value else "no"
    words = sorted(value) if isinstance(value, frozenset) else map(_name, value)
    return ", ".join(words) or "no"


def _name(collation: type | Collation) -> str:
    return collation.__name__ if isinstance(collation, type) else repr(collation)


_NO_FACE: Final = Face("")
#: Fields of cards, and of faces, that a format has a place for or not; see their names there.
_OF_CARDS: Mapping[str, tuple[str, Loss]] = {
    "ratings": ("rating", Loss.RATING),
    "related": ("related", Loss.RELATED),
    "draft_effects": ("draft_effects", Loss.EFFECT),
}
_OF_FACES = {"images": Loss.IMAGE, "printed_names": Loss.PRINTED_NAME}


def report_unsupported(cardset: CardSet, can: Capabilities, losses: LossLog) -> None:
    """Report all parts of *cardset* that a format with these capabilities cannot store.

    Args:
        cardset: The card set to write.
        can: The capabilities of the format.
        losses: The log that takes the losses.
    """
    report_about(cardset, can, losses)
    for card in cardset.cards:
        report_card(card, can, losses)
    report_boosters(cardset, cardset.boosters, can, losses)
    report_sheets(cardset.sheets.values(), can, losses)


def report_about(cardset: CardSet, can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of a set besides its cards, its boosters and how sheets give cards."""
    report_metadata(cardset, can.metadata, losses)
    has_code = can.codes is True or (
        can.codes == "cards" and {each.set_code for each in cardset.cards} == {cardset.code}
    )
    if cardset.code is not None and not has_code:
        losses.dropped(Loss.SET, cardset.code, "the code of the set")
    for product in cardset.products if not can.products else ():
        losses.dropped(Loss.PRODUCT, product.name)
    _report_keys(cardset.name, cardset.extras, can, can.set_keys, losses)
    for sheet in cardset.sheets.values():
        _report_keys(sheet.name, sheet.extras, can, can.sheet_keys, losses)
    if can.sheets and not can.idle_sheets:
        layouts = (each for booster in cardset.boosters for each in booster.layouts if each.weight)
        slots = (slot for layout in layouts for slot, _ in layout.walk())
        used = {each.sheet for slot in slots for each in slot.sheets}
        for name in cardset.sheets:
            if name not in used:
                losses.dropped(Loss.SHEET, name, "sheets that no booster uses")
    if cardset.event is not None and not can.events:
        losses.dropped(Loss.EVENT, cardset.name)
    elif cardset.event is not None:
        _report_keys(cardset.name, cardset.event.extras, can, None, losses)
        _report_rounds(cardset.event, can, losses)


def report_metadata(cardset: CardSet, known: Words, losses: LossLog) -> None:
    """Report the metadata of a set whose keys are not *known*."""
    for key in cardset.meta:
        if _lacks(known, key):
            losses.dropped(Loss.METADATA, cardset.name, f"the metadata {key!r}")


def _report_rounds(event: Event, can: Capabilities, losses: LossLog) -> None:
    for number, each in enumerate(event.rounds, 1):
        if _lacks(can.directions, each.direction):
            losses.dropped(Loss.EVENT, f"round {number}", "the direction of a round")
        if each.booster is not None and not can.round_boosters:
            losses.dropped(Loss.EVENT, f"round {number}", "the booster of a round")


def report_card(card: Card, can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of a card."""
    if not can.cards:
        losses.dropped(Loss.CARD, card.name)
        return
    if can.cards == "names" and card.faces != (Face(card.name),):
        losses.dropped(Loss.CARD, card.name, "cards themselves (except their names and ids)")
    report_printing(card, can, losses)
    _report_finish(card.name, card.finish, can.finishes, losses)
    for name, (own, code) in _OF_CARDS.items():
        if not getattr(can, name) and getattr(card, own) not in (None, ()):
            losses.dropped(code, card.name)
    for name, code in _OF_FACES.items():
        if not getattr(can, name) and any(getattr(face, name) for face in card.faces):
            losses.dropped(code, card.name)
    _report_faces(card, can, losses)
    report_ids(card, can, losses)
    _report_keys(card.name, card.extras, can, None, losses)


def report_ids(card: Card, can: Capabilities, losses: LossLog) -> None:
    """Report the ids of a card that are lost."""
    for scheme, identifier in card.ids.items():
        if _lacks(can.ids, scheme) and not (can.numbers and identifier == card.number):
            losses.dropped(Loss.ID, card.name, f"the id {scheme!r}")


def _report_faces(card: Card, can: Capabilities, losses: LossLog) -> None:
    front, *others = card.faces
    if can.faces is not None and front.kind != "front":
        losses.changed(Loss.FACE, card.name, f"front faces of the kind {front.kind!r}")
    _report_face(card, front, can, losses)
    kinds: set[str] = set()
    for face in others:
        if _lacks(can.faces, face.kind):
            losses.dropped(Loss.FACE, card.name, f"faces of the kind {face.kind!r}")
        elif can.one_face and face.kind in kinds:
            losses.dropped(Loss.FACE, card.name, f"more than one {face.kind}")
        else:
            _report_face(card, face, can, losses)
        kinds.add(face.kind)


def report_printing(card: Card, can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of a card's rarity and of its collector number."""
    rarity = card.rarity
    if _lacks(can.rarities, rarity) if rarity else not can.no_rarity:
        kind = f"the rarity {rarity!r}" if rarity else "cards without a rarity"
        if can.nearest_rarity is None:
            losses.dropped(Loss.RARITY, card.name, kind)
        else:
            losses.changed(Loss.RARITY, card.name, kind, repr(can.nearest_rarity(card)))
    ids = (identifier for scheme, identifier in card.ids.items() if not _lacks(can.ids, scheme))
    if card.number and not can.numbers and card.number not in ids:
        losses.dropped(Loss.NUMBER, card.name)


def _report_face(card: Card, face: Face, can: Capabilities, losses: LossLog) -> None:
    for name, (code, what) in FIELDS.items():
        if _lacks(can.fields, name) and getattr(face, name) != getattr(_NO_FACE, name):
            losses.dropped(code, card.name, what)
    for name in lost_properties(face) if not can.properties else ():
        losses.dropped(Loss.PROPERTY, card.name, f"the property {name!r}")


def report_boosters(
    cardset: CardSet, boosters: Iterable[Booster], can: Capabilities, losses: LossLog
) -> None:
    """Report what is lost of *boosters*, sheets apart; of those that are not written, only that."""
    for number, booster in enumerate(boosters):
        name = booster.name or "(no name)"
        if can.boosters is None or number < can.boosters:
            _report_booster(cardset, booster, name, can, losses)
        else:
            losses.dropped(Loss.BOOSTER, name, "more than one booster" if can.boosters else "")


def _report_booster(
    cardset: CardSet, booster: Booster, name: str, can: Capabilities, losses: LossLog
) -> None:
    if not can.booster_names:
        if booster.name not in ("", cardset.name):
            losses.dropped(Loss.METADATA, name, "the name of a booster")
        if booster.id not in (None, cardset.code):
            losses.dropped(Loss.ID, name, "the id of a booster")
    if not _keeps_apart(cardset, booster, can.distinct):
        rule = f"no {booster.distinct} twice in a {booster.distinct_scope}"
        losses.changed(Loss.DISTINCT, name, rule, can.other_rules)
    for constraint in booster.constraints if not can.constraints else ():
        kind = type(constraint).__name__
        losses.dropped(Loss.CONSTRAINT, name, f"the constraint {kind}")
    if booster.box is not None and not can.boxes:
        losses.dropped(Loss.BOX, name)
    _report_layouts(booster, can, losses)
    _report_keys(name, booster.extras, can, can.booster_keys, losses)


def _report_layouts(booster: Booster, can: Capabilities, losses: LossLog) -> None:
    for layout in booster.layouts if not can.idle_layouts else ():
        if not layout.weight:
            losses.dropped(Loss.LAYOUT, layout.name, "layouts of weight 0")
    for slot, share in booster.walk():
        if slot.count is UNLIMITED and not can.unlimited:
            into = "as many as the sheet has"
            losses.changed(Loss.SLOT, slot.name, "slots without a limit", into)
        if share:
            _report_finish(slot.name, slot.finish, can.pack_finishes, losses)


def _keeps_apart(cardset: CardSet, booster: Booster, rules: Words) -> bool:
    """Return whether one of the *rules* separates the same cards as the rule of *booster*.

    Where slots have no card in common, a slot and a pack are the same.
    """
    scope = booster.distinct_scope
    if booster.distinct == "none" or not _lacks(rules, f"{booster.distinct} in a {scope}"):
        return True
    other = f"{booster.distinct} in a {'pack' if scope == 'slot' else 'slot'}"
    return not (_lacks(rules, other) or have_slots_in_common(cardset, booster))


def have_slots_in_common(cardset: CardSet, booster: Booster) -> bool:
    """Return whether two slots of a pack share cards that the rule of *booster* separates.

    Without a rule these are the copies of a sheet to which cards do not return.
    """
    return any(_cards_of(cardset, layout, booster.distinct)[1] for layout in booster.layouts)


def _cards_of(cardset: CardSet, layout: Layout, distinct: str) -> tuple[set[object], bool]:
    """Return the possible cards of a pack of *layout*, and whether two of its slots share some.

    Options exclude one another.
    """
    cards: set[object] = set()
    are_shared = False
    for part in layout.slots:
        own: set[object] = set()
        if isinstance(part, Choice):
            for option in part.options:
                others, shared = _cards_of(cardset, option, distinct)
                own |= others
                are_shared |= shared
        elif part.count != 0:
            for each in part.sheets:
                sheet = cardset.sheets.get(each.sheet)
                if distinct == "none":
                    own |= {each.sheet} if sheet and sheet.collation == Random() else set()
                    continue
                refs = (entry.card for entry in sheet.entries) if sheet else ()
                own |= {ref.name if distinct == "name" else _of(cardset, ref) for ref in refs}
        are_shared |= not cards.isdisjoint(own)
        cards |= own
    return cards, are_shared


def _of(cardset: CardSet, ref: CardRef) -> object:
    """Return a key that is the same for all references to a card."""
    card = cardset.card(ref)
    return ref if card is None else id(card)


def drawn_sheets(cardset: CardSet, boosters: Iterable[Booster]) -> Iterator[Sheet]:
    """Return the sheets of *cardset* that packs of *boosters* draw from, each once."""
    slots = (slot for booster in boosters for slot, share in booster.walk() if share)
    names = {each.sheet: None for slot in slots for each in slot.sheets if each.weight}
    return (cardset.sheets[name] for name in names if name in cardset.sheets)


def report_sheets(sheets: Iterable[Sheet], can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of how *sheets* give cards, and of their entries."""
    for sheet in sheets:
        if not can.sheets:
            losses.dropped(Loss.SHEET, sheet.name)
            continue
        if not _can_collate(sheet.collation, can):
            losses.changed(Loss.COLLATION, sheet.name, _kind(sheet.collation), can.otherwise)
        elif isinstance(sheet.collation, PrintRun) and _lacks(
            can.continues, sheet.collation.continues
        ):
            kind = f"print runs that go on through a {sheet.collation.continues}"
            losses.changed(Loss.COLLATION, sheet.name, kind)
        if sheet.duplicates is not None and not can.duplicates:
            rule = "cards may come twice from it" if sheet.duplicates else "no card twice from it"
            losses.changed(Loss.DISTINCT, sheet.name, rule)
        _report_finish(sheet.name, sheet.finish, can.pack_finishes, losses)
        for entry in sheet.entries:
            _report_finish(entry.card.name, entry.finish, can.entry_finishes, losses)
            if entry.overrides and not can.overrides:
                losses.dropped(Loss.OVERRIDE, entry.card.name)
            if entry.card.id is not None and not can.entry_ids:
                losses.dropped(Loss.ID, entry.card.name, "the id of an entry")


def _kind(collation: Collation) -> str:
    """Return the kind of loss for a collation."""
    if isinstance(collation, Balanced) and collation.strength != 1:
        return f"a balance of the strength {collation.strength}"
    if isinstance(collation, Random):
        return f"sheets {'with' if collation.replacement else 'without'} replacement"
    return f"the collation {type(collation).__name__}"


def _can_collate(collation: Collation, can: Capabilities) -> bool:
    return can.collations is None or any(
        isinstance(collation, each) if isinstance(each, type) else collation == each
        for each in can.collations
    )


def _report_finish(subject: str, finish: str | None, known: Words, losses: LossLog) -> None:
    if finish is not None and _lacks(known, finish):
        losses.dropped(Loss.FINISH, subject, f"the finish {finish!r}")


#: Formats whose cards have many keys of facts about the printing: one loss is enough for them.
_CARD_DATA: Final = frozenset({"scryfall", "mtgjson"})
#: Keys with nothing but what a writer compares with, to know what was changed.
_NOTES: Final = frozenset({"made"})


def _report_keys(
    subject: str,
    extras: Mapping[str, Mapping[str, Value]],
    can: Capabilities,
    known: Words,
    losses: LossLog,
) -> None:
    """Report the keys of other programs, and of those that are kept all that are not *known*."""
    for program, kinds in extras.items():
        if program in _CARD_DATA and kinds and _lacks(can.keys, program):
            losses.dropped(Loss.EXTRAS, subject, f"card data of {program}")
            continue
        for kind in kinds:
            if kind not in _NOTES and (_lacks(can.keys, program) or _lacks(known, kind)):
                losses.dropped(Loss.EXTRAS, subject, f"{program} {kind!r}")


def _lacks(words: Words, word: str) -> bool:
    return words is not None and word not in words


def lost_properties(
    face: Face, written: Iterable[Any] = (), in_texts: Container[str] = ()
) -> Iterator[str]:
    """Yield the properties of *face* whose contents are in none of the *written* texts.

    An empty property has none.  The others are there in lines of their own; those that are *in
    texts* somewhere.  That a number is written says nothing: it may be another one.
    """
    if not face.properties:
        return
    texts = {_comparable(each) for each in written if isinstance(each, str)}
    for name, value in face.properties.items():
        text = _comparable("" if value is None else str(value))
        if not text or (name in in_texts and any(text in each for each in texts)):
            continue
        if text.isnumeric() or not any(f"\n{text}\n" in f"\n{each}\n" for each in texts):
            yield name


def properties_in_texts(cardset: CardSet) -> frozenset[str]:
    """Return the properties that the templates of the game of *cardset* use."""
    templates: Any = cardset.extras.get("octgn", {})
    for key in ("game", "mapping", "templates"):
        templates = templates.get(key) if isinstance(templates, Mapping) else None
    texts = templates.values() if isinstance(templates, Mapping) else ()
    pieces = (piece.partition("}") for each in texts for piece in str(each).split("{")[1:])
    return frozenset(name for name, brace, _ in pieces if name and brace)


def _comparable(text: str) -> str:
    return "\n".join(text.split("\r\n")).strip()
