"""Runs trials in processes of their own, which are ended when a trial hangs."""

from __future__ import annotations

import faulthandler
import os
import re
import shutil
import sys
import traceback
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import Any, Final

from .finds import Failure
from .time_limits import PACKAGE, Overdue, alarm, place_in_library
from .trials import Broken, Plan, Target, Trial, corpus_texts

#: How many times as long as the text that is not mutated a text may take, and seconds besides.
FACTOR: Final = 50
FLOOR: Final = 1.0
#: How often something slow is measured.
TIMES: Final = 3
#: Maximum number of processor seconds of a trial.
LIMIT: Final = 30.0
#: Seconds after which the process of a trial is ended, where that limit does not work.
PATIENCE: Final = 120.0
#: Maximum number of bytes that a process may have.
MEMORY: Final = 4 * 2**30


def every_target() -> dict[str, Target]:
    """Return all targets, by name."""
    from . import growth, others, texts  # noqa: PLC0415 - which import the library

    its = (*texts.TARGETS, *others.TARGETS, *growth.TARGETS)
    return {target.name: target for target in its}


class Runner:
    """Runs trials in this process.

    Attributes:
        targets: all targets, by name.
        folder: the folder that trials may write into.
    """

    def __init__(self, folder: Path) -> None:
        self.targets = every_target()
        self.folder = folder
        self._warm: set[tuple[str, str]] = set()

    def failure(self, trial: Trial) -> tuple[Failure | None, float]:
        """Return what goes wrong in a trial, and the processor seconds that it takes."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        before = process_time()
        try:
            with alarm(LIMIT):
                self.targets[trial.target].run(trial, self.folder)
        except Overdue as error:
            failure = Failure(f"hang in {error.where}", traceback.format_exc()[-4000:])
        except Broken as error:
            failure = Failure(_steady(f"law: {error.name}"), error.detail)
        except Exception as error:  # noqa: BLE001 - which is what is looked for
            failure = Failure(_kind(error), traceback.format_exc()[-4000:])
        else:
            spent = process_time() - before
            if trial.seconds is not None and spent > trial.seconds:
                return Failure(f"slow: {trial.target} {trial.format}", f"{spent:.1f} s"), spent
            return None, spent
        return failure, process_time() - before

    def timed(self, trial: Trial, plan: Plan, number: int) -> tuple[Failure | None, float, Trial]:
        """Return as `failure` does, with the trial, which has a limit if it was too slow."""
        failure, spent = self.failure(trial)
        if failure is not None or spent < FLOOR or not self.targets[trial.target].is_timed:
            return failure, spent, trial
        _, usual = self.failure(plan.original(number))
        limit = FACTOR * usual + FLOOR
        limited = replace(trial, seconds=limit)
        for _ in range(TIMES):
            failure, spent = self.failure(limited)
            if failure is None:
                return None, spent, trial
        return failure, spent, limited


def _steady(words: str) -> str:
    """Return the first line of *words*, without what differs from text to text."""
    return re.sub(r"\d+", "#", words.partition("\n")[0])[:120]


#: In how many files are the functions that tell a fault from others.
_DEPTH: Final = 3


def _kind(error: Exception) -> str:
    """Return what errors of the same fault have in common."""
    if isinstance(error, AssertionError) and str(error):
        return f"law: {_steady(str(error))}"
    places: dict[str, str] = {}  # the innermost function of each file, from the inside out
    for frame, _ in reversed([*traceback.walk_tb(error.__traceback__)]):
        file, _, function = place_in_library(frame).partition(" ")
        if file:
            places.setdefault(file, function)
    within = [f"{file} {function}" for file, function in places.items()][:_DEPTH]
    return f"{type(error).__name__} in {' of '.join(within) or 'no file of the library'}"


@dataclass(frozen=True)
class Named:
    """The wish to get trial *number*, not to run it."""

    number: int


def work(connection: Connection, seed: int, names: tuple[str, ...], folder: Path) -> None:
    """Run the trials that *connection* asks for, by number or whole; ends when it is closed."""
    os.environ["CARDFORMATS_CARDS"] = ""  # the cards of whoever runs it are no input
    sys.setrecursionlimit(1000)
    _limit_memory()
    runner = Runner(folder / "trial")
    texts = [*corpus_texts()]
    from .others import more_texts  # noqa: PLC0415 - which imports the library

    texts += more_texts(texts)
    plan = Plan(seed, [target for name, target in runner.targets.items() if name in names], texts)
    with (folder / "hung.txt").open("w", encoding="utf-8") as hung:
        faulthandler.enable(hung)
        connection.send(None)
        while True:
            try:
                asked = connection.recv()
            except EOFError:
                return
            faulthandler.dump_traceback_later(PATIENCE, exit=True, file=hung)
            if isinstance(asked, Named):
                connection.send(plan.trial(asked.number))
            elif isinstance(asked, int):
                trial = plan.trial(asked)
                connection.send(runner.timed(trial, plan, asked))
            else:
                connection.send((*runner.failure(asked), asked))
            faulthandler.cancel_dump_traceback_later()


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


class Worker:
    """A process that runs trials, and another one after it has ended."""

    def __init__(self, seed: int, names: tuple[str, ...], folder: Path) -> None:
        self._seed = seed
        self._names = names
        self._folder = folder
        folder.mkdir()
        self._connection: Any = None
        self._process: Any = None

    def begin(self) -> None:
        """Start the process, and wait until it is ready."""
        context = get_context("spawn")
        self._connection, other = context.Pipe()
        arguments = (other, self._seed, self._names, self._folder)
        self._process = context.Process(target=work, args=arguments, daemon=True)
        self._process.start()
        other.close()
        self._connection.recv()

    def run(self, asked: int | Trial) -> tuple[Failure | None, float, Trial]:
        """Return the failure of a trial, the processor seconds, and the trial."""
        answer: tuple[Failure | None, float, Trial] | None = self._ask(asked)
        if answer is not None:
            return answer
        failure = self._why_ended()
        trial: Trial | None = self._ask(Named(asked)) if isinstance(asked, int) else asked
        if trial is None:
            raise RuntimeError("the processes of trials end at once")
        return failure, PATIENCE, trial

    def _ask(self, asked: object) -> Any:
        """Return the answer of the process; None if it has ended."""
        if self._process is None:
            self.begin()
        try:
            self._connection.send(asked)
            return self._connection.recv()
        except (EOFError, OSError):
            self.end()
            return None

    def _why_ended(self) -> Failure:
        said = (self._folder / "hung.txt").read_text("utf-8", "replace")
        lines = re.findall(rf'File "{re.escape(str(PACKAGE))}.([^"]+)", line \d+ in (\w+)', said)
        what = "hang" if "Timeout" in said else "crash"
        return Failure(f"{what} in {' '.join(lines[0])}" if lines else what, said[-4000:])

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            self._connection.close()
            self._process.join(1)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
            self._process = None
