"""Starting a Deckbuilder Draft from packs that were dealt, and letting bots play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TypeAlias

from ...bits import Bits, Seed, Source, seed_key
from ...errors import DraftError
from ...model import CardRef, CardSet, Pack, PackCard
from ..bots import action_of
from ..cards import DraftCards, KnowsCards, draft_cards
from ..engine import numbered
from ..save import loads as load_game
from .actions import Report, Start
from .bots import Bot
from .cards import look_up
from .game import DeckbuilderDraft
from .requirements import check_size
from .rules import DeckbuilderRules
from .state import DeckbuilderState, DeckbuilderStep, Numbers, Table, waiting

#: The average number of random matches for each tie.
_ONE_TIE_IN = 10

#: The cards of a pack.
_Pack: TypeAlias = Sequence[PackCard | CardRef]

#: Packs with their shapes' names, or by these names.
Packs: TypeAlias = Iterable[Pack] | Mapping[str, Sequence[Iterable[PackCard | CardRef]]]


def start(
    packs: Packs,
    cards: CardSet | DraftCards | KnowsCards,
    *,
    players: int,
    rounds: int,
    seed: Seed,
    rules: DeckbuilderRules | None = None,
) -> DeckbuilderDraft:
    """Return a Deckbuilder Draft in which every seat has opened its first starter pack.

    Args:
        packs: all packs, as a deal of what :func:`set_up` makes has them, whose boosters have the
            names of shapes; or the packs of each shape by its name.
        cards: a card set or a catalog, where rarities and colours are looked up.
        players: how many seats there are.
        rounds: how many rounds.
        seed: what chance is derived from.
        rules: what was agreed on; what the document says if not given.

    Raises:
        DraftError: If the number of packs is wrong, cards are unknown, there are not from 2 to 16
            players, or there are not from 1 to 100 rounds.
        CollationError: If the seed is not an int, str or bytes.
    """
    check_size(players, rounds)
    rules = rules or DeckbuilderRules()
    dealt = _by_shape(packs, rules, players, rounds)
    opened = [pack for shape in rules.shapes for pack in dealt[shape.name]]
    look = cache(partial(look_up, cards=draft_cards(cards)))
    numbers = iter(numbered(map(len, opened)))
    starters, boosters, *market = [
        [next(numbers) for _ in dealt[shape.name]] for shape in rules.shapes
    ]
    table = Table(
        rules,
        _of_seats(starters, players),
        _of_seats(boosters, players),
        tuple([sum((packs[number] for packs in market), ()) for number in range(rounds)]),
        seed_key(seed, DeckbuilderStep.chance).hex(),
    )
    known = [look(card) for pack in opened for card in pack]
    return DeckbuilderDraft.from_start(Start(table, known))


def _by_shape(
    packs: Packs, rules: DeckbuilderRules, players: int, rounds: int
) -> dict[str, list[_Pack]]:
    """Return the packs of each shape; there are no others, and as many as it takes."""
    by_shape: dict[str, list[_Pack]] = {shape.name: [] for shape in rules.shapes}
    if isinstance(packs, Mapping):
        named = [(name, tuple(pack)) for name, those in packs.items() for pack in those]
    else:
        named = [(pack.booster, pack.cards) for pack in packs]
    for name, cards in named:
        if name not in by_shape:
            raise DraftError(f"there is a pack {name!r}, which is none of {', '.join(by_shape)}")
        by_shape[name].append(cards)
    for shape in rules.shapes:
        count, wanted = len(by_shape[shape.name]), rules.packs(shape, players, rounds)
        if count != wanted:
            raise DraftError(f"there are {count} packs {shape.name!r}, and {wanted} are needed")
    return by_shape


def _of_seats(packs: Sequence[Numbers], seats: int) -> tuple[tuple[Numbers, ...], ...]:
    """Packs, one after the other for each seat in turn."""
    starts = range(0, len(packs), seats)
    return tuple([tuple(packs[first : first + seats]) for first in starts])


#: Gives the result of one more match; None if it is not known yet.
Results: TypeAlias = Callable[[DeckbuilderDraft], Report | None]


def play(
    state: DeckbuilderDraft,
    bots: Sequence[Bot | None],
    results: Results | None = None,
    until: Callable[[DeckbuilderDraft], bool] | None = None,
) -> DeckbuilderDraft:
    """Let bots act until the draft is over, or only seats without a bot have something to do.

    Args:
        state: the draft.
        bots: for each seat its bot, or None.
        results: gives the results of matches, see :func:`by_chance`; if it is not given, the draft
            stops where they are awaited.
        until: the draft is played until this is true of it; it is asked before each action.

    Raises:
        DraftError: If there are not as many bots as seats, or the action of a bot is not allowed.
    """
    if len(bots) != len(state.seats):
        raise DraftError(f"there are {len(state.seats)} seats, and bots or None for {len(bots)}")
    while not (state.is_over or (until is not None and until(state))):
        if state.phase == "match":
            report = None if results is None else results(state)
            if report is None:
                return state
            state = state.do(report)
            continue
        for seat, bot in enumerate(bots):
            if bot is not None and state.duty(seat) != "wait":
                break
        else:
            return state
        state = state.do(action_of(bot, state, seat))
    return state


def pairing(state: DeckbuilderState) -> tuple[int, int] | None:
    """Return two seats that could play next; None if no result is awaited.

    Everybody plays everybody else in turn: seat 0 stays, the others go round, and those that sit
    opposite play.  Nobody has to follow it.
    """
    if state.phase != "match":
        return None
    seats, able = len(state.seats), waiting(state)
    met = [{match.first, match.second} for match in state.matches]
    first = state.round * state.table.rules.matches
    for turn in range(first, first + seats):
        for pair in _round_robin(seats, turn):
            if {*pair} not in met and {*pair} <= {*able}:
                return pair
    return able[0], able[1]


def _round_robin(seats: int, turn: int) -> list[tuple[int, int]]:
    """Return who sits opposite whom; of an odd number of seats, one has no opponent."""
    size = seats + seats % 2
    turn %= size - 1
    others = [1 + (place + turn) % (size - 1) for place in range(size - 1)]
    ring = [0, *others]
    pairs = [(ring[place], ring[-1 - place]) for place in range(size // 2)]
    return [(min(pair), max(pair)) for pair in pairs if max(pair) < seats]


def by_chance(state: DeckbuilderDraft, seed: Seed) -> Report:
    """Return a random result for the next pair of :func:`pairing`; one in ten is a tie.

    The same state and seed give the same result.

    Raises:
        DraftError: If no result is awaited.
        CollationError: If the seed is not an int, str or bytes.
    """
    pair = pairing(state)
    if pair is None:
        raise DraftError("no result of a match is awaited", rule=Report.rule)
    bits = Bits(Source(seed, "game"), len(state.log))
    if bits.below(_ONE_TIE_IN) == 0:
        return Report(*pair)
    return Report(*pair, winner=pair[bits.below(2)])


def loads(text: str | bytes) -> DeckbuilderDraft:
    """Load a draft that ``dumps`` has written; see :func:`cardformats.draft.loads`."""
    return load_game(text, DeckbuilderDraft)
