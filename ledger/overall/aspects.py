"""What a tournament shows of itself at one moment, fact by fact: what may move.

Whatever else hangs on the scores of sessions is one more function here: then the ripple tells it, and the stakes of an
appeal do. What is given out as the standing itself is among NUMBERS: the digest of what was published holds those.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ledger.labels import natural
from ledger.labels.phrases import Phrase
from ledger.overall.carry import carried_into, carried_into_bracket
from ledger.overall.qualifying import recut
from ledger.overall.rankings import fields
from ledger.overall.scores import TournamentScores
from ledger.overall.stage_matches import session_matches
from ledger.overall.stage_standing import Overall
from ledger.overall.standing import overall
from ledger.overall.swiss import drawn_otherwise
from ledger.projections.matches import Match

Value = Fraction | int | str
"""A place (an int), a score (exact), or who or what it is."""


class AspectKey(NamedTuple):
    """Of which stage, what it is in a word or two ('place', 'total', 'winner', 'would go on to final'), and whose."""

    stage: str
    kind: str
    whose: str


class Named(str):
    """What is told with several names in one text, and those names, each by itself (`parts`).

    A name may hold any words: in the text alone nobody could tell where one ends.

    >>> Named("{} v {}", "Smith v Jones", "Berg"), Named("{} v {}", "Smith", "Jones v Berg").parts
    ('Smith v Jones v Berg', ('Smith', 'Jones v Berg'))
    """

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, form: str, *parts: str) -> "Named":
        """The text: the names, put into a form."""
        named = super().__new__(cls, form.format(*parts))
        named.parts = parts
        return named


Told = Iterator[tuple[str, str, Value]]
"""Facts of a stage: each its kind, whose it is, and the value."""


def aspects(scores: TournamentScores) -> dict[AspectKey, Value]:
    """Everything that may move, by stage; in each the totals and places in order of places."""
    found: dict[AspectKey, Value] = {}
    for stage in scores.tournament.stages.values():
        standing = overall(scores, stage)
        for aspect in (*NUMBERS, *WHAT_FOLLOWS):
            found |= {AspectKey(stage.name, kind, whose): value for kind, whose, value in aspect(standing)}
    return found


def _totals(standing: Overall) -> Told:
    for row in standing.rows:
        yield "total", row.entrant, row.total.value


def _places(standing: Overall) -> Told:
    """The places as they are shown: in each direction, where a stage has two winners; none while one is still in."""
    still_in = standing.still_in
    for part in fields(standing):
        for rank, row in part.rows:
            if rank is not None and row.entrant not in still_in:
                yield "place", row.entrant, rank


def _winners(standing: Overall) -> Told:
    """Who leads, or has won, each match with boards; of a bracket who has won it, not who leads a segment."""
    if standing.bracket:
        for name, found in standing.bracket.matches.items():
            if found.winners:
                yield "winner", name, Named(" and ".join(["{}"] * len(found.winners)), *found.winners)
        return
    for name, match, entrants in _matches(standing):
        if match.boards and match.winner is not None:
            yield "winner", name, entrants[match.winner]


def _scores_of_matches(standing: Overall) -> Told:
    """What each side has in a match of a bracket that was begun, over its segments and with what it carries in."""
    for name, found in standing.bracket.matches.items() if standing.bracket else ():
        for team in found.teams if found.begun else ():
            own = (each.scores[team].value for each in found.meetings if team in each.teams)
            yield "score", Named("{} ({})", team, name), sum(own, Fraction(0))


def _victory_points(standing: Overall) -> Told:
    """What each side of a match has of it, where matches are converted."""
    for name, match, entrants in _matches(standing):
        for team, points in match.victory_points.items():
            yield "victory points", Named("{} ({})", entrants[team], name), points.value


def _matches(standing: Overall) -> Iterator[tuple[str, Match, dict[str, str]]]:
    """The matches of a stage's sessions, each with its name and who of the tournament the two are."""
    scores = standing.scores
    for met in session_matches(scores.tournament, scores.played(standing.stage.name)):
        of_round = f", round {met.match.round}" if met.match.round else ""  # in what was given out, for ever
        one, two = sorted(met.entrants, key=natural)
        entrants = dict(zip(met.match.teams, met.entrants, strict=True))
        yield Named("{}{}: {} v {}", met.of.session, of_round, one, two), met.match, entrants


def _carried(standing: Overall) -> Told:
    """What each brings into the stage, also before anybody has a score there; into a knockout also against whom."""
    for entrant, carried in carried_into(standing.scores, standing.stage, overall).items():
        yield "carried forward", entrant, carried.value
    if standing.stage.format == "knockout":
        for (ahead, behind), carried in carried_into_bracket(standing.scores, standing.stage, overall).between.items():
            yield "carried forward", Phrase("%(ahead)s (against %(behind)s)", ahead=ahead, behind=behind), carried.value


def _would_go_on(standing: Overall) -> Told:
    """Where the cuts that were made would name others as the stage stands: nothing follows from it by itself."""
    for (source, into), cut in standing.scores.tournament.qualified.cuts.items():
        if source == standing.stage.name:
            found = recut(cut, standing)
            yield from ((Phrase("would go on to %(into)s", into=into), each, "yes, by place") for each in found.instead)
            yield from ((Phrase("would go on to %(into)s", into=into), each, "no, by place") for each in found.out)
            yield from (
                (Phrase("would go on to %(into)s", into=into), each, "level for the last place") for each in found.tied
            )


def _drawn_otherwise(standing: Overall) -> Told:
    """Who met, or was drawn against, somebody other than is right as the scores are: a fault is judged elsewhere."""
    for each in drawn_otherwise(standing.scores, standing.stage.name):
        met, right = (" and ".join(opponents) or "a bye" for opponents in (each.met, each.correct))
        yield (
            "drawn wrongly",
            Phrase("%(entrant)s in round %(round)s", entrant=each.entrant, round=each.round),
            Phrase("%(met)s instead of %(right)s", met=met, right=right),
        )


def _turned(standing: Overall) -> Told:
    """Which matches of a bracket have another winner now than who has played on from them: that stays as it is."""
    for each in standing.bracket.turned if standing.bracket else ():
        yield (
            "turned",
            each.match,
            Phrase(
                "won by %(winner)s, and %(went_on)s has played %(into)s",
                winner=each.winner,
                went_on=each.went_on,
                into=each.into,
            ),
        )


NUMBERS: tuple[Callable[[Overall], Told], ...] = (_totals, _places, _winners, _scores_of_matches, _victory_points)
"""What is told of a standing itself."""

GIVEN_OUT = ("total", "place", "winner", "score", "victory points")
"""The kinds of these."""

WHAT_FOLLOWS: tuple[Callable[[Overall], Told], ...] = (_carried, _would_go_on, _drawn_otherwise, _turned)
"""What else hangs on it."""
