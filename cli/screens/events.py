"""An event in a line, and under it how it moved the scores."""

from collections.abc import Sequence

from cli.desk.output import Output
from cli.terminal.screen import signed
from cli.terminal.tables import Layout
from cli.words.events import event_text, later_text, rests_text, wrong_clock_text
from cli.words.scores import ROWS_SHOWN, difference_text, in_order_of, place_text, score_text
from cli.words.times import moment_text
from ledger.kernel.fact import Envelope
from ledger.projections.ripple import Change, RankChange, Ripple
from ledger.recording.sessions import body_text
from ledger.session import Stream
from ledger.session.moment import iso
from ledger.subjects.clocks.facts import with_right_times


def print_ripple(out: Output, moved: Ripple, events: Sequence[Envelope] = ()) -> None:
    """Who moved and by how much, those of the ruled table first, then the furthest; and whose place changed."""
    if not moved:
        return
    out.say()
    if moved.changes:
        _print_changes(out, in_order_of(moved.changes, events))
    if moved.ranks or not moved.changes:
        out.say(f"  rank   {rank_text(out, moved.ranks)}")


def _print_changes(out: Output, changes: Sequence[Change]) -> None:
    several = len({change.board for change in changes}) > 1
    shown = changes if out.settings.verbose else changes[:ROWS_SHOWN]
    columns = ["table", "contestant", ">before", ">after", ">change"]
    rows = [
        [
            each.table or "–",
            each.contestant,
            score_text(each.before),
            score_text(each.after),
            signed(difference_text(each)),
        ]
        for each in shown
    ]
    if several:
        columns = ["board", *columns]
        rows = [[str(change.board), *row] for change, row in zip(shown, rows, strict=True)]
    out.table(columns, rows, indent=2, layout=Layout(spare=("table",)))
    if len(shown) < len(changes):
        out.say(f"  … and {len(changes) - len(shown)} more (-v shows them)")


def rank_text(out: Output, changes: Sequence[RankChange]) -> str:
    """Changes of place in one line: '1NS 7 → 5, 4EW 5 → 6'."""
    shown = changes if out.settings.verbose else changes[:ROWS_SHOWN]
    more = f", and {len(changes) - len(shown)} more" if len(shown) < len(changes) else ""
    return ", ".join(place_text(change, "→" if out.symbols else "->") for change in shown) + more


_MOVED_IN = 7
"""How far the second line of an event is moved in, where the screen is too narrow for one."""


def print_event(
    out: Output, envelope: Envelope, moved: Ripple | None = None, *, stream: Stream | None, of: str = ""
) -> None:
    """An event in a line, `of` before it; with --verbose its bytes, and its ripple where one is at hand.

    `stream`: the one it is of, by which its times are corrected, and what it takes back is known.
    """
    told = with_right_times(envelope, stream.wrong_clocks if stream else {})
    if out.settings.plain:
        when = iso(told.recorded_at)
        fields = [str(told.number), when, told.by, told.name, event_text(told.event, stream)]
        out.row([*filter(None, [of.strip()]), *fields])
        return
    answers, rests = ", ".join(f"#{number}" for number in told.because), rests_text(told.event)
    said = [f"{what} {which}" for what, which in (("answers", answers), ("rests on", rests)) if which]
    text = event_text(told.event, stream) + (f"   ({'; '.join(said)})" if said else "")
    text += later_text(told) + wrong_clock_text(envelope, told)
    head = f"{of}#{told.number:<5} {moment_text(told.occurred_at, told.recorded_at)}  {told.by:<10}"
    out.say_long(f"{head} {out.in_suits(text)}", _MOVED_IN)
    if out.settings.verbose:
        out.say(f"        {envelope.name}  {body_text(envelope.event)}")
        out.say(f"        digest {envelope.digest.hex()}")
    if moved is not None:
        print_ripple(out, moved, [envelope])
        out.say("" if moved else "        nobody's score moved")
