"""What a format is: its descriptor, the protocols of its functions, the bases of its options.

How to add a format
-------------------

A format is a package with the files ``format.py`` (a :class:`Format` named ``FORMAT``, the options,
``sniff``), ``codes.py`` (its diagnostic codes), ``syntax.py`` (frozen records of what a file says),
``reader.py`` (text to syntax), ``to_model.py`` and ``from_model.py`` (syntax to model and back) and
``writer.py`` (syntax to text).  Publish ``FORMAT`` under the entry point group
``cardformats.formats``; nothing else needs to be told.  The functions are named as strings in the
descriptor and imported on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, Protocol, Self, TypeAlias, TypeVar

from attrs import Attribute, field, fields, fields_dict, frozen
from attrs.validators import optional

from ..catalog import Catalog
from ..diagnostics import Diagnostic, Report
from ..errors import ModelError, OptionError
from ..model import CardSet
from ..model.validate import at_least, between
from ..plugins import load
from ..source import SourceText, without_surrogates
from .capabilities import Capabilities
from .styles import Style
from .xml_tags import root_name

OptionsT = TypeVar("OptionsT", bound="Options")

#: The default limits; each is an option of every format.
MAX_SIZE = 64 * 2**20
MAX_LINE = 2**20
MAX_DIAGNOSTICS = 10_000
MAX_WORK = 20_000_000

Use: TypeAlias = Literal["read", "write"]

_INFO = "cardformats.option"


@frozen(kw_only=True)
class OptionInfo:
    """What the command line knows of an option, besides its name and its type.

    Attributes:
        use: whether only a reader or only a writer understands it; None for both.
        help: what it does, as a phrase; without that it is not on the command line.
        minimum, maximum: of a number.
        off: what a flag ``--no-NAME`` does, which turns off what is True, or empties a tuple that
            may be None.
        is_file: of a path, whether a folder will not do.
        words: what may be given in the place of a path that exists.
        opens: what makes of a path what all inputs of a command share, as ``module:name``.
    """

    use: Use | None = None
    help: str = ""
    minimum: int | None = None
    maximum: int | None = None
    off: str = ""
    is_file: bool = False
    words: tuple[str, ...] = ()
    opens: str = ""

    @classmethod
    def of(cls, attribute: Attribute[Any]) -> OptionInfo:
        """Return what is known of a field of an options class."""
        info: OptionInfo = attribute.metadata.get(_INFO, _PLAIN)
        return info

    def opened(self, path: Path) -> Any:
        """Open *path* for all inputs of a command."""
        return load(self.opens)(path)


_PLAIN = OptionInfo()
#: What the values of options with these types are; other types have validators or converters.
_KINDS: Final[Mapping[str, tuple[UnionType | type, str]]] = {
    "bool": (bool, "True or False"),
    "str | None": (str | None, "a text or None"),
    "int | None": (int | None, "a whole number or None"),
}


def option(**kwargs: Any) -> Any:
    """Return a field of an options class. All arguments are given by name.

    Args:
        **kwargs: The arguments of ``attrs.field``, such as ``default`` and ``validator``; and the
            members of :class:`OptionInfo`, such as ``help``, the text for the command line. With a
            ``minimum``, a number is checked; None is allowed if it is the default.
    """
    own = {each.name: kwargs.pop(each.name) for each in fields(OptionInfo) if each.name in kwargs}
    info = OptionInfo(**own)
    minimum, maximum = info.minimum, info.maximum
    if minimum is not None:
        limits = at_least(minimum) if maximum is None else between(minimum, maximum)
        may_be_none = kwargs.get("default", minimum) is None
        kwargs.setdefault("validator", optional(limits) if may_be_none else limits)
    return field(metadata={_INFO: info}, **kwargs)


def write_option(**kwargs: Any) -> Any:
    """Return a field for an option of writing; see :func:`option`."""
    return option(use="write", **kwargs)


def read_option(**kwargs: Any) -> Any:
    """Return a field for an option of reading; see :func:`option`."""
    return option(use="read", **kwargs)


def is_catalog(_instance: Any, _attribute: Attribute[Any], value: object) -> None:
    """Check that the value of an option is a catalog, or None."""
    if value is not None and not callable(getattr(value, "printings", None)):
        raise OptionError(
            f"catalog is a card set or has a method printings(name); {value!r:.200} is neither"
        )


@frozen(kw_only=True)
class Options:
    """Base of every format's options.

    Attributes:
        max_size: bytes of one input file; a larger one is not read.
        max_line: characters of one line (where the format has lines); a longer one is skipped.
        max_diagnostics: errors kept (one at least), and other diagnostics kept; all are counted.
        max_work: steps of work (see :class:`~cardformats.budget.Budget`) for all that the input
            multiplies; what is beyond them is left out.
        thorough: look also for what is doubtful and takes long to find.
        catalog: who knows the cards that are only named: a card set, or anything else with
            ``printings(name)``; what is read is resolved by it (see :meth:`CardSet.resolved`).
        canonical: rewrite unchanged parts, too; by default they are written as they were read, if
            the format can.
    """

    max_size: int = read_option(
        default=MAX_SIZE, minimum=0, help="Maximum number of bytes of a file. [default: 64 MiB]"
    )
    max_line: int = read_option(
        default=MAX_LINE, minimum=1, help="Maximum number of characters of a line. [default: 2**20]"
    )
    max_diagnostics: int = read_option(
        default=MAX_DIAGNOSTICS, minimum=0, help="Maximum number of findings. [default: 10000]"
    )
    max_work: int = read_option(default=MAX_WORK, minimum=0)
    thorough: bool = read_option(default=False)
    catalog: Catalog | None = read_option(  # noqa: RUF009 - a field of attrs
        default=None,
        validator=is_catalog,
        help="Card set with the data of cards that are only named.",
    )
    canonical: bool = write_option(
        default=False, help="Rewrite everything, including unchanged parts."
    )

    @property
    def reads_with_catalog(self) -> bool:
        """Return whether the format's own reader uses the catalog: it declares the field."""
        kind = type(self)
        catalog: Any = fields_dict(kind)["catalog"]
        return kind is not Options and not catalog.inherited

    @property
    def writes_only_names(self) -> bool:
        """Return whether only the names of cards are written, so that no more needs to be known."""
        return False

    @property
    def streams(self) -> bool:
        """Return whether the reader opens the file itself, so that its size is not limited."""
        return False

    @classmethod
    def for_names(cls) -> Mapping[str, Any]:
        """Options to read with if of cards no more than names is needed; given ones precede."""
        return {}

    @classmethod
    def names(cls, use: Use) -> tuple[str, ...]:
        """Return the names of the options for reading, or for writing."""
        return tuple(
            attribute.name
            for attribute in fields(cls)
            if OptionInfo.of(attribute).use in (use, None)
        )

    @classmethod
    def make(cls, format_id: str, use: Use, values: Mapping[str, Any]) -> Self:
        """Make the options from *values* by name.

        Raises:
            OptionError: If an option is unknown, is for the other use, or has a bad value.
        """
        known = cls.names(use)
        for name in values:
            if name not in known:
                message = (
                    f"{name!r} is not an option to {use} {format_id} with; "
                    f"the options are {', '.join(known) or 'none'}"
                )
                raise OptionError(message)
            kinds, shown = _KINDS.get(str(fields_dict(cls)[name].type), (object, ""))
            if not isinstance(values[name], kinds):
                raise OptionError(f"{name} is {shown}, not {values[name]!r:.200}")
        try:
            return cls(**values)
        except (ModelError, ValueError, TypeError) as error:
            raise OptionError(str(error)) from error


@frozen(kw_only=True)
class AcceptedOptions(Options):
    """Base of the options of formats that read back what they wrote as their programs do.

    Attributes:
        verify: report what the program would refuse of the output, or take for something else.
    """

    verify: bool = write_option(
        default=True, off="Do not check whether the target program rejects or misreads the output."
    )


@frozen
class Input:
    """What a reader gets.

    Attributes:
        name: what messages call it.
        path: where it is, or None for data in memory.
        data: the bytes or the text of a file; None for a folder.
    """

    name: str
    path: Path | None = None
    data: bytes | str | None = field(default=None, repr=False)

    def source(self) -> SourceText:
        """Return the file's text; for a folder, empty text."""
        if isinstance(self.data, str):
            return SourceText(self.name, self.data)
        return SourceText.from_bytes(self.name, self.data or b"")


@frozen
class Written:
    """What a writer gives.

    Attributes:
        text: the main file's text, with the line ends it is to have; U+FFFD takes the place of
            unpaired surrogates.
        encoding: the encoding it is to have.
    """

    text: str
    encoding: str = "utf-8"

    def __attrs_post_init__(self) -> None:
        """Replace unpaired surrogates, but in UTF-16, where a text that was read may have them."""
        if not self.encoding.startswith("utf-16"):
            object.__setattr__(self, "text", without_surrogates(self.text))

    @classmethod
    def of(cls, source: SourceText) -> Written:
        """Return the text of *source* in its encoding."""
        return cls(source.text, source.encoding)

    def encode(self) -> bytes:
        """Return the file's bytes."""
        return SourceText("", self.text, self.encoding).encode()


@frozen
class Binary:
    """A file that is no text.

    Attributes:
        data: its bytes.
    """

    data: bytes = field(repr=False)

    def encode(self) -> bytes:
        """Return the file's bytes."""
        return self.data


class Confidence(IntEnum):
    """How sure a format is that an input is its own."""

    NO = 0
    EXTENSION = 1
    LIKELY = 2
    CERTAIN = 3


def sniffs_root(name: str, *, text: str = "", extension: str = "") -> Sniffer:
    """Return a sniffer of XML whose outermost element has a *name*, and whose head has a *text*.

    A file with the *extension*, if there is one, may be of the format, whatever is in it.
    """

    def sniff(head: bytes, path: Path | None) -> Confidence:
        start = head.decode("utf-8", "replace")
        if root_name(start) == name and text in start:
            return Confidence.CERTAIN
        is_named = extension and path is not None and path.suffix.lower() == extension
        return Confidence.EXTENSION if is_named else Confidence.NO

    return sniff


class Reader(Protocol):
    """Turns an input into a card set; never raises for bad data."""

    def __call__(self, input_: Input, options: Any) -> Report[CardSet]:
        """Read *input*."""


class SetsReader(Protocol):
    """Reads the sets of an input that may hold many, one at a time; never raises for bad data."""

    def __call__(self, input_: Input, options: Any) -> Iterator[Report[CardSet]]:
        """Read each set of *input*, whose file is not read yet, nor measured, if it has a path."""


class Writer(Protocol):
    """Turns a card set into text; the report holds the losses."""

    def __call__(self, cardset: CardSet, options: Any) -> Report[Written]:
        """Write *cardset*."""


class FolderWriter(Protocol):
    """Turns a card set into the files of a folder; the report holds the losses."""

    def __call__(
        self, cardset: CardSet, options: Any, folder: Path | None = None
    ) -> Report[Mapping[str, Written | Binary]]:
        """Write *cardset*; the files are by their paths in the folder, with ``/`` between parts.

        *folder* is where they will be: what is there already may be looked at, so that the new
        files get along with it.  It need not be there; None if that is not known.
        """


class ArchiveWriter(Protocol):
    """Turns a card set into the bytes of an archive; the report holds the losses."""

    def __call__(self, cardset: CardSet, options: Any) -> Report[bytes]:
        """Write *cardset*."""


class Sniffer(Protocol):
    """Judges whether an input is of this format; knows no other format."""

    def __call__(self, head: bytes, path: Path | None) -> Confidence:
        """Judge by the first bytes (empty for a folder) and by the path, if there is one."""


class Splitter(Protocol):
    """Finds the single sets in a folder that holds many."""

    def __call__(self, path: Path) -> tuple[Path, ...]:
        """Return the paths of the sets in *path*, in order; empty if it is not such a folder."""


class Companions(Protocol):
    """Finds what belongs to a folder of sets and is no set, so that it is checked with them."""

    def __call__(self, path: Path) -> tuple[Path, ...]:
        """Further inputs of the format in *path*."""


class Roots(Protocol):
    """Finds the inputs of a format in a folder that holds more than them, such as a repository."""

    def __call__(self, path: Path) -> tuple[Path, ...]:
        """Return the inputs in and below *path*, in order; *path* too if it is one."""


class Checker(Protocol):
    """Looks in an input that was read for what reading alone does not see."""

    def __call__(
        self, input_: Input, report: Report[CardSet], options: Any
    ) -> Iterable[Diagnostic]:
        """Yield what is wrong or doubtful in *input_* besides what its *report* has."""


@frozen
class Rows:
    """The cards of a game that has its own words for what they are.

    Attributes:
        cards: one for each row, whose cells are its properties; it has no other fields.
        titles: of the columns besides the name, in order.
    """

    cards: CardSet
    titles: Sequence[str]


class RowMaker(Protocol):
    """Says the cards of a game in its own words, for a table."""

    def __call__(self, cardset: CardSet) -> Report[Rows] | None:
        """Return the rows of *cardset*; None if its cards are of no known game."""


class Home(Protocol):
    """Says which folder a file is written with, because the set was read with that folder."""

    def __call__(self, cardset: CardSet, path: Path) -> Path | None:
        """Return the folder that *cardset* was read from with the file at *path*; else None."""


class Naming(Protocol):
    """Says what a set is called, without reading all of it."""

    def __call__(self, path: Path) -> str | None:
        """Return a name for a file of the set in *path*; None if its path is the best one."""


@frozen(repr=False)
class Format:
    """A format's descriptor; functions are ``module:name`` strings, imported on first use.

    Attributes:
        id: lower-case, as users write it.
        title: a phrase for lists of formats.
        extensions: file extensions with the dot; the first is used for new files.
        options: its options class.
        reader, writer, sniff, split, companions, roots, checker, naming, rows: see the protocols of
            this module; those after ``sniff`` may be None, and ``writer`` is None for a format that
            is only read.
        formatter, style: see the module ``formats.styles``; None if there is no formatter.
        codes: the enumeration of its diagnostic codes, or a tuple of the codes of several; or None.
        set_codes: a mapping from the codes that its program has for official sets of Magic, where
            they are others, in capitals to the official ones; or None.
        sets_reader: see the protocol; None if an input is one set, or a folder that is split.
        reads_folders: its reader takes folders too.
        folder_writer: as ``writer``, for a target that is a folder; None if there is always one
            file.
        home: see the protocol; None if a file is always written by itself.
        archive_writer: as ``writer``, for a target with one of the extensions ``archives``.
        archives: the extensions of archives, with the dot.
        capabilities: what it can say; None if that is not declared.
        by_extension: a new file with one of its extensions is of this format, if no other one is
            named.
    """

    id: str
    title: str
    extensions: tuple[str, ...]
    options: type[Options]
    reader: str
    writer: str | None
    sniff: str
    split: str | None = None
    companions: str | None = None
    roots: str | None = None
    checker: str | None = None
    naming: str | None = None
    rows: str | None = None
    formatter: str | None = None
    style: type[Style] | None = None
    codes: str | None = None
    set_codes: str | None = None
    sets_reader: str | None = None
    reads_folders: bool = False
    folder_writer: str | None = None
    home: str | None = None
    archive_writer: str | None = None
    archives: tuple[str, ...] = ()
    capabilities: Capabilities | None = None
    by_extension: bool = True

    def __attrs_post_init__(self) -> None:
        """Reject capabilities that preserve the keys of another format."""
        own = {self.id, self.id.partition("-")[0]}
        keys = self.capabilities.keys if self.capabilities else None
        if unknown := (keys or frozenset()) - own:
            raise ModelError(
                f"the capabilities of {self.id!r} have the keys of {', '.join(sorted(unknown))}; "
                f"a format can only preserve its own"
            )

    def __repr__(self) -> str:
        """Return its id and title."""
        return f"<Format {self.id!r}: {self.title}>"

    def load(self, role: str) -> Any:
        """Import the function, or the table of codes, that the field *role* names; None if none."""
        target = getattr(self, role)
        return load(target) if target else None

    def writes_folder(self, path: Path) -> bool:
        """Return whether *path* is written as a folder: it is one, or new without an extension."""
        is_folder = path.is_dir() or not (path.suffix or path.exists())
        return self.folder_writer is not None and is_folder

    def writes_archive(self, path: Path) -> bool:
        """Return whether *path* is written as an archive, by its extension."""
        return self.archive_writer is not None and path.suffix.lower() in self.archives
