"""Wagic sets: reading one, reading a whole tree, beside a plain loop over the same lines."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.budget import Budget
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.wagic import primitives
from cardformats.formats.wagic.format import WagicOptions, split
from cardformats.formats.wagic.macros import MacroTable, definitions
from cardformats.formats.wagic.reader import load_sources, scan
from cardformats.formats.wagic.to_model import Printings
from cardformats.formats.wagic.writer import write_folder
from cardformats.source import SourceText


def lines_of(paths):
    """The reference: every line split at its equals sign."""
    return [
        line.partition("=")
        for path in paths
        for line in path.read_bytes().decode("cp1252", "replace").splitlines()
    ]


@pytest.fixture
def one_set(sets, sample, measured):
    """The folder of a set."""
    return sets / "10E" if measured else sample


@pytest.mark.reference("str.partition of each line")
def test_plain_loop_over_all_files(benchmark, sets):
    benchmark.group = "Wagic: tree of 72 sets"
    benchmark(lines_of, [*sets.glob("*/_cards.dat"), *sets.glob("primitives/*.txt")])


def test_read_all_sets(benchmark, sets):
    benchmark.group = "Wagic: tree of 72 sets"
    folders = split(sets)

    def read():
        primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
        return [cf.read_report(folder) for folder in folders]

    benchmark(read)


@pytest.mark.reference("str.partition of each line")
def test_plain_loop_over_the_primitives(benchmark, sets):
    benchmark.group = "Wagic: primitives as cards"
    benchmark(lines_of, [*(sets / "primitives").glob("*.txt")])


def test_read_the_primitives(benchmark, sets):
    benchmark.group = "Wagic: primitives as cards"
    folder = sets / "primitives"

    def read():
        primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
        return cf.read_report(folder)

    benchmark(read)


@pytest.mark.reference("str.partition of each line")
def test_plain_loop_over_the_sets(benchmark, sets):
    benchmark.group = "Wagic: printings of 72 sets, primitives known"
    benchmark(lines_of, [*sets.glob("*/_cards.dat")])


def test_lower_the_printings(benchmark, sets):
    """Without sheets and boosters."""
    benchmark.group = "Wagic: printings of 72 sets, primitives known"
    options = WagicOptions()
    paths = tuple(sorted(sets.glob("*/_cards.dat")))
    known = primitives.load_primitives((sets / "primitives",), options)

    def read():
        log = DiagnosticLog(options.max_diagnostics)
        printings = Printings(known, options, log, Budget(options.max_work))
        return [printings.of(scan(each, log), "X") for each in load_sources(paths, options, log)]

    benchmark(read)


def test_index_the_primitives(benchmark, sets):
    benchmark.group = "Wagic: set 10E with its primitives"
    folder, options = sets / "primitives", WagicOptions()

    def index():
        primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
        return primitives.load_primitives((folder,), options).get("")

    benchmark(index)


def test_read_one_set_from_scratch(benchmark, one_set):
    benchmark.group = "Wagic: set 10E with its primitives"

    def read():
        primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
        return cf.read_report(one_set)

    benchmark(read)


@pytest.mark.reference("str.partition of each line")
def test_plain_loop_over_the_same_files(benchmark, sets, one_set):
    benchmark.group = "Wagic: set 10E with its primitives"
    benchmark(lines_of, [one_set / "_cards.dat", *sets.glob("primitives/*.txt")])


def test_read_the_sample(benchmark, sample):
    benchmark.group = "Wagic: sample"
    benchmark(cf.read_report, sample)


def test_write_one_set(benchmark, one_set, tmp_path):
    """Its 382 printings and their primitives, from the model."""
    cardset = cf.read_report(one_set).value
    benchmark(cf.write, cardset, tmp_path / "sets", "wagic", canonical=True)


@pytest.fixture(scope="module")
def tree(sets):
    """The folder of 72 sets, read."""
    return cf.read_report(sets, "wagic").value


def test_read_the_tree(benchmark, sets):
    """The reference: a changed card is to be written in a tenth of the time."""
    benchmark.group = "Wagic: tree as one card set, one card changed"

    def read():
        primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
        return cf.read_report(sets, "wagic")

    benchmark(read)


@pytest.mark.parametrize("field", ["text", "name", "mana_cost", "rarity"])
def test_write_one_changed_card(benchmark, tree, field, measured):
    """The texts of the files; all printings are changed, save of the rarity."""
    benchmark.group = "Wagic: tree as one card set, one card changed"
    cards = tree.printings("Ashnod's Altar" if measured else "Marsh Lantern")
    if field == "rarity":
        changed = {cards[0]: evolve(cards[0], rarity="rare")}
    else:
        value = "{9}" if field == "mana_cost" else "Something else"
        face = evolve(cards[0].faces[0], **{field: value})
        changed = {card: evolve(card, faces=face) for card in cards}
    cardset = tree.replacing(changed)
    assert cardset != tree
    benchmark(write_folder, cardset, WagicOptions())


@pytest.fixture(scope="module")
def scripts(sets):
    """All script lines of the primitives, and the macros of all trees."""
    log = DiagnosticLog(100)
    sources = [
        SourceText.from_bytes(path.name, path.read_bytes())
        for path in sorted(sets.parents[1].glob("*/sets/primitives/*.txt"))
    ]
    macros = [macro for source in sources for macro in definitions(source, log)]
    lines = [line for source in sources for line in source.text.split("\n") if line[:4] == "auto"]
    return MacroTable(macros, WagicOptions()), lines


def test_expand_all_lines(benchmark, scripts):
    benchmark.group = "macros in 30,000 lines"
    table, lines = scripts
    benchmark(lambda: [table.expand(line) if table.may_call(line) else line for line in lines])


@pytest.mark.reference("str.replace")
def test_replace_in_all_lines(benchmark, scripts):
    """The reference: one plain replacement a line."""
    benchmark.group = "macros in 30,000 lines"
    lines = scripts[1]
    benchmark(lambda: [line.replace("_dies_", "x") for line in lines])
