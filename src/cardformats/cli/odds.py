"""``cardformats odds``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import click

from ..class_odds import UNITS, ClassOdds, UnitOdds
from ..collation import Generator
from ..collation.odds.table import most_frequent_first
from ..play.shown import card_dict
from .app import print_json
from .arguments import Place, as_json, from_format, of_set, several, source
from .options import ReadingCommand, read_source
from .output import out, print_diagnostics, print_table

if TYPE_CHECKING:
    from ..class_odds import Class
    from ..collation.odds.table import OddsRow

#: The properties that have an option of their own.
_PROPERTIES: Final = ("rarity", "color", "type", "finish", "sheet")
#: The units that need an event with players.
_OF_EVENTS: Final = ("seat", "round")
#: Smaller probabilities would be shown as 0.00%.
_SMALL: Final = Fraction(1, 20_000)


#: The options that name classes of cards.
_class_options = several(
    *(
        click.option(
            f"--{name}",
            name,
            multiple=True,
            metavar="VALUE",
            help=f"Number of cards with this {name} instead of single cards. Repeatable.",
        )
        for name in _PROPERTIES
    ),
    click.option(
        "--property",
        "others",
        multiple=True,
        metavar="NAME=VALUE",
        help="The same for another property, such as subtypes=Elf or slot=Foil. Repeatable.",
    ),
)


@click.command("odds", cls=ReadingCommand)
@source
@click.option("--booster", help="Name or id of the booster. [default: the first]")
@of_set
@click.option("--card", "cards", multiple=True, metavar="NAME", help="Only cards of this name.")
@_class_options
@click.option(
    "--of",
    "of",
    type=click.Choice(UNITS),
    default="pack",
    help="A pack, a box, or of an event all packs of a seat or of a round. [default: pack]",
)
@click.option(
    "--players", type=click.IntRange(1), help="Number of seats of the event. [default: 8]"
)
@from_format
@as_json
def show_odds(
    path: Place | None,
    booster: str | None,
    of_set: str | None,
    cards: tuple[str, ...],
    of: str,
    players: int | None,
    *,
    as_json: bool,
    **params: Any,
) -> bool:
    """Show the probability of cards in packs of a list or set.

    Shows each card, or how many cards have a rarity, color, type, finish, sheet or other property.
    Without PATH, --set is the code of a set of the card database.
    """
    if players is not None and of not in _OF_EVENTS:
        raise click.UsageError(f"--players is for --of {' and --of '.join(_OF_EVENTS)}")
    classes = _classes(params)
    if classes and cards:
        raise click.UsageError("--card does not go with properties of cards")
    report = read_source(path)
    print_diagnostics(report.errors, full=True)
    generator = Generator(report.value, booster, seed="odds", of_set=of_set)
    units = UnitOdds(generator, of, **({} if players is None else {"players": players}))
    if classes:
        odds = units.classes(classes)
        if as_json:
            print_json([_class_dict(each, of) for each in odds])
        else:
            _print_classes(odds, of)
    else:
        rows = _rows(units, cards)
        if as_json:
            print_json([_row_dict(row) for row in rows])
        else:
            _print_rows(rows, of)
    return report.ok


def _classes(params: Mapping[str, Any]) -> list[Class]:
    """Return the classes that options name, in the order of the options.

    Raises:
        click.UsageError: If a property has no value.
    """
    classes = [(name, value) for name in _PROPERTIES for value in params[name]]
    for text in params["others"]:
        name, sign, value = text.partition("=")
        if not sign:
            raise click.UsageError(f"--property takes NAME=VALUE, not {text!r}")
        classes.append((name, value))
    return list(dict.fromkeys(classes))


def _rows(units: UnitOdds, cards: Sequence[str]) -> list[OddsRow]:
    """Return the rows of some cards, or of all, the most frequent first.

    Raises:
        click.ClickException: If no pack has one of *cards*.
    """
    odds = units.table()
    rows = [] if cards else list(odds)
    for name in cards:
        if not (named := odds.of(name)):
            raise click.ClickException(f"no pack has a card {name!r}")
        rows += named
    return most_frequent_first(rows)


def _row_dict(row: OddsRow) -> dict[str, Any]:
    return card_dict(row.card, finish=row.finish, **_numbers(row))


def _class_dict(odds: ClassOdds, of: str) -> dict[str, Any]:
    chances = [{"number": each, **_number(chance)} for each, chance in odds.chances.items()]
    return {
        "property": odds.name,
        "value": odds.value,
        "of": of,
        **_numbers(odds),
        "chances": chances,
    }


def _numbers(row: OddsRow | ClassOdds) -> dict[str, Any]:
    """Return the JSON members that rows of cards and of classes share."""
    return {
        "expected": _number(row.expected),
        "at_least_one": _number(row.at_least_one),
        "exact": row.exact,
        "error": row.error,
    }


def _number(value: Fraction) -> dict[str, Any]:
    try:
        fraction = str(value)
    except ValueError:  # Python writes no number of more than 4300 digits
        fraction = None
    return {"fraction": fraction, "float": float(value)}


def _print_rows(rows: Sequence[OddsRow], of: str) -> None:
    finishes = any(row.finish for row in rows)
    columns = ("card", *["finish"] * finishes, *_titles(of))
    cells = [(str(row.card), *[row.finish or ""] * finishes, *_cells(row)) for row in rows]
    print_table(out(), columns, cells)


def _print_classes(odds: Sequence[ClassOdds], of: str) -> None:
    """Print the number of cards of each class, and the probability of each number."""
    names = [f"{each.name} {each.value}" for each in odds]
    rows = [(name, *_cells(each)) for name, each in zip(names, odds, strict=True)]
    print_table(out(), ("cards", *_titles(of)), rows)
    for name, each in zip(names, odds, strict=True):
        out().print()
        print_table(out(), (name, "probability"), _number_rows(each.chances))


def _number_rows(chances: Mapping[int, Fraction]) -> Iterator[tuple[str, str]]:
    """Yield a row for each number of cards; rare numbers at both ends share one."""
    usual = [number for number, chance in chances.items() if chance >= _SMALL] or [*chances]
    first, last = min(usual), max(usual)
    below = [number for number in chances if number < first]
    above = [number for number in chances if number > last]
    for some in (below, *([each] for each in chances if first <= each <= last), above):
        if some:
            chance = sum((chances[number] for number in some), Fraction())
            yield _range_words(some, is_below=some is below), _percent(chance)


def _range_words(numbers: Sequence[int], *, is_below: bool) -> str:
    if len(numbers) == 1:
        return str(numbers[0])
    return f"{numbers[-1]} or fewer" if is_below else f"{numbers[0]} or more"


def _titles(of: str) -> tuple[str, ...]:
    return (f"per {of}", "at least one", "1 in", "")


def _cells(row: OddsRow | ClassOdds) -> tuple[str, ...]:
    """Return the cells that rows of cards and of classes share."""
    chance = float(row.at_least_one)
    return (
        f"{float(row.expected):.4f}",
        _percent(row.at_least_one),
        f"{1 / chance:.4g}" if chance else "-",
        "exact" if row.exact else f"± {row.error:.4f}",
    )


def _percent(chance: Fraction) -> str:
    """Return a probability; only 0 and 1 are shown as impossible and certain."""
    if 0 < chance < _SMALL:
        return "<0.01%"
    if 1 - _SMALL < chance < 1:
        return ">99.99%"
    return f"{float(chance):.2%}"
