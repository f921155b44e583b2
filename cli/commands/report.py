"""report register, report docket: the rulings and the appeals of a session, as they stand."""

from typing import Any

import click

from cli.commands.seal import last_seal, seal_json, seal_line
from cli.desk.desk import Desk
from cli.desk.settings import Looking
from cli.screens.telling import decided_by, who_appeals
from cli.screens.times import moment_text, until_text
from cli.screens.words import VERDICTS
from ledger.session import Decided, Session
from ledger.session.appeal_states import DocketEntry, docket
from ledger.session.moment import iso
from ledger.session.ruling_states import Entry, correction_deadline, register, request_deadline


@click.group()
def report() -> None:
    """Reports of a session: the register of rulings, the docket of appeals."""


@report.command("register", cls=Looking)
@click.pass_context
def register_(context: click.Context) -> None:
    """Every ruling: law, score in force, offender, who gave it when, and until when it may be appealed.

    \b
    Example:  bridge-ledger report register
    """
    print_register(Desk(context))


@report.command("docket", cls=Looking)
@click.pass_context
def docket_(context: click.Context) -> None:
    """Every appeal: against which ruling, by whom, how far it has come, the decision, merit and deposit.

    \b
    Example:  bridge-ledger report docket
    """
    print_docket(Desk(context))


def print_register(desk: Desk) -> None:
    """The register, as a table or as JSON."""
    session = desk.session()
    now = desk.now(session)
    entries = register(session, now)
    if desk.settings.json:
        rulings = [ruling_json(entry) for entry in entries]
        desk.json("register/1", session, {"now": iso(now), "rulings": rulings, "seal": _seal_json(desk, session)})
        return
    _say_periods(desk, session, now)
    rows = [_register_row(entry, now) for entry in entries]
    if rows or desk.settings.plain:
        columns = [
            "case",
            ">board",
            "contestants",
            "law",
            "score",
            "offender",
            "given",
            "by",
            "told",
            "state",
            "appeal",
            "reason",
        ]
        desk.cards(columns, rows)
    else:
        desk.say("no rulings yet")
    _say_seal(desk, session)


def _register_row(entry: Entry, now: int) -> list[str]:
    ruling, said = entry.ruling, entry.ruling.judgement
    last = ruling.scored
    appeal = ", ".join(each.case for each in entry.appeals)
    running = until_text(entry.deadline, now) if entry.state == "standing" and entry.deadline is not None else ""
    return [
        ruling.case,
        str(ruling.board),
        str(ruling.seating),
        ", ".join(entry.score.laws) or "–",
        score_text(entry),
        entry.score.offender,
        moment_text(last.at, now),
        last.by,
        _told(entry),
        state_text(entry),
        "; ".join(filter(None, (appeal, running))) or "–",
        said.reason,
    ]


def score_text(entry: Entry) -> str:
    """The score a ruling stands for, and where it comes from if a decision gave it."""
    decided = f" ({entry.score.case})" if entry.score.case != entry.ruling.case else ""
    return f"{entry.score.adjustment!r}{decided}"


def _told(entry: Entry) -> str:
    if entry.ruling.notified_at is None:
        return "–"
    return "yes (83)" if entry.ruling.right_to_appeal else "yes"


def state_text(entry: Entry) -> str:
    """The state of a ruling, and what made it so."""
    if entry.ruling.superseded_by:
        return f"superseded by {entry.ruling.superseded_by}"
    decided = [appeal.case for appeal in entry.appeals if appeal.decision]
    return f"{entry.state} ({decided[-1]})" if decided and entry.state == "final" else entry.state


def ruling_json(entry: Entry) -> dict[str, Any]:
    """A line of the register as JSON."""
    ruling, said = entry.ruling, entry.ruling.judgement
    last = ruling.scored
    return {
        "case": ruling.case,
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "kind": said.adjustment.__struct_config__.tag,
        "text": repr(said.adjustment),
        "offender": said.offender,
        "laws": list(said.laws),
        "reason": said.reason,
        "facts": said.facts,
        "findings": said.findings,
        "infraction": said.infraction,
        "damage": said.damage,
        "call": ruling.given.call,
        "supersedes": ruling.given.supersedes,
        "cause": ruling.given.cause,
        "superseded_by": ruling.superseded_by,
        "withdrawn": ruling.withdrawn,
        "state": entry.state,
        "in_force": {
            "case": entry.score.case,
            "event": entry.score.number,
            "kind": entry.score.adjustment.__struct_config__.tag,
            "text": repr(entry.score.adjustment),
            "offender": entry.score.offender,
            "laws": list(entry.score.laws),
        },
        "given_at": iso(last.at),
        "by": last.by,
        "notified_at": iso(ruling.notified_at) if ruling.notified_at is not None else None,
        "right_to_appeal": ruling.right_to_appeal,
        "appeal_until": iso(entry.deadline) if entry.deadline is not None else None,
        "appeals": [appeal.case for appeal in entry.appeals],
        "events": list(ruling.events),
    }


def print_docket(desk: Desk) -> None:
    """The docket, as a table or as JSON."""
    session = desk.session()
    now = desk.now(session)
    entries = docket(session)
    if desk.settings.json:
        appeals = [_docket_json(entry) for entry in entries]
        desk.json("docket/1", session, {"now": iso(now), "appeals": appeals, "seal": _seal_json(desk, session)})
        return
    _say_periods(desk, session, now)
    rows = [_docket_row(entry, session, now) for entry in entries]
    if rows or desk.settings.plain:
        desk.cards(
            ["case", "against", "by", "lodged", "state", "heard by", "decision", "merit", "deposit", "grounds"], rows
        )
    else:
        desk.say("no appeals yet")
    _say_seal(desk, session)


def _docket_row(entry: DocketEntry, session: Session, now: int) -> list[str]:
    appeal, decision = entry.appeal, entry.appeal.decision
    late = " (late, accepted)" if appeal.late else ""
    return [
        appeal.case,
        ", now ".join(appeal.rulings),
        who_appeals(appeal, session),
        moment_text(appeal.at, now) + late,
        entry.state,
        ", ".join(appeal.heard.committee) if appeal.heard else "–",
        "; ".join(_decided(each, now) for each in appeal.decisions) or "–",
        decision.merit if decision else "–",
        _deposit(entry),
        appeal.lodged.grounds,
    ]


def _decided(decided: Decided, now: int) -> str:
    """'the committee 23:40, the ruling is varied: weighted …': who decided when, and what."""
    decision = decided.decision
    score = f": {decision.adjustment!r}" if decision.verdict in ("varied", "overturned") else ""
    return f"{decided_by(decision)} {moment_text(decided.at, now)}, {VERDICTS[decision.verdict]}{score}"


def _deposit(entry: DocketEntry) -> str:
    """'20 GBP, forfeited; 75 GBP, held': of the appeal, and of the further appeal."""
    appeal = entry.appeal
    further = appeal.taken_further
    paid = [(appeal.lodged.deposit, entry.deposit), (further.deposit if further else "", entry.further_deposit)]
    return "; ".join(f"{amount}, {state}" for amount, state in paid if amount) or "–"


def _docket_json(entry: DocketEntry) -> dict[str, Any]:
    appeal, decision = entry.appeal, entry.appeal.decision
    return {
        "case": appeal.case,
        "ruling": appeal.ruling,
        "rulings": list(appeal.rulings),
        "appellant": appeal.lodged.appellant,
        "grounds": appeal.lodged.grounds,
        "signed": list(appeal.lodged.signed),
        "captain": appeal.lodged.captain,
        "claim": repr(appeal.lodged.claim) if appeal.lodged.claim else None,
        "lodged_at": iso(appeal.at),
        "late": appeal.late or None,
        "state": entry.state,
        "open": appeal.open,
        "committee": list(appeal.heard.committee) if appeal.heard else [],
        "verdict": decision.verdict if decision else None,
        "score": repr(decision.adjustment) if decision and decision.adjustment else None,
        "merit": decision.merit if decision else None,
        "deposit": {"amount": appeal.lodged.deposit, "state": entry.deposit},
        "further": appeal.taken_further
        and {
            "to": appeal.taken_further.to,
            "appellant": appeal.taken_further.appellant,
            "grounds": appeal.taken_further.grounds,
            "given_up": appeal.given_up is not None,
            "deposit": {"amount": appeal.taken_further.deposit, "state": entry.further_deposit},
        },
        "decided_at": iso(appeal.decisions[-1].at) if decision else None,
        "decisions": [
            {
                "by": decided_by(each.decision),
                "recorded_by": each.by,
                "at": iso(each.at),
                "verdict": each.decision.verdict,
                "score": repr(each.decision.adjustment) if each.decision.adjustment else None,
                "reason": each.decision.reason,
                "merit": each.decision.merit,
                "dissent": each.decision.dissent,
                "recommendation": each.decision.recommendation,
            }
            for each in appeal.decisions
        ],
        "events": list(appeal.events),
    }


def _say_periods(desk: Desk, session: Session, now: int) -> None:
    """When the periods end, above what hangs on them; not among tab-separated lines."""
    if desk.settings.plain:
        return
    if not session.publications:
        desk.say("Scores not published: no period is running.\n")
        return
    corrections, requests = until_text(correction_deadline(session), now), until_text(request_deadline(session), now)
    desk.say(f"Corrections of the score: {corrections}.")
    desk.say(f"Rulings and appeals: {requests}; a later ruling has its own time.\n")


def _say_seal(desk: Desk, session: Session) -> None:
    """The last seal, below what it covers."""
    if not desk.settings.plain and (made := last_seal(desk, session)):
        desk.say(f"\n{seal_line(made)}")


def _seal_json(desk: Desk, session: Session) -> dict[str, object] | None:
    made = last_seal(desk, session)
    return seal_json(made) if made else None
