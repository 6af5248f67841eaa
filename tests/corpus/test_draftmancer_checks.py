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


@given(data=st.data())
def test_a_real_list_without_a_remark_is_accepted_with_the_same_cards(golden_lists, data):
    path, _ = data.draw(st.sampled_from(golden_lists))
    text = path.read_bytes().decode("utf-8")
    changes = st.lists(st.sampled_from([with_token, with_value, with_line]), max_size=3)
    for change in data.draw(changes):
        text = change(data, text)
    report = cf.loads_report(text, "draftmancer")
    assert differences(report, accept(text, models=MODELS)) == []
