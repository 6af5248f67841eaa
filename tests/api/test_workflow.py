"""The workflow runs the sessions that there are, on the Pythons and systems that are promised."""

from __future__ import annotations

import ast
import re

import pytest

from tests.conftest import ROOT

yaml = pytest.importorskip("yaml")

WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
JOBS = WORKFLOW["jobs"]
NOXFILE = ast.parse((ROOT / "noxfile.py").read_text("utf-8"))


def sessions():
    """The names of the sessions of the noxfile."""
    functions = [node for node in NOXFILE.body if isinstance(node, ast.FunctionDef)]
    return {
        node.name
        for node in functions
        if any(ast.unparse(each).startswith("nox.session") for each in node.decorator_list)
    }


def constant(name):
    """A constant of the noxfile."""
    for node in NOXFILE.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise AssertionError(name)


def test_each_python_and_each_system_has_a_job():
    matrix = JOBS["pythons"]["strategy"]["matrix"]
    assert tuple(matrix["python"]) == constant("PYTHONS")
    assert len(matrix["os"]) == len({each.split("-")[0] for each in matrix["os"]}) == 3
    assert JOBS["tests"]["strategy"]["matrix"]["os"] == matrix["os"]


def test_each_session_that_is_named_is_there():
    named = {each.split()[0] for each in JOBS["weekly"]["strategy"]["matrix"]["session"]}
    for job in JOBS.values():
        for step in job["steps"]:
            named.update(re.findall(r'nox -s "?(\w+)', step.get("run", "")))
    assert {"pythons", "minimum", "fuzz", "mutants"} <= named <= sessions()
