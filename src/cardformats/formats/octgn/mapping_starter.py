"""A mapping to begin with: what the names of properties say, and the values that there are."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from unicodedata import category

from attrs import define, field

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import Color
from ...source import SourceText, read_bytes
from ..base import Input
from ..guids import guid, is_guid
from ..mapping.game_mapping import GameMapping
from ..mapping.reading import mapping_for, shipped_for
from ..mapping.roles import ROLES
from ..mapping.words import COLOR_SEPARATOR, colors_of, rarity_of
from .codes import OctgnCode
from .document import read_xml
from .format import OctgnOptions
from .games import LoadedGame
from .linter.roots import games
from .reader import files_of

#: Maximum number of a property's most common values to show, and the length of each.
_VALUES, _LENGTH = 8, 32
#: Properties with more values than that are no colours or rarities.
_FEW: Final = 40
#: Characters that are escaped: control characters and unpaired surrogates.
_NOT_IN_TOML: Final = ("Cc", "Cs")


@define
class GameValues:
    """What the cards of a game say.

    Attributes:
        name: what the game is called, else its first set.
        game_id: its GUID; empty if it is not known.
        cards: how many there are.
        properties: how often each property has which value, on cards and alternates.
        alternates: how many alternates are of which type.
    """

    name: str = ""
    game_id: str = ""
    cards: int = 0
    properties: defaultdict[str, Counter[str]] = field(factory=lambda: defaultdict(Counter))
    alternates: Counter[str] = field(factory=Counter)

    def add(self, root: Any) -> None:
        """Count the cards of the set whose outermost element of lxml that is."""
        self.name = self.name or root.get("name", "")
        game_id = root.get("gameId", "")
        self.game_id = self.game_id or (guid(game_id) if is_guid(game_id) else "")
        for element in root.iter("card", "alternate"):
            if element.tag == "card":
                self.cards += 1
            else:
                self.alternates[element.get("type", "")] += 1
            for each in element.iterchildren("property"):
                has_value = not len(each) and not each.text
                texts = () if has_value else filter(str.strip, each.itertext())
                value = each.get("value", "") if has_value else "".join(texts)
                values = self.properties[each.get("name", "")]
                if value:
                    values[value] += 1


def game_values(path: Path, options: OctgnOptions | None = None) -> Report[GameValues]:
    """Return the values of the cards in the game, package or set at *path*.

    If *path* is a folder with one game anywhere in it, that game is taken.

    Raises:
        OSError: If *path* cannot be read.
    """
    options = options or OctgnOptions()
    inside = games(path) if path.is_dir() else ()
    path = inside[0] if len(inside) == 1 else path
    data = None if path.is_dir() else read_bytes(path, options.max_size)
    log = DiagnosticLog(options.max_diagnostics)
    files, names, own = files_of(Input(str(path), path, data), options, log)
    game = LoadedGame(files, options, log)
    values = GameValues()
    if game.definition is not None:
        values.name, number = game.definition.name, game.definition.id
        values.game_id = guid(number) if is_guid(number) else ""
        values.properties.update({name: Counter() for name in game.definition.properties})
    for source in [own] if own is not None else map(game.source, names):
        xml = read_xml(source, "set", log) if source is not None else None
        if xml is not None:
            values.add(xml[0].document.root)
    if own is None and not names:
        log.add(OctgnCode.NO_SETS, SourceText(str(path), "").span(0))
    return Report(values, log.finish())


def starter(values: GameValues) -> str:
    """Return a file that says what is assumed without it, with what there is to say as comments."""
    own = shipped_for(values.game_id)
    mapping = mapping_for(values.properties, None, values.game_id)
    games = (own or mapping).games or ((values.game_id,) if values.game_id else ())
    source = "the names of its properties"
    if own is not None:
        source = f"the library's own mapping of {_quoted(own.name)}"
    return "\n".join(
        [
            f"# The field of cards for each property of {_quoted(values.name)}"
            f" ({values.cards} cards).",
            "# The comment after a property contains the number of cards and alternates that have",
            "# it, and its most frequent values. The lines that are not comments are also assumed",
            f"# without this file: they come from {source}.",
            "",
            f"name = {_quoted(mapping.name or values.name)}",
            f"games = [{', '.join(map(_quoted, games))}]",
            "",
            *_fields(values, mapping.fields),
            *_values(values, mapping),
            *_templates(values, mapping),
            *_faces(values, mapping),
            "# The addresses of images, by kind of face; what they can be made of: {game} {set}",
            "# {set_id} {set_name} {id} {number} {number:unpadded} {name} {type}",
            "[images]",
            *(f"{kind} = {_quoted(text)}" for kind, text in mapping.images.items()),
            '# front = "https://cards.example/{set_id}/{id}.jpg"',
            '# back = "https://cards.example/{set_id}/{id}.{type}.jpg"',
            "",
        ]
    )


def _fields(values: GameValues, known: Mapping[str, str]) -> Iterator[str]:
    yield "[fields]"
    for role in ROLES:
        name = known.get(role)
        if name:
            yield from _shown(name, values.properties.get(name, Counter()))
        yield f"{'# ' if name is None else ''}{role} = {_quoted(name or '')}"
    others = [name for name in values.properties if name not in known.values()]
    if others:
        yield ""
        yield "# Properties without a field:"
    for name in others:
        yield from _shown(name, values.properties[name])
    yield ""


def _shown(name: str, counted: Counter[str]) -> Iterator[str]:
    """Yield a property as a comment."""
    common = ", ".join(f"{_short(value)} {count}" for value, count in counted.most_common(_VALUES))
    more = f", and {len(counted) - _VALUES} more" if len(counted) > _VALUES else ""
    yield f"# {_short(name)} {counted.total()}{': ' if common else ''}{common}{more}"


def _values(values: GameValues, mapping: GameMapping) -> Iterator[str]:
    """Return the values of properties with few values, and their known meanings."""
    for role in (*_EXAMPLES, *(each for each in mapping.values if each not in _EXAMPLES)):
        name, known = mapping.fields.get(role, ""), mapping.values.get(role, {})
        counted: Counter[str] = Counter()
        for value, count in values.properties.get(name, Counter()).items():
            for part in COLOR_SEPARATOR.split(value.strip()) if role == "colors" else [value]:
                counted[part] += count
        if example := _EXAMPLES.get(role):
            yield f"# What the values of the property mean, as {example}"
        yield f"[values.{role}]"
        for value, meaning in known.items():
            yield f"{_quoted(value)} = {_quoted(meaning)}  # {counted[value]}"
        for value, count in counted.most_common() if len(counted) <= _FEW else ():
            if value and value not in known:
                yield f"# {_quoted(value)} = {_quoted(_meaning(role, value))}  # {count}"
        yield ""


_EXAMPLES: Final = {
    "colors": '"Light" = "W", "Colorless" = ""; "Light/Water" is looked up in parts',
    "rarity": '"Super Rare" = "mythic"',
}


def _meaning(role: str, value: str) -> str:
    """Return the meaning of a value without a table."""
    if role == "colors":
        colors = colors_of(value) or frozenset()
        return "".join(each.value for each in Color if each in colors)
    return rarity_of(value) or "" if role == "rarity" else value


def _templates(values: GameValues, mapping: GameMapping) -> Iterator[str]:
    yield "# A text of several properties, where cards have too few fields to be told by"
    yield "[templates]"
    for role, text in mapping.templates.items():
        lines = [_quoted(line)[1:-1] for line in text.split("\n")]
        yield f'{role} = """\n' + "\n".join(lines) + '"""'
    roles = mapping.roles
    names = [roles.types or "Type", roles.subtypes, roles.power]
    line = " · ".join(f"{{{name}}}" for name in names if name)
    text = f"{line}\n{{{roles.text or 'Rules'}}}"
    if "text" not in mapping.templates and not any(
        set("{}") & {*each} for each in values.properties
    ):
        yield f"# text = {_quoted(text)}"
    yield ""


def _faces(values: GameValues, mapping: GameMapping) -> Iterator[str]:
    yield '# What alternates of a type are: "back", "split", "alternate", or "text" for those'
    yield "# that are only a text below that of the front"
    yield "[faces]"
    counted: Counter[str] = Counter()
    for type_, count in values.alternates.items():
        counted[type_.lower()] += count
    for type_, kind in mapping.faces.items():
        yield f"{_quoted(type_)} = {_quoted(kind)}  # {counted.pop(type_.lower(), 0)}"
    for type_ in values.alternates:
        if count := counted.pop(type_.lower(), 0):
            yield f"# {_quoted(type_)} = {_quoted(mapping.kind(type_))}  # {count}"
    yield ""


def _short(text: str) -> str:
    return _quoted(text if len(text) <= _LENGTH else f"{text[:_LENGTH]}…")


def _quoted(text: str) -> str:
    """Return a string of TOML."""
    return "".join(
        f"\\u{ord(char):04x}" if category(char) in _NOT_IN_TOML else char
        for char in json.dumps(text, ensure_ascii=False)
    )
