"""Drafts of official cards, which are called by their names."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft

TYPES = {
    "Bear": "Creature - Bear",
    "Elf": "Creature - Elf Druid",
    "Ape": "Creature - Ape",
    "Bolt": "Instant",
    "Sol": "Artifact",
}


def described(name, line):
    types, _, subtypes = line.partition(" - ")
    return cf.Card(cf.Face(name, types=types.split(), subtypes=subtypes.split()))


CARDS = cf.CardSet(cards=[described(name, line) for name, line in TYPES.items()])


class Table:
    """A draft at which cards are called by name; rounds are lists of packs, ``"Bear; Elf"``."""

    def __init__(self, *rounds, picks=1, seed=1, **options):
        packs = [[[cf.CardRef(name) for name in listed(pack)] for pack in each] for each in rounds]
        event = cf.model.Event(rounds=[cf.model.Round(picks=[picks])]) if picks > 1 else None
        self.state = draft.start(packs, CARDS, seed=seed, event=event, **options)
        self.seats = range(len(rounds[0]))

    def numbers(self, among, names):
        left, those = list(among), []
        for name in listed(names):
            those.append(next(card for card in left if self.state.cards[card].name == name))
            left.remove(those[-1])
        return those

    def pick(self, seat, names="", using="", removing=""):
        pack = self.state.seats[seat].packs[:1]
        cards = self.numbers(pack[0].cards, names) if pack else [0]
        used = self.numbers(self.state.seats[seat].pool, using)
        self.state = self.state.pick(
            seat, cards, using=used, removing=self.numbers(cards, removing)
        )
        return self

    def picks(self, *names):
        """Seats pick in order, one card each."""
        for seat, name in enumerate(names):
            self.pick(seat, name)
        return self

    def use(self, seat, name, choice=None):
        (card,) = self.numbers(self.state.seats[seat].pool, name)
        self.state = self.state.use_card(seat, card, choice)
        return self

    def answer(self, seat, answer=None):
        self.state = self.state.answer(seat, answer)
        return self

    def answer_card(self, seat, name):
        """Answer with the number of a card, of the options."""
        options = [int(each) for each in self.state.view(seat).question.options if each.isdigit()]
        return self.answer(seat, str(self.numbers(options, name)[0]))

    def pass_pack(self, seat):
        self.state = self.state.pass_pack(seat)
        return self

    def refuses(self, method, *arguments, **more):
        before = self.state
        with pytest.raises(cf.DraftError):
            getattr(self, method)(*arguments, **more)
        self.state = before

    def choices(self, seat):
        return [choice for each in self.state.view(seat).usable_anytime for choice in each.choices]

    def pool(self, seat):
        return "; ".join(card.name for card in self.state.pool(seat))

    def pack(self, seat):
        return "; ".join(card.name for card in self.state.view(seat).pack.values())

    def face_up(self, seat):
        return "; ".join(each.name for each in self.state.view(0).seats[seat].face_up.values())

    def duties(self):
        return " ".join(self.state.duty(seat) for seat in self.seats)

    def notes(self, name):
        notes = self.state.view(0).notes
        return [note.value for note in notes if note.name == name]

    def learned(self, seat):
        """The cards that a seat has learned of from the last action."""
        return {card.name for card in self.state.log_for(seat)[-1].cards.values()}


def listed(names):
    return [name.strip() for name in names.split(";") if name.strip()]
