"""Records of random drafts of every kind: read back from their logs, and played again."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest

import cardformats as cf
from cardformats import draft, records
from cardformats.bits import Bits, Source
from tests.properties.test_draft_kinds import CASES, COLORS, THEMES

CUBE = cf.CardSet.of(
    [
        cf.Card.of(f"Card {at}", mana_cost=f"{{{COLORS[at % 5]}}}", rarity="common")
        for at in range(180)
    ],
    pack={"common": 15},
)
SEEDS = [range(1), pytest.param(range(1, 41), marks=pytest.mark.slow)]

#: What logs of Draftmancer do not have: what is offered.
NEEDS_MORE = ("jumpstart", "jump-in")


def drafted(name, settings, seed):
    """A random draft that is over, the same when it was not, and its cards."""
    bits = Bits(Source(seed, "law"), 0)
    cards = THEMES if name.startswith("jump") else CUBE
    kind = draft.draft_kind(name)
    players = kind.least + bits.below(min(kind.most - kind.least, 2) + 1)
    packs = draft.packs_for(
        name, cf.Generator(cards, seed=seed), cards, players=players, **settings
    )
    state = draft.begin(name, packs, cards, players=players, seed=seed, **settings)
    last = draft.play(state, [draft.RandomBot(f"{seed} {seat}") for seat in range(players)])
    before = type(last).replay(last.log[: 1 + bits.below(len(last.log))])
    return last, before, cards


def pools(state):
    return [Counter(card.name for card in state.pool(seat)) for seat in range(len(state.seats))]


def without_settings(record):
    """The record without what only the library writes into logs."""
    extras = {name: each for name, each in record.extras.items() if name != "cardformats"}
    return attrs.evolve(record, extras=extras)


@pytest.mark.parametrize("seeds", SEEDS, ids=["one", "40"])
@pytest.mark.parametrize(("name", "settings"), CASES)
def test_a_draft_of_any_kind_is_read_back_from_its_log_and_plays_again(name, settings, seeds):
    for seed in seeds:
        last, before, cards = drafted(name, settings, seed)
        for state in (last, before):
            record = records.of_draft(state, cards)
            report = records.loads_report(records.dumps(record, "draftmancer"))
            assert {each.code for each in report.diagnostics} <= {records.RecordCode.STRIPPED}
            assert report.value == record
            again = records.replay(report.value, cards, seed=seed + 1)
            assert pools(again) == pools(state)
            assert again.is_over == state.is_over
            assert records.of_draft(again, cards).seats == record.seats
        if name not in NEEDS_MORE:
            record, options = without_settings(records.of_draft(last, cards)), {"seed": seed}
            if isinstance(last, draft.BoosterDraft):
                first = last.table.rounds[0]
                turns = cf.model.Round(picks=first.picks, burns=first.burns)
                options |= {"event": cf.model.Event(rounds=[turns])}
                options |= {"discard_at": last.table.discard_at}
            else:
                options |= {"settings": attrs.asdict(last.settings)}
            assert pools(records.replay(record, **options)) == pools(last)
