"""Drafts of real lists: logs are read back, play again, and are tested against the list."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft, records

from .readings import report_of

SEATS = 8

#: Lists whose drafts do not play again, and why.
NOT_REPLAYED = {
    "Archdemon of Paliano.txt": "drafts at random",
    "CanalDredger.txt": None,  # many last cards of one name, for many seats
    "CustomCards_DraftEffect_AddRandomCards.txt": "its pool has not",
}
RECORDED = 46


def drafts(golden_lists, step):
    """Each list that can be drafted, by name, a draft of it by bots, and its generator."""
    for path, _ in golden_lists[:: 1 if step == 1 else 2]:
        report = report_of(path, "draftmancer")
        if not report.ok:
            continue
        generator = cf.Generator(report.value, seed=0)
        try:
            rounds = generator.deal(SEATS).rounds
        except cf.EmptySheetError:
            continue
        state = draft.start(rounds, report.value, seed=1)
        bots = [draft.RandomBot(seat) for seat in range(SEATS)]
        yield path.name, draft.play(state, bots, generator, report.value), generator


@pytest.mark.slow
def test_logs_of_drafts_are_read_back_and_play_again(golden_lists, step):
    recorded = 0
    for name, state, generator in drafts(golden_lists, step):
        record = records.of_draft(state, generator.cardset, bots=range(1, SEATS))
        report = records.loads_report(records.dumps(record, "draftmancer"))
        assert report.diagnostics == (), name
        assert report.value == record, name
        recorded += 1
        if name in NOT_REPLAYED:
            with pytest.raises(cf.DraftError, match=NOT_REPLAYED[name]):
                records.replay(report.value, generator.cardset)
        else:
            replayed = records.replay(report.value, generator.cardset)
            assert replayed.is_over, name
            for seat in range(SEATS):
                pools = [[card.card for card in each.pool(seat)] for each in (state, replayed)]
                assert sorted(pools[0]) == sorted(pools[1]), name
    assert recorded == RECORDED or step > 1
