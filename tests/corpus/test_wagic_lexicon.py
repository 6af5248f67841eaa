"""The lexicon has every word that the engine's source looks for."""

from __future__ import annotations

import json

import collect_wagic_words
import pytest

from cardformats.formats.wagic.engine.primitive import keywords
from cardformats.formats.wagic.lexicon import words


@pytest.fixture(scope="module")
def collected(corpus):
    return json.loads((corpus / "facts" / "wagic-words.json").read_text("utf-8"))


def test_every_word_of_every_version_is_covered(collected):
    assert collect_wagic_words.uncovered(collected) == []


def test_the_versions_are_those_that_were_collected(collected):
    path = collect_wagic_words.LEXICON
    assert collect_wagic_words.text(collected) == path.read_text("utf-8")


def test_the_keywords_are_those_of_the_engine_in_its_order(collected):
    assert list(keywords()) == collected["2026"]["keywords"]
    for year in ("2016", "2021", "2026"):
        assert list(words("keyword", int(year))) == collected[year]["keywords"]


def test_what_is_no_word_is_reported(collected):
    collected = {"2026": {**collected["2026"], "find": {"MTGAbility.cpp": ["frobnicate("]}}}
    assert collect_wagic_words.uncovered(collected) == ["frobnicate("]
