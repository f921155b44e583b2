"""What came of slips that came line by line: one line each as it is taken in, and at the end what was not, and why."""

import io
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from cli.desk.desk import Desk
from cli.entry.slip_lines import TypedSlip, read_slip
from cli.screens import effects, mistakes
from cli.screens.effects import anything_out, digest_line
from cli.screens.mistakes import Mistake, of_input
from cli.terminal import screen
from cli.words.events import headline
from cli.words.vocabulary import counted
from ledger.bounds.files import SLIP
from ledger.bridge import Unreadable, ns_score
from ledger.errors import Misuse, Problem, Refusal
from ledger.kernel.fact import Envelope
from ledger.recording import Submission
from ledger.session import Session
from ledger.session.places import find
from ledger.subjects.participation.facts import BoardNotPlayed, PlayPostponed
from ledger.subjects.tournaments.state import session_of


class TakenLine(NamedTuple):
    """What came of a line: `mistake` where it was refused, else the event that says so and the session after it.

    `already`: it had been recorded before; `now`: what was made of it since, '' where it still stands. `doubts`: what
    of it may be a slip of the pen, others than planned above all.
    """

    line: int
    text: str
    after: Session
    slip: TypedSlip | None = None
    event: Envelope | None = None
    mistake: Mistake | None = None
    already: int = 0
    now: str = ""
    concerns: tuple[str, ...] = ()


class SlipIntake:
    """Takes slips in, one after the other; on trial, each is decided as if those before it were recorded.

    `consented`: the scores were out, and it was asked once for all of them.
    """

    def __init__(self, desk: Desk, *, consented: bool = False) -> None:
        self.desk = desk
        self._consented = consented
        self._trial = desk.settings.dry_run
        self.session = desk.office.session(desk.session_id)
        desk.office.scoreboard(desk.session_id)  # remembered: from now on a slip costs its own board alone

    def each(self, lines: Iterable[str]) -> Iterator[TakenLine]:
        """What comes of each line that says something."""
        for number, text in enumerate(lines, start=1):
            tidy = text.replace("\t", " ").strip().removeprefix("\ufeff")
            try:
                slip = read_slip(tidy)
            except (Problem, Unreadable, click.UsageError) as error:
                yield TakenLine(number, tidy, self.session, mistake=of_input(error, self.desk.settings))
                continue
            if slip:
                yield self._taken(number, tidy, slip)

    def _taken(self, number: int, text: str, slip: TypedSlip) -> TakenLine:
        try:
            how = Submission(supposing=self.session if self._trial else None)
            effect = effects.submit(self.desk, slip.command, how=how, consented=self._consented)
        except (Problem, Unreadable) as error:
            mistake = of_input(error, self.desk.settings)
            if not self._trial:
                self.session = self.desk.office.session(self.desk.session_id)
            if isinstance(error, Refusal) and (said := recorded_already(self.session, slip)):
                return TakenLine(number, text, self.session, slip, already=said[0], now=said[1])
            return TakenLine(number, text, self.session, slip, mistake=mistake)
        self.session = session_of(effect.after)
        return TakenLine(
            number, text, self.session, slip, effect.events[-1], concerns=tuple(effects.concern_lines(effect))
        )


def recorded_already(session: Session, slip: TypedSlip) -> tuple[int, str] | None:
    """The event that says just this of the table, and what was made of it since; None where there is none."""
    try:
        played = find(session, slip.where)
    except Refusal:
        return None
    if played is None:
        return None
    result, lead, without = slip.noted
    if without:
        said = played.absence
        fact = said.fact if said else None
        same = (
            isinstance(fact, PlayPostponed)
            if without == "later"
            else (isinstance(fact, BoardNotPlayed) and not fact.scored)
        )
        return (said.number, str(played.result or "")) if said and same else None
    for each in played.results:
        if (each.result, lead or each.lead) == (result, each.lead):
            last = played.results[-1]
            return each.number, "" if each is last else f"corrected to {last.result} by #{last.number}"
    return None


def take_in(desk: Desk) -> int:
    """Take in the slips on standard input, and say what came of them; the exit code.

    That is 0 where every line is recorded, else that of the worst: 1 refused, 2 not understood, 4 another desk's.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # before anything is read from it, be it an answer
    if consented := anything_out(desk, desk.before()):
        desk.confirm("The scores were given out. Record these slips?")
    taken: list[TakenLine] = []
    lines = iter(lambda: sys.stdin.readline(SLIP.most), "")  # what is no text in them is refused with its line
    try:
        for each in SlipIntake(desk, consented=consented).each(lines):
            taken.append(each)
            _say_line(desk, each)
    finally:
        if taken:
            _conclude(desk, taken)
    if not taken:
        raise Misuse("usage", "no slip came on standard input", "`result add - < slips.txt`, a slip a line")
    return max((each.mistake.exit_code for each in taken if each.mistake), default=0)


def _say_line(desk: Desk, taken: TakenLine) -> None:
    """A line that was recorded, now or before: '3  #12   board 5, table 3, 1 v 14: 4SN=   NS +620'."""
    if desk.settings.json or desk.settings.quiet or taken.slip is None or taken.mistake:
        return
    if taken.event:
        said = "Would record" if desk.settings.dry_run else "Recorded"
        result = taken.slip.noted.result
        score = ns_score(result, taken.slip.where.board) if result is not None else 0
        scored = f"   NS {score:+d}" if score else ""
        desk.say(f"line {taken.line:<4} {said} {headline(taken.event, taken.after)}{scored}")
        for concern in taken.concerns:
            desk.say(f"          {concern}")
    else:
        since = f", {taken.now}" if taken.now else ""
        desk.say(f"line {taken.line:<4} Already recorded #{taken.already}   {taken.text}{since}")


def _conclude(desk: Desk, taken: list[TakenLine]) -> None:
    wrong = [(each, each.mistake) for each in taken if each.mistake]
    if desk.settings.json:
        payload = {
            "dry_run": desk.settings.dry_run,
            "recorded": [_recorded_json(each) for each in taken if each.event],
            "already": [{"line": each.line, "number": each.already} for each in taken if each.already],
            "refused": [
                {"line": each.line, "text": each.text, "code": said.code, "message": said.message, "hint": said.hint}
                for each, said in wrong
            ],
        }
        desk.json_at("slips/1", desk.office.session(desk.session_id), payload)
        return
    new, before = sum(1 for each in taken if each.event), sum(1 for each in taken if each.already)
    said = f"{counted(new, 'slip')} {'would be recorded' if desk.settings.dry_run else 'recorded'}"
    desk.say(*([] if desk.settings.quiet or not new + before else [""]))
    desk.say(said + (f", {before} already recorded" if before else "") + f", {len(wrong)} not recorded")
    if new and not desk.settings.dry_run:
        desk.say(digest_line(desk.office.session(desk.session_id)))
    screen.flush()
    for each, mistake in wrong:
        screen.put_aside("", f"line {each.line}: {each.text}", *mistakes.lines(mistake))


def _recorded_json(taken: TakenLine) -> dict[str, object]:
    assert taken.slip
    assert taken.event
    (result, lead, without), where = taken.slip.noted, taken.slip.where
    seating = getattr(taken.event.event, "seating", None)
    return {
        "line": taken.line,
        "number": taken.event.number,
        "board": where.board,
        "table": seating.table if seating else where.table,
        "ns": seating.ns if seating else where.ns,
        "ew": seating.ew if seating else where.ew,
        "result": result,
        "lead": lead,
        "without": without,
        "ns_score": ns_score(result, where.board) if result else None,
    }
