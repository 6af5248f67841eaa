"""Measures the linter of abilities: what it notices of typing errors, and which lines it flags.

    python scripts/measure_ability_linter.py FOLDER... [--seed N] [--every N] [--show N]
        [--alone] [--node NODE]

Each FOLDER is a tree of Wagic's files.  Of every distinct line of abilities, with its macros
expanded, in which the linter finds nothing, one letter of one word is replaced, left out, put
before another, or swapped with the next; word, letter and change are drawn by the seed.  The table
says, by the node of the syntax tree that the word is in, of how many lines the error is

* noticed: there is a finding that the good line does not have;
* located: one begins in the word, or within two characters of it;
* suggested: one proposes the good word.

A *word* is a run of three letters or more.  These do not count, because nothing can be known of
them: what menus show (``name(...)``), names of cards and of counters, and values of ``aicode=``.
Errors that make another word that is right in this place count as not noticed.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import cardformats as cf
from cardformats.formats.wagic.abilities import lint, parse, scripts
from cardformats.formats.wagic.abilities.effects import Call, Creation
from cardformats.formats.wagic.abilities.lines import Name
from cardformats.formats.wagic.abilities.nodes import Counted, Label, Node
from cardformats.formats.wagic.format import WagicOptions
from cardformats.formats.wagic.primitives import load_primitives

_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_NEAR: Final = 2
#: Calls whose argument is a name.
_NAMING: Final = frozenset(("flip", "doubleside", "cards", "meld"))
_QUOTED: Final = re.compile(
    r"(?i)named!:.*?:!|\(cards\(.*?\)|except\(.*?\)|removeallcounters\(.*?\)|hascnt\w+"
)


def lines_of(folder: Path) -> list[tuple[str, str]]:
    """The distinct lines of the cards in *folder*, each with the rule that it is read by."""
    report = cf.read_report(folder, "wagic")
    found = (script for card in report.value.cards for script in scripts(card))
    lines = {(each.text.lower(), each.rule): each.text for each in found if each.key != "aicode"}
    return [(text, rule) for (_, rule), text in lines.items()]


def words_in(text: str, rule: str) -> Iterator[tuple[int, str, str]]:
    """The words of *text* that something is known of: where, what, and in which node."""
    nodes = list(parse(text, rule).walk())
    hidden = [match.span() for match in _QUOTED.finditer(text)]
    for start, node in nodes:
        if isinstance(node, Name | Label | Counted) or is_naming(node):
            hidden.append((start, start + len(str(node))))
        elif isinstance(node, Creation):  # the first of the details is a name
            size = len(str(node.details).partition(",")[0].partition(":")[0])
            hidden.append((start + len(node.head), start + len(node.head) + size))
    spans = [(start, start + len(str(node)), node) for start, node in nodes]
    for match in _WORD.finditer(text):
        begin, end = match.span()
        if not any(first < end and begin < last for first, last in hidden):
            around = [each for each in spans if each[0] <= begin and end <= each[1]]
            name = type(around[-1][2]).__name__ if around else "Line"
            yield begin, match[0], name


def is_naming(node: Node) -> bool:
    """Whether *node* names a card."""
    return isinstance(node, Call) and node.name in _NAMING


def changed(word: str, chance: random.Random) -> str:
    """*word* with one letter wrong."""
    at, letter = chance.randrange(len(word)), chance.choice(_LETTERS)
    before, rest = word[:at], word[at:]
    return chance.choice((
        before + letter + rest[1:],
        before + rest[1:],
        before + letter + rest,
        before + rest[1:2] + rest[:1] + rest[2:],
    ))  # fmt: skip


def measure(
    lines: Iterable[tuple[str, str]], tree: object, chance: random.Random, shown: int, only: str
) -> tuple[dict[str, Counter[str]], Counter[str], int]:
    """What is noticed by class of node, which findings there are in good lines, and in how many."""
    noticed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    codes: Counter[str] = Counter()
    flagged = 0
    for text, rule in lines:
        if before := lint(text, rule, tree):
            flagged += 1
            codes.update(str(each.code) for each in before)
            continue
        words = list(words_in(text, rule))
        if not words:
            continue
        begin, word, node = chance.choice(words)
        wrong = changed(word, chance)
        while wrong.lower() == word.lower():
            wrong = changed(word, chance)
        after = lint(text[:begin] + wrong + text[begin + len(word) :], rule, tree)
        end = begin + len(wrong)
        starts = [each.span.start for each in after if each.span is not None]
        near = [each for each in starts if begin - _NEAR <= each <= end + _NEAR]
        row = noticed[node]
        row["all"] += 1
        row["noticed"] += bool(after)
        row["located"] += bool(near)
        row["suggested"] += any(word.lower() in " ".join(each.notes) for each in after)
        if not after and shown and node.startswith(only):
            shown -= 1
            print(f"{node:14} {word} -> {wrong}: {text[max(0, begin - 30) : end + 20]}")
    return noticed, codes, flagged


def print_table(noticed: dict[str, Counter[str]]) -> None:
    """One row for each class, and one for all."""
    total: Counter[str] = Counter()
    for row in noticed.values():
        total += row
    print(f"\n{'node':16}{'lines':>7}{'noticed':>9}{'located':>9}{'suggested':>11}")
    for name, row in [*sorted(noticed.items(), key=lambda each: -each[1]["all"]), ("all", total)]:
        count = row["all"]
        shares = [100 * row[each] / count for each in ("noticed", "located", "suggested")]
        print(f"{name:16}{count:7}{shares[0]:8.1f}%{shares[1]:8.1f}%{shares[2]:10.1f}%")


def main() -> None:
    """Measure each folder that is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="take one line of so many")
    parser.add_argument("--show", type=int, default=0, help="print so many that are not noticed")
    parser.add_argument("--node", default="", help="print those in this node only")
    parser.add_argument("--alone", action="store_true", help="know nothing of the tree's cards")
    options = parser.parse_args()
    for folder in options.folders:
        chance = random.Random(options.seed)  # noqa: S311 - no secret
        lines = lines_of(folder)[:: options.every]
        tree = None if options.alone else load_primitives((folder,), WagicOptions())
        noticed, codes, flagged = measure(lines, tree, chance, options.show, options.node)
        print_table(noticed)
        counts = ", ".join(f"{code} {count}" for code, count in sorted(codes.items()))
        print(f"{folder}: {flagged} of {len(lines)} lines are flagged: {counts}")


if __name__ == "__main__":
    main()
