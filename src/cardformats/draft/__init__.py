"""Drafts as state machines: no clock, no input or output, chance from a seed."""

from .actions import (
    Action,
    AddPack,
    Answer,
    PassPack,
    Pick,
    Record,
    SeatAction,
    Start,
    Together,
)
from .booster import BoosterDraft, replay
from .cards import DraftCard, DraftCards
from .effects import EffectRule, Held, PickInProgress, register_effect
from .starting import start
from .table import (
    DraftRound,
    Note,
    PackOrder,
    Question,
    Removal,
    Seat,
    Standing,
    Table,
    TablePack,
)
from .turn import Turn
from .views import LogEntry, PublicNote, SeatView, Usable, View

__all__ = [
    "Action",
    "AddPack",
    "Answer",
    "BoosterDraft",
    "DraftCard",
    "DraftCards",
    "DraftRound",
    "EffectRule",
    "Held",
    "LogEntry",
    "Note",
    "PackOrder",
    "PassPack",
    "Pick",
    "PickInProgress",
    "PublicNote",
    "Question",
    "Record",
    "Removal",
    "Seat",
    "SeatAction",
    "SeatView",
    "Standing",
    "Start",
    "Table",
    "TablePack",
    "Together",
    "Turn",
    "Usable",
    "View",
    "register_effect",
    "replay",
    "start",
]
