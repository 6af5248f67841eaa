"""Where two outlines of a line differ: what it seems to say, and what the engine does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from attrs import frozen

from .outline import Deed, Step

#: Deeds that choose their target themselves.
_CHOOSING: Final = frozenset(("equip",))
_BLANKS: Final = re.compile(r"\s+")


@frozen
class Difference:
    """Something that the engine takes otherwise.

    Attributes:
        kind: ``lost`` (a deed that is not done), ``added`` (one that is, and is not written),
            ``missing`` (a step that a deed is not under), ``extra`` (one that it is), ``other``
            (a step with another value) or ``amount``.
        deed: of the line; of the engine if the line has none.
        step: the one in question; None where it is about the deed.
        instead: what the engine has in its place; empty if there is nothing.
    """

    kind: str
    deed: Deed
    step: Step | None = None
    instead: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """Where it is in the line; -1 if the engine alone has it."""
        place = self.step if self.step is not None and self.step.start >= 0 else self.deed
        return place.start, place.end


def differences(line: Sequence[Deed], engine: Sequence[Deed]) -> Iterator[Difference]:
    """Where the outline of what the *engine* builds differs from that of the *line*."""
    # what stands at the same place is the same; else what has the same word, in order
    same = {_place(deed) for deed in line} & {_place(deed) for deed in engine}
    written, built = ([_place(deed) if _place(deed) in same else deed.word for deed in deeds]
                      for deeds in (line, engine))  # fmt: skip
    matcher = SequenceMatcher(None, written, built, autojunk=False)
    for tag, first, last, begin, end in matcher.get_opcodes():
        if tag == "equal":
            for pair in zip(line[first:last], engine[begin:end], strict=True):
                yield from _of_steps(*pair)
            continue
        instead = ", ".join(deed.word for deed in engine[begin:end])
        for deed in line[first:last]:
            yield Difference("lost", deed, instead=instead)
        if first == last:
            for deed in engine[begin:end]:
                yield Difference("added", deed)


def _place(deed: Deed) -> tuple[str, int]:
    return deed.word, deed.start


def _of_steps(written: Deed, built: Deed) -> Iterator[Difference]:
    # a target that is chosen is a choice already
    passing = {"until", "choice"} if _chooses(written) or _chooses(built) else {"until"}
    if written.word in _CHOOSING:
        passing.add("target")
    missing = Counter(step.kind for step in written.steps if step.kind not in passing)
    extra = Counter(step.kind for step in built.steps if step.kind not in passing)
    missing, extra = missing - extra, extra - missing
    for step in written.steps:
        if missing[step.kind] > 0:
            missing[step.kind] -= 1
            yield Difference("missing", written, step)
    for step in built.steps:
        if extra[step.kind] > 0:
            extra[step.kind] -= 1
            yield Difference("extra", written, step)
    yield from _of_targets(written, built)


def _chooses(deed: Deed) -> bool:
    return deed.word == "choose" or deed.has("target")


def _of_targets(written: Deed, built: Deed) -> Iterator[Difference]:
    """Targets of another text, where the engine has kept it."""
    ours = [step for step in written.steps if step.kind == "target"]
    theirs = [step for step in built.steps if step.kind == "target" and step.value]
    if len(ours) == len(theirs) == 1 and _inside(ours[0].value) != _inside(theirs[0].value):
        yield Difference("other", written, ours[0], theirs[0].value)


def _inside(target: str) -> str:
    """The text of a *target* without its brackets and blanks."""
    start = target.find("(") + 1 if target.startswith(("target", "notatarget")) else 0
    return _BLANKS.sub("", target[start:].removesuffix(")") if start else target)
