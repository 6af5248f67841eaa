"""From a card of the model to the lines of a block; what they cannot say goes to the loss log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from string import digits

from ...losses import Loss, LossLog
from ...model import Card, Color, Face, ManaCost, Value
from ...model.cards import split_types
from ...model.frozen import EMPTY
from ..nameless import UNNAMED
from .costs import parse_cost, wagic_cost
from .fields import KNOWN_KEYS, MODEL_KEYS, PARAGRAPH, SUSPEND, capitalised, loyalty, paragraphs
from .halves import as_one
from .keys import SCRIPT_KEYS
from .macros import Calls
from .syntax import LINE_ENDS, LINES, RARITIES, meant_key, one_line

_LETTERS = {word: letter for letter, word in RARITIES.items()}
_FIRST_KEYS = ("grade", "alias", "abilities")
_SINGLE_KEYS = KNOWN_KEYS - MODEL_KEYS - SCRIPT_KEYS
#: What is written with the mana cost, or in another place.
_DERIVED = frozenset(("extra_costs", "mana", "color", "expanded", "unknown"))
_PHYREXIAN = "/P"
#: Symbols that card files have no notation for, and those that are near them; near another one
#: with two halves (``C/W``, ``HR``) is its last half.
_NEAR = {"Y": "X", "Z": "X", "½": "1"}
#: Of longer numbers the first digits are written.
_MOST_DIGITS = 9


def primitive_lines(card: Card, losses: LossLog, calls: Calls) -> tuple[str, ...]:
    """Return the lines that describe the front face of *card*, ``name=`` first.

    Calls of macros are expanded, except those that *calls* lets stand.
    """
    card = as_one(card)
    face, kept = card.faces[0], card.extras.get("wagic", {})
    others = _other_lines(card, face, kept, losses, calls)
    first = {key: others.pop(key) for key in _FIRST_KEYS if key in others}
    return (
        f"name={card_name(card)}",
        *chain(*first.values(), *others.values()),
        *_text(face, losses),
        *_mana(face, kept, losses),
        *_types(face, losses),
        *_numbers(face, losses),
    )


def card_name(card: Card) -> str:
    """Return the name of *card* as a line can hold it."""
    return one_line(card.name).strip() or UNNAMED


def backs(card: Card) -> list[Face]:
    """Return the backs of *card*."""
    return [face for face in card.faces[1:] if face.kind == "back"]


def _other_lines(
    card: Card,
    face: Face,
    kept: Mapping[str, Value],
    losses: LossLog,
    calls: Calls,
) -> dict[str, list[str]]:
    """Return the lines of the keys that only Wagic has, by key: scripts, others, unknown ones."""
    changed = _expanded(face, kept, losses, calls)
    scripts: dict[str, list[str]] = {}
    lines: dict[str, list[str]] = {}
    for key, value in kept.items():
        if key in SCRIPT_KEYS:
            scripts[key] = _script(key, changed.get(key, value), face, losses)
            calls.need(scripts[key])
        elif key in _SINGLE_KEYS or (key.startswith(SUSPEND) and _is_key(key)):
            lines[key] = [f"{key}={one_line(str(value))}"]
            if lines[key] != [f"{key}={value}"] or not isinstance(value, str):
                losses.changed(Loss.EXTRAS, face.name, f"wagic {key!r}")
        elif key not in _DERIVED:
            losses.dropped(Loss.EXTRAS, face.name, f"wagic {key!r}")
    back = next(iter(backs(card)), None)
    if back is not None:
        line = f"backside={card_name(Card(back))}"
        if lines.setdefault("backside", [line]) != [line]:
            losses.changed(Loss.FACE, face.name, "backs")
    _add_loyalty(face, scripts, losses)
    return scripts | lines | {"unknown": list(_unknown_lines(face, kept, losses))}


def _is_key(text: str) -> bool:
    """Return whether a line can have *text* as its key, as readers have it."""
    return "=" not in text and text == one_line(text).strip().lower()


def _expanded(
    face: Face, kept: Mapping[str, Value], losses: LossLog, calls: Calls
) -> dict[str, Value]:
    """Return the scripts, by key, whose calls of macros are expanded, since they cannot stay."""
    expanded = kept.get("expanded", EMPTY)
    if not isinstance(expanded, Mapping):
        losses.dropped(Loss.EXTRAS, face.name, "wagic 'expanded'")
        return {}
    changed = {
        key: value
        for key, value in expanded.items()
        if not calls.say(texts_of(kept.get(key, ())), texts_of(value))
    }
    if changed:
        losses.changed(Loss.MACRO, face.name, "macro calls", "expanded")
    return changed


def _script(key: str, value: Value, face: Face, losses: LossLog) -> list[str]:
    """Return the lines of a key that can be repeated; an expansion may have several."""
    lines = [one_line(line) for text in texts_of(value) for line in LINE_ENDS.split(text)]
    if tuple(lines) != value:
        losses.changed(Loss.EXTRAS, face.name, f"wagic {key!r}")
    return [f"{key}={line}" for line in lines]


def texts_of(value: Value) -> Sequence[str]:
    """Return the lines in *value*, which may be one."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(map(str, value))
    return [str(value)]


def _unknown_lines(face: Face, kept: Mapping[str, Value], losses: LossLog) -> Iterator[str]:
    """Yield the lines of unknown keys, except those that would be read as something else."""
    unknown = kept.get("unknown", ())
    for each in unknown if isinstance(unknown, tuple) else (unknown,):
        if not isinstance(each, str) or not _is_unknown(each):
            losses.dropped(Loss.EXTRAS, face.name, "lines that are no lines of unknown keys")
            continue
        if one_line(each) != each or each is unknown:
            losses.changed(Loss.EXTRAS, face.name, "wagic 'unknown'")
        yield one_line(each)


def _is_unknown(text: str) -> bool:
    """Return whether *text* is a line with a key that no reader takes for anything else."""
    line = LINES.fullmatch(text)
    if line is None or line["TEXT"] is not None or LINE_ENDS.search(text):
        return False
    key = line["KEY"] or ""
    known = meant_key(key) in KNOWN_KEYS or meant_key(key).startswith(SUSPEND)
    return not (known or key.startswith("["))


def _add_loyalty(face: Face, scripts: dict[str, list[str]], losses: LossLog) -> None:
    """Let a script say the loyalty of *face*, if none does."""
    written = loyalty(line.removeprefix("auto=") for line in scripts.get("auto", ()))
    if written is None and face.loyalty is not None:
        line = f"counter(0/0,{_loyalty_number(face)},loyalty)"
        # last: the first «)» would end a call of a macro that comes after it
        scripts["auto"] = [*scripts.get("auto", ()), f"auto={line}"]
        written = loyalty([line])
    if (written if "Planeswalker" in face.types else None) != face.loyalty:
        losses.changed(Loss.STATS, face.name, "loyalty")


def _loyalty_number(face: Face) -> str:
    """Return the loyalty of *face* as the engine can count it, or what is nearest to it.

    It takes whatever it does not understand for 0, and then the planeswalker dies at once.
    """
    written = (face.loyalty or "").strip()
    if written.upper() == "X" and face.mana_cost is not None and "X" in face.mana_cost.symbols:
        return written
    number = written[: len(written) - len(written.lstrip(digits))]
    counted = number.lstrip("0")
    if number and number == written and len(counted) <= _MOST_DIGITS:
        return written
    return counted[:_MOST_DIGITS] or "1"


def _text(face: Face, losses: LossLog) -> Iterator[str]:
    if face.text:
        written = PARAGRAPH.join(face.text.split("\n"))
        if paragraphs(one_line(written)) != face.text:
            losses.changed(
                Loss.TEXT, face.name, "text with dashes between spaces, or unusual spaces"
            )
        yield f"text={one_line(written)}"


def _mana(face: Face, kept: Mapping[str, Value], losses: LossLog) -> Iterator[str]:
    """Yield the cost, and the colours where the cost does not say them to the engine."""
    written = _cost(face, kept)
    parsed = parse_cost(written)
    cost = parsed.mana if written else None
    if cost != face.mana_cost:
        losses.changed(Loss.COST, face.name, "mana costs")
    if parsed.extra != kept.get("extra_costs", ()):
        losses.changed(Loss.COST, face.name, "extra costs")
    if written:
        yield f"mana={written}"
    known = cost or ManaCost()
    if not face.colors == known.colors == _engine_colors(known):
        words = [color.name.lower() for color in Color if color in face.colors]
        # of all words that are no colour, the engine forgets the cost's colours for this one only
        yield f"color={','.join(words) or 'artifact'}"


def _cost(face: Face, kept: Mapping[str, Value]) -> str:
    """Return the mana and the extra costs, as they were written if they are still the same."""
    extra, raw = kept.get("extra_costs", ()), kept.get("mana")
    if isinstance(raw, str) and raw == one_line(raw) and parse_cost(raw).mana == face.mana_cost:
        return raw
    if face.mana_cost is None:
        return ""
    others = one_line("".join(map(str, extra))) if isinstance(extra, Sequence) else ""
    # extra costs such as {X:black} say an X, too
    other_symbols = Counter((parse_cost(others).mana or ManaCost()).symbols)
    symbols = list(face.mana_cost.symbols)
    for symbol in other_symbols.elements():
        if symbol in symbols:
            symbols.remove(symbol)
    mana = "".join(map(_symbol, symbols))
    in_order = parse_cost(others + mana).mana == face.mana_cost
    return others + mana if in_order and other_symbols else mana + others


def _symbol(symbol: str) -> str:
    """Return *symbol* as card files have it, or what is near it; nothing if nothing is."""
    near = _NEAR.get(symbol, symbol[-1:])
    for each in (symbol, symbol.removesuffix(_PHYREXIAN), near):
        written = wagic_cost(ManaCost((each,)))
        if not parse_cost(written).diagnostics:
            return written
    return ""


def _engine_colors(cost: ManaCost) -> frozenset[Color]:
    """Return the colours that the engine gives a card with *cost*: Phyrexian mana has none."""
    return ManaCost(
        tuple(symbol for symbol in cost.symbols if not symbol.endswith(_PHYREXIAN))
    ).colors


def _types(face: Face, losses: LossLog) -> Iterator[str]:
    types = one_line(" ".join((*face.supertypes, *face.types)))
    subtypes = one_line(" ".join(face.subtypes))
    parsed = split_types(map(capitalised, types.split()))
    if parsed != (face.supertypes, face.types) or face.subtypes != tuple(
        map(capitalised, subtypes.split())
    ):
        losses.changed(Loss.TYPE, face.name, "types of several words, or in lower case")
    if types:
        yield f"type={types}"
    if subtypes:
        yield f"subtype={subtypes}"


def _numbers(face: Face, losses: LossLog) -> Iterator[str]:
    for key, value in (("power", face.power), ("toughness", face.toughness)):
        if value is not None:
            if one_line(value).strip() != value or not value:
                losses.changed(Loss.STATS, face.name, key)
            yield f"{key}={one_line(value)}"


def printing_lines(card: Card) -> tuple[str, ...]:
    """Return the lines that only a printing has."""
    rarity = card.rarity or ""  # as it was read, if it is none of those that have a letter
    return f"id={card.ids['wagic']}", f"rarity={_LETTERS.get(rarity, rarity.upper())}"


def block_text(lines: Iterable[str], kind: str = "card") -> str:
    """Return the text of a block."""
    return "\n".join((f"[{kind}]", *lines, f"[/{kind}]", ""))
