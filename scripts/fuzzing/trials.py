"""Trials: what a target is run with, by number, so that every run can be repeated."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from varied_texts import ROOT, Text, Varied, originals

#: Maximum number of characters of an original text.
LIMIT: Final = 4_000


class Broken(Exception):  # noqa: N818 - a property is broken
    """A property does not hold.

    Attributes:
        name: the property, in words that are the same for all texts.
        detail: what was found.
    """

    def __init__(self, name: str, detail: object = "") -> None:
        super().__init__(name, detail)
        self.name = name
        self.detail = str(detail)


def must(holds: object, name: str, detail: object = "") -> None:
    """Raise `Broken` if a property does not hold."""
    if not holds:
        raise Broken(name, detail)


@dataclass(frozen=True)
class Trial:
    """The input of a target.

    Attributes:
        target: the name of the target.
        format: the id of the format of the text, or the kind of the text.
        data: the text.
        chance: the seed of what the target chooses.
        name: what the text is a copy of.
        piece: a piece that is repeated (a NUL in it is the number), for `growth`.
        at: where in the text it is repeated.
        seconds: maximum processor time, for a text that was slow.
    """

    target: str
    format: str
    data: bytes
    chance: str
    name: str = ""
    piece: str = ""
    at: int = 0
    seconds: float | None = None

    def choices(self) -> random.Random:
        """Return the source of the target's choices, which is the same every time."""
        return random.Random(self.chance)  # noqa: S311 - of tests

    @property
    def text(self) -> str:
        """The text; bytes that are not UTF-8 are those of Latin-1."""
        try:
            return self.data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return self.data.decode("latin-1")


Run = Callable[[Trial, Path], None]


@dataclass(frozen=True)
class Target:
    """A part of the library and the properties that it has to keep.

    Attributes:
        name: its name.
        run: the function that runs a trial; it may write into the folder that it gets.
        weight: how many of a thousand trials it gets, about; what is quick gets more.
        kinds: the formats or kinds of texts that it takes.
        limit: maximum number of characters of a text.
        is_timed: whether its time is compared with that of the text that is not mutated.
        make: makes its trial of a number and a seed; without it that is a copy of a text.
    """

    name: str
    run: Run
    weight: int
    kinds: frozenset[str]
    limit: int = LIMIT
    is_timed: bool = True
    make: Callable[[int, int, Sequence[Text]], Trial] | None = None


def corpus_texts() -> list[Text]:
    """Return the texts of the examples, the cases and, if there is one, the corpus."""
    corpus = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared")) / "corpus"
    folders = [ROOT / "examples", *([corpus] if corpus.is_dir() else [])]
    return originals(folders, ROOT / "tests" / "cases")


@dataclass(frozen=True)
class Plan:
    """The trials of a seed, by number.

    Attributes:
        seed: another seed gives other trials.
        targets: the targets that get them.
        texts: all original texts.
    """

    seed: int
    targets: Sequence[Target]
    texts: Sequence[Text]

    @cached_property
    def _copies(self) -> dict[str, Varied]:
        return {
            target.name: Varied(
                [text for text in self.texts if text.format in target.kinds],
                self.seed,
                target.limit,
            )
            for target in self.targets
        }

    def place(self, number: int) -> tuple[Target, int]:
        """Return the target of trial *number*, and how many trials it has had before."""
        every = [target for target in self.targets for _ in range(target.weight)]
        turn, index = divmod(number, len(every))
        random.Random(f"{self.seed}/{turn}/targets").shuffle(every)  # noqa: S311 - of tests
        target = every[index]
        return target, turn * target.weight + every[:index].count(target)

    def trial(self, number: int) -> Trial:
        """Return trial *number*."""
        target, own = self.place(number)
        if target.make is not None:
            return target.make(own, self.seed, self.texts)
        text = self._copies[target.name][own]
        chance = f"{self.seed}/{number}/choices"
        return Trial(target.name, text.format, text.data, chance, text.name)

    def original(self, number: int) -> Trial:
        """Return trial *number* with the text that is not mutated."""
        target, own = self.place(number)
        data = self._copies[target.name].original(own).data
        return replace(self.trial(number), data=data)
