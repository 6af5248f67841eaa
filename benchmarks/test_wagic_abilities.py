"""Abilities: every distinct line of the real card files, beside Lark's own parser."""

from __future__ import annotations

import sys
from contextlib import suppress
from subprocess import run
from time import process_time

import pytest
from lark import Lark, UnexpectedInput

import cardformats as cf
from cardformats.caching import Remembered
from cardformats.formats.grammar import GrammarProblem
from cardformats.formats.wagic.abilities import lint, parse, reading, scripts
from cardformats.formats.wagic.abilities.language import Language
from cardformats.formats.wagic.abilities.linter import lint as lint_module
from cardformats.formats.wagic.abilities.tables import grammar


@pytest.fixture(scope="module")
def lines(sets):
    """All distinct lines of abilities in the newest primitives that are whole, macros expanded."""
    report = cf.read_report(sets / "primitives")
    found = (script for card in report.value.cards for script in scripts(card))
    return list(dict.fromkeys(each.text for each in found if each.key.startswith("auto")))


def language():
    """The language with its tables loaded and nothing remembered."""
    fresh = Language(reading.RULES)
    fresh.read("ability", "flying")
    return fresh


def read_all(language, lines):
    for line in lines:
        with suppress(GrammarProblem):
            language.read("ability", line)


@pytest.mark.reference("Lark, which only splits lines into parts")
def test_lark_splits_lines_into_parts(benchmark, lines):
    """The reference: Lark reads the same lines, but nothing within their parts."""
    benchmark.group = f"{len(lines)} lines of abilities"
    lark = Lark(grammar(), parser="lalr", lexer="basic", start="ability", keep_all_tokens=True)
    lowered = [line.lower() for line in lines]

    def read():
        for line in lowered:
            with suppress(UnexpectedInput):
                lark.parse(line)

    benchmark.pedantic(read, rounds=3)


def test_read_lines_whole(benchmark, lines):
    benchmark.group = f"{len(lines)} lines of abilities"
    benchmark.pedantic(read_all, setup=lambda: ((language(), lines), {}), rounds=5)


def test_read_lines_whole_when_their_parts_are_known(benchmark, lines):
    benchmark.group = f"{len(lines)} lines of abilities"
    known = language()
    read_all(known, lines)
    benchmark.pedantic(read_all, args=(known, lines), rounds=5)


def test_check_lines_that_are_read(benchmark, lines, monkeypatch):
    """How much slower than reading them: each is also read as the engine does."""
    benchmark.group = f"{len(lines)} lines of abilities"
    monkeypatch.setattr(reading, "REMEMBERED", Remembered(10**9))
    monkeypatch.setattr(lint_module, "_REMEMBERED", Remembered(0))
    start = process_time()
    for line in lines:
        parse(line)
    benchmark.extra_info["seconds_to_read"] = seconds = process_time() - start

    def check():
        start = process_time()
        for line in lines:
            lint(line)
        benchmark.extra_info.setdefault("times_as_long", (process_time() - start) / seconds)

    benchmark.pedantic(check, rounds=3)


def test_read_lines_that_lack_a_bracket(benchmark, lines, monkeypatch):
    """The last bracket of each line is left out."""
    damaged = [
        line[:place] + line[place + 1 :]
        for line in lines
        if (place := max(map(line.rfind, ")]}"))) >= 0
    ]
    benchmark.group = f"{len(damaged)} lines of abilities that lack a bracket"
    monkeypatch.setattr(reading, "REMEMBERED", Remembered(0))

    def read():
        for line in damaged:
            parse(line)

    benchmark.pedantic(read, rounds=3)


def test_first_line_of_a_fresh_process(benchmark):
    benchmark.group = "first line of abilities"
    program = "from cardformats.formats.wagic.abilities import parse; parse('draw:1')"
    benchmark.pedantic(lambda: run([sys.executable, "-c", program], check=True), rounds=5)


def test_load_the_tables(benchmark):
    benchmark.group = "first line of abilities"
    benchmark.pedantic(language, rounds=3)
