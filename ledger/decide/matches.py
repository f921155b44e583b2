"""What the director finds of a match: boards removed from it, a match void, the wrong opponents (White Book §3.3,
§3.5); the bare result of one whose boards were not kept; and undo.

What it is worth is worked out from the finding and the boards that were played, whenever they are typed.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

from ledger.decide.entering import enter
from ledger.decide.response import Actor, Handlers, ProposedEvent, Undoing
from ledger.decide.seats import check_seating, unentered
from ledger.errors import Refusal
from ledger.facts import FindMismatch, ScoreMatch, ShortenMatch, Undo, VoidMatch
from ledger.facts.matches import (
    AboutMatch,
    Finding,
    FindingRestored,
    FindingWithdrawn,
    MatchScored,
    MatchShortened,
    MatchUnit,
    MatchVoided,
    MismatchFound,
    OfMatch,
)
from ledger.labels import boards_text
from ledger.laws.rounding import stated_text
from ledger.projections.scored_session import ScoredSession
from ledger.projections.victory_points import pool
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session import Session, TableBoard
from ledger.session.places import converted, known, require_contestant, require_one_round


def shorten_match(command: ShortenMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Boards removed from a match; refused where less than half of it is left: then it is void."""
    if missing := sorted(set(command.removed) - set(command.boards)):
        are = "is" if len(missing) == 1 else "are"
        raise Refusal(
            "no-such-board",
            f"{boards_text(missing)} {are} not of this match ({boards_text(sorted(command.boards))})",
            "--boards are all the boards of the match, --removed those of them that are removed",
        )
    left = len(command.boards) - len(command.removed)
    if 2 * left < len(command.boards):
        raise Refusal(
            "too-few-boards",
            f"{left} of {len(command.boards)} boards are left: a match of less than half its boards is void",
            "`match void …`",
        )
    return _found(MatchShortened(**_stated(command, session), removed=command.removed), session)


def void_match(command: VoidMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A match that is void; because of wrong seating it is worth victory points outright."""
    if command.wrong_seating:
        _check_converted(session)
    event = MatchVoided(**_stated(command, session), wrong_seating=command.wrong_seating)
    return _found(event, session)


def score_match(command: ScoreMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The bare result of a match: in the unit of its boards, or in victory points, of which there are so many."""
    form, stated = FORMS[session.opening.scoring], _stated(command, session)
    unit: MatchUnit = "VP" if command.in_points else "points" if form.unit == "points" else "IMP"
    if command.in_points:
        _check_converted(session)
    elif form.unit not in ("IMP", "points"):
        message = f"boards are scored in {form.unit} here: what a match came to is told in victory points"
        raise Refusal("wrong-unit", message, "`match score … --vp`")
    most = _most(command, session, unit)
    if most is not None and not (min(command.scores) >= 0 and sum(command.scores) <= most):
        told = " : ".join(map(stated_text, command.scores))
        raise Refusal("bad-number", f"{told} {unit}: there are {stated_text(most)} to have", "none less than nothing")
    if not command.boards:
        raise Refusal("no-such-board", "of how many boards is it?", "--boards 1-8: those of the match")
    return _found(MatchScored(**stated, scores=command.scores, unit=unit), session)


def _most(command: ScoreMatch, session: Session, unit: MatchUnit) -> Fraction | None:
    """How many points two can have between them; in IMPs there is no end."""
    if unit == "VP":
        return pool(ScoredSession(session))
    if unit == "points":
        top = FORMS[session.opening.scoring].top(len(command.boards), session.regulations)
        return top * len(command.boards) if top else None
    return None if min(command.scores) >= 0 else Fraction(0)


def _stated(command: AboutMatch, session: Session) -> dict[str, Any]:
    """What every finding says of its match: who met, in which round, over which boards, and whose fault it was."""
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
    raise Refusal(
        "no-such-contestant", f"{fault} is neither {one} nor {other}", f"--fault {one}, {other}, both, director or none"
    )


def _found(event: MatchShortened | MatchVoided | MatchScored, session: Session) -> tuple[ProposedEvent, ...]:
    """The finding, with whom an open entry takes in by it; refused where one is in force already."""
    check_found_once(event, session)
    return *enter(unentered(session, Seating(*event.teams)), session.opening), ProposedEvent(event)


def check_found_once(event: Finding, session: Session) -> None:
    """Refuse what something else was found of already: a match, or a contestant's opponent in a round."""
    for number, earlier in session.findings.facts.items():
        if _same(event, earlier):
            message = f"something was found of {_about(event)} already (#{number})"
            raise Refusal("found-already", message, f"`undo {number}` first")


def _same(one: Finding, other: Finding) -> bool:
    if isinstance(one, OfMatch) and isinstance(other, OfMatch):
        return one.is_of(other.teams, other.round)
    if isinstance(one, MismatchFound) and isinstance(other, MismatchFound):
        return (one.contestant, one.round) == (other.contestant, other.round)
    return False


def _about(event: Finding) -> str:
    """What it was found of, in words."""
    if isinstance(event, OfMatch):
        return " v ".join(event.teams)
    return f"{event.contestant}'s opponent in round {event.round}"


def check_stays(session: Session, moves: Mapping[TableBoard, Seating]) -> None:
    """Refuse other seats that take a table out of a match of which something was found.

    A finding is the director's, of the match as it was recorded: it is neither carried to another match nor left behind
    with nobody in it. He takes it back first, and finds anew what still holds. A table may come into such a match, as
    if it had been typed right at once; and out of it where its board is none of those the finding is about.
    """
    for number, finding in session.findings.facts.items():
        for played, now in moves.items():
            was = Seating(*played.seating.pair, played.round)
            if _is_of(finding, played.board, was) and not _is_of(finding, played.board, now):
                message = f"something was found of {_about(finding)} (#{number}), and {played.name} is of that match"
                raise Refusal("has-dependants", message, f"`undo {number}` first, and find anew what still holds")


def _is_of(finding: Finding, board: int, seating: Seating) -> bool:
    """Whether a finding is about what these two played of a board; a round nobody said may be any."""
    if isinstance(finding, MismatchFound):
        return seating.match == {finding.contestant, finding.met} and seating.round == finding.round
    return finding.is_of(seating.match, seating.round) and board in finding.boards


# Mismatches


def find_mismatch(command: FindMismatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """A contestant that met the wrong opponent; refused in round 1, where nobody has points, and where they did not.

    In round 1 of a later sitting they have those of the earlier ones.
    """
    _check_converted(session)
    if command.round == 1 and not command.beside:
        raise Refusal(
            "no-mismatch", "in round 1 nobody has victory points yet: no draw is by them", "no score is changed for it"
        )
    whose, opponent = (require_contestant(session, each) for each in (command.contestant, command.opponent))
    check_met(session, whose, opponent, command.round)
    correct = tuple(dict.fromkeys(require_contestant(session, each) for each in command.correct))
    if {whose, opponent} & {*correct}:
        wrong = whose if whose in correct else opponent
        raise Refusal("no-mismatch", f"{wrong} cannot be whom {whose} should have met instead", "--correct CONTESTANT")
    event = MismatchFound(
        contestant=whose,
        met=opponent,
        round=command.round,
        correct=correct,
        beside=tuple(each for each in command.beside if each.points and each.contestant in {opponent, *correct}),
        at_fault=command.at_fault,
        reason=command.reason,
        heads=command.heads,
    )
    check_found_once(event, session)
    return (ProposedEvent(event),)


def check_met(session: Session, whose: str, opponent: str, round_: int) -> None:
    """Refuse a mismatch of two who did not meet in the round."""
    met = [played.seating.match - {whose} for _, played in session.boards_of(whose) if played.round == round_]
    if {opponent} in met:
        return
    others = " and ".join(sorted({each for opponents in met for each in opponents})) or "nobody"
    raise Refusal(
        "no-such-match",
        f"{whose} did not meet {opponent} in round {round_}; it met {others}",
        f"`match mismatch {whose} OPPONENT … --round {round_}`: whom it did meet",
    )


def _check_converted(session: Session) -> None:
    if not converted(session):
        raise Refusal(
            "no-matches", "matches are not converted into victory points here", "`session show`: matches.vp and .pairs"
        )


HANDLERS: Handlers = {
    ShortenMatch: shorten_match,
    VoidMatch: void_match,
    ScoreMatch: score_match,
    FindMismatch: find_mismatch,
}


def _unfind(event: Finding, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    return _withdrawn(command.target.number, command, session)


def _unfind_again(event: FindingRestored, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    return _withdrawn(event.finding, command, session)


def _withdrawn(number: int, command: Undo, session: Session) -> tuple[ProposedEvent, ...]:
    if number not in session.findings.facts:
        raise Refusal("undo-nothing", f"#{number} was taken back already", "`match list`")
    return (ProposedEvent(FindingWithdrawn(number, command.reason), (command.target.number,)),)


def _find_again(event: FindingWithdrawn, command: Undo, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """The finding holds again; refused where something else was found of the match since, or the two have not met."""
    gone = session.findings.taken_back.get(event.finding)
    if gone is None:
        raise Refusal("undo-nothing", f"#{event.finding} holds again already", "`match list`")
    finding = gone.fact
    check_found_once(finding, session)
    if isinstance(finding, MismatchFound):
        check_met(session, finding.contestant, finding.met, finding.round)
    return (ProposedEvent(FindingRestored(event.finding, command.reason), (command.target.number,)),)


UNDO: Undoing = {
    **dict.fromkeys(get_args(Finding), _unfind),
    FindingWithdrawn: _find_again,
    FindingRestored: _unfind_again,
}
