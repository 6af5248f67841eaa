"""Bots draft every real list that packs for eight can be dealt from, and use what cards let them.

Cards come and go only where an effect says so.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import cardformats as cf
from cardformats import draft

from .readings import report_of

SEATS = 8

#: Lists that are not drafted, and why.
REFUSED = {
    "CustomCards_DuplicatePrinting.txt",
    "CustomCards_InvalidJSON.txt",
    "CustomCards_MultipleDefaultSlots_Invalid.txt",
    "CustomLayouts_MixedLayoutDefinitions.txt",
    "InvalidSettings_WrongSlotType.txt",
}
TOO_SMALL = {
    "CubeCobraExport.txt",  # 246 cards; 8 players need 360
    "CustomCards_RelatedCards_Invalid.txt",
    "ReplacementTest.txt",
    "mtga_eggs_export_1_3_1_upload_packs.txt",
}
DRAFTED, WITH_EFFECTS = 46, 14

_S = cf.model.SimpleEffect
#: Effects by which seats get more cards or fewer.
MOVING = {
    _S.AGENT_OF_ACQUISITIONS,
    _S.BURN_AFTER_PICKING,
    _S.CANAL_DREDGER,
    _S.COGWORK_LIBRARIAN,
    _S.LEOVOLDS_OPERATIVE,
    _S.REMOVE_DRAFT_CARD,
}

#: For lists with an effect, what some draft has to bring about.
TRACES = {
    _S.AETHER_SEARCHER: draft.outcomes.Noted,
    _S.AGENT_OF_ACQUISITIONS: draft.outcomes.TurnedDown,
    _S.ARCHDEMON_OF_PALIANO: draft.outcomes.TurnedDown,
    _S.CHOOSE_COLORS: draft.outcomes.Noted,
    _S.COGWORK_LIBRARIAN: draft.outcomes.Returned,
    _S.FACE_UP: draft.outcomes.TurnedUp,
    _S.LEOVOLDS_OPERATIVE: draft.outcomes.TurnedDown,
    _S.REMOVE_DRAFT_CARD: draft.outcomes.Removed,
    _S.REVEAL: draft.outcomes.Revealed,
    _S.TRACK_REMOVED_CARDS_NAMES: draft.outcomes.Noted,
    _S.TRACK_REMOVED_CARDS_SUBTYPES: draft.outcomes.Removed,
    cf.model.AddBooster: draft.outcomes.Opened,
    cf.model.AddCards: draft.outcomes.Added,
}


@pytest.fixture(scope="module")
def lists(golden_lists):
    """The lists that can be drafted, by name, with whether Draftmancer takes them."""
    found = {}
    for path, golden in golden_lists:
        report = report_of(path, "draftmancer")
        if not report.ok:
            assert path.name in REFUSED
            assert not golden["ok"]
            continue
        try:
            cf.Generator(report.value, seed=0).deal(SEATS)
        except cf.EmptySheetError:
            assert path.name in TOO_SMALL
            continue
        found[path.name] = report.value
    assert len(found) == DRAFTED
    assert len(found) + len(REFUSED) + len(TOO_SMALL) == len(golden_lists)
    return found


def effects_of(state):
    """The effects of all cards at the table; of those with parameters, their class."""
    return {
        effect if isinstance(effect, _S) else type(effect)
        for card in state.cards
        for effect in card.effects
    }


def expected(table):
    """How many cards each seat drafts, one by one, from packs that go round."""
    counts = [0] * table.seats
    for each in table.rounds:
        for opener, pack in enumerate(each.packs):
            for at in range(len(pack)):
                counts[(opener + at * each.step) % table.seats] += 1
    return counts


def assert_fine(state, packs):
    """The draft is over, no card is lost, and pools are as large as they have to be."""
    assert state.is_over
    places = [card for seat in state.seats for card in seat.pool]
    assert not any(seat.packs or seat.coming for seat in state.seats)
    places += [*state.burned, *(each.card for each in state.removals)]
    assert sorted(places) == list(range(len(state.cards)))
    effects = effects_of(state)
    sizes = [len(seat.pool) for seat in state.seats]
    assert sum(sizes) == len(state.cards) - len(state.burned) - len(state.removals)
    if not effects & {*MOVING, cf.model.AddBooster, cf.model.AddCards}:
        assert sizes == expected(state.table)
        drafted = Counter(card.card for seat in range(SEATS) for card in state.pool(seat))
        assert drafted == Counter(card.card for pack in packs for card in pack.cards)


def draft_all(lists, seeds, step=1):
    """Draft each list with each seed and both rules; for each list the kinds of outcomes.

    Of those without effects only every so many-th is drafted.
    """
    outcomes = {}
    for number, (name, cardset) in enumerate(lists.items()):
        bots = cache_bots(cardset)
        kinds = outcomes.setdefault(name, set())
        effects = set()
        for which, rules in enumerate(("cr", "draftmancer")):
            dealing = "cardformats" if rules == "cr" else rules
            for seed in seeds:
                made = cf.Generator(cardset, seed=seed, rules=dealing)
                deal = made.deal(SEATS)
                pace = ("queue", "lockstep")[(seed + which) % 2]
                state = draft.start(deal.rounds, cardset, seed=seed, rules=rules, pace=pace)
                if number % step and not effects_of(state):
                    continue
                state = draft.play(state, bots(seed), made, cardset)
                assert_fine(state, deal.packs)
                effects |= effects_of(state)
                kinds |= {type(each) for record in state.log for each in record.outcomes}
                if seed == seeds[0]:
                    assert draft.replay(state.log) == state
        missing = {effect for effect in effects if effect in TRACES} - {
            effect for effect in TRACES if TRACES[effect] in kinds
        }
        assert not missing, name
    return outcomes


def cache_bots(cardset):
    """Bots of all kinds at the table, by seed."""

    @cache
    def bots(seed):
        kinds = [
            draft.RandomBot(seed),
            draft.RatedBot(cardset, seed),
            draft.ColorBot(cardset, seed),
            draft.RandomBot(str(seed)),
        ]
        return [kinds[seat % len(kinds)] for seat in range(SEATS)]

    return bots


def assert_every_effect_was_seen(outcomes):
    told = set().union(*outcomes.values())
    assert told >= {*TRACES.values()} | {
        draft.outcomes.Drafted,
        draft.outcomes.RoundBegan,
        draft.outcomes.Ended,
    }
    with_effects = [name for name, kinds in outcomes.items() if kinds & {*TRACES.values()}]
    assert len(with_effects) == WITH_EFFECTS


def test_bots_draft_every_list(lists, step):
    """In the slow session so many times."""
    assert_every_effect_was_seen(draft_all(lists, range(21 if step == 1 else 1), step))
