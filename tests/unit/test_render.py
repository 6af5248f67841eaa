"""Cards and packs as SVG: nothing spills, nothing is lost, whatever a card says."""

import sys
from types import SimpleNamespace

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import cardformats as cf
from cardformats.errors import OptionError, RenderError
from cardformats.render import CARD_HEIGHT, CARD_WIDTH, pack_svg, png, svg
from cardformats.render.lines import fit
from cardformats.render.metrics import width
from cardformats.testing import cards
from tests.conftest import ROOT

png_module = sys.modules["cardformats.render.png"]
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


def test_properties_of_other_games_are_drawn_once():
    face = cf.Face("Drake", text="Race Drake", properties={"Race": "Drake", "Level": "3", "X": ""})
    drawn = words(parsed(svg(cf.Card(face))))
    assert "Level: 3" in drawn
    assert "Race:" not in drawn
    assert "X:" not in drawn


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


#: Cards whose drawings are in files: all kinds of frames, marks, symbols, lines and corners.
DRAWN = {
    "creature": cf.Card.of(
        "Lantern Eel",
        mana_cost="{1}{U}",
        types=["Creature"],
        subtypes=["Eel"],
        text="{T}: Add {G} or {W/U}.\nWhenever this dies, draw a card, then discard one.",
        power="1",
        toughness="2",
        rarity="common",
        set_code="FEN",
        number="7",
        finish="foil",
    ),
    "symbols": cf.Card.of(
        "All symbols",
        mana_cost="{X}{2}{W}{U}{B}{R}{G}{C}{S}{12}{R/G}{2/B}{U/P}{W/U/P}",
        text="{T} {Q} {E} {CHAOS} {∞} {1000000} {w} {½} {/} {",
        rarity="mythic",
    ),
    "sides": cf.Card(
        [
            cf.Face(
                "Day", cf.model.ManaCost.parse("{W}"), {cf.model.Color.WHITE}, types=["Creature"]
            ),
            cf.Face("Night", None, {cf.model.Color.BLACK}, text="Menace", kind="back", loyalty="3"),
            cf.Face(
                "Dusk", None, {cf.model.Color.RED}, types=["Instant"], text="Draw.", kind="split"
            ),
        ],
        rarity="rare",
    ),
    "long": cf.Card(
        cf.Face(
            "The Longest Name of All Cards of This Set, and of All Others That There Are, " * 3,
            cf.model.ManaCost.parse("{G}" * 45),
            {cf.model.Color.GREEN, cf.model.Color.RED},
            types=["Legendary", "Enchantment", "Creature"],
            subtypes=["Eel", "Warden", "Lamp", "Forest", "Island", "Swamp", "Mountain"],
            text="An-unusually-long-word-without-any-place-to-break-it-in-two. " * 30
            + "\n\n"
            + "Draw a card. {T}{T} " * 40,
            power="1000000000",
            toughness="1000000000000",
        ),
        rarity="bonus",
        set_code="LONGCODE",
        number="123456789",
    ),
    "scripts": cf.Card(
        cf.Face(
            "אור הירח",
            types=["Land"],
            text="{T}: שלום עולם.\n飛行。カードを１枚引く。それが終わったら、「緑」を捨てる。"
            "é ė — “x” • 👍",
            properties={"Level": 3, "Race": "Drake", "Empty": "", "Text": "שלום עולם."},
            toughness="2",
        ),
        rarity="land",
    ),
    "plain": cf.Card(cf.Face("Lamp", types=["Artifact"], loyalty="4"), rarity="uncommon"),
    "bare": cf.Card(cf.Face("", text="\n\n")),
    "special": cf.Card(
        cf.Face("Sea", None, {cf.model.Color.BLUE}, text="x " * 400), rarity="special"
    ),
}
DRAWINGS = ROOT / "tests" / "data" / "drawings"


def drawn_in_lines(drawing):
    return drawing.replace("><", ">\n<") + "\n"


def as_in_file(name, drawing, request):
    """Compare a drawing with the one in a file; look at what ``--accept`` writes."""
    file = DRAWINGS / f"{name}.svg"
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn_in_lines(drawing), "utf-8")
    assert drawn_in_lines(drawing) == file.read_text("utf-8")


@pytest.mark.parametrize("name", DRAWN)
def test_a_card_is_drawn_as_before(name, request):
    as_in_file(name, svg(DRAWN[name]), request)


def test_a_pack_is_drawn_as_before(request):
    names = ("Eel", "Lamp", "Reed", "Fen", "Bell")
    as_in_file("pack", pack_svg([cf.Card(cf.Face(name)) for name in names]), request)


@pytest.mark.parametrize(
    ("columns", "width", "height"), [(1, 252, 1072), (2, 512, 712), (3, 772, 352), (4, 1032, 352)]
)
def test_a_pack_has_as_many_columns_as_are_asked_for(columns, width, height):
    drawing = parsed(pack_svg([cf.Card(cf.Face(name)) for name in "ABC"], columns=columns))
    assert (drawing.get("width"), drawing.get("height")) == (str(width), str(height))


def test_a_pack_has_a_column_at_least():
    with pytest.raises(OptionError, match="columns is a number from 1 on, not 0"):
        pack_svg([], columns=0)


def test_a_pack_is_called_as_its_booster_and_cards():
    cardset = cf.CardSet.of([cf.Card.of("Eel", rarity="common")], pack={"common": 1})
    pack = cf.Generator(cardset, seed=1).pack(0)
    every = (pack, evolve(pack, booster="Play"), [])
    titles = [parsed(pack_svg(each)).findtext(f"{SVG}title") for each in every]
    assert titles == ["Eel", "Play: Eel", ""]
    assert repr(pack_svg([])) == f"<Drawing: {len(pack_svg([]))} characters>"


@pytest.mark.parametrize(
    ("width", "wide"), [(None, 2 * CARD_WIDTH), (1, 1), (0, 2 * CARD_WIDTH), (-5, 1), (9000, 8192)]
)
def test_pictures_are_as_wide_as_is_asked_for(width, wide, monkeypatch):
    """Pictures have one pixel at least, and 8192 at most."""
    asked = []

    def drawn(drawing, width=0):
        asked.append(width)
        return drawing.encode()

    monkeypatch.setattr(png_module, "_resvg", lambda: SimpleNamespace(svg_to_bytes=drawn))
    png_module._family.cache_clear()  # noqa: SLF001 - of other machines
    try:
        png(svg(cf.Card(cf.Face("Eel"))), width=width)
    finally:
        png_module._family.cache_clear()  # noqa: SLF001
    assert asked[-1] == wide


@pytest.mark.parametrize(
    "family",
    ["Arimo", "Liberation Sans", "Arial", "Helvetica", "Nimbus Sans", "DejaVu Sans", "Noto Sans",
     "Segoe UI", "Verdana", "Roboto"],
)  # fmt: skip
def test_pictures_are_drawn_with_a_font_of_the_machine(family, monkeypatch):
    def drawn(drawing, width=0):
        is_there = f'font-family="{family}"' in drawing
        return f"{width} {is_there} {drawing.count('</text>')}".encode()

    monkeypatch.setattr(png_module, "_resvg", lambda: SimpleNamespace(svg_to_bytes=drawn))
    png_module._family.cache_clear()  # noqa: SLF001 - of other machines
    try:
        assert b" True " in png(svg(cf.Card(cf.Face("Eel"))))
    finally:
        png_module._family.cache_clear()  # noqa: SLF001


def test_a_machine_without_fonts_is_told_which_would_do(monkeypatch):
    monkeypatch.setattr(
        png_module, "_resvg", lambda: SimpleNamespace(svg_to_bytes=lambda *_, **__: b"")
    )
    png_module._family.cache_clear()  # noqa: SLF001 - of other machines
    with pytest.raises(RenderError, match=r"no font; one of Arimo, Liberation Sans, Arial, .* do"):
        png(svg(cf.Card(cf.Face("Eel"))))


@pytest.mark.parametrize("size", [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
def test_a_line_is_as_large_as_it_fits(size):
    """A line is 1.18 times as high as its letters."""
    assert fit("x", 100, 1.18 * size + 0.01).size == size
    assert fit("x", 100, 1.18 * size - 0.01).size == max(size - 1, 5)


#: Characters by their widths in Helvetica, in thousandths of its size, and others by what is usual.
WIDTHS = {
    191: "'", 222: "ijl’", 260: "|", 278: " !,./:;I[\\]ft·", 333: "()-`r“”", 334: "{}", 350: "•",
    355: '"', 389: "*", 469: "^", 500: "Jckszvxy", 556: "#$0123456789?L_abdeghnopqu–",
    584: "+<=>~", 611: "FTZ", 667: "&ABEKPSVXYÉ", 722: "CDHNRUw", 778: "GOQÖ", 833: "Mm",
    889: "%", 944: "W", 1000: "—…飛カ", 1015: "@", 620: "ש∞", 0: "\u0301\u200f\n",
}  # fmt: skip


@pytest.mark.parametrize("thousandths", WIDTHS)
def test_each_letter_has_its_width(thousandths):
    for letter in WIDTHS[thousandths]:
        assert width(letter, 1000) == pytest.approx(thousandths), letter
        assert width(letter, 10, bold=True) == pytest.approx(thousandths * 0.0107), letter
    every = "".join(WIDTHS.values())
    assert {*map(chr, range(32, 127))} <= {*every}
