"""Deckbuilder Draft: decks grow between the rounds of a small tournament, by buying in a market."""

from ..save import as_json, dumps
from .actions import (
    Action,
    Bought,
    Build,
    BuildingBegan,
    Built,
    Buy,
    Drafting,
    Keep,
    MarketClosed,
    MarketOpened,
    Outcome,
    PassTurn,
    Played,
    Ranked,
    Received,
    Report,
    Start,
    TurnPassed,
)
from .bots import Bot, DeckbuilderBot
from .cards import DeckbuilderCard, affordable, cheapest_trade, price_of, worth_of
from .game import DeckbuilderDraft
from .plan import CopiesOfEach, Representative
from .play import Results, by_chance, loads, pairing, play, start
from .requirements import RarityNeed, Requirements, requirements
from .rules import (
    CLASSES,
    VARIANTS,
    DeckbuilderRules,
    PackShape,
    Part,
    Tariff,
    TieBreak,
    Traded,
)
from .setup import DeckbuilderCode, feasibility, set_up
from .state import Deck, Match, Offer, Phase, RankingPlace, Seat, Table
from .views import Duty, LogEntry, SeatView, View

replay = DeckbuilderDraft.replay

__all__ = [
    "CLASSES",
    "VARIANTS",
    "Action",
    "Bot",
    "Bought",
    "Build",
    "BuildingBegan",
    "Built",
    "Buy",
    "CopiesOfEach",
    "Deck",
    "DeckbuilderBot",
    "DeckbuilderCard",
    "DeckbuilderCode",
    "DeckbuilderDraft",
    "DeckbuilderRules",
    "Drafting",
    "Duty",
    "Keep",
    "LogEntry",
    "MarketClosed",
    "MarketOpened",
    "Match",
    "Offer",
    "Outcome",
    "PackShape",
    "Part",
    "PassTurn",
    "Phase",
    "Played",
    "Ranked",
    "RankingPlace",
    "RarityNeed",
    "Received",
    "Report",
    "Representative",
    "Requirements",
    "Results",
    "Seat",
    "SeatView",
    "Start",
    "Table",
    "Tariff",
    "TieBreak",
    "Traded",
    "TurnPassed",
    "View",
    "affordable",
    "as_json",
    "by_chance",
    "cheapest_trade",
    "dumps",
    "feasibility",
    "loads",
    "pairing",
    "play",
    "price_of",
    "replay",
    "requirements",
    "set_up",
    "start",
    "worth_of",
]
