"""``cardformats log``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from .. import records
from ..play.shown import counted
from .app import print_json
from .arguments import FILE, StatusCommand, as_json
from .output import out, print_counts, print_diagnostics, print_table

#: Default maximum number of cards in the table.
_LIMIT = 20


@click.command("log", cls=StatusCommand)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=FILE,
)
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=_LIMIT,
    show_default=True,
    help="Maximum number of cards in the table, earliest picks first. JSON output contains all "
    "cards.",
)
@click.option("--passed", "shows_passed", is_flag=True, help="Also show passed cards.")
@as_json
def show_logs(files: tuple[Path, ...], limit: int, *, shows_passed: bool, as_json: bool) -> bool:
    """Show logs of drafts: who drafted, when cards were picked, and what was passed to whom.

    A FILE is a log of Draftmancer, a draft that "cardformats draft --log" has stored, or a draft's
    text of Magic Online.
    """
    reports = [records.read_report(each) for each in files]
    diagnostics = [each for report in reports for each in report.diagnostics]
    print_diagnostics(diagnostics, full=True)
    drafts = [report.value for report in reports if report.ok]
    orders = records.pick_orders(drafts)
    if as_json:
        print_json(
            {
                "drafts": [_as_dict(each, shows_passed) for each in drafts],
                "cards": [each.to_dict() for each in orders],
            }
        )
    else:
        for path, report in zip(files, reports, strict=True):
            if report.ok:
                out().print(f"{path}: {_summary(report.value)}")
                for line in _passed_lines(report.value) if shows_passed else ():
                    out().print(line)
        if orders and limit:
            columns = ("card", "seen", "taken", "at pick", "last seen", "wheeled")
            print_table(out(), columns, [_row(each) for each in orders[:limit]])
    if diagnostics:
        print_counts(diagnostics)
    return len(drafts) == len(files)


def _summary(record: records.DraftRecord) -> str:
    """Return a draft on one line: its kind, players, packs and picks."""
    kind = record.kind.replace("_", " ")
    bots = sum(seat.is_bot for seat in record.seats)
    parts = [f"{kind} draft" if "sealed" not in kind else kind]
    parts.append(counted(len(record.seats), "player"))
    parts += [counted(bots, "bot")] if bots else []
    parts.append(counted(len(record.opened), "pack"))
    parts.append(counted(sum(len(seat.picks) for seat in record.seats), "pick"))
    if record.time is not None:
        parts.append(record.time.isoformat(" ", "seconds"))
    return ", ".join(parts)


def _passed_lines(record: records.DraftRecord) -> Iterator[str]:
    names = [seat.name or seat.id for seat in record.seats]
    for row in records.passed_cards(record):
        cards = ", ".join(map(str, row.cards))
        where = f"pick {row.number + 1} of round {row.round + 1}"
        yield f"  {where}, {names[row.seat]} to {names[row.to]}: {cards}"


def _row(order: records.CardOrder) -> Sequence[str]:
    averages = (order.average_taken, order.average_last)
    at, last = ["-" if each is None else f"{each:.2f}" for each in averages]
    wheeled = f"{order.wheeled} of {order.may_wheel}" if order.may_wheel else "-"
    counts = (str(order.seen), str(order.taken), at, last, wheeled)
    return str(order.card), *counts


def _as_dict(record: records.DraftRecord, shows_passed: bool) -> dict[str, Any]:  # noqa: FBT001 - as the option
    members: dict[str, Any] = {
        "kind": record.kind,
        "session": record.session,
        "time": record.time.isoformat() if record.time else None,
        "players": [
            {
                "id": seat.id,
                "name": seat.name,
                "is_bot": seat.is_bot,
                "picks": len(seat.picks),
                "cards": [*map(str, seat.cards)],
            }
            for seat in record.seats
        ],
        "packs": [[*map(str, pack)] for pack in record.packs],
        "colors": [each.to_dict() for each in records.colors_over_picks(record)],
    }
    if shows_passed:
        members["passed"] = [each.to_dict() for each in records.passed_cards(record)]
    return members
