"""OCTGN's real games: their indexes, and decks of their cards."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.octgn.format import OctgnOptions
from cardformats.formats.octgn.index import GameIndex
from cardformats.formats.octgn.set_index import index_of_set
from cardformats.formats.octgn.set_reader import read_set
from cardformats.source import SourceText

from .readings import report_of

GAMES = ["mtg", "vtes", "battletech/Game"]
#: So many cards has a deck.
CARDS = 60


@pytest.fixture(scope="module", params=GAMES)
def game(request, octgn):
    return GameIndex.read(octgn / request.param)


def test_the_index_of_every_set_has_what_its_reader_finds(octgn, step):
    paths = sorted(octgn.rglob("[sS]et.xml"))
    assert paths
    for path in paths[::step]:
        source = SourceText.from_bytes(path.name, path.read_bytes())
        index = index_of_set(source, path.name)
        record = read_set(source, None, DiagnosticLog(0), OctgnOptions(), {})
        assert (index.set.id, index.set.name) == (record.id, record.name)
        assert [(each.id, each.name) for each in index.packs] == [
            (each.id, each.name) for each in record.packs
        ]
        assert [(each.id, each.name, each.alternates) for each in index.cards] == [
            (each.id, each.name, tuple(other.type for other in each.alternates))
            for each in record.cards
        ]


def test_cards_of_an_index_are_those_of_the_game(game, step):
    cards = report_of(game.path).value.cards
    first = {card.ids["octgn"]: card for card in reversed(cards)}
    assert game.cards.keys() == first.keys()
    assert all(game.card(number) == card for number, card in [*first.items()][::step])


def deck_of(cards, game):
    lines = "".join(f'<card qty="{1 + n % 4}" id="{each.id}"/>' for n, each in enumerate(cards))
    section = game.sections[0]
    text = f'<deck game="{game.game_id}"><section name="{section}">{lines}</section></deck>'
    return cf.loads(text, "octgn-deck", game=game)


def ids(deck):
    return {
        name: Counter({deck.card(each.card).ids["octgn"]: each.copies for each in sheet.entries})
        for name, sheet in deck.sheets.items()
        if sheet.entries
    }


def test_a_deck_and_its_text_have_the_same_cards(game, step):
    """Each card of a game is in a deck, but for those that are alike in name, set and number."""
    keys = {
        card.id: (card.name, card.set_id, game.card(card.id).number) for card in game.cards.values()
    }
    uses = Counter(keys.values())
    cards = [card for card in game.cards.values() if uses[keys[card.id]] == 1]
    assert len(cards) > 0.95 * len(keys)
    decks = len(cards) // CARDS
    for start in range(0, decks, step):
        deck = deck_of(cards[start::decks], game)
        text = cf.dumps(deck, "decklist")
        report = cf.dumps_report(cf.loads(text, "decklist"), "octgn-deck", game=game)
        again = cf.loads(report.value, "octgn-deck", game=game)
        assert ids(again) == ids(deck)
        assert not report.counts().keys() & {"OC063", "OC064", "OC065", "CF204"}
        assert [*again.sheets] == [*game.sections, *game.shared_sections]


def test_decks_of_the_corpus_and_their_texts_have_the_same_cards(octgn):
    for path in octgn.rglob("*.o8d"):
        index = GameIndex.read(next(each for each in path.parents if (each / "Sets").is_dir()))
        deck = cf.read(path, game=index)
        text = cf.dumps(deck, "decklist")
        again = cf.dumps(cf.loads(text, "decklist"), "octgn-deck", game=index)
        assert ids(cf.loads(again, "octgn-deck", game=index)) == ids(deck)
