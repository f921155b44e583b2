"""What moved of a standing since it was given out: altogether, and by which decision of which session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from cli.pages.standings import BEFORE
from cli.pages.table import Cell, PageTable, TableRow, without_empty
from cli.pages.tournaments.history import LaterDecision, StandingGivenOut
from cli.pages.tournaments.links import TournamentSite
from cli.words.events import event_text
from cli.words.language import tell
from cli.words.overalls import before_and_after, value_text, whose_text
from cli.words.times import moment_text
from cli.words.vocabulary import counted
from ledger.facts.clocks import with_right_times
from ledger.facts.tournaments import Stage
from ledger.overall.ripple import OverallChange, OverallRipple, overall_ripple
from ledger.overall.scores import TournamentScores
from ledger.session import Tournament

_SHOWN = 60
_OF_A_ROW = ("total", "place")


class PublicationLink(NamedTuple):
    """A publication as pages name it; `recalled`: that was taken back."""

    number: int
    time: str
    folder: str
    recalled: bool


class StageMoved(NamedTuple):
    """What moved of a stage: totals and places in a table, whatever else in lines."""

    stage: str
    table: PageTable | None
    lines: list[str]


class ByDecision(NamedTuple):
    """What one event of a session, or of the tournament, moved."""

    anchor: str
    label: str
    when: str
    text: str
    moved: list[StageMoved]


class OverallChanges(NamedTuple):
    """What moved since `since`; None where nothing was given out before, or nobody can tell.

    `again`: the last event is a publication itself. `totals`, `places`, `others`: how many of each; `by_what`: by which
    decisions, and how many results that came in.
    """

    since: PublicationLink | None
    again: bool
    totals: int
    places: int
    others: int
    by_what: str
    moved: list[StageMoved]
    by: list[ByDecision]


class PublishedState(NamedTuple):
    """A state whose changes are told: its scores, how many events and results there were, and what was decided."""

    scores: TournamentScores
    at: int
    results: int
    decided: Sequence[LaterDecision]


_NOTHING = OverallChanges(None, False, 0, 0, 0, "", [], [])


def since_of(given: StandingGivenOut, tournament: Tournament) -> PublicationLink:
    """A publication as pages name it, as the log of the tournament is now."""
    told = with_right_times(given.envelope, tournament.wrong_clocks)
    recalled = given.number not in tournament.published
    return PublicationLink(given.number, moment_text(told.occurred_at, 0), given.folder, recalled)


def overall_changes(
    now: PublishedState,
    published: Sequence[StandingGivenOut],
    links: TournamentSite,
    home: str,
    *,
    at_length: bool = True,
) -> OverallChanges:
    """What moved since the last publication before this moment; event by event, where it is told `at_length`."""
    last = next((each for each in reversed(published) if each.at < now.at), None)
    if last is None or last.scores is None:
        return _NOTHING
    found = overall_ripple(last.scores, now.scores)
    after = [each for each in now.decided if last.at < each.at <= now.at and each.moved]
    kinds = Counter(each.kind for each in found.moved)
    name, then = now.scores.tournament.id, f"{home}{last.folder}/"
    return OverallChanges(
        since_of(last, now.scores.tournament),
        any(each.at == now.at for each in published),
        kinds["total"],
        kinds["place"],
        sum(kinds.values()) - kinds["total"] - kinds["place"],
        _by_what([each.label(name) for each in after], now.results - last.results),
        _moved(found, links, TournamentSite(last.scores), then),
        [_by(each, name, links, now.scores) for each in after] if at_length else [],
    )


def _by_what(labels: list[str], results: int) -> str:
    """'friday R-0001, friday A-0001, 12 results'."""
    more = [counted(results, "result")] if results > 0 else []
    return ", ".join([*dict.fromkeys(labels), *more])


def _by(decided: LaterDecision, tournament: str, links: TournamentSite, scores: TournamentScores) -> ByDecision:
    envelope, own = decided.envelope, decided.envelope.session == tournament
    number = f"#{envelope.number}" if own else f"{envelope.session} #{envelope.number}"
    told = with_right_times(envelope, scores.wrong_clocks(envelope.session))
    when = moment_text(told.occurred_at, scores.tournament.recorded_at)
    anchor = f"by-{envelope.session}-{envelope.number}"
    label = decided.label(tournament)
    head = "" if label == number else f"{number} · "
    return ByDecision(anchor, label, f"{head}{when}", event_text(envelope.event), _moved(decided.moved, links))


def _moved(
    found: OverallRipple, links: TournamentSite, before: TournamentSite | None = None, then: str = ""
) -> list[StageMoved]:
    return [_of_stage(found, stage, links, before, then) for stage in found.stages]


def _of_stage(
    found: OverallRipple, stage: Stage, links: TournamentSite, before: TournamentSite | None, then: str
) -> StageMoved:
    rows: dict[str, dict[str, OverallChange]] = {}
    for each in found.of(stage.name, *_OF_A_ROW):
        rows.setdefault(each.whose, {})[each.kind] = each
    shown = [_row(who, row, stage, links, before, then) for who, row in list(rows.items())[:_SHOWN]]
    columns = ["contestant", ">total before", ">total after", ">place before", ">place after"]
    moved = PageTable(stage.name, columns, shown, _left(len(rows)), aside=BEFORE, under="contestant")
    table = without_empty(moved) if rows else None
    others = [each for each in found.of(stage.name) if each.kind not in _OF_A_ROW]
    lines = [_line(each, stage) for each in others[:_SHOWN]]
    return StageMoved(stage.name, table, [*lines, *filter(None, [_left(len(others))])])


def _left(many: int) -> str:
    return f"+ {many - _SHOWN}" if many > _SHOWN else ""


def _row(
    who: str,
    row: dict[str, OverallChange],
    stage: Stage,
    links: TournamentSite,
    before: TournamentSite | None,
    then: str,
) -> TableRow:
    """A contestant's totals and places before and after; what did not move of them is left empty."""
    total, place = row.get("total"), row.get("place")
    was_total, is_total = _totals(total, stage)
    was = before.why(stage.name, who) if before else None
    old, new = f"{then}{was}" if was else None, links.why(stage.name, who)
    return TableRow(
        [
            links.person(who),
            Cell(was_total, old if total and total.before is not None else None),
            Cell(is_total, new if total else None, changed=bool(total)),
            Cell(str(place.before or "–") if place else ""),
            Cell(str(place.after or "–") if place else "", changed=bool(place)),
        ]
    )


def _totals(total: OverallChange | None, stage: Stage) -> tuple[str, str]:
    """A contestant's total before and after; nothing where it did not move."""
    if total is None:
        return "", ""
    mode, places = stage.rules.rounding, stage.rules.places
    return value_text(total.before, mode, places), value_text(total.after, mode, places)


def _line(moved: OverallChange, stage: Stage) -> str:
    """Whatever else moved: 'winner, friday, round 2: Norway v Malta: Norway → Malta'."""
    before, after = before_and_after(moved, stage)
    return f"{tell(moved.kind)}, {whose_text(moved.whose)}: {before} → {after}"
