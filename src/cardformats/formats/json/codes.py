"""The diagnostic codes of the ``json`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class JsonCode(Code):
    """What can be wrong with a document."""

    NOT_JSON = (
        "JS001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "Nothing can be read from the document until this is mended.",
        '{"cardformats": 1, "name": "Marsh"',
    )
    NOT_A_DOCUMENT = (
        "JS002",
        Severity.ERROR,
        'expected an object with the member "cardformats", the schema version',
        "This is JSON, but not a card set that cardformats wrote.",
        '{"name": "Marsh"}',
    )
    NEWER_VERSION = (
        "JS003",
        Severity.ERROR,
        "the schema version is {version}; this program knows versions up to {known}",
        "A later version of cardformats wrote the document; upgrade to read it.",
        '{"cardformats": 2, "name": "Marsh"}',
    )
    BAD_VALUE = (
        "JS004",
        Severity.ERROR,
        "{problem}",
        "The item that holds the value is left out; the JSON Schema says what is expected.",
        '{"faces": [{"name": "Fen", "power": 3}]}',
    )
    UNKNOWN_MEMBER = (
        "JS005",
        Severity.ERROR,
        "unknown member {name!r}",
        "The item that holds the member is left out, since it may mean something else without it.",
        '{"faces": [{"name": "Bog"}], "raritty": "common"}',
    )
