"""The forms of a ruling, a penalty and an appeal: facts from the log, with blanks to fill in and sign by hand."""

from __future__ import annotations

from collections.abc import Sequence

from cli.pages.fields import (
    FormField,
    FormPart,
    OutcomeTable,
    SignatureLine,
    diagram_of,
    event_fields,
    kind,
    laws,
    narrow_field,
    outcomes,
    played_part,
    table_fields,
    when,
    wide_field,
    word,
    yes_or_no,
)
from cli.pages.history import History, Step
from cli.words import vocabulary
from cli.words.appeals import committee_text, decided_by, decided_cases, decided_penalty, who_appeals
from cli.words.calls import poll_result
from cli.words.cases import penalty_in_force_text
from cli.words.language import say, tell, text_as_typed
from cli.words.notation import and_text
from cli.words.rulings import penalty_text, superseded_text
from cli.words.scores import difference_text, place_text, score_text
from ledger.errors import Refusal
from ledger.kernel.fact import Envelope
from ledger.projections.casework import AppealFile, case_file
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Appeal, Call, DecidedAppeal, Penalty, Ruling, Session
from ledger.session.case_numbers import require_appeal, require_case, require_penalty
from ledger.subjects.appeals.facts import AppealDecided
from ledger.subjects.appeals.state import further_deposit_states
from ledger.subjects.rulings import state as rulings

OFFENDING = {
    "NS": "North–South",
    "EW": "East–West",
    "both": "both sides",
    "none": "none",
    "outside": "nobody at the table",
}


def form(scoreboard: Scoreboard, log: list[Envelope], case: str) -> dict[str, object]:
    """Return the form of a ruling, a penalty or an appeal; Refusal (no-such-case) for any other case."""
    session = scoreboard.session
    match case[:1]:
        case "A":
            return appeal_sheet(session, require_appeal(session, case))
        case "P":
            return penalty_sheet(session, require_penalty(session, case))
        case "C":
            what = f"{case} is a call to a table, and calls have no form"
            raise Refusal("no-such-case", what, "print the form of the ruling that answers the call")
        case _:
            return ruling_sheet(scoreboard, History(session.id, log).steps, require_case(session, case))


def ruling_sheet(scoreboard: Scoreboard, steps: Sequence[Step], ruling: Ruling) -> dict[str, object]:
    """Return the printed form of a ruling, to be signed: title, fields, diagram and parts."""
    session = scoreboard.session
    case = case_file(session, ruling.case)
    return {
        "title": "Ruling",
        "case": ruling.case,
        "fields": [*event_fields(session), *table_fields(session, ruling)],
        "diagram": diagram_of(session, ruling.board, session.line(ruling.board, ruling.seating)),
        "parts": [
            played_part(session, ruling),
            call_part(session.calls.get(ruling.given.call or "")),
            ruling_part(session, ruling),
            score_part(session, ruling),
            *(penalty_part(session, each) for each in case.beside if each.imposed.beside == ruling.case),
            _effect_part(scoreboard, steps, ruling),
        ],
        "signatures": [
            SignatureLine("Director", ruling.versions[-1].by),
            SignatureLine("Chief director"),
            SignatureLine("Scorer: entered"),
            SignatureLine("Scorer: checked"),
        ],
    }


def penalty_sheet(session: Session, penalty: Penalty) -> dict[str, object]:
    """Return the printed form of a penalty, to be signed: title, fields and parts."""
    return {
        "title": "Penalty",
        "case": penalty.imposed.case,
        "fields": event_fields(session),
        "diagram": None,
        "parts": [penalty_part(session, penalty)],
        "signatures": [
            SignatureLine("Director", penalty.by),
            SignatureLine("Chief director"),
            SignatureLine("Contestant, told of it"),
        ],
    }


def call_part(call: Call | None) -> FormPart:
    """Return the part on the call to the table, the facts found and the polls; blank if no call is recorded."""
    called = call.called if call else None
    facts = call.facts[-1] if call and call.facts else None
    trick = say(", trick %(trick)s", trick=called.trick) if called and called.trick else ""
    fact_fields = [wide_field("Statements of the players", write=2)]
    if facts:
        fact_fields = [
            word("Facts", "agreed" if facts.agreed else "disputed; as the director finds them"),
            wide_field("Facts found", facts.facts),
            wide_field(
                "Statements of the players",
                *(f"{vocabulary.SEATS[seat]}: {text_as_typed(text)}" for seat, text in facts.statements),
            ),
            wide_field("Looked at", *facts.evidence),
        ]
    answers = [
        vocabulary.ANSWERS[each.answer]
        + (say(" to %(to)s", to=each.to) if each.to else "")
        + vocabulary.reason_suffix(each.reason)
        for each in (call.answers if call else ())
    ]
    # A poll is shown with number and class of players, question and choices, but without names.
    polls = [
        f"{len(each.answers)}{say(' of %(among)s', among=each.among) if each.among else ''}: "
        f"{each.question} {poll_result(each)}"
        for each in (call.polls if call else ())
    ]
    fields = [
        narrow_field("Called", when(call.at) if call else ""),
        narrow_field("By", vocabulary.SEATS[called.caller] if called else ""),
        narrow_field("Stage", vocabulary.STAGES[called.stage] + trick if called else ""),
        wide_field("Alleged", called.alleged if called else ""),
        *fact_fields,
        wide_field("Said at the table", *answers),
        wide_field("Players polled", *polls, write=2),
    ]
    return FormPart("Call to the table", fields)


def ruling_part(session: Session, ruling: Ruling) -> FormPart:
    """Return the part with the director's decision and its grounds."""
    judgement, version = ruling.judgement, ruling.scored
    legal_route = judgement.legal_route  # given only if a call or a play was disallowed
    return FormPart(
        "Ruling",
        [
            narrow_field("Given", when(version.at)),
            narrow_field("By", version.by),
            word("State", vocabulary.STATES[rulings.ruling_state(session, ruling, session.recorded_at)]),
            wide_field("Laws", *laws(judgement.laws, session.regulations.edition)),
            yes_or_no("Infraction", judgement.infraction),
            yes_or_no("Damage", judgement.damage),
            word("Offender", OFFENDING[judgement.offender]),
            wide_field("Facts found", judgement.facts, write=2),
            wide_field("Findings", judgement.findings),
            narrow_field("Logical alternatives", ", ".join(judgement.alternatives)),
            narrow_field("Disallowed", ", ".join(judgement.disallowed)),
            *([wide_field("Reached without the infraction", legal_route)] if legal_route else []),
            narrow_field("Directors consulted", ", ".join(judgement.consulted)),
            *([narrow_field("Replaces", superseded_text(ruling.given))] if ruling.given.supersedes else []),
            wide_field("Reason", judgement.reason, write=2),
        ],
    )


def score_part(session: Session, ruling: Ruling) -> FormPart:
    """Return the part with the score given, the time when both sides were told, and the end of the appeal period."""
    judgement = ruling.judgement
    current = rulings.score_to_show(session, ruling)
    ruled = OutcomeTable(
        "As ruled", "", outcomes(session, rulings.transfer_tricks(session, ruling, ruling.judgement), ruling.board)
    )
    decided = OutcomeTable("In force, by", current.case, outcomes(session, current.adjustment, ruling.board))
    counting, since = session.in_force(ruling), list[FormField]()
    if counting.case != ruling.case:
        in_force = word("In force now", kind(session, counting.adjustment, ruling))._replace(wide=True)
        since = [in_force, narrow_field("By decision", counting.case)]
    law = session.regulations.edition.law_of(judgement.adjustment)
    return FormPart(
        "Score",
        [
            word("Score given", kind(session, judgement.adjustment, ruling))._replace(wide=True),
            *([word("For now", "the ruling follows")] if judgement.provisional else []),
            *([narrow_field("Under Law", tell(law))] if law else []),
            *since,
            *([narrow_field("Superseded by", ruling.superseded_by)] if ruling.superseded_by else []),
            narrow_field("Both sides told", when(ruling.notified_at)),
            yes_or_no("Told of the right to appeal", ruling.right_to_appeal or None),
            _appeal_field(session, ruling, ruling.case),
        ],
        [ruled, decided] if current.case != ruling.case else [ruled],
    )


def _appeal_field(session: Session, subject: Ruling | Penalty, case: str) -> FormField:
    """Return the field with the end of the appeal period, or, if appeals were decided, with each decision's time."""
    if not rulings.is_decided(session, case):
        return narrow_field("Appeal until", when(rulings.appeal_deadline_of(session, subject)))
    decided = (f"{decided_cases(each.decision)}, {when(each.at)}" for each in session.decisions_on(case))
    return narrow_field("Appealed and decided", *decided)


def penalty_part(session: Session, penalty: Penalty) -> FormPart:
    """Return the part on a penalty: contestant, amount, Law, and the end of the appeal period."""
    imposed = penalty.imposed
    fields = [
        narrow_field("Case", imposed.case),
        narrow_field("Contestant", imposed.contestant),
        narrow_field("Penalty", penalty_text(imposed.amount, imposed.unit, imposed.named)),
        narrow_field("In force", penalty_in_force_text(session, penalty)),
        word("State", vocabulary.STATES[rulings.penalty_state(session, penalty, session.recorded_at)]),
        _appeal_field(session, penalty, imposed.case),
        narrow_field("By", penalty.by),
        narrow_field("Given", when(penalty.since)),
        wide_field("Laws", *laws(imposed.laws, session.regulations.edition)),
        wide_field("Reason", imposed.reason, write=2),
    ]
    return FormPart("Penalty", fields)


def _effect_part(scoreboard: Scoreboard, steps: Sequence[Step], ruling: Ruling) -> FormPart:
    """Return the part on a ruling's effect: scores and places at its table, and how many other contestants moved."""
    at, unit = ruling.scored.number, scoreboard.unit
    step = next((each for each in steps if each.envelope.number == at), None)
    changes, ranks = (step.moved.changes, step.moved.ranks) if step else ((), ())
    own_changes = [each for each in changes if each.seating == ruling.seating and each.board == ruling.board]
    whose = {each.contestant for each in own_changes}
    other_contestants = {each.contestant for each in changes} - whose
    score_lines = [
        f"{e.contestant}: {score_text(e.before)} → {score_text(e.after)} {say(unit)} ({difference_text(e)})"
        for e in own_changes
    ]
    places = [place_text(each, "→") for each in ranks if each.contestant in whose]
    return FormPart(
        "Effect on the score",
        [
            wide_field("Score on the board", *score_lines),
            narrow_field("Places", ", ".join(places)),
            narrow_field("Other contestants whose score moved", str(len(other_contestants)) if step else ""),
        ],
    )


_SIDES = {"NS": ("North", "South"), "EW": ("East", "West")}


def appeal_sheet(session: Session, appeal: Appeal) -> dict[str, object]:
    """Return the printed form of an appeal against a ruling or a penalty."""
    subject, case = session.subject(appeal), case_file(session, appeal.case)
    file = next(each for each in case.appeals if each.appeal.case == appeal.case)
    heard = appeal.heard.committee if appeal.heard else ()
    chairman = (appeal.heard.chairman if appeal.heard else "") or next(iter(heard), "")
    members = [SignatureLine("Member", name) for name in heard if name != chairman] or [SignatureLine("Member")] * 2
    over = appeal.withdrawn or (appeal.screened and not appeal.screened.admitted)
    seats = _SIDES.get(appeal.lodged.appellant, ("Appellant",))
    signatures = [
        *([SignatureLine("Captain")] if appeal.lodged.captain else map(SignatureLine, seats)),
        SignatureLine("Director"),
        *([] if over else [SignatureLine("Chairman", chairman), *members]),
    ]
    view = {"title": "Appeal", "case": appeal.case, "signatures": signatures}
    if isinstance(subject, Penalty):
        parts = [penalty_part(session, subject), *appeal_parts(session, file)]
        return {**view, "fields": event_fields(session), "diagram": None, "parts": parts}
    about = [played_part(session, subject), ruling_part(session, subject), score_part(session, subject)]
    return {
        **view,
        "fields": [*event_fields(session), *table_fields(session, subject)],
        "diagram": diagram_of(session, subject.board, session.line(subject.board, subject.seating)),
        "parts": [*about, *appeal_parts(session, file)],
    }


def appeal_parts(session: Session, file: AppealFile) -> list[FormPart]:
    """Return the parts of an appeal: lodging, screening, hearing, decisions, and penalties imposed with it.

    An appeal withdrawn or not admitted has no part for a hearing.
    """
    appeal, parts = file.appeal, [_lodged_part(session, file)]
    if screened := appeal.screened:
        fields = [
            word("Admitted", "yes" if screened.admitted else "no"),
            word("Point in dispute", vocabulary.POINTS[screened.point]),
            wide_field("Reason", screened.reason),
        ]
        parts.append(FormPart("Screening", fields))
    if not appeal.withdrawn and (appeal.screened is None or appeal.screened.admitted):
        heard = appeal.heard
        fields = [
            wide_field("Committee", committee_text(heard) if heard else ""),
            wide_field("Present", ", ".join(heard.present) if heard else ""),
            wide_field("The director’s account", write=2),
            wide_field("Statements of the players", write=2),
            wide_field("New facts found", write=2),
        ]
        parts += [FormPart("Hearing", fields), *_decision_parts(session, appeal)]
    with_it = (each for each in session.penalties.values() if each.imposed.beside == appeal.case)
    return [*parts, *(penalty_part(session, each) for each in with_it if not each.withdrawn)]


def _lodged_part(session: Session, file: AppealFile) -> FormPart:
    appeal, lodged, gone = file.appeal, file.appeal.lodged, file.appeal.withdrawn
    signed = and_text([vocabulary.SEATS[seat] for seat in lodged.signed]) if lodged.signed else ""
    subject = session.subject(appeal)
    claim = (lodged.claim, subject) if lodged.claim and isinstance(subject, Ruling) else None
    return FormPart(
        "Appeal",
        [
            narrow_field("Against", say(", now ").join(appeal.subjects)),
            narrow_field("Appellant", who_appeals(appeal, session)),
            narrow_field("Concurring", say("the captain") if lodged.captain else signed),
            narrow_field("Lodged", when(appeal.at)),
            narrow_field("Time to appeal ends", when(rulings.appeal_deadline_of(session, subject))),
            narrow_field("Through the director", lodged.through),
            *([wide_field("Late, and accepted because", appeal.late)] if appeal.late else []),
            word("State", vocabulary.STATES[file.state]),
            narrow_field("Deposit", lodged.deposit),
            narrow_field("Deposit received by"),
            *([word("Deposit now", vocabulary.STATES[file.deposit])] if lodged.deposit else []),
            wide_field("Grounds", lodged.grounds, write=3),
            *([word("Asks for", kind(session, *claim))._replace(wide=True)] if claim else []),
            wide_field("Comments of the other side, and when it was told", write=2),
            *(
                [wide_field("Withdrawn because", gone.reason), narrow_field("Permission given by", gone.leave)]
                if gone
                else []
            ),
        ],
        [OutcomeTable("As asked for", "", outcomes(session, claim[0], claim[1].board))] if claim else (),
    )


def _decision_parts(session: Session, appeal: Appeal) -> list[FormPart]:
    undecided = [
        narrow_field("Decision"),
        narrow_field("Time"),
        wide_field("Score for North–South"),
        wide_field("Score for East–West"),
        wide_field("Laws"),
        wide_field("Reason", write=4),
        narrow_field("Merit"),
        narrow_field("Deposit"),
        narrow_field("Penalty"),
        wide_field("Dissent, recommendation", write=2),
    ]
    decided = [_decision_part(session, each) for each in appeal.decisions] or [FormPart("Decision", undecided)]
    states = further_deposit_states(appeal)
    further = [
        FormPart(
            "Taken further",
            [
                narrow_field("To", each.lodged.to),
                narrow_field("Deposit", each.lodged.deposit),
                word("Deposit now", vocabulary.STATES[state]),
                wide_field("Grounds", each.lodged.grounds),
            ],
        )
        for each, state in zip(appeal.furthers, states, strict=True)
    ]
    return [*decided[:1], *further, *decided[1:]]


def _decision_part(session: Session, decided: DecidedAppeal) -> FormPart:
    decision, ruling = decided.decision, session.rulings.get(decided.on)
    verdict = (
        vocabulary.PENALTY_VERDICTS
        if not ruling and decision.verdict in vocabulary.PENALTY_VERDICTS
        else vocabulary.VERDICTS
    )[decision.verdict]
    point = [word("Point in dispute", vocabulary.POINTS[decision.point])] if isinstance(decision, AppealDecided) else []
    score = (decision.adjustment, ruling) if decision.adjustment and ruling else None
    penalty = decided_penalty(decision)
    given = rulings.transfer_tricks(session, ruling, decision) if ruling else None
    apart = [("Dissent", decision.dissent), ("Recommendation", decision.recommendation)]
    return FormPart(
        "Decision",
        [
            wide_field("Decision", verdict),
            narrow_field("Decided by", decided_by(decision)),
            narrow_field("Time", when(decided.at)),
            *point,
            *([word("Score given", kind(session, *score))._replace(wide=True)] if score else []),
            *([narrow_field("Penalty", penalty)] if penalty else []),
            *([wide_field("Laws", *laws(decision.laws, session.regulations.edition))] if decision.laws else []),
            wide_field("Findings", decision.findings),
            wide_field("Reason", decision.reason, write=3),
            word("Merit", vocabulary.MERITS[decision.merit] if decision.merit else ""),
            word("Deposit", vocabulary.STATES[decision.deposit] if decision.deposit else ""),
            *(wide_field(label, text) for label, text in apart if text),
        ],
        [OutcomeTable("As decided", "", outcomes(session, given, ruling.board))] if ruling and given else (),
    )
