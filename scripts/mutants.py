"""Tries the tests: breaks the package in one position at a time, and looks whether a test fails.

    python scripts/mutants.py N [--seed N] [--package NAME] [--json FILE] [--limit SECONDS]
                                [--workers N]
    python scripts/mutants.py --again FILE [--json FILE]
    python scripts/mutants.py --apply MUTANT FOLDER

N nodes of the package's syntax are drawn with the seed, and for each of them one mutation (see
``mutations.py``).  The tests that reach its line run in a copy of the project in ``.mutants``,
until one fails: the mutant is *killed*.  It has *survived* if none does, is *not reached* if no
test executes the line, and *undecided* if the tests take more than ``--limit`` seconds of processor
time.  A test that hangs has failed.  A mutant that behaves like the original has survived, too.

Which tests reach a line is measured once, which takes twice as long as all tests, and kept until
the package changes; if tests change, only theirs is measured again.  ``--again`` tries the mutants
of an earlier report (``--json``) that were not killed, and ``--apply`` writes a mutant, which its
name in the report identifies, into a copy of the project.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final

import mutant_tests
from attrs import asdict, define, field
from coverage import CoverageData
from mutations import Mutation, mutations

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = "src/cardformats"
WORK: Final = ROOT / ".mutants"
#: Rows of the report: the first that a path begins with; any other is its first folder.
PARTS: Final = ("formats/wagic/abilities", "formats/wagic", "formats/octgn", "formats/draftmancer")
#: Folders of tests that do not run: of real files, which not everybody has, and of servers.
OMITTED: Final = ("tests/corpus", "tests/examples")
#: The first attempt: this many test files, and seconds for the tests of each.
FIRST_FILES: Final = 6
FIRST_SECONDS: Final = 1.0
#: Seconds for tests that reach only the file, if more tests depend on the line than execute it.
NEAR_SECONDS: Final = 20.0
#: With fewer tests that reach the line, those that reach its file run as well.
FEW: Final = 5


def part(path: str) -> str:
    """Return the row of the report that the file belongs to."""
    folder = path.partition("/")[0] if "/" in path else "(top level)"
    return next((each for each in PARTS if path.startswith(f"{each}/")), folder)


def sources(root: Path = ROOT) -> dict[str, bytes]:
    """Return the package's files by path."""
    paths = sorted((root / PACKAGE).rglob("*.py"))
    return {path.relative_to(root / PACKAGE).as_posix(): path.read_bytes() for path in paths}


def copy_project(folder: Path) -> Path:
    """Copy the files that git knows, or would, to the *folder*."""
    shutil.rmtree(folder, ignore_errors=True)
    listing = ["git", "ls-files", "-co", "--exclude-standard"]
    for name in subprocess.check_output(listing, cwd=ROOT, text=True).splitlines():  # noqa: S603
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


# -- which tests reach a line


@define
class Reached:
    """What was measured.

    Attributes:
        package: The digest of the package.
        files: The digest of each file of tests.
        durations: How long each test takes, in seconds.
    """

    package: str = ""
    files: dict[str, str] = field(factory=dict)
    durations: dict[str, float] = field(factory=dict)

    @classmethod
    def of_project(cls, workers: int, *, anew: bool) -> Reached:
        """Return what is known of the project's tests, after measuring what is not."""
        state, kept = cls(), WORK / "tests.json"
        if kept.exists() and not anew:
            state = cls(**json.loads(kept.read_text("utf-8")))
        package = hashlib.sha256(repr(sources()).encode()).hexdigest()
        if state.package != package:
            state = cls(package)
            shutil.rmtree(WORK / "reached", ignore_errors=True)
        files = {
            path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in (ROOT / "tests").rglob("test_*.py")
        }
        files = {name: files[name] for name in sorted(files) if not name.startswith(OMITTED)}
        changed = [name for name in files if files[name] != state.files.get(name)]
        if changed:
            state.measure(changed, workers)
            state.files = files
            kept.write_text(json.dumps(asdict(state)), "utf-8")
        return state

    def measure(self, tests: list[str], workers: int) -> None:
        """Run *tests*, and note which lines each of them reaches."""
        folder = copy_project(WORK / "0")
        (WORK / "reached").mkdir(exist_ok=True)
        settings, times = WORK / "coveragerc", WORK / "times.json"
        settings.write_text("[run]\nsource_pkgs = cardformats\n", "utf-8")
        environment = mutant_tests.environment(folder) | {
            "COVERAGE_FILE": str(WORK / "reached" / "coverage"),
            mutant_tests.TIMES: str(times),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "mutant_tests", "--cov-report="]
        command += ["-n", str(workers), "--dist", "loadfile", "--cov=cardformats", "--cov-append"]
        command += [f"--cov-config={settings}", "--cov-context=test", *tests]
        subprocess.run(command, cwd=folder, env=environment, check=False)  # noqa: S603 - our own
        self.durations |= json.loads(times.read_text("utf-8"))

    @cached_property
    def data(self) -> CoverageData:
        """What was measured."""
        data = CoverageData(str(WORK / "reached" / "coverage"))
        data.read()
        return data

    def by_line(self, path: str) -> dict[int, set[str]]:
        """Return the tests that reach each line of a file, and ``""`` for imports and fixtures."""
        whole = [name for name in self.data.measured_files() if name.endswith(f"{PACKAGE}/{path}")]
        found: dict[int, set[str]] = defaultdict(set)
        for name in whole:
            for line, contexts in self.data.contexts_by_lineno(name).items():
                for test, _, phase in (each.rpartition("|") for each in contexts):
                    found[line] |= {test} & self.durations.keys()
                    found[line] |= {""} if phase != "run" else set()
        return found


@define
class Selector:
    """Chooses the tests for a mutation.

    Attributes:
        sources: The package's files by path.
        reached: What the tests reach.
        limit: Seconds that the tests of one mutation may take.
    """

    sources: dict[str, bytes]
    reached: Reached
    limit: float
    _lines: dict[str, dict[int, set[str]]] = field(factory=dict, init=False)

    def lines(self, path: str) -> dict[int, set[str]]:
        """Return the tests that reach each line of the file."""
        if path not in self._lines:
            self._lines[path] = self.reached.by_line(path)
        return self._lines[path]

    def tests(self, mutation: Mutation) -> tuple[set[str], set[str]]:
        """Return the tests that reach the mutation, and others that it may change.

        A line that is executed by an import, by a fixture, or once in a process, has an effect on
        more tests than the one that happened to execute it.
        """
        lines = self.lines(mutation.path)
        direct: set[str] = set()
        for first, last in (mutation.lines, mutation.around):
            if not direct:
                direct = set[str]().union(*(lines.get(at, ()) for at in range(first, last + 1)))
        if not direct:
            return set(), set()
        shared = "" in direct or mutation.cached or not mutation.in_function
        if not shared and len(direct) >= FEW:
            return direct, set()
        direct = direct - {""} if mutation.in_function else set()
        near = set[str]().union(*lines.values()) - {""}
        folder = mutation.path
        while len(near) < FEW and "/" in folder:  # a file without functions
            folder = folder.rpartition("/")[0]
            for path in self.sources:
                if path.startswith(f"{folder}/"):
                    near = near.union(*self.lines(path).values()) - {""}
        return direct, near - direct

    def attempts(self, mutation: Mutation) -> tuple[int, list[list[str]], bool]:
        """Return how many tests there are, those that run together, and whether these are all.

        First come tests from the files that have to do with the line most.
        """
        direct, near = self.tests(mutation)
        sure, also = self._fastest(direct, self.limit), self._fastest(near, NEAR_SECONDS)
        by_file: dict[str, list[str]] = defaultdict(list)
        for test in sure or also:
            by_file[test.split("::")[0]].append(test)
        files = sorted(by_file, key=lambda file: (-len(by_file[file]) / self._sizes[file], file))
        if not mutation.in_function:  # a value that others may use without a line of this file
            beside = {
                test
                for test in self.reached.durations
                if test.split("::")[0] in files[:FIRST_FILES]
            }
            also += self._fastest(beside - direct - near, NEAR_SECONDS)
        first: list[str] = []
        for file in files[:FIRST_FILES]:
            first += self._fastest(by_file[file], FIRST_SECONDS)
        rest = [test for test in sure + also if test not in set(first)]
        count = len(direct) or len(near)
        return count, [each for each in (first, rest) if each], len(sure) == len(direct)

    def _fastest(self, tests: Iterable[str], seconds: float) -> list[str]:
        chosen: list[str] = []
        for test in sorted(tests, key=lambda test: (self.reached.durations[test], test)):
            seconds -= self.reached.durations[test]
            if seconds < 0 and chosen:
                break
            chosen.append(test)
        return chosen

    @cached_property
    def _sizes(self) -> Counter[str]:
        return Counter(test.split("::")[0] for test in self.reached.durations)


# -- mutants


@define
class Mutant:
    """A mutation, and what became of it.

    Attributes:
        mutation: The change of the source code.
        diff: The lines before and after.
        reached: How many tests reach it.
        outcome: ``killed``, ``survived``, ``undecided`` or ``not reached``.
        killer: The test that failed.
        seconds: How long the tests took.
    """

    mutation: Mutation
    diff: str
    reached: int = 0
    outcome: str = "not reached"
    killer: str = ""
    seconds: float = 0.0

    @classmethod
    def of(cls, mutation: Mutation, source: bytes) -> Mutant:
        """Return the mutant of a source."""
        texts = (source, mutation.apply(source))
        old, new = (text.decode().splitlines() for text in texts)
        lines = list(difflib.unified_diff(old, new, n=0, lineterm=""))[3:]
        return cls(mutation, "\n".join(lines))

    def as_json(self) -> dict[str, Any]:
        """Return what the report file has of it."""
        mine = self.mutation
        where = {"path": f"{PACKAGE}/{mine.path}", "line": mine.line, "package": part(mine.path)}
        what = {"operator": mine.operator, "offset": mine.start, "end": mine.end, "text": mine.text}
        rest = asdict(self, filter=lambda attribute, _: attribute.name != "mutation")
        return {"mutant": mine.name, **where, **what, **rest}

    def run(self, folder: Path, selector: Selector, without: frozenset[str]) -> None:
        """Run the tests in a copy of the project in which only this is changed."""
        self.reached, attempts, complete = selector.attempts(self.mutation)
        source = selector.sources[self.mutation.path]
        path = folder / PACKAGE / self.mutation.path
        began, status = time.monotonic(), path.stat()
        try:
            path.write_bytes(self.mutation.apply(source))
            # so that no compiled file of another mutant is taken for this one's
            os.utime(path, (status.st_atime, status.st_mtime + 1000 + self.mutation.start))
            for tests in attempts:
                kept = [test for test in tests if test not in without]
                run = mutant_tests.run(folder, kept, selector.reached.durations, selector.limit)
                self.outcome, self.killer = run
                if self.outcome != "survived":
                    break
            else:
                if attempts and not complete:
                    self.outcome = "undecided"
        finally:
            path.write_bytes(source)
            os.utime(path, (status.st_atime, status.st_mtime))
        self.seconds = round(time.monotonic() - began, 1)


# -- all mutants


_selector: Selector  # of a forked process
_folder: Path


def _start(folders: Any, selector: Selector) -> None:
    global _folder, _selector
    _folder, _selector = folders.get(), selector


def _try(mutant: Mutant, without: frozenset[str]) -> Mutant:
    mutant.run(_folder, _selector, without)
    return mutant


def try_all(mutants: list[Mutant], selector: Selector, workers: int) -> Iterator[Mutant]:
    """Run the tests of all mutants, one for each worker at a time; yield those that are done."""
    mutant_tests.prepare(WORK / "nothing")
    context = multiprocessing.get_context("fork")
    copies = [copy_project(WORK / str(number)) for number in range(workers)]
    without: frozenset[str] = frozenset()
    while mutants:
        folders = context.SimpleQueue()
        for copy in copies:
            folders.put(copy)
        done = []
        with context.Pool(workers, _start, (folders, selector)) as pool:
            for mutant in pool.imap_unordered(partial(_try, without=without), mutants):
                done.append(mutant)
                print(f"{len(done):5} {mutant.outcome:11} {mutant.mutation.name}", flush=True)
        # a test that fails without a mutant, too, when it runs alone, has killed none
        broken = set()
        killers = sorted({mutant.killer for mutant in done} & selector.reached.durations.keys())
        while killers:
            ended, test = mutant_tests.run(copies[0], killers, selector.reached.durations, 1e6)
            if ended == "survived" or test not in killers:
                break
            print(f"not counted, since it fails without a mutant: {test}", flush=True)
            broken.add(test)
            killers.remove(test)
        yield from (mutant for mutant in done if mutant.killer not in broken)
        mutants = [mutant for mutant in done if mutant.killer in broken]
        without |= broken


def sample(number: int, seed: int, package: str | None) -> list[Mutant]:
    """Draw mutants, one for each of *number* nodes; more of them begin with the same ones."""
    files = sources()
    chosen = [path for path in files if package in {None, part(path)}]
    nodes = [(path, node) for path in chosen for node in mutations(path, files[path])]
    if not nodes:
        raise SystemExit(f"no package {package}: {', '.join(sorted(set(map(part, files))))}")
    chance = random.Random(seed)  # noqa: S311 - no secret
    chance.shuffle(nodes)
    drawn = [(path, chance.choice(node)) for path, node in nodes][:number]
    return [Mutant.of(mutation, files[path]) for path, mutation in drawn]


def named(names: Iterable[str], root: Path = ROOT) -> list[Mutant]:
    """Return mutants of the names, if the files are still the same."""
    wanted, files = set(names), sources(root)
    paths = {name.split(":")[0] for name in wanted} & files.keys()
    return [
        Mutant.of(mutation, files[path])
        for path in sorted(paths)
        for node in mutations(path, files[path])
        for mutation in node
        if mutation.name in wanted
    ]


def report(mutants: list[Mutant]) -> str:
    """Return the share of killed mutants by package, and the list of the others."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant in mutants:
        for row in (part(mutant.mutation.path), "all"):
            rows[row][mutant.outcome] += 1
    outcomes = ("killed", "survived", "not reached", "undecided")
    lines = [f"{'package':25}" + "".join(f"{each:>13}" for each in ("share", *outcomes))]
    for row in (*sorted(rows.keys() - {"all"}), "all"):
        decided = rows[row].total() - rows[row]["undecided"]
        share = f"{rows[row]['killed'] / decided:.0%}" if decided else "-"
        lines.append(f"{row:25}{share:>13}" + "".join(f"{rows[row][each]:13}" for each in outcomes))
    for outcome in outcomes[1:]:
        for mutant in mutants:
            if mutant.outcome == outcome:
                where = f"{PACKAGE}/{mutant.mutation.path}:{mutant.mutation.line}"
                lines.append(f"\n{where} {outcome}; {mutant.reached} tests reach it")
                lines.append(f"  {mutant.mutation.name}\n{mutant.diff}")
    return "\n".join(lines)


def main() -> None:
    """Try mutants, or apply one."""
    parser = argparse.ArgumentParser(description=__doc__, usage=argparse.SUPPRESS)
    parser.add_argument("number", type=int, nargs="?", default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--package")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--limit", type=float, default=120.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--recollect", action="store_true", help="measure all tests again")
    parser.add_argument("--again", type=Path)
    parser.add_argument("--apply", nargs=2)
    options = parser.parse_args()
    if options.apply:
        name, folder = options.apply[0], Path(options.apply[1])
        for mutant in named([name], folder):
            path = folder / PACKAGE / mutant.mutation.path
            path.write_bytes(mutant.mutation.apply(path.read_bytes()))
            print(mutant.diff)
            return
        raise SystemExit(f"{folder} has no mutant {name}")
    if options.again:
        earlier = json.loads(options.again.read_text("utf-8"))["mutants"]
        mutants = named(each["mutant"] for each in earlier if each["outcome"] != "killed")
    else:
        mutants = sample(options.number, options.seed, options.package)
    WORK.mkdir(exist_ok=True)
    selector = Selector(
        sources(), Reached.of_project(options.workers, anew=options.recollect), options.limit
    )
    done = {mutant.mutation.name: mutant for mutant in try_all(mutants, selector, options.workers)}
    mutants = [done[mutant.mutation.name] for mutant in mutants]
    print(f"\n{report(mutants)}")
    if options.json:
        found = {"seed": options.seed, "mutants": [mutant.as_json() for mutant in mutants]}
        options.json.write_text(json.dumps(found, indent=1), "utf-8")


if __name__ == "__main__":
    main()
