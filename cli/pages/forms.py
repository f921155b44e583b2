"""The forms of a ruling, a penalty and an appeal: what the log says, and what is filled in and signed by hand."""

from __future__ import annotations

from collections.abc import Sequence

from cli.pages.fields import (
    FormField,
    FormPart,
    OutcomeTable,
    SignatureLine,
    asked,
    diagram_of,
    event_fields,
    kind,
    laws,
    outcomes,
    played_part,
    table_fields,
    when,
    wide,
    word,
    yes_or_no,
)
from cli.pages.history import History, Step
from cli.words.appeals import committee_text, decided_by, decided_cases, decided_penalty, who_appeals
from cli.words.calls import poll_result
from cli.words.cases import penalty_in_force_text
from cli.words.language import as_kept, say
from cli.words.notation import and_text
from cli.words.rulings import penalty_text, superseded_text
from cli.words.scores import difference_text, place_text, score_text
from cli.words.vocabulary import ANSWERS, MERITS, PENALTY_VERDICTS, POINTS, SEATS, STAGES, STATES, VERDICTS, because
from ledger.errors import Refusal
from ledger.kernel.fact import Envelope
from ledger.laws.adjustment import law_of
from ledger.projections.casework import AppealFile, case_file
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Appeal, Call, DecidedAppeal, Penalty, Ruling, Session
from ledger.session.case_numbers import require_appeal, require_case, require_penalty
from ledger.subjects.appeals.facts import AppealDecided
from ledger.subjects.appeals.state import further_deposit_states
from ledger.subjects.rulings.state import (
    contestable_until,
    is_decided,
    penalty_state,
    ruling_state,
    score_to_show,
    worked_out,
)

OFFENDING = {
    "NS": "North–South",
    "EW": "East–West",
    "both": "both sides",
    "none": "none",
    "outside": "nobody at the table",
}


def form(scoreboard: Scoreboard, log: list[Envelope], case: str) -> dict[str, object]:
    """Return the form of a ruling, a penalty or an appeal; Refusal (no-such-case)."""
    session = scoreboard.session
    match case[:1]:
        case "A":
            return appeal_sheet(session, require_appeal(session, case))
        case "P":
            return penalty_sheet(session, require_penalty(session, case))
        case "C":
            what = f"{case} is a call to a table: there is no such paper of it"
            raise Refusal("no-such-case", what, "its form is that of the ruling that answers it")
        case _:
            return ruling_sheet(scoreboard, History(session.id, log).steps, require_case(session, case))


def ruling_sheet(scoreboard: Scoreboard, steps: Sequence[Step], ruling: Ruling) -> dict[str, object]:
    """Return the form of a ruling."""
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
    """Return the form of a penalty that was given by itself."""
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
    """Return the part on the call to the table, what was found, and who was polled; blank where no call is recorded."""
    called = call.called if call else None
    facts = call.facts[-1] if call and call.facts else None
    trick = say(", trick %(trick)s", trick=called.trick) if called and called.trick else ""
    found = [wide("Statements of the players", write=2)]
    if facts:
        found = [
            word("Facts", "agreed" if facts.agreed else "disputed; as the director finds them"),
            wide("Facts found", facts.facts),
            wide("Statements of the players", *(f"{SEATS[seat]}: {as_kept(said)}" for seat, said in facts.statements)),
            wide("Looked at", *facts.evidence),
        ]
    answers = [
        ANSWERS[each.answer] + (say(" to %(to)s", to=each.to) if each.to else "") + because(each.reason)
        for each in (call.answers if call else ())
    ]
    # Of a poll: how many of what sort were asked, what, and what they chose; never who they were.
    polls = [
        f"{len(each.answers)}{say(' of %(among)s', among=each.among) if each.among else ''}: "
        f"{each.question} {poll_result(each)}"
        for each in (call.polls if call else ())
    ]
    fields = [
        asked("Called", when(call.at) if call else ""),
        asked("By", SEATS[called.caller] if called else ""),
        asked("Stage", STAGES[called.stage] + trick if called else ""),
        wide("Alleged", called.alleged if called else ""),
        *found,
        wide("Said at the table", *answers),
        wide("Players polled", *polls, write=2),
    ]
    return FormPart("Call to the table", fields)


def ruling_part(session: Session, ruling: Ruling) -> FormPart:
    """Return the part that says what the director decided, and on what grounds."""
    said, last = ruling.judgement, ruling.scored
    route = said.legal_route  # what there is only where a call or a play was disallowed
    return FormPart(
        "Ruling",
        [
            asked("Given", when(last.at)),
            asked("By", last.by),
            word("State", STATES[ruling_state(session, ruling, session.recorded_at)]),
            wide("Laws", *laws(said.laws)),
            yes_or_no("Infraction", said.infraction),
            yes_or_no("Damage", said.damage),
            word("Offender", OFFENDING[said.offender]),
            wide("Facts found", said.facts, write=2),
            wide("Findings", said.findings),
            asked("Logical alternatives", ", ".join(said.alternatives)),
            asked("Disallowed", ", ".join(said.disallowed)),
            *([wide("Reached without the infraction", route)] if route else []),
            asked("Directors consulted", ", ".join(said.consulted)),
            *([asked("In the place of", superseded_text(ruling.given))] if ruling.given.supersedes else []),
            wide("Reason", said.reason, write=2),
        ],
    )


def score_part(session: Session, ruling: Ruling) -> FormPart:
    """Return the part on the score the director gave, who was told of it, and until when it may be appealed."""
    said = ruling.judgement
    now = score_to_show(session, ruling)
    ruled = OutcomeTable("As ruled", "", outcomes(session, worked_out(session, ruling, ruling.judgement), ruling.board))
    decided = OutcomeTable("In force, by", now.case, outcomes(session, now.adjustment, ruling.board))
    counting, since = session.in_force(ruling), list[FormField]()
    if counting.case != ruling.case:
        in_force = word("In force now", kind(session, counting.adjustment, ruling))._replace(wide=True)
        since = [in_force, asked("By decision", counting.case)]
    return FormPart(
        "Score",
        [
            word("Score given", kind(session, said.adjustment, ruling))._replace(wide=True),
            *([word("For now", "the ruling follows")] if said.provisional else []),
            *([asked("Under Law", law)] if (law := law_of(said.adjustment)) else []),
            *since,
            *([asked("Superseded by", ruling.superseded_by)] if ruling.superseded_by else []),
            asked("Both sides told", when(ruling.notified_at)),
            yes_or_no("Told of the right to appeal", ruling.right_to_appeal or None),
            _contested(session, ruling, ruling.case),
        ],
        [ruled, decided] if now.case != ruling.case else [ruled],
    )


def _contested(session: Session, subject: Ruling | Penalty, case: str) -> FormField:
    """Return until when a case may be appealed; once an appeal was decided, which and when."""
    if not is_decided(session, case):
        return asked("Appeal until", when(contestable_until(session, subject)))
    decided = (f"{decided_cases(each.decision)}, {when(each.at)}" for each in session.decisions_on(case))
    return asked("Appealed and decided", *decided)


def penalty_part(session: Session, penalty: Penalty) -> FormPart:
    """Return the part on a penalty: on whom, what, under which Law, and until when it may be appealed."""
    imposed = penalty.imposed
    fields = [
        asked("Case", imposed.case),
        asked("Contestant", imposed.contestant),
        asked("Penalty", penalty_text(imposed.amount, imposed.unit, imposed.named)),
        asked("In force", penalty_in_force_text(session, penalty)),
        word("State", STATES[penalty_state(session, penalty, session.recorded_at)]),
        _contested(session, penalty, imposed.case),
        asked("By", penalty.by),
        asked("Given", when(penalty.since)),
        wide("Laws", *laws(imposed.laws)),
        wide("Reason", imposed.reason, write=2),
    ]
    return FormPart("Penalty", fields)


def _effect_part(scoreboard: Scoreboard, steps: Sequence[Step], ruling: Ruling) -> FormPart:
    """Return what the last ruling moved: both contestants' scores on the board, their places, and how many others."""
    at, unit = ruling.scored.number, scoreboard.unit
    step = next((each for each in steps if each.envelope.number == at), None)
    changes, ranks = (step.moved.changes, step.moved.ranks) if step else ((), ())
    own = [each for each in changes if each.seating == ruling.seating and each.board == ruling.board]
    whose = {each.contestant for each in own}
    others = {each.contestant for each in changes} - whose
    shown = [
        f"{e.contestant}: {score_text(e.before)} → {score_text(e.after)} {say(unit)} ({difference_text(e)})"
        for e in own
    ]
    places = [place_text(each, "→") for each in ranks if each.contestant in whose]
    return FormPart(
        "Effect on the score",
        [
            wide("Score on the board", *shown),
            asked("Places", ", ".join(places)),
            asked("Other contestants whose score moved", str(len(others)) if step else ""),
        ],
    )


_SIDES = {"NS": ("North", "South"), "EW": ("East", "West")}


def appeal_sheet(session: Session, appeal: Appeal) -> dict[str, object]:
    """Return the form of an appeal against a ruling or a penalty."""
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
    """Return how an appeal was lodged, screened, heard and decided, and the penalties imposed with it.

    Of one that was given up or not admitted there are no lines for a hearing.
    """
    appeal, parts = file.appeal, [_lodged_part(session, file)]
    if screened := appeal.screened:
        fields = [
            word("Admitted", "yes" if screened.admitted else "no"),
            word("Turns on", POINTS[screened.point]),
            wide("Reason", screened.reason),
        ]
        parts.append(FormPart("Screening", fields))
    if not appeal.withdrawn and (appeal.screened is None or appeal.screened.admitted):
        heard = appeal.heard
        fields = [
            wide("Committee", committee_text(heard) if heard else ""),
            wide("Present", ", ".join(heard.present) if heard else ""),
            wide("The director’s account", write=2),
            wide("Statements of the players", write=2),
            wide("New facts found", write=2),
        ]
        parts += [FormPart("Hearing", fields), *_decision_parts(session, appeal)]
    with_it = (each for each in session.penalties.values() if each.imposed.beside == appeal.case)
    return [*parts, *(penalty_part(session, each) for each in with_it if not each.withdrawn)]


def _lodged_part(session: Session, file: AppealFile) -> FormPart:
    appeal, lodged, gone = file.appeal, file.appeal.lodged, file.appeal.withdrawn
    signed = and_text([SEATS[seat] for seat in lodged.signed]) if lodged.signed else ""
    subject = session.subject(appeal)
    claim = (lodged.claim, subject) if lodged.claim and isinstance(subject, Ruling) else None
    return FormPart(
        "Appeal",
        [
            asked("Against", say(", now ").join(appeal.subjects)),
            asked("Appellant", who_appeals(appeal, session)),
            asked("Concurring", say("the captain") if lodged.captain else signed),
            asked("Lodged", when(appeal.at)),
            asked("Time to appeal ends", when(contestable_until(session, subject))),
            asked("Through the director", lodged.through),
            *([wide("Late, and accepted because", appeal.late)] if appeal.late else []),
            word("State", STATES[file.state]),
            asked("Deposit", lodged.deposit),
            asked("Deposit received by"),
            *([word("Deposit now", STATES[file.deposit])] if lodged.deposit else []),
            wide("Grounds", lodged.grounds, write=3),
            *([word("Asks for", kind(session, *claim))._replace(wide=True)] if claim else []),
            wide("Comments of the other side, and when it was told", write=2),
            *([wide("Withdrawn because", gone.reason), asked("Leave given by", gone.leave)] if gone else []),
        ],
        [OutcomeTable("As asked for", "", outcomes(session, claim[0], claim[1].board))] if claim else (),
    )


def _decision_parts(session: Session, appeal: Appeal) -> list[FormPart]:
    """Return every decision, and each further appeal; an empty decision while none is taken."""
    undecided = [
        asked("Decision"),
        asked("Time"),
        wide("Score for North–South"),
        wide("Score for East–West"),
        wide("Laws"),
        wide("Reason", write=4),
        asked("Merit"),
        asked("Deposit"),
        asked("Penalty"),
        wide("Dissent, recommendation", write=2),
    ]
    decided = [_decision_part(session, each) for each in appeal.decisions] or [FormPart("Decision", undecided)]
    states = further_deposit_states(appeal)
    further = [
        FormPart(
            "Taken further",
            [
                asked("To", each.lodged.to),
                asked("Deposit", each.lodged.deposit),
                word("Deposit now", STATES[state]),
                wide("Grounds", each.lodged.grounds),
            ],
        )
        for each, state in zip(appeal.furthers, states, strict=True)
    ]
    return [*decided[:1], *further, *decided[1:]]


def _decision_part(session: Session, decided: DecidedAppeal) -> FormPart:
    said, ruling = decided.decision, session.rulings.get(decided.on)
    verdict = (PENALTY_VERDICTS if not ruling and said.verdict in PENALTY_VERDICTS else VERDICTS)[said.verdict]
    point = [word("Turns on", POINTS[said.point])] if isinstance(said, AppealDecided) else []
    score = (said.adjustment, ruling) if said.adjustment and ruling else None
    penalty = decided_penalty(said)
    given = worked_out(session, ruling, said) if ruling else None
    apart = [("Dissent", said.dissent), ("Recommendation", said.recommendation)]
    return FormPart(
        "Decision",
        [
            wide("Decision", verdict),
            asked("Decided by", decided_by(said)),
            asked("Time", when(decided.at)),
            *point,
            *([word("Score given", kind(session, *score))._replace(wide=True)] if score else []),
            *([asked("Penalty", penalty)] if penalty else []),
            *([wide("Laws", *laws(said.laws))] if said.laws else []),
            wide("Findings", said.findings),
            wide("Reason", said.reason, write=3),
            word("Merit", MERITS[said.merit] if said.merit else ""),
            word("Deposit", STATES[said.deposit] if said.deposit else ""),
            *(wide(label, text) for label, text in apart if text),
        ],
        [OutcomeTable("As decided", "", outcomes(session, given, ruling.board))] if ruling and given else (),
    )
