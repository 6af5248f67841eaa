"""Jumpstart and Jump In!: a player gets two packs, each a theme, or chooses them among offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from ...bits import Bits, Seed
from ...model import CardSet, Pack
from ...model.frozen import EMPTY, FrozenDict, as_tuple
from ..asking import Ask, Option
from ..cards import DraftCards
from ..engine import Record, refuse, taking
from ..script import Script
from .game import ZoneDraft, ZoneStart, ZoneSupply, ZoneView
from .kinds import DraftKind, Packs, begin_zones
from .settings import number, word
from .state import DISCARD, ZoneOutcome, ZoneState, ZoneStep, pool_of
from .themes import Colors, ThemeOffer, anything, goes_with, jump_in, offered_packs


@frozen
class JumpstartSettings:
    """What can be settled before Jumpstart."""

    offers: int = number(1, "among how many themes each of the two packs is chosen", 1, 6)
    second: str = word(
        ["any", "colors"], "second pack: any theme, or another one that goes with the first's"
    )


@frozen
class JumpInSettings:
    """Jump In! has no settings."""

    #: Each of the two packs is chosen among three themes.
    offers: ClassVar[int] = 3


@frozen(kw_only=True)
class StartJumpstart(ZoneStart):
    """For each player there are the packs offered first, then those offered after each of them.

    Attributes:
        themes: the names of the packs.
        offers: among how many a pack is chosen.
    """

    tag = "start_jumpstart"

    themes: tuple[str, ...] = field(converter=as_tuple)
    settings: JumpstartSettings | JumpInSettings = JumpstartSettings()


@frozen
class ChoosePack:
    """A player takes one of the packs that are offered.

    Attributes:
        seat: who does.
        pack: which, from 0 on.
    """

    tag = "choose_pack"

    seat: int
    pack: int


@frozen
class JumpstartView(ZoneView):
    """All that a player may see of Jumpstart at one moment.

    Attributes:
        themes: the names of the packs that are offered, by the numbers of their zones.
    """

    themes: Mapping[int, str]

    def describe(self, action: ChoosePack) -> Option:
        """Describe taking one of the packs that are offered."""
        number, theme = [*self.themes.items()][action.pack]
        pack = self.zone("pack", number)
        text = f"take pack {theme or action.pack + 1}, {pack.size} cards"
        return Option(action, text, pack.cards)


def _offer(step: ZoneStep, seat: int, first: int) -> None:
    """Let a player look at the packs from *first* on; one alone is taken at once."""
    count = step.settings.offers
    step.publish(offers=FrozenDict({**step.shown["offers"], seat: first}))
    for pack in range(first, first + count):
        step.show(("pack", pack), (seat,))
    if count == 1:
        _choose(step, ChoosePack(seat, 0))


def _choose(step: ZoneStep, action: ChoosePack) -> None:
    """Take a pack; the others go, and after the first the player is offered a second."""
    seat, offers, count = action.seat, dict(step.shown["offers"]), step.settings.offers
    first = offers.pop(seat)
    for at in range(count):
        pack = step.zone("pack", first + at)
        step.move(pack.numbers, pack.key, pool_of(seat) if at == action.pack else DISCARD)
    if first == _first_of(step, seat):
        _offer(step, seat, first + count * (1 + action.pack))
    else:
        step.publish(offers=FrozenDict(offers))
        step.next_turn()


def _first_of(state: ZoneState, seat: int) -> int:
    """Return the number of the first pack for a seat."""
    count: int = state.settings.offers
    return seat * (count + count * count)


@frozen(repr=False)
class Jumpstart(ZoneDraft):
    """Jumpstart, or Jump In!, at one moment; players choose whenever they like."""

    log: tuple[Record[StartJumpstart | ChoosePack, ZoneOutcome], ...] = ()

    title = "Jumpstart"
    kind = "jumpstart"
    least = 1
    start = StartJumpstart
    view_class = JumpstartView
    piles = "pack"

    choose_pack = taking(ChoosePack)

    @staticmethod
    def supply(players: int, settings: Any) -> ZoneSupply:
        """Return what the draft is held with."""
        return ZoneSupply(packs=players * (settings.offers + settings.offers**2))

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Offer every player the first packs."""
        start: StartJumpstart = step.table
        packs = _first_of(step, start.seats)
        if len(start.packs) != packs or len(start.themes) != packs:
            refuse(None, f"there are {packs} packs, each with the name of its theme")
        step.publish(offers=EMPTY)
        for seat in step.seats:
            _offer(step, seat, _first_of(step, seat))

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let any player that has not got two packs take one."""
        if step.shown["offers"]:
            choose = [Ask(ChoosePack, [range(step.settings.offers)])]
            _choose(step, (yield dict.fromkeys(step.shown["offers"], choose)))
        else:
            step.end("pack")

    def more_to_see(self, seat: int) -> Mapping[str, Any]:
        """Return the names of the packs that are offered."""
        first = self.shown["offers"].get(seat)
        packs = () if first is None else range(first, first + self.settings.offers)
        return {"themes": FrozenDict({pack: self.table.themes[pack] for pack in packs})}


def _jumpstart(settings: JumpstartSettings, first: Colors | None, _bits: Bits) -> ThemeOffer:
    """Offer themes in Jumpstart: any, or then such as go with the first."""
    if first is None or settings.second == "any":
        return ThemeOffer([anything] * settings.offers)
    return ThemeOffer([goes_with(first)] * settings.offers, repeats=False)


def _open_jumpstart(dealer: Any, cardset: CardSet, players: int, settings: Any) -> list[Pack]:
    return offered_packs(_jumpstart, dealer, cardset, players, settings)


def _open_jump_in(dealer: Any, cardset: CardSet, players: int, settings: Any) -> list[Pack]:
    return offered_packs(jump_in, dealer, cardset, players, settings)


def _start(
    kind: DraftKind, packs: Packs, cards: DraftCards, players: int, seed: Seed, settings: Any
) -> Any:
    """Return the draft at its beginning; a pack that has no name is no theme."""
    packs = [*packs]
    count = kind.supply(players, settings).packs
    themes = [each.layout if isinstance(each, Pack) else "" for each in packs[:count]]
    return begin_zones(kind, packs, cards, players, seed, settings, themes=themes)


JUMPSTART = DraftKind(
    "jumpstart",
    "two packs for each player, each a theme; random, or chosen among some",
    Jumpstart,
    JumpstartSettings,
    start=_start,
    open=_open_jumpstart,
)
JUMP_IN = DraftKind(
    "jump-in",
    "two packs for each player, each chosen among three themes by their colours",
    Jumpstart,
    JumpInSettings,
    start=_start,
    open=_open_jump_in,
)
