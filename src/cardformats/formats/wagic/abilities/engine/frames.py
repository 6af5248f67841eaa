"""What frames an ability: triggers, costs, conditions, choices, and words at the beginning.

Each function that returns a decision is one of the engine's searches.
"""

from __future__ import annotations

from typing import Final

from .built import BuiltAbility
from .conditions import cost_is_known, restriction, target_is_known, timing
from .cutting import Cut, LineText, between
from .parts import NOTHING, Decision, LinePart, LineReader
from .triggers import event

#: Lines that belong to the rules of the game, not to a card.
_RULES: Final = (
    "bonusrule", "putinplayrule", "kickerrule", "alternativecostrule", "buybackrule",
    "flashbackrule", "bestowrule", "retracerule", "suspendrule", "morphrule", "payzerorule",
    "overloadrule", "attackrule", "attackcostrule", "blockrule", "blockcostrule",
    "soulbondrule", "dredgerule", "combattriggerrule", "legendrule", "planeswalkerrule",
    "planeswalkerdamage", "planeswalkerattack", "tokencleanuprule", "persistrule",
    "vampirerule", "unearthrule", "lifelinkrule", "deathtouchrule",
)  # fmt: skip
#: Words at the very beginning of a line that is read only when such a cost was paid.
PAID_WORDS: Final = (
    "notpaid", "paidmana", "kicker", "alternative", "buyback", "flashback", "retrace",
    "facedown", "suspended", "overload", "bestow",
)  # fmt: skip
#: Words at the very beginning of a part.
_PREFIXES: Final = {
    "ueot ": "ueot", "activate ": "activate", " activate ": "activate", "emblem ": "emblem",
}  # fmt: skip
_FIRST_WORDS: Final = tuple(_PREFIXES)
#: Equipment has a cost and a target, nothing else; mana has no target.
_EQUIPPING: Final = ("equip", "reconfigure", "attach")
#: The default target that they can be attached to.
ANY_CREATURE: Final = "creature|mybattlefield"
_MANA: Final = ("add", "out")


def rules(reader: LineReader, part: LinePart) -> Decision:
    """Read lines of the game's rules."""
    written = part.text.text
    if "rule" not in written and "planeswalker" not in written:
        return None
    word = next((word for word in _RULES if word in written), None)
    return None if word is None else (reader.built(word, {}, (), part.text),)


def choose(reader: LineReader, part: LinePart) -> Decision:
    """Read ``chooseacolor``, ``chooseatype`` and ``chooseaname`` at the beginning."""
    text = part.text
    if not text.text.startswith(("chooseacolor ", "chooseatype ", "chooseaname")):
        return None
    if reader.stores.ability.text and text.text.startswith("chooseaname"):
        for word in ("chooseaname ", "chooseanameopp "):
            cut = between(text, word, " chooseend", needs_stop=False)
            if cut is not None:
                tail = cut.behind if cut.behind.text else cut.inside
                begin = cut.start + len(word)
                text = (
                    text.cut(0, begin) + reader.stores.ability + text.cut(begin - 1, begin) + tail
                )
                break
    choice = chosen(reader, text)
    inner = () if choice is None else (choice,)
    return (reader.built("choice", {}, (BuiltAbility("activated", {}, inner),), text),)


def chosen(reader: LineReader, text: LineText) -> BuiltAbility | None:
    """Build an ability that uses a colour, a type or a name that the player chooses."""
    for mark, stop in (
        ("activatechooseacolor ", " activatechooseend"),
        ("activatechooseatype ", " activatechooseend"),
        ("chooseacolor ", " chooseend"),
        ("chooseatype ", " chooseend"),
        ("chooseanameopp ", " chooseend"),
        ("chooseaname ", " chooseend"),
    ):
        cut = between(text, mark, stop)
        if cut is not None:
            kind = mark.strip().removeprefix("activate")
            return reader.built(
                kind, {"text": reader.written(cut.inside)}, (), text, cut.start, cut.end + len(stop)
            )
    return None


def lift(reader: LineReader, part: LinePart) -> Decision:
    """Move parts of the text into the stores."""
    part.raw = part.text
    part.text = reader.stores.lift(part.text)
    return None


def trigger(reader: LineReader, part: LinePart) -> Decision:
    """Read ``@...:``."""
    if "@" not in part.text.text:
        return None
    cut = between(part.text, "@", ":")
    if cut is None:
        return None
    words = cut.inside.text
    known = event(words)
    limit = restriction(part.text) if "restriction{" in words else ("", 0, 0)
    if known is None:
        if limit[0]:
            raise reader.crash(part.text.cut(cut.start, cut.end), "trigger")
        reader.note("lost", "trigger", part.text, cut.start, cut.end + 1)
        return None
    if known.is_crash:
        raise reader.crash(part.text.cut(cut.start, cut.end), "trigger")
    values = {"trigger": words} | known.values()
    if limit[0]:
        values["restriction"] = limit[0]
        reader.mark(part.text, limit[1], limit[2])  # it goes on behind a colon in it
    inner = reader.ability(cut.behind, is_active=part.is_active)
    return reader.framed("triggered", part.text, cut.start, cut.end + 1, inner, values)


def message(reader: LineReader, part: LinePart) -> Decision:
    """Read ``tutorial(`` and ``message(``."""
    if "tutorial(" not in part.text.text and "message(" not in part.text.text:
        return None
    cut = between(part.text, "tutorial(", ")") or between(part.text, "message(", ")")
    if cut is None:
        return None
    return (reader.built("message", {"text": reader.written(cut.inside)}, (), part.text),)


def take_out(reader: LineReader, part: LinePart) -> Decision:
    """Restrictions are remembered; the name and the target are taken out."""
    part.timing = timing(part.text.text)
    part.restriction = restriction(part.text)
    if "name(" in part.text.text:
        cut = between(part.text, "name(", ")")
        if cut is not None:
            part.name = reader.written(cut.inside)
            reader.mark(part.text, cut.start, cut.end + 1)
            part.text = cut.before + cut.behind
            if part.restriction[0]:
                part.restriction = restriction(part.text)
    part.rest = part.text
    if "target(" not in part.text.text:
        return None
    cut = between(part.text, "notatarget(", ")")
    part.is_target = cut is None
    cut = cut or between(part.text, "target(", ")")
    if cut is not None:
        if not target_is_known(cut.inside.text):
            raise reader.crash(part.text.cut(cut.start, cut.end + 1), "target")
        part.target = cut.inside
        part.at = cut.start, cut.end + 1
        part.rest = cut.before + cut.behind
    return None


def cost(reader: LineReader, part: LinePart) -> Decision:
    """Read ``{cost}:``, up to the first ``}:``, if the text begins with ``{``."""
    rest = part.rest
    written = rest.text
    if not written or "}:" not in written or written.lstrip(" ")[:1] != "{":
        return None
    end = written.find("}:")
    values = {"cost": written[: end + 1].strip()} | part.limits()
    if "(" in values["cost"] and not cost_is_known(values["cost"]):
        raise reader.crash(rest.cut(0, end + 1), "cost")
    if part.timing:
        values["timing"] = part.timing
    text, side = side_effect(reader, rest.cut(end + 2), values)
    inner = reader.ability(text, is_active=True)
    if inner is None:
        return NOTHING
    span = reader.mark(rest, 0, end + 2)
    inners = (inner,) if side is None else (inner, side)
    if inner.kind in _EQUIPPING:
        aim = mark_target(reader, part) or {"target": ANY_CREATURE}
        return (
            BuiltAbility("targeted", {"cost": values["cost"]} | aim, (inner,), *span, aim=part.aim),
        )
    limit = written.find("limit:")
    if limit >= 0:
        values["limit"] = written[limit + len("limit:") :]
        reader.mark(rest, limit)
    mark_limits(reader, part)
    if inner.kind in _MANA and part.target is not None:
        reader.note("lost", "target", part.text, *part.at)
    if inner.kind in _MANA or part.target is None:
        return (BuiltAbility("activated", values, inners, *span),)
    values |= mark_target(reader, part)
    return (BuiltAbility("targeted", values, inners, *span, aim=part.aim),)


def mark_limits(reader: LineReader, part: LinePart) -> None:
    """Restriction and timing are used."""
    if part.restriction[0]:
        reader.mark(part.text, part.restriction[1], part.restriction[2])
    if part.timing:
        at = part.text.text.find(part.timing)
        reader.mark(part.text, at, at + len(part.timing))


def mark_target(reader: LineReader, part: LinePart) -> dict[str, str]:
    """Return the target is used; as a value."""
    if part.target is None:
        return {}
    reader.mark(part.text, *part.at)
    return {"target" if part.is_target else "notatarget": reader.written(part.target)}


def side_effect(
    reader: LineReader, text: LineText, values: dict[str, str]
) -> tuple[LineText, BuiltAbility | None]:
    """Cut out ``limit^effect^number``: an effect for when the ability is used too often."""
    written = text.text
    start = written.find("limit^")
    if start < 0:
        return text, None
    end = written.rfind("^")
    begin = start + len("limit^")
    side = text.cut(begin, end) if end >= begin else text.cut(begin)
    left = text.cut(0, start) + text.cut(max(end, start))
    end = left.text.find("^")
    values["uses"] = left.text[end + 1 :]
    reader.mark(text, start)
    if end < 1:
        raise reader.crash(text, "limit")
    return left.cut(0, end - 1), reader.ability(side, is_active=True)


def paid_word(line: str) -> str | None:
    """Find ``kicker`` or its like at the very beginning of a *line* in lower case."""
    return next((word for word in PAID_WORDS if line.startswith(word)), None)


def paid(reader: LineReader, part: LinePart) -> Decision:
    """Read ``kicker`` and its like at the very beginning."""
    word = paid_word(part.text.text)
    if word is None:
        return None
    reader.mark(part.text, 0, len(word))
    if not _is_paid(reader.facts.paid, word):
        reader.note("lost", "paid", part.text)
        return NOTHING
    return (reader.ability(part.text.cut(len(word))),)


def _is_paid(costs: frozenset[str] | None, word: str) -> bool:
    """Return whether a cost was paid; nothing is ever paid for a card to lie face down."""
    return word != "facedown" and (costs is None or word in costs)


def condition(reader: LineReader, part: LinePart) -> Decision:
    """Read ``if ... then ... else ...``."""
    rest = part.rest.text
    kind = "if" if rest.startswith("if ") else "ifnot"
    if not rest.startswith(("if ", "ifnot ")):
        return None
    then = rest.find(" then ")
    values = {"condition": rest[len(kind) + 1 : then if then >= 0 else None]}
    text = part.text
    other: BuiltAbility | None = None
    otherwise = text.text.find(" else ")
    if otherwise >= 0:
        tail = text.cut(otherwise + len(" else "))
        if tail.text:
            reader.mark(text, otherwise, otherwise + len(" else "))
            text = text.cut(0, otherwise + 1)
            other = reader.ability(tail)
            if other is None:
                reader.note("lost", "else", tail)
    then = text.text.find(" then ")
    if then < 0:
        reader.note("lost", "condition", text)
        return NOTHING
    inner = reader.ability(text.cut(then + len(" then ")))
    if inner is None:
        return NOTHING
    return (
        reader.built(
            kind,
            values,
            (inner,) if other is None else (inner, other),
            text,
            0,
            then + len(" then "),
        ),
    )


def pay(reader: LineReader, part: LinePart) -> Decision:
    """Read ``pay(cost)``, before an ability for a player who pays."""
    if "pay(" not in part.text.text:
        return None
    cut = between(part.text, "pay(", ")")
    if cut is None:
        return None
    if part.rest.text.startswith(("may ", "choice ")):
        reader.note("lost", "may", part.rest, 0, part.rest.text.index(" ") + 1)
    if part.target is not None:
        reader.note("lost", "target", part.text, *part.at)
    return (paying(reader, part, cut, ")"),)


def paying(reader: LineReader, part: LinePart, cut: Cut, stop: str) -> BuiltAbility:
    """Build an ability for a player who pays; its text is in the store."""
    values = {
        "cost": reader.written(cut.inside), "text": reader.written(reader.stores.pay),
    } | part.limits()  # fmt: skip
    reader.mark(reader.stores.pay)
    mark_limits(reader, part)
    return reader.built("pay", values, (), part.text, cut.start, cut.end + len(stop))


def may(reader: LineReader, part: LinePart) -> Decision:
    """Read ``may `` and ``choice `` at the beginning."""
    rest = part.rest
    kind = "may" if rest.text.startswith("may ") else "choice"
    if not rest.text.startswith(("may ", "choice ")):
        return None
    inner = reader.ability(rest.cut(len(kind) + 1))
    if inner is None:
        return NOTHING
    values = part.limits()
    mark_limits(reader, part)
    return (reader.built(kind, values, (aimed(reader, part, inner),), rest, 0, len(kind) + 1),)


def aimed(reader: LineReader, part: LinePart, inner: BuiltAbility) -> BuiltAbility:
    """Give *inner* the target of *part*, if it has one."""
    if part.target is None:
        return BuiltAbility("activated", part.limits(), (inner,))
    values = part.limits() | mark_target(reader, part)
    return reader.built("targeted", values, (inner,), part.text, *part.at)


def prefix(reader: LineReader, part: LinePart) -> Decision:
    """Read ``ueot``, ``activate`` and ``emblem`` at the beginning."""
    written = part.text.text
    if not written.startswith(_FIRST_WORDS):
        return None
    for word, kind in _PREFIXES.items():
        if written.startswith(word):
            size = min(len(word), len("activate "))
            inner = reader.ability(part.text.cut(size))
            return reader.framed(kind, part.text, 0, size, inner)
    return None


def activated_choice(reader: LineReader, part: LinePart) -> Decision:
    """Read ``activatechooseacolor`` and ``activatechooseatype``."""
    if "activatechoose" not in part.text.text:
        return None
    for mark in ("activatechooseacolor ", "activatechooseatype "):
        if between(part.text, mark, " activatechooseend") is not None:
            return (chosen(reader, part.raw),)
    return None
