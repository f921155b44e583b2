"""Fields of play: contestants scored together, in one session or across the sections of a sitting.

Across sections, every label carries its section's letter: pair 5 of section A is A5, its ruling R-0001 is A:R-0001.
Nothing is decided here; a ruling in force in its section is in force in the field.
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
    """A section of a sitting: its session, and the event that added the session to the tournament."""

    added: SessionAdded
    session: Session

    def label(self, label: str) -> str:
        """Return a contestant's label with the section's letter: 'A5', for two individuals 'A3+A8'."""
        return "+".join(map(self._add_letter, members(label)))

    def _add_letter(self, label: str) -> str:
        return self.added.section + label if label[:1].isdigit() else label

    def case(self, case: str) -> str:
        """Return the name of a case with the section's letter: 'A:R-0001'."""
        return f"{self.added.section}:{case}"

    def seating(self, seating: Seating) -> Seating:
        """Return a seating whose labels and table carry the section's letter."""
        return structs.replace(
            seating, ns=self.label(seating.ns), ew=self.label(seating.ew), table=self.table_name(seating.table)
        )

    def table_name(self, name: str | None) -> str | None:
        """Return the name of a table with the section's letter, 'A2'; None for no table."""
        return name and self._add_letter(name)

    def table(self, table: TableBoard) -> TableBoard:
        """Return a table's play of a board whose labels and cases carry the section's letter."""
        absence = table.absence and Absence(table.absence.number, self._relabel(table.absence.fact))
        cases = tuple(map(self.case, table.cases))
        return structs.replace(
            table,
            seating=self.seating(table.seating),
            table=self.table_name(table.table),
            cases=cases,
            reseated=(),
            absence=absence,
        )

    def _relabel(self, fact: AtTableFact | SatOut) -> AtTableFact | SatOut:
        if isinstance(fact, SatOut):
            opponent = self.label(fact.opponent) if fact.opponent else None
            return structs.replace(fact, contestant=self.label(fact.contestant), opponent=opponent)
        return structs.replace(fact, ns=self.label(fact.ns), ew=self.label(fact.ew), table=self.table_name(fact.table))

    def statement(self, fact: TakingPart) -> TakingPart:
        """Return a fact about participation (a sit-out, a withdrawal) whose labels carry the section's letter."""
        if isinstance(fact, AtTableFact | SatOut):
            return self._relabel(fact)
        return structs.replace(fact, contestant=self.label(fact.contestant))

    def ruling(self, ruling: Ruling) -> Ruling:
        """Return a ruling whose cases and labels carry the section's letter."""
        return structs.replace(
            ruling,
            case=self.case(ruling.case),
            seating=self.seating(ruling.seating),
            superseded_by=ruling.superseded_by and self.case(ruling.superseded_by),
        )

    def finding(self, finding: Finding) -> Finding:
        """Return a finding on a match whose labels carry the section's letter."""
        if isinstance(finding, MismatchFound):
            return structs.replace(
                finding,
                contestant=self.label(finding.contestant),
                met=self.label(finding.met),
                correct=tuple(map(self.label, finding.correct)),
                beside=tuple(structs.replace(each, contestant=self.label(each.contestant)) for each in finding.beside),
            )
        one, two = map(self.label, finding.teams)
        return structs.replace(finding, teams=(one, two), at_fault=tuple(map(self.label, finding.at_fault)))

    def penalty(self, penalty: PenaltyInForce) -> PenaltyInForce:
        """Return a penalty in force whose case and labels carry the section's letter."""
        imposed, opponent = penalty.imposed, penalty.imposed.opponent
        relabelled = structs.replace(
            imposed, contestant=self.label(imposed.contestant), opponent=self.label(opponent) if opponent else None
        )
        return PenaltyInForce(penalty.number, self.case(penalty.case), relabelled)


@dataclass(slots=True)
class SectionsTogether(Session):
    """The sections of a sitting as one session, with the rulings and penalties in force in each section."""

    decided: dict[str, ScoreInForce] = field(default_factory=dict)
    punished: tuple[PenaltyInForce, ...] = ()

    def in_force(self, ruling: Ruling) -> ScoreInForce:
        """Return the score in force of a ruling, as it is in the ruling's section."""
        return self.decided[ruling.case]

    def penalties_in_force(self) -> Iterator[PenaltyInForce]:
        """Return the penalties in force in all sections."""
        return iter(self.punished)


class MergedSections(NamedTuple):
    """Sections merged into one session; `origins`: the section and original label of each contestant."""

    sections: tuple[SectionOfSession, ...]
    session: SectionsTogether
    origins: Mapping[str, tuple[SessionAdded, str]]

    def own_number(self, number: int) -> int:
        """Return an event's number in its section, from its number in the merged session."""
        return number // len(self.sections)


def merge_sections(sections: Sequence[SectionOfSession], before: MergedSections | None = None) -> MergedSections:
    """Merge sections into one session; boards unchanged since `before` are reused."""
    first = sections[0].session
    numbers = dict.fromkeys(number for section in sections for number in section.session.boards)
    kept = _find_unchanged_boards(sections, before) if before else {}
    expected = [section.session.results_expected for section in sections]
    together = SectionsTogether(
        "+".join(section.added.session for section in sections),
        opened=first.opened,
        opened_at=first.opened_at,
        amendments=first.amendments,
        expecting=FactsInForce({0: sum(number or 0 for number in expected)} if all(expected) else {}),
        contestants={section.label(label): None for section in sections for label in section.session.contestants},
        boards={
            number: kept.get(number)
            or {
                table.seating: table
                for section in sections
                for table in map(section.table, section.session.boards.get(number, _NO_TABLES).values())
            }
            for number in numbers
        },
        rulings={
            section.case(case): section.ruling(ruling)
            for section in sections
            for case, ruling in _list_rulings(section)
        },
        participation=ParticipationState(
            {
                _number_together(sections, at, number): section.statement(fact)
                for at, section in enumerate(sections)
                for number, fact in section.session.participation.facts.items()
            }
        ),
        findings=FactsInForce(
            {
                _number_together(sections, at, number): section.finding(finding)
                for at, section in enumerate(sections)
                for number, finding in section.session.findings.facts.items()
            }
        ),
        carry_over={
            section.label(label): carried
            for section in sections
            for label, carried in section.session.carry_over.items()
        },
        decided={
            section.case(case): section.session.in_force(ruling)._replace(case=section.case(case))
            for section in sections
            for case, ruling in _list_rulings(section)
        },
        punished=tuple(
            section.penalty(penalty) for section in sections for penalty in section.session.penalties_in_force()
        ),
    )
    names = {
        section.label(label): (section.added, label) for section in sections for label in section.session.contestants
    }
    return MergedSections(tuple(sections), together, names)


def _number_together(sections: Sequence[SectionOfSession], at: int, number: int) -> int:
    """Return an event's number in the merged session, unique among all sections; `own_number` reverses it."""
    return number * len(sections) + at


def _list_rulings(section: SectionOfSession) -> list[tuple[str, Ruling]]:
    return list(section.session.rulings.items())


_NO_TABLES: Board = {}


def _find_unchanged_boards(
    sections: Sequence[SectionOfSession], before: MergedSections
) -> Mapping[int, dict[Seating, TableBoard]]:
    if [each.added for each in sections] != [each.added for each in before.sections]:
        return {}
    pairs = list(zip(sections, before.sections, strict=True))
    return {
        number: board
        for number, board in before.session.boards.items()
        if all(section.session.boards.get(number) is previous.session.boards.get(number) for section, previous in pairs)
    }


def why_not_one_field(sections: Sequence[SectionOfSession]) -> str:
    """Return the reason why sections cannot be scored as one field; '' where they can."""
    first = sections[0].session.opening
    for section in sections[1:]:
        opening = section.session.opening
        if (opening.scoring, opening.winners) != (first.scoring, first.winners):
            return Phrase("%(one)s is scored in another way than %(other)s", **_name_two(section, sections[0]))
        if section.session.regulations != sections[0].session.regulations:
            return Phrase("%(one)s has other regulations than %(other)s", **_name_two(section, sections[0]))
    # A board with different cards in two sections cannot be compared across them
    known: dict[int, tuple[SectionOfSession, object]] = {}
    for section in sections:
        for number in section.session.deals:
            deal = section.session.deal(number)
            if deal is not None and known.setdefault(number, (section, deal))[1] != deal:
                return Phrase(
                    "board %(board)s has other cards in %(one)s than in %(other)s",
                    board=number,
                    **_name_two(section, known[number][0]),
                )
    return ""


def _name_two(one: SectionOfSession, other: SectionOfSession) -> dict[str, str]:
    return {"one": one.added.session, "other": other.added.session}


Scored = tuple[SessionAdded, Scoreboard]
"""A session of the tournament and its scores."""


@dataclass(frozen=True, eq=False)
class FieldOfPlay:
    """A scoreboard and the sessions whose contestants are on it.

    `together`: the merged sections, where they are scored across the field; `note`: the reason why they are not.
    `kept`: a cache of values derived from the field.
    """

    scoreboard: Scoreboard
    sections: tuple[Scored, ...]
    together: MergedSections | None = None
    note: str = ""
    kept: dict[str, object] = field(default_factory=dict, repr=False)

    @cached_property
    def rows(self) -> list[Row]:
        """Every row of the field's standings, ranked or not."""
        return [row for ranking in standings(self.scoreboard) for row in ranking.rows]

    @property
    def sitting(self) -> int:
        """The number of the sitting in which the field played."""
        return self.sections[0][0].sitting

    def origin(self, label: str) -> tuple[SessionAdded, str]:
        """Return the session of a contestant on the scoreboard, and the contestant's label in that session."""
        return self.together.origins[label] if self.together else (self.sections[0][0], label)

    def entrant(self, tournament: Tournament, label: str) -> str:
        """Return the entrant of the tournament that a label on the scoreboard stands for."""
        added, contestant = self.origin(label)
        return tournament.entrant_of(added.session, contestant)

    def own_number(self, number: int) -> int:
        """Return an event's number in its session, from its number on the scoreboard."""
        return self.together.own_number(number) if self.together else number


def make_fields_apart(sections: tuple[Scored, ...], before: FieldOfPlay | None) -> list[FieldOfPlay]:
    """Return a field of play for each section, scored by itself."""
    return [FieldOfPlay(each[1], (each,)) for each in sections]


def make_fields_across(sections: tuple[Scored, ...], before: FieldOfPlay | None) -> list[FieldOfPlay]:
    """Return the sections merged into one field; one field a section for teams, or, with a `note`, if merging fails."""
    if sections[0][1].teams:  # teams are compared with nobody outside their match
        return make_fields_apart(sections, before)
    labelled = tuple(SectionOfSession(added, scoreboard.session) for added, scoreboard in sections)
    if why := why_not_one_field(labelled):
        note = Phrase("%(why)s: each section is scored by itself", why=why)
        return [FieldOfPlay(each[1], (each,), note=note) for each in sections]
    together = merge_sections(labelled, before.together if before else None)
    scoreboard = Scoreboard(together.session, before.scoreboard if before else None)
    return [FieldOfPlay(scoreboard.completed(), sections, together)]


Scoring = Callable[[tuple[Scored, ...], FieldOfPlay | None], list[FieldOfPlay]]
"""A function that makes fields of play from the sections of a sitting, reusing an earlier field."""


# The one walk over the matches of a stage; callers choose the matches that count


class StageMatch(NamedTuple):
    """A match of a stage: its session, its key on the scoreboard, and the two entrants."""

    of: SessionAdded
    key: MatchKey
    entrants: tuple[str, str]
    match: Match

    @property
    def own_round(self) -> int:
        """The number of the match's round in its session; 1 where it is unknown."""
        return self.key[0] or 1

    @property
    def played(self) -> bool:
        """True if the match has boards and is not void."""
        return bool(self.match.boards) and not self.match.void

    def by_entrant(self, worth: dict[str, Derivation]) -> dict[str, Derivation]:
        """Replace the teams' session labels, the keys of `worth`, with their names in the tournament."""
        return {who: worth[team] for who, team in zip(self.entrants, self.match.teams, strict=True) if team in worth}


def stage_matches(tournament: Tournament, fields: Iterable[FieldOfPlay]) -> Iterator[StageMatch]:
    """Yield every match on the scoreboards of these fields, field by field."""
    for field_ in fields:
        for key, match in field_.scoreboard.matches.items():
            one, two = (field_.entrant(tournament, team) for team in match.teams)
            added, _ = field_.origin(match.teams[0])
            yield StageMatch(added, key, (one, two), match)


def session_matches(tournament: Tournament, sessions: Iterable[Scored]) -> Iterator[StageMatch]:
    """Yield every match of some sessions, each session scored by itself even if it belongs to a merged field."""
    return stage_matches(
        tournament, (FieldOfPlay(scoreboard, ((added, scoreboard),)) for added, scoreboard in sessions)
    )
