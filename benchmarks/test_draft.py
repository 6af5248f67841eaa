"""Whole drafts by bots, beside a draft that is nothing but lists and random numbers."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.conspiracy import OFFICIAL_CONSPIRACIES
from cardformats.draft.official import OFFICIAL_EFFECTS

SEATS, ROUNDS, CARDS = 8, 3, 15
GROUP = f"a draft: {SEATS} seats, {ROUNDS} packs of {CARDS}"

#: What every fifth card does, if any does.
EFFECTS = [
    (cf.model.SimpleEffect.REVEAL, cf.model.SimpleEffect.NOTE_DRAFTED_CARDS),
    (cf.model.SimpleEffect.FACE_UP, cf.model.SimpleEffect.COGWORK_LIBRARIAN),
    (cf.model.SimpleEffect.FACE_UP, cf.model.SimpleEffect.LEOVOLDS_OPERATIVE),
    (
        cf.model.SimpleEffect.FACE_UP,
        cf.model.SimpleEffect.REMOVE_DRAFT_CARD,
        cf.model.SimpleEffect.COGWORK_GRINDER,
    ),
    (cf.model.SimpleEffect.REVEAL, cf.model.SimpleEffect.CHOOSE_COLORS),
    (cf.model.SimpleEffect.FACE_UP, cf.model.SimpleEffect.NOTE_CARD_NAME),
]


def cardset(*, effects):
    rarities = ["common"] * 10 + ["uncommon"] * 3 + ["rare"]
    cards = [
        cf.Card(
            cf.Face(f"Card {at}", colors=[list(cf.model.Color)[at % 5]]),
            rarity=rarities[at % 14],
            draft_effects=EFFECTS[at // 5 % len(EFFECTS)] if effects and at % 5 == 0 else (),
        )
        for at in range(300)
    ]
    sheet = cf.Sheet("all", [cf.Entry(card.ref) for card in cards])
    slot = cf.Slot("card", CARDS, [cf.SheetChoice("all")])
    booster = cf.Booster(layouts=[cf.Layout("", 1, [slot])])
    return cf.CardSet(cards=cards, sheets=[sheet], boosters=[booster])


def begun(made, **options):
    packs = cf.Generator(made, seed=1).deal(SEATS).rounds
    return draft.start(packs, made, seed=1, **options)


def bare(packs, source):
    """Every seat drafts any card from the pack in front of it, and all pass."""
    pools = [[] for _ in range(SEATS)]
    for number, dealt in enumerate(packs):
        table = [list(pack) for pack in dealt]
        for _ in range(CARDS):
            for seat, pack in enumerate(table):
                pools[seat].append(pack.pop(source.randrange(len(pack))))
            table = table[1:] + table[:1] if number % 2 else table[-1:] + table[:-1]
    return pools


@pytest.mark.reference("lists and random.choice, without rules or log")
def test_bare_lists(benchmark):
    """No rules, no log, no state that stays."""
    benchmark.group = GROUP
    source = random.Random(1)
    packs = [[range(CARDS)] * SEATS for _ in range(ROUNDS)]
    pools = benchmark(lambda: bare(packs, source))
    assert [len(pool) for pool in pools] == [ROUNDS * CARDS] * SEATS


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@pytest.mark.parametrize("effects", [False, True], ids=["plain", "effects"])
def test_random_bots(benchmark, pace, effects):
    """With the log of all that was done."""
    benchmark.group = GROUP
    state = begun(cardset(effects=effects), pace=pace)
    bots = [draft.RandomBot(seat) for seat in range(SEATS)]
    over = benchmark(lambda: draft.play(state, bots))
    assert over.is_over
    assert bool(over.notes) == effects


def official():
    """A cube of every official card that speaks of the draft or is a conspiracy, among others."""
    names = [*OFFICIAL_EFFECTS, *OFFICIAL_CONSPIRACIES]
    names += [f"Card {at}" for at in range(SEATS * (ROUNDS + 1) * CARDS - len(names))]
    sheet = cf.Sheet("all", [cf.Entry(cf.CardRef(name)) for name in names])
    slot = cf.Slot("card", CARDS, [cf.SheetChoice("all")])
    event = cf.model.Event(supply="finite", boosters_per_player=ROUNDS + 1)
    return cf.CardSet(
        sheets=[sheet], boosters=[cf.Booster(layouts=[cf.Layout("", 1, [slot])])], event=event
    )


def test_all_official_cards(benchmark):
    """Each of them is in one of the packs, and one opens a pack more."""
    benchmark.group = GROUP
    made = official()
    *rounds, spare = cf.Generator(made, seed=1).deal(SEATS).rounds
    wanted = {*OFFICIAL_EFFECTS}
    cards = [card for pack in (*chain(*rounds), *spare) for card in pack.cards]
    cards.sort(key=lambda card: card.card.name not in wanted)
    packs = [cards[at :: SEATS * ROUNDS][:CARDS] for at in range(SEATS * ROUNDS)]
    table = [packs[at : at + SEATS] for at in range(0, len(packs), SEATS)]
    state = draft.start(table, made, seed=1)
    more = cf.Generator(made, seed=1)
    bots = [draft.RandomBot(seat) for seat in range(SEATS)]
    cards_of = draft.DraftCards(made)
    over = benchmark(lambda: draft.play(state, bots, more, cards_of))
    assert over.is_over
    assert wanted <= {card.name for card in over.cards}


@pytest.mark.parametrize("bot", [draft.RatedBot, draft.ColorBot])
def test_other_bots(benchmark, bot):
    benchmark.group = GROUP
    made = cardset(effects=False)
    state = begun(made)
    assert benchmark(lambda: draft.play(state, [bot(made, 1)] * SEATS)).is_over


def test_views(benchmark):
    """What every seat sees at every moment of a draft."""
    benchmark.group = GROUP
    states = []

    def keep(state):
        states.append(state)
        return False

    draft.play(begun(cardset(effects=False)), [draft.RandomBot(1)] * SEATS, until=keep)
    benchmark(lambda: [state.view(seat) for state in states[::SEATS] for seat in range(SEATS)])


def test_replay(benchmark):
    benchmark.group = GROUP
    over = draft.play(begun(cardset(effects=False)), [draft.RandomBot(1)] * SEATS)
    assert benchmark(lambda: draft.replay(over.log)) == over


@pytest.mark.parametrize("moment", [1, 180, 361])
def test_dumps(benchmark, moment):
    benchmark.group = "a draft as JSON"
    state = draft.play(
        begun(cardset(effects=False)),
        [draft.RandomBot(1)] * SEATS,
        until=lambda now: len(now.log) == moment,
    )
    assert len(state.log) == moment
    assert benchmark(lambda: draft.dumps(state))


def test_loads(benchmark):
    benchmark.group = "a draft as JSON"
    over = draft.play(begun(cardset(effects=False)), [draft.RandomBot(1)] * SEATS)
    text = draft.dumps(over)
    assert benchmark(lambda: draft.loads(text)) == over
