"""Findings in a pack stand where the text is written, references and line ends included."""

from __future__ import annotations

import pytest

import cardformats as cf

CARDS = cf.CardSet(
    "Fens",
    None,
    [
        cf.Card([cf.Face("Grey Heron", types=("Creature",))], "FEN", rarity="rare",
                ids={"wagic": "1"}),
    ],
)  # fmt: skip
SLOT = "<slot><random_card>{}</random_card></slot>"
#: Packs, and what is found: the code, the line, the column, and the text there.
PLACES = {
    "a filter after a reference": (
        f"<pack>{SLOT.format('rarity:rare;&amp;rarity: rare;')}</pack>",
        [("WG064", 1, 50, " rare;")],
    ),
    "a filter of references only": (
        f"<pack>{SLOT.format('&#97;lpha&#x3a;g')}</pack>",
        [("WG063", 1, 26, "&#97;lpha&#x3a;g")],
    ),
    "a pool after a reference": (
        f"<pack pool='all rarity:rare;&amp;rarity: rare;'>{SLOT.format('rarity:rare;')}</pack>",
        [("WG064", 1, 41, " rare;")],
    ),
    "the pool of a slot after a reference": (
        '<pack><slot pool="all r:r;&#124;artist:wren;"><random_card>r:r;</random_card></slot>'
        "</pack>",
        [("WG062", 1, 33, "artist")],
    ),
    "a filter after a line end": (
        f"<pack>\r\n{SLOT.format(chr(13) + chr(10) + 'rarity:rare;&amp;artist:wren;')}\r\n</pack>",
        [("WG062", 3, 18, "artist")],
    ),
    "a filter that ends in a sign": (
        f"<pack>{SLOT.format('rarity:rare;&amp;')}</pack>",
        [("WG060", 1, 38, "&amp;")],
    ),
}


@pytest.mark.parametrize("engine", ["sane", "exact"])
@pytest.mark.parametrize("what", PLACES)
def test_a_finding_stands_where_it_is_written(what, engine):
    text, expected = PLACES[what]
    report = cf.loads_report(text, "wagic-pack", draw_from=CARDS, engine=engine)
    assert [
        (str(each.code), each.span.line, each.span.column, each.span.text)
        for each in report.diagnostics
    ] == expected
