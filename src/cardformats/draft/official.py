"""What official cards do in a draft and before a game, for lists that only name them.

The cards are those of Conspiracy (2014) and Conspiracy: Take the Crown (2016).  For what five of
them do the model has no word, since no draft program has one: it is an effect of the library's own.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ..errors import DraftError
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


@frozen
class Conspiracy:
    """What a conspiracy card says that matters before a game begins.

    Attributes:
        names: how many different card names are secretly chosen for it: 1 with hidden agenda, 2
            with double agenda; 0 if it is face up.
        smaller_deck: by how many cards it reduces its owner's minimum deck size.

    Raises:
        DraftError: there are not from 0 to 2 names, or the minimum would grow.
    """

    names: int = 0
    smaller_deck: int = 0

    def __attrs_post_init__(self) -> None:
        """Refuse numbers that no conspiracy has."""
        if self.names not in (0, 1, 2) or self.smaller_deck < 0:
            raise DraftError(
                "a conspiracy has from 0 to 2 names, and makes no deck larger; "
                f"not {self.names} and {-self.smaller_deck}",
                rule="CR 905.4a",
            )


_PLAIN, _HIDDEN, _DOUBLE = Conspiracy(), Conspiracy(1), Conspiracy(2)

#: What the conspiracies of Conspiracy (2014) and Conspiracy: Take the Crown (2016) say, by name.
OFFICIAL_CONSPIRACIES: Mapping[str, Conspiracy] = FrozenDict(
    {
        "Adriana's Valor": _HIDDEN,
        "Advantageous Proclamation": Conspiracy(smaller_deck=5),
        "Assemble the Rank and Vile": _HIDDEN,
        "Backup Plan": _PLAIN,
        "Brago's Favor": _HIDDEN,
        "Double Stroke": _HIDDEN,
        "Echoing Boon": _HIDDEN,
        "Emissary's Ploy": _PLAIN,
        "Hired Heist": _HIDDEN,
        "Hold the Perimeter": _PLAIN,
        "Hymn of the Wilds": _PLAIN,
        "Immediate Action": _HIDDEN,
        "Incendiary Dissent": _HIDDEN,
        "Iterative Analysis": _HIDDEN,
        "Muzzio's Preparations": _HIDDEN,
        "Natural Unity": _HIDDEN,
        "Power Play": _PLAIN,
        "Secret Summoning": _HIDDEN,
        "Secrets of Paradise": _HIDDEN,
        "Sentinel Dispatch": _PLAIN,
        "Sovereign's Realm": _PLAIN,
        "Summoner's Bond": _DOUBLE,
        "Unexpected Potential": _HIDDEN,
        "Weight Advantage": _PLAIN,
        "Worldknit": _PLAIN,
    }
)
