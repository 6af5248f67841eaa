"""``cardformats open`` and ``audit``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice
from itertools import count as numbers
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from ..diagnostics import Diagnostic
from ..model import CardSet, Event, Pack, PackCard
from ..play.shown import card_dict
from .app import print_json
from .arguments import Place, PlacePath, as_json, from_format, of_set, source
from .options import ReadingCommand, format_options, read_source, seed_of
from .output import (
    out,
    print_contents,
    print_diagnostics,
    print_findings,
    put,
)

if TYPE_CHECKING:
    from ..collation import Generator, OpenedProduct, Products


@click.command("open", cls=ReadingCommand)
@source
@click.option(
    "-n", "--packs", "count", type=click.IntRange(1), help="Number of packs. [default: 1]"
)
@click.option("--product", metavar="NAME", help="Open products with this name; -n is their number.")
@click.option(
    "--also",
    "others",
    multiple=True,
    type=PlacePath(reads=True),
    help="Another set whose packs are in the product. Repeatable.",
)
@click.option(
    "--seed",
    help="Seed of the random numbers. The same seed gives the same packs. [default: a new one]",
)
@click.option("--booster", "--pack", help="Name or id of the booster.")
@of_set
@click.option(
    "--image",
    type=PlacePath(reads=False),
    help="Draw the first pack to a file .svg, or .png with the extra report.",
)
@click.option(
    "--predetermined",
    is_flag=True,
    help="Write the packs of a whole draft in the form that Draftmancer accepts.",
)
@click.option(
    "--players",
    type=click.IntRange(1),
    help="Predetermined: number of players, including bots. [default: 8]",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    help="Predetermined: number of packs for each player. [default: from the list]",
)
@click.option("--boxes", is_flag=True, help="Predetermined: take the packs from whole boxes.")
@click.option(
    "--cards",
    type=click.Choice(["custom", "names"]),
    help="Predetermined: which cards are custom cards, as for convert.",
)
@from_format
@as_json
@click.pass_context
def open_packs(
    ctx: click.Context,
    /,
    *,
    path: Place | None,
    count: int | None,
    product: str | None,
    others: tuple[Place, ...],
    seed: str | None,
    booster: str | None,
    of_set: str | None,
    image: Place | None,
    predetermined: bool,
    as_json: bool,
    **_: Any,
) -> bool:
    """Open packs, or products, from a list or set.

    Without PATH, --set is the code of a set of the card database.
    """
    from ..collation import Generator, Products  # noqa: PLC0415 - help needs neither

    _refuse_together(ctx.params)
    report = read_source(path)
    print_diagnostics(report.errors, full=True)
    if product is not None:
        if image is not None or booster is not None:
            raise click.UsageError(
                "--product specifies the packs; --booster and --image are for packs"
            )
        sets = [read_source(each).value for each in others]
        _open_products(
            Products(report.value, seed_of(seed), Generator, sets), product, count or 1, as_json
        )
        return report.ok
    generator = Generator(report.value, booster, seed=seed_of(seed), of_set=of_set)
    if predetermined:
        return _print_predetermined(generator, report.value, ctx.params) and report.ok
    if image is not None:
        _draw(generator.pack(0), report.value, image)
    packs = generator.packs(count or 1)
    if as_json:
        print_json([_pack_dict(pack) for pack in packs])
    else:
        for pack in packs:
            _print_pack(pack)
    return report.ok


_PLAYERS = 8
_OF_DRAFTS = ("players", "rounds", "boxes", "cards")
_NOT_OF_DRAFTS = ("count", "product", "image")


def _refuse_together(params: Mapping[str, Any]) -> None:
    """Refuse options of whole drafts without ``--predetermined``, and others with it."""
    wrong = _NOT_OF_DRAFTS if params["predetermined"] else _OF_DRAFTS
    for name in wrong:
        if params[name] not in (None, False):
            option = "packs" if name == "count" else name
            how = "does not go with" if params["predetermined"] else "is for"
            raise click.UsageError(f"--{option} {how} --predetermined")


def _print_predetermined(generator: Generator, cardset: CardSet, params: Mapping[str, Any]) -> bool:
    """Print the packs of a draft as Draftmancer takes them; whether it takes them."""
    from ..formats.draftmancer.predetermined import text_of  # noqa: PLC0415 - most packs need none

    players, rounds = params["players"] or _PLAYERS, params["rounds"]
    event = cardset.event or Event()
    if rounds is not None:
        event = evolve(event, boosters_per_player=rounds)
    count = players * event.boosters_per_player
    if not params["boxes"]:
        packs = generator.deal(players, event).packs
    elif any(each.booster or each.layouts for each in event.rounds):
        raise click.UsageError("--boxes: the rounds of the list have packs of their own")
    else:
        boxes = map(generator.box, numbers())
        packs = tuple(islice(chain.from_iterable(boxes), count))
    report = text_of(
        packs,
        cardset,
        expected=count,
        cards=params["cards"],
        catalog=format_options().get("catalog"),
    )
    print_diagnostics(report.diagnostics, full=False)
    if params["as_json"]:
        print_json({"packs": [_pack_dict(pack) for pack in packs], "text": report.value})
    else:
        print_contents(report.value)
    return report.ok


def _open_products(products: Products, name: str, count: int, as_json: bool) -> None:  # noqa: FBT001 - as the command has it
    """Print *count* products of that name."""
    opened = (products.open(name, number) for number in range(count))
    if as_json:
        print_json([_product_dict(each) for each in opened])
        return
    for each in opened:
        _print_product(each, 0)


def _product_dict(product: OpenedProduct) -> dict[str, Any]:
    return {
        "name": product.name,
        "number": product.number,
        "packs": [_pack_dict(pack) for pack in product.packs],
        "cards": [card_dict(each.card, finish=each.finish) for each in product.cards],
        "items": list(product.items),
        "products": [_product_dict(each) for each in product.products],
    }


def _print_product(product: OpenedProduct, depth: int) -> None:
    indent = "  " * depth
    out().print(f"{indent}{product.name} {product.number + 1}", style="bold")
    for number, pack in enumerate(product.packs, 1):
        layout = f", {pack.layout}" if pack.layout != "default" else ""
        _print_cards(f"{indent}pack {number}, {pack.booster}{layout}", pack.cards, indent)
    if product.cards:
        _print_cards(f"{indent}cards", product.cards, indent)
    for item in product.items:
        out().print(f"{indent}item {item}")
    for each in product.products:
        _print_product(each, depth + 1)


def _draw(pack: Pack, cardset: CardSet, image: Place) -> None:
    """Write *pack* as a picture, by the extension of *image*; to a stream as SVG."""
    from ..render import pack_svg, png  # noqa: PLC0415 - most packs are only listed

    kind = image.suffix.lower() if isinstance(image, Path) else ".svg"
    if kind not in (".svg", ".png"):
        raise click.UsageError(f"a picture is a file .svg or .png, not {image}")
    drawing = pack_svg(pack, cardset)
    put(image, png(drawing) if kind == ".png" else drawing.encode())


def _pack_dict(pack: Pack) -> dict[str, Any]:
    cards = [
        card_dict(each.card, slot=each.slot, sheet=each.sheet, finish=each.finish)
        for each in pack.cards
    ]
    return {"number": pack.number, "booster": pack.booster, "layout": pack.layout, "cards": cards}


def _print_pack(pack: Pack) -> None:
    layout = f", {pack.layout}" if pack.layout != "default" else ""
    _print_cards(f"pack {pack.number + 1}{layout}", pack.cards)


def _print_cards(title: str, cards: Sequence[PackCard], indent: str = "") -> None:
    console = out()
    console.print(title, style="bold")
    width = max((len(each.slot) for each in cards), default=0)
    for each in cards:
        finish = f" ({each.finish})" if each.finish else ""
        slot = f"{each.slot:<{width}}  " if width else ""
        console.print(f"{indent}  {slot}{each.card}{finish}")


@click.command("audit", cls=ReadingCommand)
@source
@click.option("--booster", help="Name or id of the booster. [default: all]")
@of_set
@click.option(
    "--players",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    help="Number of players for whom a finite supply must be sufficient.",
)
@from_format
@as_json
def audit_boosters(
    path: Place | None,
    booster: str | None,
    of_set: str | None,
    players: int,
    *,
    as_json: bool,
    **_: Any,
) -> bool:
    """Find what is wrong with the boosters of a list or set, without opening packs.

    Without PATH, --set is the code of a set of the card database.
    """
    from ..collation.audit.audit import audit  # noqa: PLC0415 - help needs none of these
    from ..collation.rounds import boosters_of, find_booster  # noqa: PLC0415 - likewise

    report = read_source(path)
    cardset = report.value
    chosen = find_booster(cardset, booster, of_set) if booster is not None else None
    boosters = (chosen,) if chosen else boosters_of(cardset, of_set)
    diagnostics: list[Diagnostic] = list(report.errors)
    for each in boosters or (None,):
        diagnostics += audit(cardset, each, players)
    # what is wrong with a sheet is wrong for all boosters that draw from it
    diagnostics = list({str(each): each for each in diagnostics}.values())
    return print_findings(diagnostics, as_json=as_json)
