"""Print an event in a line, and its ripple beneath it."""

from collections.abc import Sequence

from cli.desk.output import Output
from cli.terminal.screen import ink_by_sign
from cli.terminal.tables import Layout
from cli.words.events import event_text, recorded_later_text, resting_on_text, wrong_clock_text
from cli.words.scores import ROWS_SHOWN, difference_text, place_text, score_text, sort_changes
from cli.words.times import moment_text
from ledger.kernel.fact import Envelope
from ledger.projections.ripple import RankChange, Ripple
from ledger.recording.sessions import body_text
from ledger.session import Stream
from ledger.session.moment import iso
from ledger.subjects.clocks.facts import with_corrected_times


def print_ripple(out: Output, moved: Ripple, events: Sequence[Envelope] = ()) -> None:
    """Print changes of score, first of contestants in `events`, then by size; then the changes of place."""
    if not moved:
        return
    out.say()
    if moved.changes:
        changes = sort_changes(moved.changes, events)
        several = len({change.board for change in changes}) > 1
        rows_shown = changes if out.settings.verbose else changes[:ROWS_SHOWN]
        columns = [*["board"] * several, "table", "contestant", ">before", ">after", ">change"]
        rows = []
        for each in rows_shown:
            scores = [score_text(each.before), score_text(each.after), ink_by_sign(difference_text(each))]
            rows.append([*[str(each.board)] * several, each.table or "–", each.contestant, *scores])
        out.table(columns, rows, indent=2, layout=Layout(spare=("table",)))
        if len(rows_shown) < len(changes):
            out.say(f"  … and {len(changes) - len(rows_shown)} more (-v shows them)")
    if moved.ranks or not moved.changes:
        out.say(f"  rank   {rank_text(out, moved.ranks)}")


def rank_text(out: Output, changes: Sequence[RankChange]) -> str:
    """Format changes of place in one line: '1NS 7 → 5, 4EW 5 → 6'."""
    first = changes if out.settings.verbose else changes[:ROWS_SHOWN]
    more = f", and {len(changes) - len(first)} more" if len(first) < len(changes) else ""
    return ", ".join(place_text(change, "→" if out.symbols else "->") for change in first) + more


_INDENT = 7
"""The indent of the second line of an event on a narrow screen."""


def print_event(
    out: Output, envelope: Envelope, moved: Ripple | None = None, *, stream: Stream | None, of: str = ""
) -> None:
    """Print an event in a line after `of`, its stream's name; with `moved`, also the scores that it changed.

    `stream` corrects the times of the event, and finds the event that a withdrawal takes back.
    """
    event = with_corrected_times(envelope, stream.wrong_clocks if stream else {})
    if out.settings.plain:
        when = iso(event.recorded_at)
        fields = [str(event.number), when, event.by, event.name, event_text(event.event, stream)]
        out.row([*filter(None, [of.strip()]), *fields])
        return
    answers, rests = ", ".join(f"#{number}" for number in event.because), resting_on_text(event.event)
    references = [f"{what} {which}" for what, which in (("answers", answers), ("rests on", rests)) if which]
    text = event_text(event.event, stream) + (f"   ({'; '.join(references)})" if references else "")
    text += recorded_later_text(event) + wrong_clock_text(envelope, event)
    head = f"{of}#{event.number:<5} {moment_text(event.occurred_at, event.recorded_at)}  {event.by:<10}"
    out.say_long(f"{head} {out.in_suits(text)}", _INDENT)
    if out.settings.verbose:
        out.say(f"        {envelope.name}  {body_text(envelope.event)}")
        out.say(f"        digest {envelope.digest.hex()}")
    if moved is not None:
        print_ripple(out, moved, [envelope])
        out.say("" if moved else "        nobody's score moved")
