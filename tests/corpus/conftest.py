"""What the real programs made of real files."""

from __future__ import annotations

import gzip
import json

import pytest


@pytest.fixture(scope="session")
def octgn(corpus):
    """The folder of OCTGN's games."""
    return corpus / "corpus" / "octgn"


@pytest.fixture(scope="session")
def octgn_sets(octgn):
    """The paths of all sets of these games."""
    paths = sorted(octgn.rglob("set.xml"))
    assert paths
    return paths


@pytest.fixture(scope="session")
def wagic(corpus):
    """The folder of the trees of Wagic's files."""
    return corpus / "corpus" / "wagic"


@pytest.fixture(scope="session")
def scryfall(corpus):
    """The file with a sample of Scryfall's cards."""
    return corpus / "corpus" / "scryfall" / "default-cards.json"


@pytest.fixture(scope="session")
def golden_lists(corpus):
    """The path of each Draftmancer list, with what Draftmancer made of it."""
    golden = corpus / "golden" / "draftmancer"
    paths = sorted((corpus / "corpus" / "draftmancer").glob("*.txt"))
    assert paths
    return [(path, json.loads((golden / f"{path.name}.json").read_text("utf-8"))) for path in paths]


@pytest.fixture(scope="session")
def list_texts(golden_lists):
    """Each Draftmancer list, by name: what Draftmancer made of it, and its text, as of a probe."""
    return {
        path.name: {**golden, "text": path.read_bytes().decode("utf-8")}
        for path, golden in golden_lists
    }


@pytest.fixture(scope="session")
def probes(corpus):
    """Each small list, by name: its text, and what Draftmancer made of it."""
    path = corpus / "golden" / "draftmancer" / "probes.json"
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="session")
def wagic_engine(corpus):
    """The folder of what Wagic's engine made of lines and targets."""
    return corpus / "golden" / "wagic" / "engine"


@pytest.fixture(scope="session")
def engine_rows(wagic_engine):
    """Each line of Wagic's card files with the ability that the engine built."""
    return json_rows(wagic_engine / "engine-abilities.jsonl.gz")


@pytest.fixture(scope="session")
def target_rows(wagic_engine):
    """Each target, with the chooser that the engine made and the probe cards it accepted."""
    return json_rows(wagic_engine / "targets.jsonl.gz")


@pytest.fixture(scope="session")
def engine_traps(wagic_engine):
    """Lines that mean something else to the engine than they seem to say."""
    return json_rows(wagic_engine / "traps.jsonl")


@pytest.fixture(scope="session")
def engine_leaks(wagic_engine):
    """Cards whose lines, read together, come to something else than each alone."""
    return json_rows(wagic_engine / "leaks.jsonl")


def json_rows(path):
    """The values of a file that has one a line, packed or not."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    return [json.loads(line) for line in text.splitlines()]
