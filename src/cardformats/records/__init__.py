"""Draft records: logs of drafts as values, read and written, replayed, and counted in tables."""

from .. import draft as _draft  # noqa: F401 - before its modules, as the next
from .. import model as _model  # noqa: F401 - before its modules: see cardformats.__getattr__
from .codes import RecordCode
from .deck_hashes import cockatrice_hash, mws_hash
from .naming import named_as
from .of_draft import History, history_of, of_draft
from .reading import dumps, dumps_report, loads, loads_report, read, read_report, write
from .record import DeckRecord, DraftRecord, PickRecord, SeatRecord
from .replaying import replay
from .tables import (
    ORDERED,
    CardOrder,
    ColorsAt,
    PassedCards,
    colors_over_picks,
    passed_cards,
    pick_orders,
)

__all__ = [
    "ORDERED",
    "CardOrder",
    "ColorsAt",
    "DeckRecord",
    "DraftRecord",
    "History",
    "PassedCards",
    "PickRecord",
    "RecordCode",
    "SeatRecord",
    "cockatrice_hash",
    "colors_over_picks",
    "dumps",
    "dumps_report",
    "history_of",
    "loads",
    "loads_report",
    "mws_hash",
    "named_as",
    "of_draft",
    "passed_cards",
    "pick_orders",
    "read",
    "read_report",
    "replay",
    "write",
]
