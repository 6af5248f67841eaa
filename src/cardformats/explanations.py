"""All codes of diagnostics, found by their first letters, and their explanations as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from .diagnostics import Code
from .losses import LossCode
from .plugins import load

_CODE = re.compile(r"[A-Za-z]{1,3}[-_ ]?[0-9]{1,5}")
_PLACEHOLDER = re.compile(r"\{(\w+)[!:][^{}]*\}")
_LETTERS = re.compile(r"[A-Z]{1,3}")


@frozen
class CodeGroup:
    """Codes that are documented together.

    Attributes:
        title: The heading in the documentation.
        letters: The first letters of each code.
        target: The codes as ``module:name`` in the package; they are imported when they are needed.
    """

    title: str
    letters: str
    target: str

    def codes(self) -> tuple[Code, ...]:
        """Return the codes in the order in which they are declared."""
        return tuple(load(f"cardformats.{self.target}"))


#: The codes of the library.  Those of a format are in its descriptor, too, but importing all
#: descriptors takes longer than explaining a code.
GROUPS = (
    CodeGroup("Codes of every format", "CF", "diagnostics:SharedCode"),
    CodeGroup("Catalogs", "CF", "model.resolve:CatalogCode"),
    CodeGroup("Card databases", "DT", "database.codes:DatabaseCode"),
    CodeGroup("Losses on write", "CF", "losses:Loss"),
    CodeGroup("Audits of boosters", "CL", "collation.codes:CollationCode"),
    CodeGroup("Deckbuilder Drafts", "DB", "draft.deckbuilder:DeckbuilderCode"),
    CodeGroup("Logs of drafts", "DR", "records.codes:RecordCode"),
    CodeGroup("Formats of other distributions", "CF", "plugins:PluginCode"),
    CodeGroup("The format draftmancer", "DM", "formats.draftmancer.codes:DraftmancerCode"),
    CodeGroup("The format wagic", "WG", "formats.wagic.abilities.linter.codes:CODES"),
    CodeGroup("The format octgn", "OC", "formats.octgn.linter.codes:CODES"),
    CodeGroup("The format json", "JS", "formats.json.codes:JsonCode"),
    CodeGroup("The format csv", "CS", "formats.csv.codes:CsvCode"),
    CodeGroup("The format decklist", "DL", "formats.decklist.codes:DeckCode"),
    CodeGroup("The format mtgjson", "MJ", "formats.mtgjson.codes:MtgjsonCode"),
    CodeGroup("The format scryfall", "SF", "formats.scryfall.codes:ScryfallCode"),
    CodeGroup("The format cockatrice", "CK", "formats.cockatrice.codes:CockatriceCode"),
    CodeGroup("The format lackey", "LK", "formats.lackey.codes:LackeyCode"),
)  # fmt: skip


def all_codes() -> Iterator[Code]:
    """Yield every code, those of plug-ins last."""
    for group in GROUPS:
        yield from group.codes()
    yield from _codes_of_plugins()


def codes_beginning(text: str) -> list[Code]:
    """Return the code *text*, or the codes that begin with it."""
    own = [
        code
        for group in GROUPS
        if group.letters.startswith(text) or text.startswith(group.letters)
        for code in group.codes()
        if code.startswith(text)
    ]
    if text in own:
        return [code for code in own if code == text]
    return own + [code for code in _codes_of_plugins() if code.startswith(text)]


def is_code(text: str) -> bool:
    """Return whether *text* looks like a code, known or not, or is the beginning of one."""
    if _CODE.fullmatch(text):
        return True
    return bool(_LETTERS.fullmatch(text) and codes_beginning(text))


def _codes_of_plugins() -> Iterator[Code]:
    from .formats.registry import REGISTRY  # noqa: PLC0415 - a code of the library needs no format

    for known in REGISTRY.all():
        if REGISTRY.provider(known.id) != "cardformats":
            yield from known.load("codes") or ()


def message(code: Code) -> str:
    """Return the template of the message with plain placeholders: ``{name}``, not ``{name!r}``."""
    return _PLACEHOLDER.sub(r"{\1}", code.template)


def summary(code: Code) -> str:
    """Return the severity and the message on one line."""
    about, text = _message(code)
    return f"{code.severity.value}{about}: {text}"


def description(code: Code) -> str:
    """Return severity, message and help as Markdown."""
    about, text = _message(code)
    return f"*{code.severity.value}*{about}: `{text}`\n\n{code.help}\n"


def markdown(code: Code) -> str:
    """Return severity, message, help and the example as Markdown."""
    example = f"\nExample:\n\n```text\n{code.example}\n```\n" if code.example else ""
    return description(code) + example


def _message(code: Code) -> tuple[str, str]:
    """Return what the code is about, if that is known, and its message."""
    if isinstance(code, LossCode):
        return f" about {code.concern.value}", code.word
    return "", message(code)
