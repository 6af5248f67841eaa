"""Text that no encoding has is written as a mark, and reported: in folders and in one text."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf

#: Half of a character: the other half is missing.
HALF = "a\ud800"
HERON = cf.Face("Grey Heron", types="Creature")
NAMES = "names with line ends or surrounding spaces, or empty names"
TYPES = "types of several words, or in lower case"
UNRESOLVED = {"primitive": HALF, "id": HALF, "rarity": HALF}


def heron(*faces, **kept):
    return cf.Card(faces or HERON, "FEN", "1", "common", {"wagic": "1"}, extras={"wagic": kept})


def with_(**fields):
    return heron(evolve(HERON, **fields))


def of(card, **fields):
    return cf.CardSet("", "FEN", [card], **fields)


def in_folder(cardset, folder):
    report = cf.write(cardset, folder, "wagic")
    return report, [path.read_bytes() for path in folder.rglob("*") if path.is_file()]


def in_text(cardset, _folder):
    report = cf.dumps_report(cardset, "wagic")
    return report, [report.value.encode()]


@pytest.mark.parametrize("way", [in_folder, in_text])
@pytest.mark.parametrize(
    ("cardset", "kind", "subject"),
    [
        (of(with_(name=HALF)), NAMES, HALF),
        (of(with_(supertypes=[HALF])), TYPES, "Grey Heron"),
        (of(with_(types=["A\ud800"])), TYPES, "Grey Heron"),
        (of(with_(subtypes=["A\ud800"])), TYPES, "Grey Heron"),
        (of(with_(text=HALF)), "text with dashes between spaces, or unusual spaces", "Grey Heron"),
        (of(with_(power=HALF)), "power", "Grey Heron"),
        (of(with_(toughness=HALF)), "toughness", "Grey Heron"),
        (of(with_(types="Planeswalker", loyalty=HALF)), "loyalty", "Grey Heron"),
        (of(heron(HERON, cf.Face(HALF, text="x", kind="back"))), NAMES, HALF),
        (of(heron(HERON, cf.Face("x", subtypes=["A\ud800"], kind="back"))), TYPES, "x"),
        (of(heron(auto=(HALF,))), "wagic 'auto'", "Grey Heron"),
        (of(heron(kicker=HALF)), "wagic 'kicker'", "Grey Heron"),
        (of(heron(**{f"suspend({HALF}": "x"})), "wagic 'suspend(a\\ud800'", "Grey Heron"),
        (of(heron(unknown=(f"x={HALF}",))), "wagic 'unknown'", "Grey Heron"),
        (of(heron(unknown=(f"{HALF}=x",))), "wagic 'unknown'", "Grey Heron"),
        (of(heron(extra_costs=(HALF,))), "extra costs", "Grey Heron"),
        (of(heron(), meta={HALF: "x"}), "the metadata 'a\\ud800'", ""),
        (of(heron(), meta={"x": HALF}), "metadata with line ends or surrounding spaces", "x"),
        (
            of(heron(), extras={"wagic": {"unresolved": (UNRESOLVED,)}}),
            "wagic 'unresolved'",
            "a\ufffd",
        ),
        (
            evolve(of(heron()), name=HALF),
            "names of sets with line ends or surrounding spaces",
            HALF,
        ),
        (evolve(of(heron()), code=HALF), "codes that are no names of folders", HALF),
    ],
)  # fmt: skip
def test_text_that_no_encoding_has_is_reported(way, cardset, kind, subject, tmp_path):
    report, found = way(cardset, tmp_path)
    reported = {loss.kind: loss.subjects for loss in report.losses}
    assert subject in reported[kind]
    for data in found:
        assert "\ud800" not in data.decode()  # nor is it bytes that no reader takes for UTF-8
