"""Real sets, games, packages and decks with one edit: all else stays byte for byte."""

from __future__ import annotations

import random
import re

import pytest
from attrs import evolve

import cardformats as cf

from .edits import with_face
from .readings import report_of

#: So many sets are edited in the default run.
SAMPLE = 2
#: And with ``--slow`` all, so many times.
SEEDS = 3
#: Comments and blanks, which go with an element that is removed.
BEFORE = re.compile(r"(?:\s|<!--(?:(?!-->).)*-->)*\Z", re.DOTALL)
BEHIND = re.compile(r"[ \t]*(?:<!--(?:(?!-->).)*-->)?")


def text_of(cardset):
    return next(iter(cardset.syntax.sources.values())).text


def with_front(cardset, card, **values):
    return cardset.replacing(card, with_face(card, **values))


def with_property(cardset, card, chance):
    properties = dict(card.faces[0].properties)
    texts = [name for name, value in properties.items() if isinstance(value, str) and value]
    name = chance.choice([each for each in texts if f'key="{each}"' not in text_of(cardset)])
    return with_front(
        cardset, card, properties={**properties, name: properties[name] + " & <more>"}
    )


def without_property(cardset, card, chance):
    properties = dict(card.faces[0].properties)
    names = sorted(each for each in properties if f'key="{each}"' not in text_of(cardset))
    del properties[chance.choice(names)]
    return with_front(cardset, card, properties=properties)


def with_slot(cardset, chance):
    booster = chance.choice(cardset.boosters)
    layouts = list(booster.layouts)
    number = next(i for i, each in enumerate(layouts) if each.slots)
    slots = list(layouts[number].slots)
    place = next(
        i
        for i, each in enumerate(slots)
        if isinstance(each, cf.Slot) and isinstance(each.count, int)
    )
    slots[place] = evolve(slots[place], count=slots[place].count + 1)
    layouts[number] = evolve(layouts[number], slots=slots)
    boosters = [
        evolve(booster, layouts=layouts) if each is booster else each for each in cardset.boosters
    ]
    return evolve(cardset, boosters=boosters)


def with_new(cardset, card, _chance):
    # without a rarity no pack has it
    new = cf.Card(cf.Face("New & <old>", text="Draw.\nTwo."), card.set_code)
    return evolve(cardset, cards=(*cardset.cards, new))


#: What is done to a card, and what to the set; those that a set is too poor for are left out.
OF_CARDS = {
    "name": lambda cs, card, _: with_front(cs, card, name=f"{card.name} & <co>"),
    "text": lambda cs, card, _: with_front(cs, card, text=f"{card.text} Draw."),
    "front of a text": lambda cs, card, _: with_front(cs, card, text=f"Draw. {card.text}"),
    "cost": lambda cs, card, _: with_front(cs, card, mana_cost="{7}{R}"),
    "property": with_property,
    "no property": without_property,
    "new": with_new,
    "gone": lambda cs, card, _: cs.without(card),
}
OF_SETS = {
    "name of the set": lambda cs, _: evolve(cs, name=f"{cs.name} & <co>"),
    "slot": with_slot,
}


TAG = r"<{}\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>"


def element(text, tag, place=0):
    """Where the element stands that has that *place* among those of its tag."""
    start = list(re.finditer(TAG.format(tag), text))[place]
    if start[0].endswith("/>"):
        return start.span()
    return start.start(), text.index(f"</{tag}>", start.end()) + len(f"</{tag}>")


#: Edits of what texts are made of, if the game has such texts: they follow it.
OF_TEXTS = ("cost", "property", "no property")


def says(cardset, kind):
    """What a card set says; a property without a text, or that is a field, says nothing."""
    game = cardset.extras["octgn"]["game"]
    fields = game["roles"].values()
    is_made = kind in OF_TEXTS and "text" in game.get("mapping", {}).get("templates", {})
    cards = [
        (
            card.ids.get("octgn"),
            card.rarity,
            [
                (
                    face.name,
                    "" if is_made else face.text,
                    face.mana_cost,
                    {k: v for k, v in face.properties.items() if v and k not in fields},
                )
                for face in card.faces
            ],
        )
        for card in cardset.cards
    ]
    # by which words a sheet calls its cards depends on the names of others
    sheets = {
        sheet.name: [(cardset.card(each.card).ids, each.copies) for each in sheet.entries]
        for sheet in cardset.sheets.values()
    }
    return cardset.name, cards, cardset.boosters, sheets


def check(path, kind, change, seed):
    """One edit of the set in *path*, of a card that *seed* chooses."""
    cardset = report_of(path).value
    if not cardset.cards:
        return
    chance = random.Random(f"{path.parent.name} {kind} {seed}")  # noqa: S311
    # cards of other sets, which packs include, are not in the file
    own = [card for card in cardset.cards if "set" not in card.extras.get("octgn", {})]
    card = chance.choice(own)
    before = text_of(cardset)
    try:
        new = change(cardset, card, chance) if kind in OF_CARDS else change(cardset, chance)
    except (cf.ModelError, IndexError, StopIteration):
        return  # it has no such property, or no pack
    where = f"{path.parent.name}: {kind} of {card.name}"
    report = cf.dumps_report(new, "octgn")
    after = report.value
    if kind == "name of the set":
        start, end = re.search(TAG.format("set"), before).span()
    elif kind == "slot":
        start, end = element(before, "packaging")
    elif kind == "new":
        start = end = before.rindex("</card>") + len("</card>")
    else:
        start, end = element(before, "card", cardset.cards.index(card))
    if kind == "gone":
        start, end = BEFORE.search(before[:start]).start(), BEHIND.match(before, end).end()
    rest = len(before) - end
    assert after[:start] == before[:start], where
    assert after[len(after) - rest :] == before[end:], where
    assert after != before or report.losses, where
    game = path.parent.parent.parent
    again = cf.loads_report(after, "octgn", game=game, definition=game).value
    if not report.losses and kind != "new":
        assert says(again, kind) == says(new, kind), where


@pytest.mark.parametrize("kind", [*OF_CARDS, *OF_SETS])
def test_an_edit_touches_its_element_alone(octgn_sets, kind, request):
    paths = random.Random(kind).sample(octgn_sets, SAMPLE)  # noqa: S311
    is_slow = request.config.getoption("--slow")
    for path in octgn_sets if is_slow else paths:
        for seed in range(SEEDS if is_slow else 1):
            check(path, kind, (OF_CARDS | OF_SETS)[kind], seed)
