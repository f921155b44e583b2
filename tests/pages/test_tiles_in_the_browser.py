"""The page that checks, given folders of tiles: a real Chromium says of each what `verify --tiles` says."""

import random
import shutil
from base64 import b64encode
from pathlib import Path

import pytest

from cli.main import run
from tests.pages.browser import Tab
from tests.promises import promise
from tests.trust import fuzz_tiles

_ASK = """async (folders) => {
  const key = await readKey(document.getElementById("key").value), found = [];
  for (const folder of folders) {
    const files = Object.entries(folder).map(([name, text]) => Object.assign(
      new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], "it"), { path: `web/${name}` }));
    files.forEach((file) => Object.defineProperty(file, "webkitRelativePath", { value: file.path }));
    found.push(await checkTiles(files, key).then(() => "holds", (error) => error.word ?? `${error}`));
  }
  return found;
}"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiles")
    return folder, fuzz_tiles.make(folder)


@pytest.fixture
def office(made, tmp_path, monkeypatch):
    shutil.copytree(made[0], tmp_path / "office")
    monkeypatch.chdir(tmp_path / "office")
    assert run(["report", "check", "--key", "k.pub", "-o", "check.html"]) == 0
    return made[1]


def chosen(tab, *folders):
    """Choose folders, and check them: what is said, and in what words."""
    tab.open(Path("check.html"))
    tab.page.wait_for_selector("#checking-tiles:not([hidden])")
    for name, folder in zip(("#tiles", "#other-tiles"), folders, strict=False):
        tab.page.set_input_files(name, folder)
    tab.page.click("#checking-tiles button")
    found = tab.page.wait_for_selector('#tiles-verdict[data-verdict]:not([data-verdict=""])')
    return found.get_attribute("data-verdict"), found.inner_text()


@promise("T48")
def test_it_says_whether_one_folder_is_the_beginning_of_the_other(office, chromium, capsys):
    shutil.copytree("grown", "mirror")
    for line in ("result correct 1/2 4SN= --session thu -q", "seal --session thu --key k --tiles grown"):
        assert run(line.split()) == 0
    with Tab(chromium, Path("check.html"), width=390) as tab:
        assert "There is nothing to check" in chosen(tab)[1]
        said, told = chosen(tab, "grown")
        assert (said, "The log of ebu.example/thu up to #284" in told) == ("holds", True)
        for pair in (("mirror", "grown"), ("grown", "mirror")):
            said, told = chosen(tab, *pair)
            assert said == "holds"
            assert "up to #283 they are the same, and the longer goes on to #284" in told
        assert "Both copies of ebu.example/thu are the same" in chosen(tab, "mirror", "mirror")[1]
        said, told = chosen(tab, "fork", "grown")
        assert (said, "they part at #283" in told) == ("broken", True)
        assert "These are two logs" in chosen(tab, "fri", "grown")[1]
        Path("mirror/records/000").write_bytes(Path("mirror/records/000").read_bytes()[:-2])
        assert "records/000" in chosen(tab, "mirror")[1]
        tab.require_sound_at_every_width()
        assert tab.barriers() == []
    capsys.readouterr()


@promise("T46")
def test_what_is_changed_holds_on_neither(office, chromium):
    rng = random.Random(30)
    folders = [*office.tiles.values(), *(fuzz_tiles.changed_tiles(rng, office) for _ in range(40))]
    given = [{name: b64encode(content).decode() for name, content in each.items()} for each in folders]
    with Tab(chromium, Path("check.html")) as tab:
        tab.page.wait_for_selector("#checking-tiles:not([hidden])")
        found = tab.page.evaluate(_ASK, given)
        tab.require_sound()
    assert found[:3] == ["holds"] * 3
    for folder, said in zip(folders[3:], found[3:], strict=True):
        assert fuzz_tiles.answer(office, folder)
        assert said in {
            *("tile-missing", "tile-other", "tile-event", "tile-strange", "tile-root", "no-text", "other-key"),
            *("no-seal", "seal-size", "seal-short", "seal-otherwise", "seal-signature", "seal-steers"),
            "bad-signature",
        }
