"""How long decks of an OCTGN game take: python benchmarks/octgn_decks.py GAME [DECKS].

Decks of sixty cards are made of the cards of the game, which is a folder or a package, and read as
they are when each names the game, and when they share its index.  In seconds of the processor.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import TypeVar

import cardformats as cf
from cardformats.formats.octgn.index import GameIndex, IndexedCard

T = TypeVar("T")
_CARDS = 60
#: So many sets a deck has cards of.
_SETS = 8


def measured(what: str, act: Callable[[], T]) -> T:
    """What *act* gives; how long it takes is printed."""
    start = process_time()
    result = act()
    print(f"{what:48} {process_time() - start:8.3f}")
    return result


def deck_of(cards: list[IndexedCard], game_id: str) -> str:
    """A deck of *cards*."""
    lines = "".join(f'<card qty="1" id="{each.id}"/>' for each in cards)
    return f'<deck game="{game_id}"><section name="Main">{lines}</section></deck>'


def main(game: Path, decks: int) -> None:
    """Measure."""
    random = Random(1)
    index = GameIndex.read(game)
    sets: dict[str, list[IndexedCard]] = {each.file: [] for each in index.all_sets}
    for card in index.all_cards:
        sets[card.file].append(card)
    texts = []
    for _ in range(decks):
        chosen = random.sample(list(sets), min(_SETS, len(sets)))
        cards = [card for each in chosen for card in sets[each]]
        texts.append(deck_of(random.sample(cards, min(_CARDS, len(cards))), index.game_id))
    print(f"{len(index.all_cards)} cards, {len(sets)} sets, {decks} decks")
    measured("the game, read", lambda: len(cf.read_report(game, "octgn").value.cards))
    measured("the game, its index", lambda: len(GameIndex.read(game).all_cards))
    measured("a deck with the game", lambda: cf.loads_report(texts[0], "octgn-deck", game=game))
    shared = GameIndex.read(game)
    measured(
        f"{decks} decks that share the index",
        lambda: [cf.loads_report(each, "octgn-deck", game=shared) for each in texts],
    )
    read = [cf.loads_report(each, "octgn-deck", game=shared).value for each in texts]
    lists = measured(
        f"{decks} decks to texts", lambda: [cf.dumps(each, "decklist") for each in read]
    )
    measured(
        f"{decks} texts to decks",
        lambda: [
            cf.dumps_report(cf.loads(each, "decklist"), "octgn-deck", game=shared) for each in lists
        ],
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 12)  # noqa: PLR2004 - the second
