"""What is read again after an edit is what a reading from scratch gives."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.wagic.format import GRADES
from cardformats.formats.wagic.to_model import read_again
from cardformats.source import SourceText

from .wagic_files import card, printing, write

TREE = {
    "primitives/_macros.txt": "#AUTO_DEFINE _WADE_ draw:1\n",
    "primitives/a.txt": card("name=Heron", "text=Flies.", "type=Creature")
    + card("name=Grey Heron", "text=Wades.", "type=Creature", "backside=Heron", "auto=_WADE_")
    + card("name= Newt", "type=Creature", "mana={U}")
    + card("name=Newt", "type=Creature", "mana={R}"),
    "primitives/b.txt": "grade=crappy\n" + card("name=Olm", "type=Artifact", "backside=Egg"),
    "FEN/_cards.dat": printing("Heron", 1)
    + printing("Grey Heron", 2, "R")
    + printing("Olm", 3, "U")
    + printing("Egg", 4),
    "MOOR/_cards.dat": card("name=Mud", "type=Land", "id=5", "rarity=L")
    + printing("Newt", 2)
    + printing("Grey Heron", 2)
    + "#AUTO_DEFINE _OWN_ life:1\n"
    + printing("Olm", 6, "M", "auto=_OWN_"),
    "MOSS/_cards.dat": printing("Heron", 7, "M") + printing("Olm", 8),
    "MOSS/booster.txt": (
        "<pack><pool>all</pool><slot copies='2'><random_card>rarity:mythic;</random_card></slot>"
        "</pack>"
    ),
}
#: A text that is replaced, and what stands in its place.
EDITS = [
    ("name=Heron", "name=Egg"), ("name=Grey Heron", "name=Grey Hern"), ("text=Flies.", "text="),
    ("id=2", "id=9"), ("id=7", "id=1"), ("rarity=M", "rarity=C"), ("draw:1", "draw:2"),
    ("grade=crappy\n", ""), ("type=Creature", "type=Land"), ("backside=Egg", "backside=Newt"),
    ("_OWN_ life:1", "_OWN_ life:2"), ("mythic", "rare"), ("name= Newt", "name=Newt "),
    ("[card]\nname=Olm", "[card]\nname=Egg\ntext=x\n[/card]\n[card]\nname=Olm"),
    ("primitive=Heron\n", "primitive=Olm\n"), (printing("Egg", 4), ""),
]  # fmt: skip


@settings(deadline=None)
@given(edits=st.lists(st.sampled_from(EDITS), max_size=3), grade=st.sampled_from(GRADES))
def test_nothing_that_an_edit_changes_is_taken_over(tmp_path_factory, edits, grade):
    folder = write(tmp_path_factory.mktemp("sets"), TREE)
    before = cf.read(folder, "wagic", max_grade=grade)
    sources = dict(before.syntax.sources)
    for old, new in edits:
        for path, source in sources.items():
            if old in source.text:
                text = source.text.replace(old, new)
                sources[path] = SourceText(source.name, text, source.encoding)
    again = read_again(before.syntax, sources, before)
    write(folder, {path: source.text for path, source in sources.items()})
    fresh = cf.read(folder, "wagic", max_grade=grade)
    assert again.cards == fresh.cards
    assert (again.sheets, again.boosters, again.extras) == (
        fresh.sheets,
        fresh.boosters,
        fresh.extras,
    )


def test_what_an_edit_does_not_change_is_taken_over(tmp_path):
    before = cf.read(write(tmp_path, TREE), "wagic")
    sources = dict(before.syntax.sources)
    path = "primitives/a.txt"
    text = sources[path].text.replace("{R}", "{G}")
    sources[path] = SourceText(sources[path].name, text)
    again = read_again(before.syntax, sources, before)
    pairs = zip(before.cards, again.cards, strict=True)
    assert {new.name for old, new in pairs if old is not new} == {"Newt"}
    assert sum(each is old for each in again.boosters for old in before.boosters) == 1
