"""Starting a Deckbuilder Draft from packs that were dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from ...bits import Seed, seed_key
from ...errors import DraftError
from ...model import CardRef, CardSet, Pack, PackCard
from ..cards import DraftCards
from .actions import Start
from .cards import DeckbuilderCard, look_up
from .needs import check_size
from .rules import DeckbuilderRules
from .state import DeckbuilderDraft, begin
from .step import CHANCE
from .table import Numbers, Table

#: The cards of a pack.
_Pack: TypeAlias = Sequence[PackCard | CardRef]

#: Packs with their shapes' names, or by these names.
Packs: TypeAlias = Iterable[Pack] | Mapping[str, Sequence[Iterable[PackCard | CardRef]]]


def start(
    packs: Packs,
    cards: CardSet | DraftCards,
    *,
    players: int,
    rounds: int,
    seed: Seed,
    rules: DeckbuilderRules | None = None,
) -> DeckbuilderDraft:
    """A Deckbuilder Draft in which every seat has opened its first starter pack.

    Args:
        packs: all packs, as a deal of what :func:`set_up` makes has them, whose boosters have the
            names of shapes; or the packs of each shape by its name.
        cards: the card set, where rarities and colours are looked up.
        players: how many seats there are.
        rounds: how many rounds.
        seed: what chance is derived from.
        rules: what was agreed on; what the document says if not given.

    Raises:
        DraftError: there are not as many packs as it takes, or cards that nothing is known of, or
            not from 2 to 16 players, or not from 1 to 100 rounds.
        CollationError: the seed is no int, str or bytes.
    """
    check_size(players, rounds)
    rules = rules or DeckbuilderRules()
    look_at = DraftCards(cards) if isinstance(cards, CardSet) else cards
    dealt = _by_shape(packs, rules, players, rounds)
    known: dict[PackCard | CardRef, DeckbuilderCard] = {}
    all_cards: list[DeckbuilderCard] = []

    def numbers(pack: _Pack) -> Numbers:
        first = len(all_cards)
        for card in pack:
            if card not in known:
                known[card] = look_up(card, look_at)
                rules.tariff(known[card].rarity)
            all_cards.append(known[card])
        return tuple(range(first, len(all_cards)))

    starters = [numbers(pack) for pack in dealt[rules.starter.name]]
    boosters = [numbers(pack) for pack in dealt[rules.booster.name]]
    market = [[numbers(pack) for pack in dealt[shape.name]] for shape in rules.market]
    table = Table(
        rules,
        tuple(_of_seats(starters, players)),
        tuple(_of_seats(boosters, players)),
        tuple([sum((packs[number] for packs in market), ()) for number in range(rounds)]),
        seed_key(seed, CHANCE).hex(),
    )
    for number in (number for cards_ in table.market for number in cards_):
        if rules.tariff(all_cards[number].rarity).price is None:
            message = f"{all_cards[number].name!r} is in the market, and has no price"
            raise DraftError(message)
    return begin(Start(table, all_cards))


def _by_shape(
    packs: Packs, rules: DeckbuilderRules, players: int, rounds: int
) -> dict[str, list[_Pack]]:
    """The packs of each shape.

    Raises:
        DraftError: there are others, or not as many as it takes.
    """
    found: dict[str, list[_Pack]] = {shape.name: [] for shape in rules.shapes}
    for name, cards in _named(packs):
        if name not in found:
            message = f"there is a pack {name!r}, which is none of {', '.join(found)}"
            raise DraftError(message)
        found[name].append(cards)
    for shape in rules.shapes:
        count, wanted = len(found[shape.name]), rules.packs(shape, players, rounds)
        if count != wanted:
            message = f"there are {count} packs {shape.name!r}, and {wanted} are needed"
            raise DraftError(message)
    return found


def _named(packs: Packs) -> Iterator[tuple[str, _Pack]]:
    if isinstance(packs, Mapping):
        for name, those in packs.items():
            for cards in those:
                yield name, tuple(cards)
    else:
        for pack in packs:
            yield pack.booster, pack.cards


def _of_seats(packs: Sequence[Numbers], seats: int) -> Iterator[tuple[Numbers, ...]]:
    """Packs, one after the other for each seat in turn."""
    for first in range(0, len(packs), seats):
        yield tuple(packs[first : first + seats])
