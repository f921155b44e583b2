"""What changed since the scores were last published, and which ruling did it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cli.pages.history import History, Step, changes_table, places_text
from cli.pages.links import Links, OtherFolderLinks, Site
from cli.pages.standings import totals_table
from cli.pages.table import PageTable
from cli.words.events import event_text
from cli.words.times import moment_text
from ledger.facts import Envelope
from ledger.facts.clocks import with_right_times
from ledger.facts.rulings import PenaltyImposed, PenaltyReinstated, PenaltyWithdrawn
from ledger.projections.names import names_of
from ledger.projections.ripple import ripple
from ledger.projections.scoreboard import Scoreboard


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
    """Everything that was published, also what was taken back; of a log that was read from its beginning."""
    session, found = history.scoreboard.session, list[PublishedScores]()
    for number, scoreboard in history.published.items():
        when = with_right_times(log[number - 1], session.wrong_clocks).occurred_at
        recalled = all(each.number != number for each in session.publications)
        found.append(PublishedScores(number, moment_text(when, 0), scoreboard, f"published-{number}", recalled))
    return found


class ByEvent(NamedTuple):
    """What one event moved."""

    number: int
    when: str
    label: str
    text: str
    changes: PageTable | None
    places: str


class ChangesView(NamedTuple):
    """What moved since `since`, altogether and event by event; `since` is None where nothing was published before.

    `again`: the last event is a publication itself, so that `since` is the one before.
    """

    since: PublishedScores | None
    again: bool
    scores: int
    places: int
    cases: str
    changes: PageTable | None
    totals: PageTable | None
    events: list[ByEvent]


def changes_view(
    scoreboard: Scoreboard, steps: Sequence[Step], published: Sequence[PublishedScores], links: Links, home: str
) -> ChangesView:
    """What moved since the last publication before this moment; `home`: the way to where its folder stands."""
    number = scoreboard.session.number
    since = next((each for each in reversed(published) if each.number < number), None)
    if since is None:
        return ChangesView(None, False, 0, 0, "", None, None, [])
    again = any(each.number == number for each in scoreboard.session.publications)
    moved = ripple(since.scoreboard, scoreboard)
    then = OtherFolderLinks(Site(since.scoreboard.session), f"{home}{since.folder}/")
    after = [step for step in steps if since.number < step.envelope.number <= number and counts(step)]
    return ChangesView(
        since,
        again,
        len(moved.changes),
        len(moved.ranks),
        ", ".join(dict.fromkeys(step.label for step in after)),
        changes_table(moved, scoreboard, links, before=then),
        totals_table(since.scoreboard, scoreboard, links, then),
        [_by_event(step, scoreboard, links) for step in after],
    )


def counts(step: Step) -> bool:
    """Whether an event moved a score or a place, or took something off a total, though no place changed by that."""
    return bool(step.moved) or isinstance(step.envelope.event, PenaltyImposed | PenaltyWithdrawn | PenaltyReinstated)


def _by_event(step: Step, scoreboard: Scoreboard, links: Links) -> ByEvent:
    envelope, session = step.envelope, scoreboard.session
    told = with_right_times(envelope, session.wrong_clocks)
    return ByEvent(
        envelope.number,
        moment_text(told.occurred_at, session.recorded_at),
        step.label,
        event_text(envelope.event),
        changes_table(step.moved, scoreboard, links, [envelope]),
        places_text(step.moved, names_of(session)),
    )
