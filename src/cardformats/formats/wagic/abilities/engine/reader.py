"""The engine's reading of a line of abilities, in its own order of search.

The engine knows no grammar: it looks for one word after the other anywhere in what is left of a
line, cuts there and begins again with the rest.  Each step of :data:`_STEPS` is one of its
searches; the first that finds something decides.  A text that no step takes goes to the effects.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from attrs import define, field

from .built import Built, CardFacts, Fate, Note, Reading
from .conditions import check_is_known, phase, restriction, timing
from .cutting import Cut, Text, between, divided, lowered
from .leaves import leaf
from .stores import Stores
from .targets import chooser
from .triggers import LIMITS, event

#: Abilities in each other, at most; the engine itself gives up only with its memory.
_DEEPEST: Final = 60
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
_SCOPES: Final = ("lord(", "foreach(", "aslongas(", "teach(", "all(")
_CHECKS: Final = ("this(", "thisforeach(", "while(")
_COLORED: Final = re.compile(r"[a-z0-9]")
_NUMBER: Final = re.compile(r"\s*([+-]?\d+)")


class Crash(Exception):
    """The engine crashes here."""


@define(slots=True)
class Part:
    """A part of a line that is being read, and what has been taken from it.

    Attributes:
        text: what is left to be read.
        is_active: an activated ability is being read.
        is_brief: what is done lasts until the end of the turn.
        raw: the text before the stores were filled.
        rest: the text without its target.
        target: the text of the target.
        is_target: whether a ``target(`` was found, not a ``notatarget(``.
        at: where the target stands in the text.
        name: what the player sees in a menu.
        timing: when it may be used.
        restriction: what must be so, and where that stands.
    """

    text: Text
    is_active: bool
    is_brief: bool
    raw: Text = field(factory=lambda: Text(""))
    rest: Text = field(factory=lambda: Text(""))
    target: Text | None = None
    is_target: bool = True
    at: tuple[int, int] = (0, 0)
    name: str = ""
    timing: str = ""
    restriction: tuple[str, int, int] = ("", 0, 0)

    def limits(self) -> dict[str, str]:
        """When and under what condition it may be used, and its name, where there is something."""
        values = {}
        if self.name:
            values["name"] = self.name
        if self.restriction[0]:
            values["restriction"] = self.restriction[0]
        if self.timing:
            values["timing"] = self.timing
        return values


#: What a step says: it decides (with an ability, or with nothing), or the next step has its turn.
Decision: TypeAlias = "tuple[Built | None] | None"
_NOTHING: Final = (None,)


@define(slots=True)
class Reader:
    """Reads a line.

    Attributes:
        facts: what is known of the card.
        is_in_play: whether the card is in play when the line is read.
        stores: what has been lifted out.
        notes: what is lost, and where it crashes.
        used: what has been used, as places in the line.
    """

    facts: CardFacts
    is_in_play: bool
    stores: Stores = field(factory=Stores)
    notes: list[Note] = field(factory=list)
    used: list[tuple[int, int]] = field(factory=list)
    depth: int = 0

    def note(self, fate: Fate, what: str, text: Text, start: int = 0, end: int | None = None) -> None:
        """Write down what becomes of a part of *text*."""
        spans = text.spans(start, end)
        if spans:
            self.notes.append(Note(fate, what, spans[0][0], max(spans[0][0], spans[-1][1])))
        else:
            at = max(0, text.place(start))
            self.notes.append(Note(fate, what, at, at))

    def mark(self, text: Text, start: int = 0, end: int | None = None) -> tuple[int, int]:
        """Write down that a part of *text* is used; where it stands in the line."""
        spans = text.spans(start, end)
        if not spans:
            at = max(0, text.place(start))
            return at, at
        self.used += spans
        return spans[0][0], max(spans[0][0], spans[-1][1])

    def crash(self, text: Text, what: str) -> Crash:
        """The engine crashes at *text*."""
        self.note("crash", what, text)
        return Crash()

    def ability(self, text: Text, *, is_active: bool = False, is_brief: bool = False) -> Built | None:
        """What the engine builds from *text*."""
        if self.depth >= _DEEPEST:
            raise self.crash(text, "depth")
        self.depth += 1
        try:
            part = Part(text.trimmed(), is_active, is_brief)
            for step in _STEPS:
                decision = step(self, part)
                if decision is not None:
                    return decision[0]
            self.lose(part)
            return leaf(self, part)
        finally:
            self.depth -= 1

    def lose(self, part: Part) -> None:
        """Write down what nothing asks for in what is done."""
        if part.restriction[0]:
            self.note("lost", "restriction", part.text, part.restriction[1], part.restriction[2])
        if part.target is not None:
            self.note("lost", "target", part.text, *part.at)

    def framed(self, kind: str, text: Text, start: int, end: int, inner: Built | None,
               values: dict[str, str] | None = None) -> Decision:  # fmt: skip
        """A frame around *inner* whose words stand in *text*; nothing around nothing."""
        if inner is None:
            return _NOTHING
        span = self.mark(text, start, end)
        return (Built(kind, values or {}, (inner,), *span),)

    # The steps, in the engine's order.

    def rules(self, part: Part) -> Decision:
        """Lines of the game's rules."""
        written = part.text.text
        if ("rule" in written or "planeswalker" in written) and any(
            word in written for word in _RULES
        ):
            self.mark(part.text)
            return _NOTHING
        return None

    def choose(self, part: Part) -> Decision:
        """``chooseacolor``, ``chooseatype`` and ``chooseaname`` at the beginning."""
        text = part.text
        if not text.text.startswith(("chooseacolor ", "chooseatype ", "chooseaname")):
            return None
        if self.stores.ability.text and text.text.startswith("chooseaname"):
            for word in ("chooseaname ", "chooseanameopp "):
                cut = between(text, word, " chooseend", needs_stop=False)
                if cut is not None:
                    tail = cut.behind if cut.behind.text else cut.inside
                    begin = cut.start + len(word)
                    text = text.cut(0, begin) + self.stores.ability + text.cut(begin - 1, begin) + tail
                    break
        chosen = self.chosen(text)
        inner = () if chosen is None else (chosen,)
        return (Built("choice", {}, (Built("activated", {}, inner),), *self.mark(text)),)

    def chosen(self, text: Text) -> Built | None:
        """What is done with a colour, a type or a name that the player chooses."""
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
                span = self.mark(text, cut.start, cut.end + len(stop))
                kind = mark.strip().removeprefix("activate")
                return Built(kind, {"text": cut.inside.text}, (), *span)
        return None

    def lift(self, part: Part) -> Decision:
        """What goes into the stores."""
        part.raw = part.text
        part.text = self.stores.lift(part.text)
        return None

    def trigger(self, part: Part) -> Decision:
        """``@...:``."""
        if "@" not in part.text.text:
            return None
        cut = between(part.text, "@", ":")
        if cut is None:
            return None
        words = cut.inside.text
        known = event(words)
        asked = restriction(part.text) if "restriction{" in words else ("", 0, 0)
        if known is None:
            if asked[0]:
                raise self.crash(part.text.cut(cut.start, cut.end), "trigger")
            self.note("lost", "trigger", part.text, cut.start, cut.end + 1)
            return None
        if known.is_crash:
            raise self.crash(part.text.cut(cut.start, cut.end), "trigger")
        values = {"trigger": words, "event": known.word}
        if known.target:
            values["target"] = known.target
        if known.source:
            values["source"] = known.source
        if asked[0]:
            values["restriction"] = asked[0]
        limits = [word for word in LIMITS if word in words]
        if limits:
            values["limit"] = " ".join(limits)
        if cut.before.text:
            self.note("left", "text", cut.before)
        inner = self.ability(cut.behind, is_active=part.is_active)
        return self.framed("triggered", part.text, cut.start, cut.end + 1, inner, values)

    def message(self, part: Part) -> Decision:
        """``tutorial(`` and ``message(``."""
        if "tutorial(" not in part.text.text and "message(" not in part.text.text:
            return None
        cut = between(part.text, "tutorial(", ")") or between(part.text, "message(", ")")
        if cut is None:
            return None
        return (Built("message", {"text": cut.inside.text}, (), *self.mark(part.text)),)

    def take_out(self, part: Part) -> Decision:
        """Restrictions are remembered; the name and the target are taken out."""
        part.timing = timing(part.text.text)
        part.restriction = restriction(part.text)
        if "name(" in part.text.text:
            cut = between(part.text, "name(", ")")
            if cut is not None:
                part.name = cut.inside.text
                self.mark(part.text, cut.start, cut.end + 1)
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
            if chooser(cut.inside.text) is None:
                raise self.crash(part.text.cut(cut.start, cut.end + 1), "target")
            part.target = cut.inside
            part.at = cut.start, cut.end + 1
            part.rest = cut.before + cut.behind
        return None

    def cost(self, part: Part) -> Decision:
        """``{cost}:``, up to the first ``}:``, if the text begins with ``{``."""
        rest = part.rest
        written = rest.text
        if not written or "}:" not in written or written.lstrip(" ")[:1] != "{":
            return None
        end = written.find("}:")
        values = {"cost": written[: end + 1].strip()} | part.limits()
        text, side = self.side_effect(rest.cut(end + 2), values)
        inner = self.ability(text, is_active=True)
        if inner is None:
            return _NOTHING
        limit = written.find("limit:")
        if limit >= 0:
            values["limit"] = written[limit + len("limit:") :]
            self.mark(rest, limit)
        self.mark_limits(part)
        span = self.mark(rest, 0, end + 2)
        inners = (inner,) if side is None else (inner, side)
        if inner.kind in ("equip", "reconfigure", "attach"):
            target = part.target.text if part.target else "creature|mybattlefield"
            self.mark_target(part)
            return (Built("targeted", values | {"target": target}, inners, *span),)
        if inner.kind == "add" and part.target is not None:
            self.note("lost", "target", part.text, *part.at)
            return (Built("activated", values, inners, *span),)
        if part.target is not None:
            return (Built("targeted", values | self.mark_target(part), inners, *span),)
        return (Built("activated", values, inners, *span),)

    def mark_limits(self, part: Part) -> None:
        """Restriction and timing are used."""
        if part.restriction[0]:
            self.mark(part.text, part.restriction[1], part.restriction[2])
        if part.timing:
            at = part.text.text.find(part.timing)
            self.mark(part.text, at, at + len(part.timing))

    def mark_target(self, part: Part) -> dict[str, str]:
        """The target is used; as a value."""
        if part.target is None:
            return {}
        self.mark(part.text, *part.at)
        return {"target" if part.is_target else "notatarget": part.target.text}

    def side_effect(self, text: Text, values: dict[str, str]) -> tuple[Text, Built | None]:
        """``limit^effect^number``: what is done when it is used too often."""
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
        self.mark(text, start)
        if end < 1:
            raise self.crash(text, "limit")
        return left.cut(0, end - 1), self.ability(side, is_active=True)

    def paid(self, part: Part) -> Decision:
        """``kicker`` and its like at the very beginning."""
        written = part.text.text
        for word in PAID_WORDS:
            if written.startswith(word):
                self.mark(part.text, 0, len(word))
                if word != "paidmana" and word not in self.facts.paid:
                    self.note("lost", "paid", part.text)
                    return _NOTHING
                inner = self.ability(part.text.cut(len(word)))
                return (inner,)
        return None

    def condition(self, part: Part) -> Decision:
        """``if ... then ... else ...``."""
        rest = part.rest.text
        kind = "if" if rest.startswith("if ") else "ifnot"
        if not rest.startswith(("if ", "ifnot ")):
            return None
        then = rest.find(" then ")
        values = {"condition": rest[len(kind) + 1 : then if then >= 0 else None]}
        text = part.text
        other: Built | None = None
        found = text.text.find(" else ")
        if found >= 0:
            tail = text.cut(found + len(" else "))
            if tail.text:
                self.mark(text, found, found + len(" else "))
                text = text.cut(0, found + 1)
                other = self.ability(tail)
                if other is None:
                    self.note("lost", "else", tail)
        then = text.text.find(" then ")
        if then < 0:
            self.note("lost", "condition", text)
            return _NOTHING
        inner = self.ability(text.cut(then + len(" then ")))
        if inner is None:
            return _NOTHING
        span = self.mark(text, 0, then + len(" then "))
        return (Built(kind, values, (inner,) if other is None else (inner, other), *span),)

    def pay(self, part: Part) -> Decision:
        """``pay(cost)``: what follows is done if the player pays."""
        if "pay(" not in part.text.text:
            return None
        cut = between(part.text, "pay(", ")")
        if cut is None:
            return None
        if part.rest.text.startswith(("may ", "choice ")):
            self.note("lost", "may", part.rest, 0, part.rest.text.index(" ") + 1)
        if part.target is not None:
            self.note("lost", "target", part.text, *part.at)
        return (self.paying(part, cut, ")"),)

    def paying(self, part: Part, cut: Cut, stop: str) -> Built:
        """What is done if the player pays, whose text is in the store."""
        values = {"cost": cut.inside.text, "text": self.stores.pay.text} | part.limits()
        values.pop("timing", None)
        self.mark(self.stores.pay)
        self.mark_limits(part)
        return Built("pay", values, (), *self.mark(part.text, cut.start, cut.end + len(stop)))

    def may(self, part: Part) -> Decision:
        """``may `` and ``choice `` at the beginning."""
        rest = part.rest
        kind = "may" if rest.text.startswith("may ") else "choice"
        if not rest.text.startswith(("may ", "choice ")):
            return None
        inner = self.ability(rest.cut(len(kind) + 1))
        if inner is None:
            return _NOTHING
        values = part.limits()
        values.pop("timing", None)
        self.mark_limits(part)
        span = self.mark(rest, 0, len(kind) + 1)
        return (Built(kind, values, (self.aimed(part, inner),), *span),)

    def aimed(self, part: Part, inner: Built) -> Built:
        """*inner* with the target of *part*, if it has one."""
        if part.target is None:
            values = part.limits()
            values.pop("timing", None)
            return Built("activated", values, (inner,))
        values = part.limits() | self.mark_target(part)
        values.pop("timing", None)
        return Built("targeted", values, (inner,), *self.mark(part.text, *part.at))

    def prefix(self, part: Part) -> Decision:
        """``ueot``, ``activate`` and ``emblem`` at the beginning."""
        written = part.text.text
        for word, kind in (
            ("ueot ", "ueot"), ("activate ", "activate"), (" activate ", "activate"),
            ("emblem ", "emblem"),
        ):  # fmt: skip
            if written.startswith(word):
                size = min(len(word), 9)
                inner = self.ability(part.text.cut(size))
                return self.framed(kind, part.text, 0, size, inner)
        return None

    def activated_choice(self, part: Part) -> Decision:
        """``activatechooseacolor`` and ``activatechooseatype``."""
        if "activatechoose" not in part.text.text:
            return None
        for mark in ("activatechooseacolor ", "activatechooseatype "):
            if between(part.text, mark, " activatechooseend") is not None:
                return (self.chosen(part.raw),)
        return None

    def schedules(self, part: Part) -> Decision:
        """``upcostmulti`` and ``phaseactionmulti``, which come before ``&&``."""
        written = part.text.text
        if "upcostmulti" in written:
            return (self.upkeep(part),)
        if "phaseactionmulti" in written:
            return (self.schedule(part),)
        return None

    def upkeep(self, part: Part) -> Built | None:
        """``upcost[cost]``: done unless the player pays each upkeep."""
        text = part.text
        start = text.text.find("[")
        end = text.text.find("]", start) if start >= 0 else -1
        if end < 0:
            raise self.crash(text, "upcost")
        cost, _, when = text.text[start + 1 : end].partition(";")
        inner = self.ability(text.cut(end + 1))
        if inner is None:
            return None
        values = {"cost": cost, "phase": (phase(when) or phase(cost) or "upkeep") if when else "upkeep"}
        if "cumulativeupcost" in text.text:
            values["limit"] = "cumulative"
        if part.timing:
            values["timing"] = part.timing
        return Built("upcost", values, (inner,), *self.mark(text, 0, end + 1))

    def schedule(self, part: Part) -> Built | None:
        """``phaseaction[when] what``: done later, and read only then."""
        cut = between(part.text, "[", "]")
        if cut is None:
            return None
        text = cut.behind.text.strip(" \t")
        values = {"schedule": cut.inside.text, "text": text}
        values["phase"] = phase(cut.inside.text) or "upkeep"
        return Built("phaseaction", values, (), *self.mark(part.text))

    def check(self, part: Part) -> Decision:
        """``this(``, ``thisforeach(`` and ``while(``."""
        text = part.text
        written = text.text
        places = [(at, word) for word in _CHECKS if (at := written.find(word)) >= 0]
        if not places:
            return None
        start, word = min(places)
        never = written.find("dontremove")
        scope = -1
        for one in _SCOPES:
            at = written.find(one)
            if at >= 0 and (never < 0 or at < never):
                scope = at
        if 0 <= scope <= start:
            return None
        end = written.find(")", start + len(word))
        if end < 0:
            self.note("lost", "condition", text, start)
            return _NOTHING
        asked = written[start + len(word) : end]
        values = {"condition": asked}
        if part.restriction[0]:
            del values["condition"]
            if word == "while(":
                values["condition"] = asked
            self.note("lost", "restriction", text, part.restriction[1], part.restriction[2])
        else:
            known = check_is_known(asked)
            if known is None:
                raise self.crash(text.cut(start, end + 1), "condition")
            if not known:
                self.note("lost", "condition", text, start, end + 1)
                return _NOTHING
        inner = self.ability(self.around(text, start, end), is_brief=part.is_active)
        return self.framed(word[:-1], text, start, end + 1, inner, values)

    def around(self, text: Text, start: int, end: int) -> Text:
        """What is done for a scope: what is behind it, or before one that ends the text."""
        if start and end == len(text.text) - 1:
            return text.cut(0, start)
        if start:
            self.note("left", "text", text, 0, start)
        return text.cut(end + 1)

    def several(self, part: Part) -> Decision:
        """``&&``: the text is cut at every single ``&``."""
        text = part.text
        if "&&" not in text.text:
            return None
        inner = []
        start = 0
        for one in divided(text.text, "&"):
            end = start + len(one)
            if one:
                ability = self.ability(text.cut(start, end), is_active=part.is_active)
                if ability is None:
                    self.note("lost", "part", text, start, end)
                else:
                    inner.append(ability)
            self.mark(text, end, end + 1)
            start = end + 1
        return (Built("several", {}, tuple(inner), *self.mark(text, 0, 0)),)

    def scope(self, part: Part) -> Decision:
        """``lord(``, ``foreach(``, ``aslongas(``, ``teach(`` and ``all(``."""
        text = part.text
        written = text.text
        places = [(at, word) for word in _SCOPES if (at := written.find(word)) >= 0]
        if not places:
            return None
        start, word = min(places)
        end = written.find(")", start + len(word))
        if end < 0:
            self.note("lost", "condition", text, start)
            return _NOTHING
        values = {"target": written[start + len(word) : end]}
        inner_text = self.around(text, start, end)
        other = inner_text.text.find(" other")
        if other >= 0:
            values["other"] = "other"
            self.mark(inner_text, other, other + len(" other"))
            inner_text = inner_text.cut(0, other) + inner_text.cut(other + len(" other"))
        if chooser(values["target"]) is None:
            self.note("lost", "target", text, start, end + 1)
            return _NOTHING
        if part.target is not None:
            self.note("lost", "target", text, *part.at)
        inner = self.ability(inner_text, is_brief=part.is_active)
        for sign, name in ((" >", "least"), (" <", "most")):
            at = written.find(sign)
            if at >= 0:
                number = _NUMBER.match(written[at + 2 : at + 5])
                values[name] = number[1] if number else "0"
                self.mark(text, at, at + 5)
        return self.framed(word[:-1], text, start, end + 1, inner, values)

    def wrappers(self, part: Part) -> Decision:
        """``soulbond``, ``poolsave(`` and what is done in place of a draw."""
        written = part.text.text
        at = written.find("soulbond ")
        if at >= 0:
            inner = self.ability(part.text.cut(at + 9), is_brief=part.is_active)
            return self.framed("soulbond", part.text, at, at + 9, inner)
        if "poolsave(" in written:
            cut = between(part.text, "poolsave(", ")", needs_stop=False)
            if cut is not None:
                span = self.mark(part.text, cut.start, cut.end + 1)
                return (Built("poolsave", {"amount": cut.inside.text}, (), *span),)
        for word in ("opponentreplacedraw ", "replacedraw "):
            at = written.find(word)
            if at >= 0:
                end = at + len(word)
                inner = self.ability(part.text.cut(end - 1), is_brief=part.is_active)
                return self.framed("replacedraw", part.text, at, end, inner, {"who": word[:-12]})
        return None

    def aim(self, part: Part) -> Decision:
        """A target, of what is not activated: it has to be chosen first."""
        if part.target is None or part.is_active:
            return None
        inner = self.ability(part.rest)
        if inner is None:
            return _NOTHING
        values = part.limits()
        values.pop("timing", None)
        self.mark_limits(part)
        aimed = self.aimed(part, inner)
        return (Built("choice", values, (aimed,), aimed.start, aimed.end),)


#: The engine's searches, in its order.
_STEPS: Final[tuple[Callable[[Reader, Part], Decision], ...]] = (
    Reader.rules, Reader.choose, Reader.lift, Reader.trigger, Reader.message, Reader.take_out,
    Reader.cost, Reader.paid, Reader.condition, Reader.pay, Reader.may, Reader.prefix,
    Reader.activated_choice, Reader.schedules, Reader.check, Reader.several, Reader.scope,
    Reader.wrappers, Reader.aim,
)  # fmt: skip
_IN_PLAY: Final = frozenset(("auto", "autofacedown", "autofaceup", "autoskill"))


def reading(line: str, key: str = "auto", card: CardFacts | None = None) -> Reading:
    """What the engine makes of a *line*, and what it does not use of it.

    Args:
        line: a line, with its macros expanded.
        key: the key it stands behind.
        card: what is known of the card; without it, a permanent without a ``target=``.
    """
    facts = CardFacts() if card is None else card
    reader = Reader(facts, key in _IN_PLAY and not facts.is_spell)
    built: Built | None = None
    try:
        built = reader.ability(Text(lowered(line)))
    except Crash:
        pass
    notes = [*reader.notes, *_left(line, reader)]
    return Reading(built, tuple(sorted(notes, key=lambda note: (note.start, note.end))))


def read(line: str, key: str = "auto", card: CardFacts | None = None) -> Built | None:
    """What the engine builds from a *line*; None if it builds nothing, or crashes.

    For the arguments see :func:`reading`.
    """
    return reading(line, key, card).built


def _left(line: str, reader: Reader) -> list[Note]:
    """The parts of a *line* that nothing has looked at, as far as there are words in them."""
    taken = sorted([*reader.used, *((note.start, note.end) for note in reader.notes)])
    notes = []
    at = 0
    for start, end in [*taken, (len(line), len(line))]:
        if start > at and _COLORED.search(line, at, start):
            inner = line[at:start]
            begin = at + len(inner) - len(inner.lstrip())
            notes.append(Note("left", "text", begin, at + len(inner.rstrip())))
        at = max(at, end)
    return notes
