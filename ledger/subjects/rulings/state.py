"""Rulings and penalties: how they change the session, combine on a board, and what state they are in.

A claim (Laws 68–71) is a ruling of fact: its result replaces the table result. A ruling on an infraction is against one
side, both, or neither; if each side committed one, each scores by the ruling in which it is the offender (Law 12C1), in
whatever order they were given.

States and appeal deadlines are derived from log and clock, never stored: the same log says 'standing' at 23:00 and
'final' at 23:31.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, NamedTuple, overload

from msgspec.structs import replace

from ledger.bridge import Result, Side
from ledger.kernel.fact import DIRECTORS, HEARING, Envelope, TakenBack
from ledger.kernel.kind import Kind, Reversal
from ledger.laws.adjustment import Adjustment, Assigned, Claim, Rectified, Stands
from ledger.laws.regulations import deadline, in_time
from ledger.session.cases import Appeal, EventTime, Penalty, Ruling, ScoreInForce, Version
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.session.tables import TableBoard
from ledger.subjects.appeals.facts import Decision, DecisionReviewed, Verdict
from ledger.subjects.rulings.facts import (
    Judgement,
    PenaltyImposed,
    PenaltyWithdrawn,
    RulingAmended,
    RulingConfirmed,
    RulingGiven,
    RulingWithdrawn,
    SidesNotified,
)


class CombinedRulings(NamedTuple):
    """The scores in force by the rulings on a table's board: for a claim and for each side; None: not ruled on."""

    claim: ScoreInForce | None
    ns: ScoreInForce | None
    ew: ScoreInForce | None

    def of(self, side: Side) -> ScoreInForce | None:
        """Return the ruled score of a side, else that of the claim; None if neither was ruled on."""
        return (self.ns if side is Side.NS else self.ew) or self.claim

    @property
    def each_side(self) -> bool:
        """True if each side has a score by a ruling of its own, as when both offended."""
        return self.ns is not self.ew

    @property
    def all(self) -> list[ScoreInForce]:
        """The scores in force on the board: by rulings on infractions first, then by the ruling on a claim."""
        scores = (self.ns, self.ew if self.each_side else None, self.claim)
        return [score for score in scores if score]

    @property
    def claimed(self) -> Result | None:
        """The result that the ruling on a claim gives; None if no claim was ruled on."""
        return _claimed(self.claim)


def combine_rulings(session: Session, played: TableBoard) -> CombinedRulings:
    """Return the scores by the rulings in force on a table's board, with the tricks of rectifications transferred."""
    rulings = session.rulings_of(played)
    claims = [session.in_force(ruling) for ruling in rulings if is_claim(session, ruling)]
    claim = claims[-1] if claims else None
    result = _claimed(claim) or played.result
    scores = list[ScoreInForce]()
    for ruling in rulings:
        if not is_claim(session, ruling):
            score = session.in_force(ruling)
            if isinstance(score.adjustment, Rectified):
                # `decide` refuses a rectification with nothing to transfer; if a log has one, the table result stands
                score = score._replace(adjustment=score.adjustment.on(result, score.offender) or Stands())
            scores.append(score)
    against = {score.offender: score for score in scores}
    if "NS" in against and "EW" in against:
        return CombinedRulings(claim, against["NS"], against["EW"])
    only = scores[-1] if scores else None
    return CombinedRulings(claim, only, only)


def _claimed(claim: ScoreInForce | None) -> Result | None:
    return claim.adjustment.result if claim and isinstance(claim.adjustment, Claim | Assigned) else None


def result_ruled_on(session: Session, ruling: Ruling) -> Result | None:
    """Return the result to which a ruling on an infraction applies: of the ruled claim, else of the table, or None."""
    played = session.boards[ruling.board].get(ruling.seating)
    return (combine_rulings(session, played).claimed or played.result) if played else None


@overload
def transfer_tricks(session: Session, ruling: Ruling, stated: ScoreInForce | Judgement) -> Adjustment: ...


@overload
def transfer_tricks(session: Session, ruling: Ruling, stated: Decision) -> Adjustment | None: ...


def transfer_tricks(session: Session, ruling: Ruling, stated: ScoreInForce | Judgement | Decision) -> Adjustment | None:
    """Return the score that a ruling or a decision on it gives, with the tricks of a rectification transferred."""
    adjustment = stated.adjustment
    if not isinstance(adjustment, Rectified):
        return adjustment
    return adjustment.on(result_ruled_on(session, ruling), stated.offender) or adjustment


def score_to_show(session: Session, ruling: Ruling) -> ScoreInForce:
    """Return a ruling's score in force, with the tricks of a rectification transferred."""
    score = session.in_force(ruling)
    return score._replace(adjustment=transfer_tricks(session, ruling, score))


def is_claim(session: Session, ruling: Ruling) -> bool:
    """Return whether a ruling decides a claim or concession, so that both sides get one result."""
    judgement, current = ruling.judgement, session.in_force(ruling).adjustment
    about_a_claim = isinstance(judgement.adjustment, Claim) or "claim" in judgement.matters
    return about_a_claim and isinstance(current, Claim | Assigned | Stands)


def other_rulings(session: Session, ruling: Ruling) -> list[Ruling]:
    """Return the other rulings in force on a ruling's board; none if the ruling itself is not in force."""
    played = session.boards[ruling.board].get(ruling.seating)
    rulings = session.rulings_of(played) if played and ruling.case in played.cases else []
    return [each for each in rulings if each.case != ruling.case]


def find_clash(session: Session, rulings: Iterable[Ruling]) -> tuple[Ruling, Ruling] | None:
    """Return two rulings that cannot both be in force on a table's board, the later last; None if all go together."""
    # A claim and an infraction go together, and so do an infraction by each side
    for one, two in combinations(rulings, 2):
        claims = is_claim(session, one), is_claim(session, two)
        offenders = {session.in_force(ruling).offender for ruling in (one, two)}
        if all(claims) or (not any(claims) and offenders != {"NS", "EW"}):
            return one, two
    return None


RulingState = Literal["provisional", "standing", "under appeal", "decided", "superseded", "withdrawn", "final"]

_OPEN_AGAIN = ("remitted", "recommended")
"""Verdicts after which the director rules again, so that the case is not decided."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row in the register of rulings: a ruling, its state, its score in force, and its appeal deadline (µs UTC)."""

    ruling: Ruling
    state: RulingState
    score: ScoreInForce
    deadline: int | None
    appeals: tuple[Appeal, ...]


def register(session: Session, now: int) -> list[Entry]:
    """Return a row for every ruling of the session, oldest first, with the states at time `now` (µs UTC)."""
    return [
        Entry(
            ruling,
            ruling_state(session, ruling, now),
            score_to_show(session, ruling),
            appeal_deadline(session, ruling),
            tuple(session.appeals_of(ruling.case)),
        )
        for ruling in session.rulings.values()
    ]


def ruling_state(session: Session, ruling: Ruling, now: int) -> RulingState:
    """Return the state of a ruling at time `now` (µs UTC)."""
    if ruling.withdrawn:
        return "withdrawn"
    if ruling.superseded_by:
        return "superseded"
    if ruling.judgement.provisional:
        return "provisional"
    return contested_state(session, ruling.case, appeal_deadline(session, ruling), now)


def contested_state(
    session: Session, case: str, ends: int | None, now: int
) -> Literal["standing", "under appeal", "decided", "final"]:
    """Return the state of a ruling or penalty in force, by appeals and appeal period; `ends`: the end of the period.

    A case decided on appeal may go to the next instance; it is final when the regulating authority has decided or the
    session is closed. Without an appeal it is final when its appeal period ends, unless it was remitted to the
    director.
    """
    if any(appeal.open for appeal in session.appeals_of(case)):
        return "under appeal"
    if is_decided(session, case):
        return "final" if session.closed or is_decided_by_authority(session, case) else "decided"
    return "standing" if verdict_on(session, case) == "remitted" or in_time(now, ends) else "final"


def verdict_on(session: Session, case: str) -> Verdict | None:
    """Return the verdict in force on a ruling or penalty (a review that upholds keeps the first); None if undecided."""
    verdict: Verdict | None = None
    for decided in session.decisions_on(case):
        if not (isinstance(decided.decision, DecisionReviewed) and decided.decision.verdict == "upheld"):
            verdict = decided.decision.verdict
    return verdict


def is_decided(session: Session, case: str) -> bool:
    """Return whether a ruling or penalty was decided on appeal, and not left to the director to decide again."""
    return verdict_on(session, case) not in (None, *_OPEN_AGAIN)


def is_decided_by_authority(session: Session, case: str) -> bool:
    """Return whether the regulating authority, the last instance (Law 93C), has decided on a ruling or penalty."""
    decisions = (each.decision for each in session.decisions_on(case))
    return any(isinstance(each, DecisionReviewed) and each.instance == "authority" for each in decisions)


def published_at(stream: Stream) -> int | None:
    """Return when the official score was first available (µs UTC), from which periods run; None before that.

    It is the time of recording, or, by the chief director's word, the stated time of the publication.
    """
    if not stream.publications:
        return None
    # Of recording: by a stated time the periods could be over before anybody can read the score here
    first = stream.publications[0]
    return first.at if first.from_then else stream.on_record_at(first.number)


def correction_deadline(stream: Stream) -> int | None:
    """Return the end of the period for correcting scores (µs UTC, Law 79C1); None before publication."""
    return deadline(published_at(stream), stream.regulations.periods.correction_minutes)


def official_appeal_deadline(stream: Stream) -> int | None:
    """Return the deadline for appeals against rulings given before publication (µs UTC, Law 92B); None before it."""
    return deadline(published_at(stream), stream.regulations.periods.appeal_minutes)


def request_deadline(stream: Stream) -> int | None:
    """Return the deadline to ask for a ruling or to rule unasked (µs UTC; Laws 92B, 81C3); None before publication."""
    ends = official_appeal_deadline(stream)
    return None if ends is None else max(ends, correction_deadline(stream) or ends)


def appeal_deadline(session: Session, ruling: Ruling) -> int | None:
    """Return the deadline for an appeal against a ruling (µs UTC, Law 92B); None while its period has not begun.

    A ruling given after the official score, or brought back into force after it, has a period of its own. None before
    the official score is available, or before both sides were told of a ruling whose period begins then.
    """
    if waits_for_notification(session, ruling):
        return None
    notified = ruling.told.number if ruling.told and _begins_when_told(session, ruling) else 0
    return _appeal_end(session, max(ruling.put_in_force_by, notified))


def waits_for_notification(session: Session, ruling: Ruling) -> bool:
    """Return whether the appeal period of a ruling has not begun because both sides were not yet told of it."""
    return _begins_when_told(session, ruling) and ruling.told is None


def _begins_when_told(session: Session, ruling: Ruling) -> bool:
    # A ruling given before the official score has the period of that score
    later = _is_after_official_score(session, ruling.put_in_force_by)
    return later and session.regulations.periods.later_rulings == "notified"


def penalty_deadline(session: Session, penalty: Penalty) -> int | None:
    """Return the deadline for an appeal against a penalty (µs UTC, Law 92A); None before publication."""
    return _appeal_end(session, penalty.put_in_force.number)


def appeal_deadline_of(session: Session, against: Ruling | Penalty) -> int | None:
    """Return the deadline for an appeal against a ruling or penalty (µs UTC); None while its period has not begun."""
    return penalty_deadline(session, against) if isinstance(against, Penalty) else appeal_deadline(session, against)


def _appeal_end(session: Session, number: int) -> int | None:
    """Return the end of an appeal period, which begins at publication, or at event `number` if that came later."""
    if _is_after_official_score(session, number):
        return deadline(session.on_record_at(number), session.regulations.periods.appeal_minutes)
    return official_appeal_deadline(session)


def _is_after_official_score(session: Session, number: int) -> bool:
    return bool(session.publications) and number > session.publications[0].number


def second_thoughts_deadline(session: Session, ruling: Ruling) -> int | None:
    """Return the deadline for second thoughts (µs UTC), the later of a ruling's appeal and correction deadlines.

    None while either period has not begun.
    """
    appeal, correction = appeal_deadline(session, ruling), correction_deadline(session)
    return None if appeal is None or correction is None else max(appeal, correction)


def appeal_to_rule_again(session: Session, case: str) -> Appeal | None:
    """Return the appeal whose decision leaves a case to the director to rule again; None if no decision does."""
    if verdict_on(session, case) not in _OPEN_AGAIN or any(each.awaiting for each in session.appeals_of(case)):
        return None
    return session.appeals[session.decisions_on(case)[-1].decision.case]


PenaltyState = Literal["standing", "under appeal", "decided", "withdrawn", "final"]


def penalty_state(session: Session, penalty: Penalty, now: int) -> PenaltyState:
    """Return the state of a penalty at time `now` (µs UTC)."""
    if penalty.withdrawn:
        return "withdrawn"
    return contested_state(session, penalty.imposed.case, penalty_deadline(session, penalty), now)


def _event_time(envelope: Envelope) -> EventTime:
    return EventTime(envelope.number, envelope.occurred_at)


def _withdraw(session: Session, envelope: Envelope, event: RulingWithdrawn) -> None:
    case = session.rulings[event.case]
    says = None if event.imported else case.score_in_file
    _take_off(session, replace(case, withdrawn=True, score_in_file=says, by_file=event.imported), envelope)


def _reinstate(session: Session, envelope: Envelope, event: RulingWithdrawn) -> None:
    case = replace(session.rulings[event.case], withdrawn=False, by_file=False, back=_event_time(envelope))
    _supersede(session, case)
    _put_in_force(session, case, envelope.number)


def _confirm(session: Session, envelope: Envelope, event: RulingConfirmed) -> None:
    case = session.rulings[event.case]
    store_ruling(session, replace(case, confirmed=(*case.confirmed, envelope.number)), envelope.number)


def _recall_confirmation(session: Session, envelope: Envelope[TakenBack], event: RulingConfirmed) -> None:
    case = session.rulings[event.case]
    confirmed = tuple(number for number in case.confirmed if number != envelope.event.of)
    store_ruling(session, replace(case, confirmed=confirmed), envelope.number)


def _notify(session: Session, envelope: Envelope, event: SidesNotified) -> None:
    case = session.rulings[event.case]
    notified = case.told or _event_time(envelope)
    store_ruling(session, replace(case, told=notified, right_to_appeal=event.right_to_appeal), envelope.number)


def _recall_notification(session: Session, envelope: Envelope, event: SidesNotified) -> None:
    store_ruling(session, replace(session.rulings[event.case], told=None, right_to_appeal=False), envelope.number)


def _penalise(session: Session, envelope: Envelope, event: PenaltyImposed) -> None:
    imposed = _event_time(envelope)
    session.penalties[event.case] = Penalty(envelope.number, event, envelope.by, imposed, events=(envelope.number,))


def _withdraw_penalty(session: Session, envelope: Envelope, event: PenaltyWithdrawn) -> None:
    penalty = session.penalties[event.case]
    session.penalties[event.case] = replace(penalty, withdrawn=True, events=(*penalty.events, envelope.number))


def _impose_again(session: Session, envelope: Envelope, event: PenaltyWithdrawn) -> None:
    penalty, events = session.penalties[event.case], (*session.penalties[event.case].events, envelope.number)
    session.penalties[event.case] = replace(penalty, withdrawn=False, put_in_force=_event_time(envelope), events=events)


def store_ruling(session: Session, ruling: Ruling, number: int) -> None:
    """Store a changed ruling and note the event `number` on it; whether the ruling is in force stays the same."""
    session.rulings[ruling.case] = replace(ruling, events=(*ruling.events, number))
    played = session.boards[ruling.board].get(ruling.seating)
    if played:
        session.put(replace(played, events=(*played.events, number)))


def _give(session: Session, envelope: Envelope, event: RulingGiven) -> None:
    says = event.adjustment if event.imported else None
    version = Version(envelope.number, event, envelope.occurred_at, envelope.by)
    if event.supersedes:
        says = session.rulings[event.supersedes].score_in_file
    played = session.line(event.board, event.seating)
    seating = played.seating if played else event.seating
    case = Ruling(event.case, event.board, seating, (version,), score_in_file=says, by_file=event.imported)
    _supersede(session, case)
    before = envelope.because
    if event.call:
        call = session.calls[event.call]
        session.calls[event.call] = replace(call, rulings=(*call.rulings, event.case))
        before = (*before, *call.events)
    _put_in_force(session, case, envelope.number, before)


def _amend(session: Session, envelope: Envelope, event: RulingAmended) -> None:
    case = session.rulings[event.case]
    says = event.adjustment if event.imported else case.score_in_file
    version = Version(envelope.number, event, envelope.occurred_at, envelope.by)
    amended = replace(case, versions=(*case.versions, version), score_in_file=says, by_file=event.imported)
    if amended.scored is version:
        amended = replace(amended, told=None, right_to_appeal=False)
    _put_in_force(session, amended, envelope.number)


def _supersede(session: Session, case: Ruling) -> None:
    if earlier := case.given.supersedes:
        session.rulings[earlier] = replace(session.rulings[earlier], superseded_by=case.case, by_file=False)


def _put_in_force(session: Session, case: Ruling, number: int, before: tuple[int, ...] = ()) -> None:
    """Put a new or changed ruling in force on its board; `before`: earlier events to be listed with the board's."""
    given, seating = case.given, case.seating
    new = TableBoard(case.board, seating, seating.table or given.table, seating.round or given.round)
    old = session.line(case.board, seating) or new  # a result may since have named round or table
    session.rulings[case.case] = replace(case, seating=old.seating, events=(*case.events, number), stated=number)
    events = tuple(sorted({*old.events, *before, number}))
    cases = _sorted_cases({*old.cases, case.case} - {given.supersedes})
    session.put(replace(old, cases=cases, table=old.table or given.table, events=events))


def _sorted_cases(cases: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted((case for case in cases if case), key=lambda case: (len(case), case)))


def _take_off(session: Session, case: Ruling, envelope: Envelope) -> None:
    """End the force of a ruling on its board, and put the ruling that it superseded back in force."""
    number = envelope.number
    session.rulings[case.case] = replace(case, events=(*case.events, number), stated=number)
    earlier = case.given.supersedes
    if earlier:
        back = replace(session.rulings[earlier], superseded_by=None, back=_event_time(envelope))
        session.rulings[earlier] = back
        earlier = None if back.withdrawn else earlier
    old = session.boards[case.board][case.seating]
    changed = replace(old, cases=_sorted_cases({*old.cases, earlier} - {case.case}), events=(*old.events, number))
    if not changed.cases and changed.result is None and changed.absence is None:
        del session.own_board(case.board)[case.seating]
    else:
        session.put(changed)


KINDS = (
    Kind(RulingGiven, DIRECTORS, _give, "hall", RulingWithdrawn, period="request", settles=True),
    Kind(RulingAmended, DIRECTORS, _amend, "hall", RulingAmended, period="second-thoughts", settles=True),
    Kind(RulingWithdrawn, DIRECTORS, _withdraw, "hall", Reversal(_reinstate), period="second-thoughts", settles=True),
    Kind(PenaltyImposed, HEARING, _penalise, "hall", PenaltyWithdrawn, period="penalty", settles=True),
    Kind(PenaltyWithdrawn, HEARING, _withdraw_penalty, "hall", Reversal(_impose_again), period="penalty", settles=True),
    Kind(SidesNotified, DIRECTORS, _notify, "hall", Reversal(_recall_notification)),
    Kind(RulingConfirmed, DIRECTORS, _confirm, "hall", Reversal(_recall_confirmation)),
)
