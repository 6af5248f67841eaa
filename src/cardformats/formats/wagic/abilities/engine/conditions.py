"""What the engine asks of the game, as far as its texts decide whether anything is built."""

from __future__ import annotations

import re
from typing import Final

from ...lexicon import searches
from .cutting import LineText, between, divided, inside
from .targets import chooser

#: The engine's phases by the names that lines use, in its order: the first it finds counts.
PHASES: Final = tuple(each.sought for each in searches("phase"))

#: What ``this(`` can ask, in the order of search.
_CHECKS: Final = tuple(each.sought for each in searches("card_test"))
_COST: Final = re.compile(r"\{([^}]*)\}")
#: A cost of counters, and nothing else that begins like it.
_COUNTERS: Final = re.compile(r"(?!crew|cycle$|.*(?:convoke|compare\())c")
_COMPARISONS: Final = ("!=", ">=", "<=", "<", ">", "=")


def phase(written: str) -> str | None:
    """Return the first phase, in the order of a turn, that *written* names."""
    return next((name for name in PHASES if name in written), None)


def timing(written: str) -> str:
    """Find the word for when an ability may be used, anywhere in its text."""
    if "only" not in written and "assorcery" not in written:
        return ""
    for word in ("myturnonly", "opponentturnonly", "assorcery"):
        if word in written:
            return word
    for owner in ("my", "opponent", ""):
        for name in PHASES:
            if f"{owner}{name}only" in written:
                return f"{owner}{name}only"
    return ""


def restriction(text: LineText) -> tuple[str, int, int]:
    """Find the condition of ``restriction{`` and its place in *text*; an empty text without one."""
    if "restriction{" not in text.text:
        return "", 0, 0
    cut = between(text, "restriction{", "}")
    result = ("", 0, 0) if cut is None else (cut.inside.text, cut.start, cut.end + 1)
    if "restriction{{" in text.text:
        cut = between(text, "restriction{{", "}}")
        if cut is not None:
            result = cut.inside.text, cut.start, cut.end + 2
    return result


def counter_is_known(written: str) -> bool | None:
    """Return whether the engine can read a counter (``1/1.2.name``); None: it crashes at it."""
    parts = divided(written, ",")
    dotted = divided(written, ".")
    if len(parts) < len(dotted):
        parts = dotted
    return power_is_known(parts[0]) if parts else False


def power_is_known(written: str) -> bool | None:
    """Return whether the engine can read a size (``1/1``); None: it crashes at it."""
    values = divided(written, "/")
    percents = divided(written, "%")
    if len(values) <= 1 and len(values) < len(percents):
        values = percents
    if not values:
        return False
    return True if len(values) > 1 else None


def target_is_known(written: str) -> bool | None:
    """Return whether the engine can read a target; False: it refuses it; None: it crashes at it."""
    known = chooser(written)
    if known is None:
        return False
    counters = None if known.description is None else known.description.counters
    return counters is None or power_is_known(counters.shape) is not None or None


def cost_is_known(written: str) -> bool:
    """Return whether the engine can read a cost (``{1}{s(creature)}``); it crashes at another."""
    for part in _COST.findall(written):
        target = inside(part, "(", ")")
        if target is None:
            continue
        if target_is_known(target) is None:
            return False
        if _COUNTERS.match(part) and counter_is_known(target) is None:
            return False
    return True


def amount_is_known(written: str) -> bool:
    """Return whether the engine survives an amount: it crashes at one with a refused target."""
    start = written.find("type:")
    if start < 0:
        return True
    target, colon, zone = written[start + len("type:") :].partition(":")
    return chooser(f"{target}|{zone if colon else 'mybattlefield'}") is not None


def check_is_known(written: str) -> bool | None:
    """Return whether the engine knows what ``this(`` asks; None: it crashes at it."""
    measure = written.strip(" \t\f\v\n\r")
    for sign in _COMPARISONS:
        if sign in measure:
            measure = measure[: measure.find(sign)]
            break
    if "counter{" in measure:
        start = measure.find("{")
        end = measure.find("}")
        return counter_is_known(measure[start + 1 : end if end >= 0 else None])
    return any(word in measure for word in _CHECKS)
