"""Output that replaces files whole or not at all, follows links, and writes to what is no file."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.files import replace_files

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files are those of POSIX")

LIST = cf.loads("1 Lantern Eel\n", "draftmancer")
TEXT = cf.dumps(LIST, "draftmancer")


def tree(folder):
    """Everything below *folder*: files with text, mode and number, links with their target."""
    found = {}
    for path in sorted(folder.rglob("*")):
        info = path.lstat()
        what = (
            path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else None
        )
        found[str(path.relative_to(folder))] = (what, stat.S_IFMT(info.st_mode), info.st_mode)
    return found


def test_a_link_is_followed_and_stays_a_link(tmp_path):
    real, link = tmp_path / "deep" / "real.txt", tmp_path / "link.txt"
    real.parent.mkdir()
    real.write_text("old", "utf-8")
    (tmp_path / "middle").symlink_to("deep/real.txt")
    link.symlink_to("middle")
    cf.write(LIST, link)
    assert link.readlink() == Path("middle")
    assert real.read_text("utf-8") == TEXT
    assert [path.name for path in real.parent.iterdir()] == ["real.txt"]


def test_a_link_to_nothing_gets_its_target(tmp_path):
    link = tmp_path / "link.txt"
    link.symlink_to("new.txt")
    cf.write(LIST, link)
    assert link.is_symlink()
    assert (tmp_path / "new.txt").read_text("utf-8") == TEXT


def test_links_in_a_circle_are_an_error_and_stay(tmp_path):
    (tmp_path / "a.txt").symlink_to("b.txt")
    (tmp_path / "b.txt").symlink_to("a.txt")
    with pytest.raises(OSError, match=r"a\.txt") as raised:
        cf.write(LIST, tmp_path / "a.txt")
    assert raised.value.errno == errno.ELOOP
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "b.txt"]


def test_a_pipe_with_a_name_is_written_to(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    cf.write(LIST, pipe)
    reader.join(10)
    assert got == [TEXT.encode()]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_a_device_is_written_to(tmp_path):
    device = tmp_path / "null.txt"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.write_bytes(b"")
    except PermissionError:
        pytest.skip("devices can only be made by root, and used where the file system lets them")
    cf.write(LIST, device)
    assert stat.S_ISCHR(device.lstat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="the system has no /dev/full")
def test_a_full_device_is_an_error_that_names_it():
    with pytest.raises(OSError, match="/dev/full") as raised:
        cf.write(LIST, "/dev/full", "draftmancer")
    assert raised.value.errno == errno.ENOSPC
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system has no /proc")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_what_a_process_has_open_is_gone_on_with(tmp_path, name):
    code = (
        "import sys, cardformats as cf; print('first', flush=True); "
        f"cf.write(cf.loads('1 Lantern Eel\\n', 'draftmancer'), {name!r}, 'draftmancer'); "
        "print('last')"
    )
    path = tmp_path / "log.txt"
    path.write_text("before\n", "utf-8")
    number = path.stat().st_ino
    with path.open("ab") as file:
        subprocess.run([sys.executable, "-c", code], stdout=file, check=True)
    assert path.read_text("utf-8") == f"before\nfirst\n{TEXT}last\n"
    assert path.stat().st_ino == number


def test_another_name_of_a_file_keeps_the_old_text(tmp_path):
    path, snapshot = tmp_path / "list.txt", tmp_path / "snapshot.txt"
    path.write_text("old", "utf-8")
    snapshot.hardlink_to(path)
    cf.write(LIST, path)
    assert (path.read_text("utf-8"), snapshot.read_text("utf-8")) == (TEXT, "old")


def test_a_folder_is_no_file(tmp_path):
    (tmp_path / "x.txt").mkdir()
    with pytest.raises(IsADirectoryError, match=r"x\.txt"):
        cf.write(LIST, tmp_path / "x.txt", "draftmancer")
    with pytest.raises(cf.UnknownFormatError, match=r"x\.txt"):
        cf.write(LIST, tmp_path / "x.txt")


def test_the_longest_names_can_be_written(tmp_path):
    path = tmp_path / ("x" * 251 + ".txt")
    cf.write(LIST, path)
    cf.write(LIST, path)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    with pytest.raises(OSError, match="xxx") as raised:
        cf.write(LIST, tmp_path / ("x" * 252 + ".txt"))
    assert raised.value.errno == errno.ENAMETOOLONG


def test_the_mask_of_the_process_is_never_set(tmp_path, monkeypatch):
    mask = os.umask(0o027)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(os, "umask", lambda _: pytest.fail("the mask is of all threads"))
            cf.write(LIST, tmp_path / "out.txt")
        assert (tmp_path / "out.txt").stat().st_mode & 0o777 == 0o640
    finally:
        os.umask(mask)


def test_owner_group_and_mode_are_kept(tmp_path):
    path = tmp_path / "out.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)
    if os.getuid() == 0:
        os.chown(path, 12345, 54321)
    before = path.stat()
    cf.write(LIST, path)
    after = path.stat()
    assert (before.st_uid, before.st_gid, before.st_mode) == (
        after.st_uid,
        after.st_gid,
        after.st_mode,
    )
    assert path.read_text("utf-8") == TEXT


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root gives files away")
def test_where_the_group_cannot_be_kept_another_may_do_no_more_than_all(tmp_path, monkeypatch):
    path = tmp_path / "out.txt"
    path.write_bytes(b"old")
    os.chown(path, 12345, 54321)
    path.chmod(0o664)

    def refuse(*_):
        raise PermissionError(errno.EPERM, "no")

    monkeypatch.setattr(os, "chown", refuse)
    cf.write(LIST, path)
    assert path.stat().st_mode & 0o777 == 0o644
    assert path.stat().st_gid != 54321


def test_a_file_that_may_not_be_written_to_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "out.txt"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError, match=r"out\.txt"):
        cf.write(LIST, path)
    assert path.read_bytes() == b"old"


def test_two_paths_of_one_file_are_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    with pytest.raises(FileExistsError, match="same file"):
        replace_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    assert not (tmp_path / "b").exists()


#: What a full disk, a lost network drive or a change of rights can stop, by what calls it.
CALLS = ("open", "fsync", "replace", "link", "mkdir", "stat", "chmod", "chown")


class _Failing:
    """The functions of ``os``, of which one call fails."""

    def __init__(self, monkeypatch, number, error):
        self.left = number
        self.error = error
        for name in CALLS:
            monkeypatch.setattr(os, name, self.wrapped(getattr(os, name)))

    def wrapped(self, function):
        def call(*arguments, **named):
            self.left -= 1
            if self.left == -1:
                raise self.error
            return function(*arguments, **named)

        return call


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_whatever_fails_everything_stays_as_it_was(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("tree")
    names = st.sampled_from(("a", "b", "deep/c", "deep/er/d", "link", "dangling", "new/er/e"))
    for name in data.draw(st.sets(st.sampled_from(("a", "b", "deep/c", "deep/er/d")))):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"old " + name.encode())
        (folder / name).chmod(0o604)
    (folder / "real").write_bytes(b"old real")
    (folder / "link").symlink_to("real")
    (folder / "dangling").symlink_to("not yet")
    wanted = {
        folder / name: b"new " + name.encode()
        for name in sorted(data.draw(st.sets(names, min_size=1)))
    }
    before = tree(folder)
    error = data.draw(
        st.sampled_from(
            (OSError(errno.ENOSPC, "full"), OSError(errno.EIO, "?"), KeyboardInterrupt())
        )
    )
    number = data.draw(st.integers(0, 60))
    with pytest.MonkeyPatch.context() as patched:
        failing = _Failing(patched, number, error)
        try:
            replace_files(wanted, make_folders=True)
        except (OSError, KeyboardInterrupt) as raised:
            failed = raised
        else:
            failed = None
    if failed is None:
        assert {path: path.read_bytes() for path in wanted} == wanted
        assert not list(folder.rglob(".cf-*"))
        return
    assert failing.left < 0
    assert tree(folder) == before
    if isinstance(failed, OSError):
        assert failed.filename in [*map(str, wanted)]


def test_a_file_system_without_hard_links_is_put_back_too(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"old a")
    (tmp_path / "b").write_bytes(b"old b")

    def no_links(*_, **__):
        raise OSError(errno.EPERM, "no links")

    renamed = []
    rename = os.replace

    def second_fails(source, target, **named):
        renamed.append(target)
        if len(renamed) == 2:
            raise OSError(errno.EIO, "lost")
        return rename(source, target, **named)

    monkeypatch.setattr(os, "link", no_links)
    monkeypatch.setattr(os, "replace", second_fails)
    before = tree(tmp_path)
    with pytest.raises(OSError, match="lost"):
        replace_files({tmp_path / "a": b"new", tmp_path / "b": b"new"})
    assert tree(tmp_path) == before


def test_a_full_disk_names_the_file_and_leaves_no_folder(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    cardset = cf.CardSet("Fen", "FEN", [cf.Card(cf.Face("Grey Heron"), "FEN", rarity="rare")])
    with pytest.raises(OSError, match="sets/FEN") as raised:
        cf.write(cardset, tmp_path / "sets", "wagic")
    assert raised.value.errno == errno.ENOSPC
    assert [*tmp_path.iterdir()] == []


def test_what_is_written_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    done = []
    sync, rename = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append("sync"), sync(handle))[1])
    monkeypatch.setattr(os, "replace", lambda *paths: (done.append("rename"), rename(*paths))[1])
    cf.write(LIST, tmp_path / "out.txt")
    assert done[:2] == ["sync", "rename"]


def test_a_file_that_has_its_text_already_stays(tmp_path):
    same, other = tmp_path / "same", tmp_path / "other"
    replace_files({same: b"text", other: b"old"})
    before = same.stat()
    replace_files({same: b"text", other: b"new"})
    assert (same.stat().st_ino, same.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert other.read_bytes() == b"new"
