"""Lists in an editor: what is named where, what is shown, and what can be written."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.effects import _KNOWN
from cardformats.formats.draftmancer.kinds import kind_at
from cardformats.formats.draftmancer.sheets import COLLATIONS
from cardformats.lsp.answers import ColoredToken
from cardformats.lsp.cards_shown import odds_of
from cardformats.lsp.draftmancer.completion import completions
from cardformats.lsp.draftmancer.hover import ListModel, hover
from cardformats.lsp.draftmancer.list_text import KINDS, ListText
from cardformats.lsp.draftmancer.outline import COLORS, folds, symbols
from cardformats.source import SourceText

from .plain import plain

LIST = """\
# a list
# of two sheets
[Settings]
{
  "layouts": {
    "Usual": {"weight": 3, "slots": {"Common": 2, "Rare": 1}},
    "Odd": {"weight": 1, "slots": [{"name": "Common", "count": 1}, {"name": "Top", "count": 2,
      "sheets": [{"name": "Rare", "weight": 1}]}]}
  },
  "predeterminedLayouts": ["Usual", "Odd"]
}
[CustomCards]
[
  {"name": "Lantern Eel", "mana_cost": "{1}{U}", "type": "Creature", "oracle_text": "*Flying*",
   "related_cards": ["Moss Warden"]},
  {"name": "Moss Warden", "mana_cost": "{G}", "type": "Creature", "power": 1, "toughness": 2}
]
[Common]
4 Lantern Eel
Forest (ANA) 60 F
[Rare]
3 Moss Warden
"""


def cursor(text, mark="‸"):
    """The text without a mark, and where that was."""
    offset = text.index(mark)
    return ListText(SourceText("list.txt", text.replace(mark, ""))), offset


def at(words, text=LIST, nth=1):
    """The text with the place behind the *nth* of some words."""
    place = -1
    for _ in range(nth):
        place = text.index(words, place + 1)
    return ListText(SourceText("list.txt", text)), place + len(words)


def model_of(its):
    cardset = cf.loads(its.source.text, "draftmancer")
    forest = cf.Card.of("Forest", set_code="ANA", number="60", types="Land")
    catalog = cf.CardCatalog([forest])
    return ListModel(cardset, lambda: odds_of(cardset), catalog.card)


def shown(its, offset):
    its_hover = plain(its.answers, hover(its, lambda: model_of(its), offset))
    return its_hover and its_hover.markdown


def offered(text, names=lambda *_: ()):
    its, offset = cursor(text)
    offers = plain(its.answers, completions(its, names, offset))
    return {each.label: each for each in offers}


def written(text, label, **options):
    """The text after an offer was taken."""
    each = offered(text, **options)[label]
    plain = text.replace("‸", "")
    return plain[: each.start] + (each.new or each.label) + plain[each.end :]


def lines(spans):
    return [(each.line, each.text) for each in spans]


# -- what there is to say of the keys that the reader knows


def helpless(kind, path=()):
    """Where the members of a kind stand that nothing is said of."""
    for name, member in kind.members.items():
        if not member.help:
            yield (*path, name)
    parts = {**kind.members, "*": kind.any_member, 0: kind.item}
    for step, part in parts.items():
        if part is not None:
            yield from helpless(part, (*path, step))
    for form in kind.forms:
        yield from helpless(form, path)


def test_all_keys_that_the_reader_knows_have_a_help():
    for section, kind in KINDS.items():
        assert [*helpless(kind, (section,))] == []


def test_all_words_that_the_reader_knows_are_offered():
    collations = kind_at(KINDS["sheet"], ("collation",)).words
    assert {word.strip('"') for word in collations} == COLLATIONS.keys()
    effect = kind_at(KINDS["customcards"], (0, "draft_effects", 0))
    words = {*effect.words, *effect.members["type"].words}
    assert {word.strip('"') for word in words} == _KNOWN


# -- where things are


def test_a_slot_with_sheets_of_its_own_is_no_sheet():
    its, offset = at('"Top')
    assert its.target_at(offset) is None


# -- what is shown


def test_a_card_that_is_not_defined_is_looked_up():
    assert "**Forest**" in shown(*at("Forest (A"))


def test_odds_of_two_commons_are_exact():
    text = "[Common(2)]\n1 Lantern Eel\n1 Moss Warden\n1 Forest\n"
    assert shown(*at("1 Lan", text)) == (
        "A pack has 0.667 copies on average, and 66.7 % of packs one."
    )


def test_keys_and_words_are_explained():
    assert shown(*at('"weig')) == "The weight of the layout, relative to those of the others."
    assert "Supertypes and types" in shown(*at('"typ'))
    its, offset = cursor('[A(2) {"collation": "print‸Run"}]\nForest\n')
    assert shown(its, offset) == "Cards that stand one after the other."
    assert shown(*at("# a l")) is None


# -- what can be written


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ('[Settings]\n{"colorBalance": ‸}\n[A]\nForest\n', {"true", "false"}),
        ('[Settings]\n{"layouts": {"L": {"slots": {"‸"}}}}\n[A]\nForest\n[B]\n', {"A", "B"}),
        ('[Settings]\n{"layouts": {"L": {"slots": {"A": 1, ‸}}}}\n[A]\nForest\n[B]\n', {"B"}),
        ('[Settings]\n{"layouts": {"L": {‸}}}\n[A]\nForest\n', {"weight", "slots"}),
        ('[Settings]\n{"layouts": {"L": {"slots": [{"sheets": ["‸"]}]}}}\n[A]\nx\n', {"A"}),
        ('[Settings]\n{"layouts": {"L": {}}, "predeterminedLayouts": [‸]}\n[A]\nx\n', {"L"}),
        ('[Settings]\n{"boosterSettings": [{"p‸"}]}\n[A]\nx\n', {"picks", "burns"}),
        ('[A(2) {"‸"}]\nx\n', {"collation", "groupSize", "length", "weights"}),
        ('[A(2) {"collation": ‸}]\nx\n', {"random", "printRun", "striped"}),
        ("[Settings]\n{# ‸\n}\n[A]\nx\n", set()),
        ('[CustomCards]\n[{"name": "‸"}]\n', set()),
        ("[‸\n", {"[Settings]", "[CustomCards]"}),
    ],
)
def test_what_is_offered_in_json(text, labels):
    if "{# " in text:
        text = text.replace("{# ", "{\n# ")
    assert offered(text).keys() == labels


def test_rarities_and_effects_are_offered():
    text = '[CustomCards]\n[{"name": "x", "rarity": "‸"}]\n'
    assert offered(text).keys() == {"common", "uncommon", "rare", "mythic", "special"}
    assert '"rarity": "mythic"}' in written(text, "mythic")
    text = '[CustomCards]\n[{"name": "x", "draft_effects": ["Face‸"]}]\n'
    assert '["FaceUp"]' in written(text, "FaceUp")


def test_names_of_cards_are_offered():
    text = LIST.replace("3 Moss Warden\n", "2 ‸\n")
    assert written(text, "Moss Warden").endswith("2 Moss Warden\n")
    text = LIST.replace("3 Moss Warden\n", "2 eel‸\n")
    assert offered(text).keys() == {"Lantern Eel"}
    catalog = cf.CardCatalog([cf.Card.of("Island"), cf.Card.of("Isle of Vesuva")])
    text = LIST.replace("3 Moss Warden\n", "2 isla‸\n")
    assert written(text, "Island", names=catalog.beginning).endswith("2 Island\n")
    text = LIST.replace('["Moss Warden"]', '["Moss‸"]')
    assert '["Moss Warden"]' in written(text, "Moss Warden")


def test_sheets_that_slots_name_are_offered_as_headers():
    text = LIST.replace("[Rare]\n3 Moss Warden\n", "[‸]\n")
    assert written(text, "[Rare]").endswith("F\n[Rare]\n")


def test_names_with_quotes_are_written_as_json():
    text = '[Settings]\n{"predeterminedLayouts": [‸], "layouts": {"a\\"b": {}}}\n[A]\nx\n'
    assert '["a\\"b"]' in written(text, 'a"b')


# -- the outline


def check_outline(its):
    """Check an outline: names are in their parts, and parts in the parts around them."""
    stack = [(0, len(its.source.text), each) for each in plain(its.answers, symbols(its))]
    while stack:
        start, end, each = stack.pop()
        assert start <= each.start <= each.name_start <= each.name_end <= each.end <= end
        stack += [(each.start, each.end, child) for child in each.children]


def check_tokens(its):
    text = its.source.text
    last = 0
    for each in ColoredToken.of(COLORS, text, 0, len(text)):
        assert last <= each.start < each.end
        assert "\n" not in text[each.start : each.end]
        last = each.end


ODD = [
    "",
    "\ufeff[",
    "[]",
    "[A",
    "[Settings]",
    "[Settings]\n{",
    '[Settings]\n{"a": "',
    "[CustomCards]\n" + "[" * 5000,
    "[CustomCards]\n" + '[{"name": ' * 2000,
    "[Settings]\n}}}}\n[A]\n",
    '[Settings]\n{"layouts": {"": {"slots": {"": 1}}}}\n[ ]\n',
    '[A] {"x": 1}\n',
    '[A(3) {"collation": }]\n1 B\n',
    "x" * 100_000,
    "x" + " " * 50_000 + "x(" * 5_000,
    "[" + " " * 50_000 + "x",
    "[]" * 30_000,
    '"' * 30_000,
    "[CustomCards]\n[" + '"\\' * 20_000,
    "9" * 5000 + " Forest",
    "\x00\ud800\u2028[A]\n1 \ud800",
    "[Layouts]\n- A (1)\n1 B\nx",
    LIST.replace("\n", "\r\n"),
    LIST.replace('"', "'"),
    LIST[: len(LIST) // 2],
]


@pytest.mark.parametrize("text", [LIST, *ODD], ids=range(len(ODD) + 1))
def test_any_text_has_answers(text):
    its = ListText(SourceText("list.txt", text))
    check_outline(its)
    check_tokens(its)
    assert all(0 <= each.start < each.end <= len(text) for each in plain(its.answers, folds(its)))
    nothing = ListModel(cf.CardSet(""), lambda: None, lambda _: None)
    for offset in {0, 1, len(text) // 3, len(text) // 2, max(0, len(text) - 1), len(text)}:
        hover(its, lambda: nothing, offset)
        for each in plain(its.answers, completions(its, lambda *_: (), offset)):
            assert 0 <= each.start <= each.end <= len(text)
        if (target := its.target_at(offset)) is not None:
            assert its.declarations(target) is not None
            its.references(target)


def test_a_text_that_is_being_typed_has_answers():
    for cut in range(0, len(LIST), 7):
        its = ListText(SourceText("list.txt", LIST[:cut]))
        check_outline(its)
        check_tokens(its)
        list(completions(its, lambda *_: (), cut))


def test_only_the_words_in_a_range_are_coloured():
    _, offset = at("[Common]\n")
    pieces = ColoredToken.of(COLORS, LIST, offset, offset + 13)
    words = [LIST[each.start : each.end] for each in pieces]
    assert words == ["4", "Lantern Eel"]
