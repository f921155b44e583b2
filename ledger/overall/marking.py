"""Who has no place in the standing of a stage, and why; who sat there in somebody's stead; and who has two scores of
one sitting, as nobody can.

As its sessions say, and the rules of the stage (`overall_marks`); as the tournament says: who did not qualify for it,
and who had left (`without_place`).

A session does not know what is played beside it: so this is told of the standing, and nobody is kept from his table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple, get_args

from ledger.facts.tournaments import Stage
from ledger.labels.phrases import Phrase, all_of
from ledger.overall.field_of_play import FieldOfPlay
from ledger.overall.figures import Figure
from ledger.overall.totals import counted
from ledger.session.qualifying import WithdrawnEntrant
from ledger.session.tournaments import Tournament

OverallStanding = Literal[
    "disqualified",
    "withdrawn",
    "not-qualified",
    "not-entered",
    "without-standing",
    "too-few-sessions",
    "too-few-boards",
    "substitute",
]

_ORDER: tuple[OverallStanding, ...] = get_args(OverallStanding)


class OverallMark(NamedTuple):
    """What a contestant is marked with, by which event, and whether it has a place.

    `session` is whose event that is; '' where it is of the tournament's own stream.
    """

    standing: OverallStanding
    session: str = ""
    number: int | None = None
    ranked: bool = False


def overall_marks(
    tournament: Tournament, stage: Stage, found: Mapping[str, Sequence[Figure]], fields: Sequence[FieldOfPlay]
) -> dict[str, OverallMark]:
    """What every contestant is marked with: what takes the place goes before what leaves it."""
    most, said = max((_boards(stage, own) for own in found.values()), default=0), _of_sessions(tournament, fields)
    least = stage.rules.least.least(most)
    marked = {
        entrant: [
            *(_elsewhere(mark, figures) for mark in said.get(entrant, ())),
            *_of_tournament(tournament, entrant),
            *_too_few(stage, figures, least),
        ]
        for entrant, figures in found.items()
    }
    return {
        entrant: min(own, key=lambda mark: (mark.ranked, _ORDER.index(mark.standing)))
        for entrant, own in marked.items()
        if own
    }


def _of_sessions(tournament: Tournament, fields: Sequence[FieldOfPlay]) -> dict[str, list[OverallMark]]:
    """What contestants were marked with in their sessions.

    Too few boards of one session are no matter of the stage's, which has a least number of its own.
    """
    found: dict[str, list[OverallMark]] = {}
    for field in fields:
        for row in field.rows:
            if row.mark and row.mark.standing != "too-few-boards":
                of, contestant = field.own(row.contestant)
                number = row.mark.number and field.own_number(row.mark.number)
                mark = OverallMark(row.mark.standing, of.session, number, row.mark.ranked)
                found.setdefault(tournament.entrant_of(of.session, contestant), []).append(mark)
    return found


def _elsewhere(mark: OverallMark, figures: Sequence[Figure]) -> OverallMark:
    """A session without standing costs that session's figure alone, where there is another that counts."""
    keeps = mark.standing == "without-standing" and any(figure.counts for figure in figures)
    return mark._replace(ranked=True) if keeps else mark


def _of_tournament(tournament: Tournament, entrant: str) -> list[OverallMark]:
    outside = tournament.entrants and entrant not in tournament.entrants
    return [OverallMark("not-entered")] if outside else []


def _too_few(stage: Stage, figures: Sequence[Figure], least: Fraction) -> list[OverallMark]:
    """Whether a contestant has too few sessions or boards; in matches nobody leads by having few."""
    if stage.format != "sessions":
        return []
    rules = stage.rules
    if sum(figure.counts for figure in figures) < rules.least_sessions:
        return [OverallMark("too-few-sessions")]
    return [OverallMark("too-few-boards")] if _boards(stage, figures) < least else []


def _boards(stage: Stage, figures: Sequence[Figure]) -> int:
    """The boards a total is of."""
    return sum(figure.boards for figure in counted(figures, stage.rules))


# As the tournament says


def without_place(tournament: Tournament, stage: str, entrants: Iterable[str]) -> dict[str, OverallMark]:
    """Those of a stage's contestants who are not ranked there, and why; where no cut leads into it all take part."""
    said, found = tournament.qualified, dict[str, OverallMark]()
    taking_part = said.qualifiers(stage)
    for entrant in entrants:
        left = said.withdrawn.get(entrant)
        if left and leaves_place(tournament, stage, left):
            found[entrant] = OverallMark("withdrawn", number=left.number)
        elif taking_part is not None and entrant not in taking_part:
            found[entrant] = OverallMark("not-qualified")
    return found


def leaves_place(tournament: Tournament, stage: str, left: WithdrawnEntrant) -> bool:
    """Whether who withdrew is not ranked in a stage: one that came later, or the one it left unfinished.

    Unfinished is a stage that went on: with another sitting, or with a round of it drawn.

    Whoever had a good reason, and had played half the sittings of that one, keeps its place there with what it has, as
    in a session (White Book §2.4).
    """
    order = list(tournament.stages)
    if left.said.stage != stage:
        return order.index(stage) > order.index(left.said.stage)
    return went_on_without(tournament, left) and not (left.said.good_reason and _played_half(tournament, left))


def _played_half(tournament: Tournament, left: WithdrawnEntrant) -> bool:
    """Whether who withdrew had played half the sittings of that stage, whatever numbers they have."""
    sittings = tournament.sittings(left.said.stage)
    return 2 * sum(sitting <= left.said.sitting for sitting in sittings) >= len(sittings)


def went_on_without(tournament: Tournament, left: WithdrawnEntrant) -> bool:
    """Whether the stage somebody left has gone on since: with another sitting, or a round drawn without it."""
    said = left.said
    drawn = tournament.drawn.drawn_without(said.entrant, said.stage, left.number)
    return drawn or said.sitting < tournament.last_sitting(said.stage)


def may_go_on(tournament: Tournament, stage: str) -> bool:
    """Whether a stage may go on: no session of a later one is known."""
    order = list(tournament.stages)
    return not any(tournament.in_stage(later) for later in order[order.index(stage) + 1 :])


class ScoredTwice(NamedTuple):
    """A contestant of the tournament and its scores of one sitting, by section; all of them are added up."""

    figures: tuple[Figure, ...]

    @property
    def text(self) -> str:
        """'Oslo has 2 scores of sitting 1, as Oslo of friday_a and as Oslo of friday_b'."""
        first = self.figures[0]
        return Phrase(
            "%(entrant)s has %(number)s scores of sitting %(sitting)s, %(where)s",
            entrant=first.entrant,
            number=len(self.figures),
            sitting=first.of.sitting,
            where=all_of(
                [
                    Phrase("as %(contestant)s of %(session)s", contestant=each.contestant, session=each.of.session)
                    for each in self.figures
                ]
            ),
        )


def scored_twice(figures: Sequence[Figure]) -> Iterator[ScoredTwice]:
    """The sittings of which a contestant has several scores; `figures` are one's, by sitting."""
    played = (each for each in figures if each.boards)  # a bye has none
    for _, own in groupby(played, lambda each: each.of.sitting):
        if len(together := tuple(own)) > 1:
            yield ScoredTwice(together)
