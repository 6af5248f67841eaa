"""Mutated copies of real texts: what `compare` and `fuzz` try the library on.

Originals are the files of folders (the examples, the corpus) and the files in the pages of
`tests/cases`.  A text that is larger than a limit is shortened first, so that its structure
remains: whole blocks of lines, elements of XML or members of JSON lists are left out.

Copy *i* of a seed depends on the seed, *i* and the originals alone.  Nothing here uses the library,
so that two versions of it get the same texts.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
#: Maximum number of characters of an original; a larger text is shortened.
LIMIT: Final = 6_000

#: The format of a case by the first two letters of its code.
_BY_CODE: Final = {"DM": "draftmancer", "WG": "wagic", "OC": "octgn", "CS": "csv", "MJ": "mtgjson",
                   "DL": "decklist", "JS": "json", "SF": "scryfall", "CK": "cockatrice",
                   "LK": "lackey"}  # fmt: skip
#: The format of a text by what stands at its beginning, in lower case.
_BY_HEAD: Final = {
    b"<cockatrice_carddatabase": "cockatrice",
    b"name\tset\timagefile": "lackey",
    b"<superzone": "lackey-deck",
}
#: How much likelier than the others a format is.
_WEIGHTS: Final = {"draftmancer": 5, "wagic": 5, "octgn": 5, "mtgjson": 2, "csv": 2}
_BLOCK: Final = re.compile(r"^```text (\S+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Text:
    """A text and the format that reads it.

    Attributes:
        name: where it is from.
        format: the id of the format.
        data: the bytes of the file.
    """

    name: str
    format: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The characters; bytes that are not UTF-8 are those of Latin-1."""
        try:
            return self.data.decode("utf-8")
        except UnicodeDecodeError:
            return self.data.decode("latin-1")


def format_of(path: Path, head: bytes) -> str | None:
    """Return the id of the format of a real file, or None if no reader takes a single text of it.

    The names are those of the examples and of the corpus; the library's detection is not asked, as
    it may change.
    """
    name = path.name.lower()
    if name == "booster.txt" or (path.parent.name == "packs" and path.suffix == ".txt"):
        return "wagic-pack"
    if name == "_cards.dat" or path.parent.name == "primitives" or name.startswith("_macros"):
        return "wagic"
    if name == "set.xml":
        return "octgn"
    if path.suffix == ".json":
        return "scryfall" if b'"object"' in head else "mtgjson" if b'"data"' in head else None
    if marked := [own for mark, own in _BY_HEAD.items() if mark in head.lower()]:
        return marked[0]
    known = {".o8d": "octgn-deck", ".dek": "dek", ".csv": "csv"}
    return known.get(path.suffix, "draftmancer" if path.parent.name == "draftmancer" else None)


def files_in(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Yield every file of *folders*, in order, with its name relative to its folder's parent."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(folder.parent).as_posix(), path


def originals(folders: Sequence[Path], cases: Path | None = None) -> list[Text]:
    """Return the texts in *folders*, and those in the pages of *cases*."""
    found = []
    for name, path in files_in(folders):
        data = path.read_bytes()
        if format_id := format_of(path, data[:4096]):
            found.append(Text(name, format_id, data))
    for page, files in pages_in(cases) if cases else ():
        for name, data in files:
            format_id = format_of(Path(name), data[:4096]) or _BY_CODE.get(page[:2])
            if format_id and "." in name:
                found.append(Text(f"{page}/{name}", format_id, data))
    return found


def pages_in(cases: Path) -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Yield the pages of *cases* by their codes, each with the names and contents of its files."""
    for page in sorted(cases.glob("*.md")):
        files = []
        for name, info, body in _BLOCK.findall(page.read_text("utf-8")):
            options = dict(option.split("=") for option in info.split())
            text = body.replace("\n", "\r\n") if options.get("eol") == "crlf" else body
            files.append((name, text.encode(options.get("encoding", "utf-8"))))
        yield page.stem, files


def shortened(text: Text, limit: int, chance: random.Random) -> str:
    """Return a text of about *limit* characters at most with parts of *text*, in their order."""
    if len(text.text) <= limit:
        return text.text
    if text.format in {"mtgjson", "scryfall", "json"}:
        return _short_json(text, limit, chance)
    if text.format == "draftmancer" and (short := _short_list(text, limit, chance)):
        return short
    if text.format == "octgn":
        parts = re.split(r"(?=<card\b|</cards>)", text.text)
    elif text.format == "wagic":
        parts = re.split(r"(?=\[card\]|#AUTO_DEFINE)", text.text)
    else:
        parts = re.split(r"(?<=\n)", text.text)
    share = limit / len(text.text)
    first, last = parts[0][:limit], parts[-1][:limit]
    kept = [part for part in parts[1:-1] if chance.random() < share]
    return "".join([first, *kept, last])


#: Parsed JSON of the originals that are shortened again and again.
_PARSED: Final[dict[str, Any]] = {}
#: Maximum number of elements of a shortened list of JSON.
_MOST_ELEMENTS: Final = 6
#: Maximum number of members of an object of JSON that is not shortened.
_MOST_MEMBERS: Final = 60


def _short_json(text: Text, limit: int, chance: random.Random) -> str:
    if text.name not in _PARSED:
        try:
            _PARSED[text.name] = json.loads(text.text)
        except ValueError:
            return text.text[:limit]
    share = limit / len(text.text)
    return json.dumps(_thinned(_PARSED[text.name], share, chance), ensure_ascii=False, indent=1)


def _thinned(value: Any, share: float, chance: random.Random) -> Any:
    """Return *value* with a *share* of the members of every long list or mapping."""
    if isinstance(value, list):
        is_short = len(value) <= _MOST_ELEMENTS
        elements = value if is_short else [v for v in value if chance.random() < share]
        return [_thinned(each, share, chance) for each in elements[:_MOST_ELEMENTS]]
    if isinstance(value, dict):
        is_short = len(value) <= _MOST_MEMBERS
        members = {k: v for k, v in value.items() if is_short or chance.random() < share}
        return {key: _thinned(each, share, chance) for key, each in members.items()}
    return value


_CUSTOM_CARDS: Final = re.compile(r"(?im)^\[CustomCards\]\s*(?=\[)")


def _short_list(text: Text, limit: int, chance: random.Random) -> str | None:
    """Return a Draftmancer list with a share of its custom cards, and the lines that name them.

    None if it has no custom cards that are JSON.
    """
    match = _CUSTOM_CARDS.search(text.text)
    if match is None:
        return None
    try:
        cards, end = json.JSONDecoder().raw_decode(text.text, match.end())
    except ValueError:
        return None
    size = end - match.end()
    kept = [each for each in cards if chance.random() < limit / 2 / size]
    names = {str(each["name"]) for each in kept if isinstance(each, dict) and "name" in each}
    lines = text.text[end:].splitlines(keepends=True)
    share = limit / 4 / max(1, len(text.text) - size)
    behind = [
        line
        for line in lines
        if line.startswith("[") or chance.random() < share or any(name in line for name in names)
    ]
    made = json.dumps(kept, ensure_ascii=False, indent=1)
    before = text.text[: match.end()]
    return f"{before[-limit:]}{made}\n{''.join(behind)}"[: 2 * limit]


# what a mutation does to a text; `chance` says where

TOKENS: Final = (
    "[Settings]\n", "[CustomCards]\n", "[Layouts]\n", "[A]\n", "[A(3)]\n", "{", "}", "[", "]", "(",
    ")", '"', "\\", ",", ":", "=", "|", "/", "#", "# c\n", "\n", "\r\n", "\r", "\t", "null",
    "true", "-1", "0", "1e9", "2.5", "99999999999", "4 Forest\n", "Forest (AAA) 12 F\n", " F",
    " (ANA) 60", "[card]\n", "[/card]\n", "primitive=A\n", "mana={2}{w}\n", "auto=_A_(\n",
    "#AUTO_DEFINE _A_($x) _A_($x)\n", "&amp;", "<", ">", "/>", "</card>", "<!--", "-->", "&#0;",
    '<card id="x" name="y"/>', "<![CDATA[", '"layouts":', '"colors": [],', "\\u0000", "\\ud800",
    "{W}", "{T}", "$", "$$", "*", "name=", "type=", " // ", "’", "é", "日本", "\u202e",
)  # fmt: skip
#: Blanks of all kinds; the likeliest one several times.
_SPACES: Final = (
    " ", " ", " ", "  ", "\u00a0", "\r", "\t", "\u200b", "\x1f", "\ufeff", "\x85",
)  # fmt: skip
#: Signs of the languages of the formats; one instead of another is a usual slip.
_SIGNS: Final = (*'[]{}(),:;=|/"<>', "")
_NUMBERS: Final = ("0", "-1", "1", "2", "3", "1000", "4294967296", "1.5", "007", "1e400")
#: Pieces that are repeated many times; 10 to 1,000 times in a copy.
REPEATED: Final = (
    "<!-- ", "[card]\n", "[", "{", '"', "(", "name=A\n", "1 A\n", "[A]\n", " ", "\n",
)  # fmt: skip

Mutation = Callable[[str, random.Random], str]


def _span(text: str, chance: random.Random, pattern: str) -> tuple[int, int]:
    """Return where one of the matches of *pattern* near a place is; empty if there is none."""
    at = chance.randrange(len(text) + 1)
    found = re.compile(pattern).search(text, at) or re.compile(pattern).search(text)
    return found.span() if found else (at, at)


def _replaced(pattern: str, new: Callable[[str, str, random.Random], str]) -> Mutation:
    """Return the mutation that replaces a match of *pattern*; *new* gets the match and the text."""

    def mutate(text: str, chance: random.Random) -> str:
        start, end = _span(text, chance, pattern)
        return text[:start] + new(text[start:end], text, chance) + text[end:]

    return mutate


def _another(pattern: str) -> Callable[[str, str, random.Random], str]:
    def other(_old: str, text: str, chance: random.Random) -> str:
        start, end = _span(text, chance, pattern)
        return text[start:end]

    return other


def _odd(old: str, text: str, chance: random.Random) -> str:
    """Return *old* as it is nearly: with a typo, in other letters, or with a space beside it."""
    blank = chance.choice(_SPACES)
    other = chance.choice((_typo(old, text, chance), old.upper(), old.lower(), blank + old))
    return chance.choice((other, old + blank))


#: How often a name is in a text that is named in some places; keys and keywords are more often.
_FEW_PLACES: Final = range(2, 5)


def _repeated(text: str, chance: random.Random) -> str:
    """Change one place of a name that is in the text several times, so that they differ."""
    for _ in range(12):
        start, end = _span(text, chance, _PHRASE)
        phrase = text[start:end]
        places = [each.start() for each in re.finditer(re.escape(phrase), text)] if phrase else []
        if len(places) in _FEW_PLACES:
            at = chance.choice(places)
            return text[:at] + _odd(phrase, text, chance) + text[at + len(phrase) :]
    return text


def _blanked(value: str, _text: str, chance: random.Random) -> str:
    """Return a value with a space at its beginning or its end, within its quotation marks."""
    blank, at = chance.choice(_SPACES), 1 if value[:1] == '"' else 0
    last = len(value) - at
    where = chance.choice((at, last, last))
    return value[:where] + blank + value[where:]


def _typo(word: str, _text: str, chance: random.Random) -> str:
    at = chance.randrange(len(word)) if word else 0
    before, letter, behind = word[:at], word[at : at + 1], word[at + 1 :]
    letter = chance.choice(("", letter * 2, chance.choice("aeknstX")))
    return before + letter + behind


#: How often a piece is repeated.
_OFTEN: Final = (10, 100, 1000)


def _repeat(_old: str, _text: str, chance: random.Random) -> str:
    return chance.choice(REPEATED) * chance.choice(_OFTEN)


def _attributes(tag: str, _text: str, chance: random.Random) -> str:
    """Return the beginning of a tag with many attributes or members that nobody knows."""
    count = chance.choice(_OFTEN)
    return tag + "".join(f' q{number}="{number}"' for number in range(count))


_WORD: Final = r"\w+"
_LINE: Final = r"[^\n]*\n"
_PHRASE: Final = r"[^\W\d](?:[\w',-]| (?=\w)){2,40}"
#: A value behind a key of JSON, XML or Wagic, or in a list; no key.
_VALUE: Final = (
    r'(?:(?<=[:,] )|(?<=[:=\[,]))"(?:[^"\\\n]|\\.)*"(?!\s*:)|(?<=[=:>])(?=[^\s"])[^\n<>"]+'
)
_BLOCK_OF_LINES: Final = r"(?:[^\n]*\n){2,8}"

#: How likely a byte is put in that the encoding may not have.
_ODD_BYTE: Final = 0.05

#: The mutations, the likelier ones several times.
MUTATIONS: Final[tuple[Mutation, ...]] = (
    _replaced(_WORD, _typo), _replaced(_WORD, _typo),
    _replaced(_WORD, _another(_WORD)), _replaced(_VALUE, _another(_VALUE)),
    _repeated, _repeated, _repeated, _replaced(_PHRASE, _odd),
    _replaced(_VALUE, _blanked), _replaced(_VALUE, _blanked), _replaced(_VALUE, _blanked),
    _replaced(_VALUE, lambda _old, _text, chance: chance.choice(("", '""', "null", "[]", "{}"))),
    _replaced(r"[][{}(),:;=|/\"<>]", lambda _old, _text, chance: chance.choice(_SIGNS)),
    _replaced(r"[:=,]", lambda _old, _text, chance: chance.choice(_SIGNS)),
    _replaced(r'"\w+"(?=:)', _another(r'"\w+"(?=:)')),
    _replaced(r"(?<=: )[^\n,]+", lambda _old, _text, chance: chance.choice(("null", "[]", "7"))),
    _replaced(r"\d+", lambda _old, _text, chance: chance.choice(_NUMBERS)),
    _replaced(r"(?=[\"\n\]}<,)])", lambda _old, _text, chance: chance.choice(_SPACES)),
    _replaced(r"(?=[\"\n\]}<,)])", lambda _old, _text, chance: chance.choice(_SPACES)),
    _replaced(r"", lambda _old, _text, chance: chance.choice(TOKENS)),
    _replaced(r"", lambda _old, _text, chance: chance.choice(TOKENS)),
    _replaced(r"(?s).", lambda _old, _text, _chance: ""),
    _replaced(_LINE, lambda _old, _text, _chance: ""),
    _replaced(_LINE, lambda old, _text, _chance: old + old),
    _replaced(_LINE, _another(_LINE)),
    _replaced(_BLOCK_OF_LINES, lambda _old, _text, _chance: ""),
    _replaced(_BLOCK_OF_LINES, _another(_BLOCK_OF_LINES)),
    _replaced(_WORD, lambda old, _text, chance: chance.choice((old.upper(), old.lower()))),
    _replaced(r"", _another(r"(?s).{1,80}")),
    _replaced(r"", _repeat),
    _replaced(r"<\w+", _attributes),
    lambda text, chance: text[: chance.randrange(len(text) + 1)],
    lambda text, _chance: text.replace("\n", "\r\n"),
)  # fmt: skip


@dataclass(frozen=True)
class Varied:
    """Mutated copies of *texts*, by number.

    Attributes:
        texts: the originals.
        seed: another seed gives other copies.
        limit: of the characters of an original.
    """

    texts: Sequence[Text]
    seed: int = 0
    limit: int = LIMIT

    @cached_property
    def _by_format(self) -> list[list[Text]]:
        formats = sorted({text.format for text in self.texts})
        weighted = [each for each in formats for _ in range(_WEIGHTS.get(each, 1))]
        return [[text for text in self.texts if text.format == each] for each in weighted]

    def original(self, number: int) -> Text:
        """Return what copy *number* is a copy of: a text or a part of it, not mutated."""
        chance = random.Random(f"{self.seed}/{number}/text")  # noqa: S311 - of tests
        text = chance.choice(chance.choice(self._by_format))
        return Text(text.name, text.format, shortened(text, self.limit, chance).encode())

    def __getitem__(self, number: int) -> Text:
        """Return copy *number*, with one to four mutations, or now and then none."""
        original = self.original(number)
        chance = random.Random(f"{self.seed}/{number}/mutations")  # noqa: S311 - of tests
        text = original.text
        for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 4))):
            text = chance.choice(MUTATIONS)(text, chance)
        data = text.encode("utf-8", "surrogatepass")
        if chance.random() < _ODD_BYTE:
            at = chance.randrange(len(data) + 1)
            data = data[:at] + bytes([chance.randrange(256)]) + data[at:]
        return Text(f"{original.name} #{number}", original.format, data)
