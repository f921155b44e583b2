"""Rulings and penalties: how they change the session; those in force on one table's board, together; and the register,
in what state each is, and until when it may be appealed, by the log and the clock (Law 92A for penalties).

A claim (Laws 68–71) is a ruling of fact: what it says takes the place of the table result. An infraction is ruled on
against one side, or against both, or with no offender at all; where each side has committed one, each scores what the
ruling in which it is the offender says (Law 12C1). The order in which they were given makes no difference.

States are derived, never stored: the same log says 'standing' at 23:00 and 'final' at 23:31.
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

CLAIM_LAWS = ("68", "69", "70", "71")


class CombinedRulings(NamedTuple):
    """What the rulings in force make of a table's board: of its result, and of each side's score (None: the result)."""

    claim: ScoreInForce | None
    ns: ScoreInForce | None
    ew: ScoreInForce | None

    def of(self, side: Side) -> ScoreInForce | None:
        """The score in force that says what a side has; the claim where there is no other."""
        return (self.ns if side is Side.NS else self.ew) or self.claim

    @property
    def each_side(self) -> bool:
        """Whether both sides offended, and each is ruled on by itself."""
        return self.ns is not self.ew

    @property
    def all(self) -> list[ScoreInForce]:
        """Every score in force, the claim last: the others rest on it."""
        scores = (self.ns, self.ew if self.each_side else None, self.claim)
        return [score for score in scores if score]

    @property
    def claimed(self) -> Result | None:
        """The result that was ruled to be that of a claim; None where no ruling says one."""
        return _claimed(self.claim)


def together(session: Session, played: TableBoard) -> CombinedRulings:
    """Return what the rulings in force on a table's board come to, with rectifications worked out."""
    rulings = session.rulings_of(played)
    claims = [session.in_force(ruling) for ruling in rulings if is_claim(session, ruling)]
    claim = claims[-1] if claims else None
    result = _claimed(claim) or played.result
    others = list[ScoreInForce]()
    for ruling in rulings:
        if not is_claim(session, ruling):
            score = session.in_force(ruling)
            if isinstance(score.adjustment, Rectified):
                # A command that leaves nothing to transfer is refused; where a log has one all the same, the table
                # result stands.
                score = score._replace(adjustment=score.adjustment.on(result, score.offender) or Stands())
            others.append(score)
    against = {score.offender: score for score in others}
    if "NS" in against and "EW" in against:
        return CombinedRulings(claim, against["NS"], against["EW"])
    only = others[-1] if others else None
    return CombinedRulings(claim, only, only)


def _claimed(claim: ScoreInForce | None) -> Result | None:
    return claim.adjustment.result if claim and isinstance(claim.adjustment, Claim | Assigned) else None


def result_beneath(session: Session, ruling: Ruling) -> Result | None:
    """Return the result a ruling on an infraction rests on: what was ruled on a claim, or the table result."""
    played = session.boards[ruling.board].get(ruling.seating)
    return (together(session, played).claimed or played.result) if played else None


@overload
def worked_out(session: Session, ruling: Ruling, stated: ScoreInForce | Judgement) -> Adjustment: ...


@overload
def worked_out(session: Session, ruling: Ruling, stated: Decision) -> Adjustment | None: ...


def worked_out(session: Session, ruling: Ruling, stated: ScoreInForce | Judgement | Decision) -> Adjustment | None:
    """Return the score that a ruling, or a decision on it, states; a rectification with the result it gives now."""
    adjustment = stated.adjustment
    if not isinstance(adjustment, Rectified):
        return adjustment
    return adjustment.on(result_beneath(session, ruling), stated.offender) or adjustment


def score_to_show(session: Session, ruling: Ruling) -> ScoreInForce:
    """Return the score in force of a ruling; a rectification with the result it gives now."""
    score = session.in_force(ruling)
    return score._replace(adjustment=worked_out(session, ruling, score))


def is_claim(session: Session, ruling: Ruling) -> bool:
    """Whether a ruling is one on a claim or concession: of fact, with one result for both sides."""
    said, now = ruling.judgement, session.in_force(ruling).adjustment
    about_a_claim = isinstance(said.adjustment, Claim) or any(law.startswith(CLAIM_LAWS) for law in said.laws)
    return about_a_claim and isinstance(now, Claim | Assigned | Stands)


def beside(session: Session, ruling: Ruling) -> list[Ruling]:
    """The other rulings in force on the table's board of one that is."""
    played = session.boards[ruling.board].get(ruling.seating)
    rulings = session.rulings_of(played) if played and ruling.case in played.cases else []
    return [each for each in rulings if each.case != ruling.case]


def clashing(session: Session, rulings: Iterable[Ruling]) -> tuple[Ruling, Ruling] | None:
    """Two rulings of which only one can be in force on a table's board, the later last; None where all go together.

    A claim goes beside an infraction, and an infraction by one side beside one by the other.
    """
    for one, other in combinations(rulings, 2):
        claims = is_claim(session, one), is_claim(session, other)
        offenders = {session.in_force(ruling).offender for ruling in (one, other)}
        if all(claims) or (not any(claims) and offenders != {"NS", "EW"}):
            return one, other
    return None


RulingState = Literal["provisional", "standing", "under appeal", "decided", "superseded", "withdrawn", "final"]

_OPEN_AGAIN = ("remitted", "recommended")
"""Verdicts that leave it to the director to rule again, so that they end nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the register: the ruling, its state, what is in force of it, and until when it may be appealed."""

    ruling: Ruling
    state: RulingState
    score: ScoreInForce
    deadline: int | None
    appeals: tuple[Appeal, ...]


def register(session: Session, now: int) -> list[Entry]:
    """Every ruling of the session, oldest first, as it stands at a time (µs UTC)."""
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
    """The state a ruling is in at a time."""
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
    """How far what is in force of a ruling, or of a penalty, may still be contested; `ends`: its appeal period.

    Decided on appeal, it may be taken to the next instance; it is final once the regulating authority has decided, or
    the session is closed. So it is when its appeal period ends, unless it was remitted to the director.
    """
    if any(appeal.open for appeal in session.appeals_of(case)):
        return "under appeal"
    if is_decided(session, case):
        return "final" if session.closed or by_the_authority(session, case) else "decided"
    return "standing" if verdict_on(session, case) == "remitted" or in_time(now, ends) else "final"


def verdict_on(session: Session, case: str) -> Verdict | None:
    """What was decided on a ruling or a penalty in the end; a review that upholds a decision leaves it."""
    verdict: Verdict | None = None
    for decided in session.decisions_on(case):
        if not (isinstance(decided.decision, DecisionReviewed) and decided.decision.verdict == "upheld"):
            verdict = decided.decision.verdict
    return verdict


def is_decided(session: Session, case: str) -> bool:
    """Whether a ruling or a penalty was decided on appeal so that the director has nothing more to say."""
    return verdict_on(session, case) not in (None, *_OPEN_AGAIN)


def by_the_authority(session: Session, case: str) -> bool:
    """Whether the regulating authority has decided on it, which nothing is above (Law 93C)."""
    decisions = (each.decision for each in session.decisions_on(case))
    return any(isinstance(each, DecisionReviewed) and each.instance == "authority" for each in decisions)


def published_at(stream: Stream) -> int | None:
    """When the official score was first available (µs UTC); publishing it again begins no new period.

    That is when the publication was recorded, whenever it is said to have been: else the periods could be over before
    anybody can read it here. It is then where the chief director says why.
    """
    if not stream.publications:
        return None
    first = stream.publications[0]
    return first.at if first.from_then else stream.on_record_at(first.number)


def correction_deadline(stream: Stream) -> int | None:
    """Until when an error in recording or computing the score may be corrected (Law 79C1)."""
    return deadline(published_at(stream), stream.regulations.periods.correction_minutes)


def official_appeal_deadline(stream: Stream) -> int | None:
    """Return until when a ruling given before the official score was available may be appealed (Law 92B)."""
    return deadline(published_at(stream), stream.regulations.periods.appeal_minutes)


def request_deadline(stream: Stream) -> int | None:
    """Until when a ruling may be asked for (Law 92B), or the director may act on his own awareness (Law 81C3)."""
    ends = official_appeal_deadline(stream)
    return None if ends is None else max(ends, correction_deadline(stream) or ends)


def appeal_deadline(session: Session, ruling: Ruling) -> int | None:
    """Until when a ruling may be appealed (Law 92B): one given after the official score has a period of its own.

    So has one that comes back into force, when what had superseded it is withdrawn. None while the official score is
    not available, or nobody was told of a ruling whose period begins with that.
    """
    if is_untold(session, ruling):
        return None
    told = ruling.told.number if ruling.told and _begins_when_told(session, ruling) else 0
    return _later_of(session, max(ruling.put_in_force_by, told))


def is_untold(session: Session, ruling: Ruling) -> bool:
    """Return whether the appeal period of a ruling waits until both sides are told of the score."""
    return _begins_when_told(session, ruling) and ruling.told is None


def _begins_when_told(session: Session, ruling: Ruling) -> bool:
    # one given before the official score was available has the period of that
    later = _is_after_official_score(session, ruling.put_in_force_by)
    return later and session.regulations.periods.later_rulings == "notified"


def penalty_deadline(session: Session, penalty: Penalty) -> int | None:
    """Until when a penalty may be appealed: it is a ruling of the director's like any other (Law 92A)."""
    return _later_of(session, penalty.put_in_force.number)


def contestable_until(session: Session, against: Ruling | Penalty) -> int | None:
    """Until when a ruling or a penalty may be appealed."""
    return penalty_deadline(session, against) if isinstance(against, Penalty) else appeal_deadline(session, against)


def _later_of(session: Session, number: int) -> int | None:
    """The end of an appeal period that begins with the official score, or with an event that was recorded after it."""
    if _is_after_official_score(session, number):
        return deadline(session.on_record_at(number), session.regulations.periods.appeal_minutes)
    return official_appeal_deadline(session)


def _is_after_official_score(session: Session, number: int) -> bool:
    return bool(session.publications) and number > session.publications[0].number


def second_thoughts_deadline(session: Session, ruling: Ruling) -> int | None:
    """Until when the director may change a ruling of his own accord: while it, or any score, may be questioned."""
    appeal, correction = appeal_deadline(session, ruling), correction_deadline(session)
    return None if appeal is None or correction is None else max(appeal, correction)


def order(session: Session, case: str) -> Appeal | None:
    """The appeal whose decision leaves it to the director to rule again; None: there is none, or it went further."""
    if verdict_on(session, case) not in _OPEN_AGAIN or any(each.awaiting for each in session.appeals_of(case)):
        return None
    return session.appeals[session.decisions_on(case)[-1].decision.case]


PenaltyState = Literal["standing", "under appeal", "decided", "withdrawn", "final"]


def penalty_state(session: Session, penalty: Penalty, now: int) -> PenaltyState:
    """The state a penalty is in at a time; what is in force of it, `Session.penalty_in_force` says."""
    if penalty.withdrawn:
        return "withdrawn"
    return contested_state(session, penalty.imposed.case, penalty_deadline(session, penalty), now)


def _happened(envelope: Envelope) -> EventTime:
    return EventTime(envelope.number, envelope.occurred_at)


def _withdraw(session: Session, envelope: Envelope, event: RulingWithdrawn) -> None:
    case = session.rulings[event.case]
    says = None if event.imported else case.file_says
    _take_off(session, replace(case, withdrawn=True, file_says=says, by_file=event.imported), envelope)


def _reinstate(session: Session, envelope: Envelope, event: RulingWithdrawn) -> None:
    case = replace(session.rulings[event.case], withdrawn=False, by_file=False, back=_happened(envelope))
    _supersede(session, case)
    _put_in_force(session, case, envelope.number)


def _confirm(session: Session, envelope: Envelope, event: RulingConfirmed) -> None:
    case = session.rulings[event.case]
    note(session, replace(case, confirmed=(*case.confirmed, envelope.number)), envelope.number)


def _recall_confirmation(session: Session, envelope: Envelope[TakenBack], event: RulingConfirmed) -> None:
    case = session.rulings[event.case]
    confirmed = tuple(number for number in case.confirmed if number != envelope.event.of)
    note(session, replace(case, confirmed=confirmed), envelope.number)


def _notify(session: Session, envelope: Envelope, event: SidesNotified) -> None:
    case = session.rulings[event.case]
    told = case.told or _happened(envelope)
    note(session, replace(case, told=told, right_to_appeal=event.right_to_appeal), envelope.number)


def _recall_notification(session: Session, envelope: Envelope, event: SidesNotified) -> None:
    note(session, replace(session.rulings[event.case], told=None, right_to_appeal=False), envelope.number)


def _penalise(session: Session, envelope: Envelope, event: PenaltyImposed) -> None:
    imposed = _happened(envelope)
    session.penalties[event.case] = Penalty(envelope.number, event, envelope.by, imposed, events=(envelope.number,))


def _withdraw_penalty(session: Session, envelope: Envelope, event: PenaltyWithdrawn) -> None:
    penalty = session.penalties[event.case]
    session.penalties[event.case] = replace(penalty, withdrawn=True, events=(*penalty.events, envelope.number))


def _impose_again(session: Session, envelope: Envelope, event: PenaltyWithdrawn) -> None:
    penalty, events = session.penalties[event.case], (*session.penalties[event.case].events, envelope.number)
    session.penalties[event.case] = replace(penalty, withdrawn=False, put_in_force=_happened(envelope), events=events)


def note(session: Session, ruling: Ruling, number: int) -> None:
    """An event about a ruling that leaves it in force, or not, as it was."""
    session.rulings[ruling.case] = replace(ruling, events=(*ruling.events, number))
    played = session.boards[ruling.board].get(ruling.seating)
    if played:
        session.put(replace(played, events=(*played.events, number)))


def _give(session: Session, envelope: Envelope, event: RulingGiven) -> None:
    says = event.adjustment if event.imported else None
    version = Version(envelope.number, event, envelope.occurred_at, envelope.by)
    if event.supersedes:
        says = session.rulings[event.supersedes].file_says
    played = session.line(event.board, event.seating)
    seating = played.seating if played else event.seating
    case = Ruling(event.case, event.board, seating, (version,), file_says=says, by_file=event.imported)
    _supersede(session, case)
    before = envelope.because
    if event.call:
        call = session.calls[event.call]
        session.calls[event.call] = replace(call, rulings=(*call.rulings, event.case))
        before = (*before, *call.events)
    _put_in_force(session, case, envelope.number, before)


def _amend(session: Session, envelope: Envelope, event: RulingAmended) -> None:
    case = session.rulings[event.case]
    says = event.adjustment if event.imported else case.file_says
    version = Version(envelope.number, event, envelope.occurred_at, envelope.by)
    now = replace(case, versions=(*case.versions, version), file_says=says, by_file=event.imported)
    if now.scored is version:
        now = replace(now, told=None, right_to_appeal=False)
    _put_in_force(session, now, envelope.number)


def _supersede(session: Session, case: Ruling) -> None:
    if earlier := case.given.supersedes:
        session.rulings[earlier] = replace(session.rulings[earlier], superseded_by=case.case, by_file=False)


def _put_in_force(session: Session, case: Ruling, number: int, before: tuple[int, ...] = ()) -> None:
    """Put a new or changed case in force on its table's board, beside what else is; `before` are events that led to it.

    What it supersedes no longer is. One that comes back finds the table's line, though a result has said more of it.
    """
    given, said = case.given, case.seating
    new = TableBoard(case.board, said, said.table or given.table, said.round or given.round)
    old = session.line(case.board, said) or new
    session.rulings[case.case] = replace(case, seating=old.seating, events=(*case.events, number), stated=number)
    events = tuple(sorted({*old.events, *before, number}))
    cases = _in_order({*old.cases, case.case} - {given.supersedes})
    session.put(replace(old, cases=cases, table=old.table or given.table, events=events))


def _in_order(cases: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted((case for case in cases if case), key=lambda case: (len(case), case)))


def _take_off(session: Session, case: Ruling, envelope: Envelope) -> None:
    """Take a case off its table's board: what it superseded is in force again beside the others, or what was played."""
    number = envelope.number
    session.rulings[case.case] = replace(case, events=(*case.events, number), stated=number)
    earlier = case.given.supersedes
    if earlier:
        back = replace(session.rulings[earlier], superseded_by=None, back=_happened(envelope))
        session.rulings[earlier] = back
        earlier = None if back.withdrawn else earlier
    old = session.boards[case.board][case.seating]
    now = replace(old, cases=_in_order({*old.cases, earlier} - {case.case}), events=(*old.events, number))
    if not now.cases and now.result is None and now.absence is None:
        del session.own_board(case.board)[case.seating]
    else:
        session.put(now)


KINDS = (
    Kind(
        RulingGiven, "ruling-given", DIRECTORS, _give, "hall", undone_by=RulingWithdrawn, period="request", settles=True
    ),
    Kind(
        RulingAmended,
        "ruling-amended",
        DIRECTORS,
        _amend,
        "hall",
        undone_by=RulingAmended,
        period="second-thoughts",
        settles=True,
    ),
    Kind(
        RulingWithdrawn,
        "ruling-withdrawn",
        DIRECTORS,
        _withdraw,
        "hall",
        undone_by=Reversal(_reinstate),
        period="second-thoughts",
        settles=True,
    ),
    Kind(
        PenaltyImposed,
        "penalty-imposed",
        HEARING,
        _penalise,
        "hall",
        undone_by=PenaltyWithdrawn,
        period="penalty",
        settles=True,
    ),
    Kind(
        PenaltyWithdrawn,
        "penalty-withdrawn",
        HEARING,
        _withdraw_penalty,
        "hall",
        undone_by=Reversal(_impose_again),
        period="penalty",
        settles=True,
    ),
    Kind(SidesNotified, "sides-notified", DIRECTORS, _notify, "hall", undone_by=Reversal(_recall_notification)),
    Kind(RulingConfirmed, "ruling-confirmed", DIRECTORS, _confirm, "hall", undone_by=Reversal(_recall_confirmation)),
)
