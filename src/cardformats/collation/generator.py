"""The generator: packs of a card set's booster, each reproducible by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from attrs import evolve

from ..bits import MAX_NUMBER, SHARE, SHORT, Bits, Seed, Source
from ..diagnostics import Diagnostic
from ..errors import CollationError
from ..model import Booster, CardSet, Event, LayoutChoice, Pack, PackCard
from .constraints import CardTests, Guarantees
from .distinct import Spelling
from .drawers.drawer import State
from .peers.peer import PeerRules, rules_for
from .plan.pack_plan import drawn_plan
from .plan.tree import Fork, Tree
from .rounds import check_boosters, check_cards, find_booster, layouts_by_round

if TYPE_CHECKING:
    from .audit.supply import Requirements
    from .boxes import Boxes
    from .bulk_packs import BulkPacks
    from .deals.dealer import Deal, Dealer
    from .inference.fit import Fit
    from .inference.null import Null
    from .inference.observed import Opened
    from .inference.power import Power
    from .inference.weights import WeightsFit
    from .odds.explain import Explanation
    from .odds.table import ExactOdds, OddsTable, Packs

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
        trees: for each round the choices of a pack; none with the rules of another program.
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
        self.booster = find_booster(cardset, booster, of_set)
        self.seed = seed
        self.rules = rules
        self._source = Source(seed)
        self._spelling = Spelling(cardset)
        self._cardset = cardset = self._spelling.cardset
        self._guarantees = Guarantees(cardset, self.booster)
        self._dealers: dict[int, tuple[Event, Dealer]] = {}
        self._peer: PeerRules | None = None
        self.trees: list[Tree] = []
        if rules == RULES:
            self.trees = [
                Tree(cardset, self.booster, layouts)
                for layouts in layouts_by_round(cardset, self.booster)
            ]
        else:
            self._peer = rules_for(rules)(cardset, self.booster)
        self._root = self.trees[0].root if len(self.trees) == 1 else None
        self._careful = bool(self._guarantees.limits) or self._peer is not None
        self._name = self.booster.name

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
        _check_number("packs", number)
        return self._open(number, self._source.start(number))

    def packs(self, count: int, start: int = 0) -> Iterator[Pack]:
        """*count* packs from number *start* on."""
        source, open_ = self._source, self._open
        end = min(start + count, MAX_NUMBER)
        if start < 0 or (start & 1 and start < end):
            yield self.pack(start)
            start += 1
        for number in range(start, end - 1, 2):
            pair = source.pair(number >> 1)
            yield open_(number, pair[:SHARE])
            yield open_(number + 1, pair[SHARE:])
        if start < end and (end - start) & 1:
            yield self.pack(end - 1)

    def bulk(self, count: int, start: int = 0) -> BulkPacks:
        """*count* packs from number *start* on, the same as one by one, as arrays; needs numpy.

        Raises:
            CollationError: there are no packs of these numbers, or numpy is not installed.
            EmptySheetError: a sheet has too few cards.
        """
        try:
            from .bulk import bulk_packs  # noqa: PLC0415 - numpy is optional
        except ImportError as error:
            raise CollationError("packs in bulk need numpy: install cardformats[fast]") from error
        if count < 0:
            raise CollationError(f"there are 0 packs or more, not {count}")
        trees = () if self._careful else self.trees
        return bulk_packs(trees, self._source, self._name, self._open_carefully, count, start)

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
        if not 0 <= number < MAX_NUMBER // boxes.size:
            raise CollationError(
                f"boxes are numbered from 0 to {MAX_NUMBER // boxes.size - 1}, not {number}"
            )
        if not boxes.related:
            return tuple(self.packs(boxes.size, number * boxes.size))
        return boxes.open(number, Bits(Source(self.seed, "box"), number))

    @cached_property
    def _boxes(self) -> Boxes:
        if self._peer is not None:
            raise CollationError(f"the rules {self.rules!r} know no boxes")
        from .boxes import Boxes  # noqa: PLC0415 - packs do not need boxes

        return Boxes(self._cardset, self.booster)

    def deal(self, players: int, event: Event | None = None, *, number: int = 0) -> Deal:
        """The boosters of an event, for all players and rounds.

        Args:
            players: how many seats there are.
            event: its rounds and supply; the card set's if not given, and three rounds of an
                infinite supply if that has none.
            number: which deal of this seed.

        Raises:
            CollationError: there is no player, the event names what there is not or is too large (a
                million cards, 100,000 layouts in a bag), or *number* is negative, or 2**64 or more.
            EmptySheetError: a sheet of a finite supply cannot last for all packs, and a slot does
                not say what to do then.
        """
        from .deals.dealer import Dealer  # noqa: PLC0415 - packs do not need deals

        _check_number("deals", number)
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
        total = players * event.boosters_per_player
        session = self._peer.session(bits, total, players=players) if self._peer else iter(())
        packs: list[Pack] = []
        cards = 0
        for layout, drawn in session:
            packs.append(Pack(len(packs), self._name, layout, drawn))
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
        """One more pack, as for :class:`~cardformats.AddBooster`.

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

        _check_number("packs", number)
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

    def odds(self, *, packs: int | None = None) -> OddsTable:
        """How often a pack has which card.

        Exact where there is a closed form; the other rows are counted in so many simulated *packs*
        and say so, with their standard error.  If it is not given, there are 10,000, or as many as
        have half a million cards together.  With the rules of OCTGN they are the same, where those
        make packs at all.

        Raises:
            CollationError: the rules are those of another program but OCTGN, or no pack keeps the
                guarantees of the booster.
            EmptySheetError: simulated packs cannot be filled.
        """
        from .odds.table import odds_table, simulated  # noqa: PLC0415 - packs do not need odds

        if self._peer is not None and self._peer.is_alike:
            return Generator(self.cardset, self.booster, seed="odds").odds(packs=packs)
        self.exact.check_kept()
        known = self.exact.packs
        tests, spelling = CardTests(self._cardset), self._spelling
        return odds_table(known, lambda: simulated(self._simulate("odds"), packs), tests, spelling)

    def _simulate(self, seed: str) -> Packs:
        """What makes packs like these, of another seed."""
        return Generator(self.cardset, self.booster, seed=seed, rules=self.rules).packs

    @cached_property
    def exact(self) -> ExactOdds:
        """What is known exactly of packs.

        Raises:
            CollationError: the rules are those of another program.
        """
        from .odds.table import ExactOdds  # noqa: PLC0415 - packs do not need odds

        if self._peer is not None:
            raise CollationError(f"exact odds are for the rules {RULES!r}, not {self.rules!r}")
        return ExactOdds(self._cardset, self.booster, self.trees)

    def explain(self, pack: Pack) -> Explanation:
        """Where the cards of a pack of this generator came from, and how likely that was.

        Raises:
            CollationError: no pack of this generator is like it, or the rules are those of another
                program.
        """
        from .odds.explain import explain  # noqa: PLC0415 - packs do not need odds

        return explain(self.exact, self._spelling.of(pack))

    def log_likelihood(self, pack: Pack | Iterable[PackCard]) -> float | None:
        """The natural logarithm of the exact probability of a pack's cards, in any order.

        Minus infinity for what cannot come; None where there is no closed form.  See
        :func:`~cardformats.collation.odds.likelihood.likelihood`.

        Raises:
            CollationError: the rules are those of another program.
        """
        from .odds.likelihood import log_likelihood  # noqa: PLC0415 - packs do not need odds

        return log_likelihood(self.exact, self._spelling.of(pack))

    def test(self, observed: Iterable[Opened]) -> Fit:
        """How well opened packs agree with this generator's odds.

        Args:
            observed: packs; each is a :class:`Pack`, or cards: cards of packs, references or
                names.  See :func:`~cardformats.collation.inference.fit.test`.

        Raises:
            CollationError: there are no packs, or none keeps the guarantees of the booster.
        """
        from .inference.fit import test  # noqa: PLC0415 - packs do not need tests

        return test(self.null, self._spelling.of(observed))

    def power(
        self,
        alternative: Generator,
        *,
        alpha: float = 0.05,
        packs: int | None = None,
        power: float = 0.8,
    ) -> Power:
        """How many packs are needed to tell an *alternative*'s packs from this generator's.

        Args:
            alternative: what the packs may be of instead.
            alpha: the probability to find an alternative where there is none.
            packs: for so many packs the power is worked out, too.
            power: the probability to find the alternative, where it is true.

        Returns:
            for the tests of :meth:`test` that look at totals, and for the ratio of likelihoods, the
            numbers of packs.  The power is right to about .05 for 200 packs, and .03 for 500.

        Raises:
            CollationError: a probability is not between 0 and 1, *packs* is less than 1, or scipy
                is needed (for tests of several degrees of freedom) and not installed.
        """
        from .inference.power import power as power_of  # noqa: PLC0415 - packs do not need tests

        return power_of(self.null, alternative.null, alpha, packs, power)

    def fit_weights(self, observed: Iterable[Opened], *, confidence: float = 0.95) -> WeightsFit:
        """The weights of layouts and of slots' sheets that make opened packs most probable.

        See :func:`~cardformats.collation.inference.weights.fit_weights`.

        Raises:
            CollationError: there are no packs, a pack cannot come whatever the weights are, or
                what the packs tell is not enough.
        """
        from .inference.weights import fit_weights  # noqa: PLC0415 - packs do not need tests

        def null_of(booster: Booster) -> Null:
            return Generator(self.cardset, booster, seed="weights", rules=self.rules).null

        return fit_weights(self.null, null_of, self._spelling.of(observed), confidence)

    @cached_property
    def null(self) -> Null:
        """What tests of opened packs need to know of this generator's packs."""
        from .inference.null import Null  # noqa: PLC0415 - packs do not need tests

        exact = None if self._peer is not None else self.exact
        return Null(self._cardset, self.booster, exact, self._simulate)

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

    def _open(self, number: int, data: bytes) -> Pack:
        """The pack of that number, whose first bytes are *data*."""
        if self._careful:
            return self._open_carefully(number)
        node = self._root or self.trees[number % len(self.trees)].root
        while isinstance(node, Fork):
            at, size = node.start, node.size
            if at + size > SHARE:
                return self._open_carefully(number)
            if size == SHORT:
                value = data[at] | data[at + 1] << 8
            else:
                value = int.from_bytes(data[at : at + size], "little")
            if value >= node.bound:
                return self._open_carefully(number)
            value %= node.limit
            node = (node.table[value] if node.table else None) or node.child(value)
        plan = node.attempt or node
        limits = plan.limits
        if limits.end > SHARE:
            data = self._source.longer(number, data, limits.end)
        numbers = limits.numbers(data)
        cards = None if numbers is None else plan.cards(numbers)
        if cards is None:
            return self._open_carefully(number)
        if plan is node and node.fills:
            node.finish(Bits(self._source, number, limits.end), State(), cards)
        return Pack(number, self._name, node.layout, tuple(cards))

    def _open_carefully(self, number: int) -> Pack:
        """The pack of that number, whose bytes may not all be used as they come."""
        bits = Bits(self._source, number)
        if self._peer is not None:
            ((layout, cards),) = self._peer.session(bits, 1, first=number)
            return Pack(number, self._name, layout, cards)
        next_plan = partial(self.trees[number % len(self.trees)].pack_plan, bits)
        pack_plan, kept = self._guarantees.first_kept(partial(drawn_plan, next_plan, bits))
        return Pack(number, self._name, pack_plan.layout, tuple(kept))


def _check_number(what: str, number: int) -> None:
    """Refuse a number that nothing has."""
    if not 0 <= number < MAX_NUMBER:
        raise CollationError(f"{what} are numbered from 0 to {MAX_NUMBER - 1}, not {number}")
