"""Draft records: logs of drafts as values, read and written, replayed, and counted in tables."""

from .. import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from .record import DeckRecord, DraftRecord, PickRecord, SeatRecord

__all__ = ["DeckRecord", "DraftRecord", "PickRecord", "SeatRecord"]
