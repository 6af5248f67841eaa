"""From records of cards to a card set: a card for each printing, with its faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve, field, frozen

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import Card, CardRef, CardSet, Face, FrozenDict, trusted
from ...model.cards import whole_of
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from .. import card_words
from ..base import Input
from ..by_rarity import booster_of, described, sheets_by_rarity, usual_counts
from ..folders import bounded_source
from ..xml_text import Document
from .codes import CockatriceCode
from .format import META, CockatriceOptions, split
from .props import PROPS, derived, face_of, gives_back, meaning, row_of
from .reader import about, check_rarities, records_of, versioned_document
from .syntax import (
    IDS,
    NAMES,
    RELATED,
    REVERSE,
    TEXTS,
    TOKEN,
    DatabaseCard,
    DatabaseText,
    is_id,
    parts_of,
)

_TRUE: Final = ("1", "true")
_HIGHER: Final = " rare"
_SHOWN: Final = 10


def read(input_: Input, options: CockatriceOptions) -> Report[CardSet]:
    """Read a card database, or one of its sets."""
    log = DiagnosticLog(options.max_diagnostics)
    database = _database(input_.source(), log)
    if database is None:
        return Report(CardSet(), log.finish())
    own = database.codes
    if options.of_set is not None:
        own = [each for each in own if each and each.lower() == options.of_set.lower()]
        if not own:
            shown = _shown(database.codes)
            log.add(CockatriceCode.NO_SUCH_SET, database.span, code=options.of_set, codes=shown)
    return Report(database.cardset(own, log), log.finish())


def read_sets(input_: Input, options: CockatriceOptions) -> Iterator[Report[CardSet]]:
    """Read each set of a card database, or of all databases in a folder.

    What is wrong with the cards of a database is reported with its first set.
    """
    path = input_.path
    is_folder = path is not None and path.is_dir()
    parts = [Input(str(each), each) for each in split(path)] if path and is_folder else [input_]
    for part in parts:
        log = DiagnosticLog(options.max_diagnostics)
        source = bounded_source(part, options.max_size, log)
        database = None if source is None else _database(source, log)
        for code in database.codes if database else ():
            if database and options.of_set in (None, code):
                yield Report(database.cardset([code], log), log.finish())
                log = DiagnosticLog(options.max_diagnostics)
        if problems := log.finish():
            yield Report(CardSet(), problems)


@frozen
class _Database:
    """A database that was read.

    Attributes:
        source, span: its text, and where its root stands.
        version, info, sets: its version, and what it says of itself and of its sets.
        cards: its cards.
    """

    source: SourceText
    span: Span
    version: int
    info: Mapping[str, str] | None
    sets: Mapping[str, Mapping[str, str]]
    cards: Sequence[Card]
    _by_code: dict[str | None, list[Card]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """Sort the cards by their sets."""
        for card in self.cards:
            self._by_code.setdefault(card.set_code, []).append(card)

    @property
    def codes(self) -> list[str | None]:
        """Return the set codes of the cards."""
        return [*self._by_code]

    def cardset(self, codes: Sequence[str | None], log: DiagnosticLog) -> CardSet:
        """Return the set of the cards with one of *codes*, or with all of them.

        A single set has its name, its sheets and its packs.
        """
        is_one = len(codes) == 1
        own = self.sets.get(codes[0] or "", EMPTY) if is_one else EMPTY
        if unknown := [each for each in codes if each and each not in self.sets]:
            log.add(CockatriceCode.NO_SET, self.span, codes=_shown(unknown))
        info = {} if self.info is None else {"info": self.info}
        sets = (own,) if own else () if is_one else tuple(self.sets.values())
        extras = {"cockatrice": FrozenDict({**info, "sets": sets, "version": self.version})}
        if not is_one:
            if codes:
                shown = _shown(codes)
                log.add(CockatriceCode.SEVERAL_SETS, self.span, count=len(codes), codes=shown)
            known = frozenset(codes)
            cards = [card for card in self.cards if card.set_code in known]
            cardset = CardSet(cards=cards, extras=extras)
            return self._with_syntax(cardset, codes)
        cards = self._by_code[codes[0]]
        sheets = sheets_by_rarity(card for card in cards if card.rarity != TOKEN)
        by_name = {each.name: each for each in sheets}
        counts = usual_counts(by_name)
        # in other games mythic rares are called super rares, secret rares …
        higher = [name for name in by_name if name == "mythic" or name.endswith(_HIGHER)]
        boosters = [booster_of(by_name, counts, higher)] if counts else []
        for booster in boosters:
            log.add(CockatriceCode.PACK, self.span, pack=described(booster))
        meta = {key: own[tag] for key, tag in META.items() if tag in own}
        name = own.get("longname", "")
        cardset = CardSet(name, codes[0], cards, sheets, boosters, meta=meta, extras=extras)
        return self._with_syntax(cardset, codes)

    def _with_syntax(self, cardset: CardSet, codes: Sequence[str | None]) -> CardSet:
        """Return *cardset* with the text that it was read from, if that has no other sets."""
        is_all = len(codes) == len(self._by_code)
        return cardset.with_syntax(DatabaseText(self.source)) if is_all else cardset


def _database(source: SourceText, log: DiagnosticLog) -> _Database | None:
    """Return the database in *source*; None, and reported, if it is none."""
    read_ = versioned_document(source, log)
    if read_ is None:
        return None
    document, version = read_
    root, info = document.root, document.root.find("info")
    sets = map(about, root.iterfind("sets/set"))
    return _Database(
        source,
        document.span(root),
        version,
        None if info is None else FrozenDict(about(info)),
        {each.get("name", ""): FrozenDict(each) for each in sets},
        _all_cards(document, log),
    )


def _shown(codes: Iterable[str | None]) -> str:
    """Return the first few of *codes*, for a message."""
    names = [(each or "none")[:_SHOWN] for each in codes]
    return ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")


# -- cards


def _all_cards(document: Document, log: DiagnosticLog) -> list[Card]:
    """Return the cards of a database; the backs are faces of their fronts."""
    records = [*records_of(document, log)]
    check_rarities(document, records, log)
    renamed = {each.name: each.name_of_card for each in records if each.is_adventure}
    backs = {each.name: each for each in records if each.props.get("side") == "back"}
    naming = [each for each in records if each.related]
    bringing: dict[str, dict[str, None]] = {}
    for record in naming:
        record.related = [(tag, renamed.get(name, name), way) for tag, name, way in record.related]
        record.backs = [*_backs_of(record, backs)]
        for tag, name, _ in record.related:
            if tag != RELATED[0]:
                bringing.setdefault(name, {})[record.name_of_card] = None
    # what several cards transform to is a card of its own
    uses = Counter([each.name for record in naming for each in record.backs])
    alone = {name for name, count in uses.items() if count == 1}
    cards: list[Card] = []
    for record in records:
        if record.name not in alone:
            own = [each for each in record.backs if each.name in alone]
            brought = bringing.get(record.name_of_card, ()) if bringing else ()
            cards += _printings(record, own, brought)
    return cards


def _backs_of(record: DatabaseCard, backs: Mapping[str, DatabaseCard]) -> Iterator[DatabaseCard]:
    """Yield the backs of a card: records in the same sets that name no other cards."""
    for tag, name, attributes in record.related:
        back = backs.get(name, record)
        is_back = tag == RELATED[0] and attributes == {"attach": "transform"}
        codes, own_codes = ([code for code, _ in each.sets] for each in (back, record))
        if is_back and back is not record and not back.related and codes == own_codes:
            yield back


def _printings(
    record: DatabaseCard, backs: Sequence[DatabaseCard], brought: Iterable[str]
) -> Iterator[Card]:
    """Yield a card for each set of *record*; *brought* are the cards that name it as related."""
    printings = record.sets or [("", {})]
    faces = _faces(record, printings[0][1].get("picurl", ""), ("back",) * len(backs))
    first_back = len(faces)
    faces += [_face(each, ("back",)) for each in backs]
    refs, others = _related(record, backs, brought) if record.related or brought else ((), {})
    others |= _others(record, faces[0])
    for place, back in enumerate(backs, first_back):
        if kept := _others(back, faces[place]):
            others[f"back {place}"] = FrozenDict(kept)
    is_token = TOKEN in others and others[TOKEN] in _TRUE
    for number, (code, attributes) in enumerate(printings):
        left = dict(attributes)
        own = dict(others)
        faces[0] = _with_image(faces[0], left.pop("picurl", ""))
        for place, back in enumerate(backs, first_back):
            of_back = dict(back.sets[number][1]) if back.sets else {}
            faces[place] = _with_image(faces[place], of_back.pop("picurl", ""))
            if of_back != left:
                own[f"set of back {place}"] = FrozenDict(of_back)
        rarity = card_words.rarity(left.get("rarity", "")) or None
        if left.get("rarity") in (rarity, ""):
            left.pop("rarity", None)
        if is_token and rarity is None:
            rarity = own.pop(TOKEN) and TOKEN
        collector = left.pop("num", None)
        ids = _ids(left) if left else {}
        if left:
            own["set"] = FrozenDict(left)
        yield trusted.card(
            tuple(faces), code or None, collector or None, rarity,
            FrozenDict(ids) if ids else EMPTY, None, None, refs, (),
            FrozenDict(cockatrice=FrozenDict(own)) if own else EMPTY,
        )  # fmt: skip


def _related(
    record: DatabaseCard, backs: Iterable[DatabaseCard], brought: Iterable[str]
) -> tuple[tuple[CardRef, ...], dict[str, Any]]:
    """Return the related cards of a record without its *backs*, and what is kept of them."""
    refs: dict[str, CardRef] = {}
    ways: dict[str, Any] = {}
    names = {each.name for each in backs}
    for tag, name, attributes in record.related:
        if name not in names:
            refs[name] = trusted.card_ref(name, None, None, None)
            way = {REVERSE: True} if tag != RELATED[0] else {}
            ways[name] = (*ways.get(name, ()), FrozenDict({**attributes, **way}))
    for name in brought:
        refs.setdefault(name, CardRef(name))
    return tuple(refs.values()), {"related": FrozenDict(ways)} if ways else {}


def _ids(attributes: dict[str, str]) -> dict[str, str]:
    """Return the ids of a printing; remove them from its *attributes*."""
    named = [(scheme, name) for scheme, name in IDS.items() if name in attributes]
    return {scheme: attributes.pop(name) for scheme, name in named if is_id(attributes[name])}


def _others(record: DatabaseCard, face: Face) -> dict[str, str]:
    """Return the elements of a record that do not follow from its *face*."""
    others = dict(record.others)
    if others.get("tablerow") == row_of(face.types):
        del others["tablerow"]
    return others


def _with_image(face: Face, address: str) -> Face:
    """Return *face*, which was just made, with an image, if there is one."""
    if face.images.get("en", "") == address:
        return face
    return _of(face, face.name, face.text, face.properties, face.kind, address)


def _of(
    face: Face, name: str, text: str, properties: Mapping[str, Any], kind: str, image: str
) -> Face:
    """Return *face* with the fields that do not follow from properties."""
    images = FrozenDict(en=image) if image else EMPTY
    return trusted.face(
        name, face.mana_cost, face.colors, face.supertypes, face.types, face.subtypes, text,
        face.power, face.toughness, face.loyalty, images, EMPTY, properties, kind,
    )  # fmt: skip


def _faces(record: DatabaseCard, image: str, backs: tuple[str, ...]) -> list[Face]:
    """Return the faces of a card without its *backs*.

    That is one, or the front and its adventure, or the whole of a split card and its halves.
    """
    names = record.name.split(NAMES) if NAMES in record.name else ()
    texts = parts_of(record.text, TEXTS, "\n\n") if names else ()
    if not names or len(names) != len(texts):
        return [_face(record, ("front", *backs), image)]
    halves = [DatabaseCard(name, text) for name, text in zip(names, texts, strict=True)]
    rest = DatabaseCard(record.name)
    for key, value in record.props.items():
        parts = parts_of(value, NAMES, " ")
        if key in PROPS and len(parts) == len(halves):
            for half, part in zip(halves, parts, strict=True):
                half.props[key] = part
        else:
            rest.props[key] = value
    if record.is_adventure:
        front, *others = halves
        front.props |= rest.props
        kinds = ("alternate",) * len(others)
        own = [_face(each, kinds[:1]) for each in others]
        return [_face(front, ("front", *kinds, *backs), image), *own]
    faces = [_face(half, ("split",)) for half in halves]
    fields = {
        name: meant
        for key, text in rest.props.items()
        for name, meant in meaning(key, text)[0].items()
    }
    whole = evolve(whole_of(tuple(faces)), name=record.name, **fields)
    implied = derived(whole.mana_cost, whole.types, ("front", "split"))
    kept = {
        key: text
        for key, text in rest.props.items()
        if implied.get(key) != text and not gives_back(key, text, whole)
    }
    return [_with_image(evolve(whole, properties=kept), image), *faces]


def _face(record: DatabaseCard, kinds: tuple[str, ...], image: str = "") -> Face:
    """Return the face that a record describes, of the first of *kinds*."""
    face, implied = face_of(tuple(map(record.props.get, PROPS)), kinds)
    kept = {key: text for key, text in record.props.items() if implied.get(key) != text}
    properties = FrozenDict(kept) if kept else EMPTY
    return _of(face, record.name, record.text, properties, kinds[0], image)
