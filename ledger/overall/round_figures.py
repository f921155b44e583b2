"""The figures of a stage: those of its sessions, of all rounds or up to one, with what draws of rounds add to them.

That is what a bye is worth, and what is too much where three met one another in half matches.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.errors import Refusal
from ledger.events.tournaments import Stage
from ledger.laws.rounding import RoundTo
from ledger.laws.stage_rules import StageRules
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import UNITS, Figure, figures
from ledger.overall.round_worth import RoundWorth, match_worth, won
from ledger.overall.rounds import own_rounds
from ledger.projections.marks import Mark
from ledger.projections.matches import Match, taken
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.victory_points import total_unit
from ledger.scoring.derivation import Derivation, derived, rounded
from ledger.scoring.rule import Rule
from ledger.session.tournament import Tournament


def stage_figures(
    tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay], after_round: int | None = None
) -> Iterator[Figure]:
    """The figures of a stage, session by session: of all rounds, or of those up to one; with what byes are worth."""
    beside = _beside(RoundWorth(tournament, stage, fields, after_round))
    up_to = own_rounds(fields, after_round)
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


def _beside(worth: RoundWorth) -> dict[tuple[str, str], tuple[Derivation, ...]]:
    """What the draw adds to the sessions' figures, by session and entrant: byes, and what half matches are too much."""
    found = dict[tuple[str, str], tuple[Derivation, ...]]()
    byes = ((session, entrant, bye) for (_, entrant), (session, bye) in worth.byes.items())
    for session, entrant, part in (*byes, *worth.halves()):
        found[session, entrant] = (*found.get((session, entrant), ()), part)
    return found


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
        return derived(Rule.SUM, text, [won(match, contestant) for match in own if not match.void])
    if rules.adds == "imps" and total_unit(scoreboard) == "VP":
        nets = (match_worth(match, contestant, rules.adds) for match in own)
        return derived(Rule.SUM, text, [net for net in nets if net], unit=UNITS[rules.adds])
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
