"""Deckbuilder Drafts as JSON: stored and loaded, and what a seat sees, for a client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..actions import Record
    from ..state import DeckbuilderDraft
    from ..views import LogEntry, View

# what these functions import is loaded by the first call: cattrs takes longer than the rest


def dumps(state: DeckbuilderDraft) -> str:
    """*state* as JSON text with a version number: all of it, and its log.

    The state is stored as it is.  It is not played again when it is loaded, so a newer version of
    the library goes on from it.

    Raises:
        DraftError: its log is that of another draft.
    """
    from ...saving.converter import unstructure  # noqa: PLC0415 - see above
    from ...saving.text import encode  # noqa: PLC0415 - see above
    from .converter import MARK, converter  # noqa: PLC0415 - see above
    from .document import SavedDeckbuilder, document_of  # noqa: PLC0415 - see above

    return encode(unstructure(document_of(state), SavedDeckbuilder, converter()), MARK)


def loads(text: str | bytes) -> DeckbuilderDraft:
    """The state that :func:`dumps` has written.

    Raises:
        DraftError: the text is nothing of the kind, is that of a newer version, or says something
            that cannot be; with where it does, e.g. ``seats[3].pool[2]``.
    """
    from ...saving.converter import structure  # noqa: PLC0415 - see above
    from ...saving.text import decode  # noqa: PLC0415 - see above
    from .converter import MARK, converter  # noqa: PLC0415 - see above
    from .document import SavedDeckbuilder, state_of  # noqa: PLC0415 - see above
    from .possible import verify_possible  # noqa: PLC0415 - see above

    document = structure(decode(text, MARK), SavedDeckbuilder, converter())
    verify_possible(document)
    return state_of(document)


def as_json(value: View | LogEntry | Record) -> dict[str, Any]:
    """*value* as dictionaries, lists and strings; see :func:`cardformats.draft.as_json`.

    Raises:
        DraftError: it is nothing of the kind.
    """
    from .converter import unstructure_shown  # noqa: PLC0415 - see above

    return unstructure_shown(value)


__all__ = ["as_json", "dumps", "loads"]
