"""Recording of slips line by line: each recorded slip is confirmed, and refused lines are listed at the end."""

import io
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from cli.desk.desk import Desk
from cli.entry.slip_lines import TypedSlip, read_slip
from cli.screens import effects, mistakes
from cli.screens.effects import digest_line, was_published
from cli.screens.mistakes import Mistake, mistake_in_input
from cli.terminal import screen
from cli.views.answers import fields
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
    """The outcome of a line of slips: the `mistake` if it was refused, else its event and the session after it.

    `already`: the number of the event that had recorded the slip before; `now`: what changed it since, '' if it stands.
    `concerns`: possible errors of the scorer, deviations from the movement first.
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
    """A recorder of slips, one after another; in a dry run, it judges each slip as if the earlier ones were recorded.

    `consented`: the scores were published, and changing them was confirmed once for all slips.
    """

    def __init__(self, desk: Desk, *, consented: bool = False) -> None:
        self.desk = desk
        self._consented = consented
        self._trial = desk.settings.dry_run
        self.session = desk.office.session(desk.session_id)
        desk.office.scoreboard(desk.session_id)  # cached: each slip then costs its own board alone

    def each(self, lines: Iterable[str]) -> Iterator[TakenLine]:
        """Record the slip of each line; yield the outcome of each line that is neither empty nor a comment."""
        for number, text in enumerate(lines, start=1):
            tidy = text.replace("\t", " ").strip().removeprefix("\ufeff")
            try:
                slip = read_slip(tidy)
            except (Problem, Unreadable, click.UsageError) as error:
                yield TakenLine(number, tidy, self.session, mistake=mistake_in_input(error, self.desk.settings))
                continue
            if slip:
                yield self._record_slip(number, tidy, slip)

    def _record_slip(self, number: int, text: str, slip: TypedSlip) -> TakenLine:
        try:
            how = Submission(supposing=self.session if self._trial else None)
            effect = effects.submit(self.desk, slip.command, how=how, consented=self._consented)
        except (Problem, Unreadable) as error:
            mistake = mistake_in_input(error, self.desk.settings)
            if not self._trial:
                self.session = self.desk.office.session(self.desk.session_id)
            if isinstance(error, Refusal) and (former := recorded_already(self.session, slip)):
                return TakenLine(number, text, self.session, slip, already=former[0], now=former[1])
            return TakenLine(number, text, self.session, slip, mistake=mistake)
        self.session = session_of(effect.after)
        concerns = tuple(effects.concern_lines(effect))
        return TakenLine(number, text, self.session, slip, effect.events[-1], concerns=concerns)


def recorded_already(session: Session, slip: TypedSlip) -> tuple[int, str] | None:
    """Return the number of the event that recorded a slip, and a later correction ('' for none); None for no event."""
    try:
        played = find(session, slip.where)
    except Refusal:
        return None
    if played is None:
        return None
    result, lead, without = slip.noted
    if without:
        absence = played.absence
        fact = absence.fact if absence else None
        unplayed = isinstance(fact, BoardNotPlayed) and not fact.scored
        matches = isinstance(fact, PlayPostponed) if without == "later" else unplayed
        return (absence.number, str(played.result or "")) if absence and matches else None
    for version in played.results:
        if (version.result, lead or version.lead) == (result, version.lead):
            last = played.results[-1]
            return version.number, "" if version is last else f"corrected to {last.result} by #{last.number}"
    return None


def record_slips(desk: Desk) -> int:
    """Record the slips on standard input, print the outcome of each, and return the exit code.

    The code is 0 if every line is recorded, else that of the worst line: 1 refused, 2 not understood, 4 conflict with
    another desk. Misuse (usage) if no slip comes.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # must precede the first read, even of an answer
    if consented := was_published(desk, desk.before()):
        desk.confirm("The scores were given out. Record these slips?")
    taken: list[TakenLine] = []
    lines = iter(lambda: sys.stdin.readline(SLIP.most), "")  # a line of invalid bytes is refused, not the whole input
    try:
        for outcome in SlipIntake(desk, consented=consented).each(lines):
            taken.append(outcome)
            _print_line(desk, outcome)
    finally:
        if taken:
            _print_summary(desk, taken)
    if not taken:
        raise Misuse("usage", "no slip came on standard input", "`result add - < slips.txt`, a slip a line")
    return max((outcome.mistake.exit_code for outcome in taken if outcome.mistake), default=0)


def _print_line(desk: Desk, taken: TakenLine) -> None:
    """Print the outcome of an accepted line: 'line 3    Recorded #12 …   NS +620'."""
    if desk.settings.json or desk.settings.quiet or taken.slip is None or taken.mistake:
        return
    if taken.event:
        verb = "Would record" if desk.settings.dry_run else "Recorded"
        result = taken.slip.noted.result
        score = ns_score(result, taken.slip.where.board) if result is not None else 0
        scored = f"   NS {score:+d}" if score else ""
        desk.say(f"line {taken.line:<4} {verb} {headline(taken.event, taken.after)}{scored}")
        for concern in taken.concerns:
            desk.say(f"          {concern}")
    else:
        since = f", {taken.now}" if taken.now else ""
        desk.say(f"line {taken.line:<4} Already recorded #{taken.already}   {taken.text}{since}")


def _print_summary(desk: Desk, taken: list[TakenLine]) -> None:
    wrong = [(each, each.mistake) for each in taken if each.mistake]
    if desk.settings.json:
        errors = [{**fields(each, "line", "text"), **fields(why, "code", "message", "hint")} for each, why in wrong]
        payload = {
            "dry_run": desk.settings.dry_run,
            "recorded": [_recorded_json(each) for each in taken if each.event],
            "already": [{"line": each.line, "number": each.already} for each in taken if each.already],
            "refused": errors,
        }
        desk.print_json_of_state("slips/1", desk.office.session(desk.session_id), payload)
        return
    new, before = sum(1 for each in taken if each.event), sum(1 for each in taken if each.already)
    summary = f"{counted(new, 'slip')} {'would be recorded' if desk.settings.dry_run else 'recorded'}"
    desk.say(*([] if desk.settings.quiet or not new + before else [""]))
    desk.say(summary + (f", {before} already recorded" if before else "") + f", {len(wrong)} not recorded")
    if new and not desk.settings.dry_run:
        desk.say(digest_line(desk.office.session(desk.session_id)))
    screen.flush()
    for refused, mistake in wrong:
        screen.put_on_stderr("", f"line {refused.line}: {refused.text}", *mistakes.lines(mistake))


def _recorded_json(taken: TakenLine) -> dict[str, object]:
    assert taken.slip
    assert taken.event
    (result, lead, without), where = taken.slip.noted, taken.slip.where
    seats = fields(getattr(taken.event.event, "seating", None) or where, "table", "ns", "ew")
    outcome = {"result": result, "lead": lead, "without": without}
    score = ns_score(result, where.board) if result else None
    head = {"line": taken.line, "number": taken.event.number, "board": where.board}
    return {**head, **seats, **outcome, "ns_score": score}
