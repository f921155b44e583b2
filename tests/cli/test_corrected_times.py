"""Where a clock was wrong and is corrected, every screen and page tells when it was."""

import itertools
import re
from datetime import UTC, datetime

import pytest

from cli.desk.output import Output
from cli.main import run
from cli.shell.news import FollowedLog
from cli.terminal.settings import Settings
from ledger.office import Office

MINUTE = 60_000_000
WRONG = "14:2"  # what the clock said: it was twenty minutes ahead when the ruling was given


@pytest.fixture(scope="module")
def friday(tmp_path_factory):
    """A ledger of one evening in a tournament; scores were given out before the ruling, and after."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("friday")
        patch.chdir(folder)
        clock = itertools.count(int(datetime(2026, 3, 5, 14, tzinfo=UTC).timestamp()) * 1_000_000, 1_000_000)
        ahead = [0]
        patch.setattr("ledger.recording.machine_state.now", lambda: next(clock) + ahead[0])
        for name, value in {"BY": "Ahlborn", "STATE": str(folder / "state")}.items():
            patch.setenv(f"BRIDGE_LEDGER_{name}", value)
        patch.setenv("TZ", "UTC")

        def typed(*line):
            assert run([*line, "-q"]) == 0, line

        assert run(["init", "-q"]) == 0
        typed("session", "open", "friday", "--boards", "1-2", "--winners", "2")
        for table in ("1", "2", "3"):
            typed("result", "add", f"1/{table}", "4SN=", "--ns", f"{table}NS", "--ew", f"{table}EW")
        typed("tournament", "open", "spring")
        typed("tournament", "stage", "add", "only")
        typed("tournament", "add", "friday", "--stage", "only")
        typed("publish", "--yes", "--session", "friday")
        typed("tournament", "publish", "--yes")
        ahead[0] = 20 * MINUTE
        typed("ruling", "add", "1/1", "--result", "4SN-1", "--law", "16B", "--session", "friday", "--yes")
        ahead[0] = 0
        (ruling,) = _named("ruling")
        typed("session", "clock", str(ruling.number), "--ahead", "20min", "--yes", "--session", "friday")
        yield folder


def _named(kind):
    """The events of the evening of a kind."""
    with Office.open("bridge-ledger.db") as office:
        return [each for each in office.log("friday") if each.name.startswith(kind)]


def tells(text, what="14:0"):
    """The right time is told of the ruling, and the wrong one only where it is said that it was."""
    assert what in text
    assert WRONG not in re.sub(r"\(the clock said [^)]*\)", "", text), text


SCREENS = [
    ["tournament", "log"],
    ["tournament", "log", "--plain"],
    ["tournament", "log", "--contestant", "1NS"],
    ["tournament", "ripple", "R-0001", "--session", "friday"],
    ["log", "--session", "friday"],
    ["log", "--plain", "--session", "friday"],
]


@pytest.fixture
def at_the_desk(friday, monkeypatch):
    monkeypatch.chdir(friday)
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")


@pytest.mark.parametrize("line", SCREENS, ids=" ".join)
def test_a_screen(at_the_desk, capsys, line):
    assert run(line) == 0
    tells(capsys.readouterr().out)


JSON = [
    ["tournament", "log", "--json"],
    ["tournament", "ripple", "R-0001", "--session", "friday", "--json"],
    ["ruling", "show", "R-0001", "--session", "friday", "--json"],
]


@pytest.mark.parametrize("line", JSON, ids=" ".join)
def test_an_object_has_both_times(at_the_desk, capsys, line):
    assert run(line) == 0
    assert '"corrected"' in capsys.readouterr().out


@pytest.mark.parametrize("page", [["notice", "1NS"], ["replay"]], ids=" ".join)
def test_a_page(at_the_desk, tmp_path, page):
    name = str(tmp_path / "page.html")
    assert run(["report", *page, "--out", name, "--session", "friday", "-q"]) == 0
    tells((tmp_path / "page.html").read_text())


@pytest.mark.parametrize("session", ["friday", "spring"])
def test_a_site(at_the_desk, tmp_path, session):
    assert run(["report", "site", str(tmp_path / "www"), "--session", session, "-q"]) == 0
    for page in (tmp_path / "www").rglob("*.html"):
        tells(page.read_text(), "")
    tells((tmp_path / "www" / "changes.html").read_text())


def test_what_other_desks_hear(at_the_desk):
    with Office.open("bridge-ledger.db") as office:
        settings = Settings()
        settings.color = "never"
        ruling, *_ = _named("ruling")
        before = office.stream("friday", ruling.number - 1)
        news = [each for each in office.log("friday") if each.number >= ruling.number]
        tells("\n".join(FollowedLog(Output(settings), before).told(news, set())))
        before = office.stream("friday", 1)
        tells("\n".join(FollowedLog(Output(settings), before).told(list(office.log("friday"))[1:], set())))


@pytest.mark.parametrize("how", [[], ["--plain"]], ids=["", "--plain"])
def test_who_follows_the_log(at_the_desk, monkeypatch, capsys, how):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.terminal.progress.time.sleep", interrupted)
    run(["log", "--follow", "--after", "1", "--session", "friday", *how])
    tells(capsys.readouterr().out)
