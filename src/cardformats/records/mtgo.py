"""Draft texts of Magic Online, which Draftmancer writes as well: one player's packs and picks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from itertools import groupby
from typing import Final

from attrs import define, field

from ..diagnostic_log import DiagnosticLog
from ..errors import DraftError
from ..model import Card, CardRef, CardSet, Face
from ..model.frozen import Value
from ..source import SourceText, Span
from .codes import RecordCode
from .record import DraftRecord, PickRecord, SeatRecord

#: The format whose extras these are.
FORMAT: Final = "mtgo"

_ARROW, _NO_ARROW = "--> ", "    "
_LINE = re.compile(r"([^\r\n]*)(?:\r\n?|\n|\Z)")
_PICK = re.compile(r"Pack ([0-9]{1,4}) pick [0-9]+:\s*")
_HEADING = re.compile(r"-+ (.{0,200}?) -+\s*")
_FIELD = re.compile(r"(Event #|Time|Players|Picked):(.*)")
_PRINTING = re.compile(r"(.+) \(([A-Za-z0-9_]{2,8})\) ([^\s()]+)")

#: Magic Online's times, of some time zone; Draftmancer's are as in letters.
_LOCAL = re.compile(
    r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4}) ([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?: ([AP])M)?"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
#: The number behind a session's name: when it began, in milliseconds.
_STAMP = re.compile(r"(.*)_([0-9]{10,15})")


@define
class _PickBlock:
    """Lines of cards below a heading.

    Attributes:
        round: the number of the pack, from 0.
        span: where the heading stands.
        cards: the cards.
        picked: the places of those with an arrow.
    """

    round: int
    span: Span
    cards: list[CardRef] = field(factory=list)
    picked: list[int] = field(factory=list)


class _MtgoText:
    """A text that is being read."""

    def __init__(self, source: SourceText, log: DiagnosticLog) -> None:
        self._source, self._log = source, log
        self.fields: dict[str, str] = {}
        self.players: list[str] = []
        self.owners: list[int] = []
        self.blocks: list[_PickBlock] = []
        self.headings: dict[int, str] = {}
        self._heading = ""
        self._unread: list[Span] = []
        self._is_another = False
        #: What lines with or without an arrow are now: players, cards, or nothing.
        self._below = ""
        for match in _LINE.finditer(source.text):
            self._read_line(match[1].removeprefix("\ufeff"), source.span(*match.span(1)))
        if self._unread:
            log.add(RecordCode.UNREAD, self._unread[0], count=len(self._unread))

    def _read_line(self, line: str, span: Span) -> None:
        if not line.strip():
            self._below = ""
        elif self._is_another or (line.startswith("Event #:") and self.blocks):
            self._is_another = True  # a record is of one event
            self._unread.append(span)
        elif pick := _PICK.fullmatch(line):
            self._below = "cards"
            self.blocks.append(_PickBlock(max(int(pick[1]) - 1, 0), span))
            self.headings.setdefault(self.blocks[-1].round, self._heading)
        elif self._below and line.startswith((_ARROW, _NO_ARROW, "\t")):
            self._read_entry(line)
        elif part := _FIELD.fullmatch(line):
            self._read_field(part[1], part[2].strip(), span)
        elif heading := _HEADING.fullmatch(line):
            self._heading = heading[1]
        elif self._below == "cards":
            self._read_entry(line)
        else:
            self._unread.append(span)

    def _read_entry(self, line: str) -> None:
        """Read a player, or a card."""
        has_arrow = line.startswith(_ARROW)
        name = line.removeprefix(_ARROW).strip()
        if self._below == "players":
            self.owners += [len(self.players)] * has_arrow
            self.players.append(name)
            return
        block = self.blocks[-1]
        block.picked += [len(block.cards)] * has_arrow
        block.cards.append(_card(name))

    def _read_field(self, name: str, value: str, span: Span) -> None:
        if name == "Picked":
            self._check_picked(value, span)
            return
        self._below = "players" if name == "Players" else ""
        self.fields.setdefault(name, value)

    def _check_picked(self, name: str, span: Span) -> None:
        """Compare the line that says again what was picked with the arrow, or take it for that."""
        block, card = self.blocks[-1] if self.blocks else None, _card(name)
        if block is None:
            self._unread.append(span)
        elif not block.picked and card in block.cards:
            block.picked.append(block.cards.index(card))
        elif card not in [block.cards[place] for place in block.picked]:
            self._log.add(RecordCode.OTHER_PICK, span, name=name[:80])


def _card(name: str) -> CardRef:
    """Read the card in a line; the halves of a split card are separated by one slash."""
    printing = _PRINTING.fullmatch(name)
    name, code, number = printing.groups() if printing else (name, None, None)
    if "/" in name and " // " not in name:
        first, _, second = name.partition("/")
        name = f"{first.rstrip()} // {second.lstrip('/ ')}"
    return CardRef(name, code, number)


def read_mtgo(source: SourceText, log: DiagnosticLog) -> DraftRecord | None:
    """Read the record of a text; None if it has no pick."""
    text = _MtgoText(source, log)
    if not text.blocks:
        log.add(RecordCode.NO_LOG, source.span(0), problem="there is no line 'Pack 1 pick 1:'")
        return None
    picks = []
    numbers: dict[int, int] = {}
    for block in text.blocks:
        if not block.picked:
            log.add(RecordCode.NO_PICK, block.span, what="card of this pick")
        number = numbers.get(block.round, 0)
        numbers[block.round] = number + 1
        picks.append(PickRecord(block.round, number, block.cards, block.picked))
    if len(text.owners) != 1 and text.players:
        log.add(RecordCode.NO_PICK, source.span(0), what="player, or more than one,")
    owner = text.owners[0] if text.owners else 0
    taken = [card for pick in picks for card in pick.taken]
    seats = [
        SeatRecord(f"seat{number}", name, picks=picks, cards=taken)
        if number == owner
        else SeatRecord(f"seat{number}", name)
        for number, name in enumerate(text.players or [""])
    ]
    names = dict.fromkeys(card for pick in picks for card in pick.pack)
    cards = CardSet(cards=[Card(Face(ref.name), ref.set_code, ref.number) for ref in names])
    time = _time(text.fields.get("Time", ""))
    kept: dict[str, Value] = {}
    if any(text.headings.values()):
        kept["headings"] = tuple(text.headings.values())
    if time is None and text.fields.get("Time"):
        kept["time"] = text.fields["Time"]
        span = source.span(source.text.index("Time:"))
        expected = "date and time of Magic Online or Draftmancer"
        log.add(RecordCode.WRONG_TYPE, span, what="the time", expected=expected)
    session, time = _session(text.fields.get("Event #", ""), time)
    extras = {FORMAT: kept} if kept else {}
    return DraftRecord("booster", seats, (), session, time, cards, extras)


def _session(event: str, time: datetime | None) -> tuple[str, datetime | None]:
    """Return the session of an event, without the time that Draftmancer has behind it."""
    stamp = _STAMP.fullmatch(event)
    if stamp is None or time is None or time.tzinfo is None:
        return event, time
    seconds, rest = divmod(int(stamp[2]), 1000)
    if seconds != int((time - _EPOCH).total_seconds()):
        return event, time
    return stamp[1], time.replace(microsecond=rest * 1000)


def _time(text: str) -> datetime | None:
    """Return a time of either program; None if it is neither."""
    try:
        if (local := _LOCAL.fullmatch(text)) is None:
            return parsedate_to_datetime(text).astimezone(UTC) if text.endswith(" GMT") else None
        month, day, year, hour, minute, second = map(int, local.groups()[:6])
        if local[7]:
            hour = hour % 12 + 12 * (local[7] == "P")
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - of some zone
    except (ValueError, TypeError, OverflowError):  # the 31st of February
        return None


# writing


def write_mtgo(record: DraftRecord, seat: int | None = None, *, printings: bool = False) -> str:
    """Write the text of one player's picks.

    What it does not have: others' picks, burned cards, decks, which picks were left out, and what
    is known of cards.

    Args:
        record: a booster draft.
        seat: whose picks they are; the first that has any if not given.
        printings: write set and number behind names, as for MagicProTools; Draftmancer does not
            read that.

    Raises:
        DraftError: it is no booster draft, or there is no such seat.
    """
    if record.kind != "booster":
        raise DraftError(f"such texts are of booster drafts, not of {record.kind!r}")
    if seat is None:
        seat = next((at for at, each in enumerate(record.seats) if each.picks), 0)
    if not 0 <= seat < len(record.seats):
        raise DraftError(f"there is no such seat; there are {len(record.seats)}, from 0 on", seat)
    lines = [f"Event #: {_one_line(_event(record))}", f"Time: {_written_time(record)}", "Players:"]
    for number, each in enumerate(record.seats):
        lines.append((_ARROW if number == seat else _NO_ARROW) + _one_line(each.name))
    kept = record.extras.get(FORMAT, {}).get("headings")
    headings = kept if isinstance(kept, tuple) else ()
    picks = record.seats[seat].picks
    for at, (round_, own) in enumerate(groupby(picks, key=lambda pick: pick.round)):
        heading = headings[at] if at < len(headings) else _set_of(record)
        lines += ["", f"------ {heading} ------", ""]
        for number, pick in enumerate(own):
            lines += [
                f"Pack {round_ + 1} pick {number + 1}:",
                *_card_lines(pick, with_printings=printings),
                "",
            ]
        lines.pop()
    return "\n".join(lines) + "\n\n"


def _card_lines(pick: PickRecord, *, with_printings: bool) -> Iterator[str]:
    picked = {*pick.picked}
    for place, card in enumerate(pick.pack):
        text = card.name or card.id or ""
        if with_printings and card.set_code and card.number:
            text = f"{card.name} ({card.set_code.upper()}) {card.number}"
        yield (_ARROW if place in picked else _NO_ARROW) + _one_line(text)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _event(record: DraftRecord) -> str:
    if record.time is None or record.time.tzinfo is None:
        return record.session
    return f"{record.session}_{(record.time - _EPOCH) // timedelta(milliseconds=1)}"


def _written_time(record: DraftRecord) -> str:
    time = record.time
    if time is None:
        return str(record.extras.get(FORMAT, {}).get("time", ""))
    if time.tzinfo is None:
        half, hour = divmod(time.hour, 12)
        clock = f"{hour or 12}:{time:%M:%S} {('AM', 'PM')[half]}"
        return f"{time.month}/{time.day}/{time.year:04} {clock}"
    return format_datetime(time.astimezone(UTC), usegmt=True)


def _set_of(record: DraftRecord) -> str:
    """Return the set of at least half of the cards, if no other occurs; else ``Cube``."""
    codes = [card.set_code for card in record.cards.cards]
    only = {code for code in codes if code}
    is_most = 2 * sum(code is not None for code in codes) >= len(codes)
    return only.pop().upper() if len(only) == 1 and is_most else "Cube"
