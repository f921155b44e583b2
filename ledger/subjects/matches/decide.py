"""What the director finds of a match: boards removed from it, a match void, the wrong opponents (White Book §3.3,
§3.5); the bare result of one whose boards were not kept; and undo.

What it is worth is worked out from the finding and the boards that were played, whenever they are typed.
"""

from fractions import Fraction
from typing import Any, get_args

from ledger.errors import Refusal
from ledger.guards.entering import enter
from ledger.guards.seats import check_seating, finding_text, unentered
from ledger.kernel.fact import TakenBack
from ledger.labels import boards_text
from ledger.laws.rounding import stated_text
from ledger.projections.match_boards import pool
from ledger.projections.scored_session import ScoredSession
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.places import converted, known, require_contestant, require_one_round
from ledger.session.response import Actor, Handlers, ProposedEvent, Undoing, event_of, taking_back
from ledger.session.state import Session
from ledger.subjects.matches.facts import (
    AboutMatch,
    Finding,
    FindMismatch,
    MatchScored,
    MatchShortened,
    MatchUnit,
    MatchVoided,
    MismatchFound,
    OfMatch,
    ScoreMatch,
    ShortenMatch,
    VoidMatch,
)
from ledger.subjects.rulings.facts import Undo


def shorten_match(command: ShortenMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Boards removed from a match; refused where less than half of it is left: then it is void."""
    if missing := sorted(set(command.removed) - set(command.boards)):
        are = "is" if len(missing) == 1 else "are"
        message = f"{boards_text(missing)} {are} not of this match ({boards_text(sorted(command.boards))})"
        hint = "--boards are all the boards of the match, --removed those of them that are removed"
        raise Refusal("no-such-board", message, hint)
    left = len(command.boards) - len(command.removed)
    if 2 * left < len(command.boards):
        message = f"{left} of {len(command.boards)} boards are left: a match of less than half its boards is void"
        raise Refusal("too-few-boards", message, "`match void …`")
    return _found(MatchShortened(**_stated(command, session), removed=command.removed), session)


def void_match(command: VoidMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A match that is void; because of wrong seating it is worth victory points outright."""
    if command.wrong_seating:
        _check_converted(session)
    return _found(MatchVoided(**_stated(command, session), wrong_seating=command.wrong_seating), session)


def score_match(command: ScoreMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The bare result of a match: in the unit of its boards, or in victory points, of which there are so many."""
    form, stated = FORMS[session.opening.scoring], _stated(command, session)
    unit: MatchUnit = "VP" if command.in_points else "points" if form.unit == "points" else "IMP"
    if command.in_points:
        _check_converted(session)
    elif form.unit not in ("IMP", "points"):
        message = f"boards are scored in {form.unit} here: what a match came to is told in victory points"
        raise Refusal("wrong-unit", message, "`match score … --vp`")
    most = None if min(command.scores) >= 0 else Fraction(0)  # in IMPs there is no end
    if unit == "VP":
        most = pool(ScoredSession(session))
    elif unit == "points":
        top = form.top(len(command.boards), session.regulations)
        most = top * len(command.boards) if top else None
    if most is not None and not (min(command.scores) >= 0 and sum(command.scores) <= most):
        told = " : ".join(map(stated_text, command.scores))
        raise Refusal("bad-number", f"{told} {unit}: there are {stated_text(most)} to have", "none less than nothing")
    if not command.boards:
        raise Refusal("no-such-board", "of how many boards is it?", "--boards 1-8: those of the match")
    return _found(MatchScored(**stated, scores=command.scores, unit=unit), session)


def _stated(command: AboutMatch, session: Session) -> dict[str, Any]:
    if not FORMS[session.opening.scoring].in_matches(session.regulations):
        raise Refusal(
            "no-matches",
            f"{session.opening.scoring} under {session.regulations.profile} is not ranked by matches",
            '`session amend --profile FILE`: [matches] pairs = "converted"; '
            "a board by itself: `ruling add … --artificial A/A`",
        )
    one, other = (known(session, each) for each in command.contestants)
    check_seating(session, Seating(one, other))
    met = require_one_round(session, (one, other), command.round)
    round_ = command.round or (met.pop() if met else None)
    return {
        "teams": (one, other),
        "boards": command.boards,
        "round": None if FORMS[session.opening.scoring].one_match else round_,
        "at_fault": _at_fault(command.fault, one, other, session),
        "director": command.fault == "director",
        "reason": command.reason,
    }


def _at_fault(fault: str, one: str, other: str, session: Session) -> tuple[str, ...]:
    if fault in ("director", "none"):
        return ()
    if fault == "both":
        return one, other
    if (whose := known(session, fault)) in (one, other):
        return (whose,)
    message = f"{fault} is neither {one} nor {other}"
    raise Refusal("no-such-contestant", message, f"--fault {one}, {other}, both, director or none")


def _found(event: MatchShortened | MatchVoided | MatchScored, session: Session) -> tuple[ProposedEvent, ...]:
    check_found_once(event, session)
    return *enter(unentered(session, Seating(*event.teams)), session.opening), ProposedEvent(event)


def check_found_once(event: Finding, session: Session) -> None:
    """Refuse what something else was found of already: a match, or a contestant's opponent in a round."""
    for number, earlier in session.findings.facts.items():
        if isinstance(event, MismatchFound):
            of = (earlier.contestant, earlier.round) if isinstance(earlier, MismatchFound) else None
            same = of == (event.contestant, event.round)
        else:
            same = isinstance(earlier, OfMatch) and event.is_of(earlier.teams, earlier.round)
        if same:
            message = f"something was found of {finding_text(event)} already (#{number})"
            raise Refusal("found-already", message, f"`undo {number}` first")


# Mismatches


def find_mismatch(command: FindMismatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that met the wrong opponent; refused in round 1, where nobody has points, and where they did not.

    In round 1 of a later sitting they have those of the earlier ones.
    """
    _check_converted(session)
    if command.round == 1 and not command.beside:
        message = "in round 1 nobody has victory points yet: no draw is by them"
        raise Refusal("no-mismatch", message, "no score is changed for it")
    whose, opponent = (require_contestant(session, each) for each in (command.contestant, command.opponent))
    check_met(session, whose, opponent, command.round)
    correct = tuple(dict.fromkeys(require_contestant(session, each) for each in command.correct))
    if {whose, opponent} & {*correct}:
        wrong = whose if whose in correct else opponent
        raise Refusal("no-mismatch", f"{wrong} cannot be whom {whose} should have met instead", "--correct CONTESTANT")
    beside = tuple(each for each in command.beside if each.points and each.contestant in {opponent, *correct})
    event = event_of(MismatchFound, command, contestant=whose, met=opponent, correct=correct, beside=beside)
    check_found_once(event, session)
    return (ProposedEvent(event),)


def check_met(session: Session, whose: str, opponent: str, round_: int) -> None:
    """Refuse a mismatch of two who did not meet in the round."""
    met = [played.seating.match - {whose} for _, played in session.boards_of(whose) if played.round == round_]
    if {opponent} in met:
        return
    others = " and ".join(sorted({each for opponents in met for each in opponents})) or "nobody"
    message = f"{whose} did not meet {opponent} in round {round_}; it met {others}"
    raise Refusal("no-such-match", message, f"`match mismatch {whose} OPPONENT … --round {round_}`: whom it did meet")


def _check_converted(session: Session) -> None:
    if not converted(session):
        message = "matches are not converted into victory points here"
        raise Refusal("no-matches", message, "`session show`: matches.vp and .pairs")


def _unfind(event: Finding, command: Undo, session: Session, actor: Actor) -> TakenBack:
    number = taking_back(command).of
    if number not in session.findings.facts:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`match list`")
    return taking_back(command)


def _find_again(event: Finding, command: Undo, session: Session, actor: Actor) -> TakenBack:
    back = taking_back(command)
    gone = session.findings.taken_back.get(back.of)
    if gone is None:
        raise Refusal("undo-nothing", f"#{back.of} holds again already", "`match list`")
    finding = gone.fact
    check_found_once(finding, session)
    if isinstance(finding, MismatchFound):
        check_met(session, finding.contestant, finding.met, finding.round)
    return back


UNDO: Undoing = dict.fromkeys(get_args(Finding), _unfind)

AGAIN: Undoing = dict.fromkeys(get_args(Finding), _find_again)


HANDLERS: Handlers = {
    ShortenMatch: shorten_match,
    VoidMatch: void_match,
    ScoreMatch: score_match,
    FindMismatch: find_mismatch,
}
