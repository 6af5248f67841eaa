"""Options of formats: values of other kinds are refused, and nothing else comes of them."""

from __future__ import annotations

import pytest
from attrs import fields

import cardformats as cf
from cardformats.formats.base import OptionInfo

BIRDS = cf.CardSet.of([cf.Card.of("Heron", types="Bird", rarity="common")], pack={"common": 1})
EVERY = [
    (known, each)
    for known in cf.formats()
    for each in fields(known.options)
    if known.writer or OptionInfo.of(each).use == "read"
]
#: What no option is.
NOTHING = (2.5, -1, object(), b"y", [None])


def use(known, option, value):
    """Read or write with an option of a format."""
    if OptionInfo.of(option).use == "read":
        cf.loads("", known.id, **{option.name: value})
    else:
        cf.dumps(BIRDS, known.id, **{option.name: value})


@pytest.mark.parametrize("value", NOTHING)
def test_a_value_of_another_kind_is_refused(value):
    for known, each in EVERY:
        with pytest.raises(cf.OptionError):
            use(known, each, value)


def test_yes_is_no_truth():
    flags = [(known, each) for known, each in EVERY if each.type == "bool"]
    assert len(flags) > 20
    for known, each in flags:
        with pytest.raises(cf.OptionError, match=f"{each.name} is True or False, not 'no'"):
            use(known, each, "no")


@pytest.mark.parametrize("indent", [-1, 81, 10**12, "\t"])
def test_spaces_of_a_level_are_few(indent):
    with pytest.raises(cf.OptionError):
        cf.dumps(BIRDS, "json", indent=indent)
