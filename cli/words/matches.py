"""The events of matches in words; and the letters beside a match's score, its sets, and its present score."""

from collections.abc import Iterator, Mapping

from cli.words.derivations import derivation_lines
from cli.words.language import say, say_of
from cli.words.notation import and_text, board_ranges_text, short_text, stated_text
from cli.words.scores import ScoreLetters, carry_overs, marks_of_table_board
from cli.words.vocabulary import counted, name_seated
from ledger.kernel.fact import Event
from ledger.projections.artificial import MatchKey
from ledger.projections.match_boards import total_unit
from ledger.projections.matches import Match
from ledger.projections.scoreboard import Scoreboard, knockout_sets, totals_after_matches
from ledger.subjects.matches.facts import Finding, MatchFinding, MatchScored, MatchShortened, MatchVoided, MismatchFound


def event_text(event: Event) -> str | None:
    """Format a finding on a match in a line, without its reason; None for other events."""
    match event:
        case MatchShortened():
            removed = board_ranges_text(sorted(event.removed))
            return say(
                "%(match)s: %(removed)s removed, %(fault)s", match=_match(event), removed=removed, fault=_fault(event)
            )
        case MatchVoided():
            boards = counted(len(event.boards), "board")
            why = say("wrong seating") if event.wrong_seating else say("less than half of %(boards)s", boards=boards)
            return say("%(match)s: void, %(why)s, %(fault)s", match=_match(event), why=why, fault=_fault(event))
        case MatchScored():
            scores, boards = " : ".join(map(stated_text, event.scores)), counted(len(event.boards), "board")
            return say(
                "%(match)s: %(scores)s %(unit)s, %(boards)s that were not kept",
                match=_match(event),
                scores=scores,
                unit=say(event.unit),
                boards=boards,
            )
        case MismatchFound():
            correct = say(" or ").join(event.correct)
            fault = say("at fault") if event.at_fault else say("not at fault")
            met = say_of(event, "round %(round)s, %(contestant)s met %(met)s")
            had = ", ".join(f"{each.contestant} {short_text(each.points)}" for each in event.beside)
            beside = say(", beside matches of the session they had: %(had)s VP", had=had) if had else ""
            return say(
                "%(met)s: mismatch, %(correct)s was right, %(fault)s%(beside)s",
                met=met,
                correct=correct,
                fault=fault,
                beside=beside,
            )
    return None


def _match(event: MatchFinding) -> str:
    round_ = say("round %(round)s, ", round=event.round) if event.round else ""
    return f"{round_}{name_seated(*event.teams)}"


def _fault(event: MatchFinding) -> str:
    if event.director:
        return say("the director's fault")
    return (
        say("the fault of %(at_fault)s", at_fault=and_text(event.at_fault)) if event.at_fault else say("nobody's fault")
    )


def unbalanced_note() -> str:
    """Explain the star beside the scores of a match with a board that does not balance."""
    return say("* a board does not balance: each team's own total, what it lost taken off")


def voided_play_lines(event: MatchFinding, scoreboard: Scoreboard) -> Iterator[str]:
    """Yield a warning if boards were played that a voided or shortened match no longer counts."""
    played = {
        each.board
        for each in scoreboard.session.table_boards()
        if each.results and event.is_of(each.seating.match, each.round) and each.board in event.called_off
    }
    if not played:
        return
    boards = board_ranges_text(sorted(played))
    yield say(
        "  %(boards)s were played: their results stay on the traveller, and count for nothing in this match"
        if len(played) > 1
        else "  %(boards)s was played: it stays on the traveller, and counts for nothing in this match",
        boards=boards,
    )
    void = isinstance(event, MatchVoided) and not event.wrong_seating
    if void and 2 * len(played) >= len(event.boards):
        yield say("  that is half the match or more: was it to be shortened? `match shorten`, once this is undone")


def worth_lines(event: Finding, scoreboard: Scoreboard) -> Iterator[str]:
    """Yield a line with the present match score of each side of a finding: both teams, or a mismatch's contestant."""
    mismatch = isinstance(event, MismatchFound)
    two = (event.contestant, event.met) if isinstance(event, MismatchFound) else event.teams
    if match := scoreboard.matches.get(scoreboard.meetings.match_between(two, event.round)):
        for contestant in two[:1] if mismatch else two:
            lines = derivation_lines((match.victory_points or match.scores)[contestant])
            yield f"  {contestant}:  {next(lines).strip()}"


def marks_of_matches(scoreboard: Scoreboard, played: Mapping[MatchKey, Match]) -> dict[MatchKey, ScoreLetters]:
    """Return the letters beside each match's score: for rulings and queries on its boards, penalties, carry-over."""
    session, marks = scoreboard.session, {key: ScoreLetters() for key in played}
    for table_board in session.table_boards():
        if table_board.cases or table_board.queries:
            marks.get(scoreboard.meetings.match_of(table_board), ScoreLetters()).take(
                marks_of_table_board(session, table_board)
            )
    # A penalty without an opponent marks the contestant's first match.
    first = {team: key for key, match in reversed(list(played.items())) for team in match.teams}
    for penalty in session.penalties_in_force():
        imposed = penalty.imposed
        against = (imposed.contestant, imposed.opponent) if imposed.opponent else None
        key = scoreboard.meetings.match_between(against, imposed.round) if against else first.get(imposed.contestant)
        if key in marks and imposed.unit != "VP" and imposed.amount:
            marks[key].add("PP", imposed.case)
    for contestant, carried in carry_overs(session):
        if contestant in first:
            marks[first[contestant]].add("C", f"#{carried.number}")
    return marks


def progress_line(scoreboard: Scoreboard, contestant: str, match: Match) -> str:
    """Format a contestant's running total after a match: ', VP so far 31.00'; '' in a session of a single round."""
    key = scoreboard.meetings.match_between(match.teams, match.round)
    total = totals_after_matches(scoreboard).get(key, {}).get(contestant)
    if total is None:
        return ""
    return say(", %(unit)s so far %(total)s", unit=total_unit(scoreboard), total=short_text(total, 2))


def set_lines(scoreboard: Scoreboard, contestant: str, match: Match) -> Iterator[str]:
    """Yield a contestant's sets of a knockout match: 'set 1: 4 boards, IMP 12 : 3, so far 17.5 : 3'."""
    sets = knockout_sets(scoreboard).get(scoreboard.meetings.match_between(match.teams, match.round), [])
    order = sorted(match.teams, key=lambda team: team != contestant)
    # The total before the first set: what was carried in, less fines.
    by_then = {team: match.scores[team].value - sum(each.scores[team] for each in sets) for team in order}
    for segment in sets:
        by_then = {team: by_then[team] + segment.scores[team] for team in order}
        scores, so_far = (" : ".join(short_text(of[team], 2) for team in order) for of in (segment.scores, by_then))
        yield say(
            "set %(round)s: %(boards)s boards, %(unit)s %(own)s, so far %(so_far)s",
            round=segment.round,
            boards=segment.boards,
            unit=scoreboard.unit,
            own=scores,
            so_far=so_far,
        )
