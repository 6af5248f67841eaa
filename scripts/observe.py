"""Store what the installed version of the library makes of inputs; `compare` calls this.

    python scripts/observe.py FILE --packs FILE [--texts N] [--seed N] [--corpus FOLDER]
        [--only SECTION]
    python scripts/observe.py FILE --likelihood-of FILE FILE [--corpus FOLDER]

The first form observes everything, and stores packs for the second form, which observes the
likelihood of the packs that both versions opened.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from comparing import chances, drafts, folders, interface, made, others, readings
from comparing.records import Observations
from comparing.sections import SECTIONS
from varied_texts import ROOT, Varied, files_in, format_of, originals

import cardformats as cf

#: Formats of single files whose boosters are observed.
_WITH_BOOSTERS = ("mtgjson", "draftmancer", "octgn", "wagic-pack")


def _folders(corpus: Path | None) -> list[Path]:
    return [ROOT / "examples", *([corpus / "corpus"] if corpus else [])]


def _processor_time() -> float:
    """Return the seconds that this process and those that it started took of the processor."""
    return math.fsum(os.times()[:4])


def _with_boosters(corpus: Path | None) -> Iterator[tuple[str, Any]]:
    """Yield the names and the card sets of files with boosters."""
    for name, path in files_in(_folders(corpus)):
        with path.open("rb") as file:
            format_id = format_of(path, file.read(4096))
        if format_id in _WITH_BOOSTERS:
            cardset = cf.read_report(path, format_id).value
            if cardset.boosters:
                yield name, cardset


class Sections:
    """What is observed, a method each.

    Attributes:
        observed: where observations go.
        args: the arguments of the script.
        folder: where files can be written.
        packs: packs that were opened, by booster.
    """

    def __init__(self, observed: Observations, args: argparse.Namespace, folder: Path) -> None:
        self.observed, self.args, self.folder = observed, args, folder
        self.packs: dict[str, Any] = {}
        self._folders = _folders(args.corpus)

    def interface(self) -> None:
        """Observe what programs can call."""
        interface.observe_interface(self.observed)

    def files(self) -> None:
        """Observe single files."""
        for _ in readings.observe_files(self.observed, self._folders):
            pass

    def sets(self) -> None:
        """Observe sets in folders, and their boosters."""
        for name, cardset in folders.observe_folders(self.observed, self._folders):
            small = self.args.corpus is not None and name.startswith("corpus/wagic")
            self._boosters(f"folder {name}", cardset, small=small)

    def pages(self) -> None:
        """Observe the pages of cases: each file in all formats, and all as a folder."""
        cases = ROOT / "tests" / "cases"
        for text in originals((), cases):
            readings.observe_text(self.observed, text, text.name, readings.WRITTEN)
        folders.observe_pages(self.observed, cases)

    def folders(self) -> None:
        """Observe what is written over sets and games, and mutated copies of small ones."""
        folders.observe_kept(self.observed, self._folders)
        examples = ROOT / "examples"
        small = [examples / "octgn", examples / "octgn" / "Marsh", examples / "wagic",
                 examples / "wagic" / "BOG"]  # fmt: skip
        folders.observe_mutated(self.observed, small, self.args.seed)

    def abilities(self) -> None:
        """Observe the abilities of the cards in Wagic's files."""
        cards: list[Any] = []
        for _, path in files_in(self._folders):
            if format_of(path, b"") == "wagic":
                cards += cf.read_report(path, "wagic").value.cards
        others.observe_abilities(self.observed, cards)

    def texts(self) -> None:
        """Observe mutated texts."""
        every = originals(self._folders, ROOT / "tests" / "cases")
        varied = Varied(every, self.args.seed)
        for key, cardset in readings.observe_varied(self.observed, varied, self.args.texts):
            if cardset is not None:
                self._boosters(key, cardset, small=True)

    def boosters(self) -> None:
        """Observe the boosters of single files."""
        for name, cardset in _with_boosters(self.args.corpus):
            for where, generator in chances.observe_boosters(self.observed, name, cardset):
                opened = self.observed.add("opened", where, chances.packs_of, generator)
                self.packs[where] = opened or ()

    def made(self) -> None:
        """Observe the boosters of small sets that a seed makes."""
        for _ in made.observe_made(self.observed):
            pass

    def database(self) -> None:
        """Observe a card database."""
        corpus = self.args.corpus
        data = corpus / "corpus" / "mtgjson" if corpus else ROOT / "examples" / "mtgjson"
        others.observe_database(self.observed, sorted(data.glob("*.json")), self.folder)

    def commands(self) -> None:
        """Observe the commands."""
        corpus = self.args.corpus.resolve() / "corpus" if self.args.corpus else None
        others.observe_commands(self.observed, ROOT, self.folder, corpus)

    def drafts(self) -> None:
        """Observe drafts, and logs of drafts."""
        drafts.observe_drafts(self.observed)
        drafts.observe_deckbuilder(self.observed)
        drafts.observe_records(self.observed, ROOT / "tests" / "data" / "draft_logs")

    def _boosters(self, name: str, cardset: Any, *, small: bool) -> None:
        for _ in chances.observe_boosters(self.observed, name, cardset, small=small):
            pass


def _observe(observed: Observations, args: argparse.Namespace, folder: Path) -> None:
    """Observe everything but likelihoods."""
    sections = Sections(observed, args, folder)
    for name in args.only or SECTIONS:
        began = _processor_time()
        getattr(sections, name)()
        print(f"  {name}: {_processor_time() - began:.0f} s", file=sys.stderr, flush=True)
    args.packs.write_text(json.dumps(sections.packs), "utf-8")


def _likelihoods(observed: Observations, args: argparse.Namespace) -> None:
    for name, cardset in _with_boosters(args.corpus):
        for key, booster in chances.boosters(cardset):
            generator = cf.Generator(cardset, booster, seed=7)
            chances.likelihoods(observed, f"{name} / {key}", generator, args.likelihood_of)


def main() -> int:
    """Observe what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="where observations are stored")
    parser.add_argument("--packs", type=Path, help="where opened packs are stored")
    parser.add_argument("--likelihood-of", type=Path, nargs=2, help="packs of two versions")
    parser.add_argument("--texts", type=int, default=5_000, help="how many mutated texts")
    parser.add_argument("--seed", type=int, default=1, help="of the mutated texts")
    parser.add_argument("--corpus", type=Path, help="the folder with real files")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="a section; else all")
    args = parser.parse_args()
    with args.file.open("wb") as file, TemporaryDirectory() as folder:
        observed = Observations(file)
        if args.likelihood_of:
            _likelihoods(observed, args)
        else:
            _observe(observed, args, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
