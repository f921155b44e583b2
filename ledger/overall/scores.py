"""A tournament and the scores of its sessions, at one moment.

The window of Law 12C2(c) may span sessions: the match of a knockout, or the stage. A session by itself averages over
its own boards; within its stage it is scored again with the contestants' boards of the other sessions (golden W15,
W16).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby

from ledger.digests import HEADS
from ledger.overall.field_of_play import FieldOfPlay, Scored, Scoring, make_fields_across, make_fields_apart
from ledger.projections.artificial import OnBoards, award_window, boards_with_dependent_scores
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Stream, TableBoard
from ledger.subjects.clocks.facts import WrongClocks
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament


def may_span_sessions(stage: Stage, scoreboards: Iterable[Scoreboard]) -> bool:
    """Return whether an artificial award in one of these sessions may depend on boards of another session."""
    return any(_find_window(stage, each) for each in scoreboards)


def over_sessions(tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay]) -> list[FieldOfPlay]:
    """Return the fields of a stage, rescored where an artificial award depends on boards of other fields."""
    if len(fields) < 2:
        return list(fields)
    called = cache(
        lambda at: {fields[at].entrant(tournament, each): each for each in fields[at].scoreboard.session.contestants}
    )
    return [_rescore(tournament, stage, fields, at, called) for at in range(len(fields))]


def _rescore(
    tournament: Tournament,
    stage: Stage,
    fields: Sequence[FieldOfPlay],
    at: int,
    called: Callable[[int], dict[str, str]],
) -> FieldOfPlay:
    field, reach = fields[at], _find_window(stage, fields[at].scoreboard)
    form = field.scoreboard.form
    comparable = [each for each, another in enumerate(fields) if each != at and another.scoreboard.form is form]
    if not reach or not comparable:
        return field
    boards = field.scoreboard.session.boards
    if not boards_with_dependent_scores(field.scoreboard.session) and not any(
        field.scoreboard.board(at).cancelled for at in boards
    ):
        return field

    def beside(contestant: str, played: TableBoard) -> OnBoards:
        met = next(each for each in played.seating.pair if each != contestant) if reach == "match" else None
        entrant, opponent = (each and field.entrant(tournament, each) for each in (contestant, met))
        seen_boards = OnBoards()
        for another in comparable:
            names = called(another)
            if entrant in names and (opponent is None or opponent in names):
                seen = fields[another].scoreboard.artificial.scores_for_other_session
                seen_boards = seen_boards.with_more_boards(seen(names[entrant], opponent and names[opponent]))
        return seen_boards

    scoreboard = Scoreboard(field.scoreboard.session, field.scoreboard, beside).completed()
    sections = field.sections if field.together else tuple((added, scoreboard) for added, _ in field.sections)
    return replace(field, scoreboard=scoreboard, sections=sections)


def _find_window(stage: Stage, scoreboard: Scoreboard) -> str:
    """Return the boards that Law 12C2(c) averages over if they exceed the session: 'stage' or 'match'; else ''."""
    window = award_window(scoreboard.meetings)
    over = window == "stage" or (window == "match" and (stage.format == "knockout" or scoreboard.form.one_match))
    return window if over else ""


@dataclass(frozen=True)
class TournamentScores:
    """A tournament and the scoreboards of its opened sessions, at one moment.

    The other fields are caches: `known` keeps fields of play by session names, so that only changed boards are
    rescored; `standings` standings by stage and round; `over_sessions` fields whose awards rest on other sessions.
    """

    tournament: Tournament
    scoreboards: Mapping[str, Scoreboard]
    known: dict[tuple[str, ...], FieldOfPlay] = field(default_factory=dict, repr=False, compare=False)
    standings: dict[tuple[Stage, int | None], object] = field(default_factory=dict, repr=False, compare=False)
    over_sessions: dict[Stage, list[FieldOfPlay]] = field(default_factory=dict, repr=False, compare=False)

    def title(self, session: str) -> str:
        """Return the title of a session; its name if it has none, or is not in this ledger."""
        return (self.scoreboards[session].session.opening.title if session in self.scoreboards else "") or session

    def played(self, stage: str) -> list[Scored]:
        """Return a stage's scored sessions by sitting and section, rescored where awards depend on other sessions."""
        sections = self._list_scored(stage)
        if len(sections) < 2 or not may_span_sessions(
            self.tournament.named_stage(stage), (board for _, board in sections)
        ):
            return sections
        fields = self.fields(self.tournament.named_stage(stage))
        return [section for field in fields for section in field.sections]

    def _list_scored(self, stage: str) -> list[Scored]:
        return [
            (each, self.scoreboards[each.session])
            for each in self.tournament.in_stage(stage)
            if each.session in self.scoreboards
        ]

    def playing(self, sessions: Iterable[Scored]) -> list[str]:
        """Return the contestants who play in some sessions, each once; phantoms are left out."""
        entrants = (
            self.tournament.entrant_of(added.session, each)
            for added, scoreboard in sessions
            for each in scoreboard.session.contestants
            if not scoreboard.session.participation.is_phantom(each)
        )
        return list(dict.fromkeys(entrants))

    def fields(self, stage: Stage) -> list[FieldOfPlay]:
        """Return the fields of play of a stage: each section, or the sections of a sitting scored across the field."""
        played = self._list_scored(stage.name)
        if len(played) < 2 or not may_span_sessions(stage, (board for _, board in played)):
            return self._make_fields(stage, played)
        if stage not in self.over_sessions:
            self.over_sessions[stage] = over_sessions(self.tournament, stage, self._make_fields(stage, played))
        return self.over_sessions[stage]

    def _make_fields(self, stage: Stage, played: Iterable[Scored]) -> list[FieldOfPlay]:
        fields: list[FieldOfPlay] = []
        for _, together in groupby(played, lambda each: each[0].sitting):
            sections = list(together)
            if stage.rules.across and len(sections) > 1:
                fields += self._make_or_reuse(sections, make_fields_across)
            else:
                fields += (field for each in sections for field in self._make_or_reuse([each], make_fields_apart))
        return fields

    def _make_or_reuse(self, sections: list[Scored], scored: Scoring) -> list[FieldOfPlay]:
        """Return the cached fields of some sections if their scores are unchanged, else new fields."""
        names = tuple(added.session for added, _ in sections)
        before = self.known.get(names)
        if before and before.sections == tuple(sections):
            return [before]
        fields = scored(tuple(sections), before)
        if len(fields) == 1:
            self.known[names] = fields[0]
        return fields

    @property
    def recorded_at(self) -> int:
        """The time of the last recorded event of any stream (µs UTC)."""
        return max(
            each.recorded_at for each in (self.tournament, *(each.session for each in self.scoreboards.values()))
        )

    @property
    def heads(self) -> tuple[tuple[str, int, bytes], ...]:
        """The head of each stream (name, number, digest): the tournament, then its sessions by name."""
        return tuple((each.id, each.number, each.digest) for each in self.streams)

    @property
    def streams(self) -> tuple[Stream, ...]:
        """The tournament's stream, then those of its sessions by name."""
        return self.tournament, *(each.session for _, each in sorted(self.scoreboards.items()))

    def wrong_clocks(self, stream: str) -> WrongClocks:
        """Return the clock corrections in force in a stream; {} for a stream that is missing."""
        known = self.stream(stream)
        return known.wrong_clocks if known else {}

    def stream(self, name: str) -> Stream | None:
        """Return a stream by name; None where it is missing."""
        return next((each for each in self.streams if each.id == name), None)

    @property
    def digest(self) -> str:
        """The digest of the heads: equal only if all streams are equal."""
        return HEADS.of_value([(name, number, digest.hex()) for name, number, digest in self.heads])

    def with_scores(self, scoreboard: Scoreboard) -> "TournamentScores":
        """Return these scores with another scoreboard for one session."""
        return self.going_on(self.tournament, {**self.scoreboards, scoreboard.session.id: scoreboard})

    def going_on(self, tournament: Tournament, scoreboards: Mapping[str, Scoreboard]) -> "TournamentScores":
        """Return the scores of another moment, reusing the fields of play that are unchanged."""
        return TournamentScores(tournament, scoreboards, dict(self.known))

    def with_tournament(self, tournament: Tournament) -> "TournamentScores":
        """Return these scores with another state of the tournament's own stream."""
        return self.going_on(tournament, self.scoreboards)
