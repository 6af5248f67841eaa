"""What is different between two versions of card files."""

import pickle

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


def test_one_set_is_compared_with_what_its_primitives_say(trees):
    sets = {"AAA": [printing("Lantern Eel", 1)]}
    old, new = trees((sets, EEL), (sets, EEL.replace("power=1", "power=3")))
    (only,) = diff(old / "AAA", new / "AAA").sets
    assert [each.new for each in only.changed[0].fields] == ["3"]


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
