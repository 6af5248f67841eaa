"""Packs for a draft on Draftmancer: the traps of its lines, one by one."""

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.predetermined import packs_of, text_of


def pack(*cards):
    return cf.Pack(0, "", "", tuple(cf.PackCard(card, "", "", finish) for card, finish in cards))


def lines(cards, *named, **options):
    report = text_of([pack(*named)], cf.CardSet(cards=cards), **options)
    return report.value.splitlines(), [str(each.code) for each in report.diagnostics]


def custom(name, set_code=None, number=None):
    return cf.Card.of(name, set_code=set_code, number=number)


def test_a_foil_card_without_a_number_has_a_plus():
    opt = cf.CardRef("Opt", "XLN")
    assert lines([], (opt, "foil"), (cf.CardRef("Opt", "XLN", "65"), "foil"), (opt, None)) == (
        ["1 Opt (XLN) +F", "1 Opt (XLN) 65 F", "1 Opt (XLN)"],
        [],
    )


def test_digits_before_a_name_are_no_count():
    assert lines([custom("1996 Champion")], ("1996 Champion", None)) == (["1 1996 Champion"], [])


def test_brackets_behind_a_name_are_no_set():
    suit = custom("Hazmat Suit (Used)")
    assert lines([suit], (suit.ref, None))[0] == ["1 Hazmat Suit (Used) (custom)"]
    # of official cards, the set is what is looked for first
    assert lines([], (suit.ref, None)) == (["1 Hazmat Suit (Used)"], [])
    assert lines([], (suit.ref, None), ("Hazmat Suit", None))[1] == ["CF205"]


def test_a_name_that_ends_like_a_mark_has_a_set():
    assert lines([custom("Grade F")], ("Grade F", None))[0] == ["1 Grade F (custom)"]


def test_a_name_alone_means_the_last_custom_card():
    one, two = custom("Eel", number="1"), custom("Eel", number="2")
    assert lines([one, two], (one.ref, None), (two.ref, None), ("Eel", None)) == (
        ["1 Eel (custom) 1", "1 Eel (custom) 2", "1 Eel (custom) 1"],
        [],
    )
    plain = custom("Eel")
    assert lines([plain, two], (plain.ref, None))[0] == ["1 Eel (custom)"]


def test_only_one_finish_can_be_said():
    assert lines([], ("Opt", "etched")) == (["1 Opt"], ["CF250"])


def test_a_pack_without_cards_is_none():
    report = text_of([pack(), pack(("Opt", None))], cf.CardSet(), expected=2)
    assert report.value == "1 Opt\n"
    assert [str(each.code) for each in report.diagnostics] == ["CF235", "DM072"]


def test_what_the_site_does_not_know_is_an_error_with_a_catalog():
    catalog = cf.CardSet(cards=[custom("Opt", "XLN", "65")])
    known = cf.CardRef("Opt", "XLN", "65")
    assert lines([], (known, None), catalog=catalog) == (["1 Opt (XLN) 65"], [])
    _, codes = lines([], (cf.CardRef("Opt", "XLN", "66"), None), ("Opd", None), catalog=catalog)
    assert codes == ["DM027", "DM026"]


def test_a_list_that_is_uploaded_as_it_was_read_keeps_its_numbers():
    text = (
        '[CustomCards]\n[{"name": "Eel", "type": "Fish", "mana_cost": "", "set": "a b"}]\n[A]\nEel'
    )
    cardset = cf.loads(text, "draftmancer")
    report = text_of([pack(("Eel", None))], cardset)
    assert (report.value, report.diagnostics) == ("1 Eel\n", ())


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("Opt\nOpt\n\nOpt", [2, 1]),
        ("\n\n3 Opt\r\n \t\r\n\r\n1 Opt\r\n", [3, 1]),
        ("\ufeffOpt\n0 Opt\n\n0 Opt\n\nOpt\n", [1, 1]),
    ],
)
def test_empty_lines_end_packs(text, sizes):
    report = packs_of(text, cf.CardSet())
    assert [len(each.cards) for each in report.value] == sizes
    assert report.ok


def test_a_pack_of_any_size_is_within_the_limit():
    report = packs_of("999999999999 Opt\n1 Opt", cf.CardSet())
    assert [str(each.code) for each in report.errors] == ["DM020", "DM020"]
    assert len(report.value[0].cards) == 1_000_000
