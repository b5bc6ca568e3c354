"""Reports as files: written whole or not at all."""

import hashlib
import os
import re
import stat
from base64 import b64decode
from pathlib import Path

import pytest

import graphdim as gd
from graphdim.errors import MissingExtraError, ParameterError
from graphdim.folders import cache_folder, write_whole
from graphdim.report import files, library
from graphdim.selectors.minge.report import EntropySection
from graphdim.selectors.reporting import report_facts


@pytest.fixture
def karate():
    return gd.ideal_dimension("dataset:karate")


@pytest.mark.parametrize(("style", "start"), [("png", b"\x89PNG"), ("svg", b"<svg")])
def test_pictures(karate, tmp_path, style, start):
    written = files.write([report_facts(karate)], EntropySection(), tmp_path / "charts", style)
    assert written.read_bytes().startswith(start)


def test_write_html_overwrites_and_returns_the_place(karate, tmp_path):
    (tmp_path / "report.html").write_text("old")
    assert karate.write_html(tmp_path / "report.html", n_features=34, n_classes=4) == tmp_path / "report.html"
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "34 features and 4 classes" in text
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]


def test_a_failure_leaves_what_was_there(tmp_path, monkeypatch):
    target = tmp_path / "report.html"
    target.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(target, b"new")
    assert target.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]


def test_devices_and_links_are_not_replaced(tmp_path):
    with pytest.raises(OSError, match="No space left"):
        write_whole(Path("/dev/full"), b"new")
    assert Path("/dev/full").is_char_device()
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_new_file_has_the_usual_mode(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "file", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_place_that_cannot_hold_a_file_is_refused(karate, tmp_path):
    with pytest.raises(ParameterError, match="there is no folder .*nowhere; make it, or name another place"):
        karate.write_html(tmp_path / "nowhere" / "report.html")
    with pytest.raises(ParameterError, match="this is a folder; name a file in it"):
        karate.write_html(tmp_path)


@pytest.mark.parametrize("package", ["altair", "vl_convert"])
def test_without_the_packages_the_extra_is_named(karate, tmp_path, monkeypatch, package):
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'graphdim\[report\]'"):
        karate.write_html(tmp_path / "report.html")
    assert "<img" not in karate._repr_html_()
    assert karate._repr_html_().startswith('<table class="graphdim">')


def test_a_notebook_shows_the_answer_once_with_one_chart(karate):
    for result, chart in (
        (karate, "graph entropy against dimension"),
        (gd.compare("dataset:karate", methods="cv"), "ROC-AUC by dimension"),
        (gd.race(lambda dimension, seed: dimension + seed / 9, [8, 16]), "score by dimension"),
    ):
        shown = result._repr_html_()
        assert shown.startswith(f'<table class="graphdim"><caption><strong>Dimension {result:d}</strong>')
        assert f'<img alt="Dimension {result:d}: {chart}' in shown
        assert shown.count(f"Dimension {result:d}") == 2  # the caption, and the words for who cannot see the chart
        picture = b64decode(shown.partition("base64,")[2].partition('"')[0]).decode()
        assert "Dimension" not in picture
        width, height = (float(each) for each in re.findall(r'(?:width|height)="([\d.]+)"', picture)[:2])
        assert 400 < width < 700
        assert 200 < height < 450


@pytest.fixture
def bundle(monkeypatch):
    """The script, of whatever version of vl-convert is installed, with its digest known."""
    import vl_convert

    script = library.vega()
    monkeypatch.setitem(library.DIGESTS, vl_convert.__version__, hashlib.sha256(script.encode()).hexdigest())
    return library.vega()


def test_the_library_is_kept_and_a_cache_that_cannot_be_written_does_no_harm(bundle, monkeypatch):
    [kept] = cache_folder().iterdir()
    assert kept.read_text(encoding="utf-8") == bundle
    kept.write_text(f"{bundle}steal()")
    assert library.vega() == kept.read_text(encoding="utf-8") == bundle
    with monkeypatch.context() as once:
        once.setattr("vl_convert.javascript_bundle", lambda: "bundled again")
        assert library.vega() == bundle
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    assert library.vega() == bundle


def test_a_script_in_the_cache_does_not_vouch_for_itself(bundle):
    evil = b"steal()"
    [kept] = cache_folder().iterdir()
    digest = hashlib.sha256(evil).hexdigest()
    for name in (kept.name, f"{kept.stem}-{digest}.js"):
        (cache_folder() / name).write_bytes(evil)
    assert library.vega() == bundle


def test_the_digests_are_those_of_the_scripts():
    import vl_convert

    digest = hashlib.sha256(library.vega().encode()).hexdigest()
    assert library.DIGESTS.get(vl_convert.__version__, digest) == digest


def test_a_version_without_a_digest_keeps_nothing(monkeypatch):
    monkeypatch.setattr("vl_convert.__version__", "999")
    assert "vegaEmbed" in library.vega()
    assert not cache_folder().exists()


def test_the_home_of_an_unknown_user_is_a_folder_that_is_not_there():
    with pytest.raises(ParameterError, match="there is no folder ~nobody-here"):
        files.check("~nobody-here/report.html")
