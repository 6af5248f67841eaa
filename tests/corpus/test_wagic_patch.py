"""Real files of cards after one edit: only the lines of that card change, and they say the edit."""

from __future__ import annotations

import random
import re
from collections import Counter
from contextlib import suppress

from attrs import evolve

import cardformats as cf
from cardformats.formats.wagic.format import WagicOptions
from cardformats.formats.wagic.patch import patched_sources
from cardformats.losses import LossLog
from cardformats.source import SourceText

from .edits import with_face

YEARS = ("2016", "2021", "2026")
#: One of so many files is in the usual session.
ONE_OF = 40


def paths_in(wagic):
    """All sets, and all files of primitives by themselves."""
    trees = [wagic / year / "sets" for year in YEARS]
    sets = [path.parent for tree in trees for path in sorted(tree.glob("*/_cards.dat"))]
    return sets + [path for tree in trees for path in sorted(tree.glob("primitives/*.txt"))]


def with_cost(card, cost):
    """Without what was written in the place of a cost that nobody understands."""
    kept = {key: value for key, value in card.extras.get("wagic", {}).items() if key != "mana"}
    return evolve(with_face(card, mana_cost=cost), extras={"wagic": kept} if kept else {})


def edited(cardset, chance):
    """A card of the set, and card sets in which it is another one, by the kind of the edit."""
    card = chance.choice(cardset.cards)
    face = card.faces[0]
    all_alike = [each for each in cardset.cards if each.name == card.name]

    def changed(**fields):
        return cardset.replacing({each: with_face(each, **fields) for each in all_alike})

    text = f"{face.text} Draw a card.".strip()
    new = with_face(card, name="Brand New")
    yield card, "text", changed(text=text)
    yield card, "name", changed(name=f"{face.name} the Second")
    costs = {each: with_cost(each, "{3}{W}{W}") for each in all_alike}
    yield card, "cost", cardset.replacing(costs)
    yield (
        card,
        "types",
        changed(types=("Artifact",), subtypes=(), power=None, toughness=None, loyalty=None),
    )
    yield card, "remove", cardset.without(card)
    if card.rarity is not None:
        rarity = "uncommon" if card.rarity == "common" else "common"
        with suppress(cf.ModelError):  # its sheet would be empty
            yield card, "rarity", cardset.replacing(card, evolve(card, rarity=rarity))
        yield card, "one printing", cardset.replacing(card, with_face(card, text="Draw."))
        new = evolve(new, number="7777777", ids={"wagic": "7777777"})
        with suppress(cf.ModelError):  # no sheet has its rarity
            yield card, "add without an id", cardset.adding(evolve(new, number=None, ids={}))
    with suppress(cf.ModelError):
        yield card, "add", cardset.adding(new)


def segments(text):
    """Blocks, and the lines between them."""
    parts = re.split(r"(?m)^(?=\[(?:card|meta))|(?<=^\[/card\]\n)|(?<=^\[/card\]\r\n)", text)
    return [part.rstrip("\r\n") for part in parts]  # the last one may have no line end


def check_diff(card, before, after):
    """Only blocks of *card*, or of the new one, differ; all others keep their order."""
    old, new = segments(before), segments(after)
    differing = (Counter(old) - Counter(new)) + (Counter(new) - Counter(old))
    names = f"(?:{re.escape(card.name)}|{re.escape(card.name)} the Second|Brand New)"
    own = re.compile(rf"(?mi)^[ \t]*(?:name|primitive)[ \t]*=[ \t]*{names}[ \t]*\r?$")
    for segment in differing:
        assert own.search(segment), segment
    assert [each for each in old if each not in differing] == [
        each for each in new if each not in differing
    ]


def check_meaning(meant, again, kind):
    """The cards are those that are meant."""
    if kind == "add without an id":
        new = again.card("Brand New")
        assert evolve(new, number=None, ids={}) == meant.card("Brand New")
        again, meant = again.without(new), meant.without("Brand New")
    assert again.cards == meant.cards
    return again, meant


def check_sheets(meant, again):
    """They are on the sheets that are meant; an empty sheet is none."""
    sides = [
        {
            name: Counter(map(str, (entry.card for entry in sheet.entries)))
            for name, sheet in each.sheets.items()
            if sheet.entries
        }
        for each in (meant, again)
    ]
    assert sides[0] == sides[1]


def texts_below(folder):
    return {
        path.relative_to(folder).as_posix(): SourceText.from_bytes("", path.read_bytes()).text
        for path in folder.rglob("*")
        if path.is_file()
    }


def check_file(path, folder):
    """Each kind of edit of one card of a file; how many were made, all of them in place."""
    cardset = cf.read_report(path, "wagic").value
    counts = Counter()
    if not cardset.cards:
        return counts
    assert cardset.replacing(cardset.cards[0], cardset.cards[0]) == cardset
    before = {name: source.text for name, source in cardset.syntax.sources.items()}
    for card, kind, meant in edited(cardset, random.Random(str(path.parts[-3:]))):  # noqa: S311 - no secret
        patched_sources(meant, cardset.syntax, WagicOptions(), LossLog("wagic"))
        out = folder / f"{kind} {path.name}"
        report = cf.write(meant, out if path.is_dir() else out / "primitives" / path.name, "wagic")
        after = texts_below(out)
        for name, text in before.items():
            check_diff(card, text, after[name])
        again = check_meaning(meant, read_beside(out, path), kind)
        # else the set has a pack of its own now, or its pack has no filter for the new cards
        if after.keys() == before.keys() and not report.losses:
            check_sheets(*again)
        counts[kind] += 1
    return counts


def read_beside(out, path):
    """What was written of *path*, with the other primitives of the corpus."""
    is_set = path.is_dir()
    folder = path.parent / "primitives" if is_set else path.parent
    others = sorted(folder.iterdir(), key=lambda each: each.name.encode())
    written = out / path.name if is_set else out / "primitives" / path.name
    primitives = [written if each == path else each for each in others]
    return cf.read_report(written, "wagic", primitives=primitives).value


def check_files(paths, folder):
    counts = sum((check_file(path, folder) for path in paths), Counter())
    assert set(counts) >= {"text", "name", "cost", "types", "remove", "add"}
    return counts


def test_one_edit_changes_one_card(wagic, tmp_path, step):
    paths = paths_in(wagic)
    small = [path for path in paths if path.is_dir() or path.stat().st_size < 2**20]
    counts = check_files(paths if step == 1 else small[::ONE_OF], tmp_path)
    assert step > 1 or counts.total() > 1000
