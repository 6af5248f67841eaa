"""The linter of a game ends without an exception, whatever the files say."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cardformats.checking import check
from tests.unit.test_checking import CARD, DECK, GAME, a_game, a_set, write
from tests.unit.test_octgn_linter import FULL, pack

PROXIES = (
    '<templates><blocks><block id="n" src="x.png"/></blocks>'
    '<template><textblocks><link block="n"/></textblocks></template></templates>'
)
FILES = a_game(
    **{
        "definition.xml": FULL,
        "proxies/cards.xml": PROXIES,
        "Sets/One/set.xml": a_set(1, 1, 2, inner=pack(70)),
        "Sets/Two/set.xml": a_set(2, 2, 3, inner=pack(70)),
        "Decks/a.o8d": DECK.format(game=GAME, card=CARD.format(1), name="Card 1"),
    }
)
PARTS = st.sampled_from(
    ["<", ">", "/>", '"', "'", "&", "&#0;", "<!--", "-->", "<![CDATA[", "\x00", "é", "\ud800", " ",
     "id=", "x:", '<card name="n"/>', "<alternate/>", '<pack name="" id=""/>', "</set>", "../"]
)  # fmt: skip


@given(
    edits=st.lists(
        st.tuples(st.sampled_from(sorted(FILES)), st.floats(0, 1), st.integers(0, 30), PARTS),
        min_size=1,
        max_size=6,
    )
)
def test_no_file_makes_the_linter_raise(edits):
    files = dict(FILES)
    for name, where, length, part in edits:
        place = int(where * len(files[name]))
        files[name] = files[name][:place] + part + files[name][place + length :]
    with tempfile.TemporaryDirectory() as folder:
        texts = {
            name: text.encode("utf-8", "replace").decode("utf-8") for name, text in files.items()
        }
        write(Path(folder), texts)
        for checked in check(folder):
            for diagnostic in checked.report.diagnostics:
                assert diagnostic.render()
                assert diagnostic.to_dict()
