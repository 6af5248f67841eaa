"""Draftmancer's draft logs, versions 2.0 and 2.1: JSON to a record and back."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Report
from ..formats.json_text import JsonProblem, JsonText, encode
from ..losses import LossLog
from ..model import Card, CardRef, CardSet, Face
from ..model.edits import CardIndex
from ..model.frozen import EMPTY, thaw
from ..source import SourceText
from .codes import RecordCode, listed
from .draftmancer_cards import card_id, read_card, write_card
from .draftmancer_picks import read_pick, write_pick
from .draftmancer_values import (
    FORMAT,
    OWN,
    LogReading,
    Values,
    are_ids,
    are_lists_of_ids,
    are_texts,
    is_time,
    milliseconds_of,
    time_of,
)
from .record import DeckRecord, DraftRecord, PickRecord, SeatRecord, are_lands

#: The version that is written.
VERSION: Final = "2.1"
_KNOWN_VERSIONS = ("2.0", VERSION)

#: The types of logs by the kinds of drafts.
TYPES: Mapping[str, str] = {
    "booster": "Draft",
    "winston": "Winston Draft",
    "winchester": "Winchester Draft",
    "housman": "Housman Draft",
    "grid": "Grid Draft",
    "rochester": "Rochester Draft",
    "rotisserie": "Rotisserie Draft",
    "minesweeper": "Minesweeper Draft",
    "solomon": "Solomon Draft",
    "silent-auction": "Silent Auction Draft",
    "sealed": "Sealed",
    "team_sealed": "TeamSealed",
    "jumpstart": "Jumpstart",
}
_KINDS = {type_: kind for kind, type_ in TYPES.items()}
#: The kinds in whose logs players have no picks.
_WITHOUT_PICKS = ("sealed", "team_sealed", "jumpstart", "minesweeper", "silent-auction")

#: What a log has besides, where nothing else is known.
_DEFAULTS: Mapping[str, Any] = {
    "setRestriction": [],
    "useCustomBoosters": False,
    "customBoosters": [],
    "delayed": False,
    "personalLogs": True,
    "teamDraft": False,
}


def read_log(source: SourceText, log: DiagnosticLog) -> DraftRecord | None:
    """Read the record of a log; None if it is not a log."""
    json = JsonText.whole(source)
    try:
        value = json.decode()
    except JsonProblem as problem:
        log.add(RecordCode.NOT_JSON, source.span(problem.offset), problem=problem.message)
        return None
    json.report_lone_surrogates(log)
    if not isinstance(value, dict) or not isinstance(value.get("users"), dict):
        log.add(
            RecordCode.NO_LOG,
            source.span(0),
            problem="it is not an object with the member users",
        )
        return None
    return _DraftmancerLog(json, log).record(value)


class _DraftmancerLog(LogReading):
    """A log that is being read."""

    def record(self, value: dict[str, Any]) -> DraftRecord:
        """Return the record of the log in an object."""
        values = Values(self, (), value)
        cards = self._read_cards(values)
        version = values.get("version", str, VERSION)
        if version not in _KNOWN_VERSIONS:
            values.report(RecordCode.VERSION, "version", version=version[:20])
        type_ = values.get("type", str, TYPES["booster"])
        kind = _KINDS.get(type_, type_)
        packs = [*map(self.cards, values.get("boosters", are_lists_of_ids, []))]
        users = values.get("users", dict)
        seats = [self._seat(id_, users[id_], kind, packs) for id_ in users]
        without = [seat.name or seat.id for seat in seats if not seat.picks]
        if without and kind not in _WITHOUT_PICKS:
            values.report(RecordCode.STRIPPED, "users", names=listed(without))
        self._report_cards(RecordCode.UNKNOWN_CARDS, self.unknown)
        session = values.get("sessionID", str, "")
        values.own |= values.get(OWN, dict, {})
        values.drop(_DEFAULTS)
        time = values.get("time", is_time)
        began = None if time is None else time_of(time)
        return DraftRecord(kind, seats, packs, session, began, cards, values.extras)

    def _read_cards(self, values: Values) -> CardSet:
        """Return the cards of the log, each with a reference by its id."""
        data = values.get("carddata", dict, {})
        read = {id_: read_card(id_, value, data) for id_, value in data.items()}
        strange = [card.name for card, is_understood in read.values() if not is_understood]
        self._report_cards(RecordCode.CARD_DATA, strange)
        cards = [card for card, _ in read.values()]
        index = CardIndex(cards)
        for id_, card in zip(read, cards, strict=True):
            own = card.ref
            self.refs[id_] = own if index.card(own) is card else evolve(own, id=id_)
        return CardSet(cards=cards)

    def _report_cards(self, code: RecordCode, names: Collection[str]) -> None:
        if names:
            self.report(code, ("carddata",), count=len(names), examples=listed(names))

    # players

    def _seat(self, id_: str, value: Any, kind: str, packs: list[list[CardRef]]) -> SeatRecord:
        path = ("users", id_)
        if not isinstance(value, dict):
            what = f"the user {id_!r:.80}"
            self.report(RecordCode.WRONG_TYPE, path, what=what, expected="object")
            value = {"value": value}
        values = Values(self, path, value)
        is_bot, name = values.get("isBot", bool, False), values.get("userName", str, "")
        made = values.get("picks", list, [])
        picks = self._picks(values, made, kind)
        if kind == "booster":
            has_numbers = any("pickNum" in each for each in made if isinstance(each, dict))
            its = _from_0(picks, packs, is_bot=is_bot) if has_numbers else _with_numbers(picks)
            picks = [*its]
        cards = self.cards(values.get("cards", are_ids, []))
        deck = self._deck(values)
        values.drop({"userID": id_})
        return SeatRecord(id_, name, is_bot, picks, cards, deck, values.extras)

    def _picks(self, values: Values, made: list[Any], kind: str) -> list[PickRecord]:
        picks = []
        unread = []
        for number, value in enumerate(made):
            path = (*values.path, "picks", number)
            if pick := read_pick(self, path, value, kind, number):
                picks.append(pick)
                continue
            data = {"what": f"pick {number + 1}", "expected": "pick of a draft"}
            self.report(RecordCode.WRONG_TYPE, path, **data)
            unread.append(value)
        if unread:
            values.own["unread"] = unread
        return picks

    def _deck(self, values: Values) -> DeckRecord | None:
        value = values.get("decklist", dict)
        if value is None:
            return None
        own = Values(self, (*values.path, "decklist"), value)
        main, side = [self.cards(own.get(part, are_ids, [])) for part in ("main", "side")]
        lands, hashes = own.get("lands", are_lands, {}), own.get("hashes", are_texts, {})
        if own.rest:
            values.own["decklist"] = own.rest
        return DeckRecord(main, side, lands, hashes)


def _with_numbers(picks: list[PickRecord]) -> Iterator[PickRecord]:
    """Yield the picks of an early log with numbers from 0 on in each round.

    A round begins where the pack is larger than the one before.
    """
    round_, number, size = -1, 0, 0
    for pick in picks:
        if len(pick.pack) > size or round_ < 0:
            round_, number = round_ + 1, 0
        yield evolve(pick, round=round_, number=number)
        number, size = number + 1, len(pick.pack)


def _from_0(
    picks: list[PickRecord], packs: list[list[CardRef]], *, is_bot: bool
) -> Iterator[PickRecord]:
    """Yield picks with numbers from 0 on.

    Of bots, and of players in whose place a bot played, the numbers begin with 1.
    """
    opened = {tuple(pack) for pack in packs}
    first = {pick.round: pick for pick in reversed(picks)}
    shifted = {
        round_
        for round_, pick in first.items()
        if pick.number == 1 and (pick.pack in opened if packs else is_bot)
    }
    for pick in picks:
        yield evolve(pick, number=max(pick.number - (pick.round in shifted), 0))


# writing


def write_log(record: DraftRecord, indent: str | None = "\t") -> Report[str]:
    """Write the log of a record, and report what could not be written of cards.

    Args:
        record: the record.
        indent: what a level is indented by; None for a text without line ends.
    """
    losses = LossLog(FORMAT)
    writing = _LogWriting(record)
    users = {seat.id: writing.seat(seat) for seat in record.seats}
    value: dict[str, Any] = {
        "version": VERSION,
        "type": TYPES.get(record.kind, record.kind),
        "users": users,
        "sessionID": record.session,
    }
    if record.time is not None:
        value["time"] = milliseconds_of(record.time)
    value |= _DEFAULTS
    value["boosters"] = [[*map(writing.id_of, pack)] for pack in record.packs]
    own = thaw(record.extras.get(FORMAT, EMPTY))
    value["carddata"] = {id_: write_card(card, losses) for id_, card in writing.written.items()}
    if of_game := thaw(record.extras.get(OWN, EMPTY)):
        value[OWN] = of_game  # a member of its own, which Draftmancer ignores
    return Report(encode({**value, **own}, indent) + "\n", losses.finish())


class _LogWriting:
    """A record that is being written: ids for its cards."""

    def __init__(self, record: DraftRecord) -> None:
        self._kind = record.kind
        self._cards = record.cards
        self._ids: dict[CardRef, str] = {}
        self.written: dict[str, Card] = {}
        for card in record.cards.cards:
            self.written.setdefault(card_id(card), card)

    def id_of(self, ref: CardRef) -> str:
        """Return the id of a card; one of which nothing is known has its own."""
        if ref not in self._ids:
            card = self._cards.card(ref)
            if card is None and (ref.name or ref.id is None):
                card = Card(Face(ref.name), ref.set_code, ref.number)
            self._ids[ref] = ref.id or "" if card is None else card_id(card)
            if card is not None:
                self.written.setdefault(self._ids[ref], card)
        return self._ids[ref]

    def seat(self, seat: SeatRecord) -> dict[str, Any]:
        """Return the object of a player."""
        own = thaw(seat.extras.get(OWN, EMPTY))
        unread, of_deck = own.get("unread", []), own.get("decklist", {})
        value: dict[str, Any] = {
            "userID": seat.id,
            "userName": seat.name,
            "isBot": seat.is_bot,
            "picks": [write_pick(pick, self._kind, self.id_of) for pick in seat.picks] + unread,
            "cards": [*map(self.id_of, seat.cards)],
        }
        if seat.deck is not None:
            value["decklist"] = {**self._deck(seat.deck), **of_deck}
        return {**value, **thaw(seat.extras.get(FORMAT, EMPTY))}

    def _deck(self, deck: DeckRecord) -> dict[str, Any]:
        value: dict[str, Any] = {}
        if deck.main or deck.side or not deck.hashes:  # else a log that was stripped
            value["main"] = [*map(self.id_of, deck.main)]
            value["side"] = [*map(self.id_of, deck.side)]
        if deck.hashes:
            value["hashes"] = dict(deck.hashes)
        if deck.lands:
            value["lands"] = dict(deck.lands)
        return value
