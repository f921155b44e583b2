"""Papers handed to players: slips of rulings, notices to contestants, guide cards and slips of a movement."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cli.pages.fields import FormField, SignatureLine, kind, laws, narrow_field, outcomes, when, wide_field, word
from cli.pages.forms import OFFENDING
from cli.pages.history import History, Step
from cli.views.standings import unit_of
from cli.words.appeals import decided_by, decided_cases, verdict_text
from cli.words.cases import penalty_in_force_text
from cli.words.events import event_text
from cli.words.language import say
from cli.words.movement import contestant_noun
from cli.words.notation import result_text, seating_text
from cli.words.rulings import penalty_text, played_line
from cli.words.scores import difference_text, score_text, standing_mark_text
from cli.words.travellers import conditions_text
from cli.words.vocabulary import reason_suffix
from ledger.bridge import ns_score
from ledger.errors import Refusal
from ledger.kernel.at_table import AtTable
from ledger.kernel.fact import Envelope, Event
from ledger.labels import boards_text, table_order
from ledger.projections.finality import case_finality
from ledger.projections.names import names_of
from ledger.projections.planned import (
    guide_card,
    guide_card_tables,
    order_contestants,
    require_plan,
    rounds_without_opponent,
    side_of,
)
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import DecidedAppeal, Penalty, Ruling, Session
from ledger.session.case_numbers import require_case, require_penalty
from ledger.session.places import require_contestant
from ledger.subjects.appeals.facts import AppealDecided, Decision
from ledger.subjects.clocks.facts import with_corrected_times
from ledger.subjects.movement.state import plan_of, shared_boards
from ledger.subjects.register import kind_of
from ledger.subjects.rulings.facts import Judgement, PenaltyImposed
from ledger.subjects.rulings.state import score_to_show, transfer_tricks


def slip(scoreboard: Scoreboard, _: object, case: str) -> dict[str, object]:
    """Return the slip of a ruling or a penalty; Refusal (no-such-case) for any other case."""
    session = scoreboard.session
    match case[:1]:
        case "P":
            return penalty_slip(session, require_penalty(session, case))
        case "A" | "C":
            what = f"{case} has no slip: slips are for rulings and penalties"
            raise Refusal("no-such-case", what, f"`show {case}` shows the case; an appeal has a form instead")
        case _:
            return ruling_slip(session, require_case(session, case))


def ruling_slip(session: Session, ruling: Ruling) -> dict[str, object]:
    """Return the slip of a ruling, with the score in force and the penalties imposed with it."""
    judgement, version, score = ruling.judgement, ruling.scored, score_to_show(session, ruling)
    played = session.line(ruling.board, ruling.seating)
    penalties = [each.imposed for each in session.penalties.values() if each.imposed.beside == ruling.case]
    decided = next((each for each in session.decisions_on(ruling.case) if each.number == score.number), None)
    fields = [
        narrow_field("Board", str(ruling.board)),
        narrow_field("Table", (played.table if played else ruling.seating.table) or "–"),
        narrow_field("North–South", ruling.seating.ns or "–"),
        narrow_field("East–West", ruling.seating.ew or "–"),
        wide_field("Table result", played_line(session, ruling, True) or "–"),
        word("Score given", kind(session, score.adjustment, ruling))._replace(wide=True),
        *([word("For now", "the ruling follows")] if judgement.provisional and not decided else []),
        wide_field("Laws", *laws(score.laws, session.regulations.edition)),
        *_given_fields(session, decided, judgement.reason, version.at, version.by),
        *(
            wide_field(
                "Penalty",
                f"{each.contestant}: {penalty_text(each.amount, each.unit, each.named)}{reason_suffix(each.reason)}",
            )
            for each in penalties
        ),
    ]
    scores = outcomes(session, score.adjustment, ruling.board)
    return {"title": "Ruling", "case": ruling.case, "scores": scores, **_slip(session, ruling, fields, decided)}


def penalty_slip(session: Session, penalty: Penalty) -> dict[str, object]:
    """Return the slip of a penalty."""
    imposed = penalty.imposed
    decisions = session.decisions_on(imposed.case)
    changed = [each for each in decisions if each.decision.verdict in ("varied", "overturned")]
    decided = changed[-1] if changed else None
    fields = [
        narrow_field("Contestant", imposed.contestant),
        narrow_field("Penalty", penalty_text(imposed.amount, imposed.unit, imposed.named)),
        *([narrow_field("In force", penalty_in_force_text(session, penalty))] if decided else []),
        wide_field("Laws", *laws(imposed.laws, session.regulations.edition)),
        *_given_fields(session, decided, imposed.reason, penalty.since, penalty.by),
    ]
    return {"title": "Penalty", "case": imposed.case, "scores": [], **_slip(session, penalty, fields, decided)}


def _slip(
    session: Session, subject: Ruling | Penalty, fields: list[FormField], decided: DecidedAppeal | None
) -> dict[str, object]:
    """Return a slip's filled fields, its appeal period, and its signer: the director, or the body that decided."""
    signature = SignatureLine("Director")
    if decided:
        decision = decided.decision
        office = decision.body if isinstance(decision, AppealDecided) else decision.instance
        signature = SignatureLine(_OFFICES[office], *_committee(session, decided)[:1])
    period = case_finality(session, subject, session.recorded_at)
    return {"fields": [each for each in fields if each.said], "appealing": period, "signature": signature}


def _given_fields(session: Session, decided: DecidedAppeal | None, reason: str, at: int, by: str) -> list[FormField]:
    """Return the fields on why, when and by whom the score or penalty in force was given.

    After an appeal these are facts of the decision; `at` and `by` then only identify what was appealed.
    """
    if decided is None:
        return [wide_field("Reason", reason), narrow_field("Given", when(at)), narrow_field("Director", by)]
    decision = decided.decision
    return [
        narrow_field("By decision", decided_cases(decision)),
        narrow_field("Decided by", decided_by(decision)),
        narrow_field("Committee", ", ".join(_committee(session, decided))),
        narrow_field("Given", when(decided.at)),
        wide_field("Reason", decision.reason),
        wide_field("What was appealed", ", ".join(filter(None, (decided.on, by, when(at))))),
    ]


def _committee(session: Session, decided: DecidedAppeal) -> tuple[str, ...]:
    decision, heard = decided.decision, session.appeals[decided.decision.case].heard
    return heard.committee if heard and isinstance(decision, AppealDecided) and decision.body == "committee" else ()


_OFFICES = {
    "committee": "Chairman",
    "chief-director": "Chief director",
    "reviewer": "Reviewer",
    "authority": "Regulating authority",
}


class _MovingStep(NamedTuple):
    step: Step
    before: Scoreboard
    after: Scoreboard


class _ContestantHistory(History):
    def __init__(self, session_id: str, contestant: str) -> None:
        super().__init__(session_id)
        self.contestant = contestant
        self.moved = list[_MovingStep]()

    def _add_step(self, envelope: Envelope) -> None:
        before = self.scoreboard
        super()._add_step(envelope)
        moved = _MovingStep(self.steps[-1], before, self.scoreboard)
        # Intermediate steps are left out, unless they moved the contestant.
        settles = kind_of(moved.step.envelope.event).settles
        is_own = settles and _is_own(moved, self.contestant)
        ranks = moved.step.moved.ranks
        if is_own or _scores(moved, self.contestant) or any(each.contestant == self.contestant for each in ranks):
            self.moved.append(moved)


def notice(scoreboard: Scoreboard, log: Iterable[Envelope], contestant: str) -> dict[str, object]:
    """Return the notice of the decisions about a contestant or its scores; Refusal if the contestant is not entered."""
    session, contestant = scoreboard.session, require_contestant(scoreboard.session, contestant)
    history = _ContestantHistory(session.id, contestant)
    history.go_on(log)
    last = {_subject_case(each.step.envelope.event, session): each for each in history.moved}
    return {
        "contestant": contestant,
        "players": names_of(session).get(contestant, ""),
        "unit": unit_of(scoreboard),
        "decided": [_decision_view(session, each, contestant, ends=each in last.values()) for each in history.moved],
        "now": _standing(scoreboard, contestant),
    }


def _decision_view(session: Session, moved: _MovingStep, contestant: str, *, ends: bool) -> dict[str, object]:
    """Return a decision as the notice tells it to the contestant; `ends`: no later decision on the case exists.

    `board`: it was about a score at the contestant's own table. `phrase`: to be translated by the page, unlike `said`.
    """
    event, is_own = moved.step.envelope.event, _is_own(moved, contestant)
    subject = _subject(event, session)
    if is_own:
        phrase, lines = _decision_texts(event, subject, moved.after.session)
    else:
        # Other contestants must not learn from this notice whose score it was.
        phrase, lines = "Something that was recorded elsewhere moved your score or your place.", []
        if getattr(event, "case", None):
            phrase = "A score at another table was changed, and yours is compared with it."
    score = None
    if is_own and isinstance(subject, Ruling) and isinstance(event, Judgement | Decision):
        score = transfer_tricks(moved.after.session, subject, event)
    return {
        "label": moved.step.label,
        "when": when(with_corrected_times(moved.step.envelope, session.wrong_clocks).occurred_at),
        "board": is_own and not isinstance(subject, Penalty),
        "phrase": phrase,
        "said": lines,
        "outcomes": outcomes(session, score, subject.board) if score and isinstance(subject, Ruling) else [],
        "laws": laws(getattr(event, "laws", ()), session.regulations.edition) if is_own else (),
        "reason": getattr(event, "reason", "") if is_own else "",
        "scores": _scores(moved, contestant),
        "before": _standing(moved.before, contestant),
        "after": _standing(moved.after, contestant),
        "appealing": case_finality(session, subject, session.recorded_at) if subject and is_own and ends else None,
    }


def _subject_case(event: Event, session: Session) -> str:
    """Return the case number of the ruling or penalty that an event, such as an appeal's, is about."""
    case: str = getattr(event, "case", "") or ""
    return session.appeals[case].against if case in session.appeals else case


def _subject(event: Event, session: Session) -> Ruling | Penalty | None:
    case = _subject_case(event, session)
    return session.rulings.get(case) or session.penalties.get(case)


def _is_own(moved: _MovingStep, contestant: str) -> bool:
    """Return True if a decision is about the contestant's own table, or about the contestant."""
    event, session = moved.step.envelope.event, moved.after.session
    subject = _subject(event, session)
    if isinstance(subject, Penalty):
        return subject.imposed.contestant == contestant
    seating = subject.seating if subject else event.seating if isinstance(event, AtTable) else None
    return seating is not None and contestant in seating.everyone


def _scores(moved: _MovingStep, contestant: str) -> list[tuple[int, str, str, str]]:
    """Return the boards on which a decision changed the contestant's score: board, before, after, difference."""
    return [
        (each.board, score_text(each.before), score_text(each.after), difference_text(each))
        for each in moved.step.moved.changes
        if each.contestant == contestant
    ]


def _decision_texts(event: Event, subject: Ruling | Penalty | None, session: Session) -> tuple[str, list[str]]:
    """Return a decision about the contestant: a phrase for the page to translate, and lines already translated."""
    match event:
        case Judgement() | Decision():
            score = event.adjustment if isinstance(subject, Ruling) else None
            phrase = kind(session, score, subject) if score and isinstance(subject, Ruling) else ""
            if isinstance(event, Decision):
                return phrase, [f"{decided_by(event)}: {verdict_text(event)}"]
            if not isinstance(subject, Ruling):
                return phrase, []
            board, played = subject.board, session.line(subject.board, subject.seating)
            result = played.result if played else None
            table = [f"{result_text(result, True)}, {say('NS')} {ns_score(result, board):+d}"] if result else []
            return phrase, [", ".join([say("Board %(board)s", board=board), seating_text(subject.seating), *table])]
        case PenaltyImposed():
            return "You are given", [penalty_text(event.amount, event.unit, event.named)]
        case _:
            return "", [event_text(event, session).removesuffix(f" — {getattr(event, 'reason', '')}")]


def _standing(scoreboard: Scoreboard, contestant: str) -> dict[str, object]:
    """Return a contestant's total and place ('' if none), the number of ranked contestants, and the direction."""
    fields = ((field, row) for field in standings(scoreboard) for row in field.rows if row.contestant == contestant)
    if not (entry := next(fields, None)):
        return {"total": "", "place": ""}
    field, row = entry
    total = score_text(row.total, scoreboard.totals.rounding) if row.boards or row.rank else ""
    if not row.rank:
        return {"total": total, "place": standing_mark_text(row.mark)}
    among = sum(each.rank is not None for each in field.rows)
    direction = OFFENDING[field.direction.value] if field.direction else ""
    return {"total": total, "place": str(row.rank), "of": among, "direction": direction}


def table_cards(scoreboard: Scoreboard, _: object) -> dict[str, object]:
    """Return the guide card of every table, with the tables that share its boards; refused without a movement."""
    plan, sharing = require_plan(scoreboard.session), shared_boards(scoreboard.session)
    cards = []
    for table in guide_card_tables(plan):
        sharers = {sharer for group in sharing if table in group for sharer in group - {table}}
        rows = [(line, _boards(line.boards)) for line in guide_card(plan, table, sharing)]
        resting = any(line.boards and not line.planned.boards for line, _ in rows)
        shared_with = ", ".join(sorted(sharers, key=table_order))
        cards.append({"table": table, "sharing": shared_with, "rows": rows, "resting": resting})
    return {"cards": cards}


def seat_slips(scoreboard: Scoreboard, _: object) -> dict[str, object]:
    """Return, for each contestant of the movement, its seat and boards in every round; refused without a movement."""
    session, plan = scoreboard.session, require_plan(scoreboard.session)
    names, slips = names_of(session), []
    for contestant in order_contestants(plan):
        # A row for each round: table, side, opponent ('' for a sit-out) and boards.
        seated = plan.of(contestant)
        away = {*rounds_without_opponent(plan, contestant)} - {each.round for each in seated}
        rows = [(each, "", "", "", "") for each in away]
        for planned in seated:
            side = side_of(planned, contestant)
            against = planned.ew if side == "NS" else planned.ns
            rows.append((planned.round, planned.table, side, against, _boards(planned.boards) if against else ""))
        slips.append((contestant, names.get(contestant, ""), sorted(rows, key=lambda row: row[0])))
    return {"whom": contestant_noun(session).capitalize(), "slips": slips}


def blank_travellers(scoreboard: Scoreboard, _: object) -> dict[str, object]:
    """Return a traveller to fill in for every board: the tables of the movement, or as many lines as pairs can need."""
    session = scoreboard.session
    plan, sheets = plan_of(session), []
    for board in sorted(session.boards):
        played = [each for each in plan.tables if each.played and board in each.boards]
        rows = [(str(each.round), each.ns, each.ew) for each in sorted(played, key=lambda each: each.round)]
        lines = max(session.expected, (scoreboard.form.rooms * len(session.contestants) + 1) // 2)
        sheets.append((say("Board %(board)s", board=board), conditions_text(board), rows or [("", "", "")] * lines))
    return {"heads": ("round", "NS", "EW"), "sheets": sheets, "small": False}


def pick_up_slips(scoreboard: Scoreboard, _: object) -> dict[str, object]:
    """Return a slip to fill in for every table and round of the movement; refused without a movement."""
    session, sheets = scoreboard.session, []
    names = names_of(session)
    for each in sorted(require_plan(session).tables, key=lambda each: (each.round, table_order(each.table))):
        if each.played:
            table = say("Table %(table)s, round %(round)s", table=each.table, round=each.round)
            sides = (
                " ".join(filter(None, (say(side), who, names.get(who, ""))))
                for side, who in (("NS", each.ns), ("EW", each.ew))
            )
            sheets.append((table, " · ".join(sides), [(str(board),) for board in each.boards]))
    return {"heads": ("board",), "sheets": sheets, "small": True}


def _boards(boards: tuple[int, ...]) -> str:
    return boards_text(list(boards)).partition(" ")[2]
