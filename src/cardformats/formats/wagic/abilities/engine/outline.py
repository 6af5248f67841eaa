"""What the engine does with a line, in outline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..outline import ALIKE, Deed, Step, Steps
from .built import Built, Reading

#: What abilities are under, by what frames them.
_FRAMES: Final = {
    "if": "condition", "ifnot": "condition", "may": "may", "choice": "choice", "ueot": "until",
    "emblem": "emblem",
    **dict.fromkeys(
        ("lord", "all", "foreach", "aslongas", "teach", "this", "thisforeach", "while",
         "soulbond"), "scope"
    ),
}  # fmt: skip
#: Frames whose abilities are under what their values say, and nothing else.
_PLAIN: Final = frozenset(("several", "activate", "activated", "targeted", "triggered"))
#: Values that something is under, in the order in which it is.
_STEPS: Final = {"event": "trigger", "trigger": "trigger", "cost": "cost",
                 "restriction": "condition", "target": "target"}  # fmt: skip
#: Deeds that have these values as their own, and the values.
_OWN: Final = {"pay": ("cost",), "upcost": ("cost",)}
#: What amounts are called.
_AMOUNTS: Final = ("amount", "text", "zone", "name")


def outline_of(reading: Reading) -> tuple[Deed, ...]:
    """What the engine does with a line, in outline, by what it made of it."""
    return tuple(_deeds(reading.built, ())) if reading.built is not None else ()


def _deeds(built: Built, steps: Steps) -> Iterator[Deed]:
    own = _OWN.get(built.kind, ())
    begun = set[str]()
    for value, kind in _STEPS.items():
        if (text := built.values.get(value)) is not None and value not in own:
            if kind not in begun:
                steps = (*steps, _step(built, kind, text))
            begun.add(kind)
    if kind := _FRAMES.get(built.kind):
        steps = (*steps, _step(built, kind, built.kind))
    elif built.kind not in _PLAIN:
        amount = next((built.values[name] for name in _AMOUNTS if name in built.values), "")
        start, end = _span(built)
        yield Deed(ALIKE.get(built.kind, built.kind), amount, steps, start, end)
        steps = (*steps, _step(built, "afterwards", ""))
    for inner in built.inner:
        yield from _deeds(inner, steps)


def _step(built: Built, kind: str, text: str) -> Step:
    return Step(kind, text, *_span(built))


def _span(built: Built) -> tuple[int, int]:
    if built.start is None or built.end is None:
        return -1, -1
    return built.start, built.end
