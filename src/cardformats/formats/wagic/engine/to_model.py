"""The exact reading: cards of the model from what the engine makes of the files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ....budget import Budget
from ....model import Card, Color, Face, FrozenDict, ManaCost, Value
from ....model.types import SUPERTYPES
from ..format import GRADES, WagicOptions
from ..scanner import primitive_files
from ..syntax import RARITIES, CardFile
from .costs import COLOR_BITS, EngineCost
from .loader import Engine
from .macros import EngineMacros
from .primitive import ARTIFACT_BIT, EngineData

#: The words that are types and not subtypes (CR 205.2a), as the engine writes them.
_TYPES = frozenset(
    [
        "Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant",
        "Kindred", "Land", "Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Tribal",
        "Vanguard",
    ]
)  # fmt: skip


class ExactCards:
    """The cards that the engine has after it has loaded some files."""

    def __init__(
        self,
        places: tuple[Path, ...] | None,
        files: Iterable[tuple[str | None, CardFile]],
        options: WagicOptions,
    ) -> None:
        """Load the primitives in *places*, then *files*, each with the code of its set."""
        self.engine, loaded = _with_primitives(places, options)
        self.origins: set[str] = set()
        for code, file in files:
            origin = _origin(Path(file.source.name))
            self.origins.add(origin)
            if origin not in loaded:
                self.engine.load(file.source.encode(), code, origin)

    def of(self, code: str | None, budget: Budget) -> list[Card]:
        """The cards of the set *code*, or the primitives, that are in the files."""
        printings = [
            _card(each.data, each.id, each.rarity, code, self.engine, budget)
            for each in self.engine.cards.values()
            if each.set_code == code and each.origin in self.origins
        ]
        if code is not None:
            return printings
        cards, primitives = self.engine.cards, self.engine.primitives
        inline = {str(key) for key, each in cards.items() if primitives.get(str(key)) is each.data}
        return printings + [
            _card(data, None, None, None, self.engine, budget)
            for key, data in primitives.items()
            if key not in inline and data.origin in self.origins
        ]


def _origin(path: Path) -> str:
    """One name for a file, however it is reached."""
    return str(path.resolve())


def _with_primitives(
    places: tuple[Path, ...] | None, options: WagicOptions
) -> tuple[Engine, set[str]]:
    """The engine with the primitives in *places*, loaded once for many sets, and their files."""
    paths = [
        path
        for place in places or ()
        for path in (primitive_files(place) if place.is_dir() else (place,))
    ]
    stamps = tuple(
        (path, status.st_size, status.st_mtime_ns)
        for path in (*paths, *(options.macros or ()))
        for status in (path.stat(),)
    )
    return _load(stamps, options).fork(), set(map(_origin, paths))


@lru_cache(maxsize=2)
def _load(stamps: tuple[tuple[Path, int, int], ...], options: WagicOptions) -> Engine:
    engine = Engine(GRADES.index(options.max_grade), EngineMacros(options))
    for path, size, _ in stamps:
        if size <= options.max_size:
            engine.load(path.read_bytes(), None, _origin(path))
    return engine


def _card(
    data: EngineData,
    identifier: int | None,
    rarity: str | None,
    code: str | None,
    engine: Engine,
    budget: Budget,
) -> Card:
    number = None if identifier is None else str(identifier)
    return Card(
        _face(data),
        code,
        number,
        None if rarity is None else RARITIES.get(rarity, rarity.lower() or "none"),
        {} if number is None else {"wagic": number},
        extras={"wagic": kept} if (kept := _extras(data, engine, budget)) else {},
    )


def _face(data: EngineData) -> Face:
    words = [_text(word) for word in data.types if word]
    is_creature = "Creature" in words
    return Face(
        _text(data.name),
        _mana_cost(data.cost),
        [color for color in Color if data.color_bits & COLOR_BITS[color.value.lower()]],
        [word for word in words if word in SUPERTYPES],
        [word for word in words if word in _TYPES],
        [word for word in words if word not in SUPERTYPES and word not in _TYPES],
        _text(data.text).replace(" -- ", "\n"),
        str(data.power) if is_creature or data.power else None,
        str(data.toughness) if is_creature or data.toughness else None,
    )


def _mana_cost(cost: EngineCost) -> ManaCost | None:
    """The mana of *cost* in common notation; None if it has none."""
    symbols = ["X"] if cost.has_x else []
    if cost.generic > cost.snow:
        symbols.append(str(cost.generic - cost.snow))
    symbols += ["S"] * cost.snow
    symbols += [f"{first}/{second}" if second else first for first, second in cost.hybrids]
    symbols += [f"{letter}/P" for letter in cost.phyrexian if letter in COLOR_BITS]
    symbols += cost.letters
    return ManaCost(tuple(map(_known, symbols))) if symbols else None


def _known(symbol: str) -> str:
    """*symbol*, or what is nearest to it of those that are printed."""
    first, slash, second = symbol.partition("/")
    if not slash or second == "P":
        return symbol
    if first.isdigit() or first == "c":
        return f"{'C' if first == 'c' else '2'}/{second}" if second != "c" else first
    return symbol if second not in ("c", first) else first


def _extras(data: EngineData, engine: Engine, budget: Budget) -> FrozenDict[str, Value]:
    """What the model has no word for, by the keys of card files."""
    kept: dict[str, Value] = {}
    expanded: dict[str, Value] = {}
    for zone, lines in data.scripts.items():
        key = zone if zone == "aicode" else f"auto{zone}"
        kept[key] = tuple(map(_text, lines))
        text = "\n".join(lines)
        if zone != "aicode" and (changed := engine.macros.expand(text, budget)) != text:
            expanded[key] = tuple(_text(changed).split("\n"))
    if expanded:
        kept["expanded"] = FrozenDict(expanded)
    if data.keywords:
        kept["abilities"] = tuple(sorted(data.keywords))
    kept |= {key: str(cost) for key, cost in data.costs.items()}
    kept |= {key: _text(word) for key, word in data.words.items()}
    for key in ("alias", "dredge", "suspend"):
        if value := getattr(data, key):
            kept[f"{key} number" if key == "suspend" else key] = value
    if data.target:
        kept["target"] = _text(data.target)
    kept |= _kept_of_cost(data)
    return FrozenDict(kept)


def _kept_of_cost(data: EngineData) -> dict[str, Value]:
    """What the model has no word for in a card's cost and colours."""
    kept: dict[str, Value] = {}
    if data.color_bits & ARTIFACT_BIT and "Artifact" not in data.types:
        kept["color"] = "artifact"
    mana = _mana_cost(data.cost)
    if data.cost.mana_value != (mana.mana_value if mana else 0):
        kept["mana_value"] = data.cost.mana_value
    if data.cost.extra:
        kept["extra_costs"] = data.cost.extra
    return kept


def _text(text: str) -> str:
    """*text*, whose characters are bytes, decoded."""
    if text.isascii():
        return text
    data = text.encode("latin-1")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
