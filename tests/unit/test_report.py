"""The page of a set: whole, quiet, and right."""

import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from attrs import evolve
from hypothesis import given

import cardformats as cf
from cardformats import collation
from cardformats.errors import MissingExtraError, OptionError
from cardformats.testing import cardsets
from tests.conftest import ROOT, SETTLED
from tests.growth import LINEAR, growth_of_calls

pytest.importorskip("jinja2")

from cardformats.report import page

MARSH = ROOT / "examples" / "octgn" / "Marsh"
VOID = {"meta", "input", "link", "br"}


class Tree(HTMLParser):
    """Elements that are closed in order, with their text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.texts, self.attributes = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_data(self, data):
        self.texts.append(data)
        if self.open and self.open[-1] in ("td", "th") and self.rows:
            self.rows[-1].append(" ".join(data.split()))


@SETTLED
@given(cardsets())
def test_every_set_has_a_page_that_is_well_formed(cardset):
    text = page(cardset, packs=1)
    assert Tree(text).open == []
    assert page(cardset, packs=1) == text


def test_a_page_makes_no_requests():
    report = cf.read_report(MARSH)
    tree = Tree(page(report.value, report.diagnostics))
    for _, name, value in tree.attributes:
        assert name not in ("src", "srcset", "data", "action")
        if name in ("href", "xlink:href"):
            assert value.startswith("#")
        if name == "content" and "default-src" in value:
            assert "default-src 'none'" in value
    style = re.search(r"<style>(.*?)</style>", page(cf.CardSet()), re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style


def test_the_odds_are_those_of_the_generator():
    cardset = cf.read(MARSH / "Sets" / "Reedlight")
    tree = Tree(page(cardset))
    odds = {row.card.name: row for row in cf.Generator(cardset, seed=1).odds()}
    shown = {row[0]: row for row in tree.rows if row[0] in odds}
    assert shown.keys() == odds.keys()
    for name, row in odds.items():
        numbers = [cell for cell in shown[name] if re.match(r"[\d.]", cell)]
        assert f"{float(row.expected):.4f}" in numbers
        assert f"{float(100 * row.at_least_one):.2f} %" in numbers


def of_rarities(count, box=None):
    """Packs of a rare, or one time in *count* of a mythic; and of two commons."""
    hits = [cf.Entry("Bell", count - 1), cf.Entry("Tarn", 1)]
    rarities = {"Tarn": "mythic", "Bell": "rare", "Reed": "common", "Sedge": "common"}
    cards = [cf.Card.of(name, rarity=rarity) for name, rarity in rarities.items()]
    slots = [cf.Slot("usual", 2, "Usual"), cf.Slot("hit", 1, "Hits")]
    booster = cf.Booster("pack", layouts=[cf.Layout("all", 1, slots)], box=box)
    sheets = [cf.Sheet("Usual", ["Reed", "Sedge"]), cf.Sheet("Hits", hits)]
    return cf.CardSet("Fens", None, cards, sheets, [booster])


def rows_of_rarities(cardset):
    tree = Tree(page(cardset, packs=0))
    # charts have the same words
    return [row for row in tree.rows if row and row[0] in ("common", "rare", "mythic")][-3:]


def test_rarities_have_odds_in_boxes_if_the_booster_has_some():
    text = page(of_rarities(8, cf.model.Box(10)), packs=0)
    assert 'title="1/8"' in text
    assert "At least one in a box" in text
    assert rows_of_rarities(of_rarities(8, cf.model.Box(10))) == [
        ["common", "2.0000", "100.00 %", "20.0000", "100.00 %"],
        ["rare", "0.8750", "87.50 %", "8.7500", ">99.99 %"],
        ["mythic", "0.1250", "12.50 %", "1.2500", f"{100 * (1 - 0.875**10):.2f} %"],
    ]


def test_a_box_that_cannot_be_is_said_and_packs_are_shown():
    quota = cf.model.Quota("Nothing", [cf.model.QuotaCount(1)])
    cardset = of_rarities(8, cf.model.Box(10, [quota]))
    text = "".join(Tree(page(cardset, packs=1)).texts)
    assert "No boxes can be opened: " in text
    assert "At least one in a box" not in text
    assert "No packs can be opened" not in text
    assert rows_of_rarities(cardset)[-1] == ["mythic", "0.1250", "12.50 %"]


def test_rarities_without_a_closed_form_are_counted(monkeypatch):
    monkeypatch.setattr("cardformats.collation.collators._COLLATORS._known", {})
    collation.register("toss", Toss())
    cardset = of_rarities(8, cf.model.Box(10))
    hits = evolve(cardset.sheets["Hits"], collation=cf.model.Other("toss"))
    cardset = evolve(cardset, sheets=[cardset.sheets["Usual"], hits])
    text = page(cardset, packs=0)
    (mythic,) = re.findall(r'<tr><th scope="row">mythic</th>(.*?)</tr>', text, re.DOTALL)[-1:]
    of_pack, of_box = re.findall(r"<small>± (.*?)</small>", mythic)
    assert 0.011 < float(of_pack) < 0.012  # sqrt(0.25 / 2000)
    assert 0.08 < float(of_box) < 0.15  # sqrt(2.5 / 200), as far as 200 boxes tell
    assert page(cardset, packs=0) == text


class Toss:
    """One of the first two entries of the sheet."""

    def compile(self, sheet, count):  # noqa: ARG002 - as collators have it
        return collation.Sampler(lambda bits: [bits.below(2)], count)


def test_sets_without_rarities_have_no_table_of_them():
    cards = [cf.Card.of("Eel"), cf.Card.of("Elk")]
    assert "Rarities" not in page(cf.CardSet.of(cards, pack=1))


def test_two_versions_that_are_the_same():
    before = cf.read(MARSH / "Sets" / "Reedlight")
    same = "".join(Tree(page(before, before=before)).texts)
    assert "The cards are the same." in same
    assert "The odds of packs that both have are the same." in same


def test_lists_that_only_name_cards_are_compared_by_the_names():
    before, after = (
        cf.loads(f"[A(1)]\n1 {name}\n1 Elk\n", "draftmancer") for name in ("Eel", "Owl")
    )
    text = "".join(Tree(page(after, before=before)).texts)
    assert re.search(r"New cards: 1\W*Owl", text)
    assert re.search(r"gone: 1\W*Eel", text)
    assert "2 cards" in text


def test_pictures_are_loaded_only_if_they_are_wished():
    images = {"en": "https://example.org/eel.png"}
    cards = [cf.Card(cf.Face("Eel", images=images)), cf.Card(cf.Face("Elk"))]
    cardset = cf.CardSet.of(cards, pack=2)
    assert "example.org" not in page(cardset)
    text = page(cardset, pictures=True, packs=1)
    assert text.count('<img src="https://example.org/eel.png"') == 1
    assert "img-src https:" in text
    assert "<title>Elk</title>" in text
    bad = cf.CardSet.of([cf.Card(cf.Face("Eel", images={"en": "javascript:alert(1)"}))], pack=1)
    assert "javascript" not in page(bad, pictures=True)


def test_strange_words_stay_words():
    card = cf.Card.of("<script>alert(1)</script>", types=["Creature"], text="</svg>&")
    text = page(cf.CardSet.of([card], pack=1, name="</title><b>"))
    assert "<script>alert" not in text
    assert Tree(text).open == []


def test_a_booster_without_packs_says_why():
    card = cf.Card.of("Eel")
    sheet = cf.Sheet("a", [cf.Entry(card.ref)])
    slot = cf.Slot("a", 3, [cf.SheetChoice("a")])
    booster = cf.Booster("Booster", layouts=[cf.Layout("all", 1, [slot])])
    texts = "".join(Tree(page(cf.CardSet("Eels", None, [card], [sheet], [booster]))).texts)
    assert "No packs can be opened" in texts


def test_without_jinja2_it_says_what_to_install(monkeypatch):
    template = page.__globals__["_template"]
    template.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    with pytest.raises(MissingExtraError, match=r"cardformats\[report\]"):
        page(cf.CardSet())
    template.cache_clear()


def test_how_many_cards_are_left_out_of_a_table_is_said(monkeypatch):
    monkeypatch.setitem(page.__globals__, "_MOST_CARDS", 2)
    cards = [cf.Card.of(f"Eel {number}") for number in range(5)]
    tree = Tree(page(cf.CardSet(cards=cards)))
    assert "and 3 cards more" in "".join(tree.texts)
    assert [row[0] for row in tree.rows if row and row[0].startswith("Eel")] == ["Eel 0", "Eel 1"]


def test_what_is_different_besides_cards_and_in_their_lines_is_shown():
    text = "[card]\nname=Eel\n{}\nmana={{U}}\ntype=Creature\npower=1\ntoughness=1\n[/card]\n"
    lines = ("auto={T}:draw:1", "auto={T}:draw:2")
    before, after = (cf.loads(text.format(line), "wagic") for line in lines)
    tree = Tree(page(evolve(after, name="Marsh"), before=before))
    assert ["Eel", "auto", "{T}:draw:1", "{T}:draw:2"] in tree.rows
    assert ["name", "Marsh"] in tree.rows


def test_lines_in_another_order_are_shown():
    text = "[card]\nname=Eel\n{}\nmana={{U}}\ntype=Creature\npower=1\ntoughness=1\n[/card]\n"
    lines = ["auto={T}:draw:1", "auto={U}:life:2"]
    before, after = (
        cf.loads(text.format("\n".join(each)), "wagic") for each in (lines, lines[::-1])
    )
    assert ["Eel", "auto", "in another order"] in Tree(page(after, before=before)).rows


def marsh(n):
    """A set with many kinds of boosters, in two versions."""
    rarities = ("common", "common", "uncommon", "rare", "mythic", "special", "land", "odd", None)
    costs = ("{W}", "{1}{U}", "{W}{U}", "{3}", "{9}{B}", None, None, "{X}{R}", "{0}")
    cards = [
        cf.Card.of(
            f"Eel {at}",
            rarity=rarity,
            mana_cost=cost,
            types=["Land"] if rarity == "land" else ["Creature"],
            text="Draw." * n,
            set_code="FEN" if at % 2 else None,
            number=str(at) if at % 3 else None,
        )
        for at, (rarity, cost) in enumerate(zip(rarities, costs, strict=True))
    ]
    entries = [cf.Entry(card.ref, 1 + at % 3) for at, card in enumerate(cards)]
    sheets = [
        cf.Sheet("A", entries[:4]),
        cf.Sheet("B", [*entries[4:], cf.Entry(cf.CardRef("Unknown"), 2, "foil")]),
    ]
    either = cf.Slot("either", 2, [cf.SheetChoice("A", 3), cf.SheetChoice("B", n)])
    few, many = cf.Slot("A", 1, [cf.SheetChoice("A")]), cf.Slot("rest", 2, [cf.SheetChoice("B")])
    options = [cf.Layout("few", 1, [few]), cf.Layout("many", 2, [many])]
    layouts = [
        cf.Layout("usual", 2, [few, either]),
        cf.Layout("other", 5, [cf.model.Choice(options)]),
    ]
    boosters = [
        cf.Booster("play", layouts=layouts, box=cf.model.Box(4)),
        cf.Booster("", layouts=[cf.Layout("default", 1, [few])]),
        cf.Booster("many", layouts=[cf.Layout(f"{at}", at, [few]) for at in range(1, 15)]),
        cf.Booster(
            "none", layouts=[cf.Layout("all", 1, [cf.Slot("A", 99, [cf.SheetChoice("A")])])]
        ),
    ]
    meta = {"author": "me", "release_date": "2026-08-22"}
    products = [cf.model.Product("box", [cf.model.ProductPart(cf.model.Item("die"))])]
    return cf.CardSet(
        "Marsh", "FEN", cards, sheets, boosters[: 2 + n], None, meta, products=products
    )


def cards_alone():
    cards = [cf.Card.of(f"Eel {at}", types=[f"Type {at}"]) for at in range(20)]
    cards += [cf.Card.of("Owl", types=["Type 3"], mana_cost="{2}", rarity="rare")]
    return cf.CardSet(cards=cards)


PAGES = {
    "two versions": lambda: page(
        marsh(2),
        cf.loads_report("[A(1)]\n1 Eel\n[B\n", "draftmancer").diagnostics,
        packs=1,
        before=marsh(1),
    ),
    "cards alone": lambda: page(cards_alone(), title="Eels"),
    "another version": lambda: page(
        cf.CardSet(cards=cards_alone().cards[:3]), before=cards_alone()
    ),
}
LEFT_OUT = re.compile(
    r'(<(?:style|script|div class="pack")>).*?(</(?:style|script|div)>)', re.DOTALL
)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_as_before(name, request):
    """Without the drawings of packs, styles and scripts; look at what ``--accept`` writes."""
    text = LEFT_OUT.sub(r"\1\2", PAGES[name]())
    file = ROOT / "tests" / "data" / "pages" / f"{name}.html"
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1.0, "1.0000"), (0.5, "0.5000"), (0.0011, "0.0011"), (0.001, "0.0010"),
        (0.0009999, "0.001"), (0.00012345, "0.00012"), (0.0, "0.0000"), (12.34567, "12.3457"),
    ],
)  # fmt: skip
def test_numbers_have_four_decimals_or_two_digits(number, shown):
    assert page.__globals__["_digits"](number) == shown


@pytest.mark.parametrize(
    ("chance", "shown"),
    [(1.0, "100.00 %"), (0.99996, ">99.99 %"), (0.9999, "99.99 %"), (0.5, "50.00 %"),
     (0.001, "0.10 %"), (0.00099, "0.099 %"), (0.0, "0.00 %")],
)  # fmt: skip
def test_only_what_is_certain_is_shown_as_all(chance, shown):
    assert page.__globals__["_percent"](chance).replace("\u00a0", " ") == shown


@pytest.mark.parametrize(
    ("denominator", "shown"), [(3, "1/3"), (10**12, f"1/{10**12}"), (10**12 + 1, "")]
)
def test_fractions_are_shown_if_they_can_be_read(denominator, shown):
    assert page.__globals__["_fraction"](Fraction(1, denominator)) == shown


def test_no_negative_number_of_packs_is_shown():
    with pytest.raises(OptionError, match="packs is how many packs are shown, not -1"):
        page(cf.CardSet(), packs=-1)


@pytest.mark.parametrize(("count", "more"), [(24, None), (25, "and 1 booster more")])
def test_the_first_boosters_are_shown(count, more):
    layouts = [cf.Layout("none", 1, [])]
    boosters = [cf.Booster(f"b {at}", layouts=layouts) for at in range(count)]
    text = " ".join("".join(Tree(page(cf.CardSet(boosters=boosters))).texts).split())
    assert "b 23" in text
    assert "b 24" not in text
    assert re.findall(r"and [0-9]+ boosters? more", text) == ([more] if more else [])


@pytest.mark.parametrize(("count", "more"), [(200, 0), (203, 3)])
def test_the_first_findings_are_shown_the_worst_first(count, more):
    known = {
        each.severity: each
        for text in ("[A(1)]\n1 Eel\n[B\n", "[A(2)]\n1 Eel\n")
        for each in cf.loads_report(text, "draftmancer").diagnostics
    }
    every = [known[severity] for severity in sorted(known, key=str)] * count
    texts = "".join(Tree(page(cf.CardSet(), every[:count])).texts)
    assert sum(texts.count(f"[{each.code}]") for each in known.values()) == 200
    assert (f"and {more} " in texts) == bool(more)


def test_the_table_of_odds_takes_linear_time():
    def write(count):
        lines = "\n".join(f"1 Card {number}" for number in range(count))
        page(cf.loads(f"[A(1)]\n{lines}\n", "draftmancer"), packs=0)

    assert growth_of_calls(write, 100) < LINEAR
