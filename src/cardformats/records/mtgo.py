"""Draft texts of Magic Online, which Draftmancer writes as well: one player's packs and picks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from itertools import groupby
from typing import Any, Final

from attrs import define, evolve, field

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Report
from ..errors import DraftError
from ..model import CardRef
from ..source import SourceText, Span
from .codes import RecordCode
from .draftmancer_values import milliseconds_of, time_of
from .of_draft import with_cards
from .record import DraftRecord, PickRecord, SeatRecord

#: The format whose extras these are.
FORMAT: Final = "mtgo"

_ARROW, _NO_ARROW = "--> ", "    "
_LINES = re.compile(r"([^\r\n]*)(?:\r\n?|\n|\Z)")
#: The lines that are neither players nor cards: the pack of a pick, headings and fields.
_MARKED = re.compile(
    r"Pack (?P<pack>[0-9]{1,4}) pick [0-9]+:\s*|-+ .{0,200}? -+\s*"
    r"|(?P<field>Event #|Time|Players|Picked):(?P<value>.*)"
)
_PRINTING = re.compile(r"(.+) \(([A-Za-z0-9_]{2,8})\) ([^\s()]+)")

#: The number behind a session's name: when it began, in milliseconds.
_STAMP = re.compile(r"(.*)_([0-9]{10,14})")


def _card(name: str) -> CardRef:
    """Read the card in a line; the halves of a split card are separated by one slash."""
    printing = _PRINTING.fullmatch(name)
    name, code, number = printing.groups() if printing else (name, None, None)
    if "/" in name and " // " not in name:
        first, _, second = name.partition("/")
        name = f"{first.rstrip()} // {second.lstrip('/ ')}"
    return CardRef(name, code, number)


@define
class _Block:
    """Lines of cards below the heading of a pick, or of players.

    Attributes:
        span: where the heading stands.
        round: the number of the pack, from 0.
        read: makes something of a line.
        items: what was made of the lines.
        marked: the places of those with an arrow.
    """

    span: Span
    round: int = 0
    read: Callable[[str], Any] = _card
    items: list[Any] = field(factory=list)
    marked: list[int] = field(factory=list)

    def add(self, line: str) -> None:
        """Read a line."""
        self.marked += [len(self.items)] * line.startswith(_ARROW)
        self.items.append(self.read(line.removeprefix(_ARROW).strip()))


class _MtgoText:
    """A text that is being read.

    Attributes:
        fields: the values of fields by name.
        players: the players.
        blocks: the picks.
    """

    def __init__(self, source: SourceText, log: DiagnosticLog) -> None:
        self._log = log
        self.fields: dict[str, str] = {}
        self.players = _Block(source.span(0), read=str)
        self.blocks: list[_Block] = []
        self._is_another = False
        #: What the next lines belong to.
        self._open: _Block | None = None
        lines = [(match[1], source.span(*match.span(1))) for match in _LINES.finditer(source.text)]
        unread = [span for line, span in lines if not self._read(line.removeprefix("\ufeff"), span)]
        if unread:
            log.add(RecordCode.UNREAD, unread[0], count=len(unread))

    def _read(self, line: str, span: Span) -> bool:
        """Read a line, and return whether it was understood."""
        marked = _MARKED.fullmatch(line)
        if not line.strip():
            self._open = None
        elif self._is_another:
            return False
        elif marked is None:
            has_mark = line.startswith((_ARROW, _NO_ARROW, "\t"))
            if self._open is None or (self._open is self.players and not has_mark):
                return False
            self._open.add(line)
        elif marked["pack"]:
            self._open = _Block(span, max(int(marked["pack"]) - 1, 0))
            self.blocks.append(self._open)
        elif marked["field"]:
            return self._read_field(marked["field"], marked["value"].strip(), span)
        return True

    def _read_field(self, name: str, value: str, span: Span) -> bool:
        if name == "Picked" and self.blocks:  # says again what has an arrow, or says it instead
            block, card = self.blocks[-1], _card(value)
            if not block.marked and card in block.items:
                block.marked.append(block.items.index(card))
            elif card not in [block.items[place] for place in block.marked]:
                self._log.add(RecordCode.OTHER_PICK, span, name=value[:80])
        elif name == "Picked" or (name == "Event #" and self.blocks):
            self._is_another = name != "Picked"  # a record is of one event
            return False
        else:
            self._open = self.players if name == "Players" else None
            self.fields.setdefault(name, value)
        return True


def read_mtgo(source: SourceText, log: DiagnosticLog) -> DraftRecord | None:
    """Read the record of a text; None if it has no pick."""
    text = _MtgoText(source, log)
    if not text.blocks:
        log.add(RecordCode.NO_LOG, source.span(0), problem="there is no line 'Pack 1 pick 1:'")
        return None
    picks = []
    numbers = Counter[int]()
    for block in text.blocks:
        if not block.marked:
            log.add(RecordCode.NO_PICK, block.span, what="card of this pick")
        picks.append(PickRecord(block.round, numbers[block.round], block.items, block.marked))
        numbers[block.round] += 1
    players = text.players
    if len(players.marked) != 1 and players.items:
        log.add(RecordCode.NO_PICK, source.span(0), what="player, or more than one,")
    seats = [SeatRecord(f"seat{at}", name) for at, name in enumerate(players.items or [""])]
    owner = players.marked[0] if players.marked else 0
    taken = [card for pick in picks for card in pick.taken]
    seats[owner] = evolve(seats[owner], picks=picks, cards=taken)
    written = text.fields.get("Time", "")
    time = _time(written)
    extras: dict[str, Any] = {}
    if time is None and written:
        extras = {FORMAT: {"time": written}}
        span = source.span(source.text.index("Time:"))
        expected = "date and time of Magic Online or Draftmancer"
        log.add(RecordCode.WRONG_TYPE, span, what="the time", expected=expected)
    session, time = _session(text.fields.get("Event #", ""), time)
    record = DraftRecord("booster", seats, (), session, time, extras=extras)
    return with_cards(record, record.cards)


def _session(event: str, time: datetime | None) -> tuple[str, datetime | None]:
    """Return the session of an event, without the time that Draftmancer has behind it."""
    stamp = _STAMP.fullmatch(event)
    exact = time_of(int(stamp[2])) if stamp else None
    is_same = exact and time and time.tzinfo and exact.replace(microsecond=0) == time
    return (stamp[1], exact) if stamp and is_same else (event, time)


def _time(text: str) -> datetime | None:
    """Return a time of either program; None if it is neither.

    Magic Online's is of some time zone; Draftmancer's is as in letters.
    """
    half = text[-3:] if text.endswith((" AM", " PM")) else ""
    try:
        if text.endswith(" GMT"):
            return parsedate_to_datetime(text).astimezone(UTC)
        time = datetime.strptime(text.removesuffix(half), "%m/%d/%Y %H:%M:%S")  # noqa: DTZ007 - of some zone
        return time.replace(hour=time.hour % 12 + 12 * (half == " PM")) if half else time
    except (ValueError, TypeError, OverflowError):  # the 31st of February
        return None


# writing


def write_mtgo(
    record: DraftRecord, seat: int | None = None, *, printings: bool = False
) -> Report[str]:
    """Write the text of one player's picks.

    What it does not have: others' picks, burned cards, decks, which picks were left out, and what
    is known of cards.

    Args:
        record: a booster draft.
        seat: whose picks they are; the first that has any if not given.
        printings: write set and number behind names, as for MagicProTools; Draftmancer does not
            read that.

    Raises:
        DraftError: If *record* is not of a booster draft, or there is no such seat.
    """
    if record.kind != "booster":
        raise DraftError(f"such texts are of booster drafts, not of {record.kind!r}")
    if seat is None:
        seat = next((at for at, each in enumerate(record.seats) if each.picks), 0)
    if not 0 <= seat < len(record.seats):
        raise DraftError(f"there is no such seat; there are {len(record.seats)}, from 0 on", seat)
    players = [each.name for each in record.seats]
    lines = [f"Event #: {_one_line(_event(record))}", f"Time: {_written_time(record)}", "Players:"]
    lines += _marked(players, [seat])
    for round_, own in groupby(record.seats[seat].picks, key=lambda pick: pick.round):
        lines += ["", f"------ {_set_of(record)} ------"]
        for number, pick in enumerate(own):
            cards = [_text(card, with_printings=printings) for card in pick.pack]
            lines += ["", f"Pack {round_ + 1} pick {number + 1}:", *_marked(cards, pick.picked)]
    return Report("\n".join(lines) + "\n\n")


def _marked(texts: Iterable[str], places: Collection[int]) -> list[str]:
    """Return lines, with an arrow in these places."""
    return [
        (_ARROW if at in places else _NO_ARROW) + _one_line(text) for at, text in enumerate(texts)
    ]


def _text(card: CardRef, *, with_printings: bool) -> str:
    if with_printings and card.set_code and card.number:
        return f"{card.name} ({card.set_code.upper()}) {card.number}"
    return card.name or card.id or ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _event(record: DraftRecord) -> str:
    if record.time is None or record.time.tzinfo is None:
        return record.session
    return f"{record.session}_{milliseconds_of(record.time)}"


def _written_time(record: DraftRecord) -> str:
    time = record.time
    if time is None:
        return str(record.extras.get(FORMAT, {}).get("time", ""))
    if time.tzinfo is None:
        half = ("AM", "PM")[time.hour // 12]
        clock = f"{time:%I:%M:%S}".removeprefix("0")
        return f"{time.month}/{time.day}/{time.year:04} {clock} {half}"
    return format_datetime(time.astimezone(UTC), usegmt=True)


def _set_of(record: DraftRecord) -> str:
    """Return the set of at least half of the cards, if no other occurs; else ``Cube``."""
    codes = Counter([card.set_code.upper() for card in record.cards.cards if card.set_code])
    is_most = 2 * codes.total() >= len(record.cards.cards)
    return "".join(codes) if len(codes) == 1 and is_most else "Cube"
