"""Odd texts, and whether the original accepts them."""

from __future__ import annotations

import gzip
import json

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import ListRejection, accept

#: What only a card database knows: what is official, and what official cards are.
_DATABASE = (
    '[{"name":"a"}', '{"name":"a"}', '{"name":"\\u007d"}', '"name":"a"\n', '{"name":"Shock"',
    "2 0120879f-df13-4583-b260-0fc298518f16", "2 Forest (war) 999",
)  # fmt: skip
#: JavaScript takes it for Infinity, which no JSON has.
_TOO_LARGE = "1e400"


@pytest.fixture(scope="module")
def odd_texts(corpus):
    path = corpus / "golden" / "draftmancer" / "odd-texts.jsonl.gz"
    if not path.exists():
        pytest.skip("the odd texts are not there")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def otherwise(odd_texts, is_accepted):
    """The texts that are accepted, or refused, otherwise than by the original."""
    return [
        each["text"]
        for each in odd_texts
        if is_accepted(each["text"]) is not each["accepted"]
        and not any(known in each["text"] for known in _DATABASE)
    ]


def test_odd_texts_are_read_without_an_error_if_the_original_accepts_them(odd_texts):
    found = otherwise(odd_texts, lambda text: cf.loads_report(text, "draftmancer").ok)
    assert [text for text in found if _TOO_LARGE not in text] == []
    assert len(found) <= len(odd_texts) // 200


def test_odd_texts_are_accepted_as_by_the_original(odd_texts):
    found = otherwise(odd_texts, lambda text: not isinstance(accept(text), ListRejection))
    assert len(found) <= len(odd_texts) // 200, found
