"""Checking what a folder holds: games at any depth, and what belongs to them."""

from __future__ import annotations

import os

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats import checking
from cardformats.checking import check, differences
from cardformats.cli.app import app
from cardformats.formats.draftmancer.codes import DraftmancerCode
from tests.conftest import ROOT

GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
DEFINITION = f"""<game name="Marsh" id="{GAME}" version="1.0.0.0" scriptVersion="3.1.0.2">
<proxygen definitionsrc="proxies/cards.xml"/>
<card><property name="Kind" type="String"/></card>
<player><group name="Library"/></player>
<deck><section name="Main" group="Library"/></deck>
</game>"""
PROXIES = "<templates><template default='True'/></templates>"
CARD = "4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e{:02x}"
DECK = """<deck game="{game}"><section name="Main"><card qty="1" id="{card}">{name}</card></section>
</deck>"""


def a_set(number=1, *cards, inner=""):
    cards = cards or (number,)
    return (
        f'<set name="Set {number}" id="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f{number:02x}"'
        f' gameId="{GAME}">{inner}<cards>'
        + "".join(f'<card name="Card {each}" id="{CARD.format(each)}"/>' for each in cards)
        + "</cards></set>"
    )


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def a_game(folder="", **files):
    own = {
        "definition.xml": DEFINITION,
        "proxies/cards.xml": PROXIES,
        "Sets/One/set.xml": a_set(),
        **files,
    }
    return {f"{folder}{name}": text for name, text in own.items()}


def names(folder, **options):
    return [str(each.path.relative_to(folder)) for each in check(folder, **options)]


def codes(path, **options):
    counts = {}
    for each in check(path, **options):
        for code, count in each.report.counts().items():
            counts[code] = counts.get(code, 0) + count
    return counts


def test_a_game_that_is_checked_itself_is_found_once(tmp_path):
    write(tmp_path, a_game(**{".git/x/set.txt": "x"}))
    assert names(tmp_path) == ["."]
    assert names(tmp_path / "Sets") == ["."]
    assert names(tmp_path / "Sets" / "One") == ["."]
    assert [each.format for each in check(tmp_path)] == ["octgn"]


def test_links_do_not_lead_in_circles(tmp_path):
    write(tmp_path, a_game("game/"))
    (tmp_path / "game" / "again").symlink_to(tmp_path)
    (tmp_path / "twice").symlink_to(tmp_path / "game")
    assert len(names(tmp_path)) == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_what_may_not_be_read_is_left_out(tmp_path):
    write(tmp_path, {**a_game("game/"), "closed/definition.xml": DEFINITION})
    (tmp_path / "closed").chmod(0)
    assert names(tmp_path) == ["game"]


def test_a_game_is_read_once_for_its_decks(tmp_path, monkeypatch):
    from cardformats.formats.octgn import reader  # noqa: PLC0415 - its function is replaced

    write(tmp_path, a_game("game/"))
    deck = DECK.format(game=GAME, card=CARD.format(1), name="Card 1")
    write(tmp_path, {f"game/Decks/{number}.o8d": deck for number in range(20)})
    reads, read = [], reader.read
    monkeypatch.setattr(reader, "read", lambda *given: reads.append(1) or read(*given))
    assert codes(tmp_path) == {}
    assert len(reads) == 1


def test_every_format_gets_its_own_options(tmp_path):
    deck = DECK.format(game=GAME, card=CARD.format(9), name="Card 9")
    write(tmp_path, {**a_game("game/"), "far/alone.o8d": deck})
    assert codes(tmp_path, game=tmp_path / "game") == {"OC061": 1}
    assert codes(tmp_path, rules="octgn") == {}
    with pytest.raises(cf.OptionError):
        list(check(tmp_path, gaem="x"))


def test_other_folders_and_files_are_checked_as_before(tmp_path):
    sets = ROOT / "examples" / "wagic" / "sets"
    (tree,) = check(sets)
    assert (tree.path, tree.format) == (sets, "wagic")
    with pytest.raises(cf.UnknownFormatError, match="nothing to check"):
        list(check(tmp_path))
    write(tmp_path, {"list.txt": "0 Heron"})
    (file,) = check(tmp_path / "list.txt")
    assert file.report.counts() == {"DM021": 1}
    (empty,) = check(tmp_path, "octgn")
    assert "OC052" in empty.report.counts()


def test_pipes_and_links_that_lead_nowhere_are_passed_over(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "link.txt").symlink_to("nowhere")
    (tmp_path / "list.txt").write_text("0 Newt\n")
    for command in ("check", "fix", "format"):
        arguments = [command, str(tmp_path), "--from", "draftmancer"]
        assert CliRunner().invoke(app, arguments).exit_code in (0, 1)
    (change,) = differences.diff(tmp_path, None, "draftmancer").sets
    assert change.old == "list.txt"


def test_an_option_that_no_format_has_is_refused_by_diff(tmp_path):
    with pytest.raises(cf.OptionError, match="'foo'"):
        differences.diff(tmp_path, tmp_path, foo=1)


def test_a_selection_of_one_code_is_that_code():
    selection = checking.Selection(ignore="dm021")
    assert not selection.has_code(DraftmancerCode.ZERO_COUNT)
    assert selection.has_code(DraftmancerCode.TYPO)
    with pytest.raises(cf.OptionError, match="DM021"):
        checking.Selection(select="DM0211")
