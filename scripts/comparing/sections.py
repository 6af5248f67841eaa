"""The sections of a comparison."""

from typing import Final

#: Their names, in the order in which they are observed; each is a method of `observe.Sections`.
SECTIONS: Final = (
    "files", "sets", "abilities", "texts", "boosters", "database", "commands", "drafts",
)  # fmt: skip
