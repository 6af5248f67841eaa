"""The keys of card blocks, and what each of them says: of the card's face, or for its extras."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain, zip_longest
from typing import Any, Final, TypeAlias

from attrs import define

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix, Related
from ...model import Color, Face, FrozenDict, ManaCost, Value
from ...model.cards import split_types
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from .codes import WagicCode
from .costs import parse_cost
from .engine.macros import lower
from .engine.primitive import engine_keyword, keywords, meaning
from .format import GRADES
from .keys import SCRIPT_KEYS
from .macros import MacroTable, out_of_work
from .reader import fields
from .repairs import only_near, respelt, without_line
from .syntax import (
    GRAMMAR,
    MACROS,
    RARITIES,
    WORD,
    CardFile,
    Field,
    kept_if_short,
    lines_of,
    meant_key,
    values_of,
)

#: Keys that a set's card has beside those of its primitive.
PRINTING_KEYS = frozenset(("primitive", "id", "rarity"))

#: Keys that become fields of the model: those of a face that each sets.
FACE_FIELDS: Final = {
    "name": ("name",), "mana": ("mana_cost", "colors"), "color": ("colors",),
    "type": ("supertypes", "types"), "subtype": ("subtypes",), "text": ("text",),
    "power": ("power",), "toughness": ("toughness",),
}  # fmt: skip

#: Keys that only the engine understands and that stand once.
_ENGINE_KEYS = frozenset((
    "alias", "backside", "bestow", "buyback", "crewbonus", "doublefaced", "dredge", "facedown",
    "flashback", "grade", "kicker", "modular", "multikicker", "other", "otherrestriction",
    "partner", "phasedoutbonus", "restriction", "retrace", "target",
))  # fmt: skip

MODEL_KEYS = PRINTING_KEYS.union(FACE_FIELDS)
_SINGLE_KEYS = MODEL_KEYS | _ENGINE_KEYS
KNOWN_KEYS = _SINGLE_KEYS | SCRIPT_KEYS | {"suspend"}

#: How keys begin that have a number in them.
SUSPEND = "suspend("
#: What stands between paragraphs; a value cannot hold a line end.
PARAGRAPH = " -- "

_COLORS = {color.name.lower(): color for color in Color}
_OLD_KEYWORDS = {"opponentshroud": "hexproof"}
_LONGEST_WORD = 100
_LOYALTY = GRAMMAR.rule("loyalty")
_NO_COLORS = frozenset(("artifact", "colorless"))
#: The values of keys that stand once, and of keys that add up.
_Values: TypeAlias = tuple[dict[str, str], dict[str, list[str]]]


@define(eq=False)
class FieldsOfCard:
    """What a block says, key by key; places are looked up when they are asked for.

    Attributes:
        file: where it stands.
        number: which block of the file it is.
        single: the last value of each key that stands once.
        repeated: the values of each key that adds up.
        unknown: the lines of unknown keys.
        lines: all lines; None if they are not known yet.
    """

    file: CardFile
    number: int
    single: dict[str, str]
    repeated: dict[str, list[str]]
    unknown: tuple[str, ...] = ()
    lines: list[Field] | None = None

    def get(self, key: str) -> str:
        """Return the stripped value of a key that occurs once; empty if it is absent."""
        return self.single.get(key, "").strip()

    def opening(self) -> Span:
        """Return the span of the first line."""
        start = self.file.starts[self.number]
        return self.file.source.span(start, start + len("[card]"))

    def place(self, key: str) -> Span:
        """Return the span of the last value of *key*; of the first line if the key is absent."""
        lines = self.lines_of(key)
        return self.span(lines[-1]) if lines else self.opening()

    def lines_of(self, key: str) -> list[Field]:
        """Return the lines of *key*."""
        if self.lines is None:
            longest = len(self.file.texts[self.number])
            lines = fields(self.file, self.number, DiagnosticLog(0), longest)
            self.lines = list(lines)
        return [line for line in self.lines if meant_key(line.key) == key]

    def span(self, line: Field, start: int = 0, end: int | None = None) -> Span:
        """Return the span of the value of *line*, or of its part from *start* to *end*."""
        stop = len(line.value) if end is None else end
        return self.file.source.span(line.value_start + start, line.value_start + stop)


def read_fields(file: CardFile, number: int, log: DiagnosticLog, max_line: int) -> FieldsOfCard:
    """Return the fields of the block *number* of *file*; report errors in its lines."""
    text = file.texts[number]
    values = plain_values(text) if len(text) <= max_line else None
    if values is not None:
        return FieldsOfCard(file, number, *values)
    return sort_fields(file, number, log, max_line)


def plain_values(text: str) -> _Values | None:
    """Return the values in *text*; None if :func:`sort_fields` might report anything.

    Most blocks are plain, and this takes a fraction of the time.
    """
    single: dict[str, str] = {}
    repeated: dict[str, list[str]] = {}
    for key, value, other in lines_of(text):
        if key in _SINGLE_KEYS and key not in single:
            single[key] = value
        elif key in repeated:
            repeated[key].append(value)
        elif key in SCRIPT_KEYS:
            repeated[key] = [value]
        elif not other.startswith("#") and (other.strip() or not other):
            return None
    if "grade" in single and single["grade"].strip().lower() not in GRADES:
        return None
    if "abilities" in repeated and not all(map(_are_keywords, repeated["abilities"])):
        return None
    return single, repeated


def sort_fields(file: CardFile, number: int, log: DiagnosticLog, max_line: int) -> FieldsOfCard:
    """Return the values of a block by their keys; unknown and repeated keys are reported."""
    single: dict[str, str] = {}
    repeated: dict[str, list[str]] = {}
    unknown: list[str] = []
    lines: list[Field] = []
    firsts: dict[str, Span] = {}
    for line in fields(file, number, log, max_line):
        lines.append(line)
        key = meant_key(line.key)
        span = file.source.span(line.start, line.start + len(line.key))
        if key != line.key and key in KNOWN_KEYS:
            log.add(WagicCode.MISSPELT_KEY, span, Fix.replace(span, key), key=line.key, meant=key)
        if key == "grade" and line.value.strip().lower() not in GRADES:
            fix = respelt(_value_span(file.source, line), line.value.strip(), GRADES)
            log.add(WagicCode.UNKNOWN_GRADE, span, fix, grade=line.value)
        if key == "abilities":
            _check_keywords(file.source, line, log)
        if key in SCRIPT_KEYS:
            repeated.setdefault(key, []).append(line.value)
        elif key in KNOWN_KEYS or key.startswith(SUSPEND):
            first = firsts.setdefault(key, span)
            if first is not span:
                is_same = single[key].strip() == line.value.strip()
                fix = without_line(file.source, line.start) if is_same else None
                log.add(
                    WagicCode.REPEATED_KEY, span, fix, [Related(first, "the first one")], key=key
                )
            single[key] = line.value
        else:
            taken = meaning(line.key)
            notes = [f"the engine reads it as {taken}"] if taken else []
            notes += log.did_you_mean(key, KNOWN_KEYS)
            fix = _respelt_key(line, key, span, file.texts[number], log)
            log.add(WagicCode.UNKNOWN_KEY, span, fix, notes=notes, key=line.key)
            unknown.append(f"{line.key}={line.value}")
    return FieldsOfCard(file, number, single, repeated, tuple(unknown), lines)


def _respelt_key(line: Field, key: str, span: Span, block: str, log: DiagnosticLog) -> Fix | None:
    """Return a fix for the unknown *key* of a *line* in a *block*.

    What other lines than those of faces say is looked at later, so that they are a guess.
    """
    meant = only_near(key, KNOWN_KEYS) if log.may_suggest() else None
    if meant is None:
        return None
    stands_already = next(values_of(block, meant), None) is not None
    is_right = _RIGHT_VALUES.get(meant)
    is_safe = is_right is not None and is_right(line.value) and not stands_already
    return Fix.replace(span, meant, is_safe=is_safe)


def _value_span(source: SourceText, line: Field) -> Span:
    return source.span(line.value_start, line.value_start + len(line.value))


@cache
def _keywords() -> frozenset[str]:
    return frozenset(keywords())


@kept_if_short
def _are_keywords(text: str) -> bool:
    """Return whether ``abilities=`` may say *text*."""
    return all(match[0].lower() in _keywords() for match in WORD.finditer(text))


#: By keys, whether nothing is wrong with a value.
_RIGHT_VALUES: Final[dict[str, Callable[[str], bool]]] = {
    **dict.fromkeys(("text", "type", "subtype", "power", "toughness"), lambda text: text != ""),
    "abilities": _are_keywords,
    "id": lambda text: text.isascii() and text.isdigit(),
    "rarity": RARITIES.__contains__,
}  # fmt: skip


def _check_keywords(source: SourceText, line: Field, log: DiagnosticLog) -> None:
    """Report the words of ``abilities=`` that are no keywords."""
    for match in WORD.finditer(line.value):
        word = match[0].lower()
        if word in _keywords():
            continue
        taken = engine_keyword(word) if len(word) <= _LONGEST_WORD else None
        start = line.value_start + match.start()
        span = source.span(start, start + len(word))
        notes: tuple[str, ...] = ()
        fix = None
        if word in _OLD_KEYWORDS:
            new = _OLD_KEYWORDS[word]
            notes, fix = (f"newer engines call it {new!r}",), Fix.replace(span, new, is_safe=False)
        elif taken is None:
            notes = log.did_you_mean(word, keywords())
            fix = respelt(span, word, _keywords()) if notes else None
        log.add(
            WagicCode.KEYWORD,
            span,
            fix,
            notes=notes,
            word=match[0],
            takes=f"uses {taken!r} instead" if taken else "ignores it",
        )


def face(card: FieldsOfCard, log: DiagnosticLog) -> Face:
    """Return the face that *card* describes; what is wrong with its values is reported."""
    mana = _mana_cost(card, log)
    get = card.single.get  # much faster than card.get
    supertypes, types = _types(get("type", ""))
    return Face(
        get("name", "").strip(),
        mana,
        _colors(card, mana, log),
        supertypes,
        types,
        _words(get("subtype", "")),
        paragraphs(get("text", "")),
        get("power", "").strip() or None,
        get("toughness", "").strip() or None,
        loyalty(card.repeated.get("auto", ())) if "Planeswalker" in types else None,
    )


def paragraphs(value: str) -> str:
    """Return the value of ``text=`` with line ends for what stands between paragraphs."""
    return "\n".join(map(str.strip, value.strip().split(PARAGRAPH)))


@kept_if_short
def _types(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Supertypes and types."""
    return split_types(_words(text))


@kept_if_short
def _words(text: str) -> tuple[str, ...]:
    return tuple(map(capitalised, text.split()))


def loyalty(scripts: Iterable[str]) -> str | None:
    """Return the loyalty counters of the first of *scripts* that does nothing but put them on."""
    matches = map(_LOYALTY.fullmatch, scripts)
    return next((match["COUNTERS"].strip() for match in matches if match), None)


def _mana_cost(card: FieldsOfCard, log: DiagnosticLog) -> ManaCost | None:
    written = card.single.get("mana")
    if written is None:
        return None
    cost = parse_cost(written)
    if cost.diagnostics:
        place = card.span(card.lines_of("mana")[-1]).part
        log.extend(each.moved(place) for each in cost.diagnostics)
    return cost.mana


def _colors(card: FieldsOfCard, mana: ManaCost | None, log: DiagnosticLog) -> frozenset[Color]:
    value = card.single.get("color")
    if value is None:
        return mana.colors if mana else frozenset()
    colors = []
    for match in WORD.finditer(value.lower()):
        name = match[0]
        if name in _COLORS:
            colors.append(_COLORS[name])
        elif name not in _NO_COLORS:
            span = card.span(card.lines_of("color")[-1], *match.span())
            log.add(WagicCode.UNKNOWN_COLOR, span, respelt(span, name, _COLORS), word=name)
    return frozenset(colors)


def capitalised(word: str) -> str:
    """Return *word* with its first letter in upper case, as in the engine."""
    return word[:1].upper() + word[1:]


MACRO_NAME: Final = MACROS.rule("MACRO_NAME")
_SHOWN: Final = 80


def extras(
    card: FieldsOfCard, macros: MacroTable, log: DiagnosticLog, budget: Budget
) -> FrozenDict[str, Value]:
    """Return the values without a field in the model: scripts, engine keys, extra costs.

    Scripts stand as they are written; ``expanded`` holds, for the keys whose lines call macros,
    the lines after expansion, whose work is taken from *budget*.
    """
    result: dict[str, Any] = {key: tuple(values) for key, values in card.repeated.items()}
    if expanded := _expanded(card, macros, log, budget):
        result["expanded"] = expanded
    if not card.single.keys() <= MODEL_KEYS:
        result |= {key: text for key, text in card.single.items() if key not in MODEL_KEYS}
    if "mana" in card.single:
        written = card.single["mana"]
        cost = parse_cost(written)
        if cost.extra:
            result["extra_costs"] = cost.extra
        if cost.diagnostics:
            result["mana"] = written
    if "grade" not in card.single and (grade := card.file.grade_at(card.number)):
        result["grade"] = grade
    if card.unknown:
        result["unknown"] = card.unknown
    return FrozenDict(result) if result else EMPTY


def _expanded(
    card: FieldsOfCard, macros: MacroTable, log: DiagnosticLog, budget: Budget
) -> FrozenDict[str, Value] | None:
    """Return the scripts after expansion, of the keys where that makes a difference."""
    if not len(macros):
        return None
    changed: dict[str, Value] = {}
    for key, values in card.repeated.items():
        if any(map(macros.may_call, values)):
            expansions = [macros.expand(value, budget) for value in values]
            texts = tuple(chain(*(expansion.text.split("\n") for expansion in expansions)))
            if any(expansion.diagnostics for expansion in expansions):
                for line, expansion in zip(card.lines_of(key), expansions, strict=True):
                    log.extend(expansion.placed(card.span(line)))
            elif texts != tuple(values):
                _check_engine(card, key, texts, macros, log, budget)
            if texts != tuple(values):
                changed[key] = texts
        for number, value in enumerate(values):
            if "_" in value:
                _check_macro_names(card, key, number, macros, log)
    return FrozenDict(changed) if changed else None


def _check_engine(
    card: FieldsOfCard,
    key: str,
    texts: Sequence[str],
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
) -> None:
    """Report lines of *key* that the engine does not expand to *texts*."""
    was_spent = budget.spent
    expanded = macros.engine.expand(lower("\n".join(card.repeated[key])), budget)
    if budget.spent:
        if not was_spent:
            log.extend((out_of_work(card.span(card.lines_of(key)[0]), budget),))
    elif expanded != lower("\n".join(texts)):
        pairs = zip_longest(expanded.split("\n"), map(lower, texts), fillvalue="")
        made = next(line for line, meant in pairs if line != meant)
        notes = (f"it makes {made[:_SHOWN]!r}",)
        log.add(WagicCode.MACRO_OTHERWISE, card.span(card.lines_of(key)[0]), notes=notes)


def _check_macro_names(
    card: FieldsOfCard, key: str, number: int, macros: MacroTable, log: DiagnosticLog
) -> None:
    """Report what looks like the name of a macro, in the line *number* of *key*, but is none."""
    text = card.repeated[key][number]
    called = iter([*((start, end) for _, start, end in macros.calls(text)), (len(text), 0)])
    start, end = next(called)
    for match in MACRO_NAME.finditer(text):
        while end <= match.start() and start < len(text):
            start, end = next(called)
        # neither begins within the other
        if match.end() <= start or len(text) == start:
            span = card.span(card.lines_of(key)[number], *match.span())
            notes = log.did_you_mean(match[0], macros.names)
            near = _meant_macro(text, match.start(), match[0], macros) if notes else None
            fix = None if near is None else Fix.replace(span, near, is_safe=False)
            log.add(WagicCode.UNKNOWN_MACRO, span, fix, notes=notes, name=match[0])


def _meant_macro(text: str, start: int, name: str, macros: MacroTable) -> str | None:
    """Return the macro that is one letter away from the *name* that *text* has at *start*.

    None if it would be called wrongly there.
    """
    by_name = {lower(name): name for name in macros.names}
    near = only_near(lower(name), by_name)
    if near is None:
        return None
    made = macros.expand(text[:start] + near + text[start + len(name) :])
    return None if made.diagnostics else by_name[near]
