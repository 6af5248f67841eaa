"""Fixes a word in the rules text of all Wagic primitives of a folder, and shows what changed.

Only the lines with the word change: comments, order, line ends and encodings stay as they are.

    python examples/typo/fix_typo.py FOLDER WORD REPLACEMENT
"""

from __future__ import annotations

import re
import sys
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

import cardformats as cf
from cardformats.source import SourceText


def with_word(cardset: cf.CardSet, word: str, replacement: str) -> cf.CardSet:
    """*cardset* with *replacement* for each whole *word* in the rules text of a card."""
    pattern = re.compile(rf"\b{re.escape(word)}\b")
    changed = {}
    for card in cardset.cards:
        faces = tuple(
            evolve(face, text=pattern.sub(lambda _: replacement, face.text)) for face in card.faces
        )
        if faces != card.faces:
            changed[card] = evolve(card, faces=faces)
    return cardset.replacing(changed) if changed else cardset


def main(folder: Path, word: str, replacement: str) -> None:
    """Fix *word* in the primitives in *folder*, and print a diff."""
    # what else is wrong in the files is no matter: it stays
    cardset = cf.read_report(folder, "wagic").value
    with TemporaryDirectory() as place:
        report = cf.write(with_word(cardset, word, replacement), place, "wagic")
        if report.losses:
            sys.exit("\n".join(map(str, report.losses)))
        for path in sorted(Path(place, "primitives").iterdir()):
            show_and_replace(folder / path.name, path.read_bytes())


def show_and_replace(path: Path, data: bytes) -> None:
    """Write *data* to the file at *path*, if it has other data, and print a diff."""
    if (was := path.read_bytes()) == data:
        return
    sides = (SourceText.from_bytes(path.name, each).text.splitlines() for each in (was, data))
    print(*unified_diff(*sides, path.name, path.name, n=0, lineterm=""), sep="\n")
    path.write_bytes(data)


if __name__ == "__main__":
    try:
        where, wrong, right = sys.argv[1:]
    except ValueError:
        sys.exit(__doc__)
    main(Path(where), wrong, right)
