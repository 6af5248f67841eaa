"""Tries the library on mutated copies of real texts, and keeps what goes wrong.

    python scripts/fuzz.py [SECONDS] [--seed N] [--target NAME] [--trials N] [--first N] [--no-keep]

A run is repeated by its seed, which is printed first: trial *i* of a seed is always the same.  The
texts are those of the examples, the cases and, if there is one, the corpus that CARDFORMATS_CORPUS
names.  What every target looks for:

* readers raise nothing, other functions only what is documented;
* the time is at most 50 times that of the text that is not mutated, and a second; it grows as the
  text does (target ``growth``); nothing hangs;
* what is written reads back, spans lie in their sources, diagnostics have their limit;
* edits, fixes, formatting, stored games, logs and answers to editors keep their properties.

Each kind of failure is made small and kept in ``tests/data/fuzz``, which the tests run again; those
that ``open.txt`` there names are known and not fixed.  The exit status is 1 if there are others.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Final

from fuzzing.finds import Failure, Find, keep, kept, smaller, still_open
from fuzzing.running import Worker, every_target
from fuzzing.trials import Trial

#: Maximum number of failures that are made small.
MOST: Final = 40


class Session:
    """A run of trials in several processes.

    Attributes:
        counts: the trials of each target.
        spent: the processor seconds of each target.
        finds: the first find of each kind.
        times: how many finds of each kind there are.
    """

    def __init__(self, seed: int, names: Sequence[str], jobs: int, folder: Path) -> None:
        self.counts: Counter[str] = Counter()
        self.spent: dict[str, float] = defaultdict(float)
        self.finds: dict[str, Find] = {}
        self.times: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._workers = [Worker(seed, tuple(names), folder / str(job)) for job in range(jobs)]

    def run(self, seconds: float, first: int, most: int | None) -> None:
        """Run trials from number *first* on for so many seconds, or so many trials."""
        end = math.inf if most is not None else monotonic() + seconds
        numbers = count(first) if most is None else iter(range(first, first + most))
        self._in_threads(partial(self._run, numbers=numbers, end=end))

    def make_small(self) -> None:
        """Make the finds small."""
        self._in_threads(partial(self._make_small, kinds=iter([*self.finds][:MOST])))

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()

    def _in_threads(self, act: Callable[[Worker], None]) -> None:
        """Have each process used by a thread of its own."""
        with ThreadPoolExecutor(len(self._workers)) as pool:
            for done in [pool.submit(act, worker) for worker in self._workers]:
                done.result()

    def _run(self, worker: Worker, numbers: Iterator[int], end: float) -> None:
        while monotonic() < end:
            with self._lock:
                number = next(numbers, None)
            if number is None:
                return
            failure, spent, trial = worker.run(number)
            if failure is not None and failure.kind.startswith("hang"):
                failure, spent, trial = worker.run(trial)  # the machine may have been busy
            with self._lock:
                self.counts[trial.target] += 1
                self.spent[trial.target] += spent
                if failure is not None:
                    self._found(Find(trial, failure), number)

    def _found(self, find: Find, number: int) -> None:
        kind = find.failure.kind
        self.times[kind] += 1
        if kind not in self.finds:
            self.finds[kind] = find
            print(f"  trial {number}, {find.trial.name}: {kind}", flush=True)

    def _make_small(self, worker: Worker, kinds: Iterator[str]) -> None:
        def run(trial: Trial) -> Failure | None:
            return worker.run(trial)[0]

        while True:
            with self._lock:
                kind = next(kinds, None)
            if kind is None:
                return
            if not kind.startswith(("hang", "crash")):  # each try would take long
                small = smaller(self.finds[kind], run)
                with self._lock:
                    self.finds[kind] = small


def report(session: Session, seconds: float) -> int:
    """Print what was run and found; return the number of kinds that are not known."""
    total = sum(session.counts.values())
    print(f"\n{'target':<12}{'trials':>8}{'cpu s':>8}{'finds':>7}")
    of_target = Counter(find.trial.target for find in session.finds.values())
    for name in sorted(session.counts):
        row = f"{session.counts[name]:>8}{session.spent[name]:>8.1f}{of_target[name]:>7}"
        print(f"{name:<12}{row}")
    print(f"{total} trials in {seconds:.0f} s, {total / max(seconds, 0.1):.1f} a second")
    known_finds, open_names = kept(), still_open()
    known = {known_finds[name].failure.kind for name in open_names if name in known_finds}
    new = [kind for kind in session.finds if kind not in known]
    for kind, find in sorted(session.finds.items()):
        mark = "known" if kind in known else "NEW"
        print(f"\n{mark}: {kind} ({session.times[kind]} times), {find.name}")
        print(f"  {find.trial.format}: {find.trial.text[:300]!r}")
        if find.trial.piece:
            print(f"  with {find.trial.piece[:80]!r} repeated at {find.trial.at}")
        if kind in new:
            print("  " + find.failure.detail.strip()[-1500:].replace("\n", "\n  "))
    print(f"\n{len(new)} new kinds of failures, {len(session.finds) - len(new)} known ones")
    return len(new)


def main() -> int:
    """Run trials as the command line says."""
    summary = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("seconds", nargs="?", type=float, default=60.0)
    parser.add_argument("--seed", type=int, help="the default is one that is drawn, and printed")
    targets = every_target()
    parser.add_argument("--target", action="append", choices=[*targets], help="only this one")
    parser.add_argument("--trials", type=int, help="so many, however long they take")
    parser.add_argument("--first", type=int, default=0, help="the number of the first trial")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--no-keep", action="store_true", help="write no files")
    arguments = parser.parse_args()
    drawn = random.SystemRandom().randrange(10**6)
    seed = drawn if arguments.seed is None else arguments.seed
    print(f"seed {seed}", flush=True)
    # what depends on the order of sets is repeated, too
    os.environ["PYTHONHASHSEED"] = str(seed % 2**32)
    with tempfile.TemporaryDirectory() as folder:
        session = Session(seed, arguments.target or [*targets], arguments.jobs, Path(folder))
        begun = monotonic()
        try:
            session.run(arguments.seconds, arguments.first, arguments.trials)
            seconds = monotonic() - begun
            session.make_small()
        finally:
            session.end()
    if not arguments.no_keep:
        known = {find.failure.kind for find in kept().values()}
        for kind, find in session.finds.items():
            if kind not in known:
                keep(find)
    return 1 if report(session, seconds) else 0


if __name__ == "__main__":
    sys.exit(main())
