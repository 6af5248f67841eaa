"""The rules by which Draftmancer accepts a custom card list, in a second implementation.

This is an independent check of written lists: it shares no code with the reader. It reads a list
once from the top and stops at the first error. It also follows the silent quirks of the original.
It has no limits, because it is used for lists written by this package, not for files of strangers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, NoReturn, TypeAlias

from attrs import define, field

from .card_keys import CARD, IMAGES
from .kinds import TEXT, accepts, object_of
from .lines import GRAMMAR, OLD_LAYOUT, OLD_SLOT, SCRYFALL_ID
from .settings import SETTINGS
from .sheets import COLLATIONS
from .syntax import WHITE_SPACE

#: The members that every custom card needs before it inherits any.
_NAMED = object_of({"name": TEXT}, "name")

#: A value of JSON.
Json: TypeAlias = Any

#: A query for an official card: its name, and its set and number if they are given.
Query: TypeAlias = tuple[str, str | None, str | None]
Known: TypeAlias = Callable[[str, str | None, str | None], object]
Printed: TypeAlias = Callable[[str, str | None, str | None], Mapping[str, Json]]


class AcceptedLine(NamedTuple):
    """A card line, with the id of its custom card, if any, and whether it is foil."""

    copies: int
    name: str
    set: str | None
    number: str | None
    custom: str | None
    foil: bool = False


class Accepted(NamedTuple):
    """The list as Draftmancer reads it. *layouts* is None if it declares none; *cards* are by id.

    A sheet is ``{"collation": "random", "cards": [Line, …]}``, with its options; a layout is
    ``{"weight": 1, "slots": [{"name", "count", "foil", "sheets": [{"name", "weight"}, …]}, …]}``.
    """

    sheets: dict[str, dict[str, Any]]
    layouts: dict[str, dict[str, Any]] | None
    settings: dict[str, Any]
    cards: dict[str, dict[str, Any]]


class ListRejection(NamedTuple):
    """The reason why Draftmancer rejects a list."""

    reason: str


class _Refusal(Exception):  # noqa: N818 - it becomes what accept() returns
    pass


def _always(*_: object) -> bool:
    return True


def _nothing(*_: object) -> dict[str, Json]:
    return {}


def accept(
    text: str,
    known: Known = _always,
    printed: Printed = _nothing,
    models: Collection[str] = (),
) -> Accepted | ListRejection:
    """Return the list *text* as Draftmancer reads it: Accepted, or Refused.

    The first two functions are called with a name, a set and a number: *known* returns whether
    there is such an official card, and *printed* returns the properties that a custom card inherits
    from it. *models* are the names of the bots that are available.
    """
    try:
        lines = [line.strip(WHITE_SPACE) for line in _lines_of(text)]
        return _ListReader(lines, known, printed, models).read()
    except _Refusal as refusal:
        return ListRejection(str(refusal))


def accept_packs(
    text: str, cards: Mapping[str, dict[str, Json]], known: Known = _always
) -> list[list[tuple[AcceptedLine | ListRejection, bool]]]:
    """Return the packs in *text* as Draftmancer reads them, with the custom *cards* by id.

    Each card is a line, and whether it is foil. The program stops at the first line that it
    rejects; here all lines are returned.
    """
    reader = _AcceptedPackReader([], known, _nothing, (), cards=dict(cards))
    for identity, card in cards.items():
        reader.named.setdefault(card["name"], []).append((identity, card))
    packs: list[list[tuple[AcceptedLine | ListRejection, bool]]] = [[]]
    for line in (line.strip(WHITE_SPACE) for line in _lines_of(text)):
        if line == "":
            packs.append([])
            continue
        try:
            read = reader.line(line)
            packs[-1].append((read, read.foil))
        except _Refusal as refusal:
            packs[-1].append((ListRejection(str(refusal)), False))
    return [pack for pack in packs if pack]


def _refuse(reason: object) -> NoReturn:
    raise _Refusal(str(reason))


def _require(condition: object, reason: str) -> None:
    if not condition:
        _refuse(reason)


_CARD_LINE, _WHOLE_LINE = GRAMMAR.rule("card_line"), GRAMMAR.rule("whole_line")
_HEADER = GRAMMAR.rule("header")
_REMOVED_COMMA = GRAMMAR.rule("REMOVED_COMMA")
_ARRAY_INDEX = GRAMMAR.rule("ARRAY_INDEX")


def _lines_of(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _without_comma(match: re.Match[str]) -> str:
    return match[0][:-1]


def _is_significant(line: str) -> bool:
    return line != "" and not line.startswith("#")


def _decode(text: str) -> Json:
    try:
        return json.loads(text, object_pairs_hook=_in_script_order, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        _refuse(f"bad JSON: {error}")


def _in_script_order(pairs: Iterable[tuple[str, Json]]) -> dict[str, Json]:
    """Return an object in JavaScript's order: keys that are array indices first, by size."""
    value = dict(pairs)
    indices = sorted(filter(_ARRAY_INDEX.fullmatch, value), key=int)
    return {key: value[key] for key in indices} | value if indices else value


_USUAL_BOOSTERS = 3


def _layout(weight: int, slots: Json, **_: object) -> dict[str, Json]:
    if isinstance(slots, dict):
        slots = [{"name": name, "count": count} for name, count in slots.items()]
    return {"weight": weight, "slots": [_slot(**slot) for slot in slots]}


def _slot(name: str, count: int, **options: Json) -> dict[str, Json]:
    sheets = options.get("sheets", [name])
    sheets = [{"name": each} if isinstance(each, str) else each for each in sheets]
    sheets = [{"name": each["name"], "weight": each.get("weight", 1)} for each in sheets]
    return {"name": name, "count": count, "foil": options.get("foil", False), "sheets": sheets}


def _booster(picks: Json = 0, burns: Json = 0, **_: object) -> dict[str, list[int]]:
    return {
        "picks": picks if isinstance(picks, list) else [picks or 1],
        "burns": burns if isinstance(burns, list) else [burns],
    }


@define
class _ListReader:
    """A reader of lists from the top. Later lines can use the declarations of earlier ones."""

    lines: list[str]
    known: Known
    printed: Printed
    models: Collection[str]
    at: int = 0
    sheets: dict[str, dict[str, Json]] = field(factory=dict)
    layouts: dict[str, dict[str, Json]] | None = None
    settings: dict[str, Json] = field(factory=dict)
    cards: dict[str, dict[str, Json]] = field(factory=dict)
    named: dict[str, list[tuple[str, dict[str, Json]]]] = field(factory=dict)

    def read(self) -> Accepted:
        first = next(filter(_is_significant, self.lines), None)
        if first is None:
            _refuse("no significant line")
        if first.startswith("["):
            while self.more():
                self.section(self.next())
        else:
            self.sheet("default", {}, self.lines_before(lambda line: line == "# maybeboard"))
        self.check()
        return Accepted(self.sheets, self.layouts, self.settings, self.cards)

    def next(self) -> str:
        self.at += 1
        return self.lines[self.at - 1]

    def lines_before(self, is_end: Callable[[str], bool]) -> list[str]:
        """Consume and return the lines before the first one for which *is_end* is true."""
        start = self.at
        while self.at < len(self.lines) and not is_end(self.lines[self.at]):
            self.at += 1
        return self.lines[start : self.at]

    def more(self) -> bool:
        """Skip empty lines and comments; return whether there are further lines."""
        while self.at < len(self.lines) and not _is_significant(self.lines[self.at]):
            self.at += 1
        return self.at < len(self.lines)

    def section(self, header: str) -> None:
        _require(header.startswith("[") and header.endswith("]"), f"no header: {header}")
        inside = header[1:-1].strip(WHITE_SPACE)
        match inside.lower():
            case "settings":
                self.add_settings(self.json("{", "}"))
            case "customcards":
                self.add_cards(self.json("[", "]"))
            case "layouts":
                self.add_old_layouts()
            case _:
                match = _HEADER.fullmatch(header)
                name, count, options = match.groups() if match else (inside, None, None)
                lines = self.lines_before(lambda line: line.startswith("["))
                self.sheet(name := name.strip(WHITE_SPACE), _decode(options or "{}"), lines)
                if count is not None:
                    self.count(_slot(name, int(count)))

    def count(self, slot: dict[str, Json]) -> None:
        """Add a slot of a counted header to their layout, which later settings replace."""
        _require(not self.layouts or "default" in self.layouts, "counts beside layouts")
        self.layouts = self.layouts or {}
        self.layouts.setdefault("default", _layout(1, []))["slots"].append(slot)

    def json(self, opening: str, closing: str) -> Json:
        """Consume and return JSON up to the closing bracket; brackets in strings count too."""
        taken: list[str] = []
        depth = 0
        while self.more():
            line = self.next()
            _require(taken or line.startswith(opening), f"expected {opening}")
            end = 0
            while (place := line.find(closing, end)) >= 0:
                depth += line.count(opening, end, place) - 1
                end = place + 1
                if not depth:
                    return _decode(
                        _REMOVED_COMMA.sub(_without_comma, "\n".join((*taken, line[:end])))
                    )
            depth += line.count(opening, end)
            taken.append(line)
        _refuse(f"expected {closing}")

    def sheet(self, name: str, options: dict[str, Json], lines: Iterable[str]) -> None:
        _require(name != "__proto__", "a sheet called __proto__")
        kind = options.get("collation", "random")
        _require(isinstance(kind, str), f"sheet {name}: collation")
        for key, option in COLLATIONS.get(kind, {}).items():
            value = options.get(key, option.kind.default)
            _require(accepts(option.kind, value), f"sheet {name}: {key}")
        cards = [self.line(line) for line in lines if _is_significant(line)]
        sheet: dict[str, Json] = {"collation": "random"}
        if kind == "printRun":
            sheet = {"collation": kind, "groupSize": options.get("groupSize", 1)}
        elif kind == "striped":
            sheet = {"collation": kind, "length": options["length"], "weights": options["weights"]}
            _require(sheet["length"] < sum(card.copies for card in cards), f"sheet {name}: length")
        self.sheets[name] = sheet | {"cards": cards}

    def line(self, text: str) -> AcceptedLine:
        """Return the card line *text*.

        If no card has its set, the parentheses are part of the name.
        """
        text = text.strip(WHITE_SPACE)
        match = _CARD_LINE.fullmatch(text)
        if match is None:
            _refuse(f"no card line: {text}")
        count, name, set_code, number, foil = match.groups()
        readings: list[tuple[Query, bool]] = [((name, set_code, number), foil is not None)]
        if "(" in text and (whole := _WHOLE_LINE.fullmatch(text, match.start("NAME"))) is not None:
            readings.append(((whole["NAME"], None, None), whole["FOIL"] is not None))
        for reading, is_foil in readings:
            custom = self.custom(*reading)
            if custom is not None or self.known(*reading):
                return AcceptedLine(int(count or 1), *reading, custom, is_foil)
        _refuse(f"no such card: {text}")

    def custom(self, name: str, set_code: str | None, number: str | None) -> str | None:
        """Return the id of the custom card: of the printing, of the set, or the first one."""
        if set_code and number:
            identity = f"{name}_{set_code.lower()}_{number}"
            return identity if identity in self.cards and name in self.named else None
        named = self.named.get(name, [])
        fitting = [each for each in named if set_code and each[1]["set"] == set_code.lower()]
        return next((key for key, _ in fitting or named), None)

    def add_settings(self, settings: dict[str, Json]) -> None:
        """Replace the settings; only the old name, id and layouts remain if they are not given."""
        for key, setting in SETTINGS.items():
            _require(
                key not in settings or accepts(setting.kind, settings[key]), f"the setting {key}"
            )
        _require(settings.get("botModel") in (None, *self.models), "no such model")
        kept = {key: self.settings[key] for key in ("name", "cubeCobraID") if key in self.settings}
        self.settings = kept | {key: settings[key] for key in settings if key in SETTINGS}
        layouts = self.settings.pop("layouts", None)
        if layouts is not None:
            named = enumerate(layouts) if isinstance(layouts, list) else layouts.items()
            self.layouts = {str(name): _layout(**layout) for name, layout in named}
            _require("__proto__" not in self.layouts, "a layout called __proto__")
        if "boosterSettings" in settings:
            boosters = [_booster(**each) for each in settings["boosterSettings"]]
            self.settings["boosterSettings"] = boosters
        if "predeterminedLayouts" in settings:
            _require(self.layouts is not None, "predeterminedLayouts without layouts")
            rounds = [list(self.round(each)) for each in settings["predeterminedLayouts"]]
            self.settings["predeterminedLayouts"] = rounds
            if len(rounds) != _USUAL_BOOSTERS:
                self.settings.setdefault("boostersPerPlayer", len(rounds))

    def round(self, layouts: Json) -> Iterator[dict[str, Json]]:
        """Yield the layouts of a booster with their weights: as given, or as they are declared."""
        if isinstance(layouts, str):
            layouts = {layouts: 1}
        if isinstance(layouts, dict):
            layouts = [{"name": name, "weight": weight} for name, weight in layouts.items()]
        declared = self.layouts or {}
        for each in layouts:
            name = each if isinstance(each, str) else each["name"]
            _require(name in declared, f"no layout {name}")
            weight = declared[name]["weight"] if each is name else each["weight"]
            yield {"name": name, "weight": weight}

    def add_old_layouts(self) -> None:
        _require(self.layouts is None, "layouts twice")
        self.layouts, name = {}, ""
        for line in self.lines_before(lambda line: line.startswith("[")):
            is_layout = not name or line.startswith("-")
            if layout := OLD_LAYOUT.search(line) if is_layout else None:
                name = layout["WORD"]
                self.layouts[name] = _layout(int(layout["OLD_NUMBER"]), [])
            elif slot := None if is_layout else OLD_SLOT.search(line):
                self.layouts[name]["slots"].append(_slot(slot["WORD"], int(slot["OLD_NUMBER"])))
            elif name or line:
                _refuse(f"no slot: {line}")

    def add_cards(self, cards: list[dict[str, Json]]) -> None:
        """Add custom cards; their references may be to any of them."""
        added: dict[str, list[tuple[str, dict[str, Json]]]] = {}
        first: dict[str, dict[str, Json]] = {}
        for item in cards:
            _require(accepts(_NAMED, item), "no name")
            card = self.inherited(item, first) | item
            first.setdefault(item["name"], item)
            _require(not card.keys() >= IMAGES, f"{card['name']}: two images")
            for key in ("type", "mana_cost", *card):
                kind = CARD.members.get(key)
                if kind is not None and not (key in card and accepts(kind, card[key])):
                    _refuse(f"{card['name']}: {key}")
            card["set"] = (card.get("set") or "custom").lower()
            identity = f"{card['name']}_{card['set']}_{card.get('collector_number', '')}"
            _require(identity not in self.cards, f"{identity} twice")
            self.cards[identity] = card
            self.named.setdefault(card["name"], []).append((identity, card))
            added.setdefault(card["name"], []).append((identity, card))
        # references do not find cards of another section
        every, self.named = self.named, added
        for card in (card for named in added.values() for _, card in named):
            self.check_references(card)
        self.named = every

    def inherited(
        self, item: Mapping[str, Json], first: Mapping[str, dict[str, Json]]
    ) -> dict[str, Json]:
        """Return the values of the official card, or of the *first* custom card of the name."""
        official = self.printed(item["name"], item.get("set"), item.get("collector_number"))
        hidden = IMAGES if IMAGES & item.keys() else frozenset()
        other = official or first.get(item["name"], {})
        return {key: value for key, value in other.items() if key not in hidden}

    def check_references(self, card: Mapping[str, Json]) -> None:
        for related in card.get("related_cards", ()):
            if isinstance(related, str) and not SCRYFALL_ID.fullmatch(related):
                self.line(related)
        for effect in card.get("draft_effects", ()):
            if isinstance(effect, dict) and "cards" in effect:
                texts = [text for text in effect["cards"] if not SCRYFALL_ID.fullmatch(text)]
                total = len(effect["cards"]) - len(texts)
                total += sum(max(self.line(text).copies, 1) for text in texts)
                count = effect.get("count") or total
                _require(0 < count <= total, f"{card['name']}: AddCards {count} of {total}")

    def check(self) -> None:
        """Check the conditions that depend on the whole list."""
        _require(self.sheets, "no sheet")
        _require(self.layouts is not None or len(self.sheets) == 1, "sheets without layouts")
        _require(any(sheet["cards"] for sheet in self.sheets.values()), "no cards")
        for name, layout in (self.layouts or {}).items():
            _require(layout["slots"], f"layout {name}: no slots")
            for slot in layout["slots"]:
                _require(slot["count"] > 0, f"layout {name}, slot {slot['name']}: count")
                for sheet in slot["sheets"]:
                    _require(sheet["name"] in self.sheets, f"layout {name}: no sheet {sheet}")


class _AcceptedPackReader(_ListReader):
    """A reader of lines of packs, where a name alone means the last custom card of that name."""

    def custom(self, name: str, set_code: str | None, number: str | None) -> str | None:
        named = self.named.get(name, [])
        has_set = set_code and any(card["set"] == set_code.lower() for _, card in named)
        return super().custom(name, set_code, number) if has_set or number else _last(named)


def _last(named: list[tuple[str, dict[str, Json]]]) -> str | None:
    return named[-1][0] if named else None
