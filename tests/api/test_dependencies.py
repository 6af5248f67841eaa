"""What the project depends on: tools in one minor version, libraries in ranges."""

from __future__ import annotations

import re
import tomllib
from itertools import chain

import pytest

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LIBRARIES = [
    *PROJECT["project"]["dependencies"],
    *chain.from_iterable(PROJECT["project"]["optional-dependencies"].values()),
]
#: Property tests get the same examples from the same version alone.
TOOL_TOO = "hypothesis"


def name_of(requirement):
    return re.match(r"[\w.-]+", requirement)[0]


@pytest.mark.parametrize("group", PROJECT["dependency-groups"])
def test_tools_have_a_minor_version_and_libraries_what_users_may_have(group):
    ranges = {name_of(each): each for each in LIBRARIES}
    del ranges[TOOL_TOO]
    for requirement in PROJECT["dependency-groups"][group]:
        if isinstance(requirement, dict):  # another group
            continue
        known = ranges.get(name_of(requirement))
        is_pinned = re.fullmatch(r"[\w.-]+~=\d+\.\d+\.\d+", requirement)
        assert requirement == known or (known is None and is_pinned), requirement


def test_libraries_have_no_pins():
    assert [
        each for each in LIBRARIES if not re.fullmatch(r"[\w.-]+>=[\d.]+(,<[\d.]+)?", each)
    ] == []


def test_every_python_of_the_classifiers_is_tried():
    tried = re.search(r"PYTHONS = \((.*)\)", (ROOT / "noxfile.py").read_text("utf-8"))[1]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert named
    assert {f'"{each}"' for each in named} <= {*tried.split(", ")}
