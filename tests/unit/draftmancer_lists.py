"""Draftmancer lists that are made for tests, and what is found in them and written of them.

Lists that are written begin with settings; what follows is given where those are the usual ones.
"""

from __future__ import annotations

import json

import cardformats as cf

#: All that a custom card needs.
WARDEN = {"name": "Moss Warden", "mana_cost": "{1}{G}", "type": "Creature"}


def with_cards(*cards, lines="Forest"):
    """A list with custom cards, and a sheet of *lines*."""
    return f"[CustomCards]\n{json.dumps(cards)}\n[Any]\n{lines}"


def found(text, **options):
    """Code and covered text of each diagnostic."""
    report = cf.loads_report(text, "draftmancer", **options)
    return [(str(each.code), each.span.text) for each in report.diagnostics]


def losses(cardset, **options):
    """Kind and count of each loss."""
    report = cf.dumps_report(cardset, "draftmancer", **options)
    return [(each.kind, each.count) for each in report.losses]


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


#: A list in which something is wrong everywhere, and which uses most of what lists can have.
MARSH = """\
[Settings]
{
  "name": "Marsh", "withReplacement": false, "boosterPerPlayer": 3,
  "boosterSettings": [{"picks": [1, 2], "burns": 1}],
  "layouts": {"Usual": {"weight": 3, "slots": {"Common": 2, "Rare(Foil)": 1}}, "Empty": {}},
  "predeterminedLayouts": [{"name": "Usual", "weight": 2}, "Nothing"], "nosuch": 1
}
[CustomCards]
[
  {"name": "Lantern Eel", "mana_cost": "{1}{U/R}", "type": "Creature", "subtypes": ["Eel"],
   "rarity": "rare", "set": "fen", "collector_number": "7", "rating": 3, "layout": "split-left",
   "draft_effects": ["FaceUp", {"type": "AddCards", "cards": ["Moss Warden"], "count": 2}],
   "back": {"name": "Eel King", "type": "Creature", "colors": ["U"]},
   "printed_names": {"fr": "Anguille"}, "related_cards": ["Moss Warden", "No Card"]},
  {"name": "Moss Warden", "mana_cost": "{G}", "type": "Creature", "colour": "G"}
]
[Common(2) {"collation": "striped", "length": 1, "weights": [1, 2]}]
4 Lantern Eel
2 Moss Warden (FEN) 8 +F
x Nothing
[Rare(1)]
1 Eel Kign
1 Island (ANA) 12
[MTGJSON]
"""
