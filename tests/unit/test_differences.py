"""What is different between two versions of card files."""

import pickle
from fractions import Fraction

import pytest
from attrs import evolve, fields

import cardformats as cf
from cardformats.checking.differences import diff
from cardformats.checking.differences.markdown import markdown
from cardformats.checking.differences.text import text_lines

MACROS = "#AUTO_DEFINE _BURN_($n) damage:$n target(creature,player)\n"


def primitive(name, *lines, **fields):
    rows = [f"name={name}", *lines, *(f"{key}={value}" for key, value in fields.items())]
    return "\n".join(["[card]", *rows, "[/card]", ""])


def printing(name, number, rarity="C"):
    return f"[card]\nprimitive={name}\nid={number}\nrarity={rarity}\n[/card]\n"


def tree(folder, sets, primitives, macros=MACROS):
    """A tree of Wagic's sets: the printings of each, and the text of the primitives."""
    (folder / "primitives").mkdir(parents=True)
    (folder / "primitives" / "_macros.txt").write_text(macros)
    (folder / "primitives" / "mtg.txt").write_text(primitives)
    for code, cards in sets.items():
        (folder / code).mkdir()
        head = f"[meta]\nname={code}\n[/meta]\n"
        (folder / code / "_cards.dat").write_text(head + "".join(cards))
    return folder


EEL = primitive("Lantern Eel", "auto={T}:damage:1 target(creature)", type="Creature", power=1)
ELF = primitive("Reed Elf", "text=Reed Elf has reach.", "abilities=reach", type="Creature")


@pytest.fixture
def trees(tmp_path):
    """The folders of two trees: what each is made of is an argument."""
    return lambda old, new: (tree(tmp_path / "old", *old), tree(tmp_path / "new", *new))


def by_path(differences):
    return {each.new or each.old: each for each in differences.sets}


def test_a_primitive_is_changed_once_and_not_for_each_of_its_printings(trees):
    sets = {"AAA": [printing("Lantern Eel", 1)], "BBB": [printing("Lantern Eel", 2)]}
    changed = EEL.replace("damage:1", "damage:2").replace("power=1", "power=2")
    differences = diff(*trees((sets, EEL), (sets, changed)))
    (only,) = differences.sets
    assert only.new == "primitives"
    assert differences.same == 2
    (card,) = only.changed
    assert [each.to_dict() for each in card.fields] == [{"field": "power", "old": "1", "new": "2"}]
    (ability,) = card.abilities
    assert ability.removed[0].english == "{T}: this deals 1 damage to target creature"
    assert ability.added[0].english == "{T}: this deals 2 damage to target creature"


def test_lines_that_expand_to_the_same_are_only_written_otherwise(trees):
    text = primitive("Bolt", "auto=damage:3 target(creature,player)", type="Instant")
    call = text.replace("damage:3 target(creature,player)", "_BURN_(3)")
    differences = diff(*trees(({}, text), ({}, call)))
    assert differences.tally == {"written otherwise": 1}
    assert [each.name for each in differences.sets[0].rewritten] == ["Bolt"]


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("{5}{R}}{G}", "{5}{R}{G}", ("{5}{R}}{G}, read as {5}{R}{G}", "{5}{R}{G}")),
        ("{WU}", "{W/U}", ("{W/U}", "{W/U}, read as {W/U}")),
        ("{3}", "3", ("{3}", "3, read as nothing")),
    ],
)
def test_a_cost_with_a_mistake_is_shown_with_what_is_read_of_it(trees, old, new, shown):
    bolts = (({}, primitive("Bolt", type="Instant", mana=each)) for each in (old, new))
    (bolt,) = by_path(diff(*trees(*bolts)))["primitives"].changed
    (cost,) = [each for each in bolt.fields if each.field == "mana cost"]
    assert (cost.old, cost.new) == shown
    assert "mana" not in [each.field for each in bolt.fields]


def test_a_changed_macro_changes_the_cards_that_call_it(trees):
    call = primitive("Bolt", "auto=_BURN_(3)", type="Instant")
    old, new = trees(({}, call), ({}, call, MACROS.replace("player", "opponent")))
    (only,) = diff(old, new).sets
    assert [each.field for each in only.macros] == ["_BURN_"]
    (ability,) = only.changed[0].abilities
    assert ability.added[0].text == "damage:3 target(creature,opponent)"


def test_cards_are_added_removed_renamed_and_get_other_ids(trees):
    old = {"AAA": [printing("One", 1), printing("Two", 2), printing("Four", 4), printing("Six", 6)]}
    new = {
        "AAA": [printing("One", 11), printing("Deux", 2), printing("Five", 5), printing("SIX", 66)]
    }
    (only,) = diff(*trees((old, EEL), (new, EEL))).sets
    assert [each.name for each in only.removed] == ["Four"]
    assert [each.name for each in only.added] == ["Five"]
    assert [(each.old.name, each.new.name, each.by) for each in only.renamed] == [
        ("Two", "Deux", "id"),
        ("Six", "SIX", "spelling"),
    ]
    assert [each.new.name for each in only.changed if each.has_other_id] == ["One", "SIX"]
    assert only.counts == (4, 4)


def test_of_swapped_ids_both_are_said_and_no_card_is_renamed(trees):
    old = {"AAA": [printing("One", 1), printing("Two", 2)]}
    new = {"AAA": [printing("One", 2), printing("Two", 1)]}
    (only,) = diff(*trees((old, ""), (new, ""))).sets
    assert not only.renamed
    assert [(each.new.name, each.has_other_id) for each in only.changed] == [
        ("One", True),
        ("Two", True),
    ]


def test_a_primitive_that_says_the_same_under_another_name_is_renamed(trees):
    renamed = ELF.replace("Reed Elf", "Marsh Elf")
    (only,) = diff(*trees(({}, EEL + ELF), ({}, EEL + renamed))).sets
    (card,) = only.renamed
    assert (card.old.name, card.new.name, card.by) == ("Reed Elf", "Marsh Elf", "text")


def test_cards_that_say_nothing_are_not_taken_for_renamed_ones(trees):
    bears = [primitive(name, type="Creature", power=2, toughness=2) for name in ("Bear", "Cub")]
    (only,) = diff(*trees(({}, bears[0]), ({}, bears[1]))).sets
    assert only.tally == {"added": 1, "removed": 1}


def test_a_card_that_moves_to_another_set_is_neither_added_nor_removed(trees):
    one, two, eel = printing("One", 1), printing("Two", 2), printing("Lantern Eel", 3)
    differences = diff(
        *trees(({"AAA": [one, eel], "BBB": [two]}, EEL), ({"AAA": [one], "BBB": [two, eel]}, EEL))
    )
    assert [each.to_dict() for each in differences.moves] == [
        {"card": "Lantern Eel (BBB) 3", "old": "AAA", "new": "BBB"}
    ]
    assert "added" not in differences.tally
    assert "removed" not in differences.tally


def test_the_folder_of_a_set_can_have_another_name(trees):
    cards = [printing(f"Card {number}", number) for number in range(1, 9)]
    differences = diff(*trees(({"CFX": cards}, EEL), ({"CON": [*cards, printing("New", 9)]}, EEL)))
    (only,) = differences.sets
    assert (only.old, only.new) == ("CFX", "CON")
    assert [each.name for each in only.added] == ["New"]
    assert not only.removed
    assert not only.changed


def test_a_set_that_is_new_or_gone_has_all_its_cards(trees):
    differences = diff(
        *trees(
            ({"AAA": [printing("One", 1)]}, EEL),
            ({"BBB": [printing("Two", 2), printing("Three", 3)]}, EEL),
        )
    )
    sets = by_path(differences)
    assert (sets["AAA"].new, len(sets["AAA"].removed)) == (None, 1)
    assert (sets["BBB"].old, len(sets["BBB"].added)) == (None, 2)


def test_odds_of_packs_change_exactly(trees):
    cards = [printing(f"Common {number}", number) for number in range(1, 11)]
    (only,) = diff(
        *trees(({"AAA": cards}, EEL), ({"AAA": [*cards, printing("Lantern Eel", 99)]}, EEL))
    ).sets
    (odds,) = only.odds
    before, after = odds.changed["Common 1 (AAA) 1"]
    assert (before.copies, after.copies) == (Fraction(15, 10), Fraction(15, 11))
    assert next(iter(odds.changed)) == "Lantern Eel"


def test_a_renamed_card_keeps_its_odds(trees):
    cards = [printing(f"Common {number}", number + 1) for number in range(10)]
    (only,) = diff(
        *trees(({"AAA": cards}, ""), ({"AAA": [printing("First", 1), *cards[1:]]}, ""))
    ).sets
    assert only.tally == {"renamed": 1}


def test_a_booster_that_asks_primitives_is_compared_with_these(trees):
    sets = {"AAA": [printing("Lantern Eel", 1), printing("Reed Elf", 2)]}
    old, new = trees((sets, EEL + ELF), (sets, EEL + ELF.replace("type=Creature", "type=Land")))
    for each in (old, new):
        (each / "AAA" / "booster.txt").write_text(
            '<pack><slot copies="1"><random_card>type:creature;</random_card></slot></pack>'
        )
    sets = by_path(diff(old, new))
    (odds,) = sets["AAA"].odds
    assert odds.changed["Lantern Eel (AAA) 1"][1].copies == 1
    assert not sets["AAA"].changed


def test_one_set_is_compared_with_what_its_primitives_say(trees):
    sets = {"AAA": [printing("Lantern Eel", 1)]}
    old, new = trees((sets, EEL), (sets, EEL.replace("power=1", "power=3")))
    (only,) = diff(old / "AAA", new / "AAA").sets
    assert [each.new for each in only.changed[0].fields] == ["3"]


def test_a_primitive_that_is_missing_is_one_change(trees):
    sets = {"AAA": [printing("Lantern Eel", 1)]}
    old, new = trees((sets, EEL), (sets, ELF))
    (only,) = diff(old / "AAA", new / "AAA").sets
    (field,) = only.changed[0].fields
    assert (field.field, field.old, field.new) == ("primitive", "there", "missing")
    assert not only.changed[0].abilities


LIST = """[Settings]
{"name": "Eels", "layouts": {"Normal": {"weight": 1, "slots": {"Common": 3, "Rare": 1}}}}
[CustomCards]
[{"name": "Lantern Eel", "rarity": "common", "mana_cost": "{1}{U}", "type": "Creature",
  "image": "https://example.org/eel.png"}]
[Common]
2 Lantern Eel
4 Forest
[Rare]
1 Marsh Ferry
1 Reed Elf
"""


def of_lists(tmp_path, old, new, **options):
    paths = [tmp_path / "old.txt", tmp_path / "new.txt"]
    for path, text in zip(paths, (old, new), strict=True):
        path.write_text(text)
    return diff(*paths, **options)


def test_a_list_is_compared_by_cards_sheets_and_settings(tmp_path):
    new = LIST.replace('"Common": 3', '"Common": 4').replace("{1}{U}", "{2}{U}")
    new = (
        new.replace("4 Forest", "3 Forest\n1 Reed Elf").replace("1 Reed Elf\n", "", 2)
        + "1 Reed Elf\n"
    )
    (only,) = of_lists(tmp_path, LIST, new).sets
    fields = {
        each.new.name: [(f.field, f.old, f.new) for f in each.fields] for each in only.changed
    }
    assert fields == {
        "Lantern Eel": [("mana cost", "{1}{U}", "{2}{U}")],
        "Forest": [("sheets", "4 Common", "3 Common")],
    }
    assert [(each.old, each.new) for each in only.settings] == [("3 Common", "4 Common")]
    assert len(only.odds) == 1


def test_boosters_are_the_same_by_name_or_as_the_only_ones_left():
    old = cf.loads(LIST, "draftmancer")
    (booster,) = old.boosters
    layout = booster.layouts[0]
    less = evolve(layout, slots=layout.slots[:1])
    first, second = (evolve(booster, name=name) for name in ("First", "Second"))
    other = evolve(booster, name="Other", layouts=[less])
    pair = [evolve(old, boosters=each) for each in ([first, second], [other, second])]
    (odds,) = diff(*pair, "draftmancer").sets[0].odds
    assert odds.booster == "First"
    assert odds.changed["Reed Elf"][1].copies == 0
    gone = diff(pair[0], evolve(old, boosters=[second]), "draftmancer").sets[0]
    assert gone.odds == ()
    assert ("boosters: First", None) in [(each.field, each.new) for each in gone.settings]


def test_a_card_on_another_sheet_is_changed(tmp_path):
    new = LIST.replace("1 Marsh Ferry\n", "").replace("4 Forest\n", "4 Forest\n1 Marsh Ferry\n")
    (only,) = of_lists(tmp_path, LIST, new, odds=False).sets
    (card,) = only.changed
    assert [(each.old, each.new) for each in card.fields] == [("1 Rare", "1 Common")]
    assert only.odds == ()


def test_lines_in_another_order_are_said_so(trees):
    lines = ("auto=tap", "auto=draw:1")
    pair = [primitive("Land", *each, type="Land") for each in (lines, lines[::-1])]
    (only,) = diff(*trees(({}, pair[0]), ({}, pair[1]))).sets
    assert [each.to_dict() for each in only.changed[0].abilities] == [
        {"key": "auto", "removed": [], "added": [], "order": True}
    ]


def test_what_is_the_same_has_no_differences(tmp_path, root):
    assert not of_lists(tmp_path, LIST, LIST)
    assert not of_lists(tmp_path, LIST, LIST.replace("\n", "\r\n"))
    for folder in ("wagic", "octgn", "draftmancer"):
        if (root / "examples" / folder).is_dir():
            assert not diff(root / "examples" / folder, root / "examples" / folder)


def test_the_other_way_round_is_the_opposite(trees):
    old = {"AAA": [printing("One", 1), printing("Two", 2)], "BBB": [printing("Three", 3)]}
    new = {"AAA": [printing("Uno", 1), printing("Four", 4)], "CCC": [printing("Five", 5)]}
    places = trees((old, EEL), (new, ELF))
    there, back = diff(*places), diff(*reversed(places))
    for one, other in (("added", "removed"), ("removed", "added")):
        assert sorted(str(r) for s in there.sets for r in getattr(s, one)) == sorted(
            str(r) for s in back.sets for r in getattr(s, other)
        )
    renamed = {(each.old.name, each.new.name) for s in there.sets for each in s.renamed}
    assert renamed == {(each.new.name, each.old.name) for s in back.sets for each in s.renamed}


def test_primitives_can_be_in_files_of_any_name(trees):
    old, new = trees(({}, EEL), ({}, EEL))
    for each, text in ((old, ELF), (new, ELF.replace("abilities=reach", "abilities=flying"))):
        (each / "primitives" / "more").write_text(text)
    assert diff(old, new).tally == {"changed": 1}


def test_a_file_is_compared_with_a_folder(tmp_path):
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "eels.txt").write_text(LIST)
    (tmp_path / "lists" / "more.txt").write_text("1 Island\n")
    single = tmp_path / "single.txt"
    single.write_text(LIST.replace("Reed Elf", "Old Elf"))
    differences = diff(single, tmp_path / "lists")
    sets = by_path(differences)
    assert sets["eels.txt"].old == "."
    assert sets["more.txt"].old is None
    assert [each.name for each in sets["eels.txt"].removed] == ["Old Elf"]


def test_a_card_may_move_from_a_single_file_to_another_of_a_folder(tmp_path):
    cards = [cf.Card.of(name, set_code="MAR") for name in ("Eel", "Owl", "Newt", "Heron")]
    single, folder = tmp_path / "single.json", tmp_path / "sets"
    folder.mkdir()
    cf.write(cf.CardSet("Marsh", "MAR", cards), single)
    cf.write(cf.CardSet("Marsh", "MAR", cards[:3]), folder / "most.json")
    cf.write(cf.CardSet("Fen", "FEN", cards[3:]), folder / "one.json")
    there, back = diff(single, folder, odds=False), diff(folder, single, odds=False)
    moves = [[(str(m.card), m.old, m.new) for m in each.moves] for each in (there, back)]
    assert moves == [[("Heron (MAR)", "Marsh", "one.json")], [("Heron (MAR)", "one.json", "Marsh")]]


@pytest.mark.parametrize(
    ("names", "paths", "moved"),
    [
        ("Eel Owl Newt", [("a.txt", "b.txt")], 0),
        ("Moss Eel Owl Newt Fen", [("a.txt", "b.txt")], 0),
        ("Eel Owl", [(None, "b.txt"), ("a.txt", None)], 2),
        ("Eel Owl Fen Moss", [(None, "b.txt"), ("a.txt", None)], 2),
    ],
)
def test_a_list_that_only_names_cards_is_found_under_another_path(tmp_path, names, paths, moved):
    for path, cards in (("old/a.txt", "Eel Owl Newt Heron"), ("new/b.txt", names)):
        file = tmp_path / path
        file.parent.mkdir()
        file.write_text("".join(f"1 {card}\n" for card in cards.split()), "utf-8")
        (file.parent / "same.txt").write_text("1 Island\n", "utf-8")
    differences = diff(tmp_path / "old", tmp_path / "new", odds=False)
    assert [(each.old, each.new) for each in differences.sets] == paths
    assert len(differences.moves) == moved


def test_other_files_that_are_different_are_listed(trees):
    old, new = trees(({}, EEL), ({}, EEL))
    for each, text in ((old, "{}"), (new, "[1]")):
        (each / "notes.json").write_text(text)
    differences = diff(old, new)
    assert differences.others == ("notes.json",)
    assert "notes.json" in "\n".join(text_lines(differences))


def test_what_no_format_reads_is_refused(tmp_path):
    path = tmp_path / "picture.bin"
    path.write_bytes(b"\x89PNG\0")
    with pytest.raises(cf.UnknownFormatError):
        diff(path, path)


def test_values_pickle_and_texts_have_limits(trees):
    many = [printing(f"Card {number}", number + 1) for number in range(50)]
    differences = diff(*trees(({"AAA": many[:5]}, EEL), ({"AAA": many}, EEL.replace("=1", "=2"))))
    assert pickle.loads(pickle.dumps(differences)) == differences
    text = "\n".join(text_lines(differences, 3))
    assert "and 42 more" in text
    assert "Card 20" not in text
    assert "Card 20" in "\n".join(text_lines(differences, None))
    assert text.splitlines()[-1].endswith("inputs the same") is False


def test_markdown_is_folded_and_cannot_break_out(tmp_path):
    new = LIST.replace("1 Reed Elf", "1 ``` <b>*x*</b>")
    differences = of_lists(tmp_path, LIST, new)
    text = markdown(differences)
    assert text.count("<details>") == text.count("</details>") == 1
    assert "\n````diff\n" in text
    assert "<b>" not in text.split("````")[0]
    assert len(markdown(differences, 0)) < len(text)


def test_a_comment_has_an_end(trees):
    sets = {
        f"S{number:03}": [printing(f"{'Long ' * 30}{n}", number * 100 + n + 1) for n in range(20)]
        for number in range(60)
    }
    text = markdown(diff(*trees(({}, EEL), (sets, EEL))))
    assert len(text) < 65_000
    assert "more sections" in text


PLAIN = cf.Card.of("Eel", mana_cost="{U}", types=["Creature"], set_code="AAA", number="1")
OTHER_FACE = {
    "mana_cost": "{W}", "colors": "R", "supertypes": "Legendary", "types": "Artifact",
    "subtypes": "Fish", "text": "Flying", "power": "1", "toughness": "1", "loyalty": "3",
    "images": {"en": "https://example.org"}, "printed_names": {"fr": "Anguille"},
    "properties": {"Faction": "Sea"}, "kind": "split", "name": "Other Eel",
}  # fmt: skip
OTHER_CARD = {
    "set_code": "BBB", "number": "2", "rarity": "rare", "ids": {"wagic": "7"}, "finish": "foil",
    "rating": 4.5, "related": ["Newt"], "draft_effects": [cf.model.SimpleEffect("FaceUp")],
    "extras": {"wagic": {"grade": "crappy"}},
}  # fmt: skip


def test_every_field_of_a_card_is_compared():
    assert OTHER_FACE.keys() == {each.name for each in fields(cf.Face)}
    assert OTHER_CARD.keys() == {each.name for each in fields(cf.Card)} - {"faces"}
    face = PLAIN.faces[0]
    others = [evolve(PLAIN, faces=evolve(face, **{key: it})) for key, it in OTHER_FACE.items()]
    others += [evolve(PLAIN, **{key: it}) for key, it in OTHER_CARD.items()]
    others.append(evolve(PLAIN, faces=[face, evolve(face, name="Back", kind="back")]))
    same = cf.CardSet(cards=[PLAIN])
    for other in others:
        differences = diff(same, cf.CardSet(cards=[other]), "wagic")
        assert differences, other
