"""Runs tests of a copy of the project, in a forked process that has pytest imported already.

As a plugin of pytest (``-p mutant_tests``) it writes the duration of each passed test.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Generator
from contextlib import suppress
from math import fsum
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest
from attrs import define, field

#: The variable that names the file for the durations.
TIMES: Final = "MUTANT_TIMES"
#: A test hangs if it takes this many times as long as it usually does, and so many seconds more.
FACTOR: Final = 5.0
PATIENCE: Final = 15.0
#: Address space in bytes: a mutant must not take all memory.
MEMORY: Final = 6 * 2**30
#: What all children need; whatever has a plugin of pytest is imported by pytest itself.
_IMPORTED: Final = """
import attr, cattrs, click.testing, lark, lxml.etree, rich.console, rich.table
import hypothesis.strategies, jsonschema, numpy, xml.dom, email, asyncio
"""
#: Exit statuses; pytest itself has smaller ones.
_HUNG, _UNDECIDED = 21, 22
_ENDS: Final = {
    pytest.ExitCode.OK: "survived",
    pytest.ExitCode.NO_TESTS_COLLECTED: "survived",
    _UNDECIDED: "undecided",
}

_times: dict[str, float] = {}
_failed: set[str] = set()
_clock = [time.process_time()]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Note the processor time, which is the same on a machine that does other things, too."""
    report = yield
    now = time.process_time()
    report.processor, _clock[:] = now - _clock[0], [now]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the time."""
    _times[report.nodeid] = _times.get(report.nodeid, 0.0) + getattr(report, "processor", 0.0)
    if not report.passed:
        _failed.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the times; skipped tests can fail no mutant."""
    if TIMES in os.environ and not hasattr(session.config, "workerinput"):
        passed = {test: round(_times[test], 4) for test in _times if test not in _failed}
        Path(os.environ[TIMES]).write_text(json.dumps(passed), "utf-8")


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of tests of the project in the *folder*."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder / "src"), str(Path(__file__).parent)]),
        "HYPOTHESIS_PROFILE": "quick",
        "OPENBLAS_NUM_THREADS": "1",
        "GIT_CEILING_DIRECTORIES": str(folder.parent),  # the copy is in no repository
    }


def prepare(folder: Path) -> None:
    """Import what all tests need, but nothing of the project."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "test_nothing.py").write_text(_IMPORTED, "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    with Path(os.devnull).open("w") as nothing:
        shown, sys.stdout = sys.stdout, nothing
        pytest.main(["-q", "-p", "no:cacheprovider", f"--rootdir={folder}", str(folder)])
        sys.stdout = shown
    if any(name.split(".")[0] == "cardformats" for name in sys.modules):
        raise RuntimeError("a plugin of pytest imports the package")


@define(eq=False)
class _Selected:
    """The plugin that runs some tests, with a limit of time."""

    wanted: dict[str, int]
    known: dict[str, float]
    limit: float
    note: Path
    failed: list[str] = field(factory=list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        # a test that is not known is new, or has its name from what is mutated
        items[:] = [x for x in items if x.nodeid in self.wanted or x.nodeid not in self.known]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        self.note.write_text(item.nodeid, "utf-8")
        signal.setitimer(signal.ITIMER_PROF, PATIENCE + FACTOR * self.known.get(item.nodeid, 1.0))
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        if fsum(each.ru_utime + each.ru_stime for each in used) > self.limit:
            os._exit(_UNDECIDED)
        return result

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.note.write_text(f"{report.nodeid} cannot be imported", "utf-8")


def _hung(_signal: int, _frame: FrameType | None) -> None:
    os._exit(_HUNG)


def _child(folder: Path, plugin: _Selected) -> int:
    os.setsid()
    os.chdir(folder)
    os.environ.update(environment(folder))
    sys.path.insert(0, str(folder / "src"))
    nothing = os.open(os.devnull, os.O_RDONLY)
    output = os.open(folder / ".output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for number, opened in enumerate((nothing, output, output)):
        os.dup2(opened, number)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _hung)
    signal.setitimer(signal.ITIMER_PROF, plugin.limit)  # of all imports
    files = dict.fromkeys(test.split("::")[0] for test in plugin.wanted)
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"]
    options += ["-p", "no:benchmark", "--tb=line", f"--basetemp={folder / '.temporary'}"]
    return int(pytest.main([*options, *files], plugins=[plugin]))


def run(
    folder: Path, tests: list[str], durations: dict[str, float], limit: float
) -> tuple[str, str]:
    """Run tests until one fails: how it ended, and the last test.

    Args:
        folder: The project's copy.
        tests: The tests by name; those of a file are together.
        durations: How long each test of the project takes.
        limit: Seconds of processor time for all of them.
    """
    note = folder / ".last_test"
    note.write_text("", "utf-8")
    plugin = _Selected(dict.fromkeys(tests, 0), durations, limit, note)
    sys.stdout.flush()
    child = os.fork()
    if not child:
        status = 1
        with suppress(BaseException):
            status = _child(folder, plugin)
            sys.stdout.flush()
        os._exit(status)
    # for what waits without using the processor
    until = time.monotonic() + 20 * limit
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended or time.monotonic() > until:
            break
        time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not ended:
        os.waitpid(child, 0)
        return "killed", f"{note.read_text('utf-8')} (hangs)"
    code = os.waitstatus_to_exitcode(status)
    last = note.read_text("utf-8")
    return _ENDS.get(code, "killed"), f"{last} (hangs)" if code == _HUNG else last
