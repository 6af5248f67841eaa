"""What the official cards do in a draft, by name."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.official import OFFICIAL_EFFECTS
from cardformats.losses import Loss
from cardformats.model.effects import LIBRARY_KINDS

#: The first effect is how the card is shown; what else it does, follows.
EXPECTED = {
    # Conspiracy
    "Aether Searcher": "Reveal AetherSearcher",
    "Agent of Acquisitions": "FaceUp AgentOfAcquisitions",
    "Canal Dredger": "FaceUp CanalDredger",
    "Cogwork Grinder": "FaceUp RemoveDraftCard CogworkGrinder",
    "Cogwork Librarian": "FaceUp CogworkLibrarian",
    "Cogwork Spy": "Reveal CogworkSpy",
    "Cogwork Tracker": "Reveal NotePassingPlayer",
    "Deal Broker": "FaceUp DealBroker",
    "Lore Seeker": "Reveal AddBooster",
    "Lurking Automaton": "Reveal NoteDraftedCards",
    "Paliano, the High City": "Reveal ChooseColors",
    "Whispergear Sneak": "FaceUp WhispergearSneak",
    # Conspiracy: Take the Crown
    "Animus of Predation": "FaceUp RemoveDraftCard TrackRemovedCardsNames",
    "Archdemon of Paliano": "FaceUp ArchdemonOfPaliano",
    "Custodi Peacekeeper": "Reveal NoteDraftedCards",
    "Garbage Fire": "Reveal NoteDraftedCards",
    "Illusionary Informant": "FaceUp IllusionaryInformant",
    "Leovold's Operative": "FaceUp LeovoldsOperative",
    "Noble Banneret": "FaceUp NoteCreatureName",
    "Paliano Vanguard": "FaceUp NoteCreatureTypes",
    "Pyretic Hunter": "Reveal NoteDraftedCards",
    "Regicide": "Reveal ChooseColors",
    "Smuggler Captain": "FaceUp NoteCardName",
    "Spire Phantasm": "Reveal SpirePhantasm",
}


def written(effect):
    if isinstance(effect, cf.model.OtherEffect):
        return effect.kind
    return effect.value if isinstance(effect, cf.model.SimpleEffect) else type(effect).__name__


@pytest.mark.parametrize("name", EXPECTED)
def test_an_official_card_does_what_its_text_says(name):
    (card,) = draft.DraftCards(cf.CardSet()).of([cf.CardRef(name)])
    assert " ".join(map(written, card.effects)) == EXPECTED[name]


def test_no_other_card_has_effects_by_its_name():
    assert OFFICIAL_EFFECTS.keys() == EXPECTED.keys()


@pytest.mark.parametrize("name", ["Arcane Savant", "Volatile Chimera", "Caller of the Untamed"])
def test_cards_that_matter_only_after_the_draft_have_no_effect_in_it(name):
    assert name not in OFFICIAL_EFFECTS


def test_every_effect_without_parameters_is_that_of_an_official_card_or_of_digital_drafts():
    used = {effect for effects in OFFICIAL_EFFECTS.values() for effect in effects}
    assert set(cf.model.SimpleEffect) - used == {
        cf.model.SimpleEffect.BURN_AFTER_PICKING,
        cf.model.SimpleEffect.TRACK_REMOVED_CARDS_SUBTYPES,
    }


def test_effects_of_the_library_alone_are_left_out_of_lists_and_kept_in_json():
    other = {e.kind for each in OFFICIAL_EFFECTS.values() for e in each if hasattr(e, "kind")}
    assert other == LIBRARY_KINDS
    effects = [cf.model.SimpleEffect.REVEAL, *map(cf.model.OtherEffect, sorted(LIBRARY_KINDS))]
    card = cf.Card(cf.Face("Reed Spy"), draft_effects=effects)
    cardset = cf.CardSet(cards=[card], sheets=[cf.Sheet("A", [cf.Entry(card.ref)])])
    written = cf.dumps_report(cardset, "draftmancer")
    (read,) = cf.loads(written.value, "draftmancer").cards
    assert read.draft_effects == (cf.model.SimpleEffect.REVEAL,)
    losses = [each for each in written.losses if each.code is Loss.EFFECT]
    assert len(losses) == len(LIBRARY_KINDS)
    assert cf.loads(cf.dumps(cardset, "json"), "json").cards == (card,)
