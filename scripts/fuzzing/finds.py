"""Finds: failures made small, kept as files, and run again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any, Final

from varied_texts import ROOT

from .trials import Trial

FOLDER: Final = ROOT / "tests" / "data" / "fuzz"
#: The names of the finds that are not fixed, one a line; what follows a blank is a comment.
OPEN: Final = "open.txt"
#: The folder in it for finds with parts of the corpus, which are nobody's to publish.
PRIVATE: Final = "corpus"


@dataclass(frozen=True)
class Failure:
    """What went wrong in a trial.

    Attributes:
        kind: what failures of the same fault have in common.
        detail: a traceback, or what was found.
    """

    kind: str
    detail: str = ""


@dataclass(frozen=True)
class Find:
    """A trial that fails, and how."""

    trial: Trial
    failure: Failure

    @property
    def name(self) -> str:
        """The name of its file."""
        digest = blake2b(self.failure.kind.encode(), digest_size=4).hexdigest()
        return f"{self.trial.target}-{digest}.json"

    def dumps(self) -> str:
        """Return the find as JSON."""
        trial = self.trial
        try:
            text: dict[str, Any] = {"text": trial.data.decode()}
        except UnicodeDecodeError:
            text = {"bytes": trial.data.hex()}
        given = {"piece": trial.piece, "at": trial.at, "seconds": trial.seconds}
        members = {
            "kind": self.failure.kind,
            "target": trial.target,
            "format": trial.format,
            "chance": trial.chance,
            **({key: value for key, value in given.items() if value}),
            **text,
        }
        return json.dumps(members, ensure_ascii=True, indent=1) + "\n"

    @classmethod
    def loads(cls, text: str) -> Find:
        """Return the find that is stored as JSON."""
        stored = json.loads(text)
        data = stored["text"].encode() if "text" in stored else bytes.fromhex(stored["bytes"])
        trial = Trial(
            stored["target"],
            stored["format"],
            data,
            stored["chance"],
            piece=stored.get("piece", ""),
            at=stored.get("at", 0),
            seconds=stored.get("seconds"),
        )
        return cls(trial, Failure(stored["kind"]))


def kept(folder: Path = FOLDER) -> dict[str, Find]:
    """Return the finds that are kept, by the names of their files."""
    files = sorted([*folder.glob("*.json"), *(folder / PRIVATE).glob("*.json")])
    return {path.name: Find.loads(path.read_text("utf-8")) for path in files}


def keep(find: Find, folder: Path = FOLDER) -> None:
    """Write a find to its file."""
    if find.trial.name.startswith(f"{PRIVATE}/"):
        folder /= PRIVATE
    folder.mkdir(parents=True, exist_ok=True)
    (folder / find.name).write_text(find.dumps(), "utf-8")


def still_open(folder: Path = FOLDER) -> set[str]:
    """Return the names of the files of finds that are not fixed."""
    path = folder / OPEN
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def smaller(
    find: Find, run: Callable[[Trial], Failure | None], *, tries: int = 250, seconds: float = 15
) -> Find:
    """Return *find* with as few lines and characters as are found to do; its kind stays."""
    end = monotonic() + seconds
    small = find.trial
    size = max(1, len(small.text) // 2)
    while size and tries > 0 and monotonic() < end:
        changed = False
        for candidate in _without_parts(small, size):
            tries -= 1
            if tries < 0 or monotonic() > end:
                break
            failure = run(candidate)
            if failure is not None and failure.kind == find.failure.kind:
                small, changed = candidate, True
                break
        if not changed:
            size //= 2
    return replace(find, trial=small)


def _without_parts(trial: Trial, size: int) -> Iterator[Trial]:
    """Yield the trial without each part of *size* characters, from the end on."""
    text = trial.text
    lines = [match.end() for match in re.finditer(r"\n", text)]
    for start in range((len(text) - 1) // size * size, -1, -size):
        end = min(len(text), start + size)
        yield _without(trial, text, start, end)
        whole = [each for each in lines if start < each <= end]
        if len(whole) > 1:  # whole lines: what they are part of may stay as it is
            yield _without(trial, text, whole[0], whole[-1])


def _without(trial: Trial, text: str, start: int, end: int) -> Trial:
    at = trial.at - max(0, min(end, trial.at) - start)
    data = (text[:start] + text[end:]).encode("utf-8", "surrogatepass")
    return replace(trial, data=data, at=at)
