"""What official cards do in a draft, for lists that only name them.

The cards are those of Conspiracy (2014) and Conspiracy: Take the Crown (2016).  For what five of
them do the model has no word, since no draft program has one: it is an effect of the library's own.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..model import AddBooster, DraftEffect, FrozenDict, OtherEffect, SimpleEffect

_FACE_UP, _REVEAL = SimpleEffect.FACE_UP, SimpleEffect.REVEAL
_COUNTS = (_REVEAL, SimpleEffect.NOTE_DRAFTED_CARDS)
_REMOVES = (_FACE_UP, SimpleEffect.REMOVE_DRAFT_CARD)
_COLORS = (_REVEAL, SimpleEffect.CHOOSE_COLORS)

#: The effects of official cards by name.
OFFICIAL_EFFECTS: Mapping[str, tuple[DraftEffect, ...]] = FrozenDict(
    {
        "Aether Searcher": (_REVEAL, SimpleEffect.AETHER_SEARCHER),
        "Agent of Acquisitions": (_FACE_UP, SimpleEffect.AGENT_OF_ACQUISITIONS),
        "Animus of Predation": (*_REMOVES, SimpleEffect.TRACK_REMOVED_CARDS_NAMES),
        "Archdemon of Paliano": (_FACE_UP, SimpleEffect.ARCHDEMON_OF_PALIANO),
        "Canal Dredger": (_FACE_UP, SimpleEffect.CANAL_DREDGER),
        "Cogwork Grinder": (*_REMOVES, SimpleEffect.COGWORK_GRINDER),
        "Cogwork Librarian": (_FACE_UP, SimpleEffect.COGWORK_LIBRARIAN),
        "Cogwork Spy": (_REVEAL, OtherEffect("CogworkSpy")),
        "Cogwork Tracker": (_REVEAL, SimpleEffect.NOTE_PASSING_PLAYER),
        "Custodi Peacekeeper": _COUNTS,
        "Deal Broker": (_FACE_UP, OtherEffect("DealBroker")),
        "Garbage Fire": _COUNTS,
        "Illusionary Informant": (_FACE_UP, OtherEffect("IllusionaryInformant")),
        "Leovold's Operative": (_FACE_UP, SimpleEffect.LEOVOLDS_OPERATIVE),
        "Lore Seeker": (_REVEAL, AddBooster()),
        "Lurking Automaton": _COUNTS,
        "Noble Banneret": (_FACE_UP, SimpleEffect.NOTE_CREATURE_NAME),
        "Paliano Vanguard": (_FACE_UP, SimpleEffect.NOTE_CREATURE_TYPES),
        "Paliano, the High City": _COLORS,
        "Pyretic Hunter": _COUNTS,
        "Regicide": _COLORS,
        "Smuggler Captain": (_FACE_UP, SimpleEffect.NOTE_CARD_NAME),
        "Spire Phantasm": (_REVEAL, OtherEffect("SpirePhantasm")),
        "Whispergear Sneak": (_FACE_UP, OtherEffect("WhispergearSneak")),
    }
)
