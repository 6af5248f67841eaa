"""Deckbuilder Draft: decks grow between the rounds of a small tournament, by buying in a market."""

from .actions import Action, Build, Buy, Drafting, Keep, PassTurn, Record, Report, Start
from .bot import Bot, DeckbuilderBot
from .cards import DeckbuilderCard
from .codes import DeckbuilderCode
from .feasibility import feasibility
from .matches import by_chance, pairing
from .needs import Need, Requirements, requirements
from .outcomes import (
    Bought,
    BuildingBegan,
    Built,
    MarketClosed,
    MarketOpened,
    Outcome,
    Played,
    Ranked,
    Received,
    TurnPassed,
)
from .planning import CopiesOfEach, Representative
from .playing import Results, play
from .rules import DeckbuilderRules, Tariff, TieBreak, Traded
from .saving import as_json, dumps, loads
from .setup import set_up
from .shapes import CLASSES, PackShape, Part
from .starting import start
from .state import DeckbuilderDraft, replay
from .table import Deck, Match, Offer, Phase, Place, Seat, Table
from .trading import affordable, cheapest_trade, price_of, worth_of
from .variants import VARIANTS
from .views import Duty, LogEntry, SeatView, View

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
    "Need",
    "Offer",
    "Outcome",
    "PackShape",
    "Part",
    "PassTurn",
    "Phase",
    "Place",
    "Played",
    "Ranked",
    "Received",
    "Record",
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
