"""The exact reading: each rule by which the engine reads card files, mistakes included."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.budget import Budget
from cardformats.formats.wagic.engine.macros import EngineMacros
from cardformats.formats.wagic.format import WagicOptions
from tests.unit.wagic_files import card, printing, write

#: A primitive.
FROG = card("name=Reedfrog", "mana={1}{g}", "type=Creature", "subtype=Frog", "text=Croak.")


def read(folder, files, where="SET", **options):
    """The cards that the engine has of *where*, in a folder with *files*."""
    path = write(folder, files) / where
    return cf.read_report(path, engine="exact", **options).value.cards


def one(*lines, **options):
    """The only card that the engine makes of the *lines* of a block."""
    (found,) = cards_of_text(card(*lines), **options)
    return found


def cards_of_text(text, **options):
    return cf.loads_report(text, "wagic", engine="exact", **options).value.cards


def kept(found):
    """What the model has no word for."""
    return found.extras.get("wagic", {})


def names(cards):
    return [each.name for each in cards]


def primitives_of(folder, files, **options):
    """The names of the primitives in *files*, in the engine's order."""
    files = {f"primitives/{name}": content for name, content in files.items()}
    return names(read(folder, files, "primitives", **options))


# Keys


@pytest.mark.parametrize("line", ["trample=1", "t=", "txt=Croak.", "target="])
def test_any_key_with_a_t_makes_a_primitive_of_its_own(line, tmp_path):
    """It takes the place of the one referred to, and is blank but for that line."""
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": card("primitive=Reedfrog", line, "id=5"),
    }
    (found,) = read(tmp_path, files)
    assert found.faces[0] == cf.Face("")


@pytest.mark.parametrize(
    ("grades", "is_there"),
    [
        (["UNSUPPORTED"], False),
        (["xxS"], False),
        (["SUPPORTED"], True),
        (["unsupported", "x"], False),
        (["unsupported", "xxp"], True),
        (["un"], True),
    ],
)
def test_a_grade_counts_in_either_case_and_a_short_one_changes_nothing(grades, is_there):
    lines = [f"grade={each}" for each in grades]
    text = card("name=Reedfrog", *lines)
    assert bool(cards_of_text(text, max_grade="borderline")) is is_there


def test_a_printing_without_id_has_the_id_0_and_is_common(tmp_path):
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": card("primitive=Reedfrog") + card("primitive=Reedfrog", "rarity=R"),
    }
    (found,) = read(tmp_path, files)
    assert (found.number, found.rarity) == ("0", "common")


# Numbers, types and keywords


# Mana and colours


# Blocks and files


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[card]\r\nname=A\r\n\r\n[/card]\r\n", [("A", "")]),
        ("[card]\nname=A\r\r\n[/card]\n", [("A\r", "")]),
        ("\ufeff" + card("name=A") + card("name=B"), [("B", "")]),
    ],
)
def test_blocks_open_and_close_as_in_the_engine(text, found):
    assert [(each.name, each.text) for each in cards_of_text(text)] == found


def test_a_card_that_is_not_closed_goes_on_in_the_next_file(tmp_path):
    files = {"a.txt": "[card]\nname=A\ntext=x\n", "b.txt": "[card]\nmana={1}\n[/card]\n"}
    folder = write(tmp_path, {f"primitives/{name}": text for name, text in files.items()})
    (found,) = cf.read_report(folder / "primitives", engine="exact").value.cards
    assert (found.name, found.text, found.mana_cost.mana_value) == ("A", "x", 1)


def test_a_card_that_is_not_closed_goes_on_in_the_next_set(tmp_path):
    files = {
        "primitives/p.txt": card("name=A") + card("name=B"),
        "ONE/_cards.dat": "[card]\nprimitive=A\nid=1\n",
        "TWO/_cards.dat": "[card]\nprimitive=B\nrarity=R\n[/card]\n",
    }
    (found,) = read(tmp_path, files, "")
    assert (found.set_code, found.name, found.number, found.rarity) == ("TWO", "B", "1", "rare")


def test_an_opened_block_forgets_the_grade_of_a_card_that_is_not_closed(tmp_path):
    files = {"a.txt": "[card]\nname=A\ngrade=crappy\n", "b.txt": "[card]\ntext=x\n[/card]\n"}
    assert primitives_of(tmp_path, files, max_grade="borderline") == ["A"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("grade=crappy\n" + card("name=A"), []),
        (card("name=A") + "grade=crappy\n" + card("name=B"), ["A"]),
        ("grade=borderline\n" + card("name=A"), ["A"]),
        ("gibberish\n" + card("name=A"), ["A"]),
        ("grumbles and so on\n" + card("name=A"), ["A"]),
        ("grunting noises\n" + card("name=A"), ["A"]),
        ("grumble anyway\n" + card("name=A"), []),
        ("# grade=crappy\n" + card("name=A"), ["A"]),
        (" grade=crappy\n" + card("name=A"), ["A"]),
        ("grade=c\n" + card("name=A"), ["A"]),
        (card("name=A", "grade=crappy") + card("name=B"), ["B"]),
        (card("name=A", "grade=crappy", "grade=supported"), ["A"]),
        (card("name=A", "grade=nice"), ["A"]),
        (card("grade=dangerous", "name=A"), []),
        (card("name=A", "gleam=shady"), []),
    ],
)
def test_grades_count_by_a_letter_and_end_the_file_between_cards(text, found):
    assert names(cards_of_text(text, max_grade="borderline")) == found


GRADE_LETTERS = ("supported", "borderline", "unofficial", "crappy", "unsupported", "dangerous")


@pytest.mark.parametrize("grade", GRADE_LETTERS)
@pytest.mark.parametrize("max_grade", GRADE_LETTERS)
def test_what_is_not_worse_than_the_worst_grade_is_there(grade, max_grade):
    expected = ["A"] if GRADE_LETTERS.index(grade) <= GRADE_LETTERS.index(max_grade) else []
    for text in (card("name=A", f"grade={grade}"), f"grade={grade}\n" + card("name=A")):
        assert names(cards_of_text(text, max_grade=max_grade)) == expected


def test_files_are_read_in_the_order_of_their_bytes(tmp_path):
    files = {name: card("name=A", f"text={name}") for name in ("b.txt", "_a.txt", "a.txt", "C.txt")}
    folder = write(tmp_path, {f"primitives/{name}": text for name, text in files.items()})
    (found,) = cf.read_report(folder / "primitives", engine="exact").value.cards
    assert found.text == "C.txt"


# Primitives and printings


@pytest.mark.parametrize(
    ("primitives", "block", "found"),
    [
        (FROG, printing("Reedfrog"), ["Reedfrog"]),
        (FROG, printing("reedfrog"), []),
        (FROG, printing("Reedfrog "), []),
        (FROG, card("primitve=Reedfrog", "id=1"), ["Reedfrog"]),
        (FROG, printing("Reedfrog", 1, "C", "primitive=Bogtoad"), ["Reedfrog"]),
        (FROG + card("name=Bogtoad"), printing("Reedfrog", 1, "C", "price=Bogtoad"), ["Bogtoad"]),
        (FROG, printing("Bogtoad"), []),
        (FROG, printing("Reedfrog", 1, "C", "version=1"), ["Reedfrog"]),
        (FROG, printing("Reedfrog", 1, "C", "ability=flying"), ["Reedfrog"]),
        (FROG, card("id=1", "version=1"), []),
        ("", card("id=1", "rarity=C"), []),
        ("", card("id=1", "name=Bogtoad"), ["Bogtoad"]),
        (card("name="), printing(""), [""]),
    ],
)
def test_a_reference_is_looked_up_where_it_stands(primitives, block, found, tmp_path):
    files = {"primitives/p.txt": primitives, "SET/_cards.dat": block}
    assert names(read(tmp_path, files)) == found


def test_an_inline_primitive_takes_the_place_of_the_one_referred_to(tmp_path):
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": printing("Reedfrog", 4, "R", "text=Ribbit."),
    }
    (found,) = read(tmp_path, files)
    assert found.faces[0] == cf.Face("", text="Ribbit.")
    assert (found.number, found.rarity) == ("4", "rare")


@pytest.mark.parametrize("block", ["id=4", "id=4\ngrade=crappy"])
def test_an_inline_primitive_that_is_refused_leaves_the_one_referred_to(block, tmp_path):
    """Its key is its id, which may be the name of another primitive, or its grade is too bad."""
    other = "" if "grade" in block else card("name=4")
    files = {
        "primitives/p.txt": FROG + other,
        "SET/_cards.dat": card("primitive=Reedfrog", *block.split("\n"), "name=Bogtoad"),
    }
    assert names(read(tmp_path, files, max_grade="borderline")) == ["Reedfrog"]


@pytest.mark.parametrize(
    "files",
    [
        {"p.txt": card("name=A", "text=first") + card("name=A", "text=second")},
        {"a.txt": card("name=A", "text=first"), "b.txt": card("name=A", "text=second")},
    ],
)
def test_the_first_primitive_of_a_name_counts(files, tmp_path):
    files = {f"primitives/{name}": text for name, text in files.items()}
    (found,) = read(tmp_path, files, "primitives")
    assert found.text == "first"


def test_the_first_card_of_an_id_counts_in_all_sets(tmp_path):
    files = {
        "primitives/p.txt": FROG + card("name=Bogtoad", "id=3"),
        "ONE/_cards.dat": printing("Reedfrog", 1) + printing("Reedfrog", 1, "R"),
        "TWO/_cards.dat": printing("Reedfrog", 1) + printing("Reedfrog", 2),
        "ZOO/_cards.dat": printing("Reedfrog", 3) + printing("Reedfrog", 4),
    }
    found = [(each.set_code, each.number, each.rarity) for each in read(tmp_path, files, "")]
    assert found == [("ONE", "1", "common"), ("TWO", "2", "common"), ("ZOO", "4", "common")]


def test_a_card_without_data_does_not_take_an_id(tmp_path):
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": printing("Bogtoad", 1) + printing("Reedfrog", 1),
    }
    assert names(read(tmp_path, files)) == ["Reedfrog"]


def test_a_printing_among_primitives_cannot_refer_to_a_later_one(tmp_path):
    files = {"a.txt": printing("Late") + printing("Early", 2), "Z.txt": card("name=Early")}
    files = {f"primitives/{name}": text for name, text in files.items()}
    files["primitives/b.txt"] = card("name=Late")
    found = read(tmp_path, files, "primitives")
    assert [(each.name, each.number) for each in found] == [
        ("Early", "2"),
        ("Early", None),
        ("Late", None),
    ]


def test_a_file_of_primitives_has_only_its_own(tmp_path):
    files = {"primitives/a.txt": card("name=A"), "primitives/b.txt": card("name=B")}
    assert names(read(tmp_path, files, "primitives/b.txt")) == ["B"]


def test_a_card_that_is_not_closed_does_not_go_on_in_files_before_it(tmp_path):
    files = {"a.txt": card("text=x", "name=A"), "b.txt": "[card]\nid=9\nname=B\n"}
    files = {f"primitives/{name}": text for name, text in files.items()}
    found = read(tmp_path, files, "primitives")
    assert [(each.name, each.number) for each in found] == [("A", None)]


def test_names_are_compared_byte_by_byte(tmp_path):
    files = {
        "primitives/p.txt": card("name=Ælf", "text=utf-8"),
        "primitives/q.txt": card("name=Ælf", "text=cp1252").encode("cp1252"),
        "SET/_cards.dat": printing("Ælf").encode("cp1252"),
    }
    (found,) = read(tmp_path, files)
    assert (found.name, found.text) == ("Ælf", "cp1252")


# Macros


@pytest.mark.parametrize(
    "macro",
    [
        " body", "", "name", "()", "($x) body", "_P_($x)", "_P_($x", "_P_() ", "_P_(,) x",
        "_P_($x) _P_($x)_P_($x)", "a aaaa", "a " + "a" * 20_000, "($x) $x$x",
        "_P_(x) " + "x" * 3_000, "_P_(_P_) _P_(_P_)",
    ],
)  # fmt: skip
def test_hostile_macros_end(macro):
    text = f"#AUTO_DEFINE {macro}\n"
    scripts = ("a" * 1_000, "_P_(a)" * 200, "_P_(" * 200, "_P_(" + ")" * 200)
    for script in scripts:
        (found,) = cards_of_text(text + card("name=A", f"auto={script}"))
        assert "".join(kept(found)["auto"]) == script.lower()


@pytest.mark.parametrize(
    ("macros", "script"),
    [
        (["b " + "a" * 1_000, "a " + "c" * 1_000], "b" * 90),
        (["_P_($x) $x$x$x", "_Q_($x) " + "$x" * 1_000], "_Q_(" + "y" * 1_000 + ")"),
        (["_P_($x) $x"], ")" * 2_000 + "_P_(x"),
        ([f"m{chr(97 + n)} " + f"m{chr(98 + n)}" * 20 for n in range(20)], "ma"),
    ],
)
def test_an_expansion_does_not_grow_beyond_its_limit(macros, script):
    text = "".join(f"#AUTO_DEFINE {macro}\n" for macro in macros)
    (found,) = cards_of_text(text + card("name=A", f"auto={script}"), max_expansion_size=10_000)
    expanded = kept(found).get("expanded", {"auto": ()})
    assert len("\n".join(expanded["auto"])) <= 10_000 + len(script)


P = "_P_($x) +$x+"


@pytest.mark.parametrize(
    ("macros", "text", "expanded", "work"),
    [
        ([P], "_p_(a) _p_(b)c", "+a+ +b+c", 45),
        # the first parenthesis that closes is taken, even before the call
        ([P], ") _p_(a) _p_(b)", ") +a) _p_(b)+ +a+ +b+", 68),
        ([P], "_p_(a", "_p_(a", 1),
        ([P], "_p_()", "_p_()", 21),
        ([P], "_p_(a)" + "c" * 30 + "_p_(b)", "+a+" + "c" * 30 + "+b+", 52),
        (["_P_($x,$y) $y$x"], "_p_(a,b)_p_(a)", "_p_(a,b)_p_(a)", 45),
        (["_P_($x,$y) $y$x"], "_p_(a,b)_p_(a,b,)", "baba", 47),
        (["_P_($x) " + "$x" * 6], "_p_(" + "y" * 24 + ")", "y" * 144, 29),
        (["A b\\nc"], "a a", "b\nc b\nc", 1),
        (["A b", "a c"], "a", "b", 1),
        # each is applied once, in the order of the definitions
        (["A b", "B c"], "a", "c", 2),
        (["B c", "A b"], "a", "b", 2),
        (["a "], "a", "", 1),
        (["A b"], "c" * 499, "c" * 499, 1),
        (["A b"], "c" * 500, "c" * 500, 2),
        (["A b"], "a" * 499, "b" * 499, 42),
    ],
)
def test_macros_are_applied_and_that_is_work(macros, text, expanded, work):
    engine, budget = EngineMacros(WagicOptions()), Budget(100)
    for macro in macros:
        engine.define(f"#AUTO_DEFINE {macro}")
    assert engine.expand(text, budget) == expanded
    assert budget.left == 100 - work


@pytest.mark.parametrize(
    ("macro", "text", "expanded", "least"),
    [
        ("A bbbb", "a a a a a c", "bbbb bbbb bbbb bbbb bbbb c", 31),
        ("_P_($x) 12$x$x", "_p_(abc) _p_(ab)", "12abcabc 12abab", 15),
        ("_P_($x) 12$x$x", "_p_(abc)c", "12abcabcc", 12),
    ],
)
def test_an_expansion_may_have_just_the_largest_size(macro, text, expanded, least):
    for size in (least - 1, least):
        engine = EngineMacros(WagicOptions(max_expansion_size=size))
        assert engine.define(f"#AUTO_DEFINE {macro}")
        assert engine.expand(text) == (expanded if size == least else text)


@pytest.mark.parametrize("macro", ["_P_($x)-$x", "_P_($x)", "($x) b", "a", "_P_($x $x"])
def test_what_defines_no_macro(macro):
    assert not EngineMacros(WagicOptions()).define(f"#AUTO_DEFINE {macro}")


def test_only_so_many_macros_count():
    text = "".join(f"#AUTO_DEFINE _{number}_ x\n" for number in range(3))
    (found,) = cards_of_text(text + card("name=A", "auto=_0_ _1_ _2_"), max_macros=2)
    assert kept(found)["expanded"] == {"auto": ("x x _2_",)}


# Both readings


def test_both_readings_of_one_file_side_by_side(tmp_path):
    files = {
        "primitives/p.txt": card("name=Reedfrog", "note=Bogtoad", "mana={1}", "mana={i}"),
        "SET/_cards.dat": printing("Reedfrog", "7t") + printing("Bogtoad", 8, "rare"),
    }
    folder = write(tmp_path, files)
    sane, exact = (cf.read_report(folder / "SET", engine=engine) for engine in ("sane", "exact"))
    assert sane.diagnostics == exact.diagnostics
    rows = [
        [(each.name, each.number, each.rarity, str(each.mana_cost)) for each in report.value.cards]
        for report in (sane, exact)
    ]
    assert rows == [
        [("Reedfrog", "7", "common", "{S}")],
        [("Bogtoad", "8", "r", "{1}{S}")],
    ]


def test_the_sane_reading_is_the_default(tmp_path):
    folder = write(tmp_path, {"SET/_cards.dat": card("name=A", "note=B", "id=1", "rarity=C")})
    assert cf.read_report(folder / "SET").value.cards[0].name == "A"
    sane = cf.read_report(folder / "SET", engine="sane")
    assert sane.value == cf.read_report(folder / "SET").value


def test_another_engine_is_refused(tmp_path):
    with pytest.raises(cf.OptionError, match="engine"):
        cf.read_report(write(tmp_path, {"SET/_cards.dat": ""}) / "SET", engine="other")


def test_the_booster_is_made_of_the_cards_that_the_engine_has(tmp_path):
    files = {
        "primitives/p.txt": FROG + card("name=Bogtoad"),
        "SET/_cards.dat": printing("Reedfrog", 1) + printing("Bogtoad", 1, "U"),
    }
    cardset = cf.read_report(write(tmp_path, files) / "SET", engine="exact").value
    (booster,) = cardset.boosters
    entries = [entry.card.name for sheet in cardset.sheets.values() for entry in sheet.entries]
    assert set(entries) == {"Reedfrog"}
    assert booster.id == "SET"


def test_primitives_that_changed_are_read_again(tmp_path):
    files = {"primitives/p.txt": FROG, "SET/_cards.dat": printing("Reedfrog")}
    assert read(tmp_path, files)[0].text == "Croak."
    files["primitives/p.txt"] = FROG.replace("Croak", "Ribbit")
    assert read(tmp_path, files)[0].text == "Ribbit."


def test_further_macros_count_after_those_of_the_primitives(tmp_path):
    files = {
        "primitives/p.txt": "#AUTO_DEFINE _A_ a\n" + card("name=A", "auto=_A_ _B_"),
        "SET/_cards.dat": printing("A"),
        "more.txt": "#AUTO_DEFINE _A_ x\n#AUTO_DEFINE _B_ b\n",
    }
    (found,) = read(tmp_path, files, macros=tmp_path / "more.txt")
    assert kept(found)["expanded"] == {"auto": ("a b",)}


def test_a_bracket_alone_opens_nothing():
    text = "[\nname=A\n[/card]\n" + card("name=B")
    assert names(cards_of_text(text)) == ["B"]
