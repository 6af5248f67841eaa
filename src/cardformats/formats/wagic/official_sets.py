"""Sets whose folders are not called by the code that official printings have."""

from __future__ import annotations

from typing import Final

#: By the folder in capitals: the code of the official set.  The codes of four duel decks are
#: official too, though of a later edition of the same cards, and that of the first Masters Edition
#: is official of another set.
OFFICIAL_CODES: Final = {
    "CFX": "CON",
    "DVD": "DDC",
    "EVG": "DD1",
    "EVT": "DDF",
    "FVD": "DRB",
    "FVE": "V09",
    "FVL": "V11",
    "FVR": "V10",
    "GVL": "DDD",
    "HTR": "PHTR",
    "HTR19": "PH19",
    "IVG": "DDJ",
    "JVC": "DD2",
    "MED": "ME1",
    "MRQ": "MMQ",
    "NMS": "NEM",
    "PDS": "H09",
    "PVC": "DDE",
    "RV": "3ED",
}
