"""The figures of a stage: those of its sessions, of all rounds or up to one, with what draws of rounds add to them.

That is what a bye is worth, and what is too much where three met one another in half matches.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.errors import Refusal
from ledger.events.draws import RoundDrawn
from ledger.events.tournaments import Stage
from ledger.laws.rounding import RoundTo
from ledger.laws.stage_rules import StageRules
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure, figures
from ledger.overall.rounds import own_rounds, round_matches, rounds_before
from ledger.projections.marks import Mark
from ledger.projections.matches import Match, part_won, taken
from ledger.projections.scoreboard import Scoreboard
from ledger.scoring.derivation import Derivation, derived, given, rounded
from ledger.scoring.rule import Rule
from ledger.session.tournament import Tournament


def stage_figures(
    tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None = None
) -> Iterator[Figure]:
    """The figures of a stage, session by session: of all rounds, or of those up to one; with what byes are worth."""
    beside, up_to = _beside(tournament, stage, fields, after_round), own_rounds(fields, after_round)
    if up_to is None:
        found = figures(tournament, fields, stage.rules)
    else:
        found = (
            figure
            for field in fields
            for figure in _figures_up_to(tournament, field, stage.rules, up_to[field.sitting])
        )
    for figure in found:
        if worth := beside.pop((figure.of.session, figure.entrant), ()):
            text = f"{figure.value.text}, with what the draw says"
            total = derived(Rule.SUM, text, [figure.value, *worth], unit=figure.value.unit)
            yield figure._replace(value=total)
        else:
            yield figure
    for (session, entrant), worth in beside.items():
        total = derived(Rule.SUM, "no match played", worth, unit=UNITS[stage.rules.adds])
        yield Figure(entrant, tournament.sessions[session], entrant, total, 0)


def _beside(
    tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None
) -> dict[tuple[str, str], tuple[Derivation, ...]]:
    """What the draw adds to the sessions' figures, by session and entrant: byes, and what half matches are too much."""
    found = dict(_byes(tournament, stage, fields, after_round))
    for key, parts in _halves(tournament, stage, fields, after_round).items():
        found[key] = (*found.get(key, ()), *parts)
    return found


def _halves(
    tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None
) -> dict[tuple[str, str], tuple[Derivation, ...]]:
    """What is taken off where three teams were drawn together: two matches of a round, each worth half a match.

    Half its victory points by the scale for its own boards (golden E03), or half of it won; IMPs are of so many boards
    anyway. A session does not know why a team met two others: there two whole matches are usual. Pairs have a scale.
    """
    drawn = {each.round: {*each.triangle} for each in tournament.drawn.of(stage.name) if each.triangle}
    if not drawn or stage.rules.adds not in ("victory-points", "wins"):
        return {}
    teams = {added.session for field in fields if field.scoreboard.teams for added, _ in field.sections}
    found, unit = dict[tuple[str, str], tuple[Derivation, ...]](), UNITS[stage.rules.adds]
    for played in round_matches(tournament, fields):
        three = drawn.get(played.round, set()) if after_round is None or played.round <= after_round else set()
        if played.of.session in teams and {*played.entrants} <= three:
            for entrant, team in zip(played.entrants, played.match.teams, strict=True):
                half = given(Fraction(-1, 2), f"round {played.round}, against {played.other(entrant)}: a half match")
                worth = derived(
                    Rule.PRODUCT, "a half match", [half, _whole(played.match, team, stage.rules)], unit=unit
                )
                key = played.of.session, entrant
                found[key] = (*found.get(key, ()), worth)
    return found


def _whole(match: Match, team: str, rules: StageRules) -> Derivation:
    """What the session has of a match of two teams that was to be a half match."""
    if rules.adds == "wins":
        return given(Fraction(0), "no match won") if match.void else _won(match, team)
    return match.victory_points.get(team) or given(0, "no victory points", unit="VP")


def _byes(
    tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None
) -> dict[tuple[str, str], tuple[Derivation, ...]]:
    """What byes are worth, by session and entrant: of rounds that are played, where the session says nothing of it.

    Nothing where percentages are added up: they are of the boards that were played.
    """
    drawn = [each for each in tournament.drawn.of(stage.name) if each.bye and stage.rules.adds != "percent"]
    drawn = [each for each in drawn if after_round is None or each.round <= after_round]
    if not drawn:
        return {}
    found, played = dict[tuple[str, str], tuple[Derivation, ...]](), round_matches(tournament, fields)
    scored = {(each.round, entrant) for each in played for entrant in each.entrants} | _missed(tournament, fields)
    for each in drawn:
        where = next((match.of.session for match in played if match.round == each.round), None)
        if where and (each.round, each.bye) not in scored:
            key = where, each.bye
            found[key] = (*found.get(key, ()), _bye(each, stage.rules))
    return found


def _bye(drawn: RoundDrawn, rules: StageRules) -> Derivation:
    """What the stage's regulation gives for a round without a match (golden E04)."""
    return given(rules.bye_worth, f"bye in round {drawn.round}", unit=UNITS[rules.adds])


def _missed(tournament: Tournament, fields: Sequence[FieldOfPlay]) -> set[tuple[int, str]]:
    """Who has a score of a session for a match that it could not play, and in which round of the stage."""
    counted_on = rounds_before(fields)
    return {
        (counted_on[field.sitting] + (each.fact.round or 1), field.entrant(tournament, each.fact.contestant))
        for field in fields
        for each in field.scoreboard.missed_matches
    }


def _figures_up_to(tournament: Tournament, field: FieldOfPlay, rules: StageRules, last: int) -> Iterator[Figure]:
    """The figures of a session as they were after its round `last`; Refusal (no-matches) where it has no rounds."""
    scoreboard = field.scoreboard
    if not scoreboard.in_matches or rules.adds == "percent":
        of = field.sections[0][0]
        message = f"{of.session} is not ranked by matches: it has no standing after a round"
        hint = f"`tournament stage amend {of.stage} --adds victory-points`; pairs: matches that are converted"
        raise Refusal("no-matches", message, hint)
    marks: dict[str, Mark | None] = {row.contestant: row.mark for row in field.rows}
    played = [match for (round_, _), match in scoreboard.matches.items() if match.boards and (round_ or 1) <= last]
    missed = [each.fact for each in scoreboard.missed_matches if (each.fact.round or 1) <= last]
    teams = [team for match in played for team in match.teams]
    for contestant in dict.fromkeys([*teams, *(fact.contestant for fact in missed)]):
        own = [match for match in played if contestant in match.teams]
        boards = sum(match.boards for match in own)
        of, label = field.own(contestant)
        value = _total_up_to(scoreboard, contestant, own, rules, last)
        value = value.saying(f"sitting {of.sitting}, {of.session}, as {label}, up to round {last}")
        yield Figure(tournament.entrant_of(of.session, label), of, label, value, boards, marks.get(contestant))


def _total_up_to(scoreboard: Scoreboard, contestant: str, own: list[Match], rules: StageRules, last: int) -> Derivation:
    """What matches up to a round come to; a penalty in victory points that names no round is off from the first."""
    text = f"{len(own)} match{'' if len(own) == 1 else 'es'}"
    if rules.adds == "wins":
        return derived(Rule.SUM, text, [_won(match, contestant) for match in own if not match.void])
    parts = [(match.victory_points or match.nets)[contestant] for match in own]
    parts += [
        each.worth
        for each in scoreboard.missed_matches
        if each.fact.contestant == contestant and (each.fact.round or 1) <= last
    ]
    parts += [
        taken(scoreboard, each)
        for each in scoreboard.session.penalties_of(contestant)
        if each.imposed.unit == "VP" and (each.imposed.round or 1) <= last
    ]
    exact, totals = derived(Rule.SUM, text, parts, unit=UNITS[rules.adds]), scoreboard.totals
    return rounded(exact, f"rounded to {totals.unit}", RoundTo(Fraction(totals.unit), totals.rounding))


def _won(match: Match, contestant: str) -> Derivation:
    how = "tied" if match.winner is None else "won" if match.winner == contestant else "lost"
    return given(part_won(match.winner, contestant), f"round {match.round}: {how}")
