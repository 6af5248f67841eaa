"""The target that looks for time that grows faster than the text does."""

from __future__ import annotations

import random
import re
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import pairwise
from math import fsum, inf
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from varied_texts import REPEATED, TOKENS, Text, shortened

import cardformats as cf

from .others import abilities
from .texts import format_text, options_for
from .time_limits import Overdue, alarm, places_in_library
from .trials import Broken, Target, Trial

#: Maximum number of repetitions, and of characters of all of them.
MOST: Final = 16_384
MOST_CHARACTERS: Final = 400_000
#: How many times as often a piece is repeated in the next text.
STEP: Final = 8
#: What was linear would take 8 times as long, what is quadratic takes 64 times as long.
FACTOR: Final = 25.0
#: What may be quadratic, beside what is linear, though it is below that factor.
DOUBTFUL: Final = 12.0
#: What was linear would take twice as long for a text of twice the size.
DOUBLED: Final = 2.8
#: Processor seconds that growth has to cost before it is reported.
FLOOR: Final = 0.06
#: Processor seconds of a text that are no more than some tenths when it is larger again.
HOPELESS: Final = 0.004
#: Processor seconds after which no larger text is tried.
LONG: Final = 0.25
#: Maximum number of characters of the text around the pieces.
AROUND: Final = 1_500

_OWN: Final = (
    r"[^\n]*\n",
    r"(?:[^\n]*\n){2,4}",
    r"\w+",
    r"<[^<>]*>",
    r'\s[\w:]+="[^"\n]*"',
    r"\{[^{}]*\},?",
    r'"[^"\n]*"\s*:\s*(?:"[^"\n]*"|[\w.]+)\s*,?',
    r"\[\w+\]\n?",
)
#: Of these a text may have but one of a name.
_NAMED: Final = frozenset({4, 6})
_XML: Final = frozenset({"octgn", "octgn-deck", "wagic-pack", "dek"})
_MAIN: Final = ("draftmancer", "wagic", "octgn")
_OTHERS: Final = ("octgn-deck", "wagic-pack", "dek", "csv", "decklist", "mtgjson", "json")
#: What is not a pattern of `_OWN`: one of all tokens and of the pieces that are often repeated.
_ANY: Final = -1


def _fits(piece: str, format_id: str) -> bool:
    """Return whether a piece is of the languages that a format is made of."""
    if format_id in _XML:
        return piece.isspace() or piece[:1] in {"<", "&", '"'} or "[" in piece[:1]
    return "<" not in piece and "&" not in piece


def recipes(turn: int) -> list[tuple[str, int, str]]:
    """Return what can be repeated in texts of each format: a pattern's number, or a fixed piece."""
    found = []
    for format_id in _MAIN:
        found += [(format_id, number, "") for number in range(len(_OWN))]
        found += [(format_id, _ANY, piece) for piece in REPEATED if _fits(piece, format_id)]
        found += [(format_id, _ANY, "")] * 4
    for format_id in _OTHERS:  # of the patterns, each has every other one in a turn
        found += [(format_id, number, "") for number in range(turn % 2, len(_OWN), 2)]
        found += [(format_id, _ANY, "")] * 4
    return found


def trial_of(number: int, seed: int, texts: Sequence[Text]) -> Trial:
    """Return growth trial *number*: every recipe once in some order, then in another one."""
    turn, index = divmod(number, len(recipes(0)))
    every = recipes(turn)
    order = random.Random(f"{seed}/{turn}/growth")  # noqa: S311 - of tests
    order.shuffle(every)
    format_id, pattern, piece = every[index]
    chance = random.Random(f"{seed}/{number}/growth")  # noqa: S311 - of tests
    if not piece:
        piece = chance.choice([each for each in (*TOKENS, *REPEATED) if _fits(each, format_id)])
    original = chance.choice([text for text in texts if text.format == format_id])
    text = shortened(original, AROUND, chance)[: 2 * AROUND]
    at = chance.randrange(len(text) + 1)
    if pattern >= 0:
        found = re.compile(_OWN[pattern])
        match = found.search(text, at) or found.search(text)
        if match:
            at, piece = match.end(), match[0]
        if pattern in _NAMED or chance.randrange(2):  # each is another one
            piece = re.sub(r"\w\b", lambda its: its[0] + "\0", piece, count=1)
    elif chance.randrange(2):
        at = text.rfind("\n", 0, at) + 1
    return Trial(
        "growth",
        format_id,
        text.encode("utf-8", "surrogatepass"),
        f"{seed}/{number}/choices",
        original.name,
        piece or " ",
        at,
    )


def grown(trial: Trial, count: int) -> Trial:
    """Return the trial with its piece so many times in its text."""
    text, piece = trial.text, trial.piece
    pieces = (
        "".join(piece.replace("\0", str(number)) for number in range(count))
        if "\0" in piece
        else piece * count
    )
    new = text[: trial.at] + pieces + text[trial.at :]
    return replace(trial, data=new.encode("utf-8", "surrogatepass"), piece="", at=0)


def _read(trial: Trial, options: dict[str, Any]) -> None:
    cf.loads_report(trial.data, trial.format, **options)


def _write(trial: Trial, canonical: bool) -> None:  # noqa: FBT001 - one of the two
    cardset = cf.loads_report(trial.data, trial.format).value
    cf.dumps_report(cardset, trial.format, canonical=canonical)


def _act(trial: Trial) -> Callable[[Trial], object]:
    """Return what is done with the texts, which is mostly that they are read."""
    chance = trial.choices()
    options = options_for(trial.format, b"", chance)
    chosen = chance.randrange(8)
    if chosen == 0:
        is_canonical = chance.choice((True, False))
        return lambda each: _write(each, is_canonical)
    if chosen == 1 and trial.format in {"draftmancer", "octgn", "wagic"}:
        return lambda each: format_text(each, Path())
    if chosen == 2 and trial.format == "wagic":  # noqa: PLR2004 - another one of the eight
        return lambda each: abilities(replace(each, format="line of ability"), Path())
    return lambda each: _read(each, options)


#: Seconds up to which time by the clock is taken: processor time may have steps of 4 ms, and what
#: is that short is hardly ever interrupted in each of several runs.
_SHORT: Final = 0.05
#: Functions of the library that called one another, seen at several moments.
Stacks = list[tuple[str, ...]]


def _cost(
    act: Callable[[Trial], object],
    trial: Trial,
    times: int,
    most: float = 10.0,
    stacks: Stacks | None = None,
) -> float:
    """Return the seconds of *act*, the least of some times; infinity if it takes *most* or more.

    What is long is measured by the time of the processor, in which nobody else takes part.  What it
    raises is for other targets to report.
    """
    measured: list[float] = []
    while len(measured) < times or (len(measured) < 3 * times and fsum(measured) < _SHORT):
        before, clock = process_time(), perf_counter()
        try:
            with suppress(Exception), alarm(most):
                act(trial)
        except Overdue as error:
            if stacks is not None:
                stacks.append(error.places)
            return inf
        passed = perf_counter() - clock
        measured.append(passed if passed < _SHORT else process_time() - before)
        if measured[-1] > LONG:
            break
    return min(measured)


#: The functions that were found in this process: what is slow there again is not measured again.
_FOUND: Final[set[str]] = set()


def growth(trial: Trial, _folder: Path) -> None:
    """Time grows about as the text does."""
    act = _act(trial)
    most = min(MOST, max(STEP**2, MOST_CHARACTERS // len(trial.piece)))
    counts = (0, most // STEP**2, most // STEP, most)
    base, least = (_cost(act, grown(trial, count), 2) for count in counts[:2])
    for small, large in pairwise(counts[1:]):
        enough = _enough(base, least)
        with sampled() as stacks:
            cost = _cost(act, grown(trial, large), 2, enough, stacks)
        if cost >= enough:
            # other programs may have slowed it, or it did something for the first time
            again = _enough(base, _cost(act, grown(trial, small), 3))
            _report(act, grown(trial, large), again, stacks)
        elif cost > LONG and cost - base > DOUBTFUL * (least - base):
            # too long for a text that is larger again by that step, but not for a text of twice it
            for _ in range(2):
                enough = base + DOUBLED * (_cost(act, grown(trial, large), 2) - base)
                if _cost(act, grown(trial, 2 * large), 1, enough, stacks) < enough:
                    return
            _report(act, grown(trial, 2 * large), enough, stacks)
        if cost > LONG or cost - base < HOPELESS:
            return
        least = cost


def _report(act: Callable[[Trial], object], trial: Trial, enough: float, stacks: Stacks) -> None:
    """Report a trial that was too slow, if it is so again; in functions that are known, at once.

    Raises:
        Broken: it is.
    """
    where = _where(stacks)
    # what else the machine does must not look like this, not even for seconds
    if where in _FOUND or all(_cost(act, trial, 2, enough) >= enough for _ in range(3)):
        _FOUND.add(where)
        raise Broken(f"time grows faster than the text in {where}")


def _enough(base: float, small: float) -> float:
    """Return the time of a larger text that is too long, without what the bare text takes."""
    return base + max(FLOOR, FACTOR * max(small - base, 0.001))


@contextmanager
def sampled() -> Iterator[Stacks]:
    """Look now and then which functions of the library this thread is in."""
    here = threading.get_ident()
    stacks: Stacks = []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.wait(0.01):
            frame = sys._current_frames().get(here)  # noqa: SLF001 - nothing else has them
            stacks.append(places_in_library(frame))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield stacks
    finally:
        is_over.set()
        thread.join()


#: The share of the time that the function takes in which it goes by.
_SHARE: Final = 0.7


def _where(stacks: Stacks) -> str:
    """Return the innermost function of the library in which most of the time goes by."""
    stacks = [each for each in stacks if each]
    depths: dict[str, list[int]] = defaultdict(list)
    for stack in stacks:
        for depth, function in enumerate(stack):
            depths[function].append(depth)
    often = {each: its for each, its in depths.items() if len(its) >= _SHARE * len(stacks)}
    return max(often, key=lambda each: sum(often[each]) / len(often[each]), default="the library")


TARGETS: Final = (
    Target("growth", growth, 22, frozenset((*_MAIN, *_OTHERS)), is_timed=False, make=trial_of),
)
