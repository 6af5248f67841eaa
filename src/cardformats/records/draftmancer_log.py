"""Draftmancer's draft logs, versions 2.0 and 2.1: JSON to a record and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
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
from .codes import RecordCode
from .deck_hashes import deck_hashes
from .draftmancer_cards import card_id, read_card, write_card
from .draftmancer_picks import read_pick, write_pick
from .draftmancer_values import (
    FORMAT,
    OWN,
    LogReading,
    Values,
    are_ids,
    are_lists_of_ids,
    is_flag,
    is_list,
    is_object,
    is_text,
    member,
)
from .record import MAX_LANDS, DeckRecord, DraftRecord, PickRecord, SeatRecord

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

_MEMBERS = ("version", "type", "sessionID", "time", "boosters", "carddata", "users")
#: What a log has besides, where nothing else is known.
_DEFAULTS: Mapping[str, Any] = {
    "setRestriction": [],
    "useCustomBoosters": False,
    "customBoosters": [],
    "delayed": False,
    "personalLogs": True,
    "teamDraft": False,
}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

#: Maximum number of names or ids in a message.
_SHOWN = 3


def read_log(source: SourceText, log: DiagnosticLog) -> DraftRecord | None:
    """Read the record of a log; None if it is not a log."""
    json = JsonText.whole(source)
    try:
        value = json.decode()
    except JsonProblem as problem:
        log.add(RecordCode.NOT_JSON, source.span(problem.offset), problem=problem.message)
        return None
    json.report_lone_surrogates(log)
    if not is_object(value) or not is_object(value.get("users")):
        reason = "it is not an object with the member users"
        log.add(RecordCode.NO_LOG, source.span(0), problem=reason)
        return None
    return _DraftmancerLog(LogReading(json, log), value).record()


class _DraftmancerLog:
    """A log that is being read."""

    def __init__(self, reading: LogReading, value: dict[str, Any]) -> None:
        self._reading = reading
        self._values = Values(reading, (), value)
        self._data = dict(self._values.get("carddata", is_object, {}))
        for each in self._values.get("silentAuction", is_list, []):  # the cards are there, too
            pack = member(member(each, "state"), "currentPack")
            for card in pack if is_list(pack) else ():
                if is_object(card) and is_text(card.get("id")):
                    self._data.setdefault(card["id"], card)
        self._cards = self._read_cards()

    def _read_cards(self) -> CardSet:
        """Return the cards of the log, each with a reference by its id."""
        strange = []
        cards: dict[str, Card] = {}
        for id_, value in self._data.items():
            cards[id_], is_understood = read_card(id_, value, self._data)
            if not is_understood:
                strange.append(cards[id_].name)
        if strange:
            data = {"count": len(strange), "examples": _shown(strange)}
            self._reading.report(RecordCode.CARD_DATA, ("carddata",), **data)
        index = CardIndex(cards.values())
        for id_, card in cards.items():
            own = card.ref
            if index.card(own) is not card:
                own = evolve(own, id=id_)
            self._reading.refs[id_] = own
        return CardSet(cards=cards.values())

    def record(self) -> DraftRecord:
        values = self._values
        version = values.get("version", is_text, VERSION)
        if version not in _KNOWN_VERSIONS:
            values.report(RecordCode.VERSION, "version", version=version[:20])
        type_ = values.get("type", is_text, TYPES["booster"])
        kind = _KINDS.get(type_, type_)
        boosters = values.get("boosters", are_lists_of_ids, [])
        packs = [self._reading.cards(pack) for pack in boosters]
        users = values.members["users"]
        seats = [self._seat(id_, kind, packs) for id_ in users]
        self._report_missing(kind, seats)
        session = values.get("sessionID", is_text, "")
        values.own |= values.get(OWN, is_object, {})
        extras = values.extras((*_MEMBERS, OWN), _DEFAULTS)
        return DraftRecord(kind, seats, packs, session, self._time(), self._cards, extras)

    def _report_missing(self, kind: str, seats: Iterable[SeatRecord]) -> None:
        """Report what the log lacks: picks, and the data of cards."""
        without = [
            seat.name or seat.id for seat in seats if not seat.picks and kind not in _WITHOUT_PICKS
        ]
        if without:
            self._values.report(RecordCode.STRIPPED, "users", names=_shown(without))
        unknown = self._reading.unknown
        if unknown:
            data = {"count": len(unknown), "examples": _shown(unknown)}
            self._reading.report(RecordCode.UNKNOWN_CARDS, ("carddata",), **data)

    def _time(self) -> datetime | None:
        value = self._values.members.get("time")
        if value is None:
            return None
        if type(value) is int:
            with suppress(OverflowError):
                return _EPOCH + timedelta(milliseconds=value)
        self._values.wrong("time", "number of milliseconds")
        return None

    # players

    def _seat(self, id_: str, kind: str, packs: list[list[CardRef]]) -> SeatRecord:
        value = self._values.members["users"][id_]
        if not is_object(value):
            self._values.report(
                RecordCode.WRONG_TYPE, "users", id_, what=f"the user {id_!r:.80}", expected="object"
            )
            return SeatRecord(id_, extras={FORMAT: {"value": value}})
        values = Values(self._reading, ("users", id_), value)
        is_bot = values.get("isBot", is_flag, False)
        name = values.get("userName", is_text, "")
        picks = self._picks(values, kind)
        if kind == "booster":
            made = values.members.get("picks")
            numbers: list[Any] = made if isinstance(made, list) else []
            picks = _with_numbers(picks, numbers, packs, is_bot=is_bot)
        cards = self._reading.cards(values.get("cards", are_ids, []))
        deck = self._deck(values, name)
        known = {"userName", "isBot", "picks", "cards", "decklist"}
        extras = values.extras(known, {"userID": id_})
        return SeatRecord(id_, name, is_bot, picks, cards, deck, extras)

    def _picks(self, values: Values, kind: str) -> list[PickRecord]:
        picks = []
        unread = []
        for number, value in enumerate(values.get("picks", is_list, [])):
            path = (*values.path, "picks", number)
            pick = read_pick(self._reading, path, value, kind, number)
            if pick is None:
                what = f"pick {number + 1}"
                values.report(
                    RecordCode.WRONG_TYPE, "picks", number, what=what, expected="pick of a draft"
                )
                unread.append(value)
            else:
                picks.append(pick)
        if unread:
            values.own["unread"] = unread
        return picks

    def _deck(self, values: Values, name: str) -> DeckRecord | None:
        value = values.get("decklist", is_object)
        if value is None:
            return None
        own = Values(self._reading, (*values.path, "decklist"), value)
        main, side = own.get("main", are_ids, []), own.get("side", are_ids, [])
        lands, hashes = own.get("lands", _are_lands, {}), own.get("hashes", _are_texts, {})
        deck = DeckRecord(self._reading.cards(main), self._reading.cards(side), lands)
        if main or side:
            computed = deck_hashes(deck)
            others = {}
            for program, each in hashes.items():
                expected = computed.get(program)
                if expected is None or expected.lstrip("0") != each.lstrip("0"):
                    others[program] = each
                if expected is not None and program in others and not self._reading.unknown:
                    data = {"program": program, "value": each, "computed": expected, "name": name}
                    own.report(RecordCode.HASH, "hashes", program, **data)
            hashes = others
        rest = own.extras({"main", "side", "lands", "hashes"})
        if rest:
            values.own["decklist"] = thaw(rest[FORMAT])
        return evolve(deck, hashes=hashes)


def _shown(names: Iterable[str]) -> str:
    names = list(names)
    text = ", ".join(f"{name:.60}" for name in names[:_SHOWN])
    return text + (", …" if len(names) > _SHOWN else "")


def _are_lands(value: Any) -> bool:
    return is_object(value) and all(
        type(each) is int and 0 <= each <= MAX_LANDS for each in value.values()
    )


def _are_texts(value: Any) -> bool:
    return is_object(value) and all(map(is_text, value.values()))


def _with_numbers(
    picks: list[PickRecord], values: list[Any], packs: list[list[CardRef]], *, is_bot: bool
) -> list[PickRecord]:
    """Number *picks* from 0 on in each round.

    Early logs have no numbers: a round begins where the pack is larger than the one before.  Of
    bots, and of players in whose place a bot played, the numbers begin with 1.
    """
    if not any("pickNum" in each for each in values if is_object(each)):
        numbered: list[PickRecord] = []
        round_, number, size = 0, 0, 0
        for pick in picks:
            if numbered and len(pick.pack) > size:
                round_, number = round_ + 1, 0
            numbered.append(evolve(pick, round=round_, number=number))
            number, size = number + 1, len(pick.pack)
        return numbered
    first: dict[int, PickRecord] = {}
    for pick in picks:
        first.setdefault(pick.round, pick)
    opened = {tuple(pack) for pack in packs}
    shifted = {
        round_
        for round_, pick in first.items()
        if pick.number == 1 and (pick.pack in opened if packs else is_bot)
    }
    return [
        evolve(pick, number=pick.number - 1) if pick.round in shifted and pick.number else pick
        for pick in picks
    ]


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
        time = record.time if record.time.tzinfo else record.time.replace(tzinfo=UTC)
        value["time"] = (time - _EPOCH) // timedelta(milliseconds=1)
    value |= _DEFAULTS
    value["boosters"] = [[*map(writing.id_of, pack)] for pack in record.packs]
    own = thaw(record.extras.get(FORMAT, EMPTY))
    value["carddata"] = writing.card_data(losses)
    if of_game := thaw(record.extras.get(OWN, EMPTY)):
        value[OWN] = of_game  # a member of its own, which Draftmancer ignores
    return Report(encode({**value, **own}, indent) + "\n", losses.finish())


class _LogWriting:
    """A record that is being written: ids for its cards."""

    def __init__(self, record: DraftRecord) -> None:
        self._kind = record.kind
        self._cards = record.cards
        self._ids: dict[CardRef, str] = {}
        self._written: dict[str, Card] = {}
        for card in record.cards.cards:
            self._written.setdefault(card_id(card), card)

    def id_of(self, ref: CardRef) -> str:
        """Return the id of a card; one of which nothing is known has its own."""
        known = self._ids.get(ref)
        if known is None:
            card = self._cards.card(ref)
            if card is None and (ref.name or ref.id is None):
                card = Card(Face(ref.name), ref.set_code, ref.number)
            known = ref.id or "" if card is None else card_id(card)
            if card is not None:
                self._written.setdefault(known, card)
            self._ids[ref] = known
        return known

    def card_data(self, losses: LossLog) -> dict[str, Any]:
        """Return the data of all cards by id."""
        return {id_: write_card(card, losses) for id_, card in self._written.items()}

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
        is_known = all(card.name for card in (*deck.main, *deck.side))
        computed = deck_hashes(deck) if is_known and (deck.main or deck.side) else {}
        if hashes := {**computed, **deck.hashes}:
            value["hashes"] = hashes
        if deck.lands:
            value["lands"] = dict(deck.lands)
        return value
