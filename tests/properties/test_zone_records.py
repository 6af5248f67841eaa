"""Records of random drafts of every kind: read back from their logs, and played again."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest

import cardformats as cf
from cardformats import draft, records
from cardformats.bits import Bits, Source
from tests.properties.test_draft_kinds import CASES, CUBE, THEMES
from tests.properties.test_undo import zones

SEEDS = [range(1), pytest.param(range(1, 41), marks=pytest.mark.slow)]

#: What logs of Draftmancer do not have: what is offered.
NEEDS_MORE = ("jumpstart", "jump-in")


def drafted(name, settings, seed):
    """A random draft that is over, and the same when it was not."""
    last = zones(name, seed, settings)
    at = Bits(Source(seed, "law"), 0).below(len(last.log))
    return last, type(last).replay(last.log[: 1 + at])


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
        cards = THEMES if name.startswith("jump") else CUBE
        last, before = drafted(name, settings, seed)
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
