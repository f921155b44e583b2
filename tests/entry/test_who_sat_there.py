"""Who sat at a table, as it is proposed and typed; slips that are in already, here or from elsewhere."""

from itertools import count

import pytest

from cli.entry.agenda import Plan
from cli.entry.running import EntryRun
from cli.entry.sitting import EntryState
from ledger.bridge import Result
from ledger.kernel.at_table import Where
from ledger.subjects.play.facts import RecordResult
from tests.entry.sittings import ABANDON, UP, Typist, opened, results, sit


@pytest.fixture
def desk(tmp_path):
    return opened(tmp_path, "--boards", "1-4", "--contestants", "1-6")


def test_a_proposal_is_taken_by_a_slip_without_contestants_and_gives_way_to_one_with_them(desk, capsys):
    first = ("1 2 4sn=", "3 4 4sn=", "5 6 4sn=")
    typist, session = sit(desk, *first, "?", "b", ABANDON, "", "1 2", "4s=", "4hn=", "3 6 p", "5/3", "q")
    assert typist.prompts[3:5] == ["2/1  1 v 2?> "] * 2
    assert typist.prompts[5] == "1/3 again> 5 6 4SN="
    assert typist.prompts[9] == "2/1  1 v 2?> 4s="
    assert (results(session)[2, "1"][0], results(session)[2, "2"][0]) == ("1 v 2", "3 v 6")
    said = capsys.readouterr().out
    assert "2/1: and the result?" in said
    assert "error[bad-result]: and the result?" in said
    assert "whose score?" not in said


def test_where_one_side_is_known_the_other_is_enough(desk, capsys):
    lines = ("1 2 4sn=", "3 4 4sn=", "5 6 4sn=", "4sn-1", "4sn-1", "4sn-1", "p", "4 p", "6 4hn=")
    typist, session = sit(desk, *lines, per_round=2)
    assert typist.prompts[7] == "3/1  1 v ?> p"
    assert (results(session)[3, "1"][0], results(session)[3, "2"][0]) == ("1 v 4", "3 v 6")
    sit(desk, "4/1", "2 p", per_round=2)
    assert "who sat at 4/1: 2 and who else?" in capsys.readouterr().out


def test_a_refused_line_goes_where_its_slip_came_from_another_desk_meanwhile(desk, capsys):
    class Other:
        turn, views = count(), []

        def ask(self, view):
            self.views.append(view)
            if next(self.turn) == 0:
                desk.office.submit("t", RecordResult(Where(1, "1", "1", "2"), Result("PASS")))
                return "1 3 4sn="
            return "q"

    EntryRun(desk, EntryState(Plan()), Other()).run()
    assert results(desk.office.session("t")) == {(1, "1"): ("1 v 2", "PASS", None)}
    assert (Other.views[1].prompt, Other.views[1].text) == ("1/2> ", "")
    assert "1/1 was recorded meanwhile, at another desk: `1 3 4sn=` is not recorded" in capsys.readouterr().out


def test_slips_of_tables_without_names_are_in(desk):
    for board in (1, 2, 3, 4):
        for ns in ("1", "3", "5"):
            if (board, ns) != (4, "5"):
                desk.office.submit("t", RecordResult(Where(board, None, ns, str(int(ns) + 1)), Result("PASS")))
    typist, session = sit(desk, "5 6 4sn=")
    assert [prompt.split(">")[0] for prompt in typist.prompts] == ["4", "the end"]
    assert len(list(session.table_boards())) == 12


def test_who_cannot_sit_there_is_said_while_it_is_typed_and_where_they_are(desk, capsys):
    typist, session = sit(desk, "1 2 4sn=", "1 2 4sn=", "3 2 p", "3 44 p", "1/1 1 2 p")
    read = typist.views[1].reading
    assert read("1 2 4sn=") == ["1 v 2 has a result on board 1 already, at table 1 …"]
    assert read("2 3 4sn=") == ["2 has a result on board 1 already, at table 1 …"]
    assert read("3 44 4sn=") == ["contestant 44 is not entered …"]
    assert results(session) == {(1, "1"): ("1 v 2", "PASS", None)}
    said = capsys.readouterr().out
    assert "error[played-already]: 1 v 2 has a result on board 1 already, at table 1" in said
    assert "hint: type 1/1, to go back to that slip and correct it" in said


def test_a_correction_is_no_slip_entered(desk):
    typist = Typist(["1 2 4sn=", "1/1 1 2 p", UP, "1 2 4hn="])
    assert EntryRun(desk, EntryState(Plan()), typist).run().entered == 1
