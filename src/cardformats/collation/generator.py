"""The generator: packs of a card set's booster, each reproducible by its number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from attrs import evolve

from ..bits import MAX_NUMBER, Bits, Seed, Source
from ..diagnostics import Diagnostic
from ..errors import CollationError
from ..model import Booster, CardSet, Event, LayoutChoice, Pack, PackCard
from .blocks import Blocks
from .constraints import CardTests
from .distinct import Spelling
from .opener import PackOpener
from .rounds import (
    check_boosters,
    check_cards,
    check_count,
    check_deal,
    check_number,
    find_booster,
)
from .rules.program import rules_for
from .words import Words

if TYPE_CHECKING:
    from .audit.supply import Requirements
    from .boxes import Boxes
    from .bulk_packs import BulkPacks
    from .deals.dealer import BoosterDealer, Deal
    from .explain import Explanation
    from .odds.table import ExactOdds, MakePacks, OddsTable
    from .products.products import OpenedProduct, Products
    from .tree import Node

#: The name of the library's own, unbiased rules.
RULES = "cardformats"


class Generator:
    """A generator of the packs of one booster of a card set.

    Pack *i* depends only on the seed and *i*. If the event of the set assigns layouts to its
    rounds, pack *i* has a layout of round *i* modulo the number of rounds.

    Attributes:
        cardset: The sheets and boosters.
        booster: The booster.
        seed: The seed of all random numbers.
        rules: The name of the sampling rules.
        trees: The tree of a pack for each round; empty if the rules of another program cannot be
            expressed as trees.
    """

    def __init__(
        self,
        cardset: CardSet,
        booster: str | Booster | None = None,
        *,
        seed: Seed,
        rules: str = RULES,
        of_set: str | None = None,
    ) -> None:
        """Prepare to make packs.

        Args:
            cardset: The sheets and boosters.
            booster: The booster, by name, by id or as a value. The default is the first one.
            seed: Any int, str or bytes. The same seed gives the same packs everywhere.
            rules: The sampling rules: ``cardformats`` (without bias), or ``draftmancer``, ``wagic``
                or ``octgn`` (with the bias of these programs).
            of_set: The name, code or id of the set whose booster is meant, if the card set contains
                several sets.

        Raises:
            CollationError: If the booster does not exist, is ambiguous or cannot be made from the
                sheets, if the seed has another type, or if the rules are unknown.
        """
        self.cardset = cardset
        self.booster: Booster = find_booster(cardset, booster, of_set)
        self.seed = seed
        self.rules = rules
        self._spelling = Spelling(cardset)
        self._cardset = cardset = self._spelling.cardset
        self._dealers: dict[int, tuple[Event, BoosterDealer]] = {}
        self._products: Products | None = None
        self._peer = None if rules == RULES else rules_for(rules)(cardset, self.booster)
        self._opener = PackOpener(cardset, self.booster, Source(seed), self._peer)
        self.trees: Sequence[Node] = self._opener.trees

    def __repr__(self) -> str:
        """Return a short form with the booster, the set and the seed."""
        booster = self.booster.name or "the booster"
        return f"<Generator of {booster!r} of {self.cardset.name!r}, seed {self.seed!r}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the arguments only; the rest is computed again."""
        return partial(Generator, seed=self.seed, rules=self.rules), (self.cardset, self.booster)

    def pack(self, number: int) -> Pack:
        """Return pack *number* (from 0).

        Raises:
            CollationError: If *number* is negative or at least 2**64, or if none of the drawn packs
                meets the guarantees of the booster.
            EmptySheetError: If a sheet has too few cards.
        """
        return self._opener.pack(number)

    def packs(self, count: int, start: int = 0) -> Iterator[Pack]:
        """Yield *count* packs, beginning with number *start*.

        Packs are made on demand. If numpy is installed, they are made in blocks of at most a few
        thousand packs.

        Raises:
            CollationError: If *count* is negative, or as :meth:`pack` when that pack is reached.
            EmptySheetError: As :meth:`pack`, when that pack is reached.
        """
        check_count(count)
        return self.blocks.packs(self._opener.packs, start, start + count)

    @property
    def blocks(self) -> Blocks:
        """Return the maker of blocks of packs."""
        return self._opener.blocks

    def bulk(self, count: int, start: int = 0) -> BulkPacks:
        """Return *count* packs as arrays, beginning with number *start*; requires numpy.

        The packs are the same as those of :meth:`pack`.

        Raises:
            CollationError: If a pack number is out of range, or numpy is not installed.
            EmptySheetError: If a sheet has too few cards.
        """
        check_count(count)
        return self._opener.arrays().make(start, count)

    def box(self, number: int) -> tuple[Pack, ...]:
        """Return the packs of box *number* (from 0), in their order in the box.

        Print runs that continue through a box, cards that are distinct in a box, and quotas apply
        within the box. If a booster has none of these, the packs of box *i* of *n* packs are the
        packs from number *i* × *n*.

        Raises:
            CollationError: If the number is out of range, the quotas cannot be met, or the rules
                are those of another program.
            EmptySheetError: If a sheet has too few cards.
        """
        boxes = self._boxes
        check_number("boxes", number, MAX_NUMBER // boxes.size)
        if not boxes.related:
            return tuple(self.packs(boxes.size, number * boxes.size))
        return boxes.open(number, Bits(Source(self.seed, "box"), number))

    @cached_property
    def _boxes(self) -> Boxes:
        if self._peer is not None:
            raise CollationError(f"the rules {self.rules!r} do not support boxes")
        from .boxes import Boxes  # noqa: PLC0415 - packs do not need boxes

        return Boxes(self._cardset, self.booster)

    def product(self, name: str, number: int = 0, *, sets: Iterable[CardSet] = ()) -> OpenedProduct:
        """Return product *number* (from 0) of that name, one of the card set's products.

        Its contents depend only on the seed, the name and the number. A part with as many packs as
        a box of its booster is a box.

        Args:
            name: The name of the product.
            number: The number of the product under the seed.
            sets: Further sets whose packs and products it may contain.

        Raises:
            CollationError: If the product or the number does not exist, if its contents are unknown
                or contain itself, or if it has more than a million cards.
            EmptySheetError: If a sheet has too few cards.
        """
        return self._products_with(tuple(sets)).open(name, number)

    def product_odds(
        self, name: str, *, sets: Iterable[CardSet] = (), effort: int = 1
    ) -> OddsTable:
        """Return the odds of all cards of a product together.

        Args:
            name: The name of the product.
            sets: Further sets whose packs and products it may contain.
            effort: The multiple of the standard work that exact odds may use. The default is 1.

        Raises:
            CollationError: If the product does not exist, cannot be opened or has more than 10,000
                packs, or if there are no odds for one of its packs.
        """
        return self._products_with(tuple(sets)).odds(name, effort=effort)

    def _products_with(self, sets: tuple[CardSet, ...]) -> Products:
        """Return the opener of products. It is reused for the same *sets*."""
        from .products.products import Products  # noqa: PLC0415 - packs do not need products

        last = self._products
        if last is None or [*map(id, last.sets)] != [*map(id, sets)]:
            make = partial(Generator, rules=self.rules)
            has_boxes = self._peer is None
            last = Products(self.cardset, self.seed, make, sets, has_boxes=has_boxes)
            self._products = last
        return last

    def deal(self, players: int, event: Event | None = None, *, number: int = 0) -> Deal:
        """Return the boosters of an event, for all players and rounds.

        Args:
            players: The number of players.
            event: The event with its rounds and supply. The default is the event of the card set,
                or three rounds with an infinite supply.
            number: The number of the deal under the seed.

        Raises:
            CollationError: If there is no player, the event has unknown names or is too large (a
                million packs or cards), or *number* is negative or at least 2**64.
            EmptySheetError: If a sheet of a finite supply is too small for all packs, and a slot
                has no remedy.
        """
        from .deals.dealer import BoosterDealer  # noqa: PLC0415 - packs do not need deals

        check_number("deals", number)
        event = self._checked(event)
        bits = Bits(Source(self.seed, "deal"), number)
        if self._peer is not None:
            return self._deal_as_peer(players, event, bits, number)
        if id(event) not in self._dealers:
            self._dealers[id(event)] = event, BoosterDealer(self._cardset, self.booster, event)
        return self._dealers[id(event)][1].deal(number, players, bits)

    def _deal_as_peer(self, players: int, event: Event, bits: Bits, number: int) -> Deal:
        from .deals.dealer import Deal  # noqa: PLC0415 - packs do not need deals

        check_boosters(event)
        check_deal(players, event.boosters_per_player)
        total = players * event.boosters_per_player
        session = self._peer.session(bits, total, players=players) if self._peer else iter(())
        packs: list[Pack] = []
        cards = 0
        for layout, drawn in session:
            packs.append(Pack(len(packs), self.booster.name, layout, drawn))
            cards += len(drawn)
            check_cards(cards)
        return Deal.of(number, players, packs)

    def more(
        self,
        opened: Iterable[Pack | PackCard],
        layouts: Sequence[LayoutChoice] = (),
        *,
        event: Event | None = None,
        number: int = 0,
    ) -> Pack:
        """Return one more pack, as for :class:`~cardformats.model.AddBooster`.

        With an infinite supply, it is a pack like any other. With a finite supply, each *opened*
        card is removed from the sheet that it came from. If the supply refills, an empty sheet is
        refilled. Draftmancer does not track sheets: with its rules, each card is removed from every
        sheet that has it.

        Args:
            opened: All packs of deals and of this method so far, or all their cards, in any order.
            layouts: The layouts that the pack can have, by weight. The default is all of the
                booster.
            event: The event whose supply is drawn from; the same as for :meth:`deal`.
            number: The number of the pack among such packs of the seed.

        Raises:
            CollationError: If the number is negative or at least 2**64, the booster lacks a layout,
                or the pack cannot be made.
            EmptySheetError: If too few cards are left, and a slot has no remedy.
        """
        from .deals.dealer import extra_pack  # noqa: PLC0415 - packs do not need deals

        check_number("packs", number)
        cardset = evolve(self._cardset, event=self._checked(event))
        bits = Bits(Source(self.seed, "more"), number)
        cards = (
            card
            for each in self._spelling.of(opened)
            for card in (each.cards if isinstance(each, Pack) else (each,))
        )
        peer = None if self._peer is None else type(self._peer)
        pack = extra_pack(cardset, self.booster, layouts, cards, bits, peer)
        return evolve(pack, number=number)

    def _checked(self, event: Event | None) -> Event:
        """Return *event* or the card set's event; other programs' rules support only the latter."""
        event = event or self.cardset.event or Event()
        other = event is not self.cardset.event and event != Event()
        if self._peer is not None and other:
            raise CollationError(f"the rules {self.rules!r} support only the card set's own event")
        return event

    def odds(self, *, packs: int | None = None, effort: int = 1) -> OddsTable:
        """Return the frequency of each card in a pack.

        Rows are exact if there is a closed form. The other rows are counted in simulated packs;
        they are marked and have a standard error.

        Args:
            packs: The number of simulated packs for the other rows. The default is 10,000 packs, or
                fewer if they have more than half a million cards or take more than about a second.
            effort: The multiple of the standard work (about a second) that exact odds may use. The
                default is 1. The attribute `unknown` of the table contains the required effort.

        Raises:
            CollationError: If packs have no tree by the rules of another program, no pack meets the
                guarantees of the booster, or the effort is less than 1.
            EmptySheetError: If simulated packs cannot be filled.
        """
        from .odds.table import odds_table, simulated  # noqa: PLC0415 - packs do not need odds

        exact = self.exact if effort == 1 else self._exact()
        simulate = partial(simulated, self._simulate("odds"), packs)
        return odds_table(exact, simulate, CardTests(self._cardset), self.words, effort)

    def box_odds(self, *, boxes: int | None = None, effort: int = 1) -> OddsTable:
        """Return the frequency of each card in a box.

        Rows are exact if there is a closed form; see :meth:`odds`, and :meth:`box` for boxes.

        Args:
            boxes: The number of simulated boxes for the other rows. The default depends on their
                size.
            effort: The multiple of the standard work that exact odds may use. The default is 1.

        Raises:
            CollationError: If there is no such box, its quotas cannot be met, or the rules are
                those of another program.
            EmptySheetError: If simulated packs cannot be filled.
        """
        from .odds.boxes import BoxAnswers  # noqa: PLC0415 - packs do not need odds
        from .odds.units import unit_odds  # noqa: PLC0415 - the same

        answers = BoxAnswers(self._cardset, self.booster, self._boxes)
        box = Generator(self.cardset, self.booster, seed="odds").box
        return unit_odds(answers, lambda number: [box(number)], boxes, self.words, effort)

    def deal_odds(
        self,
        players: int = 8,
        event: Event | None = None,
        *,
        of: str = "pack",
        deals: int | None = None,
        effort: int = 1,
    ) -> OddsTable:
        """Return the frequency of each card in the boosters of an event.

        Rows are exact if there is a closed form; see :meth:`odds`, and :meth:`deal` for the event.

        Args:
            players: The number of players.
            event: The event with its rounds and supply. The default is the event of the card set.
            of: The unit of the odds: ``pack`` (any pack of the event), ``seat`` (all packs that a
                player opens) or ``round`` (all packs of a round, which a player can see if packs
                are passed to all).
            deals: The number of simulated deals for the other rows. The default depends on their
                size.
            effort: The multiple of the standard work that exact odds may use. The default is 1.

        Raises:
            CollationError: If there is no player, the unit or a name of the event is unknown, or
                guarantees cannot be met.
            EmptySheetError: If a sheet is too small for all packs of a simulated deal.
        """
        from .odds.deals import DealAnswers  # noqa: PLC0415 - packs do not need odds
        from .odds.units import unit_odds  # noqa: PLC0415 - the same

        event = self._checked(event)
        exact = self._peer is None
        answers = DealAnswers(self._cardset, self.booster, event, players, of, exact=exact)
        other = Generator(self.cardset, self.booster, seed="odds", rules=self.rules)

        def units(number: int) -> list[list[Pack]]:
            packs = other.deal(players, event, number=number).packs
            return [[packs[at] for at in unit] for unit in answers.packs.units]

        return unit_odds(answers, units, deals, self.words, effort)

    def _simulate(self, seed: str) -> MakePacks:
        """Return a function that makes packs of this booster with another seed."""
        return Generator(self.cardset, self.booster, seed=seed, rules=self.rules).packs

    @cached_property
    def words(self) -> Words:
        """Return the names and words that queries about packs may use."""
        return Words([self._spelling], [self.booster])

    @cached_property
    def exact(self) -> ExactOdds:
        """Return the exact odds of packs.

        Raises:
            CollationError: If packs have no tree by the rules of another program.
        """
        return self._exact()

    def _exact(self) -> ExactOdds:
        from .odds.table import ExactOdds  # noqa: PLC0415 - packs do not need odds

        if not self.trees:
            raise CollationError(
                f"booster {self.booster.name!r}: no exact odds by the rules {self.rules!r}, because"
                " the cards of a balanced slot depend on the cards before it"
            )
        return ExactOdds(self._cardset, self.booster, self.trees)

    def explain(self, pack: Pack) -> Explanation:
        """Explain which sheet each card of a pack came from, and how probable the pack was.

        Raises:
            CollationError: If this generator cannot produce the pack, or if packs have no tree by
                the rules of another program.
        """
        from .explain import explain  # noqa: PLC0415 - packs do not need odds

        return explain(self.exact, self.words.pack(pack))

    def log_likelihood(self, pack: Pack | Iterable[PackCard]) -> float | None:
        """Return the natural logarithm of the exact probability of a pack's cards, in any order.

        The result is minus infinity for an impossible pack, and None if there is no closed form.
        See :func:`~cardformats.collation.likelihood.likelihood`.

        Raises:
            CollationError: If packs have no tree by the rules of another program, or if *pack*
                contains a value that is not a card of a pack, or a card or finish that is not in
                the set.
        """
        from .likelihood import log_likelihood  # noqa: PLC0415 - packs do not need odds

        return log_likelihood(self.exact, self.words.pack(pack))

    def audit(self, players: int = 8) -> tuple[Diagnostic, ...]:
        """Return diagnostics about the booster, its sheets and its event.

        *players* is the number of players that a finite supply must be sufficient for.
        """
        from .audit.audit import audit  # noqa: PLC0415 - packs do not need audits

        return audit(self.cardset, self.booster, players)

    def requirements(self, players: int, event: Event | None = None) -> Requirements:
        """Return the numbers of cards that *players* need for an event.

        The default is the event of the card set.

        Raises:
            CollationError: If there is no player, or the event has unknown names.
        """
        from .audit.supply import requirements  # noqa: PLC0415 - packs do not need audits

        return requirements(self._cardset, self.booster, event, players)
