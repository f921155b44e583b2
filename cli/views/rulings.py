"""Rulings with their register, penalties, and appeals with their docket."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from cli.views.answers import Answer, ScoreValue, fill_row, microseconds, score
from cli.views.tables import AnswerColumn, AnswerTable, text_of
from cli.words.appeals import (
    built_on_text,
    committee_text,
    decided_by,
    decided_penalty,
    outcome_text,
    verdict_text,
    who_appeals,
)
from cli.words.cases import penalty_in_force_text
from cli.words.language import say
from cli.words.notation import and_text
from cli.words.rulings import cite_laws, kind_text, penalty_text, protocol_text
from cli.words.times import moment_text, until_text
from cli.words.vocabulary import MERIT, OFFENDING, STATES, name_seated
from ledger.laws.edition import Edition, edition_of, newest_edition
from ledger.laws.penalty_amount import PenaltyUnit
from ledger.session import Appeal, DecidedAppeal, Penalty, PenaltyInForce, Session
from ledger.session.moment import iso
from ledger.subjects.appeals.facts import Appellant, Instance, Merit, Verdict
from ledger.subjects.appeals.state import AppealEntry, AppealState, DepositState
from ledger.subjects.rulings.facts import Cause, Offender
from ledger.subjects.rulings.state import (
    Entry,
    PenaltyState,
    RulingState,
    penalty_state,
    score_to_show,
    transfer_tricks,
)


def name_edition(edition: Edition) -> str | UnsetType:
    """Return the name of an edition for JSON, which has none of the newest."""
    return UNSET if edition.is_newest else edition.name


def _cited_text(laws: Iterable[str], edition: str | UnsetType) -> str:
    return text_of(cite_laws(laws, edition_of(edition) if isinstance(edition, str) else newest_edition()))


class RuledScore(Struct, frozen=True):
    """A score in force, with the case and the event that gave it; `protocol`: in Maastricht protocol notation."""

    case: str
    event: int
    kind: str
    text: str
    protocol: str
    says: str
    offender: Offender
    laws: tuple[str, ...]


class RulingRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ruling; `session`: only in a tournament's register; `edition`: if not the newest; `outcomes` of its appeals."""

    session: str | None = None
    edition: str | UnsetType = UNSET
    case: str
    board: int
    ns: str
    ew: str
    kind: str
    text: str
    offender: Offender
    laws: tuple[str, ...]
    reason: str
    facts: str
    findings: str
    infraction: bool | None
    damage: bool | None
    call: str | None
    supersedes: str | None
    cause: Cause | None
    superseded_by: str | None
    withdrawn: bool
    state: RulingState
    in_force: RuledScore
    given_at: str
    by: str
    notified_at: str | None
    right_to_appeal: bool
    appeal_until: str | None
    appeals: tuple[str, ...]
    outcomes: dict[str, str]
    events: tuple[int, ...]

    @property
    def contestants(self) -> str:
        """The contestants at the table: '1 v 2'."""
        return name_seated(self.ns, self.ew)

    @property
    def whence(self) -> str:
        """The appeal that gave the score in force: ' (A-0001)'; '' if the ruling itself gave it."""
        return f" ({self.in_force.case})" if self.in_force.case != self.case else ""

    @property
    def told(self) -> str:
        """Return whether both sides were told of the ruling, and of the right to appeal (Law 83); '–' for neither."""
        if self.notified_at is None:
            return "–"
        return say("yes, with right to appeal") if self.right_to_appeal else say("yes")

    @property
    def state_text(self) -> str:
        """The state of the ruling in words; a superseded ruling names its successor."""
        return say("superseded by %(by)s", by=self.superseded_by) if self.superseded_by else STATES[self.state]

    def appeal_text(self, now: int, *, counting: bool) -> str:
        """Format how appeals ended and until when one can appeal: 'A-0001 varied; until 23:10'; '–' for neither."""
        appeals = ", ".join(f"{case} {outcome}" for case, outcome in self.outcomes.items())
        ends = microseconds(self.appeal_until) if self.appeal_until and self.state == "standing" else None
        running = "" if ends is None else until_text(ends, now, counting=counting)
        return "; ".join(filter(None, (appeals, running))) or "–"


_CASE, _BOARD = AnswerColumn("case"), AnswerColumn("board", number=True, aside=True)


class RulingsAnswer(Answer, frozen=True):
    """The rulings of a session, each with its score in force."""

    rulings: tuple[RulingRow, ...]

    @property
    def table(self) -> AnswerTable:
        """The rulings as a table."""
        columns = (
            *(_CASE, _BOARD, AnswerColumn("contestants")),
            AnswerColumn("laws", "law", lambda row: _cited_text(row.laws, row.edition)),
            AnswerColumn("score", say=lambda row: row.in_force.says + row.whence),
            *(AnswerColumn("state_text", "state"), AnswerColumn("reason")),
        )
        return AnswerTable(self.rulings, columns, without="no rulings yet")


class RegisterAnswer(Answer, frozen=True):
    """The register of rulings of a session or of a whole tournament, with the last seal of its log."""

    now: str
    rulings: tuple[RulingRow, ...]
    seal: dict[str, Any] | None


def ruling_row(entry: Entry, edition: Edition, session: str | None = None) -> RulingRow:
    """Return an entry of the register as a row."""
    ruling, judgement = entry.ruling, entry.ruling.judgement
    return fill_row(
        RulingRow,
        *(ruling, judgement, ruling.given),
        session=session,
        edition=name_edition(edition),
        ns=ruling.seating.ns,
        ew=ruling.seating.ew,
        kind=judgement.adjustment.__struct_config__.tag,
        text=repr(judgement.adjustment),
        state=entry.state,
        in_force=fill_row(
            RuledScore,
            entry.score,
            event=entry.score.number,
            kind=entry.score.adjustment.__struct_config__.tag,
            text=repr(entry.score.adjustment),
            protocol=protocol_text(entry.score.adjustment, ruling.board),
            says=kind_text(entry.score.adjustment, edition),
        ),
        given_at=iso(ruling.scored.at),
        by=ruling.scored.by,
        notified_at=None if ruling.notified_at is None else iso(ruling.notified_at),
        appeal_until=None if entry.deadline is None else iso(entry.deadline),
        appeals=tuple(appeal.case for appeal in entry.appeals),
        outcomes={appeal.case: outcome_text(appeal) for appeal in entry.appeals},
    )


_SESSION = AnswerColumn("session")


def register_table(
    rows: tuple[RulingRow, ...], now: int, *, several: bool = False, counting: bool = True
) -> AnswerTable:
    """Return the register at `now` (µs UTC); `several`: add the session; `counting`: add the time left to appeal."""
    columns = (
        *([_SESSION] if several else []),
        *(_CASE, _BOARD, AnswerColumn("contestants", under=True)),
        AnswerColumn("laws", "law", lambda row: _cited_text(row.in_force.laws, row.edition), aside=True),
        AnswerColumn("score", say=lambda row: row.in_force.protocol + row.whence, suits=True),
        AnswerColumn("offender", say=lambda row: OFFENDING[row.in_force.offender], aside=True),
        AnswerColumn("given_at", "given", lambda row: moment_text(microseconds(row.given_at), now), aside=True),
        *(AnswerColumn("by", aside=True), AnswerColumn("told", aside=True)),
        AnswerColumn("state_text", "state", aside=True),
        AnswerColumn("appeals", "appeal", lambda row: row.appeal_text(now, counting=counting), aside=True),
        AnswerColumn("reason", aside=True, suits=True),
    )
    return AnswerTable(rows, columns, without="no rulings yet", cards=True)


# Penalties


class ReducedPenalty(Struct, frozen=True):
    """The penalty in force, and the case that gave it: the penalty itself, or an appeal that changed it."""

    case: str
    amount: ScoreValue
    unit: PenaltyUnit


class PenaltyRow(Struct, frozen=True, kw_only=True):
    """A penalty as imposed, and as in force; `against`: the opponent in its match; `edition`: if not the newest."""

    case: str
    edition: str | UnsetType = UNSET
    contestant: str
    amount: ScoreValue
    unit: PenaltyUnit
    named: str | None
    laws: tuple[str, ...]
    reason: str
    against: str | None
    withdrawn: bool
    state: PenaltyState
    in_force: ReducedPenalty | None
    in_force_text: str
    events: tuple[int, ...]


class PenaltiesAnswer(Answer, frozen=True):
    """The penalties of a session, withdrawn ones included."""

    penalties: tuple[PenaltyRow, ...]

    @property
    def table(self) -> AnswerTable:
        """The penalties as a table."""
        columns = (
            *(_CASE, AnswerColumn("contestant")),
            AnswerColumn("amount", "what", lambda row: penalty_text(row.amount.value, row.unit, row.named)),
            AnswerColumn("laws", "law", lambda row: _cited_text(row.laws, row.edition)),
            AnswerColumn("in_force_text", "in force"),
            *(AnswerColumn("state"), AnswerColumn("reason")),
        )
        return AnswerTable(self.penalties, columns, without="no penalties yet")


def penalty_row(penalty: Penalty, session: Session, now: int) -> PenaltyRow:
    """Return a penalty as a row, in its state at a time (µs UTC)."""
    imposed, current = penalty.imposed, session.penalty_in_force(penalty.imposed.case)
    return fill_row(
        PenaltyRow,
        *(penalty, imposed),
        edition=name_edition(session.regulations.edition),
        amount=score(imposed.amount),
        against=imposed.opponent,
        state=penalty_state(session, penalty, now),
        in_force=current and ReducedPenalty(current.case, score(current.imposed.amount), current.imposed.unit),
        in_force_text=penalty_in_force_text(session, penalty),
    )


# Appeals


class PaidDeposit(Struct, frozen=True):
    """The deposit for an appeal, and its state: none, held, returned or forfeited."""

    amount: str
    state: DepositState


class FurtherAppealRow(Struct, frozen=True):
    """An appeal against a decision, to the next instance."""

    to: str
    instance: Instance
    appellant: Appellant
    grounds: str
    given_up: bool
    deposit: PaidDeposit


class DecisionRow(Struct, frozen=True, kw_only=True):
    """A decision on an appeal; `cases`: all appeals it decides; `text`: the verdict and the score in words."""

    by: str
    recorded_by: str
    at: str
    verdict: Verdict
    score: str | None
    penalty: str | None
    cases: tuple[str, ...]
    text: str
    together: tuple[str, ...]
    after: str | None
    reason: str
    merit: Merit | None
    dissent: str
    recommendation: str

    def line(self, now: int) -> str:
        """Format a decision: 'the committee 23:40, the ruling is varied: weighted …'."""
        several = say(" (%(cases)s together)", cases=and_text(self.cases)) if self.together else ""
        return f"{self.by} {moment_text(microseconds(self.at), now)}{several}{built_on_text(self.after)}, {self.text}"


class AppealRow(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An appeal; `session`: only in the docket of a tournament; `deposits`: those for further appeals included."""

    session: str | None = None
    case: str
    against: str
    ruling: str | None
    rulings: tuple[str, ...]
    appellant: Appellant
    who: str
    grounds: str
    signed: tuple[str, ...]
    captain: bool
    claim: str | None
    lodged_at: str
    late: str | None
    state: AppealState
    open: bool
    committee: tuple[str, ...]
    chairman: str | None
    scribe: str | None
    heard_by: str | None
    present: tuple[str, ...]
    verdict: Verdict | None
    score: str | None
    merit: Merit | None
    in_force: str
    deposit: PaidDeposit
    deposits: tuple[PaidDeposit, ...]
    further: FurtherAppealRow | None
    decided_at: str | None
    decisions: tuple[DecisionRow, ...]
    events: tuple[int, ...]


class DocketAnswer(Answer, frozen=True):
    """The docket of appeals of a session or a tournament, with the log's last seal; `ruling`: null for a penalty."""

    now: str
    appeals: tuple[AppealRow, ...]
    seal: dict[str, Any] | None


def docket_table(rows: tuple[AppealRow, ...], now: int, *, several: bool = False) -> AnswerTable:
    """Return the docket as a table at `now` (µs UTC); `several`: with a column for the session."""

    def lodged(row: AppealRow) -> str:
        return moment_text(microseconds(row.lodged_at), now) + (say(" (late, accepted)") if row.late else "")

    def deposits(row: AppealRow) -> str:
        return "; ".join(f"{paid.amount}, {STATES[paid.state]}" for paid in row.deposits) or "–"

    columns = (
        *([_SESSION] if several else []),
        *(_CASE, AnswerColumn("against", say=lambda row: say(", now ").join(row.rulings) or row.against, under=True)),
        *(AnswerColumn("who", "by", aside=True), AnswerColumn("lodged", say=lodged, aside=True)),
        AnswerColumn("state", say=lambda row: STATES[row.state], aside=True),
        AnswerColumn("heard_by", aside=True),
        AnswerColumn(
            "decision", say=lambda row: "; ".join(each.line(now) for each in row.decisions) or "–", suits=True
        ),
        AnswerColumn("in_force", suits=True, aside=True),
        AnswerColumn("merit", say=lambda row: MERIT[row.merit] if row.merit else "–", aside=True),
        AnswerColumn("deposit", say=deposits, aside=True),
        AnswerColumn("grounds", suits=True, aside=True),
    )
    return AnswerTable(rows, columns, without="no appeals yet", cards=True)


def appeal_row(entry: AppealEntry, session: Session, named: str | None = None) -> AppealRow:
    """Return an appeal of the docket as a row; `named`: the name of its session, in a tournament's docket."""
    appeal, decision, heard = entry.appeal, entry.appeal.decision, entry.appeal.heard
    furthers = []
    for each, state in zip(appeal.furthers, entry.further_deposits, strict=True):
        paid, given_up = PaidDeposit(each.lodged.deposit, state), each.given_up is not None
        furthers.append(fill_row(FurtherAppealRow, each.lodged, given_up=given_up, deposit=paid))
    deposit = PaidDeposit(appeal.lodged.deposit, entry.deposit)
    return fill_row(
        AppealRow,
        *(appeal, appeal.lodged),
        session=named,
        **ruling_appealed(appeal),
        who=who_appeals(appeal, session),
        claim=repr(appeal.lodged.claim) if appeal.lodged.claim else None,
        lodged_at=iso(appeal.at),
        late=appeal.late or None,
        state=entry.state,
        committee=heard.committee if heard else (),
        chairman=(heard.chairman or None) if heard else None,
        scribe=(heard.scribe or None) if heard else None,
        heard_by=committee_text(heard) if heard else None,
        present=heard.present if heard else (),
        verdict=decision.verdict if decision else None,
        score=repr(decision.adjustment) if decision and decision.adjustment else None,
        merit=decision.merit if decision else None,
        in_force=_in_force_text(appeal, session),
        deposit=deposit,
        deposits=tuple(paid for paid in (deposit, *(each.deposit for each in furthers)) if paid.amount),
        further=furthers[-1] if furthers else None,
        decided_at=iso(appeal.decisions[-1].at) if decision else None,
        decisions=tuple(_decision_row(each, session) for each in appeal.decisions),
    )


def ruling_appealed(appeal: Appeal) -> dict[str, Any]:
    """Return the fields that say what an appeal is against: `against`, `ruling` (None for a penalty), `rulings`."""
    if appeal.against.startswith("P-"):
        return {"against": appeal.against, "ruling": None, "rulings": ()}
    return {"against": appeal.against, "ruling": appeal.against, "rulings": appeal.subjects}


def _decision_row(decided: DecidedAppeal, session: Session) -> DecisionRow:
    decision, ruling = decided.decision, session.rulings.get(decided.on)
    changes = ruling and decision.verdict in ("varied", "overturned")
    stated = transfer_tricks(session, ruling, decision) if ruling and changes else None
    return fill_row(
        DecisionRow,
        decision,
        by=decided_by(decision),
        recorded_by=decided.by,
        at=iso(decided.at),
        score=repr(decision.adjustment) if decision.adjustment else None,
        penalty=decided_penalty(decision),
        cases=(decision.case, *decision.together),
        text=verdict_text(decision) + (f": {protocol_text(stated, ruling.board)}" if ruling and stated else ""),
    )


def _in_force_text(appeal: Appeal, session: Session) -> str:
    """Format the score or penalty that is in force after an appeal, with the case that gave it."""
    subject = session.subject(appeal)
    if isinstance(subject, Penalty):
        current = session.penalty_in_force(appeal.against)
        if current:
            return _penalty_text(current)
        # Penalties given with the decision may replace the one it overturned.
        beside = (case for case, each in session.penalties.items() if each.imposed.beside == appeal.case)
        given = filter(None, map(session.penalty_in_force, beside))
        with_it = (say("with it %(penalty)s", penalty=_penalty_text(each)) for each in given)
        return "; ".join([say("no penalty"), *with_it])
    # A ruling amended meanwhile is superseded, and the appeal awaits confirmation against the new one.
    ruling = session.latest(subject)
    if ruling.withdrawn:
        return "–"
    current_score = score_to_show(session, ruling)
    return f"{protocol_text(current_score.adjustment, subject.board)} ({current_score.case})"


def _penalty_text(penalty: PenaltyInForce) -> str:
    return f"{penalty_text(penalty.imposed.amount, penalty.imposed.unit)} ({penalty.case})"
