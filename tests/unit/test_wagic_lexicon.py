"""The lexicon of Wagic's ability language: its words, their versions, what is made of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardformats.errors import ModelError
from cardformats.formats.wagic.abilities import explain, lint, lookup, words
from cardformats.formats.wagic.abilities.engine.reader import reading
from cardformats.formats.wagic.engine.primitive import engine_keyword, keywords
from cardformats.formats.wagic.format import ENGINE_VERSIONS, WagicOptions
from cardformats.formats.wagic.lexicon import kinds, zones

from ..wagic_words import TAKEN_OTHERWISE, line

#: Classes of which every word that an engine knows has to be in English.
IN_ENGLISH = (
    *("keyword", "restriction", "variable", "phase", "player", "zone", "zone_owner", "zone_place"),
    *("counter_zone", "duration", "timing", "cost", "whose"),
)
#: Options that say something only in what other words make.
PARTS = {
    *("evicttypes", "fade", "keepname", "level", "previous", "randomcard", "repeat", "selectmana"),
    "tnum",
}


def codes(text, **options):
    return [finding.code for finding in lint(text, **options)]


#: English that only describes a word, which stands for what is beside it.
DESCRIBED = {
    *("bushido", "duplicateall", "eval", "foretold", "from", "hasdeadoppo", "notrigger", "to"),
    "turn:",
}
WITHOUT = Path(__file__).parents[1] / "data" / "wagic_words_without_english.txt"


@pytest.mark.parametrize("kind", IN_ENGLISH)
def test_no_english_is_missing(kind):
    known = [word for word in words(kind).values() if word.until >= ENGINE_VERSIONS[0]]
    assert [word.text for word in known if not word.english] == []


def test_words_of_the_engine_without_english_are_listed(request):
    """They are words of code: what they mean depends on what is beside them."""
    every = (
        f"{kind}: {' '.join(without)}" for kind in kinds() if (without := without_english(kind))
    )
    written = "\n".join(every) + "\n"
    if request.config.getoption("--accept"):
        WITHOUT.write_text(written)
    assert WITHOUT.read_text() == written


def without_english(kind):
    known = (word for word in words(kind).values() if word.until >= ENGINE_VERSIONS[0])
    return sorted(word.text.replace(" ", "_") for word in known if not word.english)


@pytest.mark.parametrize("kind", kinds())
def test_english_of_words_is_used(kind):
    """No word with English is shown as it is written, in backquotes."""
    for word in words(kind).values():
        text = line(word)
        if word.english and text is not None and word.text not in DESCRIBED:
            shown = " ".join(re.findall(r"`([^`]*)`", explain(text).lower()))
            assert not re.search(rf"(?<![a-z]){re.escape(word.text)}(?![a-z])", shown), text


def test_words_know_their_versions():
    assert "hexproof" in words("keyword", 2026)
    assert "opponentshroud" not in words("keyword", 2026)
    assert "opponentshroud" in words("keyword", 2021)
    assert "opponentshroud" in words("keyword")
    assert {word.kind for word in lookup("Tapped")} == {
        *("card_test", "event", "quality", "state_of_card")
    }
    assert lookup("tappd") == ()


def test_there_are_such_classes_and_versions_only():
    with pytest.raises(ValueError, match="no class of words 'keywords'"):
        words("keywords")
    with pytest.raises(ValueError, match="no engine version 2020"):
        words("keyword", 2020)
    with pytest.raises(ValueError, match="no engine version 2020"):
        lint("flying", engine_version=2020)
    with pytest.raises(ModelError, match="one of 2016, 2021, 2026"):
        WagicOptions(engine_version=2020)


def test_zones_are_places_of_owners():
    assert {"hand", "myhand", "targetcontrollerlibrary", "*", "myzones"} <= set(zones())


def test_the_engine_takes_the_last_keyword():
    assert "iscommander" not in keywords()
    assert "canplayenchantmentlibrarytop" in keywords()
    assert engine_keyword("flashy") == "flash"
    assert engine_keyword("protection from red flying") == "protection from red"


@pytest.mark.parametrize("kind", kinds())
def test_words_that_a_version_knows_lint_clean(kind):
    for word in words(kind).values():
        lints_clean(word)


def lints_clean(word):
    text = line(word)
    known = [year for year in ENGINE_VERSIONS if word.is_known_to(year)]
    if text is None:
        assert word.text in PARTS or word.kind in {"deprecated", "state_of_card"}
    elif known:
        otherwise = TAKEN_OTHERWISE.get((word.kind, word.text))
        expected = [otherwise] if otherwise else []
        # where the engine does not look for the word there, that is said
        unused = any(note.fate == "left" for note in reading(text).notes)
        assert codes(text) == expected or (unused and codes(text) in (["WG111"], ["WG113"]))


def test_a_word_that_the_version_does_not_know():
    text = "lord(creature|mybattlefield) opponentshroud"
    (finding,) = lint(text, engine_version=2026)
    assert finding.code == "WG091"
    assert finding.span.text == "opponentshroud"
    assert finding.notes == ("it is known to the engine of 2016 and 2021",)
    assert codes(text, engine_version=2021) == codes(text) == []


@pytest.mark.parametrize(("text", "version"), [
    ("lord(creature) decayed", 2016), ("draw:penergy", 2016), ("@mutated(this):draw:1", 2016),
    ("target(creature[modified]) destroy", 2021),
    ("@each my upkeep restriction{coven}:draw:1", 2016), ("lord(creature) -hexproof", 2021),
])  # fmt: skip
def test_newer_words(text, version):
    assert codes(text, engine_version=version) == ["WG091"]
    assert codes(text, engine_version=2026) == []
