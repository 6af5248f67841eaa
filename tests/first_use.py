"""Calls everything public at once from many threads of a fresh process.

Run as a script: ``python tests/first_use.py THREADS SEED [BEGINNING]`` takes the public names from
standard input, and prints, as JSON, for each job (whose name begins so) the results that threads
got, and how many got them.  With one thread they are the right ones.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random

import cardformats as cf

LIST = """[Settings]
{"layouts": {"P": {"weight": 1, "slots": {"A": 2, "B": 1}}}, "colorBalance": true}
[CustomCards]
[
  {"name": "Lantern Eel", "mana_cost": "{1}{U}", "type": "Creature — Eel", "rarity": "common"},
  {"name": "Reed Frog", "mana_cost": "{G}", "type": "Creature — Frog", "rarity": "common",
   "draft_effects": ["FaceUp", "Reveal"]},
  {"name": "Mist Bell", "mana_cost": "{2}", "type": "Artifact", "rarity": "rare"},
]
[A]
30 Lantern Eel
30 Reed Frog
[B]
20 Mist Bell
20 Reed Frogg
"""
BROKEN = '[Settings]\n{"layouts": [\n[A(1)]\n1 Forest\n'
CARDS = """[meta]
name=Fen
[/meta]
[card]
primitive=Grey Heron
id=1
rarity=C
[/card]
[card]
name=Bog Lamp
id=2
rarity=U
mana={2}{B/G}
auto={T}:damage:2 target(creature[flying],player)
auto=@each my upkeep:life:1
type=Artifact
text={T}: Deals 2 damage.
[/card]
"""
PACK = """<pack name="Fen" type="Deck">
<cards number="3" source="sets"><card>rarity:common;color:blue;</card></cards></pack>
"""
SET = """<set name="Fen" id="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a01"
 gameId="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a02" version="1.0.0">
<cards><card id="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a03" name="Grey Heron">
<property name="Rarity" value="Common"/><property name="Cost" value="{1}{U}"/>
<property name="Rules"><b>Flying</b> &amp; more</property></card></cards>
<packaging><pack name="Booster" id="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a04">
<pick qty="1" key="Rarity" value="Common"/></pack></packaging></set>
"""
DECK = """<deck game="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a02"><section name="Main" shared="False">
<card qty="2" id="6d3f6f5c-51a5-4c6e-9d41-5d1d0b8f5a03">Grey Heron</card></section></deck>
"""
LINES = (
    "{T}:damage:2 target(creature[flying],player)",
    "@each my upkeep:life:1",
    "lord(creature|mybattlefield) 1/1 flying",
    "if type(creature[elf]|mybattlefield)~morethan~2 then draw:1",
)
DATA = {
    "draftmancer": LIST,
    "wagic": CARDS,
    "wagic-pack": PACK,
    "octgn": SET,
    "octgn-deck": DECK,
}


#: The public packages; none is imported before the threads run.
PACKAGES = (
    "cardformats",
    "cardformats.draft",
    "cardformats.collation",
    "cardformats.draft.deckbuilder",
    "cardformats.model",
    "cardformats.formats.wagic.abilities",
)


def public_names() -> list[str]:
    """All that the packages say they have."""
    packages = map(import_module, PACKAGES)
    every = [f"{package.__name__}.{name}" for package in packages for name in package.__all__]
    every.remove("cardformats.formats")  # a function or a package that can be called
    return every


def read(name):
    report = cf.loads_report(DATA[name], name)
    return repr(report.value), [each.render() for each in report.diagnostics]


def write(name):
    cardset = cf.loads_report(LIST, "draftmancer").value
    return [str(cf.dumps_report(cardset, each)) for each in (name, "json")]


def stored():
    cardset = cf.loads_report(LIST, "draftmancer").value
    assert cf.loads(cf.dumps(cardset, "json"), "json") == cardset


def detected():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "list.txt")
        path.write_text(LIST, "utf-8")
        cf.convert(path, Path(folder, "fen.o8g"))
        cf.convert(path, Path(folder, "sets"), target_format="wagic", code="FEN")
        found = [each.format.id for each in cf.detect(path)]
        read_back = cf.read_report(Path(folder, "sets")), cf.read_report(Path(folder, "fen.o8g"))
        return found, [len(each.value.cards) for each in read_back]


def with_primitives(number):
    """A set whose primitives, which are read once, have findings."""
    folder = FOLDER / "sets" / f"F{number}"
    found = []
    for engine in ("sane", "exact"):
        report = cf.read_report(folder, engine=engine, thorough=True)
        found += [repr(report.value), *(found.message for found in report.diagnostics)]
    return found


def write_sets():
    """The files that :func:`with_primitives` reads."""
    for number in range(3):
        folder = FOLDER / "sets" / f"F{number}"
        folder.mkdir(parents=True)
        cards = [
            f"[card]\nprimitive=Frog {(each * 7 + number) % 20}\nid={each}\nrarity=C\n[/card]\n"
            for each in range(20)
        ]
        (folder / "_cards.dat").write_text("".join(cards), "utf-8")
    primitives = FOLDER / "sets" / "primitives"
    primitives.mkdir()
    (primitives / "a.txt").write_text(
        "".join(
            f"[card]\nname=Frog {number}\nmana={{U{number}\nabilities=flyng{number}\n"
            "type=Creature\npower=1\n[/card]\n"
            for number in range(20)
        ),
        "utf-8",
    )


def generator():
    return cf.Generator(cf.loads_report(LIST, "draftmancer").value, seed=7)


def packs():
    made = generator()
    return repr([*made.packs(5)]), repr(made.deal(2)), repr(made.box(0))


def bulk():
    try:
        return repr([generator().bulk(20).pack(each) for each in range(20)])
    except cf.CollationError as error:
        return str(error)  # without numpy


def chances():
    made = generator()
    pack = made.pack(3)
    return (
        [repr(row) for row in made.odds()],
        repr(made.audit()),
        repr(made.explain(pack)),
        made.log_likelihood(pack),
        repr(cf.stats.test(made, [made.pack(each) for each in range(30)])),
        repr(made.requirements(4)),
        repr(cf.simulate(made, 50)),
    )


def peers(rules):
    if rules == "wagic":
        cardset = cf.read(Path(__file__).parent.parent / "examples" / "wagic" / "sets" / "LAN")
    else:
        kind = {"octgn": "octgn"}.get(rules, "draftmancer")
        cardset = cf.loads_report(DATA[kind], kind).value
    return repr([*cf.Generator(cardset, seed=7, rules=rules).packs(3)])


def drafted():
    draft = import_module("cardformats.draft")
    made = generator()
    cards = draft.DraftCards(made.cardset)
    state = draft.start(made.deal(2).rounds, cards, seed=7, event=made.cardset.event)
    bots = [draft.ColorBot(cards, 7), draft.RandomBot(7)]
    state = draft.play(state, bots, made, cards)
    assert draft.loads(draft.dumps(state)) == state
    return draft.dumps(state)


def unknown_kinds():
    found = []
    sheets = [cf.Sheet("A", [cf.Entry(cf.CardRef("Forest"))], cf.model.Other("none"))]
    slot = cf.Slot("A", 1, [cf.SheetChoice("A")])
    cardset = cf.CardSet(
        "x", sheets=sheets, boosters=[cf.Booster("x", None, [cf.Layout("", 1, [slot])])]
    )
    for call in (lambda: cf.Generator(cardset, seed=1), lambda: cf.loads("", "none")):
        try:
            call()
        except cf.CardFormatsError as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


#: What all threads use together, new in each process.
WEIGHTED = """[Settings]
{"layouts": {"P": {"weight": 1, "slots": {
  "X": {"count": 3, "sheets": [{"name": "A", "weight": 1}, {"name": "B", "weight": 2}]},
  "Y": {"count": 3, "sheets": [{"name": "A", "weight": 3}, {"name": "B", "weight": 1}]},
  "C": 4}}}, "withReplacement": true, "duplicateProtection": false}
""" + "".join(
    f"[{sheet}]\n" + "".join(f"{number % 3 + 1} {sheet} {number}\n" for number in range(40))
    for sheet in "ABC"
)
SHARED: dict[str, object] = {}


def share():
    """Make what is shared; nothing of it is used yet."""
    for name, text in (("list", LIST), ("weighted", WEIGHTED)):
        cardset = cf.loads_report(text, "draftmancer").value
        SHARED[name] = cf.Generator(cardset, seed=7)
        SHARED[f"catalog of {name}"] = cf.CardCatalog(cardset.cards)


def shared_packs(name):
    made = SHARED[name]
    return repr([made.pack(each) for each in range(40)])


def shared_deal(name):
    return repr(SHARED[name].deal(3))


def shared_odds(name):
    made = SHARED[name]
    return [repr(row) for row in made.odds()], made.log_likelihood(made.pack(1))


def shared_names(name):
    return SHARED[f"catalog of {name}"].near("Lantren Eel"), str(
        SHARED[name].cardset.card("Forest")
    )


def said(line):
    abilities = import_module("cardformats.formats.wagic.abilities")
    return abilities.explain(abilities.parse(line)), repr(abilities.lint(line, "ability"))


def cataloged():
    catalog = cf.CardCatalog(cf.loads_report(LIST, "draftmancer").value.cards)
    return catalog.near("Lantren Eel"), repr(catalog.printings("reed frog"))


def named(name):
    """Something public by its name, as ``from package import name`` finds it."""
    package, _, attribute = name.rpartition(".")
    try:
        return getattr(import_module(package), attribute).__class__.__name__
    except ImportError as error:
        return str(error)  # without numpy


def errors():
    return str(cf.loads_report(BROKEN, "draftmancer").diagnostics), str(cf.formats())


def jobs(names):
    """What is called, by name; each gives the same wherever and whenever it is called."""
    made = {f"read {name}": (read, name) for name in DATA}
    made |= {f"write {name}": (write, name) for name in ("draftmancer", "octgn", "wagic")}
    made |= {f"packs by {rules}": (peers, rules) for rules in ("draftmancer", "wagic", "octgn")}
    for function in (shared_packs, shared_deal, shared_odds, shared_names):
        made |= {f"{function.__name__} {name}": (function, name) for name in ("list", "weighted")}
    made |= {f"primitives {number}": (with_primitives, number) for number in range(3)}
    made |= {f"explain {line}": (said, line) for line in LINES}
    made |= {f"name {name}": (named, name) for name in names}
    for function in (
        stored, detected, packs, bulk, chances, drafted, unknown_kinds, cataloged,
        errors,
    ):  # fmt: skip
        made[function.__name__] = (function,)
    return made


def outcome(job):
    function, *arguments = job
    try:
        return json.dumps(function(*arguments), default=str)
    except Exception as error:  # noqa: BLE001 - whatever is raised is the finding
        return f"raised {error!r}"


FOLDER = Path()


def main(threads: int, seed: int, beginning: str = "") -> None:
    """Print what the threads found."""
    sys.setswitchinterval(1e-6)
    every = jobs(json.loads(sys.stdin.read()))
    todo = {name: every[name] for name in every if name.startswith(beginning)}
    found: dict[str, Counter[str]] = {name: Counter() for name in todo}
    barrier = threading.Barrier(threads)
    lock = threading.Lock()

    def run(number):
        # all threads do the same at the same time, or each something else
        chance = Random(f"{seed} {number * (seed % 2)}")  # noqa: S311 - no packs of it
        for is_shared in (False, True):
            order = [name for name in todo if name.startswith("shared") is is_shared]
            chance.shuffle(order)
            if barrier.wait() == 0 and is_shared:
                share()
            barrier.wait()
            for name in order:
                result = outcome(todo[name])
                with lock:
                    found[name][result] += 1

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for each in running:
        each.start()
    for each in running:
        each.join()
    print(json.dumps(found))  # noqa: T201 - that is its purpose


if __name__ == "__main__":
    if sys.argv[1] == "names":
        print(json.dumps(public_names()))  # noqa: T201 - likewise
    else:
        with tempfile.TemporaryDirectory() as made:
            FOLDER = Path(made)
            write_sets()
            main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
