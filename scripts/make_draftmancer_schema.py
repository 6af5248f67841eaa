"""Write the JSON Schema of the keys of Draftmancer's lists, made of the kinds that reading uses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.generated import Generated

from cardformats.formats.draftmancer.card_keys import CARD
from cardformats.formats.draftmancer.kinds import array_of, schema_of
from cardformats.formats.draftmancer.settings import SETTINGS_KIND
from cardformats.formats.draftmancer.sheets import OPTIONS

_KINDS = {"settings": SETTINGS_KIND, "cards": array_of(CARD), "options": OPTIONS}


def text() -> str:
    """Return the schema, with a definition for each kind of JSON in a list."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "JSON in Draftmancer's custom card lists",
        "$defs": {name: schema_of(kind) for name, kind in _KINDS.items()},
    }
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


FILE = Generated(
    Path(__file__).parent.parent / "docs" / "formats" / "draftmancer-schema.json", text
)

if __name__ == "__main__":
    sys.exit(FILE.main())
