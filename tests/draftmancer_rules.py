"""What Draftmancer accepts as a custom card list, stated once more and as plainly as possible.

This is the independent check of what the package writes: it shares no code with the package, reads
a list once from the top, and stops at the first thing that Draftmancer refuses.  It follows the
original's quirks, the silent ones too, and knows no limits.
"""

from __future__ import annotations

import json
import math
import re
from itertools import chain
from typing import Any, NamedTuple, NoReturn


class Line(NamedTuple):
    """What a card line names, and the id of the custom card that it means."""

    count: int
    name: str
    set: str | None
    number: str | None
    custom: str | None


class Accepted(NamedTuple):
    """What Draftmancer makes of a list; *layouts* is None if it declares none, *cards* are by id.

    A sheet is ``{"collation": "random", "cards": [Line, …]}``, with its options; a layout is
    ``{"weight": 1, "slots": [{"name", "count", "foil", "sheets": [{"name", "weight"}, …]}, …]}``.
    """

    sheets: dict[str, dict[str, Any]]
    layouts: dict[str, dict[str, Any]] | None
    settings: dict[str, Any]
    cards: dict[str, dict[str, Any]]


class Refused(NamedTuple):
    """Why Draftmancer refuses a list."""

    reason: str


class _Refusal(Exception):  # noqa: N818 - it becomes what accept() returns
    pass


def accept(text, known=lambda *_: True, printed=lambda *_: {}, models=()):
    """What Draftmancer makes of the list *text*: Accepted, or Refused.

    Each of the first two is asked for a name, a set and a number: *known* says whether an official
    card is found, *printed* gives the properties that a custom card inherits from one.  *models*
    are the bots on line.
    """
    try:
        return _Reader(text, known, printed, models).read()
    except _Refusal as refusal:
        return Refused(str(refusal))


def _refuse(reason) -> NoReturn:
    raise _Refusal(reason)


def _require(condition, reason):
    if not condition:
        _refuse(reason)


#: The white space of JavaScript, which trims lines and separates the parts of a card line.
SPACE = "\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_TRIM = re.compile(f"^[{SPACE}]+|[{SPACE}]+$")
_CARD_LINE = re.compile(
    rf"(?:([0-9]+)[{SPACE}]+)?(?P<name>[^\n\r\u2028\u2029]+?)"
    rf"(?:[{SPACE}]+\((?P<set>[A-Za-z0-9_]+)\)(?:[{SPACE}]+([^()+{SPACE}]+))?)?(?:[{SPACE}]+\+?F)?"
)
_HEADER = re.compile(rf'([^"()\[\]{{}}]+)(?:\(([0-9]+)\))?[{SPACE}]*(\{{.*\}})?[{SPACE}]*')
_OLD_LAYOUT = re.compile(rf"-[{SPACE}]*([A-Za-z]+)[{SPACE}]*\(([0-9]+)\)")
_OLD_SLOT = re.compile(rf"([0-9]+)[{SPACE}]+([A-Za-z]+)")
_LAST_COMMA = re.compile(rf'((?:true|false|null|["0-9\]}}])[{SPACE}]*),(?=[{SPACE}]*[\]}}])')
_ARRAY_INDEX = re.compile("0|[1-9][0-9]{0,8}")
_SCRYFALL_ID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: Scryfall's symbols, longer ones before those that they begin with.
_SYMBOL = (
    "(?:W/U|W/B|B/R|B/G|U/B|U/R|R/G|R/W|G/W|G/U)(?:/P)?|[2C]/[WUBRG]|[WUBRGC]/P|CHAOS|PW|TK|HW|HR"
    "|1000000|100|1[0-9]|20|[0-9]|[WUBRGCSXYZTQEPALD½∞]"
)
_COST = re.compile(rf"(?>\{{(?:{_SYMBOL})\}}|{_SYMBOL})*+")


def _is_significant(line):
    return line != "" and not line.startswith("#")


def _decode(text):
    try:
        return json.loads(text, object_pairs_hook=_in_script_order, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        _refuse(f"bad JSON: {error}")


def _in_script_order(pairs):
    """An object in JavaScript's order: keys that are array indices first, by size."""
    value = dict(pairs)
    indices = sorted(filter(_ARRAY_INDEX.fullmatch, value), key=int)
    return {key: value[key] for key in chain(indices, value)}


def _fits(value, kind):
    """Whether *value* is of a *kind*.

    A kind is a type, a tuple of kinds, a list of one kind, an object with kinds for its keys
    (``key?`` may be absent, ``*`` stands for all), or a function.
    """
    match kind:
        case type():
            return isinstance(value, kind)
        case tuple():
            return any(_fits(value, each) for each in kind)
        case [item]:
            return isinstance(value, list) and all(_fits(each, item) for each in value)
        case {"*": item}:
            return isinstance(value, dict) and all(_fits(each, item) for each in value.values())
        case dict():
            return isinstance(value, dict) and all(_has(value, *each) for each in kind.items())
    return kind(value)


def _has(value, key, kind):
    name = key.removesuffix("?")
    return _fits(value[name], kind) if name in value else name != key


def _number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _whole(value, minimum=-math.inf):
    return _number(value) and value % 1 == 0 and value >= minimum


def _natural(value):
    return _whole(value, 0)


def _positive(value):
    return _whole(value, 1)


def _cost(value):
    return isinstance(value, str) and _COST.fullmatch(_TRIM.sub("", value.partition("//")[0]))


def _one_of(text):
    words = text.split()
    return lambda value: value in words


_WEIGHTED = {"name": str, "weight": _number}
_SLOT_SHEET = (str, {"name": str, "weight?": _number})
_SLOT = {"name": str, "count": _whole, "foil?": bool, "sheets?": [_SLOT_SHEET]}
_LAYOUT = {"weight": _whole, "slots": ({"*": _whole}, [_SLOT])}
_BOOSTER = {"picks?": (_natural, [_positive]), "burns?": (_natural, [_natural])}
_SETTINGS = {
    **dict.fromkeys(("name?", "cubeCobraID?", "cardBack?", "botModel?"), str),
    **dict.fromkeys(("showSlots?", "showSheets?", "withReplacement?", "colorBalance?"), bool),
    **dict.fromkeys(("duplicateProtection?", "refillWhenEmpty?", "layoutWithReplacement?"), bool),
    "cardTitleHeightFactor?": _number,
    "boostersPerPlayer?": _whole,
    "layouts?": ({"*": _LAYOUT}, [_LAYOUT]),
    "predeterminedLayouts?": ([str], [[str]], [{"*": _whole}], [[_WEIGHTED]]),
    "boosterSettings?": [_BOOSTER],
}
_USUAL_BOOSTERS = 3
_COLLATIONS = {
    "printRun": {"groupSize?": _number},
    "striped": {"length": _number, "weights": [_number]},
}
_STATS = dict.fromkeys(("power?", "toughness?", "loyalty?"), (str, _number))
_FACE = {"name": str, "type": str, "mana_cost?": str, "oracle_text?": str} | _STATS
_ADD_BOOSTER = {"type": _one_of("AddBooster"), "layouts?": [(str, _WEIGHTED)]}
_ADD_CARDS = {
    "type": _one_of("AddCards"),
    "cards": [str],
    "count?": _natural,
    "duplicateProtection?": bool,
}
_SIMPLE_EFFECT = _one_of(
    "FaceUp Reveal NotePassingPlayer NoteDraftedCards ChooseColors AetherSearcher CanalDredger"
    " ArchdemonOfPaliano BurnAfterPicking AddBooster LoreSeeker CogworkLibrarian"
    " AgentOfAcquisitions LeovoldsOperative RemoveDraftCard NoteCardName NoteCreatureName"
    " NoteCreatureTypes TrackRemovedCardsNames TrackRemovedCardsSubtypes CogworkGrinder"
)
_IMAGES = {"image", "image_uris"}
_CARD = _STATS | {
    **dict.fromkeys(("type", "set?", "collector_number?", "image?"), str),
    **dict.fromkeys(("foil?", "in_booster?"), bool),
    "mana_cost": _cost,
    "image_uris?": {"en": str},
    "colors?": [lambda each: isinstance(each, str) and each in "WUBRG"],
    "rarity?": _one_of("common uncommon rare mythic special"),
    "rating?": _number,
    "back?": _FACE,
    "related_cards?": [(str, _FACE)],
    "draft_effects?": [(_SIMPLE_EFFECT, _ADD_BOOSTER, _ADD_CARDS)],
}


def _layout(weight, slots, **_):
    if isinstance(slots, dict):
        slots = [{"name": name, "count": count} for name, count in slots.items()]
    return {"weight": weight, "slots": [_slot(**slot) for slot in slots]}


def _slot(name, count, **options):
    sheets = options.get("sheets", [name])
    sheets = [{"name": each} if isinstance(each, str) else each for each in sheets]
    sheets = [{"name": each["name"], "weight": each.get("weight", 1)} for each in sheets]
    return {"name": name, "count": count, "foil": options.get("foil", False), "sheets": sheets}


def _booster(picks=0, burns=0, **_):
    return {
        "picks": picks if isinstance(picks, list) else [picks or 1],
        "burns": burns if isinstance(burns, list) else [burns],
    }


class _Reader:
    """Reads a list from the top; later lines see what earlier ones have declared."""

    def __init__(self, text, known, printed, models):
        self.lines = [_TRIM.sub("", line) for line in re.split("\r?\n", text)]
        self.known, self.printed, self.models = known, printed, models
        self.sheets, self.layouts, self.settings, self.cards = {}, None, {}, {}
        self.counted = []

    def read(self):
        first = next(filter(_is_significant, self.lines), None)
        _require(first, "no significant line")
        if first.startswith("["):
            while self.more():
                self.section(self.lines.pop(0))
        else:
            self.sheet("default", {}, self.lines_before(lambda line: line == "# maybeboard"))
        self.check()
        return Accepted(self.sheets, self.layouts, self.settings, self.cards)

    def lines_before(self, is_end):
        """Take the lines up to one that *is_end*."""
        size = next((at for at, line in enumerate(self.lines) if is_end(line)), len(self.lines))
        taken, self.lines = self.lines[:size], self.lines[size:]
        return taken

    def more(self):
        """Skip what is not significant; whether there is more."""
        self.lines_before(_is_significant)
        return bool(self.lines)

    def section(self, header):
        _require(header.startswith("[") and header.endswith("]"), f"no header: {header}")
        header = _TRIM.sub("", header[1:-1])
        match header.lower():
            case "settings":
                self.add_settings(self.json("{", "}"))
            case "customcards":
                self.add_cards(self.json("[", "]"))
            case "layouts":
                self.add_old_layouts()
            case _:
                match = _HEADER.fullmatch(header)
                name, count, options = match.groups() if match else (header, None, None)
                lines = self.lines_before(lambda line: line.startswith("["))
                self.sheet(name := _TRIM.sub("", name), _decode(options or "{}"), lines)
                if count is not None:
                    self.counted.append(_slot(name, int(count)))

    def json(self, opening, closing):
        """The JSON up to the bracket that closes the first one; brackets in strings count too."""
        text, depth = "", 0
        while self.more():
            line = self.lines.pop(0)
            _require(text or line.startswith(opening), f"expected {opening}")
            for char in line:
                text += char
                depth += (char == opening) - (char == closing)
                if not depth:
                    return _decode(_LAST_COMMA.sub(r"\1", text))
            text += "\n"
        _refuse(f"expected {closing}")

    def sheet(self, name, options, lines):
        _require(_has(options, "collation?", str), f"sheet {name}: collation")
        kind = options.get("collation")
        _require(_fits(options, _COLLATIONS.get(kind, {})), f"sheet {name}: options")
        cards = [self.line(line) for line in lines if _is_significant(line)]
        sheet = {"collation": "random"}
        if kind == "printRun":
            sheet = {"collation": kind, "groupSize": options.get("groupSize", 1)}
        elif kind == "striped":
            sheet = {"collation": kind, "length": options["length"], "weights": options["weights"]}
            _require(sheet["length"] < sum(card.count for card in cards), f"sheet {name}: length")
        self.sheets[name] = sheet | {"cards": cards}

    def line(self, text):
        """The card line *text*.  If a set finds nothing, its parentheses belong to the name.

        Whether a number or a foil mark could then belong to the name too is not known.
        """
        match = _CARD_LINE.fullmatch(text)
        _require(match, f"no card line: {text}")
        count, name, set_code, number = match.groups()
        readings = [(name, set_code, number)]
        if set_code and not number:
            readings.append((text[match.start("name") : match.end("set") + 1], None, None))
        for reading in readings:
            custom = self.custom(*reading)
            if custom is not None or self.known(*reading):
                return Line(int(count or 1), *reading, custom)
        _refuse(f"no such card: {text}")

    def custom(self, name, set_code, number):
        """The id of the custom card that is meant: that printing, else of that set, else first."""
        if number:
            identity = f"{name}_{set_code.lower()}_{number}"
            return identity if identity in self.cards else None
        named = {key: card["set"] for key, card in self.cards.items() if card["name"] == name}
        fitting = [key for key, code in named.items() if set_code and code == set_code.lower()]
        return next(iter(fitting or named), None)

    def add_settings(self, given):
        """Take new settings; of the old ones only name, id and layouts stay if not given."""
        for key, kind in _SETTINGS.items():
            _require(_has(given, key, kind), f"setting {key}")
        _require(given.get("botModel") in (None, *self.models), "no such model")
        kept = {key: self.settings[key] for key in ("name", "cubeCobraID") if key in self.settings}
        self.settings = kept | {key: given[key] for key in given if f"{key}?" in _SETTINGS}
        layouts = self.settings.pop("layouts", None)
        if layouts is not None:
            named = enumerate(layouts) if isinstance(layouts, list) else layouts.items()
            self.layouts = {str(name): _layout(**layout) for name, layout in named}
        if "boosterSettings" in given:
            boosters = [_booster(**each) for each in given["boosterSettings"]]
            self.settings["boosterSettings"] = boosters
        if "predeterminedLayouts" in given:
            _require(self.layouts is not None, "predeterminedLayouts without layouts")
            rounds = [list(self.round(each)) for each in given["predeterminedLayouts"]]
            self.settings["predeterminedLayouts"] = rounds
            if len(rounds) != _USUAL_BOOSTERS:
                self.settings.setdefault("boostersPerPlayer", len(rounds))

    def round(self, given):
        """The layouts of a booster with their weights: as given, or as they are declared."""
        if isinstance(given, str):
            given = {given: 1}
        if isinstance(given, dict):
            given = [{"name": name, "weight": weight} for name, weight in given.items()]
        for each in given:
            name = each if isinstance(each, str) else each["name"]
            _require(name in self.layouts, f"no layout {name}")
            weight = self.layouts[name]["weight"] if each is name else each["weight"]
            yield {"name": name, "weight": weight}

    def add_old_layouts(self):
        _require(self.layouts is None, "layouts twice")
        self.layouts, name = {}, None
        for line in self.lines_before(lambda line: line.startswith("[")):
            if layout := _OLD_LAYOUT.fullmatch(line):
                name = layout[1]
                _require(name not in self.layouts, f"layout {name} twice")
                self.layouts[name] = _layout(int(layout[2]), [])
            else:
                slot = _OLD_SLOT.fullmatch(line)
                _require(name and slot, f"no slot: {line}")
                self.layouts[name]["slots"].append(_slot(slot[2], int(slot[1])))

    def add_cards(self, given):
        added = []
        for item in given:
            _require(_fits(item, {"name": str}), "no name")
            card = self.inherited(item) | item
            _require(not card.keys() >= _IMAGES, f"{card['name']}: two images")
            for key, kind in _CARD.items():
                _require(_has(card, key, kind), f"{card['name']}: {key}")
            card["set"] = (card.get("set") or "custom").lower()
            identity = f"{card['name']}_{card['set']}_{card.get('collector_number', '')}"
            _require(identity not in self.cards, f"{identity} twice")
            self.cards[identity] = card
            added.append(card)
        for card in added:
            self.check_references(card)

    def inherited(self, item):
        """What a custom card has from the official card, else from the first of its name."""
        official = self.printed(item["name"], item.get("set"), item.get("collector_number"))
        named = (card for card in self.cards.values() if card["name"] == item["name"])
        hidden = _IMAGES if _IMAGES & item.keys() else ()
        first = official or next(named, {})
        return {key: value for key, value in first.items() if key not in hidden}

    def check_references(self, card):
        for related in card.get("related_cards", ()):
            if isinstance(related, str) and not _SCRYFALL_ID.fullmatch(related):
                self.line(related)
        for effect in card.get("draft_effects", ()):
            if isinstance(effect, dict) and "cards" in effect:
                total = sum(self.line(text).count for text in effect["cards"])
                count = effect.get("count") or total
                _require(0 < count <= total, f"{card['name']}: AddCards {count} of {total}")

    def check(self):
        """What can be checked only when all has been read."""
        _require(self.sheets, "no sheet")
        if self.counted:
            declared = self.layouts or {}
            _require(not declared or "default" in declared, "counts beside layouts")
            default = declared.get("default", _layout(1, []))
            default["slots"] += self.counted
            self.layouts = declared | {"default": default}
        _require(self.layouts is not None or len(self.sheets) == 1, "sheets without layouts")
        _require(any(sheet["cards"] for sheet in self.sheets.values()), "no cards")
        for name, layout in (self.layouts or {}).items():
            _require(layout["slots"], f"layout {name}: no slots")
            for slot in layout["slots"]:
                _require(slot["count"] > 0, f"layout {name}, slot {slot['name']}: count")
                for sheet in slot["sheets"]:
                    _require(sheet["name"] in self.sheets, f"layout {name}: no sheet {sheet}")
