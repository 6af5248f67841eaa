"""The sections of a comparison."""

from typing import Final

#: Their names, in the order in which they are observed; each is a method of `observe.Sections`.
SECTIONS: Final = (
    "interface", "files", "pages", "sets", "folders", "abilities", "texts", "boosters", "made",
    "database", "commands", "drafts",
)  # fmt: skip
