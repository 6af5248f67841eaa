"""From records of cards to a card set: a card for each printing, with its faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import Booster, Card, CardRef, CardSet, Face, FrozenDict, Sheet, trusted
from ...model.cards import whole_of
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from .. import card_words
from ..base import Input
from ..by_rarity import booster_of, described, sheets_by_rarity, usual_counts
from ..folders import bounded_source
from .codes import CockatriceCode
from .format import META, CockatriceOptions, split
from .props import PROPS, face_of, row_of
from .reader import about, records_of, versioned_document
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
    codes: Sequence[str | None] = [*database.cards_of]
    if options.of_set is not None:
        own = [each for each in codes if each and each.lower() == options.of_set.lower()]
        if not own:
            shown = _shown(codes)
            log.add(CockatriceCode.NO_SUCH_SET, database.span, code=options.of_set, codes=shown)
        codes = own
    return Report(database.cardset(codes, log), log.finish())


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
        for code in database.cards_of if database else ():
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
        info: what it says of itself, and its version.
        sets: what it says of each set.
        cards, cards_of: its cards, and those of each set.
    """

    source: SourceText
    span: Span
    info: Mapping[str, Any]
    sets: Mapping[str, Mapping[str, str]]
    cards: Sequence[Card]
    cards_of: Mapping[str | None, Sequence[Card]]

    def cardset(self, codes: Sequence[str | None], log: DiagnosticLog) -> CardSet:
        """Return the set of the cards with one of *codes*.

        A single set has its name, its sheets and its packs.
        """
        if unknown := [each for each in codes if each and each not in self.sets]:
            log.add(CockatriceCode.NO_SET, self.span, codes=_shown(unknown))
        is_one, is_all = len(codes) == 1, len(codes) == len(self.cards_of)
        own = self.sets.get(codes[0] or "", EMPTY) if is_one else EMPTY
        sets = (own,) if own else () if is_one else tuple(self.sets.values())
        extras = {"cockatrice": FrozenDict({**self.info, "sets": sets})}
        if is_one:
            cards = self.cards_of[codes[0]]
            meta = {key: own[tag] for key, tag in META.items() if tag in own}
            sheets, boosters = self._packs(cards, log)
            name = own.get("longname", "")
            cardset = CardSet(name, codes[0], cards, sheets, boosters, meta=meta, extras=extras)
        else:
            if codes:
                shown = _shown(codes)
                log.add(CockatriceCode.SEVERAL_SETS, self.span, count=len(codes), codes=shown)
            own_cards = [card for card in self.cards if is_all or card.set_code in codes]
            cardset = CardSet(cards=own_cards, extras=extras)
        return cardset.with_syntax(DatabaseText(self.source, is_all))

    def _packs(
        self, cards: Iterable[Card], log: DiagnosticLog
    ) -> tuple[Sequence[Sheet], Sequence[Booster]]:
        """Return the sheets of the rarities of *cards*, and a usual pack of them."""
        sheets = sheets_by_rarity(filter(_is_in_packs, cards))
        by_name = {each.name: each for each in sheets}
        counts = usual_counts(by_name)
        if not counts:
            return sheets, ()
        # in other games mythic rares are called super rares, secret rares …
        higher = [name for name in by_name if name == "mythic" or name.endswith(_HIGHER)]
        booster = booster_of(by_name, counts, higher)
        log.add(CockatriceCode.PACK, self.span, pack=described(booster))
        return sheets, (booster,)


def _is_in_packs(card: Card) -> bool:
    """Return whether a card may be in packs: tokens and backs are not."""
    flag = card.extras.get("cockatrice", EMPTY).get(TOKEN)
    is_back = card.faces[0].properties.get("side") == "back"
    return card.rarity != TOKEN and flag not in _TRUE and not is_back


def _database(source: SourceText, log: DiagnosticLog) -> _Database | None:
    """Return the database in *source*; None, and reported, if it is none."""
    read_ = versioned_document(source, log)
    if read_ is None:
        return None
    document, version = read_
    root = document.root
    info = {each.tag: FrozenDict(about(each)) for each in root.iterfind("info")}
    sets = [FrozenDict(about(each)) for each in root.iterfind("sets/set")]
    cards = _cards([*records_of(document, log)])
    cards_of: dict[str | None, list[Card]] = {}
    for card in cards:
        cards_of.setdefault(card.set_code, []).append(card)
    return _Database(
        source,
        document.span(root),
        {**info, "version": version},
        {each.get("name", ""): each for each in sets},
        cards,
        cards_of,
    )


def _shown(codes: Iterable[str | None]) -> str:
    """Return the first few of *codes*, for a message."""
    names = [(each or "none")[:_SHOWN] for each in codes]
    return ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")


# -- cards


def _cards(records: Sequence[DatabaseCard]) -> list[Card]:
    """Return the cards of a database; the backs are faces of their fronts."""
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
    """Yield a card for each set of *record*; *brought* are the cards that name it as related.

    The attributes of its sets are used up.
    """
    printings = record.sets or [("", {})]
    faces = _faces(record, printings[0][1].get("picurl", ""), ("back",) * len(backs))
    first_back = len(faces)
    refs, others = _related(record, backs, brought) if record.related or brought else ((), {})
    others |= _others(record, faces[0])
    for place, back in enumerate(backs, first_back):
        faces.append(_face(back.name, back.text, back.props, ("back",)))
        if kept := _others(back, faces[place]):
            others[f"back {place}"] = FrozenDict(kept)
    is_token = TOKEN in others and others[TOKEN] in _TRUE
    for number, (code, left) in enumerate(printings):
        own = dict(others)
        faces[0] = _with_image(faces[0], left.pop("picurl", ""))
        for place, back in enumerate(backs, first_back):
            of_back = back.sets[number][1] if back.sets else {}
            faces[place] = _with_image(faces[place], of_back.pop("picurl", ""))
            if of_back != left:
                own[f"set of back {place}"] = FrozenDict(of_back)
        written = left.pop("rarity", "")
        rarity = card_words.rarity(written) or None
        if written != (rarity or ""):
            left["rarity"] = written
        if is_token and rarity is None:
            rarity = own.pop(TOKEN) and TOKEN
        collector = left.pop("num", None)
        ids = _ids(left) if left else EMPTY
        if left:
            own["set"] = FrozenDict(left)
        yield trusted.card(
            tuple(faces), code or None, collector or None, rarity, ids, None, None, refs, (),
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


def _ids(attributes: dict[str, str]) -> FrozenDict[str, str]:
    """Return the ids of a printing; remove them from its *attributes*."""
    named = [(scheme, name) for scheme, name in IDS.items() if is_id(attributes.get(name, ""))]
    return FrozenDict({scheme: attributes.pop(name) for scheme, name in named}) if named else EMPTY


def _others(record: DatabaseCard, face: Face) -> dict[str, str]:
    """Return the elements of a record that do not follow from its *face*."""
    others = record.others
    if "tablerow" in others and others["tablerow"] == row_of(face.types):
        del others["tablerow"]
    return others


def _faces(record: DatabaseCard, image: str, backs: tuple[str, ...]) -> list[Face]:
    """Return the faces of a card without its *backs*.

    That is one, or the front and its adventure, or the whole of a split card and its halves.
    """
    names = record.name.split(NAMES) if NAMES in record.name else ()
    texts = parts_of(record.text, TEXTS, "\n\n") if names else ()
    if not names or len(names) != len(texts):
        return [_face(record.name, record.text, record.props, ("front", *backs), image)]
    halves: list[dict[str, str]] = [{} for _ in names]
    rest: dict[str, str] = {}
    for key, value in record.props.items():
        parts = parts_of(value, NAMES, " ")
        if key in PROPS and len(parts) == len(halves):
            for half, part in zip(halves, parts, strict=True):
                half[key] = part
        else:
            rest[key] = value
    parts_of_card = zip(names, texts, halves, strict=True)
    if not record.is_adventure:
        faces = [_face(*each, ("split",)) for each in parts_of_card]
        whole = whole_of(tuple(faces))
        return [_face(whole.name, whole.text, rest, ("front", "split"), image, whole), *faces]
    halves[0] |= rest
    kinds = ("alternate",) * len(names[1:])
    front, *others = parts_of_card
    faces = [_face(*each, kinds[:1]) for each in others]
    return [_face(*front, ("front", *kinds, *backs), image), *faces]


def _face(
    name: str,
    text: str,
    props: dict[str, str],
    kinds: tuple[str, ...],
    image: str = "",
    *whole: Face,
) -> Face:
    """Return the face that *props* describe, of the first of *kinds*; see :func:`face_of`."""
    return _named(face_of(tuple(props.items()), kinds, *whole), name, text, image)


def _with_image(face: Face, address: str) -> Face:
    """Return *face*, which was just made, with an image, if there is one."""
    if face.images.get("en", "") == address:
        return face
    return _named(face, face.name, face.text, address)


def _named(face: Face, name: str, text: str, image: str) -> Face:
    """Return *face* with a name, a text, and an image if it is not empty."""
    return trusted.face(
        name, face.mana_cost, face.colors, face.supertypes, face.types, face.subtypes, text,
        face.power, face.toughness, face.loyalty, FrozenDict(en=image) if image else EMPTY, EMPTY,
        face.properties, face.kind,
    )  # fmt: skip
