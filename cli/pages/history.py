"""The log as a page shows it, the head of every page, decisions with their effects, and changes since a publication."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from msgspec.structs import replace

from cli.pages.links import Links, Site
from cli.pages.standings import totals_table
from cli.pages.table import SHOWN, Cell, PageTable, TableRow, mark_move, omitted_text, person
from cli.words.events import case_of_event, event_text, recorded_later_text, wrong_clock_text
from cli.words.scores import difference_text, place_text, score_text, sort_changes
from cli.words.times import moment_text
from ledger.bridge import Side
from ledger.kernel.fact import Envelope, Event, TakenBack
from ledger.projections.names import names_first, names_of
from ledger.projections.ripple import Ripple, ripple
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.subjects.calls.facts import EvidenceFiled
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.evolving import evolve
from ledger.subjects.people.facts import TextErased
from ledger.subjects.publications.facts import ScoresPublished
from ledger.subjects.register import kind_of, taken_back_by
from ledger.subjects.rulings.facts import PenaltyImposed, PenaltyWithdrawn


class Head(NamedTuple):
    """The head of every page: the session or tournament, and the moment of its scores.

    `heads`: for a tournament, the last event of each of its streams: 'spring #7, friday #12'.
    """

    title: str
    session: str
    number: int
    time: str
    digest: str
    heads: str = ""


def head_of(session: Session) -> Head:
    """Return the head of a page of a session."""
    opening = session.opening
    when = moment_text(session.recorded_at, 0)
    return Head(opening.title or session.id, session.id, session.number, when, session.digest.hex()[:16])


def events_table(
    envelopes: Iterable[Envelope], stream: Stream, *, named: bool = True, outside: bool = False
) -> PageTable:
    """Return the events that pages show as a table, oldest first; with `named`, each row has the anchor `#e207`.

    `outside`: for readers outside the office, who see only the number of its internal events.
    """
    visible_events = (each for each in envelopes if is_shown_on_pages(each.event, stream))
    rows = [
        TableRow(_cells(each, stream, outside=outside), f"e{each.number}" if named else "") for each in visible_events
    ]
    return PageTable("Log", [">event", "time", "by", "what"], rows)


def is_public_event(event: Event, stream: Stream | None = None) -> bool:
    """Return True if everybody in the hall may read an event."""
    readers = kind_of(event).readers
    return readers == "hall" or (readers == "as-stated" and is_shown_on_pages(event, stream))


def is_shown_on_pages(event: Event, stream: Stream | None = None) -> bool:
    """Return True if pages show an event.

    Evidence is hidden unless filed as public, and so are its withdrawal and, where the session is known, its erasure.
    """
    subject = taken_back_by(event, stream) if isinstance(event, TakenBack) else event
    if kind_of(event).readers == "as-stated":
        return isinstance(subject, EvidenceFiled) and subject.public
    if isinstance(event, TextErased) and isinstance(stream, Session):
        filed = {each.number for call in stream.calls.values() for each in call.evidence if not each.filed.public}
        return not {each.event for each in event.texts} <= filed
    return True


def _cells(envelope: Envelope, stream: Stream, *, outside: bool) -> list[Cell]:
    corrected = with_corrected_times(envelope, stream.wrong_clocks)
    if outside and not is_public_event(envelope.event, stream):
        return [Cell(str(envelope.number), f"#e{envelope.number}"), Cell(""), Cell(""), Cell("–")]
    answers = f" ({', '.join(f'#{number}' for number in envelope.because)})" if envelope.because else ""
    text = (
        event_text(envelope.event, stream)
        + answers
        + recorded_later_text(corrected)
        + wrong_clock_text(envelope, corrected)
    )
    return [
        Cell(str(envelope.number), f"#e{envelope.number}"),
        Cell(moment_text(corrected.occurred_at, stream.recorded_at)),
        Cell(envelope.by, name=True),
        Cell(text),
    ]


class Step(NamedTuple):
    """An event that settled a score, and the scores and places it changed."""

    envelope: Envelope
    moved: Ripple

    @property
    def label(self) -> str:
        """The heading of the event in lists: its case, or its event number."""
        return case_of_event(self.envelope.event) or f"#{self.envelope.number}"


def settles_score(envelope: Envelope, stream: Stream | None = None) -> bool:
    """Return True if an event settles a score, or if pages show it and it answers earlier events.

    `stream`: its state at that event or later, which knows the events that were taken back.
    """
    return kind_of(envelope.event).settles or (bool(envelope.because) and is_shown_on_pages(envelope.event, stream))


class History:
    """A log as far as it was read: its decisions, and the scores now, at each publication and before the last change.

    `before_last`: those scores, with the case that changed them for its `time`; None if no decision changed a score.
    """

    def __init__(self, session_id: str, log: Iterable[Envelope] = ()) -> None:
        self.steps = list[Step]()
        self.published = dict[int, Scoreboard]()
        self.before_last: PublishedScores | None = None
        self._session = Session(session_id)
        self._passing = list[Envelope]()
        self._last: Scoreboard | None = None
        self.go_on(log)

    def go_on(self, log: Iterable[Envelope]) -> None:
        """Read further events; scores are computed only at decisions and publications."""
        for envelope in log:
            if self._session.opened is None:
                self._session = evolve(self._session, envelope)
            elif settles_score(envelope, self._session):
                self._add_step(envelope)
            else:
                self._passing.append(envelope)
                if isinstance(envelope.event, ScoresPublished):
                    self.published[envelope.number] = self.scoreboard

    def _add_step(self, envelope: Envelope) -> None:
        before = self.scoreboard
        self._passing.append(envelope)
        step = Step(envelope, ripple(before, self.scoreboard))
        self.steps.append(step)
        if changes_scores(step):
            self.before_last = PublishedScores(envelope.number, step.label, before, "")

    @property
    def scoreboard(self) -> Scoreboard:
        """The scores after the last event read, with every board computed."""
        if self._passing or self._last is None:
            self._session = evolve(self._session, *self._passing)
            self._passing.clear()
            self._last = Scoreboard(self._session, self._last).completed()
        return self._last


def changes_table(
    moved: Ripple, scoreboard: Scoreboard, links: Links, envelopes: Iterable[Envelope] = (), before: Links | None = None
) -> PageTable | None:
    """Return a table of the scores that changed, first those at the decision's table; None if none changed.

    The new score links to its derivation, and with `before` the old score to its derivation at that time.
    """
    changes = sort_changes(moved.changes, list(envelopes))
    if not changes:
        return None
    names = names_of(scoreboard.session)
    rows = []
    for change in changes[:SHOWN]:
        # The link derives the present score, which a later event may have moved again.
        played = scoreboard.session.boards.get(change.board, {}).get(change.seating)
        side = next((side for side in Side if change.contestant in change.seating.contestants(side)), None)
        old_href = before.score(played, side) if before and played and side and change.before is not None else None
        new_href = links.score(played, side) if played and side else None
        cells = [
            Cell(str(change.board), links.board(change.board)),
            Cell(change.table or "–"),
            person(change.contestant, names, links.card(change.contestant)),
            Cell(score_text(change.before), old_href),
            Cell(score_text(change.after), new_href, mark_move(change.before, change.after) or "changed"),
            Cell(difference_text(change)),
        ]
        rows.append(TableRow(cells))
    columns = [">board", "table", "contestant", ">before", ">after", ">change"]
    note = omitted_text(len(changes))
    aside = frozenset({"table", ">change"})
    return PageTable("Scores that changed", columns, rows, note, aside=aside, under="contestant")


def list_moved_places(moved: Ripple, names: Mapping[str, str]) -> list[str]:
    """Return the places that changed as texts: 'Jane Roe & J. O’Hara (1NS) 7 → 5'; at the end how many are left out."""
    ranks, omitted = moved.ranks[:SHOWN], omitted_text(len(moved.ranks))
    texts = (place_text(replace(each, contestant=names_first(each.contestant, names)), "→") for each in ranks)
    return [*texts, *filter(None, [omitted])]


def places_text(moved: Ripple, names: Mapping[str, str]) -> str:
    """Format the places that changed: 'Jane Roe & J. O’Hara (1NS) 7 → 5, 4EW 5 → 6'."""
    return ", ".join(list_moved_places(moved, names))


class PublishedScores(NamedTuple):
    """Published scores: the event, its time, the scores of that moment, and the folder of their pages.

    `recalled`: the publication was taken back as too early.
    """

    number: int
    time: str
    scoreboard: Scoreboard
    folder: str
    recalled: bool = False


def list_publications(history: History, log: Sequence[Envelope]) -> list[PublishedScores]:
    """Return every publication in the whole `log`, also those taken back."""
    session, publications = history.scoreboard.session, list[PublishedScores]()
    for number, scoreboard in history.published.items():
        when = with_corrected_times(log[number - 1], session.wrong_clocks).occurred_at
        recalled = all(each.number != number for each in session.publications)
        publications.append(PublishedScores(number, moment_text(when, 0), scoreboard, f"published-{number}", recalled))
    return publications


def changes_view(
    scoreboard: Scoreboard, steps: Sequence[Step], published: Sequence[PublishedScores], links: Links, home: str
) -> dict[str, object]:
    """Return what changed since the last publication before this moment, in total and event by event.

    `home`: the relative address of the folder of publications. `since`: that publication, None if there was none.
    `again`: the last event is itself a publication, so `since` is the one before.
    """
    number = scoreboard.session.number
    since = next((each for each in reversed(published) if each.number < number), None)
    if since is None:
        return {"since": None, "events": []}
    moved = ripple(since.scoreboard, scoreboard)
    old_links = Site(since.scoreboard.session, f"{home}{since.folder}/")
    later_steps = [step for step in steps if since.number < step.envelope.number <= number and changes_scores(step)]
    events, session = [], scoreboard.session
    for step in later_steps:
        corrected = with_corrected_times(step.envelope, session.wrong_clocks)
        event = {
            "number": step.envelope.number,
            "when": moment_text(corrected.occurred_at, session.recorded_at),
            "label": step.label,
            "text": event_text(step.envelope.event, session),
            "changes": changes_table(step.moved, scoreboard, links, [step.envelope]),
            "places": list_moved_places(step.moved, names_of(session)),
        }
        events.append(event)
    return {
        "since": since,
        "again": any(each.number == number for each in scoreboard.session.publications),
        "scores": len(moved.changes),
        "places": len(moved.ranks),
        "moved": list_moved_places(moved, names_of(session)),
        "cases": ", ".join(dict.fromkeys(step.label for step in later_steps)),
        "changes": changes_table(moved, scoreboard, links, before=old_links),
        "totals": totals_table(since.scoreboard, scoreboard, links, old_links),
        "events": events,
    }


def changes_scores(step: Step) -> bool:
    """Return True if a decision changed a score or a place, or is about a penalty, which may change no place."""
    return bool(step.moved) or changes_penalties(step.envelope.event)


def changes_penalties(event: Event) -> TypeGuard[PenaltyImposed | PenaltyWithdrawn | TakenBack]:
    """Return True if an event imposes a penalty, withdraws one, or takes a withdrawal back."""
    if isinstance(event, TakenBack):
        return event.kind == "penalty-withdrawn"
    return isinstance(event, PenaltyImposed | PenaltyWithdrawn)
