"""Kinds of draft by name: the library's own, and those that others register or publish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, Protocol, TypeAlias

from attrs import Factory, field, fields, frozen, has

from ...bits import Seed, seed_key
from ...errors import DraftError
from ...model import CardRef, CardSet, Event, Pack, PackCard
from ...plugins import BrokenPluginError, Plugins, UnknownPluginError, load
from ..cards import DraftCard, DraftCards, draft_cards
from ..decks import BASIC_LANDS
from ..engine import Game, numbered
from .game import MAX_CARDS, MAX_SEATS, ZoneDraft, ZoneSupply

#: Packs of a generator, or anything that holds cards of packs.
Packs: TypeAlias = Iterable[Pack | Iterable[PackCard | CardRef]]


class ZoneDealer(Protocol):
    """Anything that deals packs, such as a :class:`cardformats.Generator`."""

    def deal(self, players: int, event: Event | None = None) -> Any:
        """Deal packs to the players; the result has them in ``packs``."""


def _of_game(name: str, default: object = None) -> Any:
    """Define a field of a kind whose default is that of its game."""
    return field(default=Factory(lambda kind: getattr(kind.game, name, default), takes_self=True))


@frozen
class DraftKind:
    """A kind of draft.

    Attributes:
        name: what it is called by, in the command and in stored games.
        text: what it is, in a line.
        game: the class of its states.
        settings: a frozen class of what can be settled beforehand, whose fields are those of
            ``cardformats.draft.settings``.
        supply: returns what the draft is held with, of a number of players and the settings; by
            default that of *game*.
        least, most: how many players there can be; by default those of *game*.
        start: begins it; by default with the start of *game*, whose member ``settings`` they are.
        open: opens its packs with a generator, for a card set, a number of players and settings; by
            default as many as *supply* says.
    """

    name: str
    text: str
    game: type[Game]
    settings: type
    supply: Callable[[int, Any], ZoneSupply] = _of_game("supply")  # noqa: RUF009 - a field
    least: int = _of_game("least", 2)
    most: int = _of_game("most", MAX_SEATS)
    start: Callable[[DraftKind, Packs, DraftCards, int, Seed, Any], Any] | None = None
    open: Callable[[Any, CardSet, int, Any], list[Pack]] | None = None

    def settle(self, settings: Mapping[str, Any]) -> Any:
        """Return the settings of those names and values.

        Raises:
            DraftError: If there is no such setting, or the value is impossible for it.
        """
        names = [each.name for each in fields(self.settings)]
        if unknown := [name for name in settings if name not in names]:
            some = f"; there are {', '.join(names)}" if names else ""
            raise DraftError(f"a {self.name} draft has no setting {unknown[0]!r}{some}")
        return self.settings(**settings)

    def check_players(self, players: int) -> None:
        """Refuse a number of players that cannot hold such a draft.

        Raises:
            DraftError: If there are too few or too many players.
        """
        if type(players) is not int or not self.least <= players <= self.most:
            is_any = self.most > self.least
            some = f"{self.least} to {self.most}" if is_any else f"exactly {self.least}"
            raise DraftError(f"a {self.name} draft is for {some}, not for {players!r} players")


def begin(
    kind: str | DraftKind,
    packs: Packs,
    cards: CardSet | DraftCards,
    /,
    *,
    players: int,
    seed: Seed,
    **settings: Any,
) -> Any:
    """Begin a draft of that kind.

    Args:
        kind: the kind, or its name.
        packs: what :func:`packs_for` opens for it, or any other packs; of too many the first ones
            are taken.
        cards: where it is looked up what the cards are.
        players: how many seats there are.
        seed: what chance is derived from.
        settings: what can be settled beforehand, by name.

    Raises:
        DraftError: If the kind or the setting does not exist, the kind does not allow this number
            of players, or there are too few packs or cards.
        CollationError: If the seed is not an int, str or bytes.
    """
    made = draft_kind(kind)
    settled = made.settle(settings)
    made.check_players(players)
    return (made.start or begin_zones)(made, packs, draft_cards(cards), players, seed, settled)


def begin_zones(
    kind: DraftKind,
    packs: Packs,
    cards: DraftCards,
    players: int,
    seed: Seed,
    settings: Any,
    **more: Any,
) -> Any:
    """Begin a draft of zones, see :func:`begin`; *more* are further members of its start."""
    game: Any = kind.game
    assert issubclass(game, ZoneDraft)  # noqa: S101 - other kinds bring a start of their own
    dealt = supplied(kind.supply(players, settings), packs, cards)
    key = seed_key(seed, game.step.chance).hex()
    every = [card for pack in dealt for card in pack]
    start = game.start(
        cards=every,
        packs=numbered(map(len, dealt)),
        seats=players,
        seed=key,
        settings=settings,
        **more,
    )
    return game.from_start(start)


def supplied(supply: ZoneSupply, packs: Packs, cards: DraftCards) -> list[tuple[DraftCard, ...]]:
    """Return the packs that a draft is held with, out of some packs; one pack if it needs cards.

    Raises:
        DraftError: If there are too few packs.
    """
    dealt: list[tuple[DraftCard, ...]] = []
    count = 0
    for pack in first_packs(packs, supply.packs) if supply.packs else packs:
        if supply.cards and count >= supply.cards:
            break
        made = cards.of(pack)
        if supply.without_basics:
            made = tuple([card for card in made if card.name not in BASIC_LANDS])
        dealt.append(made)
        count += len(made)
    if supply.packs:
        return dealt
    every = tuple([card for pack in dealt for card in pack])
    if count < supply.cards:
        raise DraftError(f"this takes {supply.cards} cards; there are {count}")
    return [every[: supply.cards] if supply.cards else every]


def first_packs(packs: Packs, count: int) -> list[Any]:
    """Return the first *count* packs.

    Raises:
        DraftError: If there are too few packs.
    """
    first = [*islice(packs, count)]
    if len(first) < count:
        raise DraftError(f"this takes {count} packs; there are {len(first)}")
    return first


def packs_for(
    kind: str | DraftKind, dealer: ZoneDealer, cardset: CardSet, /, *, players: int, **settings: Any
) -> list[Any]:
    """Return the packs that a draft of that kind is held with.

    Args:
        kind: the kind, or its name.
        dealer: what opens them, a :class:`cardformats.Generator`.
        cardset: the list, for kinds that are held with every card of it, once.
        players: how many players there are.
        settings: what can be settled beforehand, by name.

    Raises:
        DraftError: If the kind or the setting does not exist, or the number of players is wrong.
        CollationError: If the packs cannot be made.
    """
    made = draft_kind(kind)
    made.check_players(players)
    settled = made.settle(settings)
    if made.open is not None:
        return made.open(dealer, cardset, players, settled)
    supply = made.supply(players, settled)
    if max(supply.packs, supply.cards) > MAX_CARDS:
        raise DraftError(f"a draft has up to {MAX_CARDS} cards, and as many packs")
    if supply.pool:
        return [pool_cards(cardset)]
    count = supply.packs or 1
    while True:
        dealt = list(dealer.deal(1, Event(boosters_per_player=count)).packs)
        if not supply.cards:
            return dealt
        usable = sum(_usable(pack, supply) for pack in dealt)
        if usable >= supply.cards:
            return dealt
        if not usable:
            raise DraftError("the packs have no cards to draft")
        # packs of a finite supply are dealt at once, so that it is known what is left
        count += max(1, (supply.cards - usable) * count // usable)


def _usable(pack: Pack, supply: ZoneSupply) -> int:
    names = [card.card.name for card in pack.cards]
    return sum(not (supply.without_basics and name in BASIC_LANDS) for name in names)


def pool_cards(cardset: CardSet) -> list[CardRef]:
    """Return each printing of the sheets once; every card if there are no sheets."""
    refs = [entry.card for sheet in cardset.sheets.values() for entry in sheet.entries]
    known = [card.ref if (card := cardset.card(ref)) else ref for ref in refs]
    return list(dict.fromkeys(known)) or [card.ref for card in cardset.cards]


#: The games that are stored by a name and are no kinds of draft, and where they are.
GAMES = {
    "booster": "booster.game:BoosterDraft",
    "conspiracy": "conspiracy:ConspiracyGame",
    "deckbuilder": "deckbuilder:DeckbuilderDraft",
    "team_sealed": "sealed:TeamSealed",
}


def _checked(name: str, kind: Any) -> DraftKind:
    if not isinstance(kind, DraftKind):
        raise DraftError(f"the kind of draft {name!r} is not a DraftKind: {kind!r}")
    own: Any = kind.name
    if not isinstance(own, str) or not own or own in GAMES:
        raise DraftError(f"no kind of draft of a third party has the name {own!r}")
    game: Any = kind.game
    if not (isinstance(game, type) and issubclass(game, Game) and has(kind.settings)):
        raise DraftError(f"the kind of draft {name!r} needs a Game, and an attrs class of settings")
    if taken := {"players", "seed"} & {each.name for each in fields(kind.settings)}:
        raise DraftError(
            f"no setting of a draft has the name {min(taken)!r}, which all drafts have"
        )
    return kind


#: Where the library's own kinds are; they stand on this module.
_BUILT_IN = (
    "zones.grid:KIND",
    "zones.housman:KIND",
    "zones.minesweeper:KIND",
    "zones.rochester:KIND",
    "zones.rotisserie:KIND",
    "zones.solomon:KIND",
    "zones.winchester:KIND",
    "zones.winston:KIND",
    "zones.jumpstart:JUMPSTART",
    "zones.jumpstart:JUMP_IN",
    "booster.variants:GLIMPSE",
    "booster.variants:SUPREME",
)


def _built_in() -> Mapping[str, DraftKind]:
    kinds: list[DraftKind] = [load(f"cardformats.draft.{place}") for place in _BUILT_IN]
    return {kind.name: kind for kind in kinds}


_KINDS = Plugins("cardformats.drafts", _checked, _built_in, lambda kind: kind.name)


def draft_kind(name: str | DraftKind) -> DraftKind:
    """Return the kind of draft of that name.

    Raises:
        DraftError: If there is no such kind, or it cannot be loaded.
    """
    if isinstance(name, DraftKind):
        return name
    if not isinstance(name, str):
        raise DraftError(f"a kind of draft is a DraftKind or its name, not {name!r:.80}")
    try:
        return _KINDS.get(name)
    except UnknownPluginError as error:
        known = ", ".join(error.names)
        raise DraftError(f"there is no kind of draft {name[:80]!r}; there are {known}") from None
    except BrokenPluginError as error:
        reason = f"the kind of draft {name!r} cannot be loaded: {error.reason!r}"
        raise DraftError(reason) from error.reason


def draft_kinds() -> Mapping[str, DraftKind]:
    """Return all kinds of draft by name, those of others included."""
    return _KINDS.all()


def register_draft_kind(kind: DraftKind) -> None:
    """Make a kind of draft known, before any entry point of its name.

    Raises:
        DraftError: If *kind* is not a DraftKind, or a kind of the library has its name.
    """
    _checked(getattr(kind, "name", "?"), kind)
    if kind.name in _KINDS.known() and _KINDS.provider(kind.name) == "cardformats":
        raise DraftError(f"there is a kind of draft {kind.name!r} already")
    _KINDS.add(kind.name, kind)
