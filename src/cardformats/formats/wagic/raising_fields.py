"""From a card of the model to the lines of a block; what they cannot say goes to the loss log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ...diagnostics import LossLog
from ...model import Card, Color, Face, ManaCost, Value
from ...model.types import split_types
from .fields import KNOWN_KEYS, SCRIPT_KEYS, capitalised, loyalty
from .mana import parse_cost, wagic_cost

#: What stands where a line ends; a value cannot hold a line end.
_PARAGRAPH = " -- "
_FIRST_KEYS = ("grade", "alias", "abilities")
#: What is written with the mana cost, or is the same as other lines.
_DERIVED = frozenset(("extra_costs", "mana", "expanded", "unknown"))
_PHYREXIAN = "/P"
_SUSPEND = re.compile(r"suspend\([^()=\r\n]*\)")
_LINE_ENDS = re.compile(r"[\r\n]+")


def primitive_lines(card: Card, losses: LossLog) -> tuple[str, ...]:
    """The lines that describe the front face of *card*, ``name=`` first."""
    face, kept = card.faces[0], card.extras.get("wagic", {})
    others = _other_lines(card, face, kept, losses)
    first = [line for key in _FIRST_KEYS for line in others.pop(key, ())]
    last = [line for lines in others.values() for line in lines]
    return (
        f"name={card_name(card)}",
        *first,
        *last,
        *_text(face, losses),
        *_mana(face, kept, losses),
        *_types(face, losses),
        *_numbers(face, losses),
    )


def card_name(card: Card) -> str:
    """The name of *card* as a line can hold it."""
    return one_line(card.name).strip() or "Unnamed"


def one_line(text: str) -> str:
    """*text* with a blank in place of line ends."""
    return _LINE_ENDS.sub(" ", text)


def report_card(card: Card, losses: LossLog) -> None:
    """Report what a card file has no place for, besides what the lines of a face may lose."""
    front = card.faces[0]
    if card_name(card) != card.name:
        losses.changed("names with line ends, blanks around them, or nothing", card.name)
    for each in card.faces[1:]:
        if each.kind != "back":
            losses.dropped(f"faces of the kind {each.kind!r}", each.name)
    for kind, lost in (
        ("finish", card.finish),
        ("rating", card.rating is not None),
        ("related cards", card.related),
        ("draft effects", card.draft_effects),
        ("images", front.images),
        ("localised names", front.printed_names),
        ("properties", front.properties),
    ):
        if lost:
            losses.dropped(kind, card.name)
    for format_id, kinds in card.extras.items():
        if format_id != "wagic":
            for kind in kinds:
                losses.dropped(f"{format_id} {kind!r}", card.name)


def _other_lines(
    card: Card, face: Face, kept: Mapping[str, Value], losses: LossLog
) -> dict[str, list[str]]:
    """The lines of the keys that only Wagic has, by key."""
    lines: dict[str, list[str]] = {}
    backs = [each for each in card.faces[1:] if each.kind == "back"]
    if backs and "backside" not in kept:
        lines["backside"] = [f"backside={one_line(backs[0].name)}"]
    expanded = kept.get("expanded")
    changed = dict(expanded) if isinstance(expanded, Mapping) else {}
    if changed:
        losses.changed("macro calls (now expanded)", face.name)
    for key, value in kept.items():
        if key in KNOWN_KEYS or _SUSPEND.fullmatch(key):
            write = _script if key in SCRIPT_KEYS else _single
            lines[key] = list(write(key, changed.get(key, value)))
        elif key not in _DERIVED:
            losses.dropped(f"wagic {key!r}", face.name)
    scripts = lines.get("auto", [])
    if face.loyalty is not None and not any(map(_is_loyalty, scripts)):
        lines["auto"] = [f"auto=counter(0/0,{one_line(face.loyalty)},loyalty)", *scripts]
    unknown = kept.get("unknown", ())
    if isinstance(unknown, Sequence) and unknown:
        lines["unknown"] = [one_line(str(line)) for line in unknown]
    return lines


def _script(key: str, value: Value) -> Iterator[str]:
    """The lines of a key that can stand more than once; one may hold several after expansion."""
    texts = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
    for text in texts:
        yield from (f"{key}={line}" for line in _LINE_ENDS.split(str(text)))


def _single(key: str, value: Value) -> Iterator[str]:
    yield f"{key}={one_line(str(value))}"


def _text(face: Face, losses: LossLog) -> Iterator[str]:
    if face.text:
        written = _PARAGRAPH.join(face.text.split("\n"))
        if one_line(written).strip().replace(_PARAGRAPH, "\n") != face.text:
            losses.changed("text with dashes between blanks, or odd blanks", face.name)
        yield f"text={one_line(written)}"


def _mana(face: Face, kept: Mapping[str, Value], losses: LossLog) -> Iterator[str]:
    """The cost, and the colours where the cost does not say them to the engine."""
    extra, raw = kept.get("extra_costs", ()), kept.get("mana")
    written = ""
    if isinstance(raw, str):
        written = one_line(raw)
    elif face.mana_cost is not None:
        others = one_line("".join(map(str, extra))) if isinstance(extra, Sequence) else ""
        # extra costs such as {X:black} say an X, too
        said_by_others = Counter((parse_cost(others).mana or ManaCost()).symbols)
        symbols = list(face.mana_cost.symbols)
        for symbol in said_by_others.elements():
            if symbol in symbols:
                symbols.remove(symbol)
        written = wagic_cost(ManaCost(tuple(symbols))) + others
    said = parse_cost(written).mana if written else None
    if said != face.mana_cost:
        losses.changed("mana costs", face.name)
    if written:
        yield f"mana={written}"
    cost = said or ManaCost()
    if face.colors != _engine_colors(cost):
        words = [color.name.lower() for color in Color if color in face.colors]
        # of all words that are no colour, the engine forgets the cost's colours for this one only
        yield f"color={','.join(words) or 'artifact'}"


def _engine_colors(cost: ManaCost) -> frozenset[Color]:
    """The colours that the engine gives a card with *cost*: Phyrexian mana has none."""
    return ManaCost(
        tuple(symbol for symbol in cost.symbols if not symbol.endswith(_PHYREXIAN))
    ).colors


def _types(face: Face, losses: LossLog) -> Iterator[str]:
    types, subtypes = " ".join((*face.supertypes, *face.types)), " ".join(face.subtypes)
    said = split_types(map(capitalised, types.split()))
    if said != (face.supertypes, face.types) or face.subtypes != tuple(
        map(capitalised, subtypes.split())
    ):
        losses.changed("types of several words, or in lower case", face.name)
    if types:
        yield f"type={one_line(types)}"
    if subtypes:
        yield f"subtype={one_line(subtypes)}"


def _numbers(face: Face, losses: LossLog) -> Iterator[str]:
    for key, value in (("power", face.power), ("toughness", face.toughness)):
        if value is not None:
            if one_line(value).strip() != value or not value:
                losses.changed(key, face.name)
            yield f"{key}={one_line(value)}"


def _is_loyalty(line: str) -> bool:
    return loyalty(line.removeprefix("auto=")) is not None
