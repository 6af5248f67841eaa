"""Properties of targets: any text has a chooser or none, and time grows no faster than the text."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.wagic.abilities.engine.targets import chooser

from ..wagic_matching import accepts

PIECES = [
    "creature", "*", "elf", "player", "opponent", "other ", "trigger", "this", "mytgt", "[", "]",
    ";", "&", ",", "^", "|", "<", ">", "<=", "=", "-", "power", "manacost", "counter{", "}", "1/1",
    ".", "flying", "black", "share!name!", "parents", "children[", "anytarget", "mygraveyard",
    "zpos", "upto:", "anyamount", "2", "x", " ", "tapped", "multicolor", "notshare!types!",
]  # fmt: skip
TARGETS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.text())
CARD = cf.Card.of("Elf", mana_cost="{G}", types="Creature", subtypes="Elf", power="1+*")


@given(TARGETS)
def test_any_text_has_a_chooser_or_none(text):
    who = chooser(text)
    assert isinstance(accepts(text, CARD), bool)
    assert who is None or who.players <= {"controller", "opponent"}


def test_time_grows_no_faster_than_the_text():
    for piece in ("a,", "creature[a;", "children[", "other ", "a[", "power<=1&", "|mygraveyard,"):
        small, large = (_duration(piece * size) for size in (1_000, 10_000))
        assert large < 60 * small + 0.1, piece


def _duration(text):
    start = time.process_time()
    chooser(text)
    return time.process_time() - start
