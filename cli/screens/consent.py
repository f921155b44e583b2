"""What is asked before anything is recorded: shown first, and decided here for every command.

Nothing that changes scores after they were given out is recorded without a question, be they a session's own or those
of the tournament it belongs to; with --yes it is not asked, and where nobody can be asked, it is refused. A yes is for
what was shown: who asked hands in just that as `consented`.
"""

from cli.desk.desk import Desk
from cli.screens import effects
from ledger.commands import Command
from ledger.recording.effect import Effect
from ledger.session import Stream, Tournament


def ask_first(desk: Desk, command: Command, session_id: str) -> None:
    """Show what a command would do, and ask, where it changes scores that are out, or its facts were asked for."""
    wanted = desk.settings.show_first or anything_out(desk, desk.office.stream(session_id))
    if not wanted or _need_not_ask(desk, session_id):
        return
    supposed = desk.submit(command, session_id=session_id, dry_run=True)
    if desk.settings.show_first or what_is_out(supposed):
        _show_and_ask(desk, supposed, "Record it?")


def anything_out(desk: Desk, stream: Stream) -> bool:
    """Whether the scores of a session were given out, or the standing of the tournament it belongs to."""
    if stream.given_out:
        return True
    tournament = desk.office.tournaments.of_session(stream.id)
    return tournament is not None and desk.office.tournaments.stream(tournament).given_out


def what_is_out(supposed: Effect) -> str:
    """What was given out that a command changes, in a sentence; '' where it changes nothing of that.

    What was seen stays seen, also where it was taken back.
    """
    stream = supposed.given_out_and_changed
    if stream is None:
        return ""
    if isinstance(stream, Tournament):
        when = "is out" if stream.publications else "was out until it was taken back"
        return f"The standing of {stream.id} {when}, and this changes it."
    when = "are out" if stream.publications else "were out until they were taken back"
    return f"The scores {when}, and this changes them."


def ask_and_record(desk: Desk, command: Command, question: str) -> None:
    """Show what a command would do, ask whatever it changes, and record it."""
    if not _need_not_ask(desk, desk.session_id):
        _show_and_ask(desk, desk.submit(command, dry_run=True), question)
    effects.record(desk, command, consented=True)


def _need_not_ask(desk: Desk, session_id: str) -> bool:
    asked = desk.settings
    return asked.yes or asked.dry_run or bool(desk.office.recorded_with(session_id, asked.command_id))


def _show_and_ask(desk: Desk, supposed: Effect, question: str) -> None:
    if not desk.settings.json:
        effects.show(desk, supposed)
    if out := what_is_out(supposed):
        desk.confirm(f"{out} {question}")
    else:
        desk.confirm(question, default=desk.settings.show_first)
