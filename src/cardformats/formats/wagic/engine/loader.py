"""The engine's loader, exactly: what it makes of files, mistakes included, and cards of that.

Texts are the bytes of the files as characters (latin-1), since the engine compares bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

from attrs import define, evolve, field, frozen

from ....budget import Budget
from ....model import Card, Color, Face, FrozenDict, ManaCost, Value
from ....model.cards import SUPERTYPES
from ....source import read_bytes
from ..format import GRADES, WagicOptions
from ..reader import Stamp, files_in, stamps_of
from ..syntax import RARITIES, CardFile
from .costs import COLOR_BITS, EngineCost
from .macros import DEFINITION, EngineMacros
from .primitive import ARTIFACT_BIT, EngineData, grade, number, taken_for

#: Where the engine is in a file.
_OUTSIDE, _META, _CARD = "outside", "meta", "card"
#: The character of a line that says the grade of a file.
_GRADE_AT = len("grade=xx")
#: The character of the grade's word that counts.
_LETTER = 2


@frozen
class EngineCard:
    """A printing: its id, its rarity's letter, the code of its set, its data and its file."""

    id: int
    rarity: str
    set_code: str | None
    data: EngineData
    origin: str


@define
class Draft:
    """The card that is being read."""

    id: int = 0
    rarity: str = "C"
    grade: int = 0
    referenced: EngineData | None = None
    inline: EngineData | None = None
    is_printing: bool = False


@define
class Engine:
    """All that was loaded so far.

    Attributes:
        max_grade: the worst grade that is admitted, as a number.
        macros: the macros of all files.
        primitives: by name; inline ones of printings by their id.
        cards: by id; the first card of an id counts.
        meta: by the code of the set, the metadata.
        draft: the card that is being read; one that is not closed goes on in the next file.
    """

    max_grade: int
    macros: EngineMacros
    primitives: dict[str, EngineData] = field(factory=dict)
    cards: dict[int, EngineCard] = field(factory=dict)
    meta: dict[str | None, dict[str, str]] = field(factory=dict)
    draft: Draft = field(factory=Draft)
    _origin: str = ""

    def fork(self) -> Engine:
        """Another engine that has loaded the same, and goes on by itself."""
        return evolve(
            self,
            macros=self.macros.fork(),
            primitives=dict(self.primitives),
            cards=dict(self.cards),
            meta={code: dict(meta) for code, meta in self.meta.items()},
            draft=deepcopy(self.draft),
        )

    def load(self, data: bytes, set_code: str | None, origin: str) -> None:
        """Read the file *origin*; a card that is not closed goes on in the next one."""
        state, self._origin = _OUTSIDE, origin
        for line in _lines(data):
            if line.startswith(DEFINITION):
                self.macros.define(line)
            elif state == _OUTSIDE:
                if line[0] == "[":
                    self.draft.grade = 0
                    # a bracket alone opens nothing
                    state = _OUTSIDE if line == "[" else _META if line[1] == "m" else _CARD
                elif line[0] == "g" and grade(line, _GRADE_AT) > self.max_grade:
                    return
            elif line.startswith("[/"):
                if state == _CARD:
                    self._finish(set_code)
                state = _OUTSIDE
            elif state == _META:
                key, _, value = line.partition("=")
                self.meta.setdefault(set_code, {})[key.lower()] = value
            elif line[0] != "#":
                self._config(line)

    def _config(self, line: str) -> None:
        """Take a line of a card into account."""
        key, equals, value = line.partition("=")
        if not equals:
            return
        draft = self.draft
        match taken_for(key):
            case "ID":
                draft.id, draft.is_printing = number(value), True
            case "GRADE":
                draft.grade = grade(value, _LETTER) if len(value) > _LETTER else draft.grade
            case "PRIMITIVE":
                draft.is_printing = True
                draft.referenced = self.primitives.get(value, draft.referenced)
            case "RARITY":
                if "rar" in line:
                    draft.rarity, draft.is_printing = value[:1], True
            case _:
                data = draft.inline or EngineData()
                if data.add(key, value):
                    draft.inline = data

    def _finish(self, set_code: str | None) -> None:
        """Take in the card that was read, as a primitive, a printing, or both."""
        draft, self.draft = self.draft, Draft()
        data = draft.referenced
        if draft.inline is not None:
            key = str(draft.id) if draft.is_printing else draft.inline.name
            if key not in self.primitives and draft.grade <= self.max_grade:
                draft.inline.finish(self._origin)
                data = self.primitives[key] = draft.inline
        if draft.is_printing and data is not None:
            card = EngineCard(draft.id, draft.rarity, set_code, data, self._origin)
            self.cards.setdefault(draft.id, card)


def _lines(data: bytes) -> Iterator[str]:
    """Yield the lines that are not empty, without their ends."""
    for line in data.decode("latin-1").split("\n"):
        stripped = line.removesuffix("\r")
        if stripped:
            yield stripped


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
        paths = files_in(places or ())
        # the primitives are loaded once for many sets
        self.engine: Engine = _load(stamps_of((*paths, *(options.macros or ()))), options).fork()
        loaded = set(map(_origin, paths))
        self.origins: set[str] = set()
        for code, file in files:
            origin = _origin(Path(file.source.name))
            self.origins.add(origin)
            if origin not in loaded:
                self.engine.load(file.source.encode(), code, origin)

    def of(self, code: str | None, budget: Budget) -> list[Card]:
        """Return the cards of the set *code*, or the primitives, that are in the files."""
        printings = [
            card_of(each.data, self.engine.macros, budget, each)
            for each in self.engine.cards.values()
            if each.set_code == code and each.origin in self.origins
        ]
        if code is not None:
            return printings
        cards, primitives = self.engine.cards, self.engine.primitives
        inline = {str(key) for key, each in cards.items() if primitives.get(str(key)) is each.data}
        return printings + [
            card_of(data, self.engine.macros, budget)
            for key, data in primitives.items()
            if key not in inline and data.origin in self.origins
        ]


def _origin(path: Path) -> str:
    """Return one name for a file, however it is reached."""
    return str(path.resolve())


@lru_cache(maxsize=2)
def _load(stamps: tuple[Stamp, ...], options: WagicOptions) -> Engine:
    engine = Engine(GRADES.index(options.max_grade), EngineMacros(options))
    for path, size, _ in stamps:
        if size <= options.max_size:
            engine.load(read_bytes(path, size), None, _origin(path))
    return engine


def card_of(
    data: EngineData, macros: EngineMacros, budget: Budget, printing: EngineCard | None = None
) -> Card:
    """Return the card of a *printing* of *data*; without one, of the primitive alone."""
    kept = _extras(data, macros, budget)
    card = Card(_face(data), extras={"wagic": kept} if kept else {})
    if printing is None:
        return card
    return evolve(
        card,
        set_code=printing.set_code,
        number=str(printing.id),
        rarity=RARITIES.get(printing.rarity, printing.rarity.lower() or "none"),
        ids={"wagic": str(printing.id)},
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
    """Return the mana of *cost* in common notation; None if it has none."""
    symbols = ["X"] if cost.has_x else []
    if cost.generic > cost.snow:
        symbols.append(str(cost.generic - cost.snow))
    symbols += ["S"] * cost.snow
    symbols += [f"{first}/{second}" if second else first for first, second in cost.hybrids]
    symbols += [f"{letter}/P" for letter in cost.phyrexian if letter in COLOR_BITS]
    symbols += cost.letters
    return ManaCost(tuple(map(_known, symbols))) if symbols else None


def _known(symbol: str) -> str:
    """Return *symbol*, or what is nearest to it of those that are printed."""
    first, slash, second = symbol.partition("/")
    if not slash or second == "P":
        return symbol
    if first.isdigit() or first == "c":
        return f"{'C' if first == 'c' else '2'}/{second}" if second != "c" else first
    return symbol if second not in ("c", first) else first


def _extras(data: EngineData, macros: EngineMacros, budget: Budget) -> FrozenDict[str, Value]:
    """Return the values without a field in the model, by the keys of card files."""
    kept: dict[str, Value] = {}
    expanded: dict[str, Value] = {}
    for zone, lines in data.scripts.items():
        key = zone if zone == "aicode" else f"auto{_text(zone)}"
        kept[key] = tuple(map(_text, lines))
        text = "\n".join(lines)
        if zone != "aicode" and (changed := macros.expand(text, budget)) != text:
            expanded[key] = tuple(_text(changed).split("\n"))
    if expanded:
        kept["expanded"] = FrozenDict(expanded)
    if data.keywords:
        kept["abilities"] = tuple(sorted(data.keywords))
    kept |= {key: _text(str(cost)) for key, cost in data.costs.items()}
    kept |= {key: _text(word) for key, word in data.words.items()}
    is_artifact = data.color_bits & ARTIFACT_BIT and "Artifact" not in data.types
    cost = data.cost
    mana = _mana_cost(cost)
    is_usual = cost.mana_value == (mana.mana_value if mana else 0)
    others = {
        "alias": data.alias or None,
        "dredge": data.dredge or None,
        "suspend number": data.suspend or None,
        "target": _text(data.target) or None,
        "color": "artifact" if is_artifact else None,
        "mana_value": None if is_usual else cost.mana_value,
        "extra_costs": tuple(map(_text, cost.extra)) or None,
    }
    return FrozenDict(kept | {key: value for key, value in others.items() if value is not None})


def _text(text: str) -> str:
    """Return *text*, whose characters are bytes, decoded."""
    if text.isascii():
        return text
    data = text.encode("latin-1")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
