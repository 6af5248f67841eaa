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
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import fsum, isfinite, sqrt
from pathlib import Path
from typing import TypeAlias

from attrs import asdict, field, frozen

from ..draft.save import object_of
from ..errors import ModelError
from ..model import CardRef
from ..model.frozen import as_tuple
from ..model.validate import at_least, instance_of, string, tuple_of
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
        ModelError: If a number is impossible.
    """

    name: str = field(validator=string)
    rating: float = field(validator=instance_of(int, float))
    seen: int = field(default=0, validator=at_least(0))
    taken: int = field(default=0, validator=at_least(0))

    def __attrs_post_init__(self) -> None:
        """Refuse what cannot be."""
        if not 0 <= self.rating <= _HIGHEST:
            raise ModelError(f"the rating of {self.name!r} is from 0 to 5, not {self.rating!r}")
        if self.taken > self.seen:
            raise ModelError(f"{self.name!r} was taken {self.taken} of {self.seen} times")


@frozen
class Ratings:
    """Ratings by name, the highest first.

    Attributes:
        cards: the ratings.
        rounds: how many rounds it took to learn them; 0 if they are not learned.

    Raises:
        ModelError: If a name is repeated, or a value is not a rating.
    """

    cards: tuple[CardRating, ...] = field(converter=as_tuple, validator=tuple_of(CardRating))
    rounds: int = field(default=0, eq=False)

    def __attrs_post_init__(self) -> None:
        """Refuse a name that is there twice."""
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
                if not (pick.piles or pick.hand):
                    yield pick.seen, [at for at in pick.picked if at < len(pick.seen)]


def learn(picks: Iterable[Picked], *, prior: float = 4.0) -> Ratings:
    """Learn the ratings under which *picks* are most likely; see the module for the model.

    The same picks in the same order give the same ratings.

    Args:
        picks: for each the cards that lay open, and the places of those taken.  The name
            identifies a card.
        prior: how many times each card was beside a middle one, as it were; a higher one keeps
            cards that were seen seldom nearer to 2.5.

    Raises:
        ModelError: If a place is unknown or repeated, or *prior* is not above 0.
    """
    if not (isfinite(prior) and prior > 0):
        raise ModelError(f"prior is a number above 0, not {prior!r}")
    names: dict[str, None] = {}
    choices: list[list[str]] = []
    seen, taken = Counter[str](), Counter[str]()
    for pack, places in picks:
        its = [card.name for card in pack]
        names |= dict.fromkeys(its)
        for left, chosen in _choices(its, places):
            choices.append(left)
            taken[chosen] += 1
            seen.update(left)
    worths, rounds = _worths(names, choices, taken, prior)
    cards = [
        CardRating(name, round(_rating(worth), _DIGITS), seen[name], taken[name])
        for name, worth in worths.items()
    ]
    return Ratings(sorted(cards, key=lambda each: (-each.rating, each.name)), rounds)


def _choices(pack: list[str], places: Sequence[int]) -> Iterator[tuple[list[str], str]]:
    """Yield what was left and what was chosen, card by card, where there was a choice.

    Raises:
        ModelError: If a place is unknown or repeated.
    """
    if len({*places}) < len(places) or not {*places} <= {*range(len(pack))}:
        raise ModelError(f"{[*places]} are no different places of {len(pack)} cards")
    for count, place in enumerate(places):
        left = [name for at, name in enumerate(pack) if at not in places[:count]]
        if len(left) > 1:
            yield left, pack[place]


def _worths(
    names: Iterable[str], choices: Sequence[Sequence[str]], taken: Counter[str], prior: float
) -> tuple[Mapping[str, float], int]:
    """Return the worth of each card, and how many rounds it took."""
    worths = dict.fromkeys(names, 1.0)
    for rounds in range(1, _MOST_ROUNDS + 1):
        before, shares = worths, dict.fromkeys(worths, 0.0)
        for left in choices:
            share = 1 / fsum([worths[name] for name in left])
            for name in left:
                shares[name] += share
        roots = {
            name: _root(taken[name] + prior / 2, share, prior) for name, share in shares.items()
        }
        factor = _factor(roots.values())
        worths = {name: factor * root for name, root in roots.items()}
        if all(abs(_rating(worths[name]) - _rating(was)) <= _CLOSE for name, was in before.items()):
            return worths, rounds
    return worths, _MOST_ROUNDS


def _root(wins: float, share: float, prior: float) -> float:
    """Return the worth *w* with ``wins / w = share + prior / (1 + w)``."""
    linear = share + prior - wins
    root = sqrt(linear * linear + 4 * share * wins)
    # of the two ways to write it, the one that subtracts no near numbers
    return 2 * wins / (linear + root) if linear > 0 else (root - linear) / (2 * share)


def _factor(worths: Collection[float]) -> float:
    """Return the factor with which the mean of the ratings of *worths* is the middle."""
    low, high = 1 / max(worths, default=1), 1 / min(worths, default=1)
    while low < (factor := sqrt(low * high)) < high:
        if fsum([_rating(factor * worth) for worth in worths]) * 2 < _HIGHEST * len(worths):
            low = factor
        else:
            high = factor
    return factor


def _rating(worth: float) -> float:
    return _HIGHEST * worth / (1 + worth)


def dumps(ratings: Ratings) -> str:
    """Write *ratings* as JSON, a card a line."""
    rows = []
    for each in ratings.cards:
        members = asdict(each)
        name = json.dumps(members.pop("name"), ensure_ascii=False)
        rows.append(f"\n  {name}: {json.dumps(members)}")
    end = "\n" if rows else ""
    return f'{{"{MARK}": {VERSION}, "cards": {{{",".join(rows)}{end}}}}}\n'


def loads(text: str) -> Ratings:
    """Load ratings from JSON *text*: as they were stored, or with ``rating`` alone.

    Raises:
        ModelError: If *text* is not JSON, or has no ratings.
    """
    try:
        document = json.loads(text, object_pairs_hook=object_of)
        version, cards = document[MARK], document["cards"].items()
        ratings = Ratings([CardRating(name, **each) for name, each in cards])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        form = f'an object with "{MARK}": {VERSION} and "cards"'
        raise ModelError(f"ratings are stored as {form}: {error}") from None
    if version != VERSION:
        raise ModelError(f"ratings of version {VERSION} are loaded, not of version {version!r}")
    return ratings


def load(path: Path | str) -> Ratings:
    """Load the ratings in a file.

    Raises:
        ModelError: If the file has no ratings.
        OSError: If the file cannot be read.
    """
    return loads(SourceText.from_bytes(str(path), Path(path).read_bytes()).text.lstrip("\ufeff"))
