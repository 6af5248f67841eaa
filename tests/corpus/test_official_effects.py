"""The effects of official cards, compared with the texts of the cards in the corpus."""

from __future__ import annotations

import re

import pytest

import cardformats as cf
from cardformats.draft.official import OFFICIAL_EFFECTS

_S = cf.model.SimpleEffect

#: Words by which a text speaks of an effect.
WORDS = {
    r"^Draft .* face up": _S.FACE_UP,
    r"^Reveal ": _S.REVEAL,
    r"note the player": _S.NOTE_PASSING_PLAYER,
    r"note how many": _S.NOTE_DRAFTED_CARDS,
    r"player to your (right|left) chooses": _S.CHOOSE_COLORS,
    r"next card you draft": _S.AETHER_SEARCHER,
    r"last card": _S.CANAL_DREDGER,
    r"must draft .* at random": _S.ARCHDEMON_OF_PALIANO,
    r"remove it from the draft": _S.REMOVE_DRAFT_CARD,
    r"into that booster pack": _S.COGWORK_LIBRARIAN,
    r"each card in that booster pack": _S.AGENT_OF_ACQUISITIONS,
    r"pass the next booster pack": _S.LEOVOLDS_OPERATIVE,
    r"draft a card, .* note its name": _S.NOTE_CARD_NAME,
    r"draft a creature card, .* note its name": _S.NOTE_CREATURE_NAME,
    r"draft a creature card, .* note its creature types": _S.NOTE_CREATURE_TYPES,
    r"add a booster pack": cf.model.AddBooster(),
    r"number of cards you removed": _S.COGWORK_GRINDER,
    r"removed a creature card": _S.TRACK_REMOVED_CARDS_NAMES,
    r"next card drafted from this": cf.model.OtherEffect("CogworkSpy"),
    r"next card drafted by a player": cf.model.OtherEffect("IllusionaryInformant"),
    r"any unopened booster pack": cf.model.OtherEffect("WhispergearSneak"),
    r"guess that card's name": cf.model.OtherEffect("SpirePhantasm"),
    r"Immediately after the draft": cf.model.OtherEffect("DealBroker"),
}


@pytest.fixture(scope="module")
def texts(corpus):
    """The texts of cards that speak of a draft, by name."""
    found = {}
    for path in sorted(corpus.glob("corpus/wagic/*/sets/primitives/unsupported.txt")):
        for block in path.read_text("utf-8", errors="replace").split("[/card]"):
            name = re.search(r"^name=(.*)$", block, re.MULTILINE)
            text = re.search(r"^text=(.*)$", block, re.MULTILINE)
            if name and text and re.search(r"\bdraft", text[1]):
                found[name[1].strip()] = text[1]
    assert found, "no card of the corpus speaks of a draft"
    return found


def test_every_card_that_is_drafted_face_up_or_revealed_has_its_effects(texts):
    shown = {
        name
        for name, text in texts.items()
        if re.match(rf"(Draft|Reveal) {re.escape(name)} ", text)
    }
    assert shown == OFFICIAL_EFFECTS.keys()


def test_the_effects_of_a_card_are_those_that_its_text_speaks_of(texts):
    for name, effects in OFFICIAL_EFFECTS.items():
        said = {effect for words, effect in WORDS.items() if re.search(words, texts[name])}
        assert said == set(effects), name
