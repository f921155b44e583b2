"""Rulings, penalties and appeals as a page shows them: the state, the story and the derived scores of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from cli.pages.boards import counted_sides, score_outline
from cli.pages.history import Step, changes_table, is_shown_on_pages, places_text
from cli.pages.links import Links, score_anchor
from cli.pages.periods import spells, with_lines
from cli.pages.table import Cell, Outline, PageTable, page_table
from cli.views import rulings
from cli.views.answers import microseconds
from cli.views.rulings import RulingRow
from cli.views.tables import AnswerColumn
from cli.words.cases import case_state_lines, event_page_lines
from cli.words.deals import hands_of, record_lines
from cli.words.times import moment_text
from cli.words.vocabulary import name_seated
from ledger.bridge import Side
from ledger.kernel.fact import Envelope
from ledger.projections.casework import events_of, related_events
from ledger.projections.names import names_first, names_of, players_text
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Ruling, Session, TableBoard
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.appeals.state import docket
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.rulings.facts import Judgement
from ledger.subjects.rulings.state import appeal_deadline_of, register, ruling_state


def case_views(
    scoreboard: Scoreboard,
    log: Sequence[Envelope],
    steps: Sequence[Step],
    cases: Sequence[str],
    links: Links,
    now: int | None = None,
) -> list[dict[str, object]]:
    """Return everything a page shows of each case, in the order given.

    `steps`: the session's decisions with their ripples. `now`: the time (µs UTC) for which their states are shown;
    None: the time of the last event.
    """
    by_number = {step.envelope.number: step for step in steps}
    at = scoreboard.session.recorded_at if now is None else now
    return [_view(scoreboard, log, by_number, case, links, at) for case in cases]


def _view(
    scoreboard: Scoreboard, log: Sequence[Envelope], steps: Mapping[int, Step], case: str, links: Links, now: int
) -> dict[str, object]:
    session = scoreboard.session
    subject = session.rulings.get(case) or session.penalties.get(case)
    ends = appeal_deadline_of(session, subject) if subject else None

    def state(at: int) -> list[str]:
        heading, *lines = case_state_lines(session, case, at, True, counting=False)
        parts = heading.removeprefix(case).strip().split("   ")
        return [" · ".join(parts), *(line.strip() for line in lines)]

    standing = spells(state, now, [ends])
    moving = [steps[number] for number in events_of(session, case) if number in steps and steps[number].moved]
    ruling = session.rulings.get(case)
    names = names_of(session)
    known = ruling is not None and any(players_text(each, names) for each in ruling.seating.pair)
    played = session.line(ruling.board, ruling.seating) if ruling else None
    story, why = [], list[Outline]()
    for envelope in related_events(session, log, case):
        event = envelope.event
        if is_shown_on_pages(event, session):
            if isinstance(event, Judgement | Decision) and event.advice:
                event = replace(event, advice=())  # the program's advice to the director is internal
            time = moment_text(with_corrected_times(envelope, session.wrong_clocks).occurred_at, session.recorded_at)
            lines = [line.rstrip() for line in event_page_lines(event, session, True)]
            story.append({"number": envelope.number, "when": time, "by": envelope.by, "lines": lines})
    for score in _ruled_scores(scoreboard, ruling) if ruling else ():
        outline = score_outline(scoreboard, *score, names)
        why.append(outline._replace(anchor=f"{case}-{outline.anchor}"))
    return {
        "case": case,
        "heading": with_lines(standing, 0, 1),
        "who": _pair_text(ruling.seating.pair, names) if ruling and known else "",
        "standing": with_lines(standing, 1),
        "hands": hands_of(session.deal(ruling.board)) if ruling else {},
        "record": record_lines(played, symbols=True)[1:] if played else [],
        "why": why,
        "story": story,
        "moved": [
            (
                step.envelope.number,
                changes_table(step.moved, scoreboard, links, [step.envelope]),
                places_text(step.moved, names),
            )
            for step in moving
        ],
    }


def _pair_text(pair: tuple[str, str], names: Mapping[str, str]) -> str:
    return name_seated(*(names_first(each, names) if each else "" for each in pair))


def _ruled_scores(scoreboard: Scoreboard, ruling: Ruling) -> list[tuple[TableBoard, Side]]:
    """Return the table and side of each score that a ruling gives; none if the ruling is not in force."""
    played = scoreboard.session.line(ruling.board, ruling.seating)
    if played is None or ruling.case not in played.cases:
        return []
    return [(played, side) for side in counted_sides(scoreboard, played)]


def derivation_anchors(scoreboard: Scoreboard, named: Sequence[str]) -> dict[str, str]:
    """Map the anchor of each score that the `named` cases rule to the anchor of its derivation within the case."""
    ruled = [scoreboard.session.rulings[case] for case in named if case in scoreboard.session.rulings]
    scores = [(ruling.case, score_anchor(*score)) for ruling in ruled for score in _ruled_scores(scoreboard, ruling)]
    return {anchor: f"{case}-{anchor}" for case, anchor in scores}


def register_table(session: Session, now: int) -> PageTable | None:
    """Return the register of rulings at a time (µs UTC); None if the session has no ruling."""
    names, entries = names_of(session), register(session, now)
    rows = tuple(rulings.ruling_row(entry, session.regulations.edition) for entry in entries)
    table = rulings.register_table(rows, session.recorded_at, counting=False)

    def spelled(column: AnswerColumn, row: RulingRow) -> Cell:
        def tell(at: int) -> list[str]:
            return [column.text(replace(row, state=ruling_state(session, session.rulings[row.case], at)))]

        states = spells(tell, now, [microseconds(row.appeal_until) if row.appeal_until else None])
        return Cell(states[0].lines[0], spells=tuple(states) if len(states) > 1 else ())

    cells: dict[str, Callable[[RulingRow], Cell]] = {
        "contestants": lambda row: Cell(_pair_text((row.ns, row.ew), names))
    }
    cells |= {each.field: partial(spelled, each) for each in table.columns if each.field in ("state_text", "appeals")}
    return page_table("Register of rulings", table, cells) if entries else None


def docket_table(session: Session) -> PageTable | None:
    """Return the docket of appeals; None if the session has no appeal."""
    rows = tuple(rulings.appeal_row(entry, session) for entry in docket(session))
    return page_table("List of appeals", rulings.docket_table(rows, session.recorded_at)) if rows else None
