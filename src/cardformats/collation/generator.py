"""The generator: packs of a card set's booster, each reproducible by itself."""

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
    from .deals.dealer import Deal, Dealer
    from .explain import Explanation
    from .odds.table import ExactOdds, MakePacks, OddsTable
    from .products.products import OpenedProduct, Products
    from .tree import Node

#: The library's own, unbiased way of sampling.
RULES = "cardformats"


class Generator:
    """Makes packs of one booster of a card set.

    Pack *i* depends on the seed and *i* alone.  Where the set's event names layouts for its rounds,
    pack *i* has those of round *i* modulo the number of rounds.

    Attributes:
        cardset: the sheets and boosters.
        booster: the booster.
        seed: what everything is derived from.
        rules: whose way of sampling is followed.
        trees: for each round the tree of a pack; none where another program's packs have none.
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
            cardset: the sheets and boosters.
            booster: which booster, by name or id or as a value; the first if not given.
            seed: any int, str or bytes; the same seed gives the same packs everywhere.
            rules: whose way of sampling to follow: ``cardformats``, without bias, or that of
                ``draftmancer``, ``wagic`` or ``octgn``, with theirs.
            of_set: the name, code or id of the set whose booster it is, where the card set holds
                several.

        Raises:
            CollationError: there is no such booster, or more than one; it cannot be made from the
                sheets, the seed is of another type, or the rules are not known.
        """
        self.cardset = cardset
        self.booster: Booster = find_booster(cardset, booster, of_set)
        self.seed = seed
        self.rules = rules
        self._spelling = Spelling(cardset)
        self._cardset = cardset = self._spelling.cardset
        self._dealers: dict[int, tuple[Event, Dealer]] = {}
        self._products: Products | None = None
        self._peer = None if rules == RULES else rules_for(rules)(cardset, self.booster)
        self._opener = PackOpener(cardset, self.booster, Source(seed), self._peer)
        self.trees: Sequence[Node] = self._opener.trees

    def __repr__(self) -> str:
        """What packs are of, and their seed."""
        booster = self.booster.name or "the booster"
        return f"<Generator of {booster!r} of {self.cardset.name!r}, seed {self.seed!r}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        return partial(Generator, seed=self.seed, rules=self.rules), (self.cardset, self.booster)

    def pack(self, number: int) -> Pack:
        """Pack *number* (from 0).

        Raises:
            CollationError: *number* is negative, or 2**64 or more; or no pack that was tried keeps
                the guarantees of the booster.
            EmptySheetError: a sheet has too few cards.
        """
        return self._opener.pack(number)

    def packs(self, count: int, start: int = 0) -> Iterator[Pack]:
        """*count* packs from number *start* on.

        They are made when they are asked for.  Where numpy is there, many packs are made in blocks,
        some thousand before they are needed at most.

        Raises:
            CollationError: *count* is less than 0, or as :meth:`pack`, where it comes to that pack.
            EmptySheetError: as :meth:`pack`, where it comes to that pack.
        """
        check_count(count)
        return self.blocks.packs(self._opener.packs, start, start + count)

    @property
    def blocks(self) -> Blocks:
        """Makes packs some at a time."""
        return self._opener.blocks

    def bulk(self, count: int, start: int = 0) -> BulkPacks:
        """*count* packs from number *start* on, the same as one by one, as arrays; needs numpy.

        Raises:
            CollationError: there are no packs of these numbers, or numpy is not installed.
            EmptySheetError: a sheet has too few cards.
        """
        check_count(count)
        return self._opener.arrays().make(start, count)

    def box(self, number: int) -> tuple[Pack, ...]:
        """The packs of box *number* (from 0), in the order they lie in it.

        Print runs that go on through a box, cards that are distinct in a box, and quotas hold
        within it.  Without any of these, the packs of box *i* of *n* packs are those from number
        *i* × *n* on.

        Raises:
            CollationError: there is no such box, its quotas cannot be kept, or the rules are those
                of another program.
            EmptySheetError: a sheet has too few cards.
        """
        boxes = self._boxes
        check_number("boxes", number, MAX_NUMBER // boxes.size)
        if not boxes.related:
            return tuple(self.packs(boxes.size, number * boxes.size))
        return boxes.open(number, Bits(Source(self.seed, "box"), number))

    @cached_property
    def _boxes(self) -> Boxes:
        if self._peer is not None:
            raise CollationError(f"the rules {self.rules!r} know no boxes")
        from .boxes import Boxes  # noqa: PLC0415 - packs do not need boxes

        return Boxes(self._cardset, self.booster)

    def product(self, name: str, number: int = 0, *, sets: Iterable[CardSet] = ()) -> OpenedProduct:
        """The product *number* (from 0) of that name, of the card set's products.

        What is in it depends on the seed, the name and the number alone.  A part that
        has as many packs as its booster's box is a box.

        Args:
            name: the product's name.
            number: which of these products.
            sets: further sets, whose packs and products it may have.

        Raises:
            CollationError: there is no such product or number; or it has what there is not, has
                itself in it, or is too large (a million cards).
            EmptySheetError: a sheet has too few cards.
        """
        return self._products_with(tuple(sets)).open(name, number)

    def product_odds(
        self, name: str, *, sets: Iterable[CardSet] = (), effort: int = 1
    ) -> OddsTable:
        """The odds of all cards together of a product of that name.

        Args:
            name: the product's name.
            sets: further sets, whose packs and products it may have.
            effort: exact odds may take so many times the usual work.

        Raises:
            CollationError: there is no such product, it cannot be opened, it has more than 10,000
                packs, or there are no odds of a pack in it.
        """
        return self._products_with(tuple(sets)).odds(name, effort=effort)

    def _products_with(self, sets: tuple[CardSet, ...]) -> Products:
        """What opens products; the same for the same *sets*."""
        from .products.products import Products  # noqa: PLC0415 - packs do not need products

        last = self._products
        if last is None or [*map(id, last.sets)] != [*map(id, sets)]:
            make = partial(Generator, rules=self.rules)
            has_boxes = self._peer is None
            last = Products(self.cardset, self.seed, make, sets, has_boxes=has_boxes)
            self._products = last
        return last

    def deal(self, players: int, event: Event | None = None, *, number: int = 0) -> Deal:
        """The boosters of an event, for all players and rounds.

        Args:
            players: how many seats there are.
            event: its rounds and supply; the card set's if not given, and three rounds of an
                infinite supply if that has none.
            number: which deal of this seed.

        Raises:
            CollationError: there is no player, the event names what there is not or is too large (a
                million packs or cards); *number* is negative, or 2**64 or more.
            EmptySheetError: a sheet of a finite supply cannot last for all packs, and a slot does
                not say what to do then.
        """
        from .deals.dealer import Dealer  # noqa: PLC0415 - packs do not need deals

        check_number("deals", number)
        event = self._checked(event)
        bits = Bits(Source(self.seed, "deal"), number)
        if self._peer is not None:
            return self._deal_as_peer(players, event, bits, number)
        if id(event) not in self._dealers:
            self._dealers[id(event)] = event, Dealer(self._cardset, self.booster, event)
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
        """One more pack, as for :class:`~cardformats.model.AddBooster`.

        From an infinite supply it is a pack like any other.  From a finite one each card of the
        packs that were *opened* is gone from the sheet that it came from.  If the supply refills, a
        sheet starts anew when it runs out.  Draftmancer does not know the sheets: with its rules
        each card is gone from every sheet that has it.

        Args:
            opened: all packs that are there, of deals and of this method, or all their cards, in
                any order.
            layouts: those that the pack can have, by weight; the booster's own if not given.
            event: its supply is drawn from; the same as for :meth:`deal`.
            number: which of such packs of this seed.

        Raises:
            CollationError: the number is negative, or 2**64 or more; the booster lacks a layout; or
                the pack cannot be made.
            EmptySheetError: too few cards are left, and a slot does not say what to do then.
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
        """*event*, or the card set's own, which is the only one for another program's rules."""
        event = event or self.cardset.event or Event()
        other = event is not self.cardset.event and event != Event()
        if self._peer is not None and other:
            raise CollationError(f"the rules {self.rules!r} deal the card set's own event only")
        return event

    def odds(self, *, packs: int | None = None, effort: int = 1) -> OddsTable:
        """How often a pack has which card.

        Exact where there is a closed form; the other rows are counted in simulated packs and say
        so, with their standard error.

        Args:
            packs: in so many simulated packs the other rows are counted; if it is not given, in
                10,000, or as many as have half a million cards together, or can be drawn in a
                second or so.
            effort: exact odds may take so many times the usual work, a second or so.  What they
                would take says the `unknown` of the table.

        Raises:
            CollationError: packs have no tree by the rules of another program, none keeps the
                guarantees of the booster, or the effort is less than 1.
            EmptySheetError: simulated packs cannot be filled.
        """
        from .odds.table import odds_table, simulated  # noqa: PLC0415 - packs do not need odds

        exact = self.exact if effort == 1 else self._exact()
        simulate = partial(simulated, self._simulate("odds"), packs)
        return odds_table(exact, simulate, CardTests(self._cardset), self.words, effort)

    def box_odds(self, *, boxes: int | None = None, effort: int = 1) -> OddsTable:
        """How often a box has which card.

        Exact where there is a closed form; see :meth:`odds`, and :meth:`box` for boxes.

        Args:
            boxes: in so many simulated boxes the other rows are counted; if it is not given, in as
                many as make sense.
            effort: exact odds may take so many times the usual work.

        Raises:
            CollationError: there is no such box, its quotas cannot be kept, or the rules are those
                of another program.
            EmptySheetError: simulated packs cannot be filled.
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
        """How often the boosters of an event have which card.

        Exact where there is a closed form; see :meth:`odds`, and :meth:`deal` for the event.

        Args:
            players: how many seats there are.
            event: its rounds and supply; the card set's if not given.
            of: what the odds are of: a ``pack``, any of the event; all packs that a ``seat`` opens;
                or all of a ``round``, which is what a seat can see where all packs are passed.
            deals: in so many simulated deals the other rows are counted; if it is not given, in as
                many as make sense.
            effort: exact odds may take so many times the usual work.

        Raises:
            CollationError: there is no player, there are no odds of that, the event names what
                there is not, or guarantees cannot be kept.
            EmptySheetError: a sheet cannot last for all packs of a simulated deal.
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
        """What makes packs like these, of another seed."""
        return Generator(self.cardset, self.booster, seed=seed, rules=self.rules).packs

    @cached_property
    def words(self) -> Words:
        """The names and words that questions about packs may have."""
        return Words([self._spelling], [self.booster])

    @cached_property
    def exact(self) -> ExactOdds:
        """What is known exactly of packs.

        Raises:
            CollationError: packs have no tree by the rules of another program.
        """
        return self._exact()

    def _exact(self) -> ExactOdds:
        from .odds.table import ExactOdds  # noqa: PLC0415 - packs do not need odds

        if not self.trees:
            raise CollationError(
                f"booster {self.booster.name!r}: no exact odds by the rules {self.rules!r}, since"
                " what a balanced slot draws depends on the cards before it"
            )
        return ExactOdds(self._cardset, self.booster, self.trees)

    def explain(self, pack: Pack) -> Explanation:
        """Where the cards of a pack of this generator came from, and how likely that was.

        Raises:
            CollationError: no pack of this generator is like it, or packs have no tree by the
                rules of another program.
        """
        from .explain import explain  # noqa: PLC0415 - packs do not need odds

        return explain(self.exact, self.words.pack(pack))

    def log_likelihood(self, pack: Pack | Iterable[PackCard]) -> float | None:
        """The natural logarithm of the exact probability of a pack's cards, in any order.

        Minus infinity for what cannot come; None where there is no closed form.  See
        :func:`~cardformats.collation.likelihood.likelihood`.

        Raises:
            CollationError: packs have no tree by the rules of another program; or *pack* has what
                is no card of a pack, or a card or finish that the set does not have.
        """
        from .likelihood import log_likelihood  # noqa: PLC0415 - packs do not need odds

        return log_likelihood(self.exact, self.words.pack(pack))

    def audit(self, players: int = 8) -> tuple[Diagnostic, ...]:
        """What is wrong or doubtful about the booster, its sheets and its event.

        A finite supply is to last for so many *players*.
        """
        from .audit.audit import audit  # noqa: PLC0415 - packs do not need audits

        return audit(self.cardset, self.booster, players)

    def requirements(self, players: int, event: Event | None = None) -> Requirements:
        """How many cards *players* need for an event; the card set's if not given.

        Raises:
            CollationError: there is no player, or the event names what there is not.
        """
        from .audit.supply import requirements  # noqa: PLC0415 - packs do not need audits

        return requirements(self._cardset, self.booster, event, players)
