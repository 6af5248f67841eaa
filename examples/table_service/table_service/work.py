"""The work that takes time, as functions of a list's bytes, for a worker process.

They keep nothing but caches: the same arguments give the same answer in every process.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from attrs import evolve

import cardformats as cf
from cardformats import draft, render, report
from cardformats.collation import OddsRow, OddsTable

#: Limits for the lists of strangers; every real list is far below.
LIMITS: Final = cf.Limits(max_cards=100, max_diagnostics=50)
#: The answer to a file that is not a card list.
NOT_A_LIST: Final = (
    "This file is not a card list that I can read. Send a text file that has a line for each card,"
    " such as “4 Lantern Eel”."
)
#: So many packs are counted where odds have no closed form.
SIMULATED: Final = 2000
#: The code of an unpaired surrogate.
SURROGATE: Final = "CF006"


@dataclass(frozen=True)
class Finding:
    """What is wrong or doubtful in a list: for programs, and as text with an excerpt."""

    data: dict[str, Any]
    text: str


@dataclass(frozen=True)
class ListInfo:
    """What there is to say of a list.

    Attributes:
        ok: whether it can be used.
        name: its own; may be empty.
        cards: how many different cards its sheets have.
        sheets, layouts: their names.
        findings: errors first.
    """

    ok: bool
    name: str
    cards: int
    sheets: tuple[str, ...]
    layouts: tuple[str, ...]
    findings: tuple[Finding, ...]


@lru_cache(maxsize=16)
def _read(data: bytes) -> cf.Report[cf.CardSet]:
    """Read a list of any format.

    Raises:
        cardformats.UnknownFormatError: If it is not a list.
    """
    try:
        return cf.loads_report(data, limits=LIMITS)
    except cf.UnknownFormatError as error:
        raise cf.UnknownFormatError(NOT_A_LIST) from error


def _cardset(data: bytes) -> cf.CardSet:
    return _read(data).raise_for_errors()


@lru_cache(maxsize=32)
def _generator(data: bytes, seed: str) -> cf.Generator:
    return cf.Generator(_cardset(data), seed=seed)


def _names(cardset: cf.CardSet) -> dict[str, None]:
    """The names of the cards in the sheets, in order."""
    entries = (entry for sheet in cardset.sheets.values() for entry in sheet.entries)
    return dict.fromkeys(entry.card.name for entry in entries)


def info(data: bytes) -> ListInfo:
    """Return what is known of a list, whether it can be used or not.

    Raises:
        cardformats.UnknownFormatError: If it is not a list.
    """
    read = _read(data)
    cardset = read.value
    by_severity = sorted(read.diagnostics, key=lambda each: [*cf.Severity].index(each.severity))
    findings = [Finding(each.to_dict(), each.render()) for each in by_severity]
    # an unpaired surrogate is a warning of the library, but no answer can hold it
    ok = read.ok and SURROGATE not in read.counts()
    if ok:
        try:
            _generator(data, "").pack(0)
        except cf.CollationError as error:
            ok = False
            failure = {"code": "collation", "severity": "error", "message": str(error)}
            findings.insert(0, Finding(failure, f"error: {error}"))
    return ListInfo(
        ok,
        cardset.name or "",
        len(_names(cardset)),
        tuple(cardset.sheets),
        tuple(layout.name for booster in cardset.boosters for layout in booster.layouts),
        tuple(findings),
    )


def names(data: bytes, part: str, count: int) -> list[str]:
    """So many names of cards that have *part* in them, those that begin with it first."""
    wanted = part.casefold()
    near = [each for each in _names(_cardset(data)) if wanted in each.casefold()]
    return sorted(near, key=lambda each: not each.casefold().startswith(wanted))[:count]


def packs(data: bytes, seed: str, start: int, count: int) -> list[cf.Pack]:
    """*count* packs of this seed from number *start* on.

    Raises:
        cardformats.CollationError: they cannot be made.
    """
    return list(_generator(data, seed).packs(count, start))


def sealed(data: bytes, seed: str, count: int) -> tuple[cf.PackCard, ...]:
    """A player's pool of *count* packs, as the list's event deals them.

    Raises:
        cardformats.CollationError: they cannot be dealt.
    """
    event = _cardset(data).event or cf.model.Event()
    deal = _generator(data, seed).deal(1, evolve(event, boosters_per_player=count))
    return draft.sealed_pools(deal.rounds)[0]


def odds(data: bytes, card: str | None = None) -> tuple[OddsRow, ...]:
    """How often a pack has a card, or each card; one row for each printing and finish."""
    table = _odds(data)
    return tuple(table) if card is None else table.of(card)


@lru_cache(maxsize=16)
def _odds(data: bytes) -> OddsTable:
    return _generator(data, "odds").odds(packs=SIMULATED)


def drawing(data: bytes, cards: Sequence[cf.CardRef]) -> str:
    """Cards of a list as one SVG, in their order."""
    cardset = _cardset(data)
    return render.pack_svg([render.card_of(each, cardset) for each in cards])


def picture(data: bytes, cards: Sequence[cf.CardRef], width: int) -> bytes:
    """Cards of a list as one PNG of that width.

    Raises:
        cardformats.CardFormatsError: this machine has no font or no resvg.
    """
    return render.png(drawing(data, cards), width=width)


def page(data: bytes) -> str:
    """A list as a page that asks nobody for anything."""
    read = _read(data)
    return report.page(read.raise_for_errors(), read.diagnostics)


# drafts


def deal(
    data: bytes, seed: str, seats: int, bots: Collection[int]
) -> tuple[draft.BoosterDraft, str]:
    """A draft of a list up to the first moment at which only people can act, and its JSON.

    Raises:
        cardformats.CollationError, cardformats.DraftError: it cannot be dealt.
    """
    packs = _generator(data, seed).deal(seats)
    state = draft.start(packs.rounds, _cardset(data), seed=seed)
    return go_on(data, seed, state, bots)


def go_on(
    data: bytes,
    seed: str,
    state: draft.BoosterDraft,
    bots: Collection[int],
    late: Collection[int] = (),
) -> tuple[draft.BoosterDraft, str]:
    """What *state* comes to, and its JSON: those who are *late* act once, and bots all they can.

    For a player who is late chance answers, and a bot picks the card with the best rating; it uses
    no cards.
    """
    cards = draft.DraftCards(_cardset(data))
    for_late = draft.RatedBot(cards, seed, uses=False)
    for seat in late:
        view = state.view(seat)
        if view.duty == "answer":
            state = state.answer(seat)
        elif view.duty != "wait":
            state = state.do(for_late.act(view))
    bot = draft.RatedBot(cards, seed)
    players = [bot if seat in bots else None for seat in range(len(state.seats))]
    generator = _generator(data, seed)
    state = draft.play(state, players, generator, cards)
    return state, draft.dumps(state)


def load(text: str) -> draft.BoosterDraft:
    """The draft that was stored as this JSON.

    Raises:
        cardformats.DraftError: it cannot be played again.
    """
    return draft.loads(text)
