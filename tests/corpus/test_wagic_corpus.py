"""What the linter finds in whole trees of real Wagic files, checked against the files."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from cardformats.formats.wagic.format import BOOSTER_FILE

from .readings import tree_report

#: In the sets of a tree: also what is wrong with the primitives that they use.
SETS = {
    "2016": {"WG008": 1, "WG009": 4, "WG014": 3, "WG018": 22, "WG020": 115, "WG025": 1},
    "2021": {"CF004": 1},
    "2026": {
        "WG004": 2, "WG009": 1, "WG013": 2, "WG018": 1, "WG020": 16_675, "WG024": 6,
        "WG025": 1,
        "WG037": 1, "WG041": 2, "WG042": 24,
    },
}  # fmt: skip
PRIMITIVES = {
    "2016": {
        "WG005": 3, "WG017": 67, "WG018": 33, "WG036": 1, "WG041": 6, "WG042": 42, "WG050": 4,
    },
    "2021": {
        "WG002": 1, "WG005": 12, "WG006": 1, "WG018": 15, "WG024": 7, "WG036": 6, "WG037": 1,
        "WG040": 2,
    },
    "2026": {
        "WG004": 2, "WG009": 1, "WG018": 3, "WG024": 8, "WG037": 2, "WG040": 2, "WG041": 3,
        "WG042": 24,
    },
}  # fmt: skip
#: Odd files, made to show how the engine reads them.
ODD = {
    "sets": {
        "WG001": 1, "WG006": 1, "WG011": 3, "WG012": 1, "WG013": 3, "WG014": 8, "WG015": 2,
        "WG016": 2, "WG019": 1, "WG020": 2, "WG025": 1, "WG033": 3, "WG036": 6,
        "WG050": 1,
    },
    "sets/primitives": {
        "WG001": 1, "WG002": 2, "WG005": 6, "WG006": 4, "WG008": 2, "WG009": 4, "WG010": 1,
        "WG017": 1, "WG018": 3, "WG031": 1, "WG033": 3, "WG036": 6, "WG040": 3, "WG042": 1,
    },
}  # fmt: skip


def findings(folder):
    """What is found in the files of cards; packs have tests of their own."""
    report = tree_report(folder)
    return [
        found for found in report.diagnostics if not found.span.source.name.endswith(BOOSTER_FILE)
    ]


def counts(found):
    return dict(Counter(str(each.code) for each in found))


@pytest.fixture(scope="module")
def trees(wagic):
    return wagic


@pytest.fixture(scope="module")
def in_sets(trees):
    """What is found in the sets of each tree."""
    return {tree: findings(trees / tree / "sets") for tree in SETS}


@pytest.mark.parametrize("tree", SETS)
def test_in_the_sets_of_a_tree_is_found_what_is_wrong(tree, in_sets):
    assert counts(in_sets[tree]) == SETS[tree]


@pytest.mark.parametrize("tree", PRIMITIVES)
def test_in_the_primitives_of_a_tree_is_found_what_is_wrong(tree, trees):
    assert counts(findings(trees / tree / "sets" / "primitives")) == PRIMITIVES[tree]


@pytest.mark.parametrize("folder", ODD)
def test_in_odd_files_is_found_what_is_wrong(folder, corpus):
    assert counts(findings(corpus / "golden" / "wagic" / "edge" / folder)) == ODD[folder]


def values(path, key):
    """The values of a key in a file, as bytes; knows nothing of the library."""
    pattern = rb"(?m)^%s=([^\r\n]*)" % key
    return re.findall(pattern, re.sub(rb"(?m)^#.*", b"", path.read_bytes()))


@pytest.mark.parametrize("tree", PRIMITIVES)
def test_names_are_found_twice_that_a_plain_search_finds_twice(tree, trees):
    folder = trees / tree / "sets" / "primitives"
    names = [name for path in folder.glob("*.txt") for name in values(path, rb"name")]
    found = [each for each in findings(folder) if str(each.code) == "WG017"]
    assert len(found) == len(names) - len(set(names))
    for each in found:
        (first,) = each.related
        assert re.fullmatch(r"the first one: .+\.txt:\d+:6", str(first))
        assert each.span.text == each.data["name"]
