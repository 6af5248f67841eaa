"""What the engine takes from the words between ``@`` and the first colon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve, frozen

from ...lexicon import searches, words
from .conditions import counter_is_known, phase, target_is_known
from .cutting import divided, inside

#: Events with something in parentheses, in the order of search.
_EVENTS: Final = tuple(each.sought for each in searches("event", "counter_event"))
_ATTACKS: Final = ("attacking", "attackedalone", "notblocked", "blocked", "blocking")
#: What names it and cannot be read is no other event.
_FINAL: Final = "combat"
#: Whose phase it is: of the words that stand there the last one of these counts.
_OWNERS: Final = ("my", "opponent", "targetcontroller", "targetedplayer")
#: Words that limit a trigger, wherever they stand.
_LIMITS: Final = (
    "once", "sourcenottap", "sourcetap", "turnlimited", "suspended", "opponentpoisoned",
    "foelost(", "dontremove",
)  # fmt: skip
#: Those of them that a trigger at a phase knows.
_PHASE_LIMITS: Final = ("once", "sourcenottap", "sourcetap", "foelost(")


@frozen
class EngineEvent:
    """What sets off a trigger.

    Attributes:
        word: the event by its word, ``next`` and ``each`` with the phase.
        target: of which card or player; for ``combat`` in which part of it.
        source: what ``from(`` says, for ``combat`` what ``source(`` says.
        limits: the words that limit the trigger.
        is_crash: the engine crashes at the text.
    """

    word: str
    target: str = ""
    source: str = ""
    limits: tuple[str, ...] = ()
    is_crash: bool = False

    def values(self) -> dict[str, str]:
        """Return its texts by their names."""
        values = {"event": self.word}
        if self.target:
            values["target"] = self.target
        if self.source:
            values["source"] = self.source
        if self.limits:
            values["limit"] = " ".join(self.limits)
        return values


def event(written: str) -> EngineEvent | None:
    """Return the event that the engine finds in a trigger's text; None if it knows none."""
    known = _event(written)
    if known is None:
        return None
    limits = _PHASE_LIMITS if known.word.startswith(("each ", "next ")) else _LIMITS
    taken = tuple(word for word in limits if word in written)
    return evolve(known, limits=taken) if taken else known


def _event(written: str) -> EngineEvent | None:
    if "(" in written:
        for word in _EVENTS:
            if word in written:
                known = _OWN.get(word, _simple)(word, written)
                if known is not None or (word == _FINAL and f"{word}(" in written):
                    return known
    for word in ("next", "each"):
        if word in written and (name := phase(written)) is not None:
            owner = [one for one in _OWNERS if f" {one}" in written]
            return EngineEvent(f"{word} {name}", owner[-1] if owner else "")
    return EngineEvent("rebounded") if "rebounded" in written else None


def _target(written: str, word: str) -> str | None:
    """Return the text in the parentheses after the first *word*; None if that is no target."""
    text = inside(written, f"{word}(", ")")
    return None if text is None or target_is_known(text) is False else text


def _simple(word: str, written: str) -> EngineEvent | None:
    if (target := _target(written, word)) is None:
        return None
    source = inside(written, "from(", ")") or ""
    return EngineEvent(word, target, source, is_crash=target_is_known(target) is None)


def _moved(word: str, written: str) -> EngineEvent | None:
    start = written.find(f"{word}(") + len(word) + 1
    if start <= len(word):
        return None
    end = written.find(")")
    target = written[start:end] if end >= start else written[start:]
    source = inside(written, "from(", ")") or ""
    # What card comes from a zone stands before the next bar, wherever that is.
    cards = [target] if "|" in target else []
    at = written.find("from(")
    if at >= 0 and "|" in written[at:]:
        cards.append(written[at + len("from(") :])
    crashes = not all(target_is_known(f"{card.partition('|')[0]}|*") for card in cards)
    return EngineEvent("movedto", target, source, is_crash=crashes)


def _combat(word: str, written: str) -> EngineEvent | None:
    source = _target(written, "source")
    start = written.find(f"{word}(") + len(word) + 1
    if start <= len(word) or source is None:
        return None
    end = written.find(")", start)
    parts = divided(written[start : end if end >= 0 else None], ",")
    return EngineEvent("combat", ",".join(part for part in parts if part in _ATTACKS), source)


def _counted(word: str, written: str) -> EngineEvent | None:
    if f"{word}(" not in written:
        return None
    target = inside(written, f"{word}(", ")")
    source = inside(written, "from(", ")") or ""
    if "(any)" in written:
        return EngineEvent(word, "any", source)
    crashes = target is None or counter_is_known(target) is None
    return EngineEvent(word, target or "", source, is_crash=crashes)


#: Events that are not simply about a target.
_OWN: Final[dict[str, Callable[[str, str], EngineEvent | None]]] = {
    "movedto": _moved, "combat": _combat, **dict.fromkeys(words("counter_event"), _counted),
}  # fmt: skip
