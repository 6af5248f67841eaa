"""The sets of a game, which are read when they are needed, and what sheets call their cards."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...model import CardRef, trusted
from ...model.frozen import EMPTY
from ...source import SourceText
from ..guids import guid
from ..mapping.faces import FaceMapping, Spellings
from ..mapping.game_mapping import GameMapping
from ..mapping.images import ImageSet
from ..mapping.reading import chosen_mapping, mapping_for
from .cards import CardBuilder, Vocabulary, in_order, property_types, spellings, symbols_in
from .codes import OctgnCode
from .contents import Property
from .definition import Definition, definition_at, read_definition
from .files import GameFiles, sets_by_id
from .format import OctgnOptions
from .set_reader import read_set
from .syntax import OctgnCardRecord, ReadSet

#: Maximum number of cached sets that others include cards from; a pack seldom uses more.
_KEPT_SETS: Final = 8
#: Number of characters of a set for each step of work.
_CHARACTERS: Final = 100


class LoadedSet:
    """A set that was read, and how its cards become the model's.

    Attributes:
        record: what it says.
        vocabulary: what its cards are described with.
    """

    def __init__(
        self,
        record: ReadSet,
        definition: Definition | None,
        mapping: GameMapping,
        faces_by: Callable[[GameMapping, Spellings], FaceMapping],
    ) -> None:
        """Take the set in *record*; *faces_by* gives what maps faces so."""
        self.record = record
        types = property_types(record, definition)
        if definition is None:
            types = in_order(types, mapping.roles)
        how = spellings(record, faces_by(mapping, EMPTY))
        faces = faces_by(mapping, how)
        self.vocabulary: Vocabulary = Vocabulary(types, mapping, symbols_in(record), how, faces)
        self._refs: dict[bool, dict[int, CardRef]] = {}

    @property
    def code(self) -> str | None:
        """Return its short name."""
        return self.record.attributes.get("shortName", "").strip() or None

    def card_builder(self, *, is_foreign: bool) -> CardBuilder:
        """Return the builder of its cards; cards of a *foreign* set contain its GUID."""
        attributes = self.record.attributes
        images = ImageSet(
            self.vocabulary.mapping.images,
            guid(attributes.get("gameId", "")),
            self.record.id,
            self.code or "",
            attributes.get("name", ""),
        )
        return CardBuilder(self.vocabulary, images, self.record.id if is_foreign else None)

    @cached_property
    def by_id(self) -> Mapping[str, OctgnCardRecord]:
        """Return its cards by their GUIDs; the first card with a GUID counts."""
        return {card.id: card for card in reversed(self.record.cards)}

    def refs(self, *, by_id: bool) -> dict[int, CardRef]:
        """Return the references to its cards, by ``id()`` of their records.

        If not *by_id*, the ids are left out where name and number tell cards apart.
        """
        if by_id in self._refs:
            return self._refs[by_id]
        role = self.vocabulary.roles.number
        code = self.code
        keys = [(card.name, code, card.properties.get(role) or None) for card in self.record.cards]
        uses = Counter(keys)
        # a reference without a number fits every card of that name
        uses.update([(name, code, None) for name, _, number in keys if number is not None])
        refs = self._refs[by_id] = {
            id(card): trusted.card_ref(*key, card.id if by_id or uses[key] > 1 else None)
            for card, key in zip(self.record.cards, keys, strict=True)
        }
        return refs


class LoadedGame:
    """A game whose sets are read.

    Attributes:
        definition: what its cards can have; None if that is not known.
        definition_source: the text of the definition that is among the files.
        budget: what sets that are read again, and packs of many cards, spend.
    """

    def __init__(self, files: GameFiles | None, options: OctgnOptions, log: DiagnosticLog) -> None:
        """Take the game in *files*, if there are any but the set's own."""
        self.files = files
        self.options = options
        self.log = log
        self.budget: Budget = Budget(options.max_work)
        self.definition_source: SourceText | None = None
        self.definition = definition_at(options.definition, log)
        if options.definition is None and files is not None and files.definition is not None:
            source = self.definition_source = self.source(files.definition)
            if source is not None:
                self.definition = read_definition(source, log, thorough=options.thorough)
        self._properties: dict[str, Property] = {}
        self._faces: dict[tuple[GameMapping, Spellings], FaceMapping] = {}
        self._open: OrderedDict[str, LoadedSet | None] = OrderedDict()

    def source(self, name: str) -> SourceText | None:
        """Return the text of one of the files; None, and reported, if it is too large."""
        assert self.files is not None  # noqa: S101 - the name is one of theirs
        return self.files.source(name, self.options.max_size, self.log)

    @cached_property
    def _chosen(self) -> GameMapping | None:
        mapping = chosen_mapping(self.options.mapping, OctgnCode.BAD_MAPPING, self.log)
        if mapping is not None and self.definition is not None:
            start = (self.definition_source or SourceText(str(self.options.definition), "")).span(0)
            own = self.definition
            if mapping.games and own.id and guid(own.id) not in mapping.games:
                self.log.add(OctgnCode.OTHER_GAME, start, name=mapping.name, game=own.name)
            for name in sorted(mapping.properties.keys() - own.properties.keys()):
                self.log.add(OctgnCode.NOT_IN_GAME, start, name=name)
        return mapping

    @cached_property
    def _defined(self) -> GameMapping | None:
        """Return the mapping of the properties that are defined; None if they are not known."""
        if self.definition is None:
            return None
        return mapping_for(self.definition.properties, self._chosen, self.definition.id)

    def mapping(self, properties: Iterable[str], game_id: str) -> GameMapping:
        """Return the mapping of the game with that GUID if it defines none of its *properties*."""
        return self._defined or mapping_for(properties, self._chosen, game_id)

    def load(self, source: SourceText, log: DiagnosticLog) -> LoadedSet | None:
        """Return the set in *source*, which is kept; None if it is none."""
        loaded = self.open(source, log)
        if loaded is not None:
            self._keep(loaded.record.id, loaded)
        return loaded

    def open(self, source: SourceText, log: DiagnosticLog) -> LoadedSet | None:
        """Return the set in *source*; None if it is none."""
        record = read_set(source, self.definition, log, self.options, self._properties)
        if record is None:
            return None
        types = {} if self._defined else property_types(record, None)
        mapping = self.mapping(types, record.attributes.get("gameId", ""))
        return LoadedSet(record, self.definition, mapping, self._faces_by)

    def _faces_by(self, mapping: GameMapping, how: Spellings) -> FaceMapping:
        """Return the mapping of faces, which sets with the same spellings share."""
        if (mapping, how) not in self._faces:
            if len(self._faces) >= _KEPT_SETS:
                self._faces.clear()
            self._faces[mapping, how] = FaceMapping(mapping, how)
        return self._faces[mapping, how]

    def set_called(self, wanted: str) -> LoadedSet | None:
        """Return the set whose GUID is *wanted*; None if the game has none, or the budget is spent.

        Errors in it are reported when it is read itself.
        """
        if wanted not in self._open:
            name = self._names.get(wanted)
            source = self.source(name) if name else None
            if source and not self.budget.spend(len(source.text) // _CHARACTERS):
                source = None
            loaded = self.load(source, DiagnosticLog(0)) if source else None
            if loaded is None:
                self._keep(wanted, None)
        return self._open[wanted]

    def forget(self, name: str) -> None:
        """Do not keep the set whose GUID is *name*; it is read again where it is included from."""
        self._open.pop(name, None)

    def _keep(self, name: str, loaded: LoadedSet | None) -> None:
        self._open[name] = loaded
        self._open.move_to_end(name)
        if len(self._open) > _KEPT_SETS:
            self._open.popitem(last=False)

    @cached_property
    def _names(self) -> dict[str, str]:
        return sets_by_id(self.files) if self.files else {}
