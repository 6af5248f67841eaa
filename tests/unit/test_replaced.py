"""Trees of packs without their last card."""

from __future__ import annotations

import pytest

from cardformats.collation.bounds import size_of
from cardformats.collation.leaves import Draw
from cardformats.collation.replaced import UncertainError, without_last
from cardformats.collation.tree import OneOf, Seq

TWO, NONE = Draw((1, 1, 1), 2), Draw((1,), 0)


def test_the_last_card_is_that_of_the_last_part_that_has_one():
    node = without_last(Seq((TWO, NONE)))
    assert size_of(node) == (1, 1)
    first, last = node.parts
    assert (size_of(first), last) == ((1, 1), NONE)


@pytest.mark.parametrize("end", [NONE, OneOf((1, 1), (NONE, TWO))])
def test_a_part_that_may_have_no_card_leaves_it_open_which_is_the_last(end):
    with pytest.raises(UncertainError):
        without_last(Seq((TWO, OneOf((1, 1), (NONE, TWO)), end)))
