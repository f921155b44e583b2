"""A sitting outlives its database: what was typed is recorded once it answers again, and once only."""

import pytest

from ledger.errors import Unavailable
from tests.entry.sittings import opened, results, sit

SLIPS = ("1NS 1EW 4sn=", "2NS 2EW 3nn+1")


def session_for_two(folder):
    return opened(folder, "--boards", "1-2", "--contestants", "1NS,2NS,1EW,2EW", "--winners", "2")


def away_once(desk, monkeypatch, *, recorded):
    """The database is gone at the first command that is recorded: before it, or after it and before the answer."""
    submit, gone = desk.office.submit, []

    def lost(session, command, how):
        if gone or how.dry_run:
            return submit(session, command, how)
        gone.append(True)
        if recorded:
            submit(session, command, how)
        raise Unavailable("database-lost", "the server went away while it was asked", "look with `log`")

    monkeypatch.setattr(desk.office, "submit", lost)


@pytest.mark.parametrize("recorded", [False, True])
def test_a_slip_is_sent_again_and_recorded_once(tmp_path, monkeypatch, capsys, recorded):
    desk = session_for_two(tmp_path)
    away_once(desk, monkeypatch, recorded=recorded)
    typist, session = sit(desk, SLIPS[0], "", SLIPS[1])
    said = capsys.readouterr().out
    assert "error[database-lost]: the server went away while it was asked" in said
    assert typist.prompts[1] == "Enter tries it again, q ends: "
    assert [text for _, text, _ in results(session).values()] == ["4SN=", "3NTN+1"]
    assert session.number == 4  # opened, entered, and two slips


def test_who_does_not_wait_ends_the_sitting(tmp_path, monkeypatch):
    desk = session_for_two(tmp_path)
    away_once(desk, monkeypatch, recorded=False)
    with pytest.raises(Unavailable):
        sit(desk, SLIPS[0], "q")
    assert results(desk.office.session("t")) == {}
