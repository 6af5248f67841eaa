"""New games, and new sets of a game, for their makers to go on from.

Their GUIDs are made of names: that of a game of its own and its authors', those of a set of the
game's GUID and its own name, those of cards and packs of the set's GUID and theirs.  So the same
names give the same files, and games of one name are one to OCTGN unless their authors differ.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from ....diagnostic_log import DiagnosticLog
from ....errors import OptionError
from ....model import FrozenDict
from ...base import Binary, Written
from ...guids import guid, is_guid
from ...mapping.roles import Roles
from ...xml_text import allowed
from ..cards import MAGIC
from ..definition import (
    RESERVED,
    TYPES,
    Definition,
    PropertyDefinition,
    definition_at,
    with_metadata,
)
from ..files import definition_in, file_name, folder_files, folder_of_sets, sets_by_id
from ..format import OctgnOptions
from ..identity import made_guid
from ..new_definition import SECTIONS, game_files
from ..render import render_deck, render_set
from ..syntax import FilterPickRecord, OctgnCardRecord, PackRecord, SetRecord

#: The folder of a new game beside its README; all that is in it is packed.
GAME_FOLDER: Final = "game"
#: The properties of a new game, if none are named.
USUAL: Final = ("CardType", "Cost", "Rules:RichText", "Power", "Rarity", "Number")
#: The properties of games like others.
PRESETS: Final[Mapping[str, tuple[str, ...]]] = FrozenDict(
    {"magic": tuple(f"{name}:{kind}" for name, kind in MAGIC.items())}
)
_RARITY: Final = "Rarity"
#: How many example cards of each rarity there are, and how many a pack has.
_RARITIES: Final = {"Common": (6, 4), "Uncommon": (3, 2), "Rare": (2, 1)}
#: What the program that builds packages wants to be an address, until there is a better one.
_NOWHERE: Final = "https://example.org"

_README: Final = """\
# {name}

A game for OCTGN.

| where | what |
|---|---|
| `game/definition.xml` | the game: its properties of cards, table, piles, sections of decks |
| `game/Sets/{folder}/set.xml` | a set with example cards and a pack |
| `game/Decks` | decks that come with the game |
| `game/cards`, `game/proxies` | the pictures of the game, and how cards without pictures look |

All in `game` is packed; what stands beside it, as pictures of cards, is not.

    cardformats check game
    cardformats new octgn "Second Set" --in game
    cardformats convert game/Sets/{folder} -o cards.csv
    cardformats convert cards.csv -o game/Sets/{folder}/set.xml --base game/Sets/{folder}
    cardformats octgn pictures pictures --game game -o pictures.o8c
    cardformats convert game -o game.o8g --version 1.0.0.1

The ids of the game, of its sets and of its cards are what decks and pictures go by: never change
those of cards that players have.
"""


def property_of(text: str) -> PropertyDefinition:
    """Return the property that *text*, as ``Cost`` or ``Rules:RichText``, defines.

    Raises:
        OptionError: If the name is missing or the program that builds packages refuses it, or there
            is no such type.
    """
    name, _, kind = (each.strip() for each in text.partition(":"))
    types = {each.lower(): each for each in TYPES if each != "GUID"}
    if not allowed(name) or allowed(name) != name:
        raise OptionError(f"a property has a name, as 'Cost' or 'Rules:RichText', unlike {text!r}")
    if name.lower() in RESERVED:
        raise OptionError(f"the name {name!r} is reserved; call the property Card{name.title()}")
    if kind and kind.lower() not in types:
        raise OptionError(f"{kind!r} is not a type of a property; the types are {', '.join(types)}")
    text_kind = "Enum" if name == _RARITY else "Free"
    return PropertyDefinition(name, types.get(kind.lower(), "String"), text_kind)


def new_game(
    name: str, properties: Iterable[str] = USUAL, options: OctgnOptions | None = None
) -> Mapping[str, Written | Binary]:
    """Return the files of a new game called *name*, by their paths.

    It has a set with example cards, a pack and a deck; a property ``Rarity`` is added if there is
    none, since the pack draws by it.

    Args:
        name: what the game is called.
        properties: of its cards, ``NAME`` or ``NAME:TYPE``.
        options: what the definition says besides: ``game_id``, ``version``, ``authors``, ….

    Raises:
        OptionError: If the name of the game or of a property is not allowed, or two properties have
            the same name.
    """
    options = options or OctgnOptions()
    _check_name(name)
    defined: dict[str, PropertyDefinition] = {}
    for each in map(property_of, properties):
        if each.name in defined:
            raise OptionError(f"there are two properties {each.name!r}")
        defined[each.name] = each
    if not Roles.guess(defined).rarity:
        defined[_RARITY] = property_of(_RARITY)
    definition = Definition(
        guid(options.game_id) if options.game_id else _game_id(name, options.authors or ""),
        name,
        "1.0.0.0",
        FrozenDict(defined),
        game_url=_NOWHERE,
        icon_url=_NOWHERE,
    )
    definition = with_metadata(definition, options)
    record = _example_set(f"{name} Examples", definition)
    folder = file_name(record.name)
    files: dict[str, Written | Binary] = {
        "README.md": Written(_README.format(name=name, folder=folder))
    }
    own = game_files(definition, Roles.guess(defined))
    files |= {f"{GAME_FOLDER}/{path}": each for path, each in own.items()}
    files[f"{GAME_FOLDER}/Sets/{folder}/set.xml"] = Written(render_set(record))
    files[f"{GAME_FOLDER}/Decks/Example.o8d"] = Written(_deck(record))
    return files


def _game_id(name: str, authors: str) -> str:
    """Return a GUID made of *name*, and of the *authors* if they are known."""
    return made_guid("game", "name", name, *filter(None, [authors]))


def new_set(name: str, game: Path) -> Mapping[str, Written]:
    """Return the files of a new set called *name*, by their paths in the folder of *game*.

    Raises:
        OptionError: If *game* is not the folder of a game, the name is not allowed, or there is
            already such a set.
        OSError: If the game cannot be read.
    """
    _check_name(name)
    definition = definition_at(game, DiagnosticLog(0)) if _is_game(game) else None
    if definition is None or not is_guid(definition.id):
        raise OptionError(
            f"{game} is not the folder of a game: it has no definition.xml with an id"
        )
    record = _example_set(name, definition)
    known = sets_by_id(folder_files(game))
    folder = file_name(name)
    sets = folder_of_sets(game)
    taken = {each.name.lower() for each in sets.iterdir()} if sets else set()
    if record.id in known or folder.lower() in taken:
        raise OptionError(f"the game has a set {name!r}: {known.get(record.id, folder)}")
    return {f"{sets.name if sets else 'Sets'}/{folder}/set.xml": Written(render_set(record))}


def write_new(files: Mapping[str, Written | Binary], folder: Path) -> None:
    """Write *files* into *folder*, which is made if need be; nothing that is there is replaced.

    Raises:
        FileExistsError: If one of the files exists. No file is written then.
        OSError: If a file cannot be written.
    """
    paths = {folder / name: each for name, each in files.items()}
    for path in paths:
        if path.is_symlink() or path.exists():
            raise FileExistsError(errno.EEXIST, "there is such a file, which stays", str(path))
    for path, each in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(each.encode())


def _is_game(folder: Path) -> bool:
    return folder.is_dir() and definition_in(folder) is not None


def _check_name(name: str) -> None:
    """Refuse a name that XML, or a folder, cannot have.

    Raises:
        OptionError: If *name* is such a name.
    """
    if allowed(name) != name or not file_name(name) or name != name.strip():
        raise OptionError(f"{name!r} can be no name: it needs letters or digits")


def _example_set(name: str, definition: Definition) -> SetRecord:
    """Return a set with example cards of each rarity, and with a pack if the game has rarities."""
    roles = Roles.guess(definition.properties)
    set_id = made_guid("set", guid(definition.id), name)
    values = {roles.types: "Example", roles.mana_cost: "1", roles.text: "What this card does."}
    values |= {roles.power: "1"}
    # packages are built only where the id is spelled as the definition does
    record = SetRecord({"name": name, "id": set_id, "gameId": definition.id})
    for rarity, (count, _) in _RARITIES.items():
        for place in range(1, count + 1):
            number = f"{len(record.cards) + 1:03}"
            own = {**values, roles.rarity: rarity, roles.number: number}
            properties: dict[str, str | None] = {
                each: own[each] for each in definition.properties if each in own
            }
            card_name = f"{rarity} {place}"
            card_id = made_guid("card", set_id, card_name)
            record.cards.append(OctgnCardRecord(card_name, "", properties, {}, card_id))
    if roles.rarity:
        picks = [
            FilterPickRecord(count, ((roles.rarity, each),))
            for each, (_, count) in _RARITIES.items()
        ]
        pack_id = made_guid("pack", set_id, "Booster/1")
        record.packs.append(PackRecord("Booster", pack_id, tuple(reversed(picks))))
    return record


def _deck(record: SetRecord) -> str:
    """Return a deck with four of each card."""
    cards = [(4, card.id, card.name) for card in record.cards]
    sections = ((name, False, cards if name == SECTIONS[0] else ()) for name in SECTIONS)
    return render_deck({"game": record.attributes["gameId"]}, sections)
