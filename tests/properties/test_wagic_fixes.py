"""Fixes of Wagic's files correct typing errors, and cause no new findings."""

from __future__ import annotations

import random
import shutil

import pytest

from tests.conftest import ROOT

from .fixing import fixed

EXAMPLES = ROOT / "examples" / "wagic" / "sets"
_SIGNS = "()[]{}:;,.=|~ \nabcdefgT/-_!$@&#1"


def mutated(text: str, chance: random.Random) -> str:
    """*text* with a few characters that are others, gone, doubled or exchanged."""
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(text) - 2)
        new = chance.choice(
            (text[at] * 2, "", chance.choice(_SIGNS), text[at + 1] + text[at], text[at].swapcase())
        )
        length = 2 if len(new) == 2 and new[0] != new[1] else 1
        text = text[:at] + new + text[at + length :]
    return text


@pytest.mark.parametrize(
    "seed",
    [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(100, 160))],
)
def test_faults_of_typing_are_mended_without_new_ones(tmp_path, seed):
    folder, chance = tmp_path / "sets", random.Random(seed)  # noqa: S311 - reproducible
    shutil.copytree(EXAMPLES, folder)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            path.write_bytes(mutated(path.read_bytes().decode("latin-1"), chance).encode("latin-1"))
    fixed(folder, "wagic")
