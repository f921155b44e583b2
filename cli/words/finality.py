"""The finality of scores in words: until when they may change, and which cases are undecided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cli.words.language import Wording, say
from cli.words.times import until_text
from cli.words.vocabulary import STATES
from ledger.laws.regulations import in_time
from ledger.projections.finality import Finality, PeriodEnds, Undecided, case_finality
from ledger.session import Penalty, Ruling, Session

if TYPE_CHECKING:
    from ledger.overall.aspects import OverallFinality


def finality_lines(finality: Finality, now: int, *, counting: bool = True) -> list[str]:
    """Return lines that tell whether the scores of a session are final at a time (µs UTC), and if not, why.

    `counting`: with the time left, as a screen shows it; without, with the day of each moment, as a page shows it.
    """
    periods = finality.periods
    if periods is None:
        return [say("These scores have not been published yet, and may change."), *_waiting_lines(finality)]
    sentences, until = _period_texts(periods, now, counting), _until(periods.last, now, counting)
    is_one, said, said_of = len(sentences) == 1, _said(finality), {"until": until, "board": finality.board}
    if finality.state(now) == "final":
        return [said["final until"] % said_of if is_one else " ".join([said["final"] % said_of, *sentences])]
    if finality.at is not None and is_one:
        return [said["provisional until"] % said_of]
    then = [said["then"]] if finality.at is not None else []
    return [" ".join([said["provisional"] % said_of, *sentences, *then]), *_waiting_lines(finality)]


_SAID = Wording(
    {
        "final": "The scores are final.",
        "final until": "The scores are final: corrections, rulings and appeals were possible %(until)s.",
        "provisional": "The scores are provisional.",
        "provisional until": "The scores are provisional: corrections, rulings and appeals are possible %(until)s; "
        "then they are final.",
        "then": "Then the scores are final.",
        "until then": "Until then the scores are not final.",
    }
)
_SAID_OF_BOARD = Wording(
    {
        "final": "Board %(board)s is final.",
        "final until": "Board %(board)s is final: corrections, rulings and appeals were possible %(until)s.",
        "provisional": "Board %(board)s is provisional.",
        "provisional until": "Board %(board)s is provisional: corrections, rulings and appeals are possible %(until)s; "
        "then it is final.",
        "then": "Then it is final.",
        "until then": "Until then the board is not final.",
    }
)


def _said(finality: Finality) -> Wording:
    return _SAID if finality.board is None else _SAID_OF_BOARD


def scores_lines(
    session: Session, finality: Finality, cases: Iterable[Ruling | Penalty], now: int, *, counting: bool = True
) -> list[str]:
    """Return `finality_lines`, then of each of the `cases` that they do not tell of whether it may be contested.

    No case of final scores may be.
    """
    told = {*finality.untold, *(_later_texts(finality.periods, now, counting) if finality.periods else ())}
    named = {each.imposed.case if isinstance(each, Penalty) else each.case: each for each in cases}
    contested = [] if finality.state(now) == "final" else [each for case, each in named.items() if case not in told]
    lines = finality_lines(finality, now, counting=counting)
    return [*lines, *(case_text(session, each, now, counting) for each in contested)]


def _until(end: int | None, now: int, counting: bool, after: int = 0) -> str:
    """Format a period's end: with the time left if `counting`; if not, with the day unless it is the day of `after`."""
    return until_text(end, now if counting else after, counting=counting)


def _period_texts(periods: PeriodEnds, now: int, counting: bool) -> list[str]:
    """Return sentences on the periods' ends (one if all end together), and on cases that may be appealed for longer."""
    corrections, requests, appeals, later = periods
    if corrections == requests == appeals:
        sentences = [_period_text("all", appeals, now, counting)]
    elif requests == appeals:
        sentences = [
            _period_text("correction", corrections, now, counting),
            _period_text("request", requests, now, counting),
        ]
    else:  # a ruling may be asked for as long as a score may be corrected; an appeal does not wait for that
        sentences = [_period_text("ruling", requests, now, counting), _period_text("appeal", appeals, now, counting)]
    texts = _later_texts(periods, now, counting)
    if over := ", ".join(text for case, text in texts.items() if not in_time(now, later[case])):
        sentences.append(say("An appeal was possible against %(cases)s.", cases=over))
    if running := ", ".join(text for case, text in texts.items() if in_time(now, later[case])):
        sentences.append(say("An appeal is possible against %(cases)s.", cases=running))
    return sentences


def _later_texts(periods: PeriodEnds, now: int, counting: bool) -> dict[str, str]:
    """Name the cases whose appeal period ends later than the general one: {'R-0002': 'R-0002 until 23:25'}.

    A case whose end reads like the general one is left out.
    """
    later, general = periods.later_appeals, _until(periods.appeals, now, counting, periods.appeals)
    order = sorted(later, key=lambda case: (later[case], case))
    texts = {case: _until(later[case], now, counting, periods.appeals) for case in order}
    return {case: f"{case} {until}" for case, until in texts.items() if until != general}


_RUNNING = Wording(
    {
        "all": "Corrections, rulings and appeals are possible %(until)s.",
        "correction": "A wrong score can be corrected %(until)s.",
        "request": "Rulings and appeals may be asked for %(until)s.",
        "ruling": "Corrections and rulings are possible %(until)s.",
        "appeal": "Appeals are possible %(until)s.",
    }
)
_OVER = Wording(
    {
        "all": "Corrections, rulings and appeals were possible %(until)s.",
        "correction": "A wrong score could be corrected %(until)s.",
        "request": "Rulings and appeals could be asked for %(until)s.",
        "ruling": "Corrections and rulings were possible %(until)s.",
        "appeal": "Appeals were possible %(until)s.",
    }
)


def _period_text(what: str, end: int, now: int, counting: bool) -> str:
    return (_RUNNING if in_time(now, end) else _OVER)[what] % {"until": _until(end, now, counting)}


def _waiting_lines(finality: Finality) -> Iterator[str]:
    if cases := undecided_texts(finality.undecided, with_boards=finality.published):
        waits = say("Still to be decided: %(cases)s.", cases=", ".join(cases))
        yield f"{waits} {_said(finality)['until then']}" if finality.published else waits
    if finality.untold:
        yield say(
            "Both sides are still to be told of %(cases)s: from then on an appeal is possible for %(minutes)s minutes.",
            cases=", ".join(finality.untold),
            minutes=finality.minutes,
        )


def undecided_texts(undecided: Sequence[Undecided], *, with_boards: bool = True) -> list[str]:
    """Name the cases still to be decided, 'A-0001'; with `with_boards` also boards ('board 7') and lines set aside."""
    by_name = {each.case or (f"#{each.board}" if each.board else ""): each for each in undecided}
    return [
        each.case or (say("board %(board)s", board=each.board) if each.board else say("a line set aside"))
        for each in by_name.values()
        if each.case or with_boards  # before publication every board may still change
    ]


def case_text(session: Session, subject: Ruling | Penalty, now: int, counting: bool = False) -> str:
    """Name a case and say whether it may still be contested: 'R-0002, board 12: under appeal, A-0001'."""
    if isinstance(subject, Penalty):
        heading = subject.imposed.case
    else:
        heading = say("%(case)s, board %(board)s", case=subject.case, board=subject.board)
    return f"{heading}: {contest_text(session, subject, now, counting=counting)}"


def contest_text(session: Session, subject: Ruling | Penalty, now: int, *, counting: bool) -> str:
    """Say whether a case may still be contested: 'appeal possible until 23:25', 'under appeal, A-0001'."""
    state, ends, minutes, appeals = case_finality(session, subject, now)
    match state:
        case "under appeal":
            return say("under appeal, %(appeals)s", appeals=", ".join(appeals))
        case "ordered":
            return say("the director is to rule again")
        case "untold":
            return say("appeal possible for %(minutes)s minutes from when both sides are told", minutes=minutes)
        case "standing" if ends is None:
            return say("appeal possible for %(minutes)s minutes from when the scores are published", minutes=minutes)
        case "standing":
            return say("appeal possible %(until)s", until=_until(ends, now, counting))
        case _:
            return STATES[state]


def overall_finality_lines(finality: OverallFinality, now: int, *, counting: bool = True) -> list[str]:
    """Return lines that tell whether the standing of a tournament is final at a time (µs UTC), and if not, why."""
    periods = finality.periods
    sentences = _period_texts(periods, now, counting) if periods else []
    ends, session = finality.last or (0, "")
    is_one, until = len(sentences) == 1, _until(ends, now, counting)
    if finality.state(now) == "final":
        if is_one:
            return [
                say("The standing is final: corrections, rulings and appeals were possible %(until)s.", until=until)
            ]
        return [" ".join([say("The standing is final."), *sentences])]
    if finality.at is not None and is_one:
        text = say(
            "The standing is provisional: corrections, rulings and appeals are possible %(until)s, by the periods of "
            "%(session)s; then it is final.",
            until=until,
            session=session,
        )
        return [text]
    if finality.at is not None:
        sentences.append(say("Then the standing is final."))
    if not finality.published:
        sentences.insert(0, say("This standing has not been published yet."))
    elif sentences:  # if not, a line below names the sessions that are not published
        sentences.insert(0, say("The standing is provisional."))
    lines = [" ".join(sentences)] if sentences else []
    if finality.unpublished:
        lines.append(say("Not published: %(sessions)s.", sessions=", ".join(finality.unpublished)))
    sessions = finality.sessions
    by_session = {each.stream: undecided_texts(each.undecided, with_boards=each.published) for each in sessions}
    if cases := [f"{name} {text}" for name, texts in by_session.items() for text in texts]:
        lines.append(say("Still to be decided: %(cases)s.", cases=", ".join(cases)))
    if untold := [f"{name} {case}" for name, case in finality.untold]:
        lines.append(say("Both sides are still to be told of %(cases)s.", cases=", ".join(untold)))
    if finality.published and finality.at is None:
        lines.append(say("Until then it is not final."))
    return lines
