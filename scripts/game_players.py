"""Who acts in the games that are stored: seats that use whatever they can, by chance.

A player is given a game, and says which actions come next, each an action that is allowed.  Chance
is a stream of bits of the game's name, so that the same code makes the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits
from cardformats.draft import actions, conspiracy, deckbuilder
from cardformats.draft.sealed import ReleaseCard, TakeCard

#: The bots of seats that have one.
Bots: TypeAlias = Mapping[int, Any]

#: Says what comes next in a game; nothing if it is over, or nobody has anything to do.
Player: TypeAlias = Callable[[Any, Bits, Bots], list[Any]]


def _one_of(bits: Bits, things: Any) -> Any:
    things = list(things)
    return things[bits.below(len(things))]


def _some(bits: Bits, things: Any) -> list[Any]:
    """Any of the things, in their order."""
    return [each for each in things if bits.below(2)]


# booster drafts


class Drafters:
    """Players of a booster draft, who draft what does something, and use it.

    Attributes:
        packs: what opens packs that are added.
        cards: the card set.
        together: in one of so many turns all seats act at the same time; in none if 0.
    """

    def __init__(self, cards: cf.CardSet, seed: str, together: int = 0) -> None:
        self.packs = cf.Generator(cards, seed=seed) if cards.boosters else None
        self.cards = cards
        self.together = together

    def __call__(self, state: Any, bits: Bits, bots: Bots) -> list[Any]:
        """What comes next."""
        if state.orders:
            after = draft.fill_orders(state, self.packs, self.cards)
            return [record.action for record in after.log[len(state.log) :]]
        seats = [seat for seat in range(len(state.seats)) if state.duty(seat) != "wait"]
        if not seats:
            return []
        if self.together and len(seats) > 1 and not bits.below(self.together):
            return [actions.Together([drafted(state, seat, bits) for seat in seats])]
        seat = _one_of(bits, seats)
        return [bots[seat].act(state.view(seat)) if seat in bots else drafted(state, seat, bits)]


def drafted(state: Any, seat: int, bits: Bits) -> Any:
    """What a seat does that has something to do."""
    view = state.view(seat)
    if view.duty == "pass":
        return actions.PassPack(seat)
    if view.duty == "answer":
        return actions.Answer(seat, _answer(view, bits))
    return next(each for each in _ideas(view, bits) if state.can(each))


def _answer(view: Any, bits: Bits) -> str | None:
    question = view.question
    if question.effect == "AddBooster":
        return "yes" if bits.below(3) else "no"
    if question.effect == "SpirePhantasm" and not bits.below(4):
        return "Something Else"
    if "no" in question.options and len(question.options) > 1 and bits.below(4):
        return str(_one_of(bits, [each for each in question.options if each != "no"]))
    return str(_one_of(bits, question.options)) if bits.below(6) else None


def _ideas(view: Any, bits: Bits) -> Iterator[Any]:
    """Actions that may be allowed, the boldest first; the last one is."""
    if view.usable_anytime and bits.below(3):
        use = _one_of(bits, view.usable_anytime)
        choice = _one_of(bits, use.choices) if bits.below(5) else None
        yield actions.UseCard(view.seat, use.card, choice)
    if view.is_blind:
        yield actions.Pick(view.seat, using=[each.card for each in _some(bits, view.usable)])
        yield actions.Pick(view.seat)
    order = bits.shuffled(view.pack)
    if bits.below(4):  # what does something first, and of that what does more
        order.sort(key=lambda card: -len(view.pack[card].effects))
    if view.usable and bits.below(3):
        yield _bold_pick(view, order, bits)
        for usable in bits.shuffled(view.usable):
            yield draft.pick_in_order(view, order, usable)
    yield draft.pick_in_order(view, order)


def _bold_pick(view: Any, order: list[int], bits: Bits) -> Any:
    """A pick that uses several cards, each about any of the cards it goes with."""
    using = _some(bits, view.usable) or [_one_of(bits, view.usable)]
    count = view.to_pick + sum(each.extra_cards for each in using)
    if any(each.takes_pack for each in using):
        count = len(order)
    cards, left = order[:count], order[count:]
    about = [
        _one_of(bits, [card for card in each.first if card in cards] or cards) for each in using
    ]
    removes = any(each.removes for each in using)
    removing = _some(bits, cards) if removes else []
    burns = left[max(len(left) - view.to_burn, 0) :]
    return actions.Pick(view.seat, cards, burns, [each.card for each in using], removing, about)


# drafts of zones, and sealed pools


def in_zones(state: Any, bits: Bits, bots: Bots) -> list[Any]:
    """Any seat that has something to do does anything."""
    if state.is_over:
        return []
    seat = _one_of(bits, state.actors)
    view = state.view(seat)
    return [bots[seat].act(view) if seat in bots else view.random_action(bits)]


def sharing(state: Any, bits: Bits, _: Bots) -> list[Any]:
    """A player takes a card of the team's pool, and now and then puts one back."""
    seat = _one_of(bits, [seat for team in state.teams for seat in team.seats])
    pool = state.team(seat).pool
    own = [card for card in pool if state.owners[card] == seat]
    free = [card for card in pool if state.owners[card] is None]
    if own and (not free or not bits.below(4)):
        return [ReleaseCard(seat, _one_of(bits, own))]
    return [TakeCard(seat, _one_of(bits, free))] if free else []


# Conspiracy games


def at_a_game(state: Any, bits: Bits, _: Bots) -> list[Any]:
    """Players place conspiracies, exile cards, begin, choose numbers, and reveal in the end."""
    if state.starting is None:
        return [_before_the_game(state, bits)]
    seats = [seat for seat in range(len(state.seats)) if state.duty(seat) != "wait"]
    if seats:
        return [_opening(state, _one_of(bits, seats), bits)]
    hidden = [each for each in state.command if not each.is_face_up]
    if not hidden:
        return []
    each = _one_of(bits, hidden)
    if bits.below(3):
        return [conspiracy.TurnUpConspiracy(each.owner, each.card)]
    return [conspiracy.RevealConspiracies(each.owner)]


def _before_the_game(state: Any, bits: Bits) -> Any:
    placing = [seat for seat in range(len(state.seats)) if not state.seats[seat].has_placed]
    if placing:
        return _placing(state, _one_of(bits, placing), bits)
    for seat, mine in enumerate(state.seats):
        for card in mine.deck:
            ability = state.cards[card].exiles
            if ability is None or any(each.by == card for each in state.exiled):
                continue
            wanted = [
                each
                for each in mine.sideboard
                if {*ability.types} & {*(state.cards[each].types or ())}
            ]
            exiled = bits.shuffled(wanted)[: ability.count + ability.or_more]
            if state.can(action := conspiracy.ExileCards(seat, card, exiled)):
                return action
    begins = [conspiracy.BeginGame(), *map(conspiracy.BeginGame, range(len(state.seats)))]
    return next(each for each in begins if state.can(each))


def _placing(state: Any, seat: int, bits: Bits) -> Any:
    plans = [card for card in state.seats[seat].sideboard if state.cards[card].conspiracy]
    names = [state.cards[card].name for card in state.seats[seat].deck]

    def placed(cards: list[int]) -> Any:
        placements = [
            conspiracy.Placement(
                card, bits.shuffled(dict.fromkeys(names))[: state.cards[card].conspiracy.names]
            )
            for card in cards
        ]
        return conspiracy.PlaceConspiracies(seat, placements)

    tries = [placed(plans), *(placed([each for each in plans if each != one]) for one in plans)]
    tries += [placed([]), placed([card for card in plans if bits.below(2)])]
    return next(each for each in tries if state.can(each))


def _opening(state: Any, seat: int, bits: Bits) -> Any:
    card = next(each.card for each in state.unchosen() if each.owner == seat)
    numbers = state.cards[card].conspiracy.numbers
    return conspiracy.ChooseNumber(seat, card, _one_of(bits, numbers))


# Deckbuilder Drafts


def building(state: Any, bits: Bits, bots: Bots) -> list[Any]:
    """Seats draft, build and buy; matches end by chance."""
    if state.is_over:
        return []
    if state.phase == "match":
        return [_report(state, bits)]
    able = [seat for seat in range(len(state.seats)) if state.duty(seat) != "wait"]
    seat = _one_of(bits, able)
    view = state.view(seat)
    if seat in bots:
        return [bots[seat].act(view)]
    if view.duty == "pick":
        pick = draft.pick_in_order(view.draft, bits.shuffled(view.draft.pack))
        return [deckbuilder.Drafting(pick)]
    return [_deck(state, seat, bits) if view.duty == "build" else _purchase(state, seat, bits)]


def _purchase(state: Any, seat: int, bits: Bits) -> Any:
    offers = state.affordable(seat)
    if not offers or not bits.below(4):
        return deckbuilder.PassTurn(seat)
    card = _one_of(bits, offers)
    rest = [each for each in state.pool(seat) if each not in offers[card]]
    more = bits.shuffled(rest)[: bits.below(2)]  # somebody pays too much
    return deckbuilder.Buy(seat, card, (*offers[card], *more))


def _report(state: Any, bits: Bits) -> Any:
    able = [
        seat for seat, each in enumerate(state.seats) if each.played < state.table.rules.matches
    ]
    pair = deckbuilder.pairing(state) if bits.below(3) else bits.shuffled(able)[:2]
    first, second = pair
    result = (first, second, None)[bits.below(3)]
    return deckbuilder.Report(first, second, result)


def _deck(state: Any, seat: int, bits: Bits) -> Any:
    if state.seats[seat].deck and state.can(keep := deckbuilder.Keep(seat)) and bits.below(2):
        return keep
    rules, pool = state.table.rules, bits.shuffled(state.pool(seat))
    cards = pool[: rules.deck_size * 3 // 5]
    basics = [_one_of(bits, rules.basics) for _ in range(rules.deck_size - len(cards))]
    return deckbuilder.Build(seat, cards, basics)
