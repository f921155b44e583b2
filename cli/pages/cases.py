"""Rulings, penalties and appeals as a page shows them: where each stands, its story, and why this score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from cli.pages.boards import counted_sides, score_outline
from cli.pages.history import Step, changes_table, is_told, places_text
from cli.pages.links import Links, score_anchor
from cli.pages.periods import parts, spells
from cli.pages.table import Cell, Outline, PageTable, page_table
from cli.views import rulings
from cli.views.answers import microseconds
from cli.views.rulings import RulingRow
from cli.views.tables import AnswerColumn
from cli.words.cases import page_lines, state_lines
from cli.words.deals import hands_of, record_lines
from cli.words.times import moment_text
from cli.words.vocabulary import seated
from ledger.bridge import Side
from ledger.kernel.fact import Envelope
from ledger.projections.casework import events_of, related_events
from ledger.projections.names import led_by_names, names_of, players_text
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Ruling, Session, TableBoard
from ledger.subjects.appeals.facts import Decision
from ledger.subjects.appeals.state import docket
from ledger.subjects.clocks.facts import with_right_times
from ledger.subjects.rulings.facts import Judgement
from ledger.subjects.rulings.state import contestable_until, register, ruling_state


def case_views(
    scoreboard: Scoreboard,
    log: Sequence[Envelope],
    steps: Sequence[Step],
    cases: Sequence[str],
    links: Links,
    now: int | None = None,
) -> list[dict[str, object]]:
    """Return what a page says of cases, in the order given; `steps` are the decisions of the session, with the ripples.

    `now`: the time (µs UTC) at which they stand so; that of the last event where none is given.
    """
    by_number = {step.envelope.number: step for step in steps}
    at = scoreboard.session.recorded_at if now is None else now
    return [_view(scoreboard, log, by_number, case, links, at) for case in cases]


def _view(
    scoreboard: Scoreboard, log: Sequence[Envelope], steps: Mapping[int, Step], case: str, links: Links, now: int
) -> dict[str, object]:
    """Everything a page says of a case; `heading` and `standing` hold while its appeal period does."""
    session = scoreboard.session
    subject = session.rulings.get(case) or session.penalties.get(case)
    ends = contestable_until(session, subject) if subject else None

    def state(at: int) -> list[str]:
        heading, *lines = state_lines(session, case, at, True, counting=False)
        return [heading.removeprefix(case).strip(), *(line.strip() for line in lines)]

    standing = spells(state, now, [ends])
    own = [steps[number] for number in events_of(session, case) if number in steps and steps[number].moved]
    ruling = session.rulings.get(case)
    names = names_of(session)
    known = ruling is not None and any(players_text(each, names) for each in ruling.seating.pair)
    played = session.line(ruling.board, ruling.seating) if ruling else None
    story, why = [], list[Outline]()
    for envelope in related_events(session, log, case):
        event = envelope.event
        if is_told(event, session):
            if isinstance(event, Judgement | Decision) and event.advice:
                event = replace(event, advice=())  # what the program had said to the director is the office's own
            told = moment_text(with_right_times(envelope, session.wrong_clocks).occurred_at, session.recorded_at)
            lines = [line.rstrip() for line in page_lines(event, session, True)]
            story.append({"number": envelope.number, "when": told, "by": envelope.by, "lines": lines})
    for score in _explained(scoreboard, ruling) if ruling else ():
        outline = score_outline(scoreboard, *score, names)
        why.append(outline._replace(anchor=f"{case}-{outline.anchor}"))
    return {
        "case": case,
        "heading": parts(standing, 0, 1),
        "who": _met(ruling.seating.pair, names) if ruling and known else "",
        "standing": parts(standing, 1),
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
            for step in own
        ],
    }


def _met(pair: tuple[str, str], names: Mapping[str, str]) -> str:
    return seated(*(led_by_names(each, names) if each else "" for each in pair))


def _explained(scoreboard: Scoreboard, ruling: Ruling) -> list[tuple[TableBoard, Side]]:
    """The scores of a ruled board, both sides; nothing where the ruling is not in force."""
    played = scoreboard.session.line(ruling.board, ruling.seating)
    if played is None or ruling.case not in played.cases:
        return []
    return [(played, side) for side in counted_sides(scoreboard, played)]


def explained_scores(scoreboard: Scoreboard, named: Sequence[str]) -> dict[str, str]:
    """Where scores that rulings made are explained among cases told at length, by the name of the score."""
    ruled = [scoreboard.session.rulings[case] for case in named if case in scoreboard.session.rulings]
    scores = [(each.case, score_anchor(*score)) for each in ruled for score in _explained(scoreboard, each)]
    return {anchor: f"{case}-{anchor}" for case, anchor in scores}


def register_table(session: Session, now: int) -> PageTable | None:
    """The register of rulings as it stands at a time (µs UTC); None where there is none."""
    names, entries = names_of(session), register(session, now)
    table = rulings.register_table(tuple(map(rulings.ruling_row, entries)), session.recorded_at, counting=False)

    def spelled(column: AnswerColumn, row: RulingRow) -> Cell:
        def tell(at: int) -> list[str]:
            return [column.text(replace(row, state=ruling_state(session, session.rulings[row.case], at)))]

        found = spells(tell, now, [microseconds(row.appeal_until) if row.appeal_until else None])
        return Cell(found[0].lines[0], spells=tuple(found) if len(found) > 1 else ())

    cells: dict[str, Callable[[RulingRow], Cell]] = {"contestants": lambda row: Cell(_met((row.ns, row.ew), names))}
    cells |= {each.field: partial(spelled, each) for each in table.columns if each.field in ("state_text", "appeals")}
    return page_table("Register of rulings", table, cells) if entries else None


def docket_table(session: Session) -> PageTable | None:
    """The docket of appeals; None where there is none."""
    rows = tuple(rulings.appeal_row(entry, session) for entry in docket(session))
    return page_table("Docket of appeals", rulings.docket_table(rows, session.recorded_at)) if rows else None
