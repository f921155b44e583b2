"""A tournament and the scores of its sessions, at one moment.

The window of Law 12C2(c) may be more than a session: the match of a knockout, or the stage, over all sessions. A
session by itself averages over its own boards. What it is worth in its stage rests on the others too (golden W15, W16):
there it is scored again with what everybody had in the other sessions, each as it stands by itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby

from ledger.digests import HEADS
from ledger.overall.field_of_play import FieldOfPlay, Scored, Scoring, across, apart
from ledger.projections.artificial import OnBoards, graded_boards, window_of
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Stream, TableBoard
from ledger.subjects.clocks.facts import WrongClocks
from ledger.subjects.tournaments.facts import Stage
from ledger.subjects.tournaments.state import Tournament


def reaching(stage: Stage, scoreboards: Iterable[Scoreboard]) -> bool:
    """Whether an award in one of these sessions may rest on another one."""
    return any(_reach(stage, each) for each in scoreboards)


def over_sessions(tournament: Tournament, stage: Stage, fields: Sequence[FieldOfPlay]) -> list[FieldOfPlay]:
    """The fields of a stage, those scored again in which an award rests on other ones."""
    if len(fields) < 2:
        return list(fields)
    called = cache(
        lambda at: {fields[at].entrant(tournament, each): each for each in fields[at].scoreboard.session.contestants}
    )
    return [_scored_again(tournament, stage, fields, at, called) for at in range(len(fields))]


def _scored_again(
    tournament: Tournament,
    stage: Stage,
    fields: Sequence[FieldOfPlay],
    at: int,
    called: Callable[[int], dict[str, str]],
) -> FieldOfPlay:
    field, reach = fields[at], _reach(stage, fields[at].scoreboard)
    form = field.scoreboard.form
    others = [each for each, other in enumerate(fields) if each != at and other.scoreboard.form is form]
    if not reach or not others:
        return field
    boards = field.scoreboard.session.boards
    if not graded_boards(field.scoreboard.session) and not any(field.scoreboard.board(at).cancelled for at in boards):
        return field

    def beside(contestant: str, played: TableBoard) -> OnBoards:
        met = next(each for each in played.seating.pair if each != contestant) if reach == "match" else None
        entrant, opponent = (each and field.entrant(tournament, each) for each in (contestant, met))
        found = OnBoards()
        for other in others:
            names = called(other)
            if entrant in names and (opponent is None or opponent in names):
                seen = fields[other].scoreboard.artificial.seen_from_elsewhere
                found = found.and_those(seen(names[entrant], opponent and names[opponent]))
        return found

    scoreboard = Scoreboard(field.scoreboard.session, field.scoreboard, beside).completed()
    sections = field.sections if field.together else tuple((added, scoreboard) for added, _ in field.sections)
    return replace(field, scoreboard=scoreboard, sections=sections)


def _reach(stage: Stage, scoreboard: Scoreboard) -> str:
    """How far an award of a session looks: to the 'stage', or a 'match' over all sessions; '' where not beyond it."""
    window = window_of(scoreboard.meetings)
    over = window == "stage" or (window == "match" and (stage.format == "knockout" or scoreboard.form.one_match))
    return window if over else ""


@dataclass(frozen=True)
class TournamentScores:
    """A tournament's stream and the scoreboards of its sessions; a session that is not open yet has none.

    `known`: what was worked out of sessions already, by their names: where one board of several sections scored across
    the field changes, that one is scored again. `standings`: those worked out of these very scores, by stage and round;
    `over_sessions`: the fields of stages in which awards rest on other sessions.
    """

    tournament: Tournament
    scoreboards: Mapping[str, Scoreboard]
    known: dict[tuple[str, ...], FieldOfPlay] = field(default_factory=dict, repr=False, compare=False)
    standings: dict[tuple[Stage, int | None], object] = field(default_factory=dict, repr=False, compare=False)
    over_sessions: dict[Stage, list[FieldOfPlay]] = field(default_factory=dict, repr=False, compare=False)

    def played(self, stage: str) -> list[Scored]:
        """The sessions of a stage that have scores, by sitting and section, as they count there."""
        found = self._by_themselves(stage)
        if len(found) < 2 or not reaching(self.tournament.named_stage(stage), (board for _, board in found)):
            return found
        fields = self.fields(self.tournament.named_stage(stage))
        return [section for field in fields for section in field.sections]

    def _by_themselves(self, stage: str) -> list[Scored]:
        return [
            (each, self.scoreboards[each.session])
            for each in self.tournament.in_stage(stage)
            if each.session in self.scoreboards
        ]

    def playing(self, sessions: Iterable[Scored]) -> list[str]:
        """Who of the tournament takes part in sessions, in their order; a phantom does not."""
        found = (
            self.tournament.entrant_of(added.session, each)
            for added, scoreboard in sessions
            for each in scoreboard.session.contestants
            if not scoreboard.session.participation.is_phantom(each)
        )
        return list(dict.fromkeys(found))

    def fields(self, stage: Stage) -> list[FieldOfPlay]:
        """Who was scored together in each sitting of a stage: a section by itself, or all of them across the field."""
        played = self._by_themselves(stage.name)
        if len(played) < 2 or not reaching(stage, (board for _, board in played)):
            return self._fields(stage, played)
        if stage not in self.over_sessions:
            self.over_sessions[stage] = over_sessions(self.tournament, stage, self._fields(stage, played))
        return self.over_sessions[stage]

    def _fields(self, stage: Stage, played: Iterable[Scored]) -> list[FieldOfPlay]:
        found: list[FieldOfPlay] = []
        for _, together in groupby(played, lambda each: each[0].sitting):
            sections = list(together)
            if stage.rules.across and len(sections) > 1:
                found += self._known(sections, across)
            else:
                found += (field for each in sections for field in self._known([each], apart))
        return found

    def _known(self, sections: list[Scored], scored: Scoring) -> list[FieldOfPlay]:
        """What was worked out of these very scores before; else what is now, going on from that."""
        names = tuple(added.session for added, _ in sections)
        before = self.known.get(names)
        if before and before.sections == tuple(sections):
            return [before]
        found = scored(tuple(sections), before)
        if len(found) == 1:
            self.known[names] = found[0]
        return found

    @property
    def recorded_at(self) -> int:
        """When the last event of any of its streams was recorded (µs UTC)."""
        return max(
            each.recorded_at for each in (self.tournament, *(each.session for each in self.scoreboards.values()))
        )

    @property
    def heads(self) -> tuple[tuple[str, int, bytes], ...]:
        """Of which streams, up to which event, with which digest: the tournament's first, then its sessions by name."""
        return tuple((each.id, each.number, each.digest) for each in self.streams)

    @property
    def streams(self) -> tuple[Stream, ...]:
        """The tournament's stream, then those of its sessions by name."""
        return self.tournament, *(each.session for _, each in sorted(self.scoreboards.items()))

    def wrong_clocks(self, stream: str) -> WrongClocks:
        """The corrections of clocks in force in one of its streams; none where that is not here."""
        found = self.stream(stream)
        return found.wrong_clocks if found else {}

    def stream(self, name: str) -> Stream | None:
        """One of its streams; None where that is not here."""
        return next((each for each in self.streams if each.id == name), None)

    @property
    def digest(self) -> str:
        """Over the heads: the same only where every stream is the same."""
        return HEADS.of_value([(name, number, digest.hex()) for name, number, digest in self.heads])

    def with_scores(self, scoreboard: Scoreboard) -> "TournamentScores":
        """With other scores of one session: as they would be, or are now."""
        return self.going_on(self.tournament, {**self.scoreboards, scoreboard.session.id: scoreboard})

    def going_on(self, tournament: Tournament, scoreboards: Mapping[str, Scoreboard]) -> "TournamentScores":
        """The scores of another moment; what was scored across the field is gone on from."""
        return TournamentScores(tournament, scoreboards, dict(self.known))

    def said_otherwise(self, tournament: Tournament) -> "TournamentScores":
        """With something else said of the tournament itself, over the same sessions."""
        return self.going_on(tournament, self.scoreboards)
