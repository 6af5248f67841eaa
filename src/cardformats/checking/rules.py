"""Rules: checks of what was read that are run only if they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from ..diagnostics import Diagnostic, Report
from ..errors import OptionError
from ..model import CardSet
from ..plugins import BrokenPluginError, Plugins, UnknownPluginError, load

ENTRY_POINT_GROUP = "cardformats.checks"


class CheckRule(Protocol):
    """A check of a card set.

    Third parties publish theirs as an entry point in the group ``cardformats.checks``; the option
    ``--with-check`` and the key ``with-checks`` of a configuration ask for it by the name of the
    entry point.
    """

    def __call__(self, name: str, cardset: CardSet) -> Iterable[Diagnostic]:
        """Yield what is wrong in *cardset*, which was read from an input called *name*.

        A set that the rule is not about has no findings.
        """


def _checked(name: str, rule: Any) -> CheckRule:
    if not callable(rule):
        raise OptionError(f"the rule {name!r} is not a function: {rule!r}")
    made: CheckRule = rule
    return made


_RULES = Plugins(
    ENTRY_POINT_GROUP,
    _checked,
    lambda: {
        "wagic-texts": load("cardformats.formats.wagic.abilities.text_check.cards:check_texts")
    },
)


def register_rule(name: str, rule: CheckRule) -> None:
    """Make *rule* known by a name, before any entry point of that name.

    Raises:
        OptionError: If *rule* is not a function.
    """
    _RULES.add(name, rule)


def checked_rules(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return *names*, or a single one, each of which is the name of a rule.

    Raises:
        OptionError: If a name is not that of a rule, or its rule cannot be loaded.
    """
    several = (names,) if isinstance(names, str) else tuple(names)
    for name in several:
        _rule(name)
    return several


def with_rules(report: Report[CardSet], name: str, rules: Iterable[str]) -> Report[CardSet]:
    """Return *report*, which is of the input *name*, with what some *rules* find besides."""
    more = [each for rule in rules for each in _rule(rule)(name, report.value)]
    return Report(report.value, (*report.diagnostics, *more)) if more else report


def _rule(name: str) -> CheckRule:
    try:
        rule: CheckRule = _RULES.get(name)
    except UnknownPluginError as error:
        known = ", ".join(map(repr, error.names))
        raise OptionError(f"there is no rule {name!r}; known are {known}") from None
    except BrokenPluginError as error:
        raise OptionError(f"the rule {name!r} cannot be loaded: {error.reason!r}") from error.reason
    return rule
