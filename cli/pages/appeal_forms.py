"""The form of an appeal: what was lodged, what the committee found and decided, and what it completes by hand."""

from __future__ import annotations

from cli.pages.fields import FormField, FormPart, OutcomeTable, asked, kind, laws, outcomes, when, wide, word
from cli.pages.ruling_forms import penalty_part, ruling_part, score_part
from cli.pages.sheets import FormSheet, SignatureLine, diagram_of, event_fields, played_part, table_fields
from cli.words.appeals import committee_text, decided_by, decided_penalty, who_appeals
from cli.words.language import say
from cli.words.notation import and_text
from cli.words.vocabulary import MERITS, PENALTY_VERDICTS, POINTS, SEATS, STATES, VERDICTS
from ledger.facts.appeals import AppealDecided
from ledger.projections.casework import AppealFile, case_file
from ledger.session import Appeal, DecidedAppeal, Penalty, Ruling, Session
from ledger.session.appeals import further_deposit_states
from ledger.session.rulings import contestable_until

_SIDES = {"NS": ("North", "South"), "EW": ("East", "West")}


def appeal_sheet(session: Session, appeal: Appeal) -> FormSheet:
    """The form of an appeal against a ruling or a penalty."""
    subject, case = session.subject(appeal), case_file(session, appeal.case)
    if isinstance(subject, Penalty):
        head, diagram, about = event_fields(session), None, [penalty_part(session, subject)]
    else:
        head = [*event_fields(session), *table_fields(session, subject)]
        diagram = diagram_of(session, subject.board, session.line(subject.board, subject.seating))
        about = [played_part(session, subject), ruling_part(session, subject), score_part(session, subject)]
    file = next(each for each in case.appeals if each.appeal.case == appeal.case)
    parts = [*about, *appeal_parts(session, file)]
    return FormSheet(appeal.case, head, diagram, parts, _signatures(appeal))


def appeal_parts(session: Session, file: AppealFile) -> list[FormPart]:
    """How an appeal was lodged, heard and decided, and what was imposed with it."""
    with_it = (each for each in session.penalties.values() if each.imposed.beside == file.appeal.case)
    sanctions = [penalty_part(session, each) for each in with_it if not each.withdrawn]
    return [_lodged_part(session, file), *_what_followed(session, file.appeal), *sanctions]


def _lodged_part(session: Session, file: AppealFile) -> FormPart:
    appeal, lodged = file.appeal, file.appeal.lodged
    concurring = (
        say("the captain")
        if lodged.captain
        else and_text([SEATS[seat] for seat in lodged.signed])
        if lodged.signed
        else ""
    )
    subject, claim = session.subject(appeal), lodged.claim
    return FormPart(
        "Appeal",
        [
            asked("Against", say(", now ").join(appeal.subjects)),
            asked("Appellant", who_appeals(appeal, session)),
            asked("Concurring", concurring),
            asked("Lodged", when(appeal.at)),
            asked("Time to appeal ends", when(contestable_until(session, session.subject(appeal)))),
            asked("Through the director", lodged.through),
            *([wide("Late, and accepted because", appeal.late)] if appeal.late else []),
            word("State", STATES[file.state]),
            asked("Deposit", lodged.deposit),
            asked("Deposit received by"),
            *([word("Deposit now", STATES[file.deposit])] if lodged.deposit else []),
            wide("Grounds", lodged.grounds, write=3),
            *(
                [word("Asks for", kind(session, claim, subject))._replace(wide=True)]
                if claim and isinstance(subject, Ruling)
                else []
            ),
            wide("Comments of the other side, and when it was told", write=2),
            *_withdrawn(appeal),
        ],
        [OutcomeTable("As asked for", "", outcomes(session, claim, subject.board))]
        if claim and isinstance(subject, Ruling)
        else (),
    )


def _withdrawn(appeal: Appeal) -> list[FormField]:
    if appeal.withdrawn is None:
        return []
    gone = appeal.withdrawn
    return [wide("Withdrawn because", gone.reason), asked("Leave given by", gone.leave)]


def _what_followed(session: Session, appeal: Appeal) -> list[FormPart]:
    """Screening, hearing and decisions; of an appeal that was given up or not admitted, no lines for a hearing."""
    parts = []
    if screened := appeal.screened:
        fields = [
            word("Admitted", "yes" if screened.admitted else "no"),
            word("Turns on", POINTS[screened.point]),
            wide("Reason", screened.reason),
        ]
        parts.append(FormPart("Screening", fields))
    if not appeal.withdrawn and (appeal.screened is None or appeal.screened.admitted):
        parts += [_hearing_part(appeal), *_decision_parts(session, appeal)]
    return parts


def _hearing_part(appeal: Appeal) -> FormPart:
    heard = appeal.heard
    return FormPart(
        "Hearing",
        [
            wide("Committee", committee_text(heard) if heard else ""),
            wide("Present", ", ".join(heard.present) if heard else ""),
            wide("The director’s account", write=2),
            wide("Statements of the players", write=2),
            wide("New facts found", write=2),
        ],
    )


def _decision_parts(session: Session, appeal: Appeal) -> list[FormPart]:
    """Every decision, and each time it was taken further; an empty one while it is still to come."""
    decided = [_decision_part(session, each) for each in appeal.decisions] or [_undecided_part()]
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


def _undecided_part() -> FormPart:
    fields = [
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
    return FormPart("Decision", fields)


def _decision_part(session: Session, decided: DecidedAppeal) -> FormPart:
    said, ruling = decided.decision, session.rulings.get(decided.on)
    verdict = (PENALTY_VERDICTS if not ruling and said.verdict in PENALTY_VERDICTS else VERDICTS)[said.verdict]
    point = [word("Turns on", POINTS[said.point])] if isinstance(said, AppealDecided) else []
    penalty = decided_penalty(said)
    return FormPart(
        "Decision",
        [
            wide("Decision", verdict),
            asked("Decided by", decided_by(said)),
            asked("Time", when(decided.at)),
            *point,
            *(
                [word("Score given", kind(session, said.adjustment, ruling))._replace(wide=True)]
                if ruling and said.adjustment
                else []
            ),
            *([asked("Penalty", penalty)] if penalty else []),
            *([wide("Laws", *laws(said.laws))] if said.laws else []),
            wide("Findings", said.findings),
            wide("Reason", said.reason, write=3),
            word("Merit", MERITS[said.merit] if said.merit else ""),
            word("Deposit", STATES[said.deposit] if said.deposit else ""),
            *(wide(label, text) for label, text in _apart(said.dissent, said.recommendation)),
        ],
        [OutcomeTable("As decided", "", outcomes(session, said.adjustment, ruling.board))]
        if ruling and said.adjustment
        else (),
    )


def _apart(dissent: str, recommendation: str) -> list[tuple[str, str]]:
    found = [("Dissent", dissent), ("Recommendation", recommendation)]
    return [(label, text) for label, text in found if text]


def _signatures(appeal: Appeal) -> list[SignatureLine]:
    """Both partners of the appellant or its captain, the director, and who heard it, as far as they are known."""
    seats = _SIDES.get(appeal.lodged.appellant, ("Appellant",))
    signed = [SignatureLine("Captain")] if appeal.lodged.captain else [SignatureLine(seat) for seat in seats]
    heard = appeal.heard.committee if appeal.heard else ()
    chairman = (appeal.heard.chairman if appeal.heard else "") or next(iter(heard), "")
    members = [SignatureLine("Member", name) for name in heard if name != chairman] or [
        SignatureLine("Member"),
        SignatureLine("Member"),
    ]
    if appeal.withdrawn or (appeal.screened and not appeal.screened.admitted):
        return [*signed, SignatureLine("Director")]
    return [*signed, SignatureLine("Director"), SignatureLine("Chairman", chairman), *members]
