"""Of a long list only the part that a change concerns is read, and it says what the whole does."""

from __future__ import annotations

import random
import time

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.formats.draftmancer import excerpt as excerpts
from cardformats.formats.draftmancer import writer

CARDS = ",\n".join(
    f'  {{"name": "Card {number}", "mana_cost": "{{U}}", "type": "Creature",'
    f' "oracle_text": "[{number}", "related_cards": ["Card {number // 2 + 1}"]}}'
    for number in range(1, 31)
)
LINES = "".join(f"# {number}\n{number % 3 + 1} Card {number}\n" for number in range(1, 31))
LIST = f"""# title
[CustomCards]
[
{CARDS}
]
[Common(3)]
{LINES}
# others
[Rare(1)]
{LINES}1 Card 3 (ABC)
1 Swamp (LAN) 3
"""
STRIPED = f"""{LIST}
[Striped(2) {{"collation": "striped", "length": 4, "weights": [1]}}]
{LINES}"""


def read(text=LIST):
    return cf.loads_report(text, "draftmancer").value


def with_sheet(cardset, name, change):
    entries = change(list(cardset.sheets[name].entries))
    sheets = cardset.sheets | {name: evolve(cardset.sheets[name], entries=entries)}
    return evolve(cardset, sheets=[*sheets.values()])


def with_text(card, text):
    return evolve(card, faces=[evolve(card.faces[0], text=text)])


def renamed(card, name):
    return evolve(card, faces=[evolve(card.faces[0], name=name)])


def change_of(cardset, rng):
    """A random change of a card, of a line, or of the sheets."""
    card = rng.choice(cardset.cards)
    name = rng.choice([*cardset.sheets])
    number = rng.randrange(len(cardset.sheets[name].entries))
    entry = cf.Entry(rng.choice(["Newt", "Card 3", "[x]", card.name]), rng.randint(1, 4))
    new = cf.Card.of(f"New {rng.random()}", mana_cost="{1}", types=["Land"], rarity="common")
    changes = (
        lambda: cardset.replacing(card, with_text(card, f"[{rng.random()}")),
        lambda: cardset.replacing(card, renamed(card, f"Other {rng.random()}")),
        lambda: cardset.without(card),
        lambda: cardset.adding(new, sheet=name),
        lambda: with_sheet(cardset, name, lambda its: [*its[:number], entry, *its[number:]]),
        lambda: with_sheet(cardset, name, lambda its: [*its[:number], entry, *its[number + 1 :]]),
        lambda: with_sheet(cardset, name, lambda its: its[:number] + its[number + 1 :]),
        lambda: with_sheet(cardset, name, lambda its: [its[-1], *its[1:-1], its[0]]),
        lambda: evolve(
            cardset, sheets=[*cardset.sheets.values(), cf.Sheet(f"S{rng.random()}", [entry])]
        ),
        lambda: evolve(cardset, cards=[*cardset.cards[1:], cardset.cards[0]]),
    )
    return rng.choice(changes)()


@pytest.mark.parametrize("seed", range(60))
def test_it_writes_what_the_whole_list_does(monkeypatch, seed):
    rng = random.Random(seed)  # noqa: S311 - no secret
    changed = read(rng.choice([LIST, STRIPED]))
    for _ in range(rng.randint(1, 3)):
        changed = change_of(changed, rng)
    report = cf.dumps_report(changed, "draftmancer")
    assert cf.loads(report.value, "draftmancer") == changed
    monkeypatch.setattr(writer, "excerpt", lambda *_: None)
    whole = cf.dumps_report(changed, "draftmancer")
    assert (report.value, report.diagnostics) == (whole.value, whole.diagnostics)


def test_it_holds_only_what_the_change_concerns():
    cardset = read()
    card = cardset.card("Card 20")
    changed = cardset.replacing(card, with_text(card, "Fly."))
    part = excerpts.excerpt(changed, cardset.as_read, cardset.syntax)
    names = {each.name for each in part.before.cards}
    assert {"Card 19", "Card 20", "Card 21"} < names
    assert names.isdisjoint({"Card 15", "Card 25"})
    assert cf.loads(part.text, "draftmancer") == part.before


def test_one_line_of_many_is_changed_fast():
    text = "\n".join(
        f"{1 + number % 3} Card Name {number} (SET) {number}" for number in range(9999)
    )
    cardset = read(text)
    changed = with_sheet(
        cardset, "default", lambda its: [*its[:99], evolve(its[99], copies=9), *its[100:]]
    )

    def seconds(**options):
        start = time.process_time()
        cf.dumps(changed, "draftmancer", **options)
        return time.process_time() - start

    assert min(seconds() for _ in range(3)) < min(seconds(canonical=True) for _ in range(3)) / 3
