"""Real lists, as they are and with small slips: what is not remarked is accepted as it is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import accept
from tests.properties.test_draftmancer_checks import (
    MODELS,
    differences,
    with_line,
    with_token,
    with_value,
)

#: How often names of real lists are remarked; none of them is a slip.
SLIPS = {"DM025": 0, "DM029": 0}


def test_real_lists_have_no_remarks_on_names(golden_lists):
    found = dict.fromkeys(SLIPS, 0)
    for path, _ in golden_lists:
        counts = cf.read_report(path, "draftmancer").counts()
        for code in found:
            found[code] += counts.get(code, 0)
    assert found == SLIPS


@given(data=st.data())
def test_a_real_list_without_a_remark_is_accepted_with_the_same_cards(golden_lists, data):
    path, _ = data.draw(st.sampled_from(golden_lists))
    text = path.read_bytes().decode("utf-8")
    changes = st.lists(st.sampled_from([with_token, with_value, with_line]), max_size=3)
    for change in data.draw(changes):
        text = change(data, text)
    report = cf.loads_report(text, "draftmancer")
    assert differences(report, accept(text, models=MODELS)) == []
