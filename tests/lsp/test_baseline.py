"""What a baseline has is not shown in an editor either."""

from __future__ import annotations

import pytest

from cardformats.checking import run
from cardformats.checking.baseline import Baseline
from cardformats.lsp.languages import Languages
from cardformats.lsp.workspace import Workspace

from .plain import change

LIST = "[Settings]\n{\n  withReplacemen: 1\n}\n[Common(2)]\n4x Forest\n4x Forest\nIsland\n"
GAME = "01234567-89ab-cdef-0123-456789abcdef"
SET = f"""<set name="Lanterns" id="{GAME}" gameId="{GAME}">
  <cards>
    <card name="Eel" id="1"><propety name="Rarity" value="Common"/></card>
    <card name="Eel" id="1"><propety name="Rarity" value="Common"/></card>
  </cards>
</set>
"""
CARDS = "[card]\nprimitive=Eel\nid=x\nrarity=C\n[/card]\n" * 2
PRIMITIVES = "[card]\nname=Moss\ntyp=Creature\n[/card]\n[card]\nname=Fern\ntyp=Land\n[/card]\n"


@pytest.mark.parametrize(
    ("name", "text", "words", "new", "codes"),
    [
        ("list.txt", LIST, "Island", "4x Forest", ["DM025"]),
        ("set.xml", SET, "</cards>", '<card nam="x"/></cards>', ["OC"]),
        ("ONE/_cards.dat", CARDS, "id=x", "id=x\nbad", ["WG004"]),
        ("primitives/mine.txt", PRIMITIVES, "[card]", "[card]\ntyp=Land", ["WG"]),
    ],
)
def test_what_is_known_is_not_shown(tmp_path, name, text, words, new, codes):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    (tmp_path / "primitives").mkdir(exist_ok=True)
    path.write_text(text)
    config = tmp_path / "cardformats.toml"
    config.write_text("")
    known = run([path])
    assert known.diagnostics
    baseline = Baseline(tmp_path / "known.json")
    baseline.with_findings(known.diagnostics, {}, [path]).write()
    workspace, uri = Workspace(pytest.fail), path.as_uri()
    workspace.open(uri, path, 1, text)

    def shown():
        document = workspace.document(uri)
        *_, findings = Languages(workspace).of(document).check(document)
        its = workspace.new(document, findings).parts
        return [str(each.code) for *_, part in its for each in part.diagnostics]

    assert sorted(shown()) == sorted(str(each.code) for each in known.diagnostics)
    config.write_text('[check]\nbaseline = "known.json"\n')
    workspace.refresh()
    assert shown() == []
    change(workspace, uri, 2, f"\n\n{text.replace(words, new, 1)}")
    assert shown()
    assert all(each.startswith(tuple(codes)) for each in shown())
    messages = []
    workspace.tell = messages.append
    (tmp_path / "known.json").unlink()
    assert len(shown()) > len(codes)
    shown()
    assert ["there is no baseline" in each for each in messages] == [True]
