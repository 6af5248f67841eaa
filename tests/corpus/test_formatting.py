"""Real files: those that their projects keep in order hardly change, and all say the same."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from cardformats.checking.config import Config
from cardformats.checking.formatting import _content, format_files, formatted
from cardformats.checking.inputs import no_config
from cardformats.formats.registry import REGISTRY
from cardformats.formats.styles import misplaced
from cardformats.formats.wagic.engine.loader import Engine
from cardformats.formats.wagic.engine.macros import EngineMacros
from cardformats.formats.wagic.format import WagicOptions, WagicStyle
from cardformats.formats.wagic.formatting import format_cards
from cardformats.formats.wagic.reader import primitive_files
from cardformats.source import SourceText

YEARS = ("2016", "2021", "2026")


def blocks(text):
    return text.replace("\r\n", "\n").split("[/card]\n")


def moved(before, after):
    """How many blocks stand elsewhere, and how many say other lines."""
    places = {block: number for number, block in enumerate(blocks(before))}
    own = [places[block] for block in blocks(after) if block in places]
    return misplaced(own), len(blocks(after)) - len(own)


@pytest.mark.parametrize("year", ["2021", "2026"])
def test_primitives_that_the_project_sorted_hardly_change(wagic, year):
    folder = wagic / year / "sets" / "primitives"
    for file in format_files([folder], "wagic", no_config):
        places, lines = moved(file.source.text, file.text)
        assert places <= 10
        assert lines <= len(blocks(file.text)) * 0.04 + 1
        assert file.kept == ()


def sources(folder, *patterns):
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            yield SourceText.from_bytes(str(path), path.read_bytes())


def check(source, format_id):
    """Whether a file changes; it is read as before, with no other finding."""
    known = REGISTRY.get(format_id)
    made = formatted(source, known, Config())
    again = SourceText(source.name, made.text, source.encoding)
    assert formatted(again, known, Config()).text == made.text
    assert Counter(each.why for each in made.kept) <= Counter({"it is not a set": 1})
    before, after = (
        cf.loads_report(text, format_id, thorough=True) for text in (source.text, made.text)
    )
    assert _content(before) == _content(after)
    return made.text != source.text


def test_lists_hardly_change(corpus, step):
    for source in [*sources(corpus / "corpus" / "draftmancer", "*.txt")][::step]:
        if check(source, "draftmancer"):
            made = formatted(source, REGISTRY.get("draftmancer"), Config()).text
            lines = [Counter(each.splitlines()) for each in (source.text, made)]
            assert (lines[0] - lines[1]).total() <= 20


@pytest.mark.slow
def test_sets_of_octgn_are_read_as_before(octgn):
    folder = octgn
    changed = {source.name: check(source, "octgn") for source in sources(folder, "**/*.xml")}
    assert not any(change for name, change in changed.items() if "/mtg/" in name)


@pytest.mark.slow
@pytest.mark.parametrize("year", YEARS)
def test_sets_of_wagic_are_read_as_before(wagic, year):
    for source in sources(wagic / year, "sets/*/_cards.dat"):
        check(source, "wagic")


@pytest.mark.slow
@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("order", [None, "name", "letters", "id", "rarity"])
def test_wagics_engine_loads_the_same_tree(wagic, year, order):
    folder = wagic / year / "sets"
    engines = [Engine(5, EngineMacros(WagicOptions())) for _ in range(2)]
    paths = (*primitive_files(folder / "primitives"), *sorted(folder.glob("*/_cards.dat")))
    for path in paths:
        source = SourceText.from_bytes(path.name, path.read_bytes())
        code = None if path.parent.name == "primitives" else path.parent.name
        made = format_cards(source, WagicStyle(order=order)).text
        engines[0].load(source.encode(), code, path.name)
        engines[1].load(source.encode(made), code, path.name)
    for part in ("primitives", "cards", "meta", "draft"):
        assert getattr(engines[0], part) == getattr(engines[1], part)
