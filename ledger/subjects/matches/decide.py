"""Decide findings on matches (shortened, void, mismatch: White Book §3.3, §3.5) and bare results; and undo these.

The score of such a match is computed from the finding and its boards, whenever these are entered.
"""

from fractions import Fraction
from typing import Any, get_args

from ledger.errors import Refusal
from ledger.guards.entering import enter_new
from ledger.guards.seats import check_seating, finding_text
from ledger.labels import agreeing, boards_text
from ledger.laws.rounding import stated_text
from ledger.projections.match_boards import pool
from ledger.projections.scored_session import ScoredSession
from ledger.scoring.forms import FORMS
from ledger.scoring.line import Seating
from ledger.session.places import converts_matches, label_as_entered, require_contestant, require_one_round
from ledger.session.response import Actor, ProposedEvent, Undoing, event_of, refuse_if_taken_back, undoing_event
from ledger.session.state import Session
from ledger.subjects.matches import facts
from ledger.subjects.rulings.facts import Undo


def shorten_match(command: facts.ShortenMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Remove boards from a match; refused if less than half of its boards remain, as the match is then void."""
    if missing := sorted(set(command.removed) - set(command.boards)):
        strangers = f"{boards_text(missing)} {agreeing(len(missing), 'is')}"
        message = f"{strangers} not of this match ({boards_text(sorted(command.boards))})"
        hint = "--boards are all the boards of the match, --removed those of them that are removed"
        raise Refusal("no-such-board", message, hint)
    remaining = len(command.boards) - len(command.removed)
    if 2 * remaining < len(command.boards):
        message = f"{remaining} of {len(command.boards)} boards are left: a match of less than half its boards is void"
        raise Refusal("too-few-boards", message, "`match void` declares it void")
    return _find(facts.MatchShortened(**_match_fields(command, session), removed=command.removed), session)


def void_match(command: facts.VoidMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Declare a match void; refused for wrong seating unless matches are converted into victory points."""
    if command.wrong_seating:
        _check_converted(session)
    return _find(facts.MatchVoided(**_match_fields(command, session), wrong_seating=command.wrong_seating), session)


def score_match(command: facts.ScoreMatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record a match's result without its boards, in IMPs, points or victory points; refused above the maximum."""
    form, stated = FORMS[session.opening.scoring], _match_fields(command, session)
    unit: facts.MatchUnit = "VP" if command.in_points else "points" if form.unit == "points" else "IMP"
    if command.in_points:
        _check_converted(session)
    elif session.regulations.matches.further_forms and form.rooms == 2:
        message = "matches are scored by more than one form here: a result without boards is in victory points"
        raise Refusal("wrong-unit", message, "add --vp")
    elif form.unit not in ("IMP", "points"):
        message = f"boards are scored in {form.unit} here: a match result is stated in victory points"
        raise Refusal("wrong-unit", message, "add --vp")
    most = None if min(command.scores) >= 0 else Fraction(0)  # IMPs have no maximum
    if unit == "VP":
        most = pool(ScoredSession(session))
    elif unit == "points":
        top = form.top(len(command.boards), session.regulations)
        most = top * len(command.boards) if top else None
    if most is not None and not (min(command.scores) >= 0 and sum(command.scores) <= most):
        figures = " : ".join(map(stated_text, command.scores))
        raise Refusal(
            "bad-number", f"{figures} {unit}: a match has {stated_text(most)} at most", "both figures are 0 or more"
        )
    if not command.boards:
        raise Refusal("no-such-board", "which boards has the match?", "--boards 1-8")
    return _find(facts.MatchScored(**stated, scores=command.scores, unit=unit), session)


def _match_fields(command: facts.AboutMatch, session: Session) -> dict[str, Any]:
    if not FORMS[session.opening.scoring].in_matches(session.regulations):
        raise Refusal(
            "no-matches",
            f"{session.opening.scoring} under {session.regulations.profile} is not ranked by matches",
            'to rank by matches, set pairs = "converted" under [matches] in a profile, and type `session amend '
            "--profile FILE`; for one board: `ruling add BOARD --artificial A/A`",
        )
    one, two = (label_as_entered(session, each) for each in command.contestants)
    check_seating(session, Seating(one, two))
    met = require_one_round(session, (one, two), command.round)
    round_ = command.round or (met.pop() if met else None)
    sides: dict[str, tuple[str, ...]] = {"director": (), "none": (), "both": (one, two)}
    at_fault = sides[command.fault] if command.fault in sides else (label_as_entered(session, command.fault),)
    if not {*at_fault} <= {one, two}:
        message = f"{command.fault} is neither {one} nor {two}"
        raise Refusal("no-such-contestant", message, f"--fault {one}, {two}, both, director or none")
    return {
        "teams": (one, two),
        "boards": command.boards,
        "round": None if FORMS[session.opening.scoring].one_match else round_,
        "at_fault": at_fault,
        "director": command.fault == "director",
        "reason": command.reason,
    }


def _find(
    event: facts.MatchShortened | facts.MatchVoided | facts.MatchScored, session: Session
) -> tuple[ProposedEvent, ...]:
    check_single_finding(event, session)
    return *enter_new(Seating(*event.teams).everyone, session), ProposedEvent(event)


def check_single_finding(event: facts.Finding, session: Session) -> None:
    """Refuse a second finding on one match, or on one contestant's opponent in a round."""
    for number, earlier in session.findings.facts.items():
        if isinstance(event, facts.MismatchFound):
            of = (earlier.contestant, earlier.round) if isinstance(earlier, facts.MismatchFound) else None
            same = of == (event.contestant, event.round)
        else:
            same = isinstance(earlier, facts.MatchFinding) and event.is_of(earlier.teams, earlier.round)
        if same:
            message = f"a finding was recorded on {finding_text(event)} already (#{number})"
            raise Refusal("found-already", message, f"`undo {number}` first")


# Mismatches


def find_mismatch(command: facts.FindMismatch, session: Session, actor: Actor) -> tuple[ProposedEvent, ...]:
    """Record that a contestant met a wrong opponent; refused if the two did not meet, or nobody had points yet."""
    _check_converted(session)
    # In round 1 of a later sitting contestants have the points of the earlier ones (`beside`)
    if command.round == 1 and not command.beside:
        message = "nobody has victory points before round 1, so its draw does not follow them"
        raise Refusal("no-mismatch", message, "a wrong opponent in round 1 changes no score: nothing is to be recorded")
    whose, opponent = (require_contestant(session, each) for each in (command.contestant, command.opponent))
    check_met(session, whose, opponent, command.round)
    correct = tuple(dict.fromkeys(require_contestant(session, each) for each in command.correct))
    if {whose, opponent} & {*correct}:
        wrong = whose if whose in correct else opponent
        message = f"{wrong} cannot be the opponent that {whose} should have met"
        raise Refusal("no-mismatch", message, "--correct CONTESTANT")
    beside = tuple(each for each in command.beside if each.points and each.contestant in {opponent, *correct})
    event = event_of(facts.MismatchFound, command, contestant=whose, met=opponent, correct=correct, beside=beside)
    check_single_finding(event, session)
    return (ProposedEvent(event),)


def check_met(session: Session, whose: str, opponent: str, round_: int) -> None:
    """Refuse two contestants who did not meet in a round."""
    met = [played.seating.match - {whose} for _, played in session.boards_of(whose) if played.round == round_]
    if {opponent} in met:
        return
    opponents = sorted({each for opponents in met for each in opponents})
    message = f"{whose} did not meet {opponent} in round {round_}; it met {' and '.join(opponents) or 'nobody'}"
    typed = f"`match mismatch {whose} {(*opponents, 'OPPONENT')[0]} --round {round_} --correct CONTESTANT --at-fault`"
    raise Refusal("no-such-match", message, f"name the one it did meet: {typed}")


def _check_converted(session: Session) -> None:
    if not converts_matches(session):
        message = "matches are not converted into victory points here"
        raise Refusal("no-matches", message, "`session show` prints the regulations matches.vp and matches.pairs")


def _find_again(event: facts.Finding, command: Undo, session: Session, actor: Actor) -> None:
    number = undoing_event(command).of
    gone = session.findings.taken_back.get(number)
    if gone is None:
        raise Refusal("undo-nothing", f"#{number} is in force again already", "`match list`")
    finding = gone.fact
    check_single_finding(finding, session)
    if isinstance(finding, facts.MismatchFound):
        check_met(session, finding.contestant, finding.met, finding.round)


UNDO: Undoing = dict.fromkeys(
    get_args(facts.Finding), refuse_if_taken_back("#{number} was taken back already", "`match list`")
)

AGAIN: Undoing = dict.fromkeys(get_args(facts.Finding), _find_again)
