"""The guides of the manual are typed, line by line: in a folder of its own, or where the guide before it ends."""

import re

import pytest

from cli.screens.manual import GUIDES, text
from tests.cli.examples import done

TYPED = re.compile(r"^    (bridge-ledger .+?)(?: {2,}.*)?$", re.MULTILINE)
ON_A_SERVER = re.compile(r"--db postgresql\S+ init.*")
LINES = [(guide, line) for guide in GUIDES for line in TYPED.findall(text(guide))]


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What each line prints: a guide that begins with `init` has a new folder; a file stands for the server."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("BRIDGE_LEDGER_DB", "BRIDGE_LEDGER_SESSION", "COLUMNS"):
            patch.delenv(name, raising=False)
        patch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
        given = {}
        for guide, line in LINES:
            if is_first(guide, line):
                folder = tmp_path_factory.mktemp(guide)
                patch.chdir(folder)
                patch.setenv("XDG_CONFIG_HOME", str(folder / "settings"))
                patch.setenv("BRIDGE_LEDGER_STATE", str(folder / "state"))
            given[guide, line] = done(ON_A_SERVER.sub("init", line))
        return given


def is_first(guide, line):
    """Whether a guide begins an office of its own with this line, its first."""
    return line == TYPED.findall(text(guide))[0] and " init" in line


@pytest.mark.parametrize(("guide", "line"), LINES, ids=[f"{guide}: {line}" for guide, line in LINES])
def test_every_line_works_after_those_before_it(guide, line, answers):
    code, said = answers[guide, line]
    assert code == 0, said


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_says_where_to_go_on(guide):
    lines = text(guide).splitlines()
    assert len(lines) <= 70
    assert lines[-1].startswith("Where to go on: `help ")
