"""What there is to say of a place in a list: cards with their odds, sheets, layouts, keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen
from lsprotocol.types import Hover

from ...collation import OddsTable
from ...formats.draftmancer.kinds import kind_at
from ...formats.draftmancer.lines import card_line
from ...formats.draftmancer.syntax import WHITE_SPACE
from ...model import Card, CardRef, CardSet, Layout
from ..cards_shown import (
    card_markdown,
    escaped,
    layout_markdown,
    odds_markdown,
    slots_markdown,
)
from ..json_tokens import place_at
from .list_text import KINDS, ListText, Mention
from .outline import copies


@frozen
class ListModel:
    """What a list means.

    Attributes:
        cardset: what was read of it.
        odds: works out those of its packs.
        official: finds a card that it does not define, if anybody knows those.
    """

    cardset: CardSet
    odds: Callable[[], OddsTable | None]
    official: Callable[[CardRef], Card | None]

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """Return the layouts of the first booster."""
        return tuple(layout for each in self.cardset.boosters[:1] for layout in each.layouts)


def hover(its: ListText, model: Callable[[], ListModel], offset: int) -> Hover | None:
    """Return what is shown at an offset; the model is made only if it is needed."""
    target = its.target_at(offset)
    if target is not None:
        parts = list(filter(None, _named(its, target, model())))
        if parts:
            return its.answers.hover("\n\n".join(parts), target.span.start, target.span.end)
    return _help(its, offset)


def _named(its: ListText, target: Mention, model: ListModel) -> Iterator[str]:
    if target.kind == "sheet":
        yield from _sheet(its, target, model)
    elif target.kind == "layout":
        for layout in model.layouts:
            if layout.name == target.name:
                yield layout_markdown(layout, model.layouts)
    else:
        line = its.line_at(target.span.start)
        if line is not None:
            ref = card_line(line.span.text).ref
        else:
            ref = card_line(target.span.text.strip(WHITE_SPACE)).ref
        if target.declares:
            ref = CardRef(target.name)
        card = model.cardset.card(ref) or model.official(ref)
        if card is not None:
            yield card_markdown(card)
        if shown := odds_markdown(model.odds(), ref):
            yield shown


def _sheet(its: ListText, target: Mention, model: ListModel) -> Iterator[str]:
    its_own = [each for each in its.sections if each.kind == "sheet" and each.name == target.name]
    if not its_own:
        return
    sheet = model.cardset.sheets.get(target.name)
    count = sheet.total if sheet else copies(its, its_own[-1])
    lines = f", {len(sheet.entries)} lines" if sheet and len(sheet.entries) != count else ""
    yield f"**{escaped(target.name)}**: {count} cards{lines}"
    yield slots_markdown(model.layouts, target.name)


def _help(its: ListText, offset: int) -> Hover | None:
    """Return the description of the key or the word at an offset."""
    section = its.section_at(offset)
    if section is None or section.json is None or not section.has_json(offset):
        return None
    place = place_at(its.source, section.json, offset)
    token = place.token
    kind = kind_at(KINDS[section.kind], place.path) if token else None
    if token is None or kind is None or token.kind == "comment":
        return None
    words = kind.words.get(token.written, "") if token.kind != "key" else ""
    help_ = words or (kind.help if token.kind == "key" else "")
    return its.answers.hover(help_, token.start, token.end) if help_ else None
