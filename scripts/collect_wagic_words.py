"""Compares ``lexicon.json`` with the words that the engine's source looks for.

Usage: ``python scripts/collect_wagic_words.py WORDS.json [--check]``

The words of a version are collected from its source, ``projects/mtg/src``, into one object::

    {"2026": {"keywords": ["trample", ...],
              "find": {"MTGAbility.cpp": [" then ", ...], ...}, "equal": ..., "between": ...,
              "arrays": {"MTGAbility.cpp:kLordKeywords": ["lord(", ...], ...}}, "2021": ...}

* ``keywords``: ``Constants::MTGBasicAbilities`` in ``MTGDefinitions.cpp``, in its order.
* ``find``: of each file, the literals in calls of ``find``.
* ``equal``: the literals that are compared by ``==``.
* ``between``: the literals that ``parseBetween`` gets, as ``reveal: … revealend``.
* ``arrays``: arrays of literals, by their names.

What the source builds its words of (``parseSimpleTC(s, "tapped", card)``, phases, zones) is not in
it: those words were read in the source, and have the versions that they are in the lexicon with.
So have words of a file that was not there in a version.

Written is from when to when each word that was collected is known.  Printed is which words
the lexicon has not, nor :data:`EXCEPTIONS`; with these, or with ``--check`` if something would be
written, the exit status is 1.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from generated import Generated

from cardformats.formats.wagic import lexicon

LEXICON = Path(str(lexicon.__file__)).with_suffix(".json")

#: What is looked for, and is no word of the language, by the reason.
EXCEPTIONS: Final[Mapping[str, frozenset[str]]] = {
    "a sign, a number, or an end of a line": frozenset(("n", "")),
    "a text for players": frozenset(("Level", "manapool", " {value} mana", "The Ring")),
    "what a log is told": frozenset(
        (" );\n    DebugTrace( this->toString() );\n    DebugTrace( ",)
    ),
    "a name of a counter": frozenset(("defense", "loyalty", "time")),
    "a word in which another one is not to be found": frozenset(("haunted",)),
    "the beginning of other words": frozenset(("totcnt", "oppo")),
}
#: Files of another language: the filters of packs.
_OTHER_FILES: Final = ("MTGPack.cpp", "WFilter.cpp")
#: Classes whose versions are not collected: the engine makes these words of parts, or of others.
_WRITTEN: Final = frozenset((
    "card_test", "deprecated", "event", "phase", "player", "state_of_card", "trait", "type",
    "whose", "zone_owner", "zone_place",
))  # fmt: skip
#: Words that were known before they were looked for by themselves, as cards show.
_KNOWN_BEFORE: Final = frozenset((
    ("cost", "e"), ("effect", "equipment"), ("option", "battleready"),
    *(("quality", f"mana{color}") for color in "wubrg"),
))  # fmt: skip

Words = dict[str, dict[str, Any]]


def pieces(word: str) -> list[str]:
    """The words in what is searched for: ``reveal: … revealend`` has two."""
    return [each.strip() for each in re.split(r"[^a-z0-9 ]+", word.lower()) if each.strip()]


def searched(words: Words, version: str) -> Iterator[tuple[str, str]]:
    """Each file, and what it looks for, in a *version*; keywords are in the file ``keywords``."""
    lists = words[version]
    yield from (("keywords", word) for word in lists["keywords"])
    for kind in ("find", "equal", "between", "arrays"):
        for place, literals in lists[kind].items():
            if (file := place.partition(":")[0]) not in _OTHER_FILES:
                yield from ((file, literal) for literal in literals)


def uncovered(words: Words) -> list[str]:
    """What a version looks for, and neither the lexicon nor the exceptions have."""
    excepted = frozenset().union(*EXCEPTIONS.values())
    known = {piece for kind in lexicon.kinds() for piece in _texts(lexicon.words(kind).values())}
    known.update(lexicon.zones())
    missing = dict.fromkeys(
        word
        for version in words
        for _, word in searched(words, version)
        if word not in excepted
        for piece in pieces(word)
        if piece not in known | excepted and not known.issuperset(piece.split())
        if not piece.isdecimal()
    )
    return list(missing)


def _texts(words: Iterable[lexicon.Word]) -> Iterator[str]:
    """Yield the words, in all their pieces, and what ends them."""
    for word in words:
        yield from (" ".join(pieces(word.text)), *pieces(word.text), *pieces(word.end))


def text(words: Words) -> str:
    """The lexicon with the versions of *words*, a word a line."""
    years: dict[tuple[bool, str], dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for version in words:
        for file, word in searched(words, version):
            for piece in {" ".join(pieces(word)), *pieces(word)}:
                years[file == "keywords", piece][int(version)].add(file)
    files = {int(version): {file for file, _ in searched(words, version)} for version in words}
    classes = [
        f' "{kind}": {{\n' + ",\n".join(_rows(kind, years, files)) + "\n }"
        for kind in lexicon.kinds()
    ]
    return "{\n" + ",\n".join(classes) + "\n}\n"


def _rows(
    kind: str,
    years: Mapping[tuple[bool, str], Mapping[int, set[str]]],
    files: Mapping[int, set[str]],
) -> Iterator[str]:
    first, last = min(files), max(files)
    kept = json.loads(LEXICON.read_text("utf-8"))
    for word in lexicon.words(kind).values():
        since, until = word.since, word.until
        found = years.get((kind == "keyword", " ".join(pieces(word.text))))
        is_written = kind in _WRITTEN or (kind, word.text) in _KNOWN_BEFORE
        if found and until >= first and not is_written:
            begin = min(found)
            was_read = any(found[begin] <= files[year] for year in files if year < begin)
            since = begin if was_read or begin <= since else since
            until = max(found)
        row = {
            "since": since if since > first else None,
            "until": until if until < last else None,
            "arguments": word.arguments or None,
            "end": word.end or None,
            "english": word.english or None,
            "engine": kept[kind][word.text].get("engine"),
            "zones": word.zones or None,
        }
        shown = {name: value for name, value in row.items() if value is not None}
        yield f"  {_json(word.text)}: {_json(shown)}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> int:
    """Write the lexicon, or compare it, and print what it lacks; the exit status."""
    (path,) = (Path(argument) for argument in sys.argv[1:] if not argument.startswith("-"))
    words: Words = json.loads(path.read_text("utf-8"))
    status = Generated(LEXICON, lambda: text(words)).main()
    if missing := uncovered(words):
        print(f"the lexicon has no word for: {', '.join(map(repr, missing))}")
    return int(bool(status or missing))


if __name__ == "__main__":
    sys.exit(main())
