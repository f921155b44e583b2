"""Who was scored together: a session by itself, or the sections of one across the field, everybody under the letter of
his section.

What is said of a section's own contestants, tables and cases is said here of the same by their longer names: pair 5 of
section A is A5, its ruling R-0001 is A:R-0001. Nothing is decided here; what is in force in a section is so here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from msgspec import structs

from ledger.kernel.in_force import FactsInForce
from ledger.labels import Phrase, members
from ledger.projections.artificial import MatchKey
from ledger.projections.matches import Match
from ledger.projections.scoreboard import Scoreboard
from ledger.projections.standings import Row, standings
from ledger.scoring.derivation import Derivation
from ledger.scoring.line import Seating
from ledger.session import PenaltyInForce, Ruling, ScoreInForce, Session, TableBoard
from ledger.session.tables import Absence, Board, ParticipationState
from ledger.subjects.matches.facts import Finding, MismatchFound
from ledger.subjects.participation.facts import AtTableFact, SatOut, TakingPart
from ledger.subjects.tournaments.facts import SessionAdded
from ledger.subjects.tournaments.state import Tournament


class SectionOfSession(NamedTuple):
    """A section of one session: as what it was added to the tournament, and the session it is."""

    added: SessionAdded
    session: Session

    def label(self, own: str) -> str:
        """What a contestant, or two individuals, are called among all sections: 'A5', 'A3+A8'; nobody stays nobody."""
        return "+".join(map(self._label, members(own)))

    def _label(self, own: str) -> str:
        return self.added.section + own if own[:1].isdigit() else own

    def case(self, own: str) -> str:
        """What a case is called among all sections: 'A:R-0001'."""
        return f"{self.added.section}:{own}"

    def seating(self, own: Seating) -> Seating:
        """The same seats, by the longer names."""
        return structs.replace(own, ns=self.label(own.ns), ew=self.label(own.ew), table=self.table_name(own.table))

    def table_name(self, own: str | None) -> str | None:
        """What a table is called among all sections: 'A2', where it is not so already."""
        return own and self._label(own)

    def table(self, own: TableBoard) -> TableBoard:
        """A table's board, by the longer names."""
        absence = own.absence and Absence(own.absence.number, self._not_played(own.absence.fact))
        cases = tuple(map(self.case, own.cases))
        return structs.replace(
            own,
            seating=self.seating(own.seating),
            table=self.table_name(own.table),
            cases=cases,
            reseated=(),
            absence=absence,
        )

    def _not_played(self, fact: AtTableFact | SatOut) -> AtTableFact | SatOut:
        if isinstance(fact, SatOut):
            opponent = self.label(fact.opponent) if fact.opponent else None
            return structs.replace(fact, contestant=self.label(fact.contestant), opponent=opponent)
        return structs.replace(fact, ns=self.label(fact.ns), ew=self.label(fact.ew), table=self.table_name(fact.table))

    def statement(self, fact: TakingPart) -> TakingPart:
        """What was stated of who takes part, of the longer name."""
        if isinstance(fact, AtTableFact | SatOut):
            return self._not_played(fact)
        return structs.replace(fact, contestant=self.label(fact.contestant))

    def finding(self, found: Finding) -> Finding:
        """What was found of a match, of the longer names."""
        if isinstance(found, MismatchFound):
            return structs.replace(
                found,
                contestant=self.label(found.contestant),
                met=self.label(found.met),
                correct=tuple(map(self.label, found.correct)),
                beside=tuple(structs.replace(each, contestant=self.label(each.contestant)) for each in found.beside),
            )
        one, two = map(self.label, found.teams)
        return structs.replace(found, teams=(one, two), at_fault=tuple(map(self.label, found.at_fault)))

    def penalty(self, own: PenaltyInForce) -> PenaltyInForce:
        """A penalty that is in force, of the longer name."""
        imposed, opponent = own.imposed, own.imposed.opponent
        theirs = structs.replace(
            imposed, contestant=self.label(imposed.contestant), opponent=self.label(opponent) if opponent else None
        )
        return PenaltyInForce(own.number, self.case(own.case), theirs)


@dataclass(slots=True)
class SectionsTogether(Session):
    """The state of all sections of one session as that of one; what is in force was found in each by itself."""

    decided: dict[str, ScoreInForce] = field(default_factory=dict)
    punished: tuple[PenaltyInForce, ...] = ()

    def in_force(self, ruling: Ruling) -> ScoreInForce:
        """The score a ruling stands for, as its section has it."""
        return self.decided[ruling.case]

    def penalties_in_force(self) -> Iterator[PenaltyInForce]:
        """Every penalty in force, as its section has it."""
        return iter(self.punished)


class MergedSections(NamedTuple):
    """Sections of one session, what they are together, and which contestant of which section has a longer name."""

    sections: tuple[SectionOfSession, ...]
    session: SectionsTogether
    own: Mapping[str, tuple[SessionAdded, str]]

    def own_number(self, number: int) -> int:
        """The number an event has in its own section."""
        return number // len(self.sections)


def merged(sections: Sequence[SectionOfSession], before: MergedSections | None = None) -> MergedSections:
    """Sections as one session; boards that no section touched since an earlier time are those of that time."""
    first = sections[0].session
    many, each = len(sections), list(enumerate(sections))
    numbers = dict.fromkeys(number for section in sections for number in section.session.boards)
    kept = _kept(sections, before) if before else {}
    said = [section.session.results_expected for section in sections]
    together = SectionsTogether(
        "+".join(section.added.session for section in sections),
        opened=first.opened,
        opened_at=first.opened_at,
        amendments=first.amendments,
        expecting=FactsInForce({0: sum(each or 0 for each in said)} if all(said) else {}),
        contestants={section.label(own): None for section in sections for own in section.session.contestants},
        boards={
            number: kept.get(number)
            or {
                each.seating: each
                for section in sections
                for each in map(section.table, section.session.boards.get(number, _NO_TABLES).values())
            }
            for number in numbers
        },
        rulings={
            section.case(case): structs.replace(
                own,
                case=section.case(own.case),
                seating=section.seating(own.seating),
                superseded_by=own.superseded_by and section.case(own.superseded_by),
            )
            for section in sections
            for case, own in _rulings(section)
        },
        participation=ParticipationState(
            {
                number * many + at: section.statement(fact)
                for at, section in each
                for number, fact in section.session.participation.facts.items()
            }
        ),
        findings=FactsInForce(
            {
                number * many + at: section.finding(found)
                for at, section in each
                for number, found in section.session.findings.facts.items()
            }
        ),
        carry_over={
            section.label(own): said for section in sections for own, said in section.session.carry_over.items()
        },
        decided={
            section.case(case): section.session.in_force(own)._replace(case=section.case(case))
            for section in sections
            for case, own in _rulings(section)
        },
        punished=tuple(section.penalty(own) for section in sections for own in section.session.penalties_in_force()),
    )
    names = {section.label(own): (section.added, own) for section in sections for own in section.session.contestants}
    return MergedSections(tuple(sections), together, names)


def _rulings(section: SectionOfSession) -> list[tuple[str, Ruling]]:
    return list(section.session.rulings.items())


_NO_TABLES: Board = {}


def _kept(sections: Sequence[SectionOfSession], before: MergedSections) -> Mapping[int, dict[Seating, TableBoard]]:
    if [each.added for each in sections] != [each.added for each in before.sections]:
        return {}
    pairs = list(zip(sections, before.sections, strict=True))
    return {
        number: board
        for number, board in before.session.boards.items()
        if all(now.session.boards.get(number) is was.session.boards.get(number) for now, was in pairs)
    }


def no_field(sections: Sequence[SectionOfSession]) -> str:
    """Why sections cannot be scored as one field; '' where they can."""
    first = sections[0].session.opening
    for section in sections[1:]:
        own = section.session.opening
        if (own.scoring, own.winners) != (first.scoring, first.winners):
            return Phrase("%(one)s is scored in another way than %(other)s", **_two(section, sections[0]))
        if section.session.regulations != sections[0].session.regulations:
            return Phrase("%(one)s has other regulations than %(other)s", **_two(section, sections[0]))
    # Which board is not the same in two sections, by its cards as far as they are known
    known: dict[int, tuple[SectionOfSession, object]] = {}
    for section in sections:
        for number in section.session.deals:
            deal = section.session.deal(number)
            if deal is not None and known.setdefault(number, (section, deal))[1] != deal:
                return Phrase(
                    "board %(board)s has other cards in %(one)s than in %(other)s",
                    board=number,
                    **_two(section, known[number][0]),
                )
    return ""


def _two(one: SectionOfSession, other: SectionOfSession) -> dict[str, str]:
    return {"one": one.added.session, "other": other.added.session}


Scored = tuple[SessionAdded, Scoreboard]
"""A session of the tournament and its scores."""


@dataclass(frozen=True, eq=False)
class FieldOfPlay:
    """A scoreboard, and the sessions whose contestants are on it; `note` says why they are not scored together.

    `together`: the sections as one session, where they are scored across the field. `kept`: what was worked out of it,
    which goes when it goes.
    """

    scoreboard: Scoreboard
    sections: tuple[Scored, ...]
    together: MergedSections | None = None
    note: str = ""
    kept: dict[str, object] = field(default_factory=dict, repr=False)

    @cached_property
    def rows(self) -> list[Row]:
        """Everybody in the standings of the field, who has a place and who has none."""
        return [row for ranking in standings(self.scoreboard) for row in ranking.rows]

    @property
    def sitting(self) -> int:
        """Which sitting of the stage it is of."""
        return self.sections[0][0].sitting

    def own(self, label: str) -> tuple[SessionAdded, str]:
        """Which contestant of which session somebody on the scoreboard is."""
        return self.together.own[label] if self.together else (self.sections[0][0], label)

    def entrant(self, tournament: Tournament, label: str) -> str:
        """Which contestant of the tournament somebody on the scoreboard is."""
        of, contestant = self.own(label)
        return tournament.entrant_of(of.session, contestant)

    def own_number(self, number: int) -> int:
        """The number an event has in its session."""
        return self.together.own_number(number) if self.together else number


def apart(sections: tuple[Scored, ...], before: FieldOfPlay | None) -> list[FieldOfPlay]:
    """Sections each by itself."""
    return [FieldOfPlay(each[1], (each,)) for each in sections]


def across(sections: tuple[Scored, ...], before: FieldOfPlay | None) -> list[FieldOfPlay]:
    """Sections as one field, from `before` on where nothing moved; each by itself, with a note, where they cannot be.

    Teams meet in their section and are compared with nobody else: there is nothing to score across.
    """
    if sections[0][1].teams:
        return apart(sections, before)
    own = tuple(SectionOfSession(added, scoreboard.session) for added, scoreboard in sections)
    if why := no_field(own):
        note = Phrase("%(why)s: each section is scored by itself", why=why)
        return [FieldOfPlay(each[1], (each,), note=note) for each in sections]
    together = merged(own, before.together if before else None)
    scoreboard = Scoreboard(together.session, before.scoreboard if before else None)
    return [FieldOfPlay(scoreboard.completed(), sections, together)]


Scoring = Callable[[tuple[Scored, ...], FieldOfPlay | None], list[FieldOfPlay]]
"""How sections of one sitting become fields; what they were before is gone on from."""


# The one walk over the matches of a stage. Which of them count is the business of whoever asks


class StageMatch(NamedTuple):
    """A match of a stage: the session it is of, its key there, and the two as the tournament calls them."""

    of: SessionAdded
    key: MatchKey
    entrants: tuple[str, str]
    match: Match

    @property
    def own_round(self) -> int:
        """Its round by the numbers of its session; of which none is known, the first."""
        return self.key[0] or 1

    @property
    def played(self) -> bool:
        """Whether it has boards and somebody won it, or nobody: it is not void."""
        return bool(self.match.boards) and not self.match.void

    def by_entrant(self, worth: dict[str, Derivation]) -> dict[str, Derivation]:
        """What is said of the two by their names in the session, by those they have in the tournament."""
        return {who: worth[team] for who, team in zip(self.entrants, self.match.teams, strict=True) if team in worth}


def stage_matches(tournament: Tournament, fields: Iterable[FieldOfPlay]) -> Iterator[StageMatch]:
    """Every match there is on these scoreboards, field by field, in the order of its scoreboard."""
    for each in fields:
        for key, match in each.scoreboard.matches.items():
            one, two = (each.entrant(tournament, team) for team in match.teams)
            of, _ = each.own(match.teams[0])
            yield StageMatch(of, key, (one, two), match)


def session_matches(tournament: Tournament, sessions: Iterable[Scored]) -> Iterator[StageMatch]:
    """The same of sessions each by itself, whether or not their sections are scored together."""
    return stage_matches(
        tournament, (FieldOfPlay(scoreboard, ((added, scoreboard),)) for added, scoreboard in sessions)
    )
