"""Writes ``docs/reference/wagic-abilities.md``: the ability language, rule by rule.

The text comes from the comments and rules of the grammar, from the docstrings of the nodes, and
from the lexicon, whose words stand in tables by their classes.
With ``--check`` nothing is written; the exit status is 1 if the page is not what would be written.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from attrs import field, fields, frozen, mutable
from generated import Generated

from cardformats.formats.wagic import abilities
from cardformats.formats.wagic.abilities import conditions, effects, lines, nodes
from cardformats.formats.wagic.abilities.nodes import Group, Headed, Leaf, Node
from cardformats.formats.wagic.abilities.reading import RULES
from cardformats.formats.wagic.format import ENGINE_VERSIONS
from cardformats.formats.wagic.lexicon import Word, kinds, words

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "wagic-abilities.md"
GRAMMAR = Path(str(abilities.__file__)).parent / "abilities.lark"

_SECTION: Final = re.compile(r"// =+ (.+)")
_DEFINITION: Final = re.compile(r"(\??)(_?[a-z_]+|_?[A-Z_]+)(?:\{\w+\})?(?:\.-?\d+)?\s*:")
_LITERAL: Final = re.compile(r'"[^"]*"|/(?:\\.|[^/\\])+/')
_NAME: Final = re.compile(r"[A-Za-z_]+")
#: An example has a line of its own, or is at the end of the first one.
_EXAMPLE: Final = re.compile(r"^Example: ``(.*)``$", re.MULTILINE)
_EXAMPLES: Final = re.compile(r", as (``.*``)(?=\.$)")
_ATTRIBUTE: Final = re.compile(r"^    (\w+): (.*)$", re.MULTILINE)
_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")

#: Names of several types of nodes, and the rule that makes any of them.
_SEVERAL: Final = {"Number": "number", "CounterKind": "counter"}
#: What words end with; the page says it once.
_SAID_ONCE: Final = ("_END",)

_INTRODUCTION = """\
# Wagic's ability language

<!-- Written by scripts/make_ability_language_page.py from grammar, nodes and lexicon. -->

{head}

```python
from cardformats.formats.wagic.abilities import parse

line = parse("{{T}}:damage:1 target(creature,player)")
kinds = [type(node).__name__ for _, node in line.walk()]

assert kinds[:4] == ["Line", "Activated", "Cost", "ExtraCost"]
assert str(line) == "{{T}}:damage:1 target(creature,player)"
```

## How to read this page

A rule is written as in the grammar of the package, which is one for the parser generator Lark:

- `x?` and `[x]` can be missing, `x*` stands any number of times, `x+` at least once;
  `x | y` is either.
- Names in capitals are terminals: words in quotes, or patterns between slashes.
  Of those that fit, the one with the greatest number after its stop is taken.
  `_END` means that the word ends there.
- `"@name"` stands for [the words of a class](#wagic-words).
- `-> name` says which node is made, if it is not the one with the name of the rule.
- A rule with `?` before its name makes no node of its own, one with `_` only stands in others.

What is read becomes a tree of nodes:

- The fields of a node are the parts of its text, in order; what is not there is `None`.
- A node that begins with its name has it in the field `head`, with the sign after it, as `damage:`;
  `node.name` is the name alone, in lower case.
- A leaf has a `text` and no parts; `node.word` is the text in lower case, without spaces around it.
- A group has any number of parts, its `items`; `node.nodes` leaves out the signs between them.
- `str(node)` is the text that was read; `node.walk()` gives all nodes, with their places.

(wagic-node-line)=
### Line

{line}
"""

_WORDS = """\
(wagic-words)=
## Words

The words that the engine looks for, by their classes; `abilities.words(kind)` gives them to
programs. In meanings, `{...}` stands for arguments, `it |` and `who |` for the card and the player
that it is about, and `a/b` for a number above or below zero. Words without *engines* are known to
the engines of 2016, 2021 and 2026; those of `none` are read, and reported: older or other programs
knew them.
"""


@frozen
class Definition:
    """A rule or a terminal of the grammar, with the comment above it."""

    section: str
    name: str
    is_choice: bool
    comment: str
    text: str

    @property
    def is_terminal(self) -> bool:
        """Whether this is a terminal."""
        return self.name.isupper()

    @property
    def names(self) -> tuple[str, ...]:
        """What a rule refers to; what a terminal refers to is spelling."""
        if self.is_terminal:
            return ()
        text = re.sub(r"->\s*\w+", "", _LITERAL.sub("", self.text))
        return tuple(_NAME.findall(text))[1:]


@mutable
class Entry:
    """What stands under one heading: definitions, and the nodes that they make."""

    definitions: list[Definition]
    nodes: list[type[Node]] = field(factory=list)

    @property
    def name(self) -> str:
        """The rule, or terminal, that this is about."""
        return self.definitions[0].name.lower()


def every_node() -> dict[str, type[Node]]:
    """Every type of node that is more than a base of others, by the name of its rule."""
    bases = (Node, Leaf, Group, Headed, lines.Nested)
    modules = (nodes, lines, conditions, effects)
    named = chain(*(vars(module).values() for module in modules))
    found = (each for each in named if isinstance(each, type) and issubclass(each, Node))
    return {_HUMP.sub("_", each.__name__).lower(): each for each in found if each not in bases}


NODES: Final = every_node()


def examples(node: type[Node]) -> list[str]:
    """The examples that the docstring of a type of node gives."""
    text = inspect.getdoc(node) or ""
    if short := _EXAMPLES.search(text):
        return re.findall("``(.*?)``", short[1])
    return _EXAMPLE.findall(text)


# -------------------------------------------------------------------------------- The grammar


@cache
def definitions() -> dict[str, Definition]:
    """Every definition of the grammar, by its name."""
    section, comment, found = "", list[str](), list[Definition]()
    for line in GRAMMAR.read_text("utf-8").splitlines():
        if title := _SECTION.fullmatch(line):
            section, comment = title[1], []
        elif line.startswith("//"):
            comment.append(line.removeprefix("//").strip())
        elif start := _DEFINITION.match(line):
            text = " ".join(comment)
            found.append(Definition(section, start[2], bool(start[1]), text, line))
            comment = []
        elif line.startswith(" ") and found:
            last = found.pop()
            text = f"{last.text}\n{line}"
            found.append(Definition(last.section, last.name, last.is_choice, last.comment, text))
        else:
            comment = []
    return {each.name: each for each in found}


def rules_of_parts() -> tuple[str, ...]:
    """The rules that text is read by: those of lines, and those that a terminal is named after."""
    every = definitions()
    return (*RULES, *(name for name in every if name.islower() and name.upper() in every))


def head() -> str:
    """The comment at the beginning of the grammar."""
    text = GRAMMAR.read_text("utf-8").partition("\n\n\n")[0]
    return re.sub(r"^// ?", "", text, flags=re.MULTILINE)


def made_by(definition: Definition) -> list[type[Node]]:
    """The types of nodes that a rule, or a terminal that is no part, makes."""
    name = definition.name.lower()
    aliases = re.findall(r"->\s*(\w+)", definition.text)
    if definition.is_terminal:
        own = [] if name in definitions() else [name]
    else:
        alternatives = _LITERAL.sub("", definition.text).count("|") + 1
        own = [name] if not definition.is_choice and len(aliases) < alternatives else []
    return [NODES[each] for each in dict.fromkeys([*own, *aliases]) if each in NODES]


def entries() -> list[Entry]:
    """What the page has headings for, in the order of the grammar, with all definitions."""
    every = definitions()
    found: list[Entry] = []
    makers: dict[type[Node], Entry] = {}
    heads: dict[str, Entry] = {}
    for definition in every.values():
        made = made_by(definition)
        new = [node for node in made if node not in makers]
        is_read_by_itself = definition.is_choice and definition.name in rules_of_parts()
        if new or (is_read_by_itself and definition.text.count("|") > 0):
            entry = Entry([definition], new)
            makers.update(dict.fromkeys(new, entry))
            found.append(entry)
        elif made:
            makers[made[0]].definitions.append(definition)
    for entry in found:
        shapes = [every.get(each.name.upper(), each) for each in entry.definitions]
        entry.definitions = list(dict.fromkeys([*entry.definitions, *shapes]))
        heads.update({each.name: entry for each in entry.definitions})
    for entry in found:
        _add_what_is_meant(entry, heads)
    last = found[0]
    for definition in every.values():
        last = heads.get(definition.name, last)
        if definition.name not in heads and definition.name not in _SAID_ONCE:
            last.definitions.append(definition)
    order = {name: number for number, name in enumerate(every)}
    for entry in found:
        entry.definitions[1:] = sorted(entry.definitions[1:], key=lambda each: order[each.name])
    return found


def _add_what_is_meant(entry: Entry, heads: dict[str, Entry]) -> None:
    """Add the definitions that those of *entry* refer to, and that have no heading of their own."""
    every = definitions()
    waiting = list(chain(*(each.names for each in entry.definitions)))
    while waiting:
        name = waiting.pop(0)
        if name in every and name not in heads and name not in _SAID_ONCE:
            heads[name] = entry
            entry.definitions.append(every[name])
            waiting.extend(every[name].names)


# ------------------------------------------------------------------------------------ The page


def page() -> str:
    """The text of the page."""
    return "\n".join([_introduction(), *_sections(), *_words()])


def _words() -> Iterator[str]:
    """The words of the lexicon: a table for each class."""
    yield _WORDS
    for kind in kinds():
        yield f"(wagic-words-{kind.replace('_', '-')})=\n### `{kind}`\n"
        every = words(kind).values()
        columns = {
            "word": [_code(word.text) for word in every],
            "arguments": [word.arguments and _code(word.arguments) for word in every],
            "end": [word.end and _code(word.end) for word in every],
            "meaning": [word.english.replace("|", "\\|") for word in every],
            "engines": [_versions(word) for word in every],
        }
        shown = {title: column for title, column in columns.items() if any(column)}
        yield f"| {' | '.join(shown)} |\n|{'---|' * len(shown)}"
        yield from (f"| {' | '.join(row)} |" for row in zip(*shown.values(), strict=True))
        yield ""


def _versions(word: Word) -> str:
    """Which versions of the engine know *word*; nothing if all do."""
    known = [year for year in ENGINE_VERSIONS if word.is_known_to(year)]
    return "" if len(known) == len(ENGINE_VERSIONS) else ", ".join(map(str, known)) or "none"


def _introduction() -> str:
    return _INTRODUCTION.format(head=head(), line="\n".join(_about(lines.Line)).rstrip())


def _sections() -> Iterator[str]:
    section = ""
    for entry in entries():
        if entry.definitions[0].section != section:
            section = entry.definitions[0].section
            yield f"## {section}\n"
        yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    title = entry.nodes[0].__name__ if len(entry.nodes) == 1 else f"`{entry.name}`"
    if len(entry.nodes) == 1:
        yield _target(entry.nodes[0])
    yield f"(wagic-rule-{entry.name.replace('_', '-')})=\n### {title}\n"
    comments = dict.fromkeys(each.comment for each in entry.definitions if each.comment)
    yield from (f"{comment}\n" for comment in comments)
    text = "\n".join(each.text for each in entry.definitions)
    yield f"```text\n{text}\n```\n"
    for node in entry.nodes:
        if len(entry.nodes) > 1:
            yield f"{_target(node)}\n#### {node.__name__}\n"
        yield from _about(node, comments)


def _about(node: type[Node], comments: Iterable[str] = ()) -> Iterator[str]:
    """What a type of node is, unless *comments* say it, which fields it has, and examples."""
    yield from (f"{paragraph}\n" for paragraph in _paragraphs(node) if paragraph not in comments)
    if issubclass(node, (Leaf, Group)):
        yield f"A {'leaf' if issubclass(node, Leaf) else 'group'}.\n"
    else:
        yield "| field | holds |\n|---|---|"
        yield from (f"| `{name}` | {holds} |" for name, holds in _fields(node))
        yield ""
    if shown := examples(node):
        yield "\n".join(f"- {_code(example)}" for example in shown) + "\n"


def _paragraphs(node: type[Node]) -> list[str]:
    """The paragraphs of a docstring, without its fields and examples."""
    text = _EXAMPLES.sub("", inspect.getdoc(node) or "")
    paragraphs = re.split(r"\n\n", text.replace("``", "`"))
    return [each for each in paragraphs if not each.startswith(("Attributes:", "Example: "))]


def _fields(node: type[Node]) -> Iterator[tuple[str, str]]:
    meanings: dict[str, str] = {}
    for base in reversed(node.__mro__):
        if base is Headed:  # the introduction says what its field is
            continue
        meanings.update(_ATTRIBUTE.findall(inspect.getdoc(base) or ""))
    for each in fields(node):
        holds = " or ".join(map(_type, str(each.type).split(" | ")))
        meaning = meanings.get(each.name, "").replace("``", "`")
        yield each.name, f"{holds}: {meaning.rstrip('.')}" if meaning else holds


def _type(name: str) -> str:
    """What a field can hold, in words, with a link."""
    plain = {"str": "text", "None": "nothing", "Node": "any node"}
    if name in plain:
        return plain[name]
    target = f"rule-{_SEVERAL[name]}" if name in _SEVERAL else f"node-{name.lower()}"
    return f"[{name}](#wagic-{target})"


def _target(node: type[Node]) -> str:
    return f"(wagic-node-{node.__name__.lower()})="


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


FILE = Generated(PAGE, page)

if __name__ == "__main__":
    sys.exit(FILE.main())
