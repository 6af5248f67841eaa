"""Folders and those below them: in order, each once, whatever links say."""

from __future__ import annotations

from cardformats.formats.folders import entry, files_below, folders_in, walk


def names(root, **options):
    return [
        (place.relative_to(root).as_posix(), inside, files)
        for place, inside, files in walk(root, **options)
    ]


def test_folders_are_gone_through_in_order_and_once(tmp_path):
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / "a").mkdir()
    (tmp_path / "b" / "2.txt").touch()
    (tmp_path / "b" / "1.txt").touch()
    (tmp_path / "b" / "c" / "again").symlink_to(tmp_path)
    whole = [(".", ["a", "b"], []), ("a", [], []), ("b", ["c"], ["1.txt", "2.txt"])]
    assert names(tmp_path) == [*whole, ("b/c", ["again"], [])]
    assert names(tmp_path, follows_links=True) == [*whole, ("b/c", ["again"], [])]
    assert files_below(tmp_path) == (tmp_path / "b" / "1.txt", tmp_path / "b" / "2.txt")
    assert folders_in(tmp_path) == [tmp_path / "a", tmp_path / "b"]


def test_links_to_folders_are_followed_only_if_that_is_asked_for(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "1.txt").touch()
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "link").symlink_to(tmp_path / "there")
    assert names(tmp_path / "here") == [(".", ["link"], [])]
    assert names(tmp_path / "here", follows_links=True)[1] == ("link", [], ["1.txt"])


def test_what_is_taken_out_or_gone_is_not_gone_through(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
    seen = []
    for place, inside, _ in walk(tmp_path):
        seen.append(place.name)
        if place == tmp_path:
            inside.remove("a")
            (tmp_path / "b").rmdir()
    assert seen == [tmp_path.name, "c"]
    assert names(tmp_path / "nowhere") == []


def test_a_file_is_known_in_whatever_case_its_name_is(tmp_path):
    (tmp_path / "Set.XML").touch()
    assert entry(tmp_path, "set.xml") == tmp_path / "Set.XML"
    assert entry(tmp_path, "definition.xml") is None
