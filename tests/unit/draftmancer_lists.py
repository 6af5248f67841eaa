"""Lists that are written begin with settings; what follows, where those are the usual ones."""

from __future__ import annotations

import json


def session_settings(**changed):
    """The settings that every list has, since a draft session keeps those of the list before."""
    return {
        "withReplacement": False,
        "duplicateProtection": True,
        "colorBalance": True,
        "boostersPerPlayer": 3,
    } | changed


def after_settings(text, **changed):
    """What follows the settings of the list *text*, which says no others than are expected."""
    begin, _, rest = text.partition("[Settings]\n")
    settings, end = json.JSONDecoder().raw_decode(rest)
    assert not begin
    assert settings == session_settings(**changed)
    return rest[end:].removeprefix("\n\n")
