"""The keys of card files that several rooms know."""

from __future__ import annotations

from typing import Final

#: Keys whose lines add up when they are repeated; they are scripts, save ``abilities``.
SCRIPT_KEYS: Final = frozenset((
    "auto", "autohand", "autolibrary", "autograveyard", "autoexile", "autostack",
    "autocommandzone", "autosideboard", "autoreveal", "autofacedown", "autofaceup", "autoskill",
    "anyzone", "aicode", "abilities",
))  # fmt: skip
