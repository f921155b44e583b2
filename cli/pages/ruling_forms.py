"""The director's form of a ruling or a penalty: what the log says of it, and what he fills in and signs."""

from __future__ import annotations

from collections.abc import Sequence

from cli.pages.fields import FormField, FormPart, OutcomeTable, asked, kind, laws, outcomes, when, wide, word, yes_or_no
from cli.pages.history import Step
from cli.pages.sheets import FormSheet, SignatureLine, diagram_of, event_fields, played_part, table_fields
from cli.words.appeals import decided_cases
from cli.words.language import as_kept, say
from cli.words.polls import poll_result
from cli.words.registers import penalty_in_force_text
from cli.words.rulings import penalty_text, superseded_text
from cli.words.scores import difference_text, place_text, score_text
from cli.words.vocabulary import ANSWERS, SEATS, STAGES, STATES, because
from ledger.facts.calls import DirectorCalled, FactsStated
from ledger.facts.polls import PollTaken
from ledger.laws.adjustment import law_of
from ledger.projections.casework import case_file
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Call, Penalty, Ruling, Session
from ledger.session.rulings import contestable_until, is_decided, penalty_state, ruling_state

OFFENDING = {
    "NS": "North–South",
    "EW": "East–West",
    "both": "both sides",
    "none": "none",
    "outside": "nobody at the table",
}


def ruling_sheet(scoreboard: Scoreboard, steps: Sequence[Step], ruling: Ruling) -> FormSheet:
    """The form of a ruling."""
    session = scoreboard.session
    case = case_file(session, ruling.case)
    return FormSheet(
        ruling.case,
        [*event_fields(session), *table_fields(session, ruling)],
        diagram_of(session, ruling.board, session.line(ruling.board, ruling.seating)),
        [
            played_part(session, ruling),
            call_part(session.calls.get(ruling.given.call or "")),
            ruling_part(session, ruling),
            score_part(session, ruling),
            *(penalty_part(session, each) for each in case.beside if each.imposed.beside == ruling.case),
            _effect_part(scoreboard, steps, ruling),
        ],
        [
            SignatureLine("Director", ruling.versions[-1].by),
            SignatureLine("Chief director"),
            SignatureLine("Scorer: entered"),
            SignatureLine("Scorer: checked"),
        ],
    )


def penalty_sheet(session: Session, penalty: Penalty) -> FormSheet:
    """The form of a penalty that was given by itself."""
    signed = [
        SignatureLine("Director", penalty.by),
        SignatureLine("Chief director"),
        SignatureLine("Contestant, told of it"),
    ]
    return FormSheet(penalty.imposed.case, event_fields(session), None, [penalty_part(session, penalty)], signed)


def call_part(call: Call | None) -> FormPart:
    """The call to the table, what was found there, and who was asked; lines to write on where nobody recorded one."""
    called = call.called if call else None
    facts = call.facts[-1] if call and call.facts else None
    fields = [
        asked("Called", when(call.at) if call else ""),
        asked("By", SEATS[called.caller] if called else ""),
        asked("Stage", _stage(called) if called else ""),
        wide("Alleged", called.alleged if called else ""),
        *_facts(facts),
        wide("Said at the table", *(_answers(call) if call else ())),
        wide("Players polled", *(_polls(call) if call else ()), write=2),
    ]
    return FormPart("Call to the table", fields)


def _stage(called: DirectorCalled) -> str:
    return STAGES[called.stage] + (say(", trick %(trick)s", trick=called.trick) if called.trick else "")


def _facts(facts: FactsStated | None) -> list[FormField]:
    if facts is None:
        return [wide("Statements of the players", write=2)]
    said = [f"{SEATS[seat]}: {as_kept(words)}" for seat, words in facts.statements]
    return [
        word("Facts", "agreed" if facts.agreed else "disputed; as the director finds them"),
        wide("Facts found", facts.facts),
        wide("Statements of the players", *said),
        wide("Looked at", *facts.evidence),
    ]


def _answers(call: Call) -> list[str]:
    return [
        ANSWERS[each.answer] + (say(" to %(to)s", to=each.to) if each.to else "") + because(each.reason)
        for each in call.answers
    ]


def _polls(call: Call) -> list[str]:
    """Each poll in a line: of how many of what sort, what was asked, what they chose; never who they were."""
    return [f"{len(each.answers)}{_among(each)}: {each.question} {poll_result(each)}" for each in call.polls]


def _among(poll: PollTaken) -> str:
    return say(" of %(among)s", among=poll.among) if poll.among else ""


def ruling_part(session: Session, ruling: Ruling) -> FormPart:
    """What the director decided, and on what grounds."""
    said, last = ruling.judgement, ruling.scored
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
            *_grounds(said.alternatives, said.disallowed, said.legal_route),
            asked("Directors consulted", ", ".join(said.consulted)),
            *([asked("In the place of", superseded_text(ruling.given))] if ruling.given.supersedes else []),
            wide("Reason", said.reason, write=2),
        ],
    )


def score_part(session: Session, ruling: Ruling) -> FormPart:
    """The score the director gave, who was told of it, and until when it may be appealed."""
    said = ruling.judgement
    return FormPart(
        "Score",
        [
            word("Score given", kind(session, said.adjustment, ruling))._replace(wide=True),
            *([word("For now", "the ruling follows")] if said.provisional else []),
            *([asked("Under Law", law)] if (law := law_of(said.adjustment)) else []),
            *_in_force(session, ruling),
            *_told(session, ruling),
        ],
        _scores(session, ruling),
    )


def _scores(session: Session, ruling: Ruling) -> list[OutcomeTable]:
    """The score as the director ruled it, and the one in force where a decision on appeal gave another."""
    now = session.in_force(ruling)
    ruled = OutcomeTable("As ruled", "", outcomes(session, ruling.judgement.adjustment, ruling.board))
    decided = OutcomeTable("In force, by", now.case, outcomes(session, now.adjustment, ruling.board))
    return [ruled, decided] if now.case != ruling.case else [ruled]


def _in_force(session: Session, ruling: Ruling) -> list[FormField]:
    """What became of the score since: it was decided otherwise, or another ruling took its place."""
    now = session.in_force(ruling)
    decided = [
        word("In force now", kind(session, now.adjustment, ruling))._replace(wide=True),
        asked("By decision", now.case),
    ]
    superseded = [asked("Superseded by", ruling.superseded_by)] if ruling.superseded_by else []
    return [*(decided if now.case != ruling.case else []), *superseded]


def _grounds(alternatives: tuple[str, ...], disallowed: tuple[str, ...], route: str) -> list[FormField]:
    """What there is only where a call or a play was disallowed."""
    found = [asked("Logical alternatives", ", ".join(alternatives)), asked("Disallowed", ", ".join(disallowed))]
    return [*found, wide("Reached without the infraction", route)] if route else found


def _told(session: Session, ruling: Ruling) -> list[FormField]:
    return [
        asked("Both sides told", when(ruling.notified_at)),
        yes_or_no("Told of the right to appeal", ruling.right_to_appeal or None),
        _contested(session, ruling, ruling.case),
    ]


def _contested(session: Session, subject: Ruling | Penalty, case: str) -> FormField:
    """Until when it may be appealed; once that was decided, by which appeal and when."""
    if not is_decided(session, case):
        return asked("Appeal until", when(contestable_until(session, subject)))
    decided = (f"{decided_cases(each.decision)}, {when(each.at)}" for each in session.decisions_on(case))
    return asked("Appealed and decided", *decided)


def penalty_part(session: Session, penalty: Penalty) -> FormPart:
    """A penalty: on whom, what, under which Law, and how far it may be appealed."""
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
    """What the score given last moved: both contestants' scores on the board, their places, and how many others'."""
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
