"""How a match stands: its row among the others, its sets, and what it is worth."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cli.words.derivations import derivation_lines
from cli.words.language import Wording, say
from cli.words.notation import boards_said
from cli.words.numbers import decimal_text, short_text
from cli.words.scores import Marks, carried_over, marks_of_line, places_of, score_text
from ledger.facts.matches import Finding, MatchVoided, MismatchFound, OfMatch
from ledger.laws.rounding import Rounding
from ledger.projections.match_boards import IN_POINTS
from ledger.projections.match_progress import MatchSet, sets_of, totals_after
from ledger.projections.matches import Match
from ledger.projections.meetings import MatchKey
from ledger.projections.missed_matches import MissedMatch
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.victory_points import percentage, total_unit

_FOUND = Wording(
    {
        "mismatch": "mismatch",
        "points alone": "points alone",
        "result alone": "result alone",
        "shortened": "shortened",
        "void": "void",
        "wrong seating": "wrong seating",
    }
)


def own_totals() -> str:
    """What a star beside the scores of a match means."""
    return say("* a board does not balance: each team's own total, what it lost taken off")


def match_rows(scoreboard: Scoreboard) -> list[dict[str, str]]:
    """Every match with boards, and every one that could not be played, under the headings of its columns."""
    played = [match for match in scoreboard.matches.values() if match.boards]
    if not played:
        return []
    mode = scoreboard.totals.rounding
    places = max(places_of(value, mode) for match in played for value in _values(match))
    rows = [_match_row(match, scoreboard, places) for match in played]
    rows += [_missed_row(each, scoreboard, rows[0]) for each in scoreboard.missed_matches]
    columns = [name for name in rows[0] if name != "found" or any(match.note for match in played)]
    return [{name: row[name] for name in columns} for row in rows]


def _values(match: Match) -> list[Fraction]:
    """What is printed of a match in the unit of its boards."""
    scores = [score.value for score in match.scores.values()]
    return [match.lead, *scores] if match.balanced else scores


def _match_row(match: Match, scoreboard: Scoreboard, places: int) -> dict[str, str]:
    """A match under the headings of its columns; its scores to so many places."""
    mode = scoreboard.totals.rounding
    row = {"round": str(match.round or "–"), "teams" if scoreboard.teams else "pairs": say(" v ").join(match.teams)}
    row[">boards"] = str(match.boards)
    row[f">{scoreboard.unit}"] = _score_text(match, places, mode)
    if match.victory_points and scoreboard.top and not scoreboard.teams:
        shares = (percentage(scoreboard, match.scores[team], match.boards).value for team in match.teams)
        row[">%"] = " : ".join(score_text(share, mode) for share in shares)
    if match.note in ("wrong seating", IN_POINTS):
        row |= dict.fromkeys((name for name in row if name in (f">{scoreboard.unit}", ">%")), "–")
    if match.victory_points:
        row[">VP"] = " : ".join(score_text(match.victory_points[team].value, mode) for team in match.teams)
    return row | {"winner": _winner(match, scoreboard, places), "found": _FOUND[match.note] if match.note else ""}


def _score_text(match: Match, places: int, mode: Rounding) -> str:
    """'12 : 10', '7.50 : 0.00'; with a star where a board does not balance: the two are each one's own total."""
    text = " : ".join(decimal_text(match.scores[team].value, places, mode) for team in match.teams)
    return text if _balanced(match) else f"{text} *"


def _balanced(match: Match) -> bool:
    """Whether what one side has the other has not; of a void match nobody says."""
    return match.balanced or match.void


def _winner(match: Match, scoreboard: Scoreboard, places: int) -> str:
    """'H by 3.5'; by how much is not said of matchpoints, nor where each has its own total."""
    if match.winner is None:
        return "–" if match.void else say("tied")
    if not match.balanced or match.note == IN_POINTS or (scoreboard.top and not scoreboard.teams):
        return match.winner
    return say(
        "%(winner)s by %(lead)s",
        winner=match.winner,
        lead=decimal_text(abs(match.lead), places, scoreboard.totals.rounding),
    )


def _missed_row(missed: MissedMatch, scoreboard: Scoreboard, headings: dict[str, str]) -> dict[str, str]:
    """A match one of the two could not play, and what the other has for it, under the headings of a match."""
    fact, row = missed.fact, dict.fromkeys(headings, "")
    row["round"], row[">boards"] = str(fact.round or "–"), "–"
    met = (
        say("%(contestant)s v %(opponent)s", contestant=fact.contestant, opponent=fact.opponent)
        if fact.opponent
        else say("%(contestant)s sits out", contestant=fact.contestant)
    )
    row[say("teams") if scoreboard.teams else say("pairs")] = met
    row[f">{total_unit(scoreboard)}"] = score_text(missed.worth.value, scoreboard.totals.rounding)
    return row | {"winner": say("not played")}


def played_lines(event: OfMatch, scoreboard: Scoreboard) -> Iterator[str]:
    """What becomes of boards that have results all the same, of a match that is void or of which they are removed."""
    played = {
        each.board
        for each in scoreboard.session.table_boards()
        if each.results and event.is_of(each.seating.match, each.round) and each.board in event.called_off
    }
    if not played:
        return
    boards = boards_said(sorted(played))
    several = len(played) > 1
    yield (
        say(
            "  %(boards)s were played: their results stay on the traveller, and count for nothing in this match",
            boards=boards,
        )
        if several
        else say(
            "  %(boards)s was played: it stays on the traveller, and counts for nothing in this match", boards=boards
        )
    )
    void = isinstance(event, MatchVoided) and not event.wrong_seating
    if void and 2 * len(played) >= len(event.boards):
        yield say("  that is half the match or more: was it to be shortened? `match shorten`, once this is undone")


def worth_lines(event: Finding, scoreboard: Scoreboard) -> Iterator[str]:
    """What a match is worth now to each whom a finding is about, and how that comes about."""
    mismatch = isinstance(event, MismatchFound)
    two = (event.contestant, event.met) if isinstance(event, MismatchFound) else event.teams
    if match := scoreboard.matches.get(scoreboard.meetings.match_between(two, event.round)):
        for each in two[:1] if mismatch else two:
            lines = derivation_lines((match.victory_points or match.scores)[each])
            yield f"  {each}:  {next(lines).strip()}"


def before_the_sets(match: Match, sets: Sequence[MatchSet]) -> dict[str, Fraction]:
    """What each side has beside the boards that were played: carried in, fined, or for boards called off."""
    won = {team: sum((each.scores[team] for each in sets), Fraction(0)) for team in match.teams}
    return {team: match.scores[team].value - won[team] for team in match.teams}


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
    return (
        say(", %(unit)s so far %(total)s", unit=total_unit(scoreboard), total=short_text(total, 2))
        if total is not None
        else ""
    )


def set_lines(scoreboard: Scoreboard, contestant: str, match: Match) -> Iterator[str]:
    """The sets of a knockout match from one side: 'set 1: 4 boards, IMP 12 : 3, so far 17.5 : 3'."""
    sets = sets_of(scoreboard).get(scoreboard.meetings.match_between(match.teams, match.round), [])
    order = sorted(match.teams, key=lambda team: team != contestant)
    by_then = {team: match.scores[team].value - sum(each.scores[team] for each in sets) for team in order}
    for each in sets:
        by_then = {team: by_then[team] + each.scores[team] for team in order}
        own, so_far = (" : ".join(short_text(of[team], 2) for team in order) for of in (each.scores, by_then))
        yield say(
            "set %(round)s: %(boards)s boards, %(unit)s %(own)s, so far %(so_far)s",
            round=each.round,
            boards=each.boards,
            unit=scoreboard.unit,
            own=own,
            so_far=so_far,
        )
