"""``cardformats report`` and ``open --image``."""

import pytest

from tests.conftest import ROOT
from tests.unit.commands import run

LAN = str(ROOT / "examples" / "wagic" / "sets" / "LAN")


def test_a_page_goes_to_a_file_or_to_standard_output(tmp_path):
    pytest.importorskip("jinja2")
    target = tmp_path / "new" / "page.html"
    result = run("report", LAN, "-o", target, "--packs", 1)
    assert result.exit_code == 0
    text = target.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert run("report", LAN, "-o", "-", "--packs", 1).stdout == text
    other = run("report", LAN, "-o", "-", "--packs", 1, "--seed", "other").stdout
    assert other != text


def test_a_page_of_a_list_with_errors_is_written_and_says_so(tmp_path):
    pytest.importorskip("jinja2")
    source, target = tmp_path / "list.txt", tmp_path / "page.html"
    source.write_text("[Common(1)]\n1 Eel\n[Rare\n")
    assert run("report", source, "-o", target, "--no-catalog").exit_code == 1
    assert "error[" in target.read_text("utf-8")


def test_a_pack_is_a_picture(tmp_path):
    pytest.importorskip("resvg_py")
    target = tmp_path / "pack.png"
    assert run("open", LAN, "--seed", 7, "--image", target).exit_code == 0
    assert target.read_bytes()[:4] == b"\x89PNG"


def test_a_page_never_replaces_what_it_is_of(tmp_path):
    pytest.importorskip("jinja2")
    source = tmp_path / "list.txt"
    source.write_text("[Common(1)]\n1 Eel\n")
    assert run("report", source, "-o", source).exit_code == 2
    assert run("report", LAN, "-o", source, "--compare", source).exit_code == 2
    assert source.read_text() == "[Common(1)]\n1 Eel\n"
