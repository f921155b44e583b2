"""What is missing of a movement is said before somebody goes on into a final, or a round is drawn."""

import pytest

from cli.main import run
from ledger.bridge import Result
from ledger.subjects.movement.facts import SetMovement
from ledger.subjects.play.facts import RecordResult
from tests.core.evenings_by_plan import mitchell, where
from tests.entry.sittings import desk_of

THREE = mitchell(3, rounds=2)


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys):
    """A function that types a command: exit code, all that was said. A qualifying session has a movement."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIDGE_LEDGER_BY", "Ahlborn")

    def call(*words):
        code = run([*words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    for words in (
        "init",
        "tournament open spring --title Spring",
        "tournament stage add qualifying --session spring",
        "session open friday --boards 1-6 --contestants 1-6",
        "tournament add friday --stage qualifying --sitting 1",
        "tournament stage add final",
    ):
        code, said = call(*words.split())
        assert code == 0, said
    return call


def play(tmp_path, *tables):
    desk = desk_of(tmp_path, "friday")
    desk.submit(SetMovement(THREE, name="mitchell"))
    for each in tables:
        for board in each.boards:
            desk.submit(RecordResult(where(each, board), Result(f"3NTN+{each.table}")))
    desk.office.close()


CUT = ("tournament", "qualify", "qualifying", "--into", "final", "--best", "2", "--tournament", "spring")
MISSING = "round 2, table 3: boards 1–2"


def test_a_cut_says_what_is_missing_and_goes_on_with_yes(typed, tmp_path):
    play(tmp_path, *THREE[:-1])
    code, said = typed(*CUT, "--despite", "--reason", "late", "--no-input")
    assert (code, "--yes" in said, MISSING in said) == (1, True, True)
    code, said = typed(*CUT, "--despite", "--reason", "late", "--yes")
    assert (code, MISSING in said, "Recorded" in said) == (0, True, True), said


def test_what_is_refused_is_not_asked_about(typed, tmp_path):
    play(tmp_path, *THREE[:-1])
    code, said = typed(
        "tournament", "qualify", "qualifying", "--into", "nowhere", "--best", "2", "--tournament", "spring"
    )
    assert (code != 0, MISSING in said) == (True, False)


def test_where_all_is_in_nothing_is_said(typed, tmp_path):
    play(tmp_path, *THREE)
    code, said = typed(*CUT)
    assert (code, "Missing" in said) == (0, False), said
