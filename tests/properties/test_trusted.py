"""Values that are made without checks equal those that the classes make."""

import copy
import pickle
import weakref

import pytest
from attrs import fields
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

from cardformats.model import Card, CardRef, Color, Entry, Face, FrozenDict, ManaCost, trusted

WORDS = st.text(max_size=5)
OPTIONAL = st.none() | WORDS
TEXTS = st.dictionaries(WORDS, WORDS, max_size=3).map(FrozenDict)
VALUES = st.dictionaries(WORDS, st.none() | WORDS | st.integers(), max_size=3).map(FrozenDict)
COSTS = st.none() | st.sampled_from(["{0}", "{2}{W}", "{G/U}{X}"]).map(ManaCost.parse)
TYPES = st.lists(WORDS, max_size=2).map(tuple)
FACES = st.tuples(
    *(WORDS, COSTS, st.frozensets(st.sampled_from(Color)), TYPES, TYPES, TYPES, WORDS),
    *(OPTIONAL, OPTIONAL, OPTIONAL, TEXTS, TEXTS, VALUES),
    st.sampled_from(("front", "back", "split", "alternate")),
)
CARDS = st.tuples(
    st.lists(FACES.map(lambda values: Face(*values)), min_size=1, max_size=2).map(tuple),
    *(OPTIONAL, OPTIONAL, OPTIONAL, TEXTS, OPTIONAL),
    st.none() | st.floats(0, 5, allow_nan=False),
    *(st.just(()), st.just(())),
    st.dictionaries(WORDS, VALUES, max_size=2).map(FrozenDict),
)
REFS = st.tuples(WORDS, OPTIONAL, OPTIONAL, OPTIONAL)
ENTRIES = st.tuples(REFS.map(lambda each: CardRef(*each)), st.integers(0, 9), OPTIONAL, VALUES)


def check(make, kind, values):
    value, expected = make(*values), kind(*values)
    assert type(value) is kind
    assert (value, hash(value), repr(value)) == (expected, hash(expected), repr(expected))
    assert [getattr(value, each.name) for each in fields(kind)] == list(values)
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == expected
    assert weakref.ref(value)() is value
    for each in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(value, each.name, None)
    with pytest.raises(AttributeError):
        value.other = None


@given(FACES)
def test_a_trusted_face_is_the_face(values):
    check(trusted.face, Face, values)


@given(CARDS)
def test_a_trusted_card_is_the_card(values):
    check(trusted.card, Card, values)


@given(ENTRIES)
def test_a_trusted_entry_is_the_entry(values):
    check(trusted.entry, Entry, values)


@given(REFS)
def test_a_trusted_reference_is_the_reference(values):
    check(trusted.card_ref, CardRef, values)


@pytest.mark.parametrize("name", ["face", "card", "entry", "card_ref"])
def test_all_fields_are_needed(name):
    with pytest.raises(TypeError):
        getattr(trusted, name)("a")
