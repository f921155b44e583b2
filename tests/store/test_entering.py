"""Slips are entered on a server that is stopped in the middle, and a desk asks one that is gone."""

import pytest

from cli.entry.agenda import Plan
from cli.entry.asking import SpecialKey
from cli.entry.running import EntryRun
from cli.entry.sitting import EntryState
from cli.main import run
from ledger.errors import Unavailable
from ledger.store.store import Store
from tests.entry.sittings import Typist, desk_of, results
from tests.store.servers import server

SLIPS = ("1NS 1EW 4sn=", "2NS 2EW 3nn+1")


class Stopping(Typist):
    """Stops the server before an answer, and starts it before another."""

    def __init__(self, server, answers):
        super().__init__(answers)
        self.server = server

    def ask(self, view):
        answer = super().ask(view)
        while callable(answer):
            answer()
            answer = self.answers.pop(0) if self.answers else SpecialKey.END
        return answer


def test_the_server_is_stopped_in_the_middle_and_comes_back(tmp_path, capsys):
    with server() as running:
        url = running.url()
        for arguments in (
            ("init", "-q"),
            ("session", "open", "t", "--boards", "1-2", "--contestants", "1NS,2NS,1EW,2EW", "-q"),
        ):
            assert run(["--db", url, *arguments]) == 0
        desk = desk_of(tmp_path, db=url)
        typist = Stopping(running, [SLIPS[0], running.kill, SLIPS[1], "", running.start, "", ""])
        EntryRun(desk, EntryState(Plan()), typist).run()
        assert [text for _, text, _ in results(desk.office.session("t")).values()] == ["4SN=", "3NTN+1"]
        assert typist.prompts.count("Enter tries it again, q ends: ") >= 2
        said = capsys.readouterr().out
        assert "error[database-" in said
        assert "init" not in said
        desk.office.close()


def test_a_desk_whose_server_is_gone_is_not_sent_to_make_a_ledger(tmp_path, capsys):
    """Also where the connection was there a moment ago: what it is asked first is which version the ledger has."""
    with server() as running:
        assert run(["--db", running.url(), "init", "-q"]) == 0
        store = Store(running.url())
        store.check_schema()
        running.kill()
        with pytest.raises(Unavailable) as first:
            store.check_schema()
        assert first.value.code in ("database-lost", "database-unreachable")
        assert "init" not in first.value.hint
        assert run(["--db", running.url(), "standings"]) == 5
        assert "init" not in capsys.readouterr().err
        store.close()
        running.start()
