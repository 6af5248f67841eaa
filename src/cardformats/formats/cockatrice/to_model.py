"""From records of cards to a card set: a card for each printing, with its faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import Card, CardRef, CardSet, Color, Face, FrozenDict, trusted
from ...model.cards import whole_of
from ...model.frozen import EMPTY
from .. import card_words
from ..base import Input
from ..by_rarity import booster_of, described, sheets_by_rarity, usual_counts
from ..xml_text import Document
from .codes import CockatriceCode
from .format import META, CockatriceOptions
from .props import PROPS, derived, gives_back, meaning, row_of
from .reader import about, check_rarities, database, records_of
from .syntax import (
    IDS,
    NAMES,
    RELATED,
    REVERSE,
    TEXTS,
    TOKEN,
    CardRecord,
    DatabaseText,
    is_id,
)

_TRUE: Final = ("1", "true")
_NO_COLORS: Final = frozenset[Color]()
_HIGHER: Final = " rare"
_SHOWN: Final = 10


def read(input_: Input, options: CockatriceOptions) -> Report[CardSet]:
    """Read a card database, or one of its sets."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    if (read_ := database(source, log)) is None:
        return Report(CardSet(), log.finish())
    document, version = read_
    records = [*records_of(document, log)]
    check_rarities(document, records, log)
    cards = [*_cards(records)]
    codes = [*dict.fromkeys(card.set_code for card in cards)]
    own = codes
    if options.of_set is not None:
        own = [each for each in codes if each and each.lower() == options.of_set.lower()]
        if not own:
            span, shown = document.span(document.root), _shown(codes)
            log.add(CockatriceCode.NO_SUCH_SET, span, code=options.of_set, codes=shown)
        cards = [card for card in cards if card.set_code in own]
    cardset = _cardset(document, cards, own, log)
    extras = {**cardset.extras["cockatrice"], "version": version}
    cardset = evolve(cardset, extras={"cockatrice": FrozenDict(extras)})
    if own == codes:
        cardset = cardset.with_syntax(DatabaseText(source))
    return Report(cardset, log.finish())


def _cardset(
    document: Document, cards: Sequence[Card], codes: Sequence[str | None], log: DiagnosticLog
) -> CardSet:
    """The set of *cards*, with the name, the sheets and the packs that a single set has."""
    kept = map(about, document.root.iterfind("sets/set"))
    sets = {each.get("name", ""): FrozenDict(each) for each in kept}
    span = document.span(document.root)
    if unknown := [each for each in codes if each and each not in sets]:
        log.add(CockatriceCode.NO_SET, span, codes=_shown(unknown))
    extras: dict[str, Any] = {}
    if (info := document.root.find("info")) is not None:
        extras["info"] = FrozenDict(about(info))
    if len(codes) != 1:
        if codes:
            shown = _shown(codes)
            log.add(CockatriceCode.SEVERAL_SETS, span, count=len(codes), codes=shown)
        return CardSet(cards=cards, extras={"cockatrice": {**extras, "sets": tuple(sets.values())}})
    own = sets.get(codes[0] or "", EMPTY)
    sheets = sheets_by_rarity(card for card in cards if card.rarity != TOKEN)
    by_name = {each.name: each for each in sheets}
    counts = usual_counts(by_name)
    # in other games mythic rares are called super rares, secret rares …
    higher = [name for name in by_name if name == "mythic" or name.endswith(_HIGHER)]
    boosters = [booster_of(by_name, counts, higher)] if counts else []
    for booster in boosters:
        log.add(CockatriceCode.PACK, span, pack=described(booster))
    return CardSet(
        own.get("longname", ""),
        codes[0],
        cards,
        sheets,
        boosters,
        meta={key: own[tag] for key, tag in META.items() if tag in own},
        extras={"cockatrice": {**extras, "sets": (own,) if own else ()}},
    )


def _shown(codes: Iterable[str | None]) -> str:
    """The first of *codes*."""
    names = [(each or "none")[:_SHOWN] for each in codes]
    return ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")


# -- cards


def _cards(records: Sequence[CardRecord]) -> Iterator[Card]:
    """The cards of *records*; the backs are faces of their fronts."""
    backs = {each.name: each for each in records if each.props.get("side") == "back"}
    pairs = [(record, [*_backs_of(record, backs)]) for record in records]
    # what several cards transform to is a card of its own
    uses = Counter(each.name for _, others in pairs for each in others)
    bringing: dict[str, dict[str, None]] = {}
    for record in records:
        for tag, name, _ in record.related:
            if tag != RELATED[0]:
                bringing.setdefault(name, {})[record.name] = None
    for record, others in pairs:
        if uses[record.name] != 1:
            own = [each for each in others if uses[each.name] == 1]
            yield from _printings(record, own, bringing.get(record.name, ()))


def _backs_of(record: CardRecord, backs: Mapping[str, CardRecord]) -> Iterator[CardRecord]:
    """The backs of a card: they are in the same sets, and name no other cards."""
    for tag, name, attributes in record.related if backs else ():
        back = backs.get(name, record)
        is_back = tag == RELATED[0] and attributes == {"attach": "transform"}
        codes, own_codes = ([code for code, _ in each.sets] for each in (back, record))
        if is_back and back is not record and not back.related and codes == own_codes:
            yield back


def _printings(
    record: CardRecord, backs: Sequence[CardRecord], brought: Iterable[str]
) -> Iterator[Card]:
    """A card for each set of *record*; *brought* are the cards that say that it brings them."""
    faces = _faces(record, "front", *("back" for _ in backs))
    first_back = len(faces)
    faces += [_face(each, ("back",)) for each in backs]
    refs, ways = _related(record, {each.name for each in backs}, brought)
    others: dict[str, Any] = {"related": FrozenDict(ways)} if ways else {}
    others |= _others(record, faces[0])
    for place, back in enumerate(backs, first_back):
        if kept := _others(back, faces[place]):
            others[f"back {place}"] = FrozenDict(kept)
    # all printings have the same, but for the token that a rarity says
    token = {key: each for key, each in others.items() if key != TOKEN}
    is_token = others.get(TOKEN) in _TRUE
    same = [_extras(token), _extras(others)]
    for number, (code, attributes) in enumerate(record.sets or [("", {})]):
        own: dict[str, Any] = {}
        left = dict(attributes)
        printed = (_with_image(faces[0], left.pop("picurl", "")), *faces[1:])
        if backs:
            printed = (*printed[:first_back], *_backs_in(number, backs, faces, left, own))
        rarity = card_words.rarity(left.get("rarity", "")) or None
        if left.get("rarity") in (rarity, ""):
            left.pop("rarity", None)
        has_token = not is_token or rarity is not None
        collector = left.pop("num", None)
        own_ids = [each for each in IDS if IDS[each] in left and is_id(left[IDS[each]])]
        ids = {scheme: left.pop(IDS[scheme]) for scheme in own_ids}
        if left:
            own["set"] = FrozenDict(left)
        extras = _extras({**(others if has_token else token), **own}) if own else same[has_token]
        yield trusted.card(
            printed, code or None, collector or None, rarity if has_token else TOKEN,
            FrozenDict(ids) if ids else EMPTY, None, None, refs, (), extras,
        )  # fmt: skip


def _extras(own: dict[str, Any]) -> FrozenDict[str, Any]:
    return FrozenDict(cockatrice=FrozenDict(own)) if own else EMPTY


def _backs_in(
    number: int,
    backs: Sequence[CardRecord],
    faces: Sequence[Face],
    front: Mapping[str, str],
    extras: dict[str, Any],
) -> Iterator[Face]:
    """The backs of a printing; what they have otherwise than the *front* is put into *extras*."""
    first = len(faces) - len(backs)
    for place, back in enumerate(backs, first):
        own = dict(back.sets[number][1]) if back.sets else {}
        yield _with_image(faces[place], own.pop("picurl", ""))
        if own != front:
            extras[f"set of back {place}"] = FrozenDict(own)


def _related(
    record: CardRecord, backs: Collection[str], brought: Iterable[str]
) -> tuple[tuple[CardRef, ...], dict[str, Any]]:
    """The cards that belong to a record but for its *backs*, and in what ways it names them."""
    refs: dict[str, CardRef] = {}
    ways: dict[str, Any] = {}
    for tag, name, attributes in record.related:
        if name not in backs:
            refs[name] = trusted.card_ref(name, None, None, None)
            way = {REVERSE: True} if tag != RELATED[0] else {}
            ways[name] = (*ways.get(name, ()), FrozenDict({**attributes, **way}))
    for name in brought:
        refs.setdefault(name, CardRef(name))
    return tuple(refs.values()), ways


def _others(record: CardRecord, face: Face) -> dict[str, str]:
    """The elements of a record that its *face* does not imply."""
    others = dict(record.others)
    if others.get("tablerow") == row_of(face.types):
        del others["tablerow"]
    return others


def _with_image(face: Face, address: str) -> Face:
    """A face that was just made, with an image."""
    if not address:
        return face
    return trusted.face(
        face.name, face.mana_cost, face.colors, face.supertypes, face.types, face.subtypes,
        face.text, face.power, face.toughness, face.loyalty, FrozenDict(en=address),
        EMPTY, face.properties, face.kind,
    )  # fmt: skip


def _faces(record: CardRecord, *kinds: str) -> list[Face]:
    """The face of a card with faces of these *kinds*; of one with halves the whole, and these."""
    names, texts = record.name.split(NAMES), record.text.split(TEXTS)
    if len(names) == 1 or len(names) != len(texts):
        return [_face(record, kinds)]
    halves = [CardRecord(name, text) for name, text in zip(names, texts, strict=True)]
    rest: dict[str, str] = {}
    for key, value in record.props.items():
        parts = value.split(NAMES)
        if key in PROPS and len(parts) == len(halves):
            for half, part in zip(halves, parts, strict=True):
                half.props[key] = part
        else:
            rest[key] = value
    faces = [_face(half, ("split",)) for half in halves]
    whole = evolve(whole_of(tuple(faces)), name=record.name)
    fields = {name: meant for each in rest.items() for name, meant in meaning(*each)[0].items()}
    front = evolve(whole, **fields)
    implied = {*derived(front.mana_cost, front.types, ("front", "split"))}
    kept = {
        key: text
        for key, text in rest.items()
        if (key, text) not in implied and not gives_back(key, text, front)
    }
    return [evolve(front, properties=kept), *faces]


def _face(record: CardRecord, kinds: Sequence[str]) -> Face:
    """The face that a record describes, of the first of *kinds*."""
    fields: dict[str, Any] = {}
    kept: dict[str, str] = {}
    for key, text in record.props.items():
        meant, is_whole = meaning(key, text)
        fields |= meant
        if not is_whole:
            kept[key] = text
    value_of = fields.get
    cost, types = value_of("mana_cost"), value_of("types", ())
    if kept:
        for key, text in derived(cost, types, kinds):
            if kept.get(key) == text:
                del kept[key]
    colors = value_of("colors")
    if colors is None:
        colors = cost.colors if cost is not None else _NO_COLORS
    return trusted.face(
        record.name, cost, colors, value_of("supertypes", ()), types, value_of("subtypes", ()),
        record.text, value_of("power"), value_of("toughness"), value_of("loyalty"),
        EMPTY, EMPTY, FrozenDict(kept) if kept else EMPTY, kinds[0],
    )  # fmt: skip
