"""The matches under the standings: round by round what each side has, and what it has by then; sets of a knockout."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cli.desk.desk import Desk
from cli.desk.tables import Layout
from cli.screens.match_rows import OWN_TOTALS, match_rows
from cli.screens.score_marks import Marks, carried_over, marks_of_line
from cli.screens.scores import places_of
from ledger.laws.rounding import decimal_text, short_text
from ledger.projections.match_progress import MatchSet, sets_of, totals_after
from ledger.projections.matches import Match
from ledger.projections.meetings import MatchKey
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.victory_points import total_unit

_TOTAL = ">total"
_SPARE = ("winner", ">%", ">boards")


def print_matches(desk: Desk, scoreboard: Scoreboard) -> None:
    """Every match, each under the headings of its columns."""
    if not (rows := match_rows(scoreboard)):
        return
    who = "teams" if scoreboard.teams else "pairs"
    played = {key: match for key, match in scoreboard.matches.items() if match.boards}
    table = list(_with_progress(scoreboard, rows, played))
    columns = {name: [row.get(name, "") for row in table] for name in {name: None for row in table for name in row}}
    desk.say("", "Matches")
    shown = {name: cells for name, cells in columns.items() if name or any(cells)}
    desk.table(list(shown), list(zip(*shown.values(), strict=True)), layout=Layout(_SPARE, (who,)))
    if not all(match.balanced or match.void for match in played.values()):
        desk.say(OWN_TOTALS)


def _with_progress(
    scoreboard: Scoreboard, rows: Sequence[dict[str, str]], played: Mapping[MatchKey, Match]
) -> Iterator[dict[str, str]]:
    """The rows with what each side has by then, each match's sets under it, and its marks."""
    totals, sets, marks = totals_after(scoreboard), sets_of(scoreboard), marks_of_matches(scoreboard, played)
    for row, (key, match) in zip(rows, played.items(), strict=False):
        progress = {_TOTAL: _beside(match, totals[key], 2)} if key in totals else {_TOTAL: ""} if sets else {}
        yield _before_winner(row, progress) | {"": str(marks.get(key, ""))}
        yield from _set_rows(scoreboard, match, sets.get(key, []))
    yield from rows[len(played) :]


def _before_winner(row: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    """A row with a column more, before the one that says who has won."""
    last = {name: row[name] for name in ("winner", "found") if name in row}
    return {name: text for name, text in row.items() if name not in last} | more | last


def _set_rows(scoreboard: Scoreboard, match: Match, sets: Sequence[MatchSet]) -> Iterator[dict[str, str]]:
    """What was carried in or is fined, and each set, with what each side has by then: at the end the match's score."""
    who, unit = "teams" if scoreboard.teams else "pairs", f">{scoreboard.unit}"
    places = max((places_of(value) for each in sets for value in each.scores.values()), default=0)
    places = max(places, *(places_of(score.value) for score in match.scores.values()))
    by_then = _before_the_sets(match, sets)
    if sets and any(by_then.values()):
        text = _beside(match, by_then, places)
        yield {who: "  beside the boards", unit: text, _TOTAL: text}
    for each in sets:
        by_then = {team: by_then[team] + each.scores[team] for team in match.teams}
        yield {
            who: f"  set {each.round}",
            ">boards": str(each.boards),
            unit: _beside(match, each.scores, places),
            _TOTAL: _beside(match, by_then, places),
        }


def _before_the_sets(match: Match, sets: Sequence[MatchSet]) -> dict[str, Fraction]:
    """What each side has beside the boards that were played: carried in, fined, or for boards called off."""
    won = {team: sum((each.scores[team] for each in sets), Fraction(0)) for team in match.teams}
    return {team: match.scores[team].value - won[team] for team in match.teams}


def _beside(match: Match, scores: Mapping[str, Fraction], places: int) -> str:
    """'12.0 : 3.5', in the order of the match."""
    return " : ".join(decimal_text(scores[team], places) for team in match.teams)


def marks_of_matches(scoreboard: Scoreboard, played: Mapping[MatchKey, Match]) -> dict[MatchKey, Marks]:
    """What marks each match: rulings on its boards, penalties that fall on it, and what was carried into it."""
    session, found = scoreboard.session, {key: Marks() for key in played}
    for each in session.table_boards():
        if each.cases or each.queries:
            found.get(scoreboard.meetings.match_of(each), Marks()).take(marks_of_line(session, each))
    first = {team: key for key, match in reversed(list(played.items())) for team in match.teams}
    for penalty in session.penalties_in_force():
        said = penalty.imposed
        against = (said.contestant, said.opponent) if said.opponent else None
        key = scoreboard.meetings.match_between(against, said.round) if against else first.get(said.contestant)
        if key in found and said.unit != "VP" and said.amount:
            found[key].add("PP", said.case)
    for contestant, carried in carried_over(session):
        if contestant in first:
            found[first[contestant]].add("C", f"#{carried.number}")
    return found


def progress_line(scoreboard: Scoreboard, contestant: str, match: Match) -> str:
    """', VP so far 31.00': what a contestant has after a match; '' where it is its only one."""
    key = scoreboard.meetings.match_between(match.teams, match.round)
    total = totals_after(scoreboard).get(key, {}).get(contestant)
    return f", {total_unit(scoreboard)} so far {short_text(total, 2)}" if total is not None else ""


def set_lines(scoreboard: Scoreboard, contestant: str, match: Match) -> Iterator[str]:
    """The sets of a knockout match from one side: 'set 1: 4 boards, IMP 12 : 3, so far 17.5 : 3'."""
    sets = sets_of(scoreboard).get(scoreboard.meetings.match_between(match.teams, match.round), [])
    order = sorted(match.teams, key=lambda team: team != contestant)
    by_then = {team: match.scores[team].value - sum(each.scores[team] for each in sets) for team in order}
    for each in sets:
        by_then = {team: by_then[team] + each.scores[team] for team in order}
        own, so_far = (" : ".join(short_text(of[team], 2) for team in order) for of in (each.scores, by_then))
        yield f"set {each.round}: {each.boards} boards, {scoreboard.unit} {own}, so far {so_far}"
