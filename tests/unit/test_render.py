"""Cards and packs as SVG: nothing spills, nothing is lost, whatever a card says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import cardformats as cf
from cardformats.errors import RenderError
from cardformats.render import CARD_HEIGHT, CARD_WIDTH, pack_svg, png, svg
from cardformats.render.metrics import width
from cardformats.testing import cards

SVG = "{http://www.w3.org/2000/svg}"
NASTY = [
    "</svg>",
    "&#0;",
    "\ud800",
    "\x00",
    "שלום",
    "カード",
    "e\u0301",
    "{W}{2/U}{∞}",
    "{" * 9,
    "👍🏽",
]


def parsed(drawing: str):
    return etree.fromstring(drawing.encode("utf-8"))


def words(root) -> str:
    """All text that is drawn, and the symbols in braces."""
    parts = []
    for each in root.iter(f"{SVG}text", f"{SVG}g"):
        if each.tag == f"{SVG}text" and each.get("text-anchor") is None:
            parts.append(each.text or "")
        elif each.tag == f"{SVG}g" and each.get("transform", "").endswith(")"):
            parts += [title.text for title in each.findall(f"{SVG}title")]
    return " ".join(parts)


def assert_inside(root):
    """Each run of text is as wide as was counted, and inside of its card."""
    for each in root.iter(f"{SVG}text"):
        if each.get("text-anchor"):  # letters on a symbol
            continue
        x, its = float(each.get("x")), float(each.get("textLength") or 0)
        assert x >= -0.01, etree.tostring(each)
        assert x + its <= CARD_WIDTH + 0.01
        assert 0 <= float(each.get("y")) <= CARD_HEIGHT
        assert float(each.get("font-size")) > 2


@given(cards())
def test_every_card_is_drawn_inside_of_its_frame(card):
    root = parsed(svg(card))
    for side in root.findall(f"{SVG}g"):
        assert_inside(side)
    assert svg(card) == svg(card)


@given(st.text(max_size=400) | st.lists(st.sampled_from(NASTY)).map(" ".join))
def test_no_text_spills_and_what_fits_is_there(text):
    face = cf.Face("Eel", types=("Creature",), text=text, power="1", toughness="1")
    root = parsed(svg(cf.Card(face)))
    assert_inside(root)


def test_all_of_a_usual_text_is_drawn():
    text = "{T}: Add {G} or {W/U}.\nWhenever this dies, draw a card, then discard one."
    card = cf.Card.of("Lantern Eel", mana_cost="{1}{U}", types=["Creature"], text=text)
    drawn = words(parsed(svg(card)))
    for word in re.findall(r"\{[^}]+\}|\w+", text):
        assert word in drawn
    assert "Lantern Eel" in drawn
    assert "Creature" in drawn


def test_long_texts_shrink_and_are_cut_at_last():
    def sizes(text):
        root = parsed(svg(cf.Card(cf.Face("Eel", text=text))))
        return {float(each.get("font-size")) for each in root.iter(f"{SVG}text")}, words(root)

    assert 15.0 in sizes("Flying")[0]
    small, drawn = sizes("Draw a card. " * 80)
    assert min(small) < 13
    assert "…" not in drawn
    assert drawn.count("Draw") == 80
    least, drawn = sizes("Draw a card. " * 3000)
    assert min(least) == 5
    assert drawn.rstrip().endswith("…")


def test_a_very_long_text_takes_no_time():
    assert len(svg(cf.Card(cf.Face("Eel" * 10_000, text="draw " * 10**6)))) < 300_000


def test_backs_stand_beside_and_halves_below():
    faces = [cf.Face("Day"), cf.Face("Night", kind="back")]
    assert parsed(svg(cf.Card(faces))).get("viewBox") == "0 0 512 352"
    faces = [cf.Face("Wax"), cf.Face("Wane", kind="split", text="Draw a card.")]
    halves = parsed(svg(cf.Card(faces)))
    assert halves.get("viewBox") == "0 0 252 352"
    assert {"Wax", "Wane", "Draw a card."} <= {each.text for each in halves.iter(f"{SVG}text")}


@pytest.mark.parametrize(
    ("fields", "corner"),
    [({"power": "1", "toughness": "2"}, "1/2"), ({"toughness": "2"}, "2"), ({"loyalty": "3"}, "3")],
)
def test_the_corner_has_power_and_toughness_or_the_loyalty(fields, corner):
    assert corner in words(parsed(svg(cf.Card(cf.Face("Eel", **fields))))).split()


def test_properties_of_other_games_are_drawn_once():
    face = cf.Face("Drake", text="Race Drake", properties={"Race": "Drake", "Level": "3", "X": ""})
    drawn = words(parsed(svg(cf.Card(face))))
    assert "Level: 3" in drawn
    assert "Race:" not in drawn
    assert "X:" not in drawn


def test_right_to_left():
    root = parsed(svg(cf.Card(cf.Face("אור הירח", text="{T}: שלום עולם"))))
    name, *_ = root.iter(f"{SVG}text")
    assert name.text == "\u200fאור הירח\u200f"
    assert float(name.get("x")) > CARD_WIDTH / 2
    assert_inside(root)


def test_printed_names():
    card = cf.Card(cf.Face("Eel", printed_names={"de": "Aal"}))
    assert "Aal" in words(parsed(svg(card, language="de")))
    assert "Eel" in words(parsed(svg(card, language="fr")))


@pytest.mark.parametrize(("count", "box"), [(0, 252), (1, 252), (15, 5 * 260 - 8)])
def test_packs_stand_in_even_rows(count, box):
    drawing = parsed(pack_svg([cf.Card(cf.Face(f"Eel {n}")) for n in range(count)]))
    assert float(drawing.get("width")) == box
    assert len(drawing.findall(f"{SVG}g")) == count


def test_an_opened_pack_has_the_cards_of_its_set():
    eel = cf.Card.of("Eel", mana_cost="{U}", types=["Creature"], text="Flying", rarity="common")
    cardset = cf.CardSet.of([eel], pack={"common": 1})
    drawing = pack_svg(cf.Generator(cardset, seed=1).pack(0), cardset)
    assert "Flying" in drawing
    assert "Flying" not in pack_svg(cf.Generator(cardset, seed=1).pack(0))


def test_nothing_is_fetched():
    drawing = svg(cf.Card(cf.Face("Eel", images={"en": "https://example.org/eel.png"})))
    assert drawing.count("http") == 1  # the name of the language of drawings


def test_widths_of_letters():
    assert width("Ill", 1000) == 278 + 222 + 222
    assert width("é", 10) == width("e", 10)
    assert width("カ", 10) == 10
    assert width("e\u0301", 10) == width("e", 10)


def test_pictures():
    pytest.importorskip("resvg_py")
    picture = png(svg(cf.Card(cf.Face("Eel"))), width=100)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == 100
    twice = png(svg(cf.Card(cf.Face("Eel"))))
    assert int.from_bytes(twice[16:20], "big") == 2 * CARD_WIDTH
    with pytest.raises(RenderError):
        png("<svg")


def test_the_face_of_both_halves_is_not_drawn_besides_them():
    faces = [cf.Face("Wax // Wane", text="Both."), cf.Face("Wax", kind="split", text="One.")]
    faces.append(cf.Face("Wane", kind="split", text="Two."))
    drawn = words(parsed(svg(cf.Card(faces))))
    assert "Both." not in drawn
    assert "One." in drawn
    assert "Two." in drawn


def test_a_property_that_stands_in_the_text_with_other_line_ends_is_not_drawn_again():
    face = cf.Face("Eel", text="Cost 2\nBite.\nSwim.", properties={"Text": "Bite.\r\nSwim."})
    assert "Text:" not in words(parsed(svg(cf.Card(face))))


def test_a_cost_that_is_too_long_says_that_there_is_more():
    drawn = svg(cf.Card.of("Eel", mana_cost="{W}" * 60))
    assert drawn.count("<title>{W}</title>") == 39
    assert "<title>{…}</title>" in drawn
    assert "<title>{…}</title>" not in svg(cf.Card.of("Eel", mana_cost="{W}" * 40))
