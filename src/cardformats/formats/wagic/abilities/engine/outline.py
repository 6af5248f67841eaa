"""What the engine does with a line, in outline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..outline import ALIKE, Action, OutlineStep, Steps
from .built import BuiltAbility, LineReading

#: What abilities are under, by what frames them.
_FRAMES: Final = {
    "if": "condition", "ifnot": "condition", "may": "may", "choice": "choice", "ueot": "until",
    "emblem": "emblem", "triggered": "trigger", "several": "", "activate": "", "activated": "",
    "targeted": "",
    **dict.fromkeys(
        ("lord", "all", "foreach", "aslongas", "teach", "this", "thisforeach", "while",
         "soulbond"), "scope"
    ),
}  # fmt: skip
#: Values of frames that something is under.
_STEPS: Final = {"cost": "cost", "restriction": "condition", "timing": "condition",
                 "target": "target", "notatarget": "target"}  # fmt: skip
#: Frames whose target is what they are about.
_ABOUT: Final = ("scope", "trigger")
#: Actions whose abilities are texts, not what is done afterwards.
_CLOSED: Final = frozenset(("upcost", "dynamicability", "replacedraw", "blink", "grant"))
#: What amounts are called.
_AMOUNTS: Final = ("amount", "text", "zone", "keyword", "name")


def outline_of(reading: LineReading) -> tuple[Action, ...]:
    """Return the outline of what the engine has built of a line."""
    return tuple(_actions(reading.built, ())) if reading.built is not None else ()


def _actions(built: BuiltAbility, steps: Steps) -> Iterator[Action]:
    frame = _FRAMES.get(built.kind)
    if frame:
        steps = (*steps, _step(built, frame, built.kind))
    inner = built.inner
    if built.kind in ("activated", "targeted"):
        inner = inner[:1]  # the other is a side effect
    for name, kind in _STEPS.items():
        is_own = kind == "target" if frame in _ABOUT else frame is None and kind != "condition"
        if name in built.values and not is_own:
            step = _step(built, kind, built.values[name])
            # `may` and what it frames have the same restriction
            if kind != "condition" or step not in steps:
                steps = (*steps, step)
    if frame is None:
        amount = next((built.values[name] for name in _AMOUNTS if name in built.values), "")
        yield Action(ALIKE.get(built.kind, built.kind), amount.lower(), steps, *_span(built))
        steps = (*steps, _step(built, "afterwards", ""))
        inner = () if built.kind in _CLOSED else inner
    for each in inner:
        yield from _actions(each, steps)


def _step(built: BuiltAbility, kind: str, text: str) -> OutlineStep:
    return OutlineStep(kind, text.lower(), *_span(built))


def _span(built: BuiltAbility) -> tuple[int, int]:
    if built.start is None or built.end is None:
        return -1, -1
    return built.start, built.end
