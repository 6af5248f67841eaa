"""Writes a set file: as it was read, with its changes patched in, or anew."""

from __future__ import annotations

import gzip

from ...diagnostics import Report
from ...losses import LossLog
from ...model import CardSet
from ..base import Written
from ..json_text import encode
from .format import MtgjsonOptions
from .from_model import from_model
from .patch import patched_file
from .syntax import SetFile


def write(cardset: CardSet, options: MtgjsonOptions) -> Report[Written]:
    """Write *cardset*; of one that was read from a file, only what has changed."""
    syntax = cardset.syntax
    if isinstance(syntax, SetFile) and not options.canonical:
        if cardset == cardset.as_read:
            return Report(Written(syntax.source.text, syntax.source.encoding))
        report = patched_file(cardset, syntax)
        if report is not None:
            return report
    losses = LossLog("mtgjson")
    text = encode(from_model(cardset, losses), None, compact=True) + "\n"
    return Report(Written(text), losses.finish())


def write_packed(cardset: CardSet, options: MtgjsonOptions) -> Report[bytes]:
    """Write *cardset* as a gzip file; the same set gives the same bytes."""
    report = write(cardset, options)
    return Report(gzip.compress(report.value.encode(), mtime=0), report.diagnostics)
