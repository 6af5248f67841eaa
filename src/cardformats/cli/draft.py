"""``cardformats draft``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
from attrs import Attribute, fields

from .. import draft
from ..diagnostics import Diagnostic
from ..draft.deckbuilder import VARIANTS
from ..errors import DraftError
from ..files import replace_files
from ..io import read_report
from ..play.booster import BoosterSession
from ..play.deckbuilder import DeckbuilderSession
from ..play.kinds import session_of
from ..play.shown import counted
from ..play.table import CannotStartError, Heading, Quit, Screen, Session, SettingError
from ..source import as_line
from .app import print_json
from .arguments import FILE, NEW_FILE, Place, PlacePath, as_json, from_format, of_set
from .options import ReadingCommand, format_options, seed_of
from .output import err, out, print_diagnostics, print_table

F = TypeVar("F", bound=Callable[..., Any])

_SESSIONS: dict[str, type[Session[Any]]] = {
    "booster": BoosterSession,
    "deckbuilder": DeckbuilderSession,
}

#: How many players there can be in these two.
_PLAYERS = range(2, 17)

#: What a stored draft has settled.
_SETTLED = (
    "players", "seed", "rounds", "rules", "pace", "discard_at", "variant", "representative",
    "copies", "setting",
)  # fmt: skip

_FOR_DECKBUILDER = ("variant", "representative", "copies")
_FOR_BOOSTER = ("rules", "pace", "discard_at")

#: What is not asked in a format; other kinds of draft have settings instead.
_NOT_FOR = {
    "booster": (*_FOR_DECKBUILDER, "setting"),
    "deckbuilder": ("booster", "of_set", *_FOR_BOOSTER, "bot", "ratings", "setting"),
}
_NOT_FOR_KINDS = (*_FOR_DECKBUILDER, *_FOR_BOOSTER, "rounds")


def _choice(
    name: str, words: Iterable[str], text: str, default: str | None = None
) -> Callable[[F], F]:
    """Return an option whose value is one of several words; the default is the first."""
    kind = click.Choice([*words])
    return click.option(
        f"--{name}", type=kind, default=default or kind.choices[0], show_default=True, help=text
    )


class KindName(click.types.StringParamType):
    """The name of a format of the command, or of a kind of draft, third parties' too."""

    name = "kind"

    def __init__(self, formats: Collection[str]) -> None:
        """Allow *formats* besides the kinds of draft."""
        self._formats = formats

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:  # noqa: ARG002 - click's
        """Return all names, for the help."""
        return f"[{'|'.join([*self._formats, *draft.draft_kinds()])}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, if it is that of a format or a kind."""
        if value not in self._formats:
            try:
                draft.draft_kind(value)
            except DraftError as error:
                self.fail(f"{error}; and {', '.join(self._formats)}", param, ctx)
        return str(value)


class KindsCommand(ReadingCommand):
    """A command whose help tells the kinds of draft, and their settings."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the kinds with their settings."""
        super().format_options(ctx, formatter)
        rows: list[tuple[str, str]] = []
        for name, kind in draft.draft_kinds().items():
            rows.append((name, f"{kind.text}; {_players_of(kind)}"))
            rows += [
                (f"  {each.name}={_shown(each)}", _text_of(each)) for each in fields(kind.settings)
            ]
        with formatter.section("Kinds of draft (--format), and what each --setting is"):
            formatter.write_dl(rows)


def _players_of(kind: draft.DraftKind) -> str:
    """Return the possible numbers of players of a kind of draft, in words."""
    if kind.least == kind.most:
        return counted(kind.least, "player")
    return f"{kind.least} to {kind.most} players"


def _text_of(setting: Attribute[Any]) -> str:
    """Return the description of a setting, and its possible values."""
    about: Mapping[str, Any] = setting.metadata
    text = about.get("text", "")
    if "words" in about:
        return f"{text}: {', '.join(about['words'])}"
    if "low" in about:
        return f"{text}: {about['low']} to {about['high']}"
    return f"{text}: yes or no" if type(setting.default) is bool else text


def _shown(setting: Attribute[Any]) -> str:
    """Return the default of a setting, as it is typed."""
    value = setting.default
    return {True: "yes", False: "no"}[value] if type(value) is bool else str(value)


@click.command("draft", cls=KindsCommand)
@click.argument("path", type=PlacePath(reads=True))
@click.option(
    "--format",
    type=KindName(_SESSIONS),
    default="booster",
    show_default=True,
    help="A booster draft, a Deckbuilder Draft with rounds of matches and a market, or another "
    "kind of draft: see below.",
)
@click.option(
    "--players",
    type=click.IntRange(1, 100),
    help="Number of seats. [default: 8; 4 for deckbuilder; 2 for other kinds, if possible]",
)
@click.option(
    "--setting",
    metavar="NAME=VALUE",
    multiple=True,
    help="Setting of another kind of draft: see below.",
)
@click.option(
    "--seed",
    help="Seed of the random numbers. The same seed gives the same draft. [default: a new one]",
)
@click.option("--booster", help="Name or id of the booster.")
@of_set
@click.option(
    "--rounds",
    type=click.IntRange(1, 100),
    help="Number of boosters for each seat. [default: from the list] Deckbuilder: number of "
    "rounds. [default: 5]",
)
@_choice("variant", VARIANTS, "Deckbuilder: the rules.")
@_choice(
    "representative",
    ("strict", "loose"),
    "Deckbuilder: loose allows other colours to replace those with too few cards.",
)
@click.option(
    "--copies",
    metavar="RARITY=NUMBER",
    multiple=True,
    help="Deckbuilder: number of copies of each card. [default: as many as required]",
)
@_choice(
    "rules",
    ("cr", "draftmancer"),
    "The comprehensive rules, or what Draftmancer does.",
)
@_choice(
    "pace",
    ("queue", "lockstep"),
    "Packs are there for the next seat at once, or are passed all together.",
)
@click.option(
    "--discard-at",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Discard a pack when it contains this number of cards or fewer.",
)
@_choice(
    "bot",
    ("random", "rated", "color"),
    "How bots draft: at random, by rating, or by rating and for two colours.",
    default="color",
)
@click.option(
    "--ratings",
    type=FILE,
    help="Card ratings for bots, learned from draft records.",
)
@click.option("--seat", type=click.IntRange(0), help="Your seat, from 0.")
@click.option(
    "--log",
    type=NEW_FILE,
    help="File in which to store the draft and all its actions.",
)
@click.option(
    "--resume",
    type=FILE,
    help="Continue a stored draft. It is stored in the same file unless --log is given.",
)
@from_format
@as_json
@click.pass_context
def draft_packs(
    ctx: click.Context,
    /,
    *,
    path: Place,
    seat: int | None,
    log: Path | None,
    resume: Path | None,
    as_json: bool,
    **_: Any,
) -> bool:
    """Draft from a list or set: bots at all seats, or you at one of them."""
    kind = ctx.params["format"]
    players = ctx.params["players"]
    if kind in _SESSIONS and players is not None and players not in _PLAYERS:
        raise click.UsageError(f"--players: there are 2 to 16 in the format {kind}, not {players}")
    if seat is not None and path is sys.stdin.buffer:
        raise click.UsageError(
            "--seat: what you do is read from standard input, and so cannot be the list"
        )
    _refuse(ctx, _NOT_FOR.get(kind, _NOT_FOR_KINDS), f"is not for the format {kind}")
    if ctx.params["bot"] == "random":
        _refuse(ctx, ("ratings",), "is not for random bots")
    options = format_options()
    report = read_report(path, ctx.params["source_format"], **options)
    print_diagnostics(report.errors, full=True)
    if resume is not None:
        _refuse(ctx, _SETTLED, "is settled in the draft that --resume goes on with")
    catalogs = [options["catalog"]] if "catalog" in options else []
    params = {**ctx.params, "ratings": _learned(ctx.params["ratings"])}
    make = _SESSIONS.get(kind) or session_of(kind)
    log = log or resume
    try:
        seed = partial(seed_of, params["seed"])
        session: Session[Any] = make(report.value, catalogs, params, TerminalScreen(), seed)
        session.play(partial(_store, log))
    except SettingError as error:
        raise click.UsageError(str(error)) from None
    except CannotStartError:
        return False
    except Quit:
        _say_how_to_go_on(ctx, path, log)
        return False
    if as_json:
        print_json(session.as_dicts())
    else:
        for line in session.lines():
            out().print(line, style=_style(line))
    return report.ok


def _store(log: Path | None, state: Any) -> None:
    if log is not None:
        replace_files({log: draft.dumps(state).encode()})


class TerminalScreen(Screen):
    """Standard error, and standard input."""

    def ask(self, question: str) -> str:
        """Return what is typed."""
        try:
            reply: str = click.prompt(as_line(question), default="", show_default=False, err=True)
        except click.Abort:
            raise Quit from None
        return reply

    def line(self, text: str = "", *, is_refusal: bool = False) -> None:
        """Print a line."""
        err().print(text, style="bold red" if is_refusal else _style(text))

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print a table."""
        print_table(err(), columns, rows)

    def report(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Print what is wrong with the card set."""
        print_diagnostics(diagnostics, full=True)


def _style(line: str) -> str:
    return "bold" if isinstance(line, Heading) else ""


def _learned(path: Path | None) -> dict[str, float] | None:
    """Return the ratings in a file, by name."""
    if path is None:
        return None
    from ..records import ratings  # noqa: PLC0415 - most drafts need none

    return ratings.load(path).by_name


def _on_command_line(ctx: click.Context) -> dict[str, click.Parameter]:
    """Return the parameters given on the command line, by name."""
    names = {str(each.name): each for each in ctx.command.get_params(ctx)}
    typed = click.core.ParameterSource.COMMANDLINE
    return {n: each for n, each in names.items() if ctx.get_parameter_source(n) is typed}


def _refuse(ctx: click.Context, names: Iterable[str], reason: str) -> None:
    """Refuse options of these names."""
    typed = _on_command_line(ctx)
    for name in names:
        if name in typed:
            raise click.UsageError(f"{typed[name].opts[-1]} {reason}")


def _say_how_to_go_on(ctx: click.Context, path: Place, log: Path | None) -> None:
    """Say the command: with all options that were given, but those that are settled."""
    console = err()
    console.print()
    if log is None:
        console.print("the draft is not over, and not stored; --log FILE would store it")
        return
    words = ["cardformats", "draft", path, "--resume", log, *_to_repeat(ctx)]
    command = shlex.join(map(str, words))
    console.print(f"the draft is not over; go on with: {command}")


def _to_repeat(ctx: click.Context) -> Iterator[object]:
    """Yield the options on the command line that a stored draft does not contain."""
    for name, option in _on_command_line(ctx).items():
        if name in {*_SETTLED, "path", "log", "resume"}:
            continue
        value = ctx.params[name]
        for each in value if option.multiple else (value,):
            yield option.opts[-1]
            if each is not True:
                yield each
