"""A mapping to begin with: what the names of properties say, and the values that there are."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from ....diagnostics import DiagnosticLog, Report
from ....model import Color
from ....source import SourceText, read_bytes
from ...base import Input
from ..codes import OctgnCode
from ..document import read_xml
from ..format import OctgnOptions
from ..games import Game
from ..identity import guid, is_guid
from ..reader import files_of
from .colors import COLOR_SEPARATOR
from .game_mapping import GameMapping
from .roles import ROLES, Roles
from .words import colors_of, rarity_of

#: So many of the commonest values of a property are shown, each so far.
_VALUES, _LENGTH = 8, 32
#: Properties with more values than that are no colours or rarities.
_FEW: Final = 40
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


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
    """What the cards of the game, the package or the set at *path* say.

    Raises:
        OSError: it cannot be read.
    """
    options = options or OctgnOptions()
    data = None if path.is_dir() else read_bytes(path, options.max_size)
    log = DiagnosticLog(options.max_diagnostics)
    files, names, own = files_of(Input(str(path), path, data), options, log)
    game = Game(files, options, log)
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
    """A file that says what is assumed without it, with what there is to say as comments."""
    roles = Roles.guess(values.properties)
    return "\n".join(
        [
            f"# How the properties of {_quoted(values.name)} and the fields of cards say the same:",
            f"# {values.cards} cards. Behind each property stands how many cards and alternates",
            "# have it, and its commonest values.",
            "# What is no comment is assumed without this file, too.",
            "",
            f"name = {_quoted(values.name)}",
            f"games = [{_quoted(values.game_id) if values.game_id else ''}]",
            "",
            *_fields(values, roles),
            *_values(values, "colors", roles.colors, _letters),
            *_values(values, "rarity", roles.rarity, lambda value: rarity_of(value) or ""),
            *_template(values, roles),
            *_faces(values),
            "# The addresses of images, by kind of face; what they can be made of: {game} {set}",
            "# {set_id} {set_name} {id} {number} {number:unpadded} {name} {type}",
            "[images]",
            '# front = "https://cards.example/{set_id}/{id}.jpg"',
            '# back = "https://cards.example/{set_id}/{id}.{type}.jpg"',
            "",
        ]
    )


def _fields(values: GameValues, roles: Roles) -> Iterator[str]:
    yield "[fields]"
    known = roles.to_dict()
    for role in ROLES:
        if role in known:
            yield from _shown(known[role], values.properties[known[role]])
            yield f"{role} = {_quoted(known[role])}"
        else:
            yield f'# {role} = ""'
    others = [name for name in values.properties if name not in known.values()]
    if others:
        yield ""
        yield "# Properties without a field:"
    for name in others:
        yield from _shown(name, values.properties[name])
    yield ""


def _shown(name: str, counted: Counter[str]) -> Iterator[str]:
    """A property as a comment."""
    common = ", ".join(f"{_short(value)} {count}" for value, count in counted.most_common(_VALUES))
    more = f", and {len(counted) - _VALUES} more" if len(counted) > _VALUES else ""
    yield f"# {_short(name)} {counted.total()}{': ' if common else ''}{common}{more}"


def _values(values: GameValues, role: str, name: str, meaning: Any) -> Iterator[str]:
    """The values of a property that has few, to be given meanings."""
    counted: Counter[str] = Counter()
    for value, count in values.properties.get(name, Counter()).items():
        for part in COLOR_SEPARATOR.split(value.strip()) if role == "colors" else [value]:
            counted[part] += count
    yield f"# What the values of the property mean, as {_EXAMPLES[role]}"
    yield f"[values.{role}]"
    for value, count in counted.most_common() if len(counted) <= _FEW else ():
        if value:
            yield f"# {_quoted(value)} = {_quoted(meaning(value))}  # {count}"
    yield ""


_EXAMPLES: Final = {
    "colors": '"Light" = "W", "Colorless" = ""; "Light/Water" is looked up in parts',
    "rarity": '"Super Rare" = "mythic"',
}


def _letters(value: str) -> str:
    colors = colors_of(value) or frozenset()
    return "".join(each.value for each in Color if each in colors)


def _template(values: GameValues, roles: Roles) -> Iterable[str]:
    names = [roles.types or "Type", roles.subtypes, roles.power]
    line = " · ".join(f"{{{name}}}" for name in names if name)
    text = f"{line}\n{{{roles.text or 'Rules'}}}"
    yield "# A text of several properties, where cards have too few fields to be told by"
    yield "[templates]"
    if all(not set("{}") & set(name) for name in values.properties):
        yield f"# text = {_quoted(text)}"
    yield ""


def _faces(values: GameValues) -> Iterator[str]:
    yield '# What alternates of a type are: "back", "split", "alternate", or "text" for those'
    yield "# that are only a text below that of the front"
    yield "[faces]"
    kinds: set[str] = set()
    for type_, count in values.alternates.most_common():
        if type_.lower() not in kinds:
            yield f"{_quoted(type_)} = {_quoted(GameMapping().kind(type_))}  # {count}"
        kinds.add(type_.lower())
    yield ""


def _short(text: str) -> str:
    return _quoted(text if len(text) <= _LENGTH else f"{text[:_LENGTH]}…")


def _quoted(text: str) -> str:
    """A string of TOML."""
    text = json.dumps(text, ensure_ascii=False)
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
