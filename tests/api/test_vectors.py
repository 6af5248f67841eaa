"""Keys, bytes, numbers and packs are what they were when they were first written down.

With another Python, in an environment that has the package, the same check is

    python scripts/make_vectors.py --check
"""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from itertools import islice

import pytest
from scripts import make_vectors

import cardformats as cf
from cardformats.bits import Bits, Source, seed_key
from cardformats.collation.rounds import layouts_by_round
from tests.small_boosters import small_booster

VECTORS = json.loads(make_vectors.PATH.read_text("utf-8"))


def seed_of(vector):
    ((kind, value),) = vector["seed"].items()
    return {"int": int, "str": str, "bytes": bytes.fromhex}[kind](value)


@pytest.mark.parametrize("vector", VECTORS["keys"])
def test_keys_stay(vector):
    assert seed_key(seed_of(vector), vector["kind"]).hex() == vector["key"]


@pytest.mark.parametrize("vector", VECTORS["bytes"])
def test_bytes_stay(vector):
    source, number, data = Source(seed_of(vector)), int(vector["number"]), vector["bytes"]
    assert source.longer(number, source.start(number), len(data) // 2).hex().startswith(data)
    assert b"".join(islice(source.blocks(number), 9)).hex().startswith(data)


@pytest.mark.parametrize("vector", VECTORS["numbers"])
def test_numbers_stay(vector):
    bits = Bits(Source(seed_of(vector)), vector["number"])
    for number in vector["numbers"]:
        assert bits.below(int(vector["limit"])) == int(number)


@pytest.mark.parametrize(
    "vector",
    VECTORS["packs"],
    ids=lambda each: f"{each['cardset']['name']} - {seed_of(each)}",
)
def test_packs_stay(vector):
    generator = cf.Generator(cf.loads(json.dumps(vector["cardset"]), "json"), seed=seed_of(vector))
    for record in vector["packs"]:
        assert make_vectors.pack_record(generator.pack(int(record["number"]))) == record
    first = [make_vectors.pack_record(each) for each in generator.packs(4)]
    assert first == vector["packs"][:4]


CARD_SETS = {each["cardset"]["name"]: each["cardset"] for each in VECTORS["packs"]}


@pytest.mark.parametrize("vector", VECTORS["odds"], ids=lambda each: each["cardset"])
def test_odds_stay(vector):
    cardset = cf.loads(json.dumps(CARD_SETS[vector["cardset"]]), "json")
    assert make_vectors.odds_records(cardset) == vector["odds"]


def test_each_card_set_has_exact_odds():
    assert {each["cardset"] for each in VECTORS["odds"] if each["odds"]} == {*CARD_SETS}


@pytest.mark.parametrize("name", CARD_SETS)
def test_the_json_form_stays(name):
    document = CARD_SETS[name]
    cardset = cf.loads(json.dumps(document), "json")
    assert json.loads(cf.dumps(cardset, "json", canonical=True)) == document


@pytest.fixture(scope="module")
def page():
    """The names of the reference implementation."""
    return runpy.run_path(str(make_vectors.ROOT / "examples" / "specification" / "packs.py"))


def packs_of_page(page, cardset, seed, numbers):
    """The packs by the specification, None for those that are short."""
    booster = cardset.boosters[0]
    compiler = page["Compiler"](cardset, booster)
    trees = [compiler.tree(list(layouts)) for layouts in layouts_by_round(cardset, booster)]
    for number in numbers:
        try:
            yield page["pack_of"](trees[number % len(trees)], page["Numbers"](seed, number))
        except LookupError:
            yield None


def cards_of(pack):
    return pack.layout, [(each.card, each.slot, each.sheet, each.finish) for each in pack.cards]


@pytest.mark.parametrize(
    "vector",
    VECTORS["packs"],
    ids=lambda each: f"{each['cardset']['name']} - {seed_of(each)}",
)
def test_the_specification_makes_the_same_packs(page, vector):
    cardset, seed = cf.loads(json.dumps(vector["cardset"]), "json"), seed_of(vector)
    generator = cf.Generator(cardset, seed=seed)
    numbers = [int(record["number"]) for record in vector["packs"]]
    packs = packs_of_page(page, cardset, seed, numbers)
    assert list(packs) == [cards_of(generator.pack(number)) for number in numbers]


@pytest.mark.part(5)
@pytest.mark.parametrize("seed", [*range(120), *range(2000, 2060)])
def test_the_specification_makes_the_same_packs_of_small_boosters(page, seed):
    cardset = small_booster(seed)
    generator = cf.Generator(cardset, seed=seed)
    for number, own in enumerate(packs_of_page(page, cardset, seed, range(6))):
        if own is None:
            with pytest.raises(cf.CollationError):
                generator.pack(number)
            if generator.booster.constraints:
                break  # 10,000 tries take long
        else:
            assert cards_of(generator.pack(number)) == own


def of_set(vector):
    return f"{vector['cardset']['name']} - {seed_of(vector)}"


@pytest.mark.parametrize("vector", VECTORS["boxes"], ids=of_set)
def test_boxes_stay(vector):
    generator = cf.Generator(cf.loads(json.dumps(vector["cardset"]), "json"), seed=seed_of(vector))
    for box in vector["boxes"]:
        number = int(box[0]["number"]) // generator.booster.box.packs
        assert [*map(make_vectors.pack_record, generator.box(number))] == box


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=of_set)
def test_deals_stay(vector):
    generator = cf.Generator(cf.loads(json.dumps(vector["cardset"]), "json"), seed=seed_of(vector))
    for number, deal in zip(make_vectors.NUMBERS, vector["deals"], strict=True):
        packs = generator.deal(make_vectors.SEATS, number=number).packs
        assert [*map(make_vectors.pack_record, packs)] == deal


@pytest.mark.parametrize("vector", VECTORS["products"], ids=lambda each: str(seed_of(each)))
def test_products_stay(vector):
    generator = cf.Generator(cf.loads(json.dumps(vector["cardset"]), "json"), seed=seed_of(vector))
    for record in vector["products"]:
        product = generator.product(record["name"], int(record["number"]))
        assert make_vectors.product_record(product) == record


def test_the_vectors_have_every_collation_and_replaced_cards():
    text = json.dumps(VECTORS["packs"])
    kinds = ("random", "balanced", "print_run", "striped", "fixed", "spread", "replace")
    assert not [kind for kind in kinds if f'"type": "{kind}"' not in text]
    assert '"replacement": true' in text


def test_another_process_makes_the_same():
    done = subprocess.run(
        [sys.executable, "scripts/make_vectors.py", "--check"],
        cwd=make_vectors.ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1234"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
