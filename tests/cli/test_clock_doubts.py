"""A clock that disagrees with the log, the file, or how long the computer has been running is asked about first."""

import os
import time

import pytest

from cli.main import run

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
SLIP = ["result", "add", "1/1", "4SN=", "--ns", "1NS", "--ew", "1EW"]
NEXT = ["result", "add", "1/2", "4SN=", "--ns", "2NS", "--ew", "2EW"]


class Computer:
    """One whose clock may be set: `ahead` of what it is, and which has been running for so long."""

    def __init__(self, patch):
        self.ahead = self.passed = 0
        self.started = time.time_ns() // 1000
        patch.setattr("ledger.recording.machine_state.now", lambda: self.started + self.passed + self.ahead)
        patch.setattr("ledger.recording.machine_state.elapsed", lambda: self.passed)

    def restarted(self, patch):
        patch.setattr("ledger.recording.clock_watch._running", lambda: "another start")


@pytest.fixture
def computer(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("BRIDGE_LEDGER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")
    found = Computer(monkeypatch)
    assert run(["init"]) == run(["session", "open", "friday", "--boards", "1-2", "--winners", "2", "-q"]) == 0
    return found


@pytest.fixture
def answers(monkeypatch):
    """A terminal, and what is answered there; what was asked."""
    asked = []

    def terminal(answer):
        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        monkeypatch.setattr("click.confirm", lambda question, **_: asked.append(question) or answer)
        return asked

    return terminal


def doubted(capsys, *line):
    """What is asked of a clock that is doubted; nothing is recorded."""
    assert run([*line]) == 1
    said = capsys.readouterr().err
    assert "error[clock-doubted]" in said
    assert "--clock-is-right" in said
    return " ".join(said.split())


@pytest.mark.parametrize("jump", [10 * MINUTE, HOUR, 120 * DAY, -10 * MINUTE, -HOUR, -120 * DAY])
def test_a_clock_that_jumps_is_asked_about_before_anything_is_recorded_by_it(computer, capsys, jump):
    computer.ahead = jump
    assert "by how long this computer has been running" in doubted(capsys, *SLIP)
    computer.ahead = 0
    assert run([*SLIP, "-q"]) == 0


def test_a_computer_that_was_asleep_is_not_asked(computer):
    computer.passed = 9 * HOUR
    assert run([*SLIP, "-q"]) == 0


def test_a_clock_that_is_right_is_said_to_be_once(computer, capsys):
    computer.ahead = HOUR
    doubted(capsys, *SLIP)
    assert run([*SLIP, "-q", "--clock-is-right"]) == 0
    assert "session clock" not in capsys.readouterr().err
    assert run([*NEXT, "-q"]) == 0
    computer.ahead = 0
    doubted(capsys, "undo", "@", "--yes")


def test_after_a_start_the_log_and_the_file_say_that_a_clock_is_behind(computer, capsys, monkeypatch):
    computer.restarted(monkeypatch)
    computer.ahead = -HOUR
    assert "#1 was recorded at" in doubted(capsys, *SLIP)
    assert "1 hour behind" in doubted(capsys, *SLIP)
    assert run(["session", "open", "other", "--boards", "1", "-q"]) == 1
    assert "the database was written to at" in " ".join(capsys.readouterr().err.split())


def test_a_file_of_the_past_and_a_clock_that_was_put_right_are_not_asked_about(computer, capsys, monkeypatch):
    os.utime("bridge-ledger.db", (0, 0))
    assert run([*SLIP, "-q"]) == 0
    computer.restarted(monkeypatch)
    computer.passed = 30 * DAY  # a session goes on after the holidays
    assert run([*NEXT, "-q"]) == 0


def test_on_a_terminal_it_is_a_question(computer, capsys, answers):
    computer.ahead = HOUR
    asked = answers(False)
    assert run(SLIP) == 0
    assert "nothing was recorded" in capsys.readouterr().err
    answers(True)
    assert run(SLIP) == run(NEXT) == 0
    assert len(asked) == 2
    assert asked[0].endswith("Is it right now?")
    assert "session clock" in capsys.readouterr().err


def test_nothing_is_asked_where_nothing_is_recorded(computer):
    computer.ahead = HOUR
    assert run([*SLIP, "-n"]) == run(["standings"]) == 0


def test_a_clock_that_drifts_does_not_jump_in_however_many_days(computer):
    for day in range(1, 5):
        computer.passed, computer.ahead = day * DAY, day * MINUTE
        assert run([*(SLIP if day == 1 else ["undo", "@", "--yes"]), "-q"]) == 0


def test_what_a_person_said_holds_while_the_clock_drifts(computer, capsys):
    computer.ahead = HOUR
    assert run([*SLIP, "-q", "--clock-is-right"]) == 0
    for day in range(1, 4):
        computer.passed, computer.ahead = day * DAY, -day * MINUTE + HOUR
        assert run(["undo", "@", "--yes", "-q"]) == 0


def test_a_computer_that_ran_longer_then_than_now_was_started_since(computer):
    computer.passed, computer.ahead = 9 * HOUR, -9 * HOUR
    assert run([*SLIP, "-q", "--clock-is-right"]) == 0
    computer.passed = 0
    computer.ahead = 0
    assert run([*NEXT, "-q"]) == 0


@pytest.mark.parametrize(
    "kept",
    [
        '[BOOT, "a", "b"]',
        "[BOOT, 1, 1e300]",
        "[BOOT, 0, 9" + "0" * 30 + "]",
        "[BOOT, -9" + "0" * 30 + ", 1]",
        "[" * 9999,
    ],
)
def test_a_state_of_another_kind_stops_nobody(computer, tmp_path, kept):
    from ledger.recording import clock_watch

    (tmp_path / "state" / "clock.json").write_text(kept.replace("BOOT", f'"{clock_watch._running()}"'))
    assert run([*SLIP, "-q"]) == 0


def test_a_state_that_cannot_be_read_or_kept_stops_nobody(computer, tmp_path):
    (tmp_path / "state" / "clock.json").write_text("[1, {}]")
    assert run([*SLIP, "-q"]) == 0
    (tmp_path / "state" / "clock.json").unlink()
    (tmp_path / "state" / "clock.json").mkdir()
    assert run([*NEXT, "-q"]) == 0
