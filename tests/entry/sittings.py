"""A sitting without a terminal: lines and keys are given, what is asked and said is kept."""

import click

from cli.desk.commands import root
from cli.desk.desk import Desk
from cli.entry.agenda import Plan
from cli.entry.asking import SpecialKey
from cli.entry.running import EntryRun
from cli.entry.sitting import EntryState
from cli.main import run
from cli.terminal.settings import settings

UP, DOWN, TAB, ABANDON = SpecialKey.UP, SpecialKey.DOWN, SpecialKey.TAB, SpecialKey.ABANDON


def desk_of(folder, session="t", db=""):
    context = click.Context(root)
    asked = settings(context)
    asked.db, asked.session, asked.by = db or str(folder / "bridge-ledger.db"), session, "scorer"
    return Desk(context, writing=True)


def opened(folder, *options, session="t"):
    """A desk at a session that has just been opened."""
    database = str(folder / "bridge-ledger.db")
    if not (folder / "bridge-ledger.db").exists():
        assert run(["--db", database, "init", "-q"]) == 0
    if options:
        assert run(["--db", database, "session", "open", session, "-q", *options]) == 0
    return desk_of(folder, session)


class Typist:
    """Gives answers one after the other, then ends; keeps the views it was shown."""

    def __init__(self, answers):
        self.answers = list(answers)
        self.views = []

    def ask(self, view):
        self.views.append(view)
        return self.answers.pop(0) if self.answers else SpecialKey.END

    @property
    def prompts(self):
        return [view.prompt + view.text for view in self.views]


def sit(desk, *answers, consented=False, **plan):
    """Type these lines and keys; who typed them, and the session afterwards."""
    typist = Typist(answers)
    EntryRun(desk, EntryState(Plan(**plan)), typist, consented=consented).run()
    return typist, desk.office.session(desk.session_id)


def results(session):
    """What is recorded, by board and table: who sat there, and what they played."""
    return {
        (played.board, played.table): (str(played.seating), str(played.result), played.lead)
        for played in session.table_boards()
        if played.result
    }
