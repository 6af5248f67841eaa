"""Starting a draft from packs that were dealt."""

from __future__ import annotations

from collections.abc import Iterable

from ..bits import Seed, seed_key
from ..model import CardRef, CardSet, Event, Pack, PackCard, Round
from .actions import Start
from .booster import BoosterDraft, begin
from .cards import DraftCard, DraftCards
from .effects import kind_of, rule_for
from .table import DraftRound, DraftRules, Pace, Table
from .turn import CHANCE

_STEPS = {"left": 1, "right": -1}


def start(
    packs: Iterable[Iterable[Pack | Iterable[PackCard | CardRef]]],
    cards: CardSet | DraftCards,
    *,
    seed: Seed,
    event: Event | None = None,
    rules: DraftRules = "cr",
    pace: Pace = "queue",
    discard_at: int = 0,
) -> BoosterDraft:
    """A booster draft in which every seat has opened its first pack.

    Args:
        packs: for each round the packs of the seats, as ``Deal.rounds`` has them.
        cards: where it is looked up what the cards do in a draft.
        seed: what chance is derived from.
        event: how many cards are picked and burned in each round and where packs are passed; if
            not given, that of *cards* if it is a card set that has one, and else one card, none,
            and left, right and left again.
        rules: whose rules hold where they differ: ``cr`` or ``draftmancer``.
        pace: ``queue``, where a pack is there for the next seat at once, or ``lockstep``.
        discard_at: a pack with so few cards or fewer after a pick is discarded.

    Raises:
        DraftError: there are not from 2 to 16 seats, not as many in each round, no round, more
            than 10,000 cards, or a round that would not end; an option has a value that it cannot
            have; or no rule is known for an effect of a card.
        CollationError: the seed is no int, str or bytes.
    """
    if isinstance(cards, CardSet):
        event = event or cards.event
        cards = DraftCards(cards)
    all_cards: list[DraftCard] = []
    rounds = []
    plans = event.rounds if event and event.rounds else (Round(),)
    for number, dealt in enumerate(packs):
        plan = plans[number % len(plans)]
        numbers = []
        for pack in dealt:
            found = cards.of(pack.cards if isinstance(pack, Pack) else pack)
            numbers.append(tuple(range(len(all_cards), len(all_cards) + len(found))))
            all_cards += found
        step = _STEPS.get(plan.direction, -1 if number % 2 else 1)
        rounds.append(DraftRound(tuple(numbers), plan.picks, plan.burns, step))
    there = (each for card in all_cards for each in (card, *card.adds))
    for kind in dict.fromkeys(kind_of(effect) for card in there for effect in card.effects):
        rule_for(kind)
    table = Table(tuple(rounds), rules, pace, discard_at, seed_key(seed, CHANCE).hex())
    return begin(Start(table, all_cards))
