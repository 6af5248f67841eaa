"""``cardformats draft --format deckbuilder``."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from .. import draft
from ..collation import Generator
from ..diagnostics import Report, Severity
from ..draft import deckbuilder
from ..files import replace_files
from ..model import CardSet
from .app import DATA_ERROR, print_json
from .options import seed_of
from .output import err, out, print_diagnostics
from .seats import act_in_deckbuilder, name_of, report_of

#: If nothing else is said.
_PLAYERS, _ROUNDS = 4, 5


def play_deckbuilder(
    report: Report[CardSet],
    *,
    players: int | None,
    rounds: int | None,
    seed: str | None,
    seat: int | None,
    variant: str,
    representative: deckbuilder.Representative,
    copies: Iterable[str],
    catalogs: Iterable[draft.KnowsCards],
    log: Path | None,
    resume: Path | None,
    as_json: bool,
) -> int:
    """Play a Deckbuilder Draft with bots, or with a person at a seat; the exit status.

    Raises:
        click.Abort: the person has nothing more to say.
        click.UsageError: an option makes no sense.
        DraftError: the draft that was stored cannot be loaded.
    """
    catalogs = tuple(catalogs)
    if resume is not None:
        log = log or resume
        state = deckbuilder.loads(resume.read_bytes())
    else:
        if seed is None:
            seed = str(secrets.randbelow(2**32))
            err().print(f"seed {seed}")
        size = players or _PLAYERS, rounds or _ROUNDS
        rules, supply = deckbuilder.VARIANTS[variant], (_copies(copies), representative)
        begun = _begun(report.value, size, rules, supply, catalogs, seed_of(seed))
        if begun is None:
            return DATA_ERROR
        state = begun
    if seat is not None and seat >= len(state.seats):
        message = f"--seat: there are seats from 0 to {len(state.seats) - 1}"
        raise click.UsageError(message)
    state = _played(state, seat, draft.DraftCards(report.value, *catalogs), log)
    if as_json:
        print_json(_as_dict(state))
    else:
        for line in _lines(state):
            out().print(line, markup=False)
    return 0 if report.ok else DATA_ERROR


def _begun(
    cardset: CardSet,
    size: tuple[int, int],
    rules: deckbuilder.DeckbuilderRules,
    supply: tuple[deckbuilder.CopiesOfEach, deckbuilder.Representative],
    catalogs: Iterable[draft.KnowsCards],
    seed: int | str,
) -> deckbuilder.DeckbuilderDraft | None:
    """The draft at its start; None if the card set does not do, which is said."""
    (players, rounds), (copies, representative) = size, supply
    options: dict[str, Any] = {
        "players": players,
        "rounds": rounds,
        "rules": rules,
        "copies": copies,
        "representative": representative,
        "catalogs": catalogs,
    }
    found = deckbuilder.feasibility(cardset, **options)
    print_diagnostics(found, full=True)
    if any(each.severity is Severity.ERROR for each in found):
        return None
    made = deckbuilder.set_up(cardset, **options)
    packs = Generator(made, seed=seed).deal(1).packs
    return deckbuilder.start(packs, made, players=players, rounds=rounds, seed=seed, rules=rules)


def _played(
    state: deckbuilder.DeckbuilderDraft,
    person: int | None,
    cards: draft.DraftCards,
    log: Path | None,
) -> deckbuilder.DeckbuilderDraft:
    """The draft at its end; stored whenever it is a person's turn."""
    # bots and results take chance from the draft, which has it when it goes on
    bot = deckbuilder.DeckbuilderBot(cards, state.table.seed)
    seats = range(len(state.seats))
    bots = [None if seat == person else bot for seat in seats]

    def result(now: deckbuilder.DeckbuilderDraft) -> deckbuilder.Report | None:
        is_theirs = person is not None and person in (deckbuilder.pairing(now) or ())
        return None if is_theirs else deckbuilder.by_chance(now, now.table.seed)

    while True:
        state = deckbuilder.play(state, bots, result)
        if log is not None:
            replace_files({log: deckbuilder.dumps(state).encode()})
        if state.is_over or person is None:
            return state
        if state.phase == "match":
            state = state.do(report_of(state, person))
        else:
            state = state.do(act_in_deckbuilder(state, person, cards, bot))


def _copies(words: Iterable[str]) -> deckbuilder.CopiesOfEach:
    """The copies of each rarity, from ``common=4``.

    Raises:
        click.UsageError: this is not what it says.
    """
    copies = {}
    for word in words:
        rarity, _, number = word.partition("=")
        if not rarity or not number.isdecimal():
            message = f"--copies: expected a rarity and a number, such as common=4, not {word!r}"
            raise click.UsageError(message)
        copies[rarity] = int(number)
    return copies or "enough"


def _lines(state: deckbuilder.DeckbuilderDraft) -> Iterator[str]:
    """What happened in the rounds, and who won."""
    for number, round_ in enumerate(_rounds(state)):
        yield f"round {number + 1}"
        for match in round_["matches"]:
            first, second, winner = match["first"], match["second"], match["winner"]
            if winner is None:
                yield f"  seats {first} and {second} tie"
            else:
                yield f"  seat {winner} beats seat {second if winner == first else first}"
        yield f"  the market has {len(round_['market'])} cards"
        for each in round_["purchases"]:
            gives = f"{len(each['trade'])} card{'s' if len(each['trade']) != 1 else ''}"
            yield f"  seat {each['seat']} buys {each['card']} for {gives} worth {each['worth']}"
    yield "ranking"
    for place in state.ranking:
        yield f"  {place.place}. seat {place.seat}, {place.points} points"


def _rounds(state: deckbuilder.DeckbuilderDraft) -> list[dict[str, Any]]:
    """For each round its matches, and what was for sale and was bought."""
    rounds: list[dict[str, Any]] = []
    for outcome in (each for record in state.log for each in record.outcomes):
        if isinstance(outcome, deckbuilder.BuildingBegan):
            rounds.append({"matches": [], "order": [], "market": [], "purchases": []})
        elif isinstance(outcome, deckbuilder.Played):
            match = outcome.match
            result = {"first": match.first, "second": match.second, "winner": match.winner}
            rounds[-1]["matches"].append(result)
        elif isinstance(outcome, deckbuilder.MarketOpened):
            rounds[-1]["order"] = [*outcome.order]
            rounds[-1]["market"] = _names(state, outcome.cards)
        elif isinstance(outcome, deckbuilder.Bought):
            purchase = {
                "seat": outcome.seat,
                "card": name_of(state, outcome.card),
                "trade": _names(state, outcome.trade),
                "worth": outcome.worth,
            }
            rounds[-1]["purchases"].append(purchase)
    return rounds


def _as_dict(state: deckbuilder.DeckbuilderDraft) -> dict[str, Any]:
    return {
        "rounds": _rounds(state),
        "ranking": [
            {"place": each.place, "seat": each.seat, "points": each.points}
            for each in state.ranking
        ],
        "seats": [
            {"seat": seat, "cards": _card_dicts(state.pool(seat))}
            for seat in range(len(state.seats))
        ],
    }


def _card_dicts(pool: Mapping[int, deckbuilder.DeckbuilderCard]) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "set_code": each.card.set_code,
            "number": each.card.number,
            "rarity": each.rarity,
        }
        for each in pool.values()
    ]


def _names(state: deckbuilder.DeckbuilderDraft, numbers: Iterable[int]) -> list[str]:
    return [name_of(state, number) for number in numbers]
