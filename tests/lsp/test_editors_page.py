"""The page on editors: what it has for each can be read, and Neovim does what it says."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib

import pytest

from tests.lsp.editor import COMMAND

TEXT = """\
[Common(2)]
4x Forest
Island
"""
#: What is asked in Neovim; each answer is a line of JSON.
LUA = """\
vim.cmd("edit list.txt")
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local function ask(method, line)
  local params = { textDocument = vim.lsp.util.make_text_document_params() }
  if line then params.position = { line = line, character = 3 } end
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
  for _, each in pairs(answers) do return each.result end
end
local function codes()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do table.insert(found, each.code) end
  return found
end
local out = { before = codes(), hover = ask("textDocument/hover", 0).contents.value }
out.symbols = ask("textDocument/documentSymbol")[1].name
vim.api.nvim_buf_set_lines(0, 1, 2, false, { "4 Forest" })
vim.wait(60000, function() return #vim.diagnostic.get(0) < #out.before end, 50)
out.after = codes()
vim.fn.writefile({ vim.fn.json_encode(out) }, "out.json")
vim.cmd("qa!")
"""


@pytest.fixture(scope="module")
def page(root):
    return (root / "docs" / "how-to" / "use-an-editor.md").read_text(encoding="utf-8")


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_settings_are_well_formed(page):
    for each in blocks(page, "toml"):
        assert tomllib.loads(each)
    (settings,) = map(json.loads, blocks(page, "json"))
    assert [settings["command"], *settings["args"]] == ["cardformats", "lsp"]


@pytest.mark.slow
def test_neovim_is_served(page, tmp_path, root):
    neovim = shutil.which("nvim")
    if neovim is None:
        pytest.skip("there is no Neovim")
    command = tmp_path / "bin" / "cardformats"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND[:-1])} "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    (tmp_path / "init.lua").write_text(blocks(page, "lua")[0], encoding="utf-8")
    (tmp_path / "test.lua").write_text(LUA, encoding="utf-8")
    (tmp_path / "list.txt").write_text(TEXT, encoding="utf-8")
    places = {"HOME": str(tmp_path), "PYTHONPATH": str(root / "src")}
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        [neovim, "--headless", "-u", "init.lua", "-c", "luafile test.lua"],
        cwd=tmp_path,
        env=os.environ | places | {"PATH": path},
        timeout=120,
        check=True,
    )
    out = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert "DM025" in out["before"]
    assert "DM025" not in out["after"]
    assert "**Common**: 2 cards" in out["hover"]
    assert out["symbols"] == "Common"
