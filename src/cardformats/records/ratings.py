"""Ratings of cards, learned from what was picked from what.

Each card gets a worth *w*.  The model is Plackett's and Luce's: of the cards that lie open, each is
taken with a chance of its worth by the sum of their worths; a pick of several cards counts as
consecutive picks.  The rating is five times the chance that the card is preferred to one of
worth 1: 5 w / (1 + w).

The worths are those under which the picks were most likely, if each card had also been *prior*
times beside a card of worth 1, and been taken half of the times: a card that was seen once is near
the middle.  There is one such set of worths, and by it the mean of all ratings is 2.5.
It is approached by minorization and maximization (Hunter 2004): in each round the sums are held,
each worth becomes the root of the equation that is left, and all are scaled to that mean.
A round takes time linear in the cards of all picks.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from math import fsum, isfinite, sqrt
from pathlib import Path
from typing import Any, TypeAlias

from attrs import field, frozen

from ..errors import ModelError
from ..model import CardRef
from ..source import SourceText
from .record import DraftRecord

#: What lay open to a player, and the places of the cards that were taken, in order.
Picked: TypeAlias = tuple[Sequence[CardRef], Sequence[int]]

#: The member that says that a text is ratings, and the version of its form.
MARK, VERSION = "cardformats_ratings", 1

_HIGHEST = 5.0
_DIGITS = 4
#: Rounds end when no rating changes by more than this, or after the maximum number of rounds.
_CLOSE, _MOST_ROUNDS = 1e-5, 1000


@frozen
class CardRating:
    """What was learned of the cards of a name.

    Attributes:
        name: the name.
        rating: from 0 to 5; 2.5 is the middle.
        seen: how often it lay open where there was a choice; two copies count twice.
        taken: how often it was taken then.

    Raises:
        ModelError: these cannot be.
    """

    name: str
    rating: float
    seen: int = 0
    taken: int = 0

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be."""
        is_number = type(self.rating) in (int, float) and isfinite(self.rating)
        if type(self.name) is not str or not (is_number and 0 <= self.rating <= _HIGHEST):
            raise ModelError(
                f"a rating of a name is from 0 to 5, not {self.name!r}: {self.rating!r}"
            )
        if not (type(self.seen) is type(self.taken) is int and 0 <= self.taken <= self.seen):
            raise ModelError(f"{self.name!r} was taken {self.taken!r} of {self.seen!r} times")


def _as_ratings(cards: Iterable[CardRating]) -> tuple[CardRating, ...]:
    return tuple(cards)


@frozen
class Ratings:
    """Ratings by name, the highest first.

    Attributes:
        cards: the ratings.
        rounds: how many rounds it took to learn them; 0 if they are not learned.

    Raises:
        ModelError: a name is there twice, or something is no rating.
    """

    cards: tuple[CardRating, ...] = field(converter=_as_ratings)
    rounds: int = field(default=0, eq=False)

    def __attrs_post_init__(self) -> None:
        """Refuse a name that is there twice."""
        if any(type(each) is not CardRating for each in self.cards):
            raise ModelError("Ratings holds CardRatings")
        if len(self.by_name) < len(self.cards):
            raise ModelError("a name has two ratings")

    @property
    def by_name(self) -> dict[str, float]:
        """Return the ratings alone, as bots take them."""
        return {each.name: each.rating for each in self.cards}


def picks_of(records: Iterable[DraftRecord], *, bots: bool = False) -> Iterator[Picked]:
    """Return the picks in *records* that can be learned from: single cards from what lay open.

    Piles and exchanges are choices of another kind.

    Args:
        records: drafts.
        bots: whether the picks of bots are taken, too.
    """
    for record in records:
        for seat in record.seats:
            for pick in seat.picks if bots or not seat.is_bot else ():
                lies_open = len(pick.pack) - pick.hidden
                if not (pick.piles or pick.hand):
                    yield pick.pack[:lies_open], [at for at in pick.picked if at < lies_open]


def learn(picks: Iterable[Picked], *, prior: float = 4.0) -> Ratings:
    """Learn the ratings under which *picks* are most likely; see the module for the model.

    The same picks in the same order give the same ratings.

    Args:
        picks: for each the cards that lay open, and the places of those taken.  The name
            identifies a card.
        prior: how many times each card was beside a middle one, as it were; a higher one keeps
            cards that were seen seldom nearer to 2.5.

    Raises:
        ModelError: a place is not there or is there twice, or *prior* is not above 0.
    """
    if not (isfinite(prior) and prior > 0):
        raise ModelError(f"prior is a number above 0, not {prior!r}")
    numbers: dict[str, int] = {}
    choices: list[list[int]] = []
    seen: list[int] = []
    taken: list[int] = []
    for pack, places in picks:
        for card in pack:
            if numbers.setdefault(card.name, len(numbers)) == len(seen):
                seen.append(0)
                taken.append(0)
        for left, chosen in _choices([numbers[card.name] for card in pack], places):
            choices.append(left)
            taken[chosen] += 1
            for number in left:
                seen[number] += 1
    worths, rounds = _worths(choices, taken, prior)
    cards = [
        CardRating(name, round(_rating(worths[number]), _DIGITS), seen[number], taken[number])
        for name, number in numbers.items()
    ]
    return Ratings(sorted(cards, key=lambda each: (-each.rating, each.name)), rounds)


def _choices(pack: list[int], places: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Yield what was left and what was chosen, card by card, where there was a choice.

    Raises:
        ModelError: a place is not there, or is there twice.
    """
    if len({*places}) < len(places) or not {*places} <= {*range(len(pack))}:
        raise ModelError(f"{[*places]} are no different places of {len(pack)} cards")
    for count, place in enumerate(places):
        before = {*places[:count]}
        left = [number for at, number in enumerate(pack) if at not in before]
        if len(left) > 1:
            yield left, pack[place]


def _worths(
    choices: Sequence[Sequence[int]], taken: Sequence[int], prior: float
) -> tuple[list[float], int]:
    """Return the worth of each card, and how many rounds it took."""
    worths = [1.0] * len(taken)
    for rounds in range(1, _MOST_ROUNDS + 1):
        shares = [0.0] * len(taken)
        for left in choices:
            share = 1 / fsum([worths[number] for number in left])
            for number in left:
                shares[number] += share
        before = worths
        held = zip(taken, shares, strict=True)
        worths = _scaled([_root(wins + prior / 2, share, prior) for wins, share in held])
        changes = (
            abs(_rating(now) - _rating(was)) for now, was in zip(worths, before, strict=True)
        )
        if max(changes, default=0) <= _CLOSE:
            return worths, rounds
    return worths, _MOST_ROUNDS


def _root(wins: float, share: float, prior: float) -> float:
    """Return the worth *w* with ``wins / w = share + prior / (1 + w)``."""
    linear = share + prior - wins
    root = sqrt(linear * linear + 4 * share * wins)
    # of the two ways to write it, the one that subtracts no near numbers
    return 2 * wins / (linear + root) if linear > 0 else (root - linear) / (2 * share)


def _scaled(worths: list[float]) -> list[float]:
    """Scale *worths* so that the mean of their ratings is the middle."""
    low, high = 1 / max(worths, default=1), 1 / min(worths, default=1)
    while low < (factor := sqrt(low * high)) < high:
        if fsum([_rating(factor * worth) for worth in worths]) * 2 < _HIGHEST * len(worths):
            low = factor
        else:
            high = factor
    return [factor * worth for worth in worths]


def _rating(worth: float) -> float:
    return _HIGHEST * worth / (1 + worth)


def dumps(ratings: Ratings) -> str:
    """Write *ratings* as JSON, a card a line."""
    rows = [
        f"  {json.dumps(each.name, ensure_ascii=False)}: "
        f'{{"rating": {each.rating}, "seen": {each.seen}, "taken": {each.taken}}}'
        for each in ratings.cards
    ]
    body = "{\n" + ",\n".join(rows) + "\n}" if rows else "{}"
    return f'{{"{MARK}": {VERSION}, "cards": {body}}}\n'


def loads(text: str) -> Ratings:
    """Load ratings from JSON *text*: as they were stored, or with ``rating`` alone.

    Raises:
        ModelError: the text is no JSON, or no ratings.
    """
    try:
        document = json.loads(text, object_pairs_hook=_members)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"this is not valid JSON: {error}") from None
    cards = document.get("cards") if isinstance(document, dict) else None
    if not isinstance(cards, dict) or document.get(MARK) != VERSION:
        raise ModelError(f'ratings are an object with "{MARK}": {VERSION} and "cards"')
    return Ratings([_card_rating(name, each) for name, each in cards.items()])


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of an object.

    Raises:
        ModelError: a name is there twice.
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ModelError("an object has two members of one name")
    return members


def _card_rating(name: str, members: object) -> CardRating:
    """Return the rating of a name that an object of JSON is.

    Raises:
        ModelError: it is none.
    """
    known = {"rating", "seen", "taken"}
    if not isinstance(members, dict) or not {"rating"} <= members.keys() <= known:
        raise ModelError(f"the rating of {name!r} is an object with 'rating', 'seen' and 'taken'")
    return CardRating(name, **members)


def load(path: Path | str) -> Ratings:
    """Load the ratings in a file.

    Raises:
        ModelError: it holds none.
        OSError: it cannot be read.
    """
    return loads(SourceText.from_bytes(str(path), Path(path).read_bytes()).text.lstrip("\ufeff"))
