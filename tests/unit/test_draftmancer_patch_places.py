"""Made lists with a change that has no line of its own: names, words, images, places of sheets."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf

from .changes import with_front

LIST = """\
# title
[CustomCards]
[
  {"name": "Eel", "mana_cost": "{U}", "type": "Creature", "subtypes": ["Fish"], "image": "a"},
  {"name": "Moss", "mana_cost": "", "type": "Land", "image_uris": {"en": "a"}}
]
# three
[Common(3)]
4 Eel

# one
[Rare(1)]
  2 Moss

[Foil(1)]
Eel
"""
NAMES = ("#Zed", "[Zed]", "[Settings]", "[Common(3)]", "# maybeboard", "3 Zed", "[3] Zed", "# #")


def read(text):
    return cf.loads(text, "draftmancer")


def written(cardset, **options):
    return cf.dumps_report(cardset, "draftmancer", **options)


@pytest.mark.part(3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["A\nB\n", "# all\n[Common(1)]\nA\n", "2 A\n"])
def test_names_that_look_like_something_else_are_written_in_place(name, text):
    cardset = read(text)
    sheet = next(iter(cardset.sheets.values()))
    changed = evolve(cardset, sheets=[evolve(sheet, entries=[*sheet.entries, cf.Entry(name)])])
    report = written(changed)
    assert report.value == f"{text}1 {name}\n"
    assert read(report.value) == changed
    first = evolve(cardset, sheets=[evolve(sheet, entries=[cf.Entry(name), *sheet.entries[1:]])])
    assert read(cf.dumps(first, "draftmancer")) == first


@pytest.mark.parametrize("name", NAMES)
def test_custom_cards_of_such_names_are_written_in_place(name):
    card = cf.Card.of(name, mana_cost="{1}", types=["Creature"], rarity="common")
    changed = read(LIST).adding(card, sheet="Foil")
    report = written(changed)
    assert report.value.endswith(f"[Foil(1)]\nEel\n1 {name}\n")
    assert report.value.startswith(LIST.partition("}\n]")[0])
    assert read(report.value) == changed
    assert not report.diagnostics


WORDS = {
    "types": ["Creature Beast"],
    "supertypes": ["Legendary Snow"],
    "mana_cost": cf.model.ManaCost(),
}


@pytest.mark.parametrize("canonical", [True, False])
@pytest.mark.parametrize("key", WORDS)
def test_words_that_are_read_as_others_are_losses(key, canonical):
    changed = with_front(read(LIST), "Eel", **{key: WORDS[key]})
    report = written(changed, canonical=canonical)
    assert read(report.value) != changed
    assert [each.code for each in report.diagnostics] == ["CF213" if "mana" in key else "CF214"]


def test_subtypes_may_hold_blanks():
    changed = with_front(read(LIST), "Eel", subtypes=["Sea Fish", "Eel"])
    report = written(changed)
    assert report.value == LIST.replace('["Fish"]', '["Sea Fish", "Eel"]')
    assert read(report.value) == changed
    assert not report.diagnostics


IMAGES = {
    "b": ('"image": "a"', '"image": "b"', '{"en": "a"}', '{"en": "b"}'),
    "": (', "image": "a"', "", ', "image_uris": {"en": "a"}', ""),
}


@pytest.mark.parametrize("image", IMAGES)
@pytest.mark.parametrize("number", range(2))
def test_the_image_stays_under_its_key(image, number):
    name = ("Eel", "Moss")[number]
    changed = with_front(read(LIST), name, images={"en": image} if image else {})
    old, new = IMAGES[image][2 * number : 2 * number + 2]
    assert written(changed).value == LIST.replace(old, new)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_sheets_change_places_with_their_comments(line_end):
    text = LIST.replace("\n", line_end)
    cardset = read(text)
    (booster,) = cardset.boosters
    (layout,) = booster.layouts
    common, rare, foil = layout.slots

    def become(*slots):
        layouts = [evolve(layout, slots=slots)]
        return evolve(cardset, boosters=[evolve(booster, layouts=layouts)])

    top, head, rest = text.partition(f"# three{line_end}")
    first, mark, rest = rest.partition("# one")
    first = head + first
    second, other, rest = rest.partition("[Foil")
    second, last = mark + second, other + rest
    assert written(become(rare, common, foil)).value == top + second + first + last
    assert written(become(common, foil, rare)).value == (top + first + last + line_end + second)
    changed = become(rare, evolve(common, count=5), foil)
    assert written(changed).value == top + second + first.replace("3", "5") + last
    assert read(written(changed).value) == changed


def test_the_comment_of_the_list_stays_where_its_first_sheet_goes():
    text = "# title\n[A(1)]\nx\n[B(1)]\ny\n"
    cardset = read(text)
    (booster,) = cardset.boosters
    layout = evolve(booster.layouts[0], slots=booster.layouts[0].slots[::-1])
    changed = evolve(cardset, boosters=[evolve(booster, layouts=[layout])])
    assert written(changed).value == "# title\n[B(1)]\ny\n[A(1)]\nx\n"
