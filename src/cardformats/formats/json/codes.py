"""The diagnostic codes of the ``json`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class JsonCode(Code):
    """Diagnostics about a document."""

    NOT_JSON = (
        "JS001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "Nothing can be read from the document until this is fixed.",
        '{"cardformats": 1, "name": "Marsh"',
    )
    NOT_A_DOCUMENT = (
        "JS002",
        Severity.ERROR,
        'expected an object with the member "cardformats", the schema version',
        "This is valid JSON, but not a card set that cardformats wrote.",
        '{"name": "Marsh"}',
    )
    NEWER_VERSION = (
        "JS003",
        Severity.ERROR,
        "the schema version is {version}; this program supports versions up to {known}",
        "The document was written by a later version of cardformats. Upgrade cardformats to"
        " read it.",
        '{"cardformats": 2, "name": "Marsh"}',
    )
    BAD_VALUE = (
        "JS004",
        Severity.ERROR,
        "{problem}",
        "The item with the value is omitted. The JSON Schema describes the expected value.",
        '{"faces": [{"name": "Fen", "power": 3}]}',
    )
    UNKNOWN_MEMBER = (
        "JS005",
        Severity.ERROR,
        "unknown member {name!r}",
        "The item with the member is omitted, because it may have another meaning without the"
        " member.",
        '{"faces": [{"name": "Bog"}], "raritty": "common"}',
    )
