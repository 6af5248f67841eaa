"""Writing the cards of Draftmancer lists, what is lost, and what was read coming back."""

from __future__ import annotations

import json
import re

import pytest
from attrs import evolve

import cardformats as cf

from .changes import with_front
from .draftmancer_lists import after_settings, losses, session_settings
from .text_tables import json_rows, rows

EVENT = cf.model.Event((), "finite", 3, layout_replacement=True, color_balance=True)
SLOT = cf.Slot("A", 1, [cf.SheetChoice("A")])
SHEET = cf.Sheet("A", [cf.Entry(cf.CardRef("Moss Warden"))])
BOOSTER = cf.Booster(layouts=[cf.Layout("default", 1, [SLOT])])


def face(name="Moss Warden", **kwargs):
    return cf.Face(name, types="Creature", **kwargs)


def cardset(*cards, sheet=SHEET, booster=BOOSTER, event=EVENT, **kwargs):
    cards = [evolve(card, rarity=card.rarity or "rare") for card in cards]
    return cf.CardSet(cards=cards, sheets=[sheet], boosters=[booster], event=event, **kwargs)


def written(card, **options):
    """The JSON object that is written for *card*."""
    text = cf.dumps(cardset(card), "draftmancer", **options)
    (made,) = json.loads(text.partition("[CustomCards]\n")[2].partition("\n[A")[0])
    return made


def test_a_card_says_only_what_it_has():
    assert written(cf.Card(face())) == {
        "name": "Moss Warden",
        "set": "custom",
        "rarity": "rare",
        "mana_cost": "",
        "type": "Creature",
    }


@pytest.mark.parametrize(
    ("face_", "colors"),
    [
        (face(mana_cost=cf.model.ManaCost(("G",)), colors={cf.model.Color.GREEN}), None),
        (face(mana_cost=cf.model.ManaCost(("G",))), None),
        (face(mana_cost=cf.model.ManaCost(("G",)), colors=()), []),
        (face(colors={cf.model.Color.RED, cf.model.Color.WHITE}), ["W", "R"]),
    ],
)
def test_colors_are_written_where_the_cost_does_not_say_them(face_, colors):
    assert written(cf.Card(face_)).get("colors") == colors


def test_an_english_image_alone_is_written_short():
    for images, members in json_rows("""
        {}                     | {}
        {"en": "u"}            | {"image": "u"}
        {"en": "u", "fr": "v"} | {"image_uris": {"en": "u", "fr": "v"}}
        {"en": ""}             | {}
        {"en": "", "fr": ""}   | {}
        {"fr": "v"}            | {"image_uris": {"en": "v", "fr": "v"}}
    """):
        made = written(cf.Card(face(images=images)))
        own = {key: made[key] for key in made if key.startswith("image")}
        assert own == json.loads(members), images


@pytest.mark.parametrize(
    ("card", "image"),
    [
        (cf.Card(face(), "WDL", "12"), "https://x/WDL/12/Moss%20Warden"),
        (cf.Card(face(), "WDL", "12", ids={"wagic": "7/8"}), "https://x/WDL/7%2F8/Moss%20Warden"),
        (cf.Card(face("Æ{id}?"), "A", "1"), "https://x/A/1/%C3%86%7Bid%7D%3F"),
        (cf.Card(face(images={"en": "u"}), "WDL", "12"), "u"),
    ],
)
def test_a_template_gives_images_to_cards_that_have_none(card, image):
    assert written(card, image_url="https://x/{set}/{id}/{name}")["image"] == image


def test_a_template_with_an_unknown_placeholder_is_an_error():
    with pytest.raises(cf.OptionError, match=re.escape("{code}")):
        cf.dumps(cardset(), "draftmancer", image_url="https://x/{code}")


@pytest.mark.parametrize(
    ("template", "images", "lost"),
    [
        ("https://x/{number}/{face}", ["https://x/12/front", "https://x/12/back"], []),
        ("https://x/{name}", ["https://x/Moss%20Warden", "https://x/Moss%20Wolf"], []),
        (
            "https://x/{id}",
            ["https://x/12", None],
            ["images of backs, where the address has neither {face} nor {name} nor {type}"],
        ),
        ("https://x/{set}/{face}", [None, None], ["images of cards without {set}"]),
    ],
)
def test_a_template_gives_images_to_backs_and_to_no_card_that_lacks_a_part(template, images, lost):
    card = cf.Card([face(), face("Moss Wolf", kind="back")], None, "12")
    report = cf.dumps_report(cardset(card), "draftmancer", image_url=template)
    made = written(card, image_url=template)
    assert [made.get("image"), made["back"].get("image")] == images
    assert [loss.kind for loss in report.losses if "image" in loss.kind] == lost


def octgn_card(*types, number="007"):
    """A card of OCTGN's with a front, and an alternate of each of the *types*."""
    faces = [face(), *(face(f"Moss {type_}", kind="back") for type_ in types)]
    alternates = [{"type": "text", "name": "Moss Text", "properties": {}}]
    alternates += [{"type": type_} for type_ in types]
    return cf.Card(faces, None, number, ids={"octgn": "4f"}, extras={
        "octgn": {"alternates": tuple(alternates)}
    })  # fmt: skip


@pytest.mark.parametrize(
    ("template", "images"),
    [
        ("https://x/{set_id}/{id}.{type}.png", ["https://x/5e3c/4f.png", "https://x/5e3c/4f.b%20c.png"]),
        ("https://x/{number:unpadded}-{type}", ["https://x/7", "https://x/7-b%20c"]),
        ("https://x/{number}/{face}", ["https://x/007/front", "https://x/007/back"]),
        ("https://x/{type}{type}", ["https://x/", "https://x/b%20cb%20c"]),
    ],
)  # fmt: skip
def test_a_template_asks_for_what_octgn_knows(template, images):
    sets = ({"id": "5e3c"},)
    cards = cardset(octgn_card("b c"), extras={"octgn": {"sets": sets}})
    report = cf.dumps_report(cards, "draftmancer", image_url=template)
    (made,) = json.loads(report.value.partition("[CustomCards]\n")[2].partition("\n[A")[0])
    assert [made["image"], made["back"]["image"]] == images
    assert not [loss for loss in report.losses if "image" in loss.kind]


def test_a_number_without_zeros_in_front():
    for number, unpadded in rows("""
        007  | 7
        000  | 0
        010a | 10a
        R07  | R07
    """):
        made = written(
            cf.Card(face(), "WDL", number), image_url="https://x/{set}/{number:unpadded}"
        )
        assert made["image"] == f"https://x/WDL/{unpadded}", number


@pytest.mark.parametrize("kept", [5, None, "x", (), (5,), ({"id": 5, "type": 5},), {"game": 5}])
def test_what_was_kept_may_be_anything(kept):
    card = cf.Card(
        [face(), face("Fen", kind="back")], extras={"octgn": {"alternates": kept, "set": kept}}
    )
    own = {"sets": kept, "game": kept}
    report = cf.dumps_report(
        cardset(card, extras={"octgn": own}), "draftmancer", image_url="https://x/{set_id}/{type}"
    )
    assert report.ok
    text = cf.dumps(cardset(card, extras={"octgn": {"game": {"mapping": kept}}}), "draftmancer")
    assert "Moss Warden" in text


@pytest.mark.parametrize("placeholder", ["{set}", "{set_id}", "{id}", "{number}"])
def test_an_address_without_what_it_asks_for_is_none_and_reported(placeholder):
    other = evolve(face(), text="Another.")
    cards = cardset(cf.Card(face()), cf.Card(other))
    report = cf.dumps_report(cards, "draftmancer", image_url=f"https://x/{placeholder}/1.png")
    assert '"image"' not in report.value
    kinds = {loss.kind: loss.count for loss in report.losses}
    assert kinds[f"images of cards without {placeholder}"] == 2


def test_an_address_has_the_number_that_was_read_and_not_what_a_line_can_hold():
    cards = [cf.Card(face(), "W", number) for number in ("1/55", "2/55 (C.G.C)")]
    report = cf.dumps_report(cardset(*cards), "draftmancer", image_url="https://x/{number}")
    made = json.loads(report.value.partition("[CustomCards]\n")[2].partition("\n[A")[0])
    assert [each["collector_number"] for each in made] == ["1/55", "2/55-C.G.C"]
    assert [each["image"] for each in made] == [
        "https://x/1%2F55",
        "https://x/2%2F55%20%28C.G.C%29",
    ]


def test_faces_without_a_place_are_texts_below_that_of_the_front():
    giant = cf.Face(
        "Bog Giant", "{2}{R}", types="Creature", text="Trample", power="4", toughness="3"
    )
    stomp = cf.Face(
        "Stomp", "{1}{R}", types="Instant", subtypes="Adventure", text="2 damage.",
        images={"en": "u"}, properties={"Note": "a", "Text": "2 damage."}, kind="alternate",
    )  # fmt: skip
    mire = cf.Face("Mire", types="Land", power="1", toughness="2", loyalty="3", kind="back")
    card = cf.Card([giant, mire, stomp, evolve(mire, name="Fen"), evolve(giant, kind="alternate")])
    made = written(card)
    assert made["oracle_text"] == (
        "Trample\n//\nStomp {1}{R}\nInstant — Adventure\n2 damage.\n//\nFen\nLand\n1/2\n3"
    )
    assert made["back"]["name"] == "Mire"
    assert sorted(losses(cardset(card))) == [
        ("further faces of the kind 'alternate' (now texts)", 1),
        ("further faces of the kind 'back' (now texts)", 1),
        ("images of further faces", 1),
        ("the property 'Note'", 1),
    ]


def test_the_mark_between_the_subtypes_of_two_halves_is_no_subtype():
    subtypes = ("Room", "//", "Room")
    card = cf.Card(cf.Face("Attic", types="Enchantment", subtypes=subtypes))
    assert written(card)["subtypes"] == ["Room", "Room"]


def test_a_face_that_says_what_the_front_says_is_no_loss():
    card = cf.Card([face(text="Reach"), face(text="Reach", kind="alternate")])
    assert written(card)["oracle_text"] == "Reach"
    assert losses(cardset(card)) == []


def test_properties_of_which_a_text_is_made_are_no_losses_if_they_stand_in_it():
    text = "Level 5 · Fire\nDouble Breaker"
    properties = {
        "Level": "5",
        "Civilization": "Fire",
        "Rules": "Water",
        "Race": "Drakon",
        "Set": "5",
    }
    card = cf.Card(face(text=text, properties=properties))
    template = "Level {Level} · {Civilization} · {Race}\n{Rules}"
    game = {"mapping": {"templates": {"text": template}}}
    assert sorted(losses(cardset(card, extras={"octgn": {"game": game}}))) == [
        ("octgn 'game'", 1),
        ("the property 'Race'", 1),
        ("the property 'Rules'", 1),
        ("the property 'Set'", 1),
    ]


def test_a_split_card_is_written_by_its_halves():
    halves = [
        cf.Face(
            "Wax", cf.model.ManaCost.parse("{3}{U}"), types=["Instant"], text="A.", kind="split"
        ),
        cf.Face(
            "Wane", cf.model.ManaCost.parse("{4}{R}"), types=["Sorcery"], text="B.", kind="split"
        ),
    ]
    front = cf.Face(
        "Wax // Wane",
        cf.model.ManaCost.parse("{3}{U}{4}{R}"),
        [cf.model.Color("U"), cf.model.Color("R")],
        types=["Instant", "Sorcery"],
        text="A.\n//\nB.",
        properties={
            "Type": "Instant // Sorcery",
            "Stars": "5",
            "None": "",
            "Note": "A.\r\n//\r\nB.",
        },
    )
    report = cf.dumps_report(cardset(cf.Card([front, *halves])), "draftmancer")
    made = written(cf.Card([front, *halves]))
    assert made["mana_cost"] == "{3}{U} // {4}{R}"
    assert made["type"] == "Instant // Sorcery"
    assert made["colors"] == ["U", "R"]
    assert sorted((loss.kind, loss.count) for loss in report.losses) == [
        ("further faces of the kind 'split' (now parts of the front)", 2),
        ("the property 'Stars'", 1),
    ]
    read = cf.loads(report.value, "draftmancer")
    assert read.cards[0].types == ("Instant", "Sorcery")
    assert str(read.cards[0].mana_cost) == "{3}{U}"
    assert cf.dumps(read, "draftmancer", canonical=True) == report.value
    other = evolve(read.cards[0].faces[0], mana_cost=None)
    assert written(evolve(read.cards[0], faces=[other]))["mana_cost"] == ""


def test_only_names_and_sets_are_written_for_cards_that_draftmancer_knows():
    entry = cf.Entry(cf.CardRef("Moss Warden", "M10", "12"), 2)
    cards = cardset(cf.Card(face(), "M10", "12"), sheet=cf.Sheet("A", [entry]))
    text = cf.dumps(cards, "draftmancer", cards="names")
    assert after_settings(text) == "[A(1)]\n2 Moss Warden (M10)\n"


def draftmancers_json(text, brackets):
    """The JSON of a section as Draftmancer finds it: brackets are counted, in strings too."""
    opening, closing = brackets
    start = text.index(opening, text.index("\n"))
    depth = 0
    for end, char in enumerate(text[start:], start + 1):
        depth += (char == opening) - (char == closing)
        if depth == 0:
            section = "\n".join(re.findall(r"(?m)^(?!\s*#).*$", text[start:end]))
            cleaned = re.sub(r'(?<=[eul"\d}\]]),(?=\s*[\]}])', "", section)
            return json.loads(cleaned), text[end:]
    raise AssertionError(text)


HOSTILE = [
    "}", "{", "]", "[", "}{", "][", "{W}", "{W", "[a] b]", "1,]", '"x",}', "1, ]", "\\", '\\",]',
    "# x", "\n# x\n", "[A(1)]", "\u2028]", "é,}", "{[}]",
]  # fmt: skip


@pytest.mark.parametrize("string", HOSTILE)
def test_draftmancers_own_look_for_brackets_and_commas_survives_strings(string):
    card = cf.Card(face(string.strip() or "x", text=string))
    text = cf.dumps(cardset(card), "draftmancer")
    (made,), rest = draftmancers_json(text[text.index("[Custom") :], "[]")
    assert made["oracle_text"] == string
    assert rest == "\n\n[A(1)]\n1 Moss Warden\n"
    assert cf.loads(text, "draftmancer").cards[0].text == string


@pytest.mark.parametrize("string", HOSTILE)
def test_settings_survive_it_too(string):
    text = cf.dumps(cardset(extras={"draftmancer": {"cardBack": string}}), "draftmancer")
    made, rest = draftmancers_json(text, "{}")
    assert made == {"cardBack": string} | session_settings()
    assert rest == "\n\n[A(1)]\n1 Moss Warden\n"


def test_balanced_brackets_in_strings_stay_readable():
    assert '"{T}: [x], {1}"' in cf.dumps(
        cardset(cf.Card(face(text="{T}: [x], {1}"))), "draftmancer"
    )


def test_what_a_list_cannot_say_of_a_card_or_set_is_reported():
    for fields, lost in json_rows("""
        {"rarity": "land"}                   | the rarity 'land' (now 'common')
        {"rarity": "timeshifted"}            | the rarity 'timeshifted' (now 'special')
        {"finish": "etched"}                 | the finish 'etched'
        {"ids": {"wagic": "7"}}              | the id 'wagic'
        {"extras": {"wagic": {"auto": "x"}}} | wagic 'auto'
    """):
        assert losses(cardset(cf.Card(face(), **fields))) == [(lost, 1)], fields
    for fields, lost in json_rows("""
        {"meta": {"author": "x"}}              | the metadata 'author'
        {"extras": {"wagic": {"folder": "x"}}} | wagic 'folder'
    """):
        assert losses(cardset(**fields)) == [(lost, 1)], fields


@pytest.mark.parametrize(
    ("cards", "lost"),
    [
        (cardset(cf.Card(face(properties={"Threshold": "3"}))), "the property 'Threshold'"),
        (
            cardset(cf.Card([face(), face("Other", kind="split")])),
            "further faces of the kind 'split' (now texts)",
        ),
        (
            cardset(cf.Card([face(), face(kind="back"), face("Other", kind="back")])),
            "further faces of the kind 'back' (now texts)",
        ),
        (
            cardset(sheet=cf.Sheet("A", [cf.Entry(cf.CardRef("Forest", id="7"))])),
            "the id of an entry",
        ),
        (
            cardset(sheet=cf.Sheet("A", [cf.Entry(cf.CardRef("Forest"), 1, None, {"x": "y"})])),
            "overrides of an entry",
        ),
        (
            cardset(sheet=cf.Sheet("A", [cf.Entry(cf.CardRef("Forest F"))])),
            "card lines that read as something else",
        ),
        (
            cardset(sheet=cf.Sheet("A", SHEET.entries, cf.model.Spread())),
            "the collation Spread (now random)",
        ),
        (
            cardset(sheet=cf.Sheet("A", SHEET.entries, cf.model.PrintRun(1, "box"))),
            "print runs that go on through a box",
        ),
        (
            cardset(sheet=cf.Sheet("A", SHEET.entries, cf.model.Random(replacement=True))),
            "sheets with replacement (now without replacement)",
        ),
        (
            cardset(booster=cf.Booster(layouts=BOOSTER.layouts, distinct="name")),
            "no name twice in a pack (now no printing twice in a pack)",
        ),
        (
            cardset(
                booster=cf.Booster(
                    layouts=BOOSTER.layouts, constraints=[cf.model.AtMost(1, "type", "Land")]
                )
            ),
            "the constraint AtMost",
        ),
        (
            cardset(
                event=cf.model.Event(
                    [cf.model.Round(direction="left")], "finite", 3, color_balance=True
                )
            ),
            "the direction of a round",
        ),
    ],
)
def test_what_a_list_cannot_say_is_reported_by_its_kind(cards, lost):
    assert losses(cards) == [(lost, 1)]


def test_losses_of_a_kind_are_counted():
    etched = cf.Entry(cf.CardRef("Forest"), 1, "etched")
    assert losses(cardset(sheet=cf.Sheet("A", [etched, etched]))) == [("the finish 'etched'", 2)]


def test_losses_may_be_refused_and_the_file_stays_as_it_was(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("1 Forest\n", "utf-8")
    with pytest.raises(cf.WriteError) as raised:
        cf.write(cardset(meta={"author": "x"}), path, "draftmancer", on_loss="error")
    assert [str(each.code) for each in raised.value.report.losses] == ["CF258"]
    assert path.read_text("utf-8") == "1 Forest\n"


def test_a_type_line_that_was_kept_gives_way_to_another_one():
    text = (
        '[CustomCards]\n[{"name": "Glade", "mana_cost": "", "type": "Land  \N{EM DASH} Forest "}]\n'
        "[C(1)]\n1 Glade\n"
    )
    cardset = cf.loads(text, "draftmancer")
    for change in (
        {"types": ("Artifact",)},
        {"supertypes": ("Basic",)},
        {"subtypes": ()},
        {"subtypes": ("Swamp",)},
    ):
        changed = with_front(cardset, "Glade", **change)
        again = cf.loads(cf.dumps(changed, "draftmancer"), "draftmancer")
        assert again.card("Glade").faces == changed.card("Glade").faces
