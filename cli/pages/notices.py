"""The notice to one contestant: what changed on its boards, why, and what that did to its total and place.

Nothing is said of others but that a score elsewhere moved, and by which case.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cli.pages.fields import AppealPeriod, OutcomeLine, appealing, kind, laws, outcomes, when
from cli.pages.history import History, Step
from cli.pages.ruling_forms import OFFENDING
from cli.pages.standings import unit_of
from cli.words.appeals import decided_by, verdict_text
from cli.words.events import event_text
from cli.words.language import say
from cli.words.notation import result_text, seating_text
from cli.words.rulings import penalty_text
from cli.words.scores import difference_text, score_text, standing_mark
from ledger.bridge import ns_score
from ledger.facts import Envelope, Event
from ledger.facts.appeals import Decision
from ledger.facts.at_table import AtTable
from ledger.facts.clocks import with_right_times
from ledger.facts.register import KIND_OF
from ledger.facts.rulings import Judgement, PenaltyImposed
from ledger.laws.adjustment import Adjustment
from ledger.projections.names import names_of
from ledger.projections.ripple import Change
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import standings
from ledger.session import Penalty, Ruling, Session


class TotalAtMoment(NamedTuple):
    """A contestant's total and place at a moment, '' where it has none; of how many, and in which direction."""

    total: str
    place: str
    of: int = 0
    direction: str = ""


class ScoreMoved(NamedTuple):
    """A board on which the contestant has another score than before."""

    board: int
    before: str
    after: str
    change: str


class NoticeItem(NamedTuple):
    """Something that was decided: what, why, and what it did to the contestant.

    `board`: it was about a score at its own table; `said` in the office's words, `phrase` in the page's own.
    """

    label: str
    when: str
    board: bool
    phrase: str
    said: list[str]
    outcomes: list[OutcomeLine]
    laws: tuple[str, ...]
    reason: str
    scores: list[ScoreMoved]
    before: TotalAtMoment
    after: TotalAtMoment
    appealing: AppealPeriod | None


class Notice(NamedTuple):
    """Everything a notice says."""

    contestant: str
    players: str
    unit: str
    items: list[NoticeItem]
    now: TotalAtMoment


class _Moved(NamedTuple):
    """A decision that concerns the contestant, and the scores before and after it."""

    step: Step
    before: Scoreboard
    after: Scoreboard


class _ContestantHistory(History):
    """A log read on behalf of one contestant: what was decided that concerns it."""

    def __init__(self, session_id: str, contestant: str) -> None:
        super().__init__(session_id)
        self.contestant = contestant
        self.moved = list[_Moved]()

    def _decided(self, envelope: Envelope) -> None:
        before = self.scoreboard
        super()._decided(envelope)
        moved = _Moved(self.steps[-1], before, self.scoreboard)
        if _concerns(moved, self.contestant):
            self.moved.append(moved)


def notice(scoreboard: Scoreboard, log: Iterable[Envelope], contestant: str) -> Notice:
    """What is to be told to a contestant of the session."""
    watching = _ContestantHistory(scoreboard.session.id, contestant)
    watching.go_on(log)
    session, found = scoreboard.session, list[NoticeItem]()
    last = {_subject_case(each.step.envelope.event, session): each for each in watching.moved}
    for each in watching.moved:
        case = _subject_case(each.step.envelope.event, session)
        found.append(_item(session, each, contestant, ends=last[case] is each))
    players = names_of(session).get(contestant, "")
    return Notice(contestant, players, unit_of(scoreboard), found, _standing(scoreboard, contestant))


def _item(session: Session, moved: _Moved, contestant: str, *, ends: bool) -> NoticeItem:
    """A decision as the contestant is told of it; `ends`: nothing later was decided on the same."""
    event, own = moved.step.envelope.event, _is_own(moved, contestant)
    subject = _subject(event, session)
    phrase, said = _told(event, subject, moved.after.session) if own else (_elsewhere(event), [])
    score = _score(event) if own else None
    return NoticeItem(
        moved.step.label,
        when(with_right_times(moved.step.envelope, session.wrong_clocks).occurred_at),
        own and not isinstance(subject, Penalty),
        phrase,
        said,
        outcomes(session, score, subject.board) if score and isinstance(subject, Ruling) else [],
        laws(getattr(event, "laws", ())) if own else (),
        getattr(event, "reason", "") if own else "",
        _scores(moved, contestant),
        _standing(moved.before, contestant),
        _standing(moved.after, contestant),
        appealing(session, subject) if subject and own and ends else None,
    )


def _subject_case(event: Event, session: Session) -> str:
    """The ruling or the penalty an event is about; what it is an event of where there is none."""
    case: str = getattr(event, "case", "") or ""
    return session.appeals[case].against if case in session.appeals else case


def _subject(event: Event, session: Session) -> Ruling | Penalty | None:
    case = _subject_case(event, session)
    return session.rulings.get(case) or session.penalties.get(case)


def _concerns(moved: _Moved, contestant: str) -> bool:
    """Whether a decision moved the contestant, or settles something at its own table; steps on the way do not."""
    settles = KIND_OF[type(moved.step.envelope.event)].settles
    own = settles and _is_own(moved, contestant)
    return own or bool(_scores(moved, contestant)) or _place_moved(moved, contestant)


def _is_own(moved: _Moved, contestant: str) -> bool:
    """Whether a decision is about the contestant's own table, or about itself."""
    event, session = moved.step.envelope.event, moved.after.session
    subject = _subject(event, session)
    if isinstance(subject, Penalty):
        return subject.imposed.contestant == contestant
    seating = subject.seating if subject else event.seating if isinstance(event, AtTable) else None
    return seating is not None and _sits(seating.pair, contestant)


def _sits(pair: tuple[str, str], contestant: str) -> bool:
    return any(contestant == side or contestant in side.split("+") for side in pair)


def _place_moved(moved: _Moved, contestant: str) -> bool:
    return any(each.contestant == contestant for each in moved.step.moved.ranks)


def _scores(moved: _Moved, contestant: str) -> list[ScoreMoved]:
    return [_changed(each) for each in moved.step.moved.changes if each.contestant == contestant]


def _changed(change: Change) -> ScoreMoved:
    return ScoreMoved(change.board, score_text(change.before), score_text(change.after), difference_text(change))


def _score(event: Event) -> Adjustment | None:
    return event.adjustment if isinstance(event, Judgement | Decision) else None


def _elsewhere(event: Event) -> str:
    """Why a score moved by what was decided of others, who they are is not said."""
    if getattr(event, "case", None):
        return "A score at another table was changed, and yours is compared with it."
    return "Something that was recorded elsewhere moved your score or your place."


def _told(event: Event, subject: Ruling | Penalty | None, session: Session) -> tuple[str, list[str]]:
    """What is said of a decision on the contestant's own table: in the page's own words, and in the office's."""
    match event:
        case Judgement():
            phrase = kind(session, event.adjustment, subject) if isinstance(subject, Ruling) else ""
            return phrase, _played(subject, session)
        case Decision():
            phrase = (
                kind(session, event.adjustment, subject) if event.adjustment and isinstance(subject, Ruling) else ""
            )
            return phrase, [f"{decided_by(event)}: {verdict_text(event)}"]
        case PenaltyImposed():
            return "You are given", [penalty_text(event.amount, event.unit, event.named)]
        case _:
            return "", [event_text(event).removesuffix(f" — {getattr(event, 'reason', '')}")]


def _played(subject: Ruling | Penalty | None, session: Session) -> list[str]:
    """The board, the opponents, and what was played."""
    if not isinstance(subject, Ruling):
        return []
    played = session.line(subject.board, subject.seating)
    result = played.result if played else None
    table = [f"{result_text(result, True)}, {say('NS')} {ns_score(result, subject.board):+d}"] if result else []
    return [", ".join([say("Board %(board)s", board=subject.board), seating_text(subject.seating), *table])]


def _standing(scoreboard: Scoreboard, contestant: str) -> TotalAtMoment:
    fields = ((field, row) for field in standings(scoreboard) for row in field.rows if row.contestant == contestant)
    if not (found := next(fields, None)):
        return TotalAtMoment("", "")
    field, row = found
    total = score_text(row.total, scoreboard.totals.rounding) if row.boards or row.rank else ""
    if not row.rank:
        return TotalAtMoment(total, standing_mark(row.mark))
    among = sum(each.rank is not None for each in field.rows)
    return TotalAtMoment(total, str(row.rank), among, OFFENDING[field.direction.value] if field.direction else "")
