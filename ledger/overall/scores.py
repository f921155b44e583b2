"""A tournament and the scores of its sessions, at one moment."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from ledger.digests import HEADS
from ledger.facts.clocks import WrongClocks
from ledger.facts.tournaments import Stage
from ledger.overall.field_of_play import FieldOfPlay, Scored, Scoring, across, apart
from ledger.overall.windows import over_sessions, reaching
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Stream, Tournament


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
        return next((each.wrong_clocks for each in self.streams if each.id == stream), {})

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
