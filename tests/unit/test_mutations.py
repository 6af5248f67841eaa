"""The mutations with which the session ``mutants`` tries the tests."""

from __future__ import annotations

import ast

import pytest
from scripts.mutations import mutations

from tests.conftest import ROOT

SOURCE = '''\
"""A docstring with 1 number."""
__all__ = ["f"]
Kind: TypeAlias = Literal["a"]
LIMIT: int = 3


@cache
def f(é: "str", more=()):
    """Another one."""
    if é == "x" and not more:  # a comment
        raise ValueError("a text", LIMIT)
    while é:
        é = é[1:LIMIT]
        log(f"{é + 'b'} and")
        continue
    return (é in
            more)
'''


def changes():
    """Each mutation as the line and what it is then."""
    data = SOURCE.encode()
    for node in mutations("file.py", data):
        for each in node:
            changed = each.apply(data).decode()
            assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(SOURCE))
            lines = zip(SOURCE.splitlines(), changed.splitlines(), strict=False)
            number, new = next(
                (number, new) for number, (old, new) in enumerate(lines, 1) if old != new
            )
            assert number == each.line
            yield number, new.strip()


def test_every_kind_of_change_is_made_and_nothing_else_is_changed():
    condition = 'if é == "x" and not more:  # a comment'
    assert sorted(changes()) == sorted([
        (4, "LIMIT: int = 4"),
        (4, "LIMIT: int = 2"),
        (10, condition.replace("==", "!=")),
        (10, condition.replace('"x"', '"mutant"')),
        (10, condition.replace("and", "or")),
        (10, condition.replace("not more", " more")),
        (10, "if True:  # a comment"),
        (10, "if False:  # a comment"),
        (12, "while False:"),
        (13, "é = é[2:LIMIT]"),
        (13, "é = é[0:LIMIT]"),
        (13, "é = é[1:(LIMIT) + 1]"),
        (14, "pass"),
        (14, "log(f\"{é - 'b'} and\")"),
        (14, "log(f\"{é + 'mutant'} and\")"),
        (15, "break"),
        (16, "return (é not in"),
        (16, "return (None)"),
    ])  # fmt: skip


def test_names_identify_mutations_and_say_where_they_are():
    names = [each.name for node in mutations("a/file.py", SOURCE.encode()) for each in node]
    assert len(names) == len(set(names))
    assert all(name.startswith("a/file.py:") for name in names)


def test_what_runs_once_is_known():
    found = {each.line: each for node in mutations("file.py", SOURCE.encode()) for each in node}
    assert not found[4].in_function
    assert (found[10].in_function, found[10].cached) == (True, True)


@pytest.mark.parametrize("path", ["source.py", "collation/odds/chain.py", "cli/convert.py"])
def test_mutants_are_python(path):
    data = (ROOT / "src" / "cardformats" / path).read_bytes()
    for node in [*mutations(path, data)][::20]:
        for each in node:
            ast.parse(each.apply(data))
