"""The keys of card files, and the versions of the engine, for several packages."""

from __future__ import annotations

from typing import Final

#: Keys whose lines add up when they are repeated; they are scripts, save ``abilities``.
SCRIPT_KEYS: Final = frozenset((
    "auto", "autohand", "autolibrary", "autograveyard", "autoexile", "autostack",
    "autocommandzone", "autosideboard", "autoreveal", "autofacedown", "autofaceup", "autoskill",
    "anyzone", "aicode", "abilities",
))  # fmt: skip

#: The versions of the engine whose words are known, by their years.
ENGINE_VERSIONS: Final = (2016, 2021, 2026)
