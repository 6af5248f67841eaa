"""Small Wagic files for tests."""

from __future__ import annotations


def card(*lines):
    """A card block."""
    return "\n".join(("[card]", *lines, "[/card]")) + "\n"


def printing(name, number=1, rarity="C", *lines):
    """A card block that refers to a primitive."""
    return card(f"primitive={name}", f"id={number}", f"rarity={rarity}", *lines)


def cards_of(letters):
    """A card block for each rarity letter; the lands are basic."""
    return "".join(
        card(
            f"name={letter}{number}",
            f"id={number}",
            f"rarity={letter}",
            "type=Basic Land" if letter == "L" else "type=Creature",
        )
        for number, letter in enumerate(letters, 1)
    )


def write(folder, files):
    """Write texts and bytes into *folder*, by path; returns the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder
