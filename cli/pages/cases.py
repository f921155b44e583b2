"""Rulings, penalties and appeals as a page shows them: where each stands, its story, and why this score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from cli.pages.boards import score_outline
from cli.pages.events import is_told
from cli.pages.history import Step, changes_table, places_text
from cli.pages.links import Links, score_anchor
from cli.pages.table import Outline, PageTable, TableRow, plain_row
from cli.words import registers
from cli.words.auctions import record_lines
from cli.words.cases import state_lines
from cli.words.deals import hands_of
from cli.words.event_details import page_lines
from cli.words.times import moment_text
from cli.words.vocabulary import seated
from ledger.bridge import Side
from ledger.facts import Envelope, Event
from ledger.facts.appeals import Decision
from ledger.facts.clocks import with_right_times
from ledger.facts.rulings import Judgement
from ledger.projections.names import led_by_names, names_of, players_text
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.timeline import events_of, related_events
from ledger.session import Ruling, Session, TableBoard
from ledger.session.appeals import docket
from ledger.session.rulings import Entry, register


class CaseEvent(NamedTuple):
    """An event of a case at length."""

    number: int
    when: str
    by: str
    lines: list[str]


class MovedContestant(NamedTuple):
    """Who moved by an event of a case."""

    number: int
    changes: PageTable | None
    places: str


class CaseView(NamedTuple):
    """Everything a page says of a case."""

    case: str
    heading: str
    who: str
    standing: list[str]
    hands: dict[str, list[str]]
    record: list[str]
    why: list[Outline]
    story: list[CaseEvent]
    moved: list[MovedContestant]


def case_views(
    scoreboard: Scoreboard, log: Sequence[Envelope], steps: Sequence[Step], cases: Sequence[str], links: Links
) -> list[CaseView]:
    """Cases in the order given; `steps` are what was decided in the session, with the ripples."""
    by_number = {step.envelope.number: step for step in steps}
    return [_view(scoreboard, log, by_number, case, links) for case in cases]


def _view(
    scoreboard: Scoreboard, log: Sequence[Envelope], steps: Mapping[int, Step], case: str, links: Links
) -> CaseView:
    session, now = scoreboard.session, scoreboard.session.recorded_at
    heading, *standing = state_lines(session, case, now, True, counting=False)
    own = [steps[number] for number in events_of(session, case) if number in steps and steps[number].moved]
    return CaseView(
        case,
        heading.removeprefix(case).strip(),
        _who(session, session.rulings.get(case)),
        [line.strip() for line in standing],
        *_at_the_table(session, session.rulings.get(case)),
        _why(scoreboard, session.rulings.get(case)),
        [_told(each, session) for each in related_events(session, log, case) if is_told(each.event, session)],
        [_moved(step, scoreboard, links) for step in own],
    )


def _who(session: Session, ruling: Ruling | None) -> str:
    """The players of a ruled table, where anybody knows them."""
    names = names_of(session)
    known = ruling is not None and any(players_text(each, names) for each in ruling.seating.pair)
    return _met(ruling.seating.pair, names) if ruling and known else ""


def _met(pair: tuple[str, str], names: Mapping[str, str]) -> str:
    """Who met whom at a table, by name."""
    return seated(*(led_by_names(each, names) if each else "" for each in pair))


def _at_the_table(session: Session, ruling: Ruling | None) -> tuple[dict[str, list[str]], list[str]]:
    """The hands by seat, and the auction and the play line by line, of a ruled board, as far as they are known."""
    if ruling is None:
        return {}, []
    deal, played = session.deal(ruling.board), session.line(ruling.board, ruling.seating)
    return hands_of(deal), record_lines(played, symbols=True)[1:] if played else []


def _moved(step: Step, scoreboard: Scoreboard, links: Links) -> MovedContestant:
    changes = changes_table(step.moved, scoreboard, links, [step.envelope])
    return MovedContestant(step.envelope.number, changes, places_text(step.moved, names_of(scoreboard.session)))


def _told(envelope: Envelope, session: Session) -> CaseEvent:
    told = with_right_times(envelope, session.wrong_clocks)
    when = moment_text(told.occurred_at, session.recorded_at)
    lines = [line.rstrip() for line in page_lines(_without_advice(envelope.event), session, True)]
    return CaseEvent(envelope.number, when, envelope.by, lines)


def _without_advice(event: Event) -> Event:
    """What the program had said to the director is the office's own, and no part of the ruling."""
    return replace(event, advice=()) if isinstance(event, Judgement | Decision) and event.advice else event


def _why(scoreboard: Scoreboard, ruling: Ruling | None) -> list[Outline]:
    """The arithmetic of a ruled board, both sides; nothing where the ruling is not in force."""
    if ruling is None:
        return []
    names = names_of(scoreboard.session)
    found = [score_outline(scoreboard, *each, names) for each in _explained(scoreboard, ruling)]
    return [each._replace(anchor=f"{ruling.case}-{each.anchor}") for each in found]


def _explained(scoreboard: Scoreboard, ruling: Ruling) -> list[tuple[TableBoard, Side]]:
    """The scores that a ruling in force made."""
    played = scoreboard.session.line(ruling.board, ruling.seating)
    if played is None or ruling.case not in played.cases:
        return []
    sides = [side for side in Side if played.seating.contestant(side) and scoreboard.counts(played, side)]
    return [(played, side) for side in sides]


def explained_scores(scoreboard: Scoreboard, named: Sequence[str]) -> dict[str, str]:
    """Where scores that rulings made are explained among cases told at length, by the name of the score."""
    rulings = [scoreboard.session.rulings[case] for case in named if case in scoreboard.session.rulings]
    scores = [(each.case, score_anchor(*score)) for each in rulings for score in _explained(scoreboard, each)]
    return {anchor: f"{case}-{anchor}" for case, anchor in scores}


def register_table(session: Session) -> PageTable | None:
    """The register of rulings, as it stood at the last event; None where there is none."""
    names, columns = names_of(session), registers.REGISTER_COLUMNS
    rows = [_registered(entry, session, names) for entry in register(session, session.recorded_at)]
    aside = frozenset(columns) - {"case", "contestants", "score"}
    return PageTable("Register of rulings", columns, rows, aside=aside, under="contestants") if rows else None


def _registered(entry: Entry, session: Session, names: Mapping[str, str]) -> TableRow:
    cells = registers.register_row(entry, session.recorded_at, counting=False)
    cells[registers.REGISTER_COLUMNS.index("contestants")] = _met(entry.ruling.seating.pair, names)
    return plain_row(cells)


def docket_table(session: Session) -> PageTable | None:
    """The docket of appeals; None where there is none."""
    rows = [registers.docket_row(entry, session, session.recorded_at) for entry in docket(session)]
    columns = registers.DOCKET_COLUMNS
    aside = frozenset(columns) - {"case", "against", "decision"}
    lines = [plain_row(row) for row in rows]
    return PageTable("Docket of appeals", columns, lines, aside=aside, under="against") if rows else None
