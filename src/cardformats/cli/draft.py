"""``cardformats draft``."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
from attrs import evolve

from .. import draft
from ..collation import Generator
from ..diagnostics import Report
from ..draft.deckbuilder import VARIANTS, Representative
from ..files import replace_files
from ..io import read_report
from ..model import CardSet, Event
from .app import DATA_ERROR, print_json
from .deckbuilder import play_deckbuilder
from .options import (
    Place,
    ReadingCommand,
    SourcePath,
    as_json,
    from_format,
    given,
    of_set,
    seed_of,
)
from .output import err, out, print_diagnostics
from .seats import act

#: What a stored draft has settled.
_SETTLED = (
    "players", "seed", "rounds", "rules", "pace", "discard_at", "variant", "representative",
    "copies",
)  # fmt: skip

#: What only one of the two is asked.
_ONLY = {
    "booster": ("booster", "of_set", "rules", "pace", "discard_at", "bot"),
    "deckbuilder": ("variant", "representative", "copies"),
}

#: How many seats there are if nothing else is said.
_PLAYERS = 8


@click.command("draft", cls=ReadingCommand)
@click.argument("path", type=SourcePath())
@click.option(
    "--format",
    "kind",
    type=click.Choice(("booster", "deckbuilder")),
    default="booster",
    show_default=True,
    help="A booster draft, or a Deckbuilder Draft with rounds of matches and a market.",
)
@click.option(
    "--players", type=click.IntRange(2, 16), help="How many seats; else 8, or 4 (deckbuilder)."
)
@click.option("--seed", help="The same seed gives the same draft; a new one if not given.")
@click.option("--booster", help="Which booster, by name or id.")
@of_set
@click.option(
    "--rounds",
    type=click.IntRange(1, 100),
    help="How many boosters a seat opens; else the list's. Deckbuilder: how many rounds; else 5.",
)
@click.option(
    "--variant",
    type=click.Choice(tuple(VARIANTS)),
    default="document",
    show_default=True,
    help="Deckbuilder: the rules.",
)
@click.option(
    "--representative",
    type=click.Choice(("strict", "loose")),
    default="strict",
    show_default=True,
    help="Deckbuilder: loose lets other colours stand in for those with too few cards.",
)
@click.option(
    "--copies",
    metavar="RARITY=NUMBER",
    multiple=True,
    help="Deckbuilder: how many copies there are of each card; else as many as it takes.",
)
@click.option(
    "--rules",
    type=click.Choice(("cr", "draftmancer")),
    default="cr",
    show_default=True,
    help="The comprehensive rules, or what Draftmancer does.",
)
@click.option(
    "--pace",
    type=click.Choice(("queue", "lockstep")),
    default="queue",
    show_default=True,
    help="Packs are there for the next seat at once, or are passed all together.",
)
@click.option(
    "--discard-at",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Discard a pack with so few cards or fewer.",
)
@click.option(
    "--bot",
    type=click.Choice(("random", "rated", "color")),
    default="color",
    show_default=True,
    help="How bots draft: at random, by rating, or by rating and for two colours.",
)
@click.option("--seat", type=click.IntRange(0), help="The seat that you take, from 0 on.")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Store the draft, with all that was done, in this file.",
)
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with a draft that was stored, and store it there unless --log is given.",
)
@from_format
@as_json
@click.pass_context
def draft_packs(
    ctx: click.Context,
    /,
    *,
    path: Place,
    kind: str,
    players: int | None,
    seed: str | None,
    booster: str | None,
    of_set: str | None,
    rounds: int | None,
    variant: str,
    representative: Representative,
    copies: tuple[str, ...],
    rules: draft.DraftRules,
    pace: draft.Pace,
    discard_at: int,
    bot: str,
    seat: int | None,
    log: Path | None,
    resume: Path | None,
    source_format: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Draft from a list or set: bots at all seats, or you at one of them."""
    if seat is not None and path is sys.stdin.buffer:
        message = "--seat: what you do is read from standard input, and so cannot be the list"
        raise click.UsageError(message)
    _refuse_given(ctx, _ONLY["booster" if kind == "deckbuilder" else "deckbuilder"], kind)
    options = given(**options)
    report = read_report(path, source_format, **options)
    print_diagnostics(report.errors, full=True)
    if resume is not None:
        _refuse_settled(ctx)
    if kind == "deckbuilder":
        play = partial(
            play_deckbuilder,
            report,
            players=players,
            rounds=rounds,
            seed=seed,
            seat=seat,
            variant=variant,
            representative=representative,
            copies=copies,
            catalogs=[options["catalog"]] if "catalog" in options else [],
            log=log,
            resume=resume,
            as_json=as_json,
        )
        ctx.exit(_status(ctx, play, path, log or resume))
    cards = _cards(report, options)
    if resume is None:
        if seed is None:
            seed = str(secrets.randbelow(2**32))
            err().print(f"seed {seed}")
        event = _event(report.value, rounds)
        opened = Generator(report.value, booster, seed=seed_of(seed), of_set=of_set)
        deal = opened.deal(players or _PLAYERS, event)
        state = draft.start(
            deal.rounds,
            cards,
            seed=seed_of(seed),
            event=event,
            rules=rules,
            pace=pace,
            discard_at=discard_at,
        )
    else:
        log = log or resume
        state = draft.loads(resume.read_bytes())
        event = report.value.event
    # packs that are added and bots take chance from the draft, which has it when it goes on
    packs = Generator(
        evolve(report.value, event=event), booster, seed=state.table.seed, of_set=of_set
    )
    played = _Play(state, _bots(bot, cards, state, seat), packs, cards, log)
    try:
        played.on()
        while seat is not None and not played.state.is_over:
            played.on(act(played.state, seat, cards))
    except click.Abort:
        _say_how_to_go_on(ctx, path, log)
        ctx.exit(DATA_ERROR)
    pools = [_pool(played.state, each) for each in range(len(state.seats))]
    if as_json:
        print_json(pools)
    else:
        for pool in pools:
            _print(pool)
    ctx.exit(0 if report.ok else DATA_ERROR)


def _status(ctx: click.Context, play: Callable[[], int], path: Place, log: Path | None) -> int:
    """The exit status of a draft that a person may leave."""
    try:
        return play()
    except click.Abort:
        _say_how_to_go_on(ctx, path, log)
        return DATA_ERROR


class _Play:
    """A draft that goes on, and is stored whenever it stops."""

    def __init__(
        self,
        state: draft.BoosterDraft,
        bots: list[draft.Bot | None],
        packs: Generator,
        cards: draft.DraftCards,
        log: Path | None,
    ) -> None:
        self.state = state
        self._bots = bots
        self._packs = packs
        self._cards = cards
        self._log = log

    def on(self, action: draft.actions.SeatAction | None = None) -> None:
        """Do what a person does, and let the bots go on."""
        if action is not None:
            self.state = self.state.do(action)
        self.state = draft.play(self.state, self._bots, self._packs, self._cards)
        if self._log is not None:
            replace_files({self._log: draft.dumps(self.state).encode()})


def _cards(report: Report[CardSet], options: dict[str, Any]) -> draft.DraftCards:
    """Where cards are looked up: in the set, and in the catalog if there is one."""
    catalog = options.get("catalog")
    return draft.DraftCards(report.value, *(() if catalog is None else (catalog,)))


def _event(cardset: CardSet, rounds: int | None) -> Event | None:
    if rounds is None:
        return cardset.event
    return evolve(cardset.event or Event(), boosters_per_player=rounds)


def _refuse_settled(ctx: click.Context) -> None:
    """Refuse options for a new draft.

    Raises:
        click.UsageError: one was given.
    """
    for option in _given(ctx, _SETTLED):
        message = f"--{option} is settled in the draft that --resume goes on with"
        raise click.UsageError(message)


def _refuse_given(ctx: click.Context, names: Iterable[str], kind: str) -> None:
    """Refuse options for another kind of draft.

    Raises:
        click.UsageError: one was given.
    """
    for option in _given(ctx, names):
        message = f"--{option} is not for the format {kind}"
        raise click.UsageError(message)


def _given(ctx: click.Context, names: Iterable[str]) -> Iterator[str]:
    """Those options that are on the command line."""
    options = {option.name: option.opts[0].lstrip("-") for option in ctx.command.get_params(ctx)}
    for name in names:
        if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            yield options[name]


def _bots(
    kind: str, cards: draft.DraftCards, state: draft.BoosterDraft, person: int | None
) -> list[draft.Bot | None]:
    """A bot for every seat but the person's.

    Raises:
        click.UsageError: there is no seat for the person.
    """
    if person is not None and person >= len(state.seats):
        message = f"--seat: there are seats from 0 to {len(state.seats) - 1}"
        raise click.UsageError(message)
    seed = state.table.seed
    bot: draft.Bot
    if kind == "random":
        bot = draft.RandomBot(seed)
    else:
        bot = (draft.RatedBot if kind == "rated" else draft.ColorBot)(cards, seed)
    return [None if seat == person else bot for seat in range(len(state.seats))]


def _say_how_to_go_on(ctx: click.Context, path: Place, log: Path | None) -> None:
    """Say the command: with all options that were given, but those that are settled."""
    console = err()
    console.print()
    if log is None:
        console.print("the draft is not over, and not stored; --log FILE would store it")
        return
    words = ["cardformats", "draft", path, "--resume", log, *_to_repeat(ctx)]
    command = shlex.join(map(str, words))
    console.print(f"the draft is not over; go on with: {command}", markup=False)


def _to_repeat(ctx: click.Context) -> Iterator[object]:
    """The options on the command line that a draft which goes on does not have in itself."""
    for option in ctx.command.get_params(ctx):
        name = option.name or ""
        if name in {*_SETTLED, "path", "log", "resume"} or not [*_given(ctx, [name])]:
            continue
        value = ctx.params[name]
        for each in value if option.multiple else (value,):
            yield option.opts[0]
            if each is not True:
                yield each


def _pool(state: draft.BoosterDraft, seat: int) -> dict[str, Any]:
    """What a seat has in the end."""
    removed = [each for each in state.removals if each.seat == seat]
    return {
        "seat": seat,
        "cards": _as_dicts(state.pool(seat)),
        "removed": _as_dicts(state.cards[each.card] for each in removed),
        "notes": [
            {"card": state.cards[note.card].name, "effect": note.effect, "value": note.value}
            for note in state.notes
            if note.seat == seat
        ],
    }


def _as_dicts(cards: Iterable[draft.DraftCard]) -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "set_code": each.card.set_code,
            "number": each.card.number,
            "finish": each.finish,
        }
        for each in cards
    ]


def _print(pool: dict[str, Any]) -> None:
    console = out()
    console.print(f"seat {pool['seat']}, {len(pool['cards'])} cards", style="bold", markup=False)
    for line in _lines(pool["cards"]):
        console.print(f"  {line}", markup=False)
    for line in _lines(pool["removed"]):
        console.print(f"  removed: {line}", markup=False)
    for note in pool["notes"]:
        console.print(f"  noted on {note['card']}: {note['value']}", markup=False)


def _lines(cards: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each card, as lists have them."""
    counts = Counter(tuple(each.values()) for each in cards)
    for (name, code, number, finish), count in counts.items():
        parts = (f"({code})" if code else "", number, f"({finish})" if finish else "")
        yield " ".join(filter(None, (str(count), name, *parts)))
