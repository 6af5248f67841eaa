"""Packs for Draftmancer's *pre-determined boosters*: written and read.

A card is a line, and an empty line ends a pack; there are no headers and comments. Draftmancer
looks cards up among the custom cards of the loaded list, then among official ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from attrs import evolve

from ...catalog import Catalog
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Report, SharedCode, in_order
from ...losses import Loss, LossLog
from ...model import Card, CardRef, CardSet, Entry, Pack, PackCard, Sheet
from ...source import SourceText, Span
from ..nameless import NAMELESS, has_only_id
from .acceptance import ListRejection, accept_packs
from .card_keys import DEFAULT_SET
from .codes import DraftmancerCode
from .custom_cards import identity, with_all_custom, without_official
from .format import DraftmancerOptions
from .lines import TYPOS, card_line, line_text, without_set
from .names import OfficialCards, official_refs
from .printings import CardLines, Target, with_distinct_printings, with_usable_cards
from .sheets import SheetLines
from .syntax import WHITE_SPACE, CardList, DraftmancerCardLine
from .writer import is_read_as

#: The choice of custom cards on the site; see :class:`DraftmancerOptions`.
Cards: TypeAlias = Literal["custom", "names"] | None

#: Lines that are not card lines: comments, headers and JSON.
_NO_CARD = TYPOS.rule("NO_CARD")


def text_of(
    packs: Iterable[Pack],
    cardset: CardSet,
    *,
    expected: int | None = None,
    cards: Cards = None,
    catalog: Catalog | None = None,
) -> Report[str]:
    """Return the text of *packs*, for upload to Draftmancer in their order.

    The text is read back by the rules of the site. A line that the site would reject or read as
    another card is an error. If cards are custom cards there, *cardset* must be uploaded as a list
    too.

    Args:
        packs: The packs in the order of rounds, and of seats within a round, as in a deal.
        cardset: The card set.
        expected: The number of packs that the site expects: for a draft, the number of players
            times the packs of each. Another number is a warning.
        cards: The choice of custom cards; the same as for the list.
        catalog: The official cards. If it is given, an unknown card is an error.
    """
    packs = list(packs)
    if cards == "custom":
        cardset = with_all_custom(cardset)
    losses = LossLog("draftmancer")
    for number, pack in enumerate(packs, 1):
        if not pack.cards:
            losses.dropped(Loss.BOOSTER, f"pack {number}", "packs without cards")
    written = _written([pack for pack in packs if pack.cards], cardset, cards, losses)
    text = "\n".join("".join(f"{line_text(line)}\n" for line, _ in pack) for pack in written.packs)
    _report_misreadings(text, written, losses)
    diagnostics: list[Diagnostic] = [*losses.finish()]
    if expected not in (None, len(written.packs)):
        count = len(written.packs)
        diagnostics.append(DraftmancerCode.PACK_COUNT.at(None, count=count, expected=expected))
    if catalog is not None:
        own = CardSet(cards=written.custom)
        diagnostics += packs_of(text, own, catalog=catalog, name="packs").errors
    return Report(text, diagnostics)


class _WrittenPacks(NamedTuple):
    """The lines of packs with the cards they should refer to, and the custom cards of the site."""

    packs: Sequence[Sequence[tuple[DraftmancerCardLine, Target]]]
    custom: Sequence[Card]
    official: frozenset[CardRef]


def _written(
    packs: Sequence[Pack], cardset: CardSet, cards: Cards, losses: LossLog
) -> _WrittenPacks:
    """Return *packs* as they are written in addition to the written list of *cardset*."""
    taken = max(cardset.sheets, key=len, default="")
    sheets = [
        Sheet(f"{taken} {number}", list(_entries(pack, cardset, losses)))
        for number, pack in enumerate(packs)
    ]
    is_as_read = cards is None and isinstance(cardset.syntax, CardList)
    if not is_as_read or cardset != cardset.as_read:
        # the names and numbers of the list if it is rewritten; the list reports the changes
        both = evolve(without_official(cardset), sheets=[*cardset.sheets.values(), *sheets])
        of_list = LossLog("draftmancer")
        both = with_distinct_printings(both, of_list) if cards != "names" else both
        cardset = with_usable_cards(both, of_list)
        sheets = [*cardset.sheets.values()][-len(packs) :] if packs else []
    custom = () if cards == "names" else without_official(cardset).cards
    official = official_refs(cardset) if cards == "names" else None
    lines = CardLines(custom, official, of_packs=True)
    written = [[lines.line(entry, losses) for entry in sheet.entries] for sheet in sheets]
    return _WrittenPacks(written, custom, lines.official)


def _entries(pack: Pack, cardset: CardSet, losses: LossLog) -> Iterator[Entry]:
    for card in pack.cards:
        if has_only_id(card.card) and cardset.card(card.card) is None:
            losses.refused(NAMELESS, str(card.card.id))
        else:
            yield _entry(card, losses)


def _entry(card: PackCard, losses: LossLog) -> Entry:
    if card.finish not in (None, "foil"):
        losses.dropped(Loss.FINISH, card.card.name, f"the finish {card.finish!r}")
    return Entry(card.card, 1, "foil" if card.finish == "foil" else None)


def _report_misreadings(text: str, written: _WrittenPacks, losses: LossLog) -> None:
    """Report to *losses* the lines of *text* that Draftmancer rejects or reads as other cards.

    The check assumes that Draftmancer has only the official cards that are written, in every set.
    Thus a line that refers to any other card is detected.
    """
    known = {(ref.name, ref.set_code, ref.number) for ref in written.official}
    names = {name for name, _, _ in known}
    custom = {
        "_".join(identity(card)): {"name": card.name, "set": identity(card)[1]}
        for card in written.custom
    }

    def is_known(name: str, set_code: str | None, number: str | None) -> bool:
        return (name, set_code, number) in known or (set_code is not None and name in names)

    made = accept_packs(text, custom, is_known)
    if [*map(len, made)] != [*map(len, written.packs)]:
        losses.refused("the whole text", "its packs")
        return
    for pack, lines in zip(written.packs, made, strict=True):
        for (line, target), (read, is_foil) in zip(pack, lines, strict=True):
            if isinstance(read, ListRejection):
                losses.refused("card lines that read as something else", line.name)
            elif not (is_read_as(read, line, target) and is_foil == line.foil):
                losses.mistaken("card lines", line.name)


def packs_of(
    text: str,
    cardset: CardSet,
    *,
    expected: int | None = None,
    catalog: Catalog | None = None,
    name: str = "<packs>",
) -> Report[tuple[Pack, ...]]:
    """Return the packs that Draftmancer reads from an uploaded *text*.

    The cards are those of *cardset*, then official ones. A text that the site would reject is an
    error: a text without packs, and with a *catalog* also an unknown card. If the site reads it but
    probably differently than intended, it is a warning.

    Args:
        text: The uploaded text.
        cardset: The card set whose cards are the custom cards on the site, except official ones.
        expected: The number of packs that the site expects. Another number is a warning.
        catalog: The official cards.
        name: The name of the text in messages.
    """
    reader = _WrittenPackReader(SourceText(name, text), cardset, catalog)
    packs: list[Pack] = []
    for cards in reader.packs():
        packs.append(Pack(len(packs), "", "default", cards))
    log, source = reader.log, reader.source
    end = source.span(len(text))
    if not packs:
        log.add(DraftmancerCode.NO_PACKS, end)
    elif expected is not None and len(packs) != expected:
        log.add(DraftmancerCode.PACK_COUNT, end, count=len(packs), expected=expected)
    return Report(tuple(packs), in_order(log.finish()))


class _WrittenPackReader:
    """A reader of the lines of packs."""

    def __init__(self, source: SourceText, cardset: CardSet, catalog: Catalog | None) -> None:
        self.source, self.options = source, DraftmancerOptions(catalog=catalog)
        self.log = DiagnosticLog(self.options.max_diagnostics)
        self.custom: dict[str, list[Card]] = {}
        for card in without_official(cardset).cards:
            self.custom.setdefault(card.name, []).append(card)
        official = None if catalog is None else OfficialCards(catalog)
        defined_at = dict.fromkeys(self.custom, 0)
        self.lines = SheetLines(source, self.options, self.log, self.custom, defined_at, official)
        self.known: dict[tuple[CardRef, str | None], PackCard] = {}

    def packs(self) -> Iterator[tuple[PackCard, ...]]:
        """Yield the cards of each non-empty pack, up to the limit of copies."""
        left, cards = self.options.max_copies, list[PackCard]()
        for line in self.spans():
            if line is None:
                if cards:
                    yield tuple(cards)
                cards = []
                continue
            card, copies = self.card(line)
            if copies > left:
                self.lines.report_count(line)
                copies = left
            left -= copies
            cards += [card] * copies
        if cards:
            yield tuple(cards)

    def spans(self) -> Iterator[Span | None]:
        """Yield the lines without the white space around them; None for an empty one."""
        start = 0
        for text in self.source.text.split("\n"):
            first = start + len(text) - len(text.lstrip(WHITE_SPACE))
            stripped = text.strip(WHITE_SPACE)
            start += len(text) + 1
            if len(stripped) > self.options.max_line:
                where, limit = self.source.span(first, first + 1), self.options.max_line
                self.log.add(SharedCode.LINE_TOO_LONG, where, length=len(stripped), limit=limit)
            else:
                yield self.source.span(first, first + len(stripped)) if stripped else None

    def card(self, where: Span) -> tuple[PackCard, int]:
        """Return the card of a line, and its number of copies."""
        text = where.text
        line = card_line(text)
        copies = 1 if line.count is None else line.count
        if not copies:
            self.log.add(DraftmancerCode.ZERO_COUNT, self.lines.count_at(where))
        ref, is_foil, last = line.ref, line.foil, self.last_of(line)
        if line.name not in self.custom and _NO_CARD.match(text):
            self.log.add(DraftmancerCode.PACK_LINE, where, text=text)
        elif last is None:
            ref, is_foil = self.lines.reference(line, len(self.source.text), text, lambda: where)
            last = self.last_of(without_set(line)) if ref.name != line.name else None
        if last is not None:
            ref, count = last, len(self.custom[last.name])
            self.log.add(DraftmancerCode.LAST_CARD, where, name=last.name, count=count, card=ref)
        finish = "foil" if is_foil else None
        key = (ref, finish)
        if key not in self.known:
            self.known[key] = PackCard(ref, "", "", finish)
        return self.known[key], copies

    def last_of(self, line: DraftmancerCardLine) -> CardRef | None:
        """Return the last of several custom cards of a name, if *line* means that one."""
        cards = self.custom.get(line.name, ())
        if len(cards) < 2 or line.number is not None:  # noqa: PLR2004 - several
            return None
        if line.set_code is not None and self.lines.fitting(line.ref) is not None:
            return None
        last = cards[-1]
        return evolve(last.ref, set_code=last.set_code or DEFAULT_SET)
