"""Macros exactly as the engine reads and expands them, mistakes included."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ....budget import Budget
from ..format import WagicOptions
from ..syntax import DEFINED

DEFINITION = "#AUTO_DEFINE "
#: Steps of work of a call, and characters that are copied, or looked through for a name, in one.
_CALL = 20
_CHARACTERS = 12
_LOOKED_AT = 500


@frozen
class EngineMacro:
    """A macro as the engine keeps it, in lower case; an empty list of parameters is none."""

    name: str
    params: tuple[str, ...]
    body: str


class EngineMacros:
    """The macros in the order of their definition; the first of a name counts."""

    def __init__(self, options: WagicOptions) -> None:
        """Start without macros; a text that exceeds a limit of *options* stays unchanged."""
        self.options = options
        self._macros: dict[str, EngineMacro] = {}

    def fork(self) -> EngineMacros:
        """Return the same macros, to which others can be added."""
        copy = EngineMacros(self.options)
        copy._macros = dict(self._macros)
        return copy

    def define(self, line: str) -> bool:
        """Add the macro of a line that begins with ``#AUTO_DEFINE``; False if it is none."""
        macro = _parsed(lower(line.removeprefix(DEFINITION)))
        if macro is None or len(self._macros) >= self.options.max_macros:
            return False
        self._macros.setdefault(macro.name, macro)
        return True

    def expand(self, text: str, budget: Budget | None = None) -> str:
        """Return *text* (all lines of a zone, in lower case) after each macro was applied once.

        The work is taken from *budget*; when it is spent, the rest stays as it is.
        """
        budget = budget or Budget(self.options.max_work)
        limit = self.options.max_expansion_size
        for macro in self._macros.values():
            if not budget.spend(1 + len(text) // _LOOKED_AT):
                break
            if macro.name not in text:
                continue
            budget.spend(len(text) // _CHARACTERS)
            if macro.params:
                text = _expanded(text, macro, macro.params, limit, budget)
            elif text.count(macro.name) * len(macro.body) + len(text) <= limit:
                text = text.replace(macro.name, macro.body)
        return text

    def __iter__(self) -> Iterator[EngineMacro]:
        """Return the macros in the order of their definition."""
        return iter(self._macros.values())


def lower(text: str) -> str:
    """Return *text* with ASCII letters in lower case, as the C locale has it."""
    return text.translate(_LOWER)


_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def _parsed(text: str) -> EngineMacro | None:
    """Return the macro that *text* defines; None where the engine would crash or never end."""
    parts = DEFINED.fullmatch(text)
    if parts is None or not parts["NAME"] or " " not in text:
        return None
    params, body = "", parts["BODY"] or ""
    if parts["parameters"]:
        params = parts["PARAMETERS"] or ""
        # any character may be in the place of the space
        body = f"{parts['SPACE'] or ''}{body}"
        if not parts["CLOSED"] or not body:
            return None
        body = body[1:]
    return EngineMacro(parts["NAME"], tuple(split(params)), body.replace("\\n", "\n"))


def _expanded(
    text: str, macro: EngineMacro, params: tuple[str, ...], limit: int, budget: Budget
) -> str:
    """Return *text* with the calls of *macro* replaced; as it is if it would grow beyond *limit*.

    The parenthesis that closes a call is the first one in what is left of the text, even if it
    stands before the call; then the argument runs to the end of the text.  Where there is none the
    engine never ends, and the text stays as it is.
    """
    parts: list[str] = []
    size, position = 0, 0
    call = macro.name + "("
    while (start := text.find(call, position)) >= 0:
        first = start + len(call)
        closing = text.find(")", position)
        if closing < 0 or not budget.spend(_CALL + (len(text) - position) // _CHARACTERS):
            return text
        arguments = split(text[first : closing if closing >= first else None])
        if len(arguments) != len(params):
            return text
        body = macro.body
        for param, argument in zip(params, arguments, strict=True):
            if len(body) + body.count(param) * len(argument) > limit:
                return text
            if not budget.spend(1 + (len(body) + len(argument)) // _CHARACTERS):
                return text
            body = body.replace(param, argument)
        size += start - position + len(body)
        if size > limit:
            return text
        parts += [text[position:start], body]
        position = closing + 1
    return "".join([*parts, text[position:]])


def split(text: str, separator: str = ",") -> list[str]:
    """Return *text* at each *separator*; an empty part at the end vanishes."""
    parts = text.split(separator)
    return parts[:-1] if not parts[-1] else parts
