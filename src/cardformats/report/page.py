"""The page of a card set, as one HTML file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from .. import checking as _checking  # noqa: F401 - before its modules
from ..checking.differences import CardChange, SetChange, diff
from ..diagnostics import Diagnostic, Severity
from ..errors import MissingExtraError, OptionError
from ..formats.xml_text import allowed
from ..model import Card, CardSet
from ..render import card_of
from .boosters import booster_view
from .charts import charts

if TYPE_CHECKING:
    from jinja2 import Template

    from ..records import DraftRecord
    from .drafts import DraftsView

#: Maximum numbers of boosters, diagnostics and cards to show; the page counts the rest.
_MOST_BOOSTERS: Final = 24
_MOST_DIAGNOSTICS: Final = 200
_MOST_CARDS: Final = 5000
#: Fractions of larger denominators are shown as decimals only.
_LONGEST_DENOMINATOR: Final = 10**12


def page(
    cardset: CardSet,
    diagnostics: Iterable[Diagnostic] = (),
    *,
    packs: int = 2,
    seed: int | str = "report",
    before: CardSet | None = None,
    pictures: bool = False,
    title: str = "",
    drafts: Iterable[DraftRecord] = (),
) -> str:
    """Return a page about a card set: charts, layouts, odds, packs, drafts, diagnostics.

    The page is one file that makes no requests, except for *pictures*.  The same card set gives the
    same page.

    Args:
        cardset: what it shows.
        diagnostics: what reading found.
        packs: how many packs of each booster are shown as cards.
        seed: what these packs are opened with.
        before: another version, beside which this one is shown.
        pictures: the cards of packs are shown by the pictures whose addresses they have; these the
            reader's browser loads from there, if they begin with ``https``.
        title: what the page is called if the set has neither a name nor a code.
        drafts: records of drafts of it, see :mod:`cardformats.records`; their cards are named as it
            names them.

    Raises:
        MissingExtraError: If jinja2 is not installed.
        OptionError: If *packs* is negative.
    """
    if packs < 0:
        raise OptionError(f"packs is how many packs are shown, not {packs}")
    shown = list(cardset.boosters[:_MOST_BOOSTERS])
    boosters = [booster_view(cardset, each, seed, packs, pictures=pictures) for each in shown]
    cards = _every_card(cardset)
    every = sorted(diagnostics, key=lambda each: [*Severity].index(each.severity))
    return _template().render(
        title=_title(cardset) or title or "Card set",
        code=cardset.code,
        meta=cardset.meta,
        facts=_facts(cardset, len(cards)),
        charts=charts(cardset.cards, None if before is None else before.cards),
        before=None if before is None else _title(before) or "another version",
        changes=None if before is None else _changes(before, cardset),
        boosters=boosters,
        pictures=pictures,
        drafts=_drafts(drafts, cardset),
        more_boosters=len(cardset.boosters) - len(shown),
        cards=_cards(cards[:_MOST_CARDS]) if not boosters else (),
        more_cards=0 if boosters else max(0, len(cards) - _MOST_CARDS),
        diagnostics=every[:_MOST_DIAGNOSTICS],
        more_diagnostics=max(0, len(every) - _MOST_DIAGNOSTICS),
    )


def _drafts(records: Iterable[DraftRecord], cardset: CardSet) -> DraftsView | None:
    """Return the views of drafts; None if there are none."""
    records = [*records]
    if not records:
        return None
    from .drafts import drafts_view  # noqa: PLC0415 - drafts take time to import

    return drafts_view(records, cardset)


def _every_card(cardset: CardSet) -> Sequence[Card]:
    """Return the cards of a card set, and those that only its sheets name."""
    refs = (entry.card for sheet in cardset.sheets.values() for entry in sheet.entries)
    named = dict.fromkeys(ref for ref in refs if cardset.card(ref) is None)
    return [*cardset.cards, *(card_of(ref, cardset) for ref in named)]


def _changes(before: CardSet, cardset: CardSet) -> SetChange:
    """Return the differences, with odds by the library's rules."""
    return next(iter(diff(before, cardset).sets), SetChange(None, None))


def _card_rows(card: CardChange) -> Iterator[tuple[str, str, str]]:
    """Yield the differences of a card: the field or the key, before and after."""
    yield from ((each.field, each.old or "", each.new or "") for each in card.fields)
    for each in card.abilities:
        old, new = ("\n".join(line.text for line in its) for its in (each.removed, each.added))
        yield each.key, old, new or ("" if old else "in another order")


def _title(cardset: CardSet) -> str:
    return cardset.name or cardset.code or ""


def _facts(cardset: CardSet, cards: int) -> Sequence[tuple[str, int]]:
    every = (
        ("cards", cards),
        ("sheets", len(cardset.sheets)),
        ("boosters", len(cardset.boosters)),
        ("products", len(cardset.products)),
    )
    return [(what, count) for what, count in every if count]


_TITLES: Final = ("Card", "Set", "Number", "Rarity", "Cost", "Types")


def _cards(cards: Iterable[Card]) -> Sequence[Sequence[str]]:
    """Return a table of cards with its titles, without empty columns."""
    rows = [
        (
            card.name,
            card.set_code or "",
            card.number or "",
            card.rarity or "",
            _cost(card),
            card.faces[0].type_line,
        )
        for card in cards
    ]
    kept = [column for column in zip(_TITLES, *rows, strict=True) if any(column[1:])]
    return list(zip(*kept, strict=True)) if rows else ()


def _cost(card: Card) -> str:
    """Return the cost of a card; a bare number without braces."""
    symbols = card.mana_cost.symbols if card.mana_cost is not None else ()
    return symbols[0] if len(symbols) == 1 and symbols[0].isdigit() else str(card.mana_cost or "")


@lru_cache(maxsize=1)
def _template() -> Template:
    """Return the template of pages.

    Raises:
        MissingExtraError: If jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - an extra
        from markupsafe import Markup  # noqa: PLC0415 - of jinja2
    except ImportError:
        raise MissingExtraError.of("a page", "report") from None

    def finalize(value: object) -> object:
        """Return a text without the characters that a page cannot contain."""
        if isinstance(value, str) and not isinstance(value, Markup):
            return allowed(value)
        return value

    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=finalize,
    )
    folder = files(__package__)
    parts = {name: (folder / f"page.{name}").read_text("utf-8") for name in ("html", "css", "js")}
    environment.filters |= {
        "digits": _digits,
        "percent": _percent,
        "fraction": _fraction,
        "card_rows": _card_rows,
    }
    environment.globals.update(style=parts["css"], script=parts["js"])
    return environment.from_string(parts["html"])


def _digits(number: float, decimals: int = 4) -> str:
    """Return a number with a few decimals, or with more if it would show as 0."""
    is_small = 0 < number < 10 ** (1 - decimals)
    return f"{number:.2g}" if is_small else f"{number:.{decimals}f}"


def _fraction(number: Fraction) -> str:
    """Return an exact number; empty if it is too long to be readable."""
    return str(number) if number.denominator <= _LONGEST_DENOMINATOR else ""


def _percent(chance: Fraction | float) -> str:
    """Return a probability in percent; only certainty is shown as 100."""
    text = _digits(float(100 * chance), 2)
    return f"{'>99.99' if chance < 1 and text == '100.00' else text}\N{NO-BREAK SPACE}%"
