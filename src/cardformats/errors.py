"""The exceptions the library raises on purpose.

Exceptions are for callers' mistakes and for callers who asked to be stopped; what is wrong with the
*data* is a :class:`~cardformats.diagnostics.Diagnostic`.  Each class also inherits the builtin a
generic handler would look for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from .diagnostics import Report


class CardFormatsError(Exception):
    """Base of every exception that cardformats raises on purpose."""


class ModelError(CardFormatsError, ValueError):
    """A model value was built from arguments that do not make sense."""


class OptionError(CardFormatsError, TypeError):
    """An option is unknown to the format, or has a value of the wrong kind."""


class UnknownFormatError(CardFormatsError, LookupError):
    """The format is not known: no format has that id, or none or several recognise the input."""


class _ReportError(CardFormatsError, ValueError):
    """Carries the whole report, so that a caller can still use the partial value."""

    def __init__(self, report: Report[Any]) -> None:
        """Take the report whose errors are the reason."""
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        """Return each reason on its own line, as ``file:line:col: error[CODE]: message``."""
        return "\n".join(map(str, self.report.errors or self.report.losses))


class ReadError(_ReportError):
    """The input has errors; ``.report`` holds all diagnostics and whatever could be read."""


class WriteError(_ReportError):
    """The output would lose something and the caller asked for ``on_loss="error"``."""


class OverwriteError(WriteError):
    """A file was about to be replaced by something that has less than it.

    Either it has errors, and what could not be read of it would be lost; or it has cards, say, that
    the output has not.

    Attributes:
        path: the file.
    """

    def __init__(self, report: Report[Any], path: str) -> None:
        """Take what was found in reading, or in writing, and the path of the file."""
        super().__init__(report)
        self.args: tuple[Any, ...] = (report, path)
        self.path = path

    def __str__(self) -> str:
        """Return what would be lost, and what to do; then the reasons, each on its own line."""
        what = (
            "has what would be lost"
            if self.report.ok
            else "was read with errors, and would lose what could not be read"
        )
        return (
            f"{self.path} {what}; write elsewhere, or force it (force=True, or --force)\n"
            f"{super().__str__()}"
        )


class CollationError(CardFormatsError, ValueError):
    """A pack cannot be made as the booster asks."""


class EmptySheetError(CollationError):
    """A slot draws from a sheet with no (more) cards."""


class CardDatabaseError(CardFormatsError, ValueError):
    """A file is not a card database, is one of another version, is damaged, or cannot be made."""


class UnknownSetError(CardFormatsError, LookupError):
    """A card database has no set of that code."""


class DraftError(CardFormatsError, ValueError):
    """An action that a draft's rules do not allow, or a draft that cannot be set up.

    Attributes:
        reason: why, in words.
        seat: which seat's action it was, from 0; None if no seat's.
        rule: the rule it is against, e.g. ``CR 905.1a``; None if none has a number.
    """

    def __init__(self, reason: str, seat: int | None = None, rule: str | None = None) -> None:
        """Say why, whose action it was and which rule forbids it."""
        super().__init__(reason, seat, rule)
        self.reason = reason
        self.seat = seat
        self.rule = rule

    def __str__(self) -> str:
        """Return ``seat 3: reason (CR 905.1a)``."""
        whose = "" if self.seat is None else f"seat {self.seat}: "
        return f"{whose}{self.reason}" + ("" if self.rule is None else f" ({self.rule})")


class MissingExtraError(CardFormatsError, ImportError):
    """What was asked for needs a package that is not installed; the message says how to get it."""

    @classmethod
    def of(cls, what: str, extra: str) -> Self:
        """Create the error that *what* needs the packages of an *extra*."""
        return cls(f"{what} needs an extra: pip install 'cardformats[{extra}]'")


class RenderError(CardFormatsError, ValueError):
    """A drawing cannot be made a picture."""
