"""Sealed: pools of a player's packs, and the teams that share theirs out, as in Draftmancer.

A player takes cards from the team's pool, and releases them again; nobody takes what another player
has.  Who plays what nobody has taken (CR 100.4c, 100.4d) is the team's affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self, TypeAlias

from attrs import define, field, frozen

from ..display import Displayed
from ..errors import DraftError
from ..model import Pack, PackCard
from ..model.frozen import FrozenDict, as_tuple
from .asking import Ask, One
from .engine import Record, Seen, check_seat, has_each_once, of_seat, taking
from .script import Script, ScriptedGame, ScriptState, ScriptStep

#: For each round the packs of the seats, as ``Deal.rounds`` has them.
Rounds: TypeAlias = Iterable[Sequence[Pack | Iterable[PackCard]]]


def sealed_pools(rounds: Rounds) -> tuple[tuple[PackCard, ...], ...]:
    """Return the cards of all packs of each seat, in the order of rounds.

    Args:
        rounds: for each round the packs of the seats, as ``Deal.rounds`` has them.

    Raises:
        DraftError: If there is no round, the rounds have packs for different numbers of seats, or a
            part of a pack is not a card.
    """
    dealt = [tuple(each) for each in rounds]
    if len({len(each) for each in dealt}) != 1:
        raise DraftError(
            f"every round has a pack for each seat; there are {[len(each) for each in dealt]}"
        )
    pools = []
    for packs in zip(*dealt, strict=True):
        opened = [pack.cards if isinstance(pack, Pack) else pack for pack in packs]
        pools.append(tuple([card for pack in opened for card in pack]))
    for card in (card for pool in pools for card in pool):
        if not isinstance(card, PackCard):
            raise DraftError(f"a pack holds PackCards, not {card!r}")
    return tuple(pools)


@frozen
class SealedTeam:
    """A team, and the pool it shares.

    Attributes:
        seats: the seats of its players.
        pool: the numbers of the cards in its pool, in order.
    """

    seats: tuple[int, ...] = field(converter=as_tuple)
    pool: tuple[int, ...] = field(converter=as_tuple)


@frozen
class StartTeamSealed:
    """Teams have opened their packs.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        teams: the teams.
    """

    tag = "start_team_sealed"

    cards: tuple[PackCard, ...] = field(converter=as_tuple)
    teams: tuple[SealedTeam, ...] = field(converter=as_tuple)


@frozen
class TakeCard:
    """A player takes a card from the team's pool."""

    tag = "take_card"

    seat: int
    card: int


@frozen
class ReleaseCard:
    """A player puts a card back into the team's pool."""

    tag = "release_card"

    seat: int
    card: int


#: What a player can do with the cards of the team's pool.
TeamSealedAction: TypeAlias = TakeCard | ReleaseCard


@frozen
class TeamSealedView(Displayed):
    """All that a player may see at one moment.

    Attributes:
        seat: whose view it is.
        moment: how many records the log has.
        team: the seats of the player's team.
        pool: the cards of the team's pool by number.
        owners: the seat that has a card, by its number, for those that were taken.
        others: for each other team its seats; what it has is hidden.
    """

    seat: int
    moment: int
    team: tuple[int, ...]
    pool: Mapping[int, PackCard]
    owners: Mapping[int, int]
    others: tuple[tuple[int, ...], ...]


@define(init=False, eq=False, repr=False)
class TeamSealedState(ScriptState):  # type: ignore[override] # it has more fields
    """The fields of sealed pools that teams share out.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        teams: the teams.
        owners: for each card the seat that has it, or None.
    """

    cards: tuple[PackCard, ...]
    teams: tuple[SealedTeam, ...]
    owners: tuple[int | None, ...]

    @property
    def seats(self) -> range:
        """Return the numbers of the seats."""
        return range(sum(len(team.seats) for team in self.teams))

    @of_seat
    def team(self, seat: int) -> SealedTeam:
        """Return the team of a seat.

        Raises:
            DraftError: If there is no such seat.
        """
        return next(team for team in self.teams if seat in team.seats)

    def owned(self, seat: int, owner: int | None) -> tuple[int, ...]:
        """Return the cards in the pool of a seat's team that a seat has, or nobody if it is None.

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple([card for card in self.team(seat).pool if self.owners[card] == owner])


class TeamSealedStep(TeamSealedState, ScriptStep):
    """Sealed pools while a card changes hands."""


@frozen(repr=False)
class TeamSealed(TeamSealedState, ScriptedGame, Seen[TeamSealedView]):
    """Teams that share out their sealed pools, at one moment."""

    log: tuple[Record[StartTeamSealed | TeamSealedAction, object], ...] = ()

    title = "team sealed"
    kind = "team_sealed"
    start = StartTeamSealed
    step = TeamSealedStep

    take = taking(TakeCard)
    release = taking(ReleaseCard)

    @classmethod
    def from_start(cls, start: StartTeamSealed) -> Self:
        """Return the state after a start.

        Raises:
            DraftError: If a team is empty, or a seat or a card is not in exactly one team.
        """
        seats = [seat for team in start.teams for seat in team.seats]
        pools = [card for team in start.teams for card in team.pool]
        if not all(team.seats for team in start.teams):
            raise DraftError("a team has one seat or more")
        for what, those, count in (("seat", seats, len(seats)), ("card", pools, len(start.cards))):
            if not has_each_once(those, count):
                raise DraftError(f"every {what} is in one team, named by its number from 0 on")
        nothing = cls(start.cards, start.teams, (None,) * len(start.cards))
        return nothing.played(TeamSealedStep(nothing), start)

    @staticmethod
    def take_turn(step: TeamSealedStep) -> Script:
        """Let any player take a card that nobody has, or release one."""
        untaken = "a card of its team's pool that nobody has"
        action = yield {
            seat: [
                Ask(TakeCard, [One(step.owned(seat, None), untaken)]),
                Ask(ReleaseCard, [One(step.owned(seat, seat), "a card that it has")]),
            ]
            for seat in step.seats
        }
        owner = action.seat if isinstance(action, TakeCard) else None
        step.owners = (*step.owners[: action.card], owner, *step.owners[action.card + 1 :])

    def pool(self, seat: int) -> tuple[PackCard, ...]:
        """Return the cards that a seat has taken, in the order of its team's pool.

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple([self.cards[card] for card in self.owned(seat, seat)])

    def untaken(self, seat: int) -> tuple[PackCard, ...]:
        """Return the cards in the pool of a seat's team that nobody has taken, in order.

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple([self.cards[card] for card in self.owned(seat, None)])

    def view_of(self, seat: int, moment: int) -> TeamSealedView:
        """Return the view of a player: the team's pool, and who has which card."""
        mine = self.team(seat)
        owners = {card: self.owners[card] for card in mine.pool}
        return TeamSealedView(
            seat,
            moment,
            mine.seats,
            FrozenDict({card: self.cards[card] for card in mine.pool}),
            FrozenDict({card: owner for card, owner in owners.items() if owner is not None}),
            tuple([team.seats for team in self.teams if team is not mine]),
        )


def start_team_sealed(rounds: Rounds, teams: Iterable[Iterable[int]]) -> TeamSealed:
    """Teams whose players have put all their packs together.

    Args:
        rounds: for each round the packs of the seats, as ``Deal.rounds`` has them.
        teams: for each team the numbers of its players' seats.

    Raises:
        DraftError: If *rounds* are not as :func:`sealed_pools` requires them, or a seat is not in
            exactly one team.
    """
    pools = sealed_pools(rounds)
    cards: list[PackCard] = []
    made = []
    for team in teams:
        seats = tuple(team)
        for seat in seats:
            check_seat(seat, len(pools))
        first = len(cards)
        cards += [card for seat in seats for card in pools[seat]]
        made.append(SealedTeam(seats, range(first, len(cards))))
    missing = set(range(len(pools))).difference(*[team.seats for team in made])
    if missing:
        raise DraftError("is in no team", min(missing))
    return TeamSealed.from_start(StartTeamSealed(cards, made))
