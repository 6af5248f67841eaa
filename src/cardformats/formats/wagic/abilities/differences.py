"""Where two outlines of a line differ: what it seems to say, and what the engine does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from attrs import frozen

from .outline import Action, OutlineStep

#: Actions that choose their target themselves.
_CHOOSING: Final = frozenset(("equip",))
_SPACES: Final = re.compile(r"\s+")


@frozen
class ReadingDifference:
    """Something that the engine takes otherwise.

    Attributes:
        kind: ``lost`` (an action that is not done), ``added`` (one that is, and is not written),
            ``missing`` (a step that an action is not under), ``extra`` (one that it is), ``other``
            (a step with another value) or ``amount``.
        action: of the line; of the engine if the line has none.
        step: the one in question; None where it is about the action.
        instead: what the engine has in its place; empty if there is nothing.
    """

    kind: str
    action: Action
    step: OutlineStep | None = None
    instead: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """Return its place in the line; -1 if only the engine has it."""
        place = self.step if self.step is not None and self.step.start >= 0 else self.action
        return place.start, place.end


def differences(line: Sequence[Action], engine: Sequence[Action]) -> Iterator[ReadingDifference]:
    """Yield differences between the outlines of a *line* and of what the *engine* builds."""
    if [action.word for action in line] == [action.word for action in engine]:
        for pair in zip(line, engine, strict=True):
            yield from _of_steps(*pair)
        return
    # what stands at the same place is the same; else what has the same word, in order
    same = {_place(action) for action in line if action.start >= 0}
    same &= {_place(action) for action in engine}
    yield from _placed(line, engine, same)
    line, engine = (
        [action for action in actions if _place(action) not in same] for actions in (line, engine)
    )
    written, built = ([action.word for action in actions] for actions in (line, engine))
    matcher = SequenceMatcher(None, written, built, autojunk=False)
    for tag, first, last, begin, end in matcher.get_opcodes():
        if tag == "equal":
            for pair in zip(line[first:last], engine[begin:end], strict=True):
                yield from _of_steps(*pair)
            continue
        instead = ", ".join(action.word for action in engine[begin:end])
        for action in line[first:last]:
            yield ReadingDifference("lost", action, instead=instead)
        if first == last:
            for action in engine[begin:end]:
                yield ReadingDifference("added", action)


def _placed(
    line: Sequence[Action], engine: Sequence[Action], same: set[tuple[str, int]]
) -> Iterator[ReadingDifference]:
    """Yield differences between actions at the *same* places."""
    placed = {_place(action): action for action in engine}
    ours, theirs = _causes(line), _causes(engine)
    for action in line:
        if (place := _place(action)) not in same:
            continue
        if ours.get(place) in same and ours[place] != theirs.get(place):
            yield ReadingDifference("added", placed[place])
        else:
            yield from _of_steps(action, placed[place])


def _place(action: Action) -> tuple[str, int]:
    return action.word, action.start


def _causes(actions: Sequence[Action]) -> dict[tuple[str, int], tuple[str, int]]:
    """Return by the place of what is done afterwards the place of what it follows."""
    causes = {}
    cause: Action | None = None
    for action in actions:
        if not action.has("afterwards"):
            cause = action
        elif cause is not None:
            causes[_place(action)] = _place(cause)
    return causes


def _of_steps(written: Action, built: Action) -> Iterator[ReadingDifference]:
    # a target that is chosen is a choice already
    passing = {"until", "choice"} if _chooses(written) or _chooses(built) else {"until"}
    if written.word in _CHOOSING:
        passing.add("target")
    ours = [step.kind for step in written.steps if step.kind not in passing]
    theirs = [step.kind for step in built.steps if step.kind not in passing]
    missing, extra = Counter[str](), Counter[str]()
    if sorted(ours) != sorted(theirs):
        missing, extra = Counter(ours) - Counter(theirs), Counter(theirs) - Counter(ours)
    for step in written.steps:
        if missing[step.kind] > 0:
            missing[step.kind] -= 1
            yield ReadingDifference("missing", written, step)
    for step in built.steps:
        if extra[step.kind] > 0:
            extra[step.kind] -= 1
            yield ReadingDifference("extra", written, step)
    yield from _of_targets(written, built)


def _chooses(action: Action) -> bool:
    return action.word == "choose" or action.has("target")


def _of_targets(written: Action, built: Action) -> Iterator[ReadingDifference]:
    """Targets of another text, where the engine has kept it."""
    ours = [step for step in written.steps if step.kind == "target"]
    theirs = [step for step in built.steps if step.kind == "target" and step.value]
    if len(ours) == len(theirs) == 1 and _inside(ours[0].value) != _inside(theirs[0].value):
        yield ReadingDifference("other", written, ours[0], theirs[0].value)


def _inside(target: str) -> str:
    """Return the text of a *target* without its brackets and spaces."""
    start = target.find("(") + 1 if target.startswith(("target", "notatarget")) else 0
    return _SPACES.sub("", target[start:].removesuffix(")") if start else target)
