"""Drafts as JSON: stored and loaded, and what a seat sees, for a client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import DraftError

if TYPE_CHECKING:
    from ..actions import Record
    from ..booster import BoosterDraft
    from ..views import LogEntry, View

# what these functions import is loaded by the first call: cattrs takes longer than the rest


def dumps(state: BoosterDraft) -> str:
    """*state* as JSON text with a version number: all of it, and its log.

    The state is stored as it is.  It is not played again when it is loaded, so a newer version of
    the library goes on from it.

    Raises:
        DraftError: it holds something of a third party that JSON has no word for.
    """
    from .converter import unstructure  # noqa: PLC0415 - see above
    from .document import SavedDraft, document_of  # noqa: PLC0415 - see above
    from .text import encode  # noqa: PLC0415 - see above

    try:
        document = document_of(state)
    except (TypeError, AttributeError, RecursionError) as error:
        message = f"the draft holds something that cannot be stored: {error}"
        raise DraftError(message) from None
    return encode(unstructure(document, SavedDraft))


def loads(text: str | bytes) -> BoosterDraft:
    """The state that :func:`dumps` has written.

    Rules of a third party's effects have to be registered before, or published as entry points.

    Raises:
        DraftError: the text is nothing of the kind, is that of a newer version, or says something
            that cannot be; with where it does, e.g. ``seats[3].pool[2]``.
    """
    from .converter import structure  # noqa: PLC0415 - see above
    from .document import SavedDraft, state_of  # noqa: PLC0415 - see above
    from .possible import verify_possible  # noqa: PLC0415 - see above
    from .text import decode  # noqa: PLC0415 - see above

    document = structure(decode(text), SavedDraft)
    verify_possible(document)
    return state_of(document)


def as_json(value: View | LogEntry | Record) -> dict[str, Any]:
    """*value* as dictionaries, lists and strings, for a client.

    A member that has its default is left out.  Cards by number have the numbers as strings.  An
    action, an outcome or an effect with parameters is an object whose member ``type`` names its
    class: ``round_began`` for :class:`RoundBegan`.

    Raises:
        DraftError: it is nothing of the kind, or holds something that JSON has no word for.
    """
    from .converter import unstructure_shown  # noqa: PLC0415 - see above

    return unstructure_shown(value)


__all__ = ["as_json", "dumps", "loads"]
