"""Files in all formats with control characters in every name, and what may be printed of them."""

from __future__ import annotations

import json
import re
import shutil

from attrs import evolve

import cardformats as cf
from tests.conftest import ROOT

#: Codes of a terminal, of both lengths; the title of its window; text from right to left.
EVIL = "Evil\x1b[31mRED\x1b]0;T\x07\x9b31m\u202eX\u2066\u200f\u2028\x85\x7f\x00\x08Y"
IN_A_LINE = re.sub("[\x00\x85\u2028]", "", EVIL)
#: With commands of CI services at the begin of a line; what a name can have in JSON.
LINES = f"{EVIL}\r\n::error::x\n  ##[group]x\n##vso[y]\rz"
#: What begins the name of each file, and is the name of their folder.
NAME = "::error::x\n##vso[y]\x1b[31m\x1b]0;T\x07\x9b31m\x7f\u202e\u2066\u200f"

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
#: What GitHub takes for a command at the begin of a line, and what it and Azure take anywhere.
COMMAND = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)
#: How annotations begin.
ANNOTATION = re.compile(r"^::(?=(error|warning|notice) title=cardformats )", re.MULTILINE)

#: With this a text has so few control characters that it is not taken for binary data.
PADDING = "# a comment without control characters\n" * 60

LAYOUT = json.dumps({LINES: {"weight": 1, "slots": {IN_A_LINE: 2, "Gone": 1}}})
LIST = f"""[Settings]
{{"layouts": {LAYOUT}}}
[CustomCards]
[{{"name": {json.dumps(LINES)}, "type": {json.dumps(LINES)}, "mana_cost": "{{{{"}}]
[{IN_A_LINE}]
4 {IN_A_LINE}
4 Other{IN_A_LINE}
1 {IN_A_LINE} (
1 Foo (C
[::error::x(1)]
4 ::error::x
[Bad{IN_A_LINE}(]
"""

#: A file for each format; the names are those that :func:`make_files` gives.
BY_FORMAT = {
    "draftmancer": "list.txt",
    "wagic": "sets",
    "wagic-pack": "pack.txt",
    "octgn": "marsh",
    "octgn-deck": "deck.o8d",
    "json": "set.json",
    "csv": "cards.csv",
    "decklist": "deck.txt",
    "dek": "deck.dek",
    "mtgjson": "mtgjson.json",
    "scryfall": "scryfall.json",
    "cockatrice": "database.xml",
    "lackey": "lackey.txt",
    "lackey-deck": "lackey.dek",
}


def hostile_set():
    """Return a card set in which every text is hostile."""
    refs = [cf.CardRef(f"{LINES}{at}", LINES, f"{at}{EVIL}") for at in range(60)]
    cards = [
        cf.Card.of(
            ref.name,
            set_code=LINES,
            number=ref.number,
            rarity=LINES,
            mana_cost="{W}",
            types=[LINES],
            text=LINES,
        )
        for ref in refs
    ]
    sheet = cf.Sheet(LINES, [cf.Entry(ref, finish=LINES) for ref in refs])
    choices = (cf.SheetChoice(LINES),)
    layouts = [cf.Layout(f"{LINES}{at}", 1, [cf.Slot(LINES, 5, choices)]) for at in range(2)]
    short = cf.Layout("short", 1, [cf.Slot(f"{LINES}!", 99, choices)])
    boosters = [cf.Booster(LINES, None, layouts), cf.Booster(f"{LINES}2", None, [short])]
    product = cf.model.Product(
        LINES,
        [
            cf.model.ProductPart(cf.model.BoosterRef(LINES), 2),
            cf.model.ProductPart(cf.model.Item(LINES), 1),
            cf.model.ProductPart(refs[0], 1),
        ],
    )
    return cf.CardSet(LINES, "X", cards, [sheet], boosters, meta={LINES: LINES}, products=[product])


class Files:
    """The hostile files in a folder, by their plain names.

    Attributes:
        folder: The folder of the files, whose name is hostile.
        made: A folder for the files that commands write, whose name is hostile too.
    """

    def __init__(self, folder):
        self.folder = folder
        self.made = folder / "made"

    def __getitem__(self, name):
        return self.folder / f"{NAME}{name}"


def make_files(parent):
    """Write the files into a folder of *parent*."""
    files = Files(parent / NAME)
    files.folder.mkdir()
    _write_sets(files)
    _write_lists(files)
    _write_wagic(files["sets"])
    _write_octgn(files["marsh"])
    _write_logs(files)
    return files


def _write_sets(files):
    made = hostile_set()
    other = evolve(made, cards=[*made.cards[5:], cf.Card.of(f"{LINES}new", text=LINES)])
    files["set.json"].write_bytes(cf.dumps(made, "json").encode())
    files["other.json"].write_bytes(cf.dumps(other, "json").encode())
    decks = ("octgn-deck", "decklist", "dek", "lackey-deck")
    for name in ("wagic-pack", *decks, "csv", "mtgjson", "cockatrice", "lackey"):
        data = cf.dumps(made, name).replace("\0", "").encode()
        files[BY_FORMAT[name]].write_bytes(data)
    card = {"object": "card", "name": LINES, "set": LINES, "set_name": LINES, "lang": "en"}
    card |= {"rarity": LINES, "collector_number": LINES, "type_line": LINES, "id": LINES}
    files["scryfall.json"].write_text(json.dumps([card, card]), "utf-8")


def _write_lists(files):
    files["list.txt"].write_text(PADDING + LIST, "utf-8", newline="")
    plain = f"{PADDING}[A(3)]\n99 {IN_A_LINE}\n[{IN_A_LINE}(1)]\n40 ::error::x\n"
    files["plain.txt"].write_text(plain, "utf-8", newline="")


def _write_wagic(sets):
    evil = sets / f"EVL{IN_A_LINE}"
    evil.mkdir(parents=True)
    (evil / "_cards.dat").write_bytes(
        f"{PADDING}[meta]\nname={IN_A_LINE}\n[/meta]\n"
        f"[card]\nprimitive={IN_A_LINE}\nid=2\nrarity=C\n[/card]\n"
        f"[card]\nprimitive={IN_A_LINE}\nid=2\nrarity={IN_A_LINE}\n"
        f"odd{IN_A_LINE}=1\n[/card]\n".encode()
    )
    primitives = primitives_of(sets)
    primitives.parent.mkdir()
    primitives.write_bytes(
        f"{PADDING}[card]\nname={IN_A_LINE}\ntext={IN_A_LINE}\nauto=damge:{IN_A_LINE}\ntype=Creature\n"
        f"power=1\nthoughness=1\n[/card]\n[card]\nname=Un{IN_A_LINE}\ntype=Land\n[/card]\n".encode()
    )


def primitives_of(sets):
    """Return the path of the primitives beside Wagic's *sets*."""
    return sets / "primitives" / "cards.txt"


def _write_octgn(game):
    shutil.copytree(ROOT / "examples" / "octgn" / "Marsh", game)
    own = game / "Sets" / "Reedlight" / "set.xml"
    evil = "\x9b31mE\u202e\x85 &#x9b;1m&#x202e;"
    text = re.sub(r'<card ([^>]*)name="', rf'<card \1name="{evil}', own.read_text("utf-8"))
    own.write_text(re.sub(r'<set ([^>]*)name="', rf'<set \1name="{evil}', text), "utf-8")


def _write_logs(files):
    log = json.loads((ROOT / "tests" / "data" / "draft_logs" / "draft.txt").read_text("utf-8"))
    text = json.dumps(log).replace('"name": "', f'"name": "{json.dumps(LINES)[1:-1]}')
    text = text.replace('"userName": "', f'"userName": "{json.dumps(LINES)[1:-1]}')
    files["log.txt"].write_text(text, "utf-8")
    files["badlog.txt"].write_text(text.replace('"picks"', '"picked\\u001b"', 1), "utf-8")


def is_safe(text, *, annotations=False):
    """Check that *text* disturbs no terminal, and has no commands except *annotations*."""
    assert not UNSAFE.search(text), text
    assert not COMMAND.search(ANNOTATION.sub("", text) if annotations else text), text
    return True
