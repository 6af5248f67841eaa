"""Write the generated tables into the pages of the documentation.

A table is between ``<!-- table: SUBJECT -->`` and ``<!-- end -->``; the rest of a page stays.
Subjects are the functions in ``TABLES``, with arguments after them.  Tables of options keep the
meanings, and the defaults that the code does not say, from the rows that are there.

With ``--check`` nothing is written; the exit status is 1 if a page is not what would be written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
from attrs import Attribute, fields, fields_dict
from generated import Generated

from cardformats import draft
from cardformats.cli.app import COMMANDS, app
from cardformats.cli.options import FormatOption, ReadingCommand
from cardformats.formats.base import OptionInfo, Options
from cardformats.formats.registry import REGISTRY

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MARKED = re.compile(r"^<!-- table: ([\w -]+) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
#: The page and section of each format of the library.
PAGES = {
    "draftmancer": "draftmancer.md",
    "wagic": "wagic.md",
    "wagic-pack": "wagic.md#pack-files",
    "octgn": "octgn.md",
    "octgn-deck": "octgn.md#decks",
    "json": "json.md",
    "csv": "tables-and-decks.md#csv-tables",
    "decklist": "tables-and-decks.md#deck-lists",
    "dek": "tables-and-decks.md#magic-online-decks-dek",
    "mtgjson": "card-data.md#mtgjson",
    "scryfall": "card-data.md#scryfall",
    "cockatrice": "virtual-tables.md#cockatrice-card-databases",
    "lackey": "virtual-tables.md#lackeyccg-plugins",
    "lackey-deck": "virtual-tables.md#lackeyccg-decks-dek",
}
_DEFAULT = re.compile(r"\.? *\[default: ([^\]]*)\]")
_BYTES = {"max_size", "max_unpacked"}


def table(titles: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table."""
    titles = list(titles)
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


# drafts


def kinds(_old: str) -> str:
    """Return the table of all kinds of draft."""
    known = [draft.draft_kind(name) for name in draft.draft_kinds()]
    rows = (
        [f"[`{each.name}`](#{_anchor(each.name)})", _players(each), each.text] for each in known
    )
    return table(["kind", "players", "description"], rows)


def kind(_old: str, name: str) -> str:
    """Return the settings of one kind of draft."""
    known = draft.draft_kind(name)
    rows = [_setting(each) for each in fields(known.settings)]
    settings = table(["setting", "default", "values", "meaning"], rows) if rows else ""
    return f"`{name}`, {_players(known)} players\n\n{settings}".rstrip("\n") + "\n"


def _anchor(name: str) -> str:
    return name if name.startswith("jump") else f"{name}-draft"


def _players(known: Any) -> str:
    return str(known.least) if known.least == known.most else f"{known.least} to {known.most}"


def _setting(setting: Attribute[Any]) -> list[str]:
    about = setting.metadata
    if "words" in about:
        values = ", ".join(f"`{word}`" for word in about["words"])
    elif "low" in about:
        values = f"{about['low']} to {about['high']}"
    else:
        values = "yes or no"
    default: Any = setting.default
    shown = ("no", "yes")[default] if type(default) is bool else default
    return [f"`{setting.name}`", f"`{shown}`", values, about["text"]]


# formats


def formats(_old: str) -> str:
    """Return the table of the library's formats."""
    return table(
        ["format", "contents", "extensions", "read", "write"],
        (
            [
                f"[`{each.id}`](../formats/{PAGES[each.id]})",
                each.title[0].upper() + each.title[1:],
                " ".join(f"`{extension}`" for extension in each.extensions),
                "yes" if each.reader else "no",
                "yes" if each.writer else "no",
            ]
            for each in _own_formats()
        ),
    )


def capabilities(_old: str) -> str:
    """Return what each format can store."""
    known = [each for each in _own_formats() if each.capabilities]
    tables = [each.capabilities.table() for each in known if each.capabilities]
    rows = ([title, *(each[title] for each in tables)] for title in tables[0])
    return table(["", *(f"[{each.id}](../formats/{PAGES[each.id]})" for each in known)], rows)


def options(old: str, name: str = "") -> str:
    """Return the options of a format, or without a name those of every format."""
    every = {field.name: field for field in fields(Options)}
    known = {each.id: each for each in _own_formats()}
    own = fields_dict(known[name].options) if name else every
    written = {cells[0].strip("` "): cells for cells in map(_cells, old.splitlines())}
    rows = []
    for field in own.values():
        if name and field.name in every and not _is_own(known[name], field):
            continue
        info = OptionInfo.of(field)
        _, _, default, meaning = written.get(field.name) or ["", "", "", _meaning(name, field)]
        use = {"read": "reading", "write": "writing"}.get(info.use or "", "both")
        rows.append([f"`{field.name}`", use, _default(field, default), meaning])
    return table(["option", "for", "default", "meaning"], rows)


def _own_formats() -> Iterator[Any]:
    return (each for each in REGISTRY.all() if REGISTRY.provider(each.id) == "cardformats")


def _is_own(known: Any, field: Attribute[Any]) -> bool:
    """Return whether the options of a format themselves declare a field."""
    own = vars(known.options).get("__annotations__", {})
    return field.name in own or field.name not in fields_dict(Options)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _meaning(name: str, field: Attribute[Any]) -> str:
    """Return what the command line says of an option that the page does not have yet."""
    if not (text := OptionInfo.of(field).help):
        raise SystemExit(f"the table of options {name} has no meaning for {field.name}")
    return _DEFAULT.sub("", text).rstrip(".").replace("|", r"\|")


def _default(field: Attribute[Any], written: str) -> str:
    value: Any = field.default
    if type(value) is int:
        return f"{value // 2**20} MiB" if field.name in _BYTES else f"{value:,}"
    return f"`{value}`" if isinstance(value, bool | str) else written or "none"


# the command line


def commands(_old: str) -> str:
    """Return the table of all commands."""
    return table(
        ["command", "purpose"],
        (
            [f"[`{name}`](#{name.replace(' ', '-')})", summary.rstrip(".")]
            for name, summary in _summaries()
        ),
    )


def command(_old: str, *words: str) -> str:
    """Return the usage and the options of a command."""
    found, context = _find(words)
    usage = " ".join(["cardformats", *words, *found.collect_usage_pieces(context)])
    rows = [_option(each) for each in found.params if isinstance(each, click.Option)]
    return f"`{usage}`\n\n{table(['option', 'meaning'], rows)}"


def reading(_old: str) -> str:
    """Return the options of formats for reading."""
    return _format_options(lambda use: use != "write")


def writing(_old: str) -> str:
    """Return the options of formats for writing alone."""
    return _format_options(lambda use: use == "write")


def _format_options(is_meant: Callable[[str | None], bool]) -> str:
    found, context = _find(["convert"])
    if not isinstance(found, ReadingCommand):
        raise TypeError(found)
    rows = []
    for each in found.get_params(context):
        if isinstance(each, FormatOption):
            info = OptionInfo.of(fields_dict(each.known.options)[each.field])
            if is_meant(info.use):
                rows.append([each.group or "all formats", *_option(each)])
    return table(["format", "option", "meaning"], rows)


def leaves() -> Iterator[tuple[str, ...]]:
    """Yield the words of each command that is not a group."""
    for name in COMMANDS:
        found, _ = _find([name])
        inner = found.commands if isinstance(found, click.Group) else {}
        yield from ((name, each) for each in inner) if inner else ((name,),)


def _summaries() -> Iterator[tuple[str, str]]:
    for name, (_, summary) in COMMANDS.items():
        yield name, summary


def _find(words: Iterable[str]) -> tuple[click.Command, click.Context]:
    found: click.Command = app
    context = click.Context(app)
    for word in words:
        inner = found.get_command(context, word) if isinstance(found, click.Group) else None
        if inner is None:
            raise LookupError(word)
        found, context = inner, click.Context(inner, parent=context, info_name=word)
    return found, context


def _option(option: click.Option) -> list[str]:
    names = ", ".join(f"`{word}`" for word in option.opts)
    if not option.is_flag:
        names += f" `{_value(option)}`".replace("|", r"\|")
    text = option.help or ""
    default = _DEFAULT.search(text)
    if default:
        text = _DEFAULT.sub("", text).rstrip(".")
        text = f"{text}. Default: {default[1]}."
    return [names, text.replace("|", r"\|")]


def _value(option: click.Option) -> str:
    if option.metavar:
        return option.metavar
    if isinstance(option.type, click.Choice):
        return "|".join(map(str, option.type.choices))
    return {"integer": "NUMBER", "integer range": "NUMBER"}.get(
        option.type.name, option.type.name.upper()
    )


TABLES: dict[str, Callable[..., str]] = {
    each.__name__: each
    for each in (kinds, kind, formats, capabilities, options, commands, command, reading, writing)
}


def filled(path: Path) -> str:
    """Return the text of a page with its tables."""

    def replaced(match: re.Match[str]) -> str:
        subject, *arguments = match[1].split()
        return f"<!-- table: {match[1]} -->\n{TABLES[subject](match[2], *arguments)}<!-- end -->"

    return MARKED.sub(replaced, path.read_text("utf-8"))


FILES = [
    Generated(path, partial(filled, path))
    for path in sorted(DOCS.rglob("*.md"))
    if "_build" not in path.parts and MARKED.search(path.read_text("utf-8"))
]

if __name__ == "__main__":
    sys.exit(max(each.main() for each in FILES))
