"""The log as a page shows it, the head of every page; what the office decided, who moved by it, what changed since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from msgspec.structs import replace

from cli.pages.links import Links, Site
from cli.pages.standings import totals_table
from cli.pages.table import SHOWN, Cell, PageTable, TableRow, left_text, person
from cli.words.events import case_of, event_text, later_text, wrong_clock_text
from cli.words.scores import difference_text, in_order_of, place_text, score_text
from cli.words.times import moment_text
from ledger.bridge import Side
from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.projections.names import led_by_names, names_of
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.clocks.facts import with_right_times
from ledger.subjects.evolving import evolve
from ledger.subjects.people.facts import TextErased
from ledger.subjects.publications.facts import ScoresPublished
from ledger.subjects.register import kind_of, taken_back_by
from ledger.subjects.rulings.facts import PenaltyImposed, PenaltyWithdrawn


class Head(NamedTuple):
    """What every page says at its head: whose scores these are, and of which moment.

    `heads`: of a tournament, up to which event of each of its streams: 'spring #7, friday #12'.
    """

    title: str
    session: str
    number: int
    time: str
    digest: str
    heads: str = ""


def head_of(session: Session) -> Head:
    """The head of a page of a session."""
    opening = session.opening
    when = moment_text(session.recorded_at, 0)
    return Head(opening.title or session.id, session.id, session.number, when, session.digest.hex()[:16])


def events_table(
    envelopes: Iterable[Envelope], stream: Stream, *, named: bool = True, outside: bool = False
) -> PageTable:
    """Events, oldest first; each has its number for a name, `#e207`, where it is not told a second time.

    `outside`: for readers who are not of the office; of its own matters only that there is an event is told.
    """
    told = (each for each in envelopes if is_told(each.event, stream))
    rows = [TableRow(_cells(each, stream, outside=outside), f"e{each.number}" if named else "") for each in told]
    return PageTable("Log", [">event", "time", "by", "what"], rows)


def is_for_all(event: Event, stream: Stream | None = None) -> bool:
    """Whether everybody in the hall may read an event."""
    readers = kind_of(event).readers
    return readers == "hall" or (readers == "as-stated" and is_told(event, stream))


def is_told(event: Event, stream: Stream | None = None) -> bool:
    """Whether pages tell of an event: evidence is the office's, unless it was said to be public; nor is it told of such
    that it was withdrawn, or, where the session is known, erased.
    """
    said = taken_back_by(event, stream) if isinstance(event, TakenBack) else event
    if kind_of(event).readers == "as-stated":
        return isinstance(said, EvidenceFiled) and said.public
    if isinstance(event, TextErased) and isinstance(stream, Session):
        filed = {each.number for call in stream.calls.values() for each in call.evidence if not each.filed.public}
        return not {each.event for each in event.texts} <= filed
    return True


def _cells(envelope: Envelope, stream: Stream, *, outside: bool) -> list[Cell]:
    told = with_right_times(envelope, stream.wrong_clocks)
    if outside and not is_for_all(envelope.event, stream):
        return [Cell(str(envelope.number), f"#e{envelope.number}"), Cell(""), Cell(""), Cell("–")]
    answers = f" ({', '.join(f'#{number}' for number in envelope.because)})" if envelope.because else ""
    said = event_text(envelope.event, stream) + answers + later_text(told) + wrong_clock_text(envelope, told)
    return [
        Cell(str(envelope.number), f"#e{envelope.number}"),
        Cell(moment_text(told.occurred_at, stream.recorded_at)),
        Cell(envelope.by, name=True),
        Cell(said),
    ]


class Step(NamedTuple):
    """An event that settled something, and what it moved."""

    envelope: Envelope
    moved: Ripple

    @property
    def label(self) -> str:
        """Return what heads its column: its case, or its number."""
        return case_of(self.envelope.event) or f"#{self.envelope.number}"


def is_settling(envelope: Envelope, stream: Stream | None = None) -> bool:
    """Return whether an event settles somebody's score, beside the results that come in from the tables.

    `stream`: as it is then or later; it knows what was taken back by an event that does nothing else.
    """
    return kind_of(envelope.event).settles or (bool(envelope.because) and is_told(envelope.event, stream))


class History:
    """A log as far as it was read: what was decided, the scores at each publication, and the scores now.

    Boards that nothing touched are the same objects in all of them.
    """

    def __init__(self, session_id: str, log: Iterable[Envelope] = ()) -> None:
        self.steps = list[Step]()
        self.published = dict[int, Scoreboard]()
        self._session = Session(session_id)
        self._passing = list[Envelope]()
        self._last: Scoreboard | None = None
        self.go_on(log)

    def go_on(self, log: Iterable[Envelope]) -> None:
        """Read further events; results that come in between two decisions go by together."""
        for envelope in log:
            if self._session.opened is None:
                self._session = evolve(self._session, envelope)
            elif is_settling(envelope, self._session):
                self._decided(envelope)
            else:
                self._passing.append(envelope)
                if isinstance(envelope.event, ScoresPublished):
                    self.published[envelope.number] = self.scoreboard

    def _decided(self, envelope: Envelope) -> None:
        before = self.scoreboard
        self._passing.append(envelope)
        self.steps.append(Step(envelope, ripple(before, self.scoreboard)))

    @property
    def scoreboard(self) -> Scoreboard:
        """Return the scores after the last event that was read; every board is worked out."""
        if self._passing or self._last is None:
            self._session = evolve(self._session, *self._passing)
            self._passing.clear()
            self._last = Scoreboard(self._session, self._last).completed()
        return self._last


def changes_table(
    moved: Ripple, scoreboard: Scoreboard, links: Links, envelopes: Iterable[Envelope] = (), before: Links | None = None
) -> PageTable | None:
    """Return whose score changed, those at the table first; None where nobody's did.

    The score now leads to its derivation, and with `before` the score then to the derivation of then.
    """
    changes = in_order_of(moved.changes, list(envelopes))
    if not changes:
        return None
    names = names_of(scoreboard.session)
    rows = []
    for change in changes[:SHOWN]:
        # The score then is explained as it is now, which a later event may have moved again.
        played = scoreboard.session.boards.get(change.board, {}).get(change.seating)
        side = next((side for side in Side if change.contestant in change.seating.contestants(side)), None)
        was = before.score(played, side) if before and played and side and change.before is not None else None
        cells = [
            Cell(str(change.board), links.board(change.board)),
            Cell(change.table or "–"),
            person(change.contestant, names, links.card(change.contestant)),
            Cell(score_text(change.before), was),
            Cell(score_text(change.after), links.score(played, side) if played and side else None, changed=True),
            Cell(difference_text(change)),
        ]
        rows.append(TableRow(cells))
    columns = [">board", "table", "contestant", ">before", ">after", ">change"]
    note = left_text(len(changes))
    return PageTable("Who moved", columns, rows, note, aside=frozenset({"table", ">change"}), under="contestant")


def places_text(moved: Ripple, names: Mapping[str, str]) -> str:
    """Say whose place changed: 'Jane Roe & J. O’Hara (1NS) 7 → 5, 4EW 5 → 6'."""
    shown = ", ".join(
        place_text(replace(change, contestant=led_by_names(change.contestant, names)), "→")
        for change in moved.ranks[:SHOWN]
    )
    return f"{shown} {left_text(len(moved.ranks))}".rstrip()


class PublishedScores(NamedTuple):
    """Scores that were given out: by which event and when, the scores of that moment, and the folder they stand in.

    `recalled`: they were given out too early, and that was taken back.
    """

    number: int
    time: str
    scoreboard: Scoreboard
    folder: str
    recalled: bool = False


def given_out(history: History, log: Sequence[Envelope]) -> list[PublishedScores]:
    """Return every publication, those taken back too; of a log that was read from its beginning."""
    session, found = history.scoreboard.session, list[PublishedScores]()
    for number, scoreboard in history.published.items():
        when = with_right_times(log[number - 1], session.wrong_clocks).occurred_at
        recalled = all(each.number != number for each in session.publications)
        found.append(PublishedScores(number, moment_text(when, 0), scoreboard, f"published-{number}", recalled))
    return found


def changes_view(
    scoreboard: Scoreboard, steps: Sequence[Step], published: Sequence[PublishedScores], links: Links, home: str
) -> dict[str, object]:
    """Return what moved since the last publication before this moment, altogether and event by event.

    `home`: the way to where its folder stands. `again`: the last event is a publication itself, so that `since` is the
    one before; None where nothing was published before.
    """
    number = scoreboard.session.number
    since = next((each for each in reversed(published) if each.number < number), None)
    if since is None:
        return {"since": None, "events": []}
    moved = ripple(since.scoreboard, scoreboard)
    then = Site(since.scoreboard.session, f"{home}{since.folder}/")
    after = [step for step in steps if since.number < step.envelope.number <= number and counts(step)]
    events, session = [], scoreboard.session
    for step in after:
        told = with_right_times(step.envelope, session.wrong_clocks)
        event = {
            "number": step.envelope.number,
            "when": moment_text(told.occurred_at, session.recorded_at),
            "label": step.label,
            "text": event_text(step.envelope.event, session),
            "changes": changes_table(step.moved, scoreboard, links, [step.envelope]),
            "places": places_text(step.moved, names_of(session)),
        }
        events.append(event)
    return {
        "since": since,
        "again": any(each.number == number for each in scoreboard.session.publications),
        "scores": len(moved.changes),
        "places": len(moved.ranks),
        "cases": ", ".join(dict.fromkeys(step.label for step in after)),
        "changes": changes_table(moved, scoreboard, links, before=then),
        "totals": totals_table(since.scoreboard, scoreboard, links, then),
        "events": events,
    }


def counts(step: Step) -> bool:
    """Return whether an event moved a score or a place, or is a penalty, which may move no place."""
    return bool(step.moved) or is_of_penalty(step.envelope.event)


def is_of_penalty(event: Event) -> TypeGuard[PenaltyImposed | PenaltyWithdrawn | TakenBack]:
    """Return whether an event imposes a penalty, withdraws one, or takes a withdrawal back."""
    if isinstance(event, TakenBack):
        return event.kind == "penalty-withdrawn"
    return isinstance(event, PenaltyImposed | PenaltyWithdrawn)
