"""Team Sealed: the players of a team share the cards of all their packs out, as in Draftmancer.

A player takes cards from the team's pool, and releases them again; nobody takes what another player
has.  Who plays what nobody has taken (CR 100.4c, 100.4d) is the team's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from attrs import evolve, field, frozen

from ..errors import DraftError
from ..model import PackCard
from ..model.frozen import FrozenDict, as_tuple
from .replaying import replayed
from .sealed import Rounds, sealed_pools
from .seats import check_seat_number


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

    cards: tuple[PackCard, ...] = field(converter=as_tuple)
    teams: tuple[SealedTeam, ...] = field(converter=as_tuple)


@frozen
class TakeCard:
    """A player takes a card from the team's pool."""

    seat: int
    card: int


@frozen
class ReleaseCard:
    """A player puts a card back into the team's pool."""

    seat: int
    card: int


#: What a player can do with the cards of the team's pool.
TeamSealedAction: TypeAlias = TakeCard | ReleaseCard


@frozen
class TeamSealedView:
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


@frozen
class TeamSealed:
    """Teams that share out their sealed pools, at one moment.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        teams: the teams.
        owners: for each card the seat that has it, or None.
        log: what was done, from the start.
    """

    cards: tuple[PackCard, ...]
    teams: tuple[SealedTeam, ...]
    owners: tuple[int | None, ...]
    log: tuple[StartTeamSealed | TeamSealedAction, ...] = ()

    def team(self, seat: int) -> SealedTeam:
        """The team of a seat.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat_number(seat, sum(len(team.seats) for team in self.teams))
        return next(team for team in self.teams if seat in team.seats)

    def pool(self, seat: int) -> tuple[PackCard, ...]:
        """The cards that a seat has taken, in the order of its team's pool.

        Raises:
            DraftError: there is no such seat.
        """
        return self._owned(seat, seat)

    def untaken(self, seat: int) -> tuple[PackCard, ...]:
        """The cards in the pool of a seat's team that nobody has taken, in order.

        Raises:
            DraftError: there is no such seat.
        """
        return self._owned(seat, None)

    def _owned(self, seat: int, owner: int | None) -> tuple[PackCard, ...]:
        pool = self.team(seat).pool
        return tuple([self.cards[card] for card in pool if self.owners[card] == owner])

    def view(self, seat: int) -> TeamSealedView:
        """All that a player may see now: the team's pool, and who has which card.

        Raises:
            DraftError: there is no such seat.
        """
        mine = self.team(seat)
        owners = {card: self.owners[card] for card in mine.pool}
        return TeamSealedView(
            seat,
            len(self.log),
            mine.seats,
            FrozenDict({card: self.cards[card] for card in mine.pool}),
            FrozenDict({card: owner for card, owner in owners.items() if owner is not None}),
            tuple([team.seats for team in self.teams if team is not mine]),
        )

    # any action

    def verify(self, action: TeamSealedAction) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: whose action it is, and why it is not allowed.
        """
        if type(action) not in _VERIFY:
            message = f"this is nothing that can be done with sealed pools: {action!r}"
            raise DraftError(message)
        pool = self.team(action.seat).pool
        if type(action.card) is not int or action.card not in pool:
            message = f"there is no card {action.card!r} in its team's pool"
            raise DraftError(message, action.seat)
        _VERIFY[type(action)](self, action)

    def can(self, action: TeamSealedAction) -> bool:
        """Whether an action is allowed."""
        try:
            self.verify(action)
        except DraftError:
            return False
        return True

    def do(self, action: TeamSealedAction) -> TeamSealed:
        """The state after an action.

        Raises:
            DraftError: it is not allowed.
        """
        self.verify(action)
        owners = list(self.owners)
        owners[action.card] = action.seat if isinstance(action, TakeCard) else None
        return evolve(self, owners=tuple(owners), log=(*self.log, action))

    # taking and releasing

    def verify_take(self, seat: int, card: int) -> None:
        """Refuse to take a card; see :meth:`take`.

        Raises:
            DraftError: why.
        """
        self.verify(TakeCard(seat, card))

    def can_take(self, seat: int, card: int) -> bool:
        """Whether a player can take a card."""
        return self.can(TakeCard(seat, card))

    def take(self, seat: int, card: int) -> TeamSealed:
        """A player takes a card of the team's pool that nobody has.

        Raises:
            DraftError: it is not in the team's pool, or somebody has it.
        """
        return self.do(TakeCard(seat, card))

    def verify_release(self, seat: int, card: int) -> None:
        """Refuse to release a card; see :meth:`release`.

        Raises:
            DraftError: why.
        """
        self.verify(ReleaseCard(seat, card))

    def can_release(self, seat: int, card: int) -> bool:
        """Whether a player can release a card."""
        return self.can(ReleaseCard(seat, card))

    def release(self, seat: int, card: int) -> TeamSealed:
        """A player puts a card that the player has taken back into the team's pool.

        Raises:
            DraftError: the player does not have it.
        """
        return self.do(ReleaseCard(seat, card))


def _verify_take(state: TeamSealed, action: TakeCard) -> None:
    owner = state.owners[action.card]
    if owner is not None:
        whose = "it has" if owner == action.seat else f"seat {owner} has"
        message = f"{whose} {state.cards[action.card].card.name!r} already"
        raise DraftError(message, action.seat)


def _verify_release(state: TeamSealed, action: ReleaseCard) -> None:
    if state.owners[action.card] != action.seat:
        message = f"does not have {state.cards[action.card].card.name!r}"
        raise DraftError(message, action.seat)


_VERIFY: dict[type, Callable[..., None]] = {TakeCard: _verify_take, ReleaseCard: _verify_release}


def start_team_sealed(rounds: Rounds, teams: Iterable[Iterable[int]]) -> TeamSealed:
    """Teams whose players have put all their packs together.

    Args:
        rounds: for each round the packs of the seats, as ``Deal.rounds`` has them.
        teams: for each team the numbers of its players' seats.

    Raises:
        DraftError: rounds are not as :func:`sealed_pools` takes them, or teams do not consist of
            all seats, each in one of them.
    """
    pools = sealed_pools(rounds)
    cards: list[PackCard] = []
    made = []
    for team in teams:
        seats = tuple(team)
        for seat in seats:
            check_seat_number(seat, len(pools))
        first = len(cards)
        cards += [card for seat in seats for card in pools[seat]]
        made.append(SealedTeam(seats, range(first, len(cards))))
    missing = set(range(len(pools))).difference(*[team.seats for team in made])
    if missing:
        message = "is in no team"
        raise DraftError(message, min(missing))
    return _started(StartTeamSealed(cards, made))


def replay_team_sealed(log: Iterable[StartTeamSealed | TeamSealedAction]) -> TeamSealed:
    """The state that a log leads to.

    Raises:
        DraftError: the log does not begin with a start, or an action in it is not allowed.
    """
    return replayed(log, StartTeamSealed, _started, "the teams")


def _started(start: StartTeamSealed) -> TeamSealed:
    """The state after a start.

    Raises:
        DraftError: a team is empty, or a seat or a card is in two teams or in none.
    """
    seats = [seat for team in start.teams for seat in team.seats]
    pools = [card for team in start.teams for card in team.pool]
    if not all(team.seats for team in start.teams):
        message = "a team has one seat or more"
        raise DraftError(message)
    for what, numbers, count in (("seat", seats, len(seats)), ("card", pools, len(start.cards))):
        if any(type(each) is not int for each in numbers) or sorted(numbers) != [*range(count)]:
            message = f"every {what} is in one team, named by its number from 0 on"
            raise DraftError(message)
    return TeamSealed(start.cards, start.teams, (None,) * len(start.cards), (start,))
