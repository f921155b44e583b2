"""The state of a tournament, as its own stream says it: stages, sessions, contestants, and who plays where as whom.

Also who the players of a session are: what was erased of them is gone when the log is read again, and only then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ledger.errors import Misuse, Refusal
from ledger.kernel.fact import CHIEF, DIRECTORS, SCORERS, Envelope, Event
from ledger.kernel.in_force import EventsInForce, Words, restate_fact, state_fact, turn_fact
from ledger.kernel.kind import Kind, Reversal
from ledger.laws.regulations import Regulations
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.brackets.state import Knockouts
from ledger.subjects.draws.state import Drawn
from ledger.subjects.people.facts import Player, PlayersNamed
from ledger.subjects.publications.facts import StandingPublished
from ledger.subjects.qualifying.state import Qualified
from ledger.subjects.tournaments.facts import (
    ContestantLinked,
    Entrant,
    EntrantsEntered,
    LotDrawn,
    SessionAdded,
    Stage,
    StageAdded,
    StageAmended,
    TournamentOpened,
)


@dataclass(kw_only=True)
class Tournament(Stream):
    """A tournament at one moment: the facts that hold of it, and what is asked of them."""

    opened: TournamentOpened
    facts: EventsInForce = field(default_factory=EventsInForce)

    @property
    def regulations(self) -> Regulations:
        """The regulations it was opened with."""
        return self.opened.regulations

    def supposing(self, *facts: Event) -> Tournament:
        """As if these were told next."""
        return replace(self, facts=self.facts.supposing(*facts))

    def without(self, *numbers: int) -> Tournament:
        """As if the events of these numbers had told nothing."""
        return replace(self, facts=self.facts.without(*numbers))

    def evolving_facts(self) -> EventsInForce:
        """For `evolve` alone: the facts, to be changed; all that is asked of them is asked anew."""
        facts = self.facts
        vars(self).clear()
        self.facts = facts
        return facts

    # Stages

    @cached_property
    def versions(self) -> dict[str, tuple[tuple[int, Stage], ...]]:
        """What was said of each stage since it was added, with the numbers of the events; the last holds."""
        found: dict[str, tuple[tuple[int, Stage], ...]] = {}
        for number, stage in self.facts.of(Stage):
            if isinstance(stage, StageAdded):
                found[stage.name] = ((number, stage),)
            elif stage.name in found:
                found[stage.name] = (*found[stage.name], (number, stage))
        return found

    @cached_property
    def stages(self) -> dict[str, Stage]:
        """The stages by name, in their order, as they are now."""
        # A stage that was taken out since keeps the place of those that stand by it
        order = list[str]()
        for _, added in self.facts.all_of(StageAdded):
            order = [each for each in order if each != added.name]
            order.insert(order.index(added.before) if added.before in order else len(order), added.name)
        return {name: self.versions[name][-1][1] for name in order if name in self.versions}

    def named_stage(self, name: str) -> Stage:
        """A stage by its name; Misuse (no-such-stage) naming those there are."""
        if name not in self.stages:
            known = ", ".join(self.stages) or "none yet"
            raise Misuse("no-such-stage", f"there is no stage {name}", f"stages here: {known}")
        return self.stages[name]

    # Sessions

    @cached_property
    def added(self) -> dict[str, int]:
        """The numbers of the events that added the sessions, by name."""
        return {each.session: number for number, each in self.facts.of(SessionAdded)}

    @cached_property
    def sessions(self) -> dict[str, SessionAdded]:
        """The sessions by name, in the order they were added."""
        return {each.session: each for _, each in self.facts.of(SessionAdded)}

    @property
    def ever(self) -> list[str]:
        """The sessions that belong to it, or did."""
        return list(dict.fromkeys([*self.sessions, *(each.session for _, each in self.facts.no_more(SessionAdded))]))

    def in_stage(self, stage: str) -> list[SessionAdded]:
        """The sessions of a stage, by sitting and section: whatever the order they were added in."""
        own = (each for each in self.sessions.values() if each.stage == stage)
        return sorted(own, key=lambda each: (each.sitting, each.section, each.session))

    def sittings(self, stage: str) -> list[int]:
        """The sittings of a stage, in order: a stage may begin with any number."""
        return sorted({each.sitting for each in self.in_stage(stage)})

    def last_sitting(self, stage: str) -> int:
        """The last sitting of a stage that is known; 0 where none is."""
        return max(self.sittings(stage), default=0)

    # Contestants

    @cached_property
    def entrants(self) -> dict[str, Entrant]:
        """The contestants, each as it was entered last."""
        return {each.label: each for _, entered in self.facts.of(EntrantsEntered) for each in entered.entrants}

    @cached_property
    def linked_as(self) -> Mapping[tuple[str, str], Words[ContestantLinked]]:
        """Which entrant a contestant of a session was said to be, by session and contestant."""
        return self.facts.words(ContestantLinked, lambda link: (link.session, link.contestant))

    @cached_property
    def links(self) -> dict[str, dict[str, str]]:
        """Which entrant a contestant of a session is, where that was said."""
        found: dict[str, dict[str, str]] = {}
        for (session, contestant), said in self.linked_as.items():
            own = found.setdefault(session, {})
            own.update((contestant, link.entrant) for _, link in said[-1:])
        return found

    def entrant_of(self, session: str, contestant: str) -> str:
        """Which contestant of the tournament a contestant of a session is.

        As it was linked; else by its own number, with the letter of the section before it: `A5`, `A5NS`; or, teams, by
        its name.
        """
        if linked := self.linked_as.get((session, contestant)):
            return linked[-1][1].entrant
        section = self.sessions[session].section if session in self.sessions else ""
        return section + contestant if contestant[:1].isdigit() else contestant

    # What was drawn and decided, who goes on

    @cached_property
    def drawn(self) -> Drawn:
        """The draws of Swiss rounds."""
        return Drawn.of_facts(self.facts)

    @cached_property
    def knockouts(self) -> Knockouts:
        """The brackets of its knockout stages, and what was decided without boards."""
        return Knockouts.of_facts(self.facts)

    @cached_property
    def qualified(self) -> Qualified:
        """Who goes on from stage to stage, what is carried, who left."""
        return Qualified.of_facts(self.facts)

    @cached_property
    def lots(self) -> dict[int, LotDrawn]:
        """The lots that were drawn, by the number of the event."""
        return dict(self.facts.of(LotDrawn))

    def lot(self, stage: str, tied: Collection[str]) -> tuple[str, ...] | None:
        """The order in which the last lot drawn between all of these, at least, has them; None where none was."""
        drawn = (each.drawn for each in reversed(self.lots.values()) if each.stage == stage)
        return next((order for order in drawn if {*tied} <= {*order}), None)

    # What was given out

    @cached_property
    def published(self) -> dict[int, StandingPublished]:
        """The standings that were given out and not recalled, by the number of the event."""
        return dict(self.facts.of(StandingPublished))

    @cached_property
    def stages_given_out(self) -> tuple[str, ...]:
        """The stages whose standing was ever given out: what was seen stays seen."""
        given = (each.stage for _, event in self.facts.all_of(StandingPublished) for each in event.stages)
        return tuple(dict.fromkeys(given))

    @property
    def out(self) -> dict[str, tuple[int, str]]:
        """The stages whose standing is out: the number of the event that gave it out last, and its digest."""
        return {each.stage: (number, each.numbers) for number, event in self.published.items() for each in event.stages}


def is_standing_out(tournament: Tournament, session: str) -> bool:
    """Tell whether a standing that rests on a session was ever given out: of its stage, or of one it leads to."""
    added = tournament.sessions.get(session)
    stages = [added.stage] if added else []
    ways = [*tournament.qualified.cuts, *tournament.qualified.ways()]
    for stage in stages:  # grows while it is read
        stages += [into for source, into in ways if source == stage and into not in stages]
    return any(stage in tournament.stages_given_out for stage in stages)


def session_of(stream: Stream) -> Session:
    """A stream as the session it is, or is to be; Refusal (no-such-session) where it is a tournament."""
    if isinstance(stream, Session):
        return stream
    message = f"{stream.id} is a tournament: this is said of one of its sessions"
    *others, last = [f"--session {name}" for name in tournament_of(stream).sessions][-4:] or [""]
    sessions = f"{', '.join(others)}{' or ' * bool(others)}{last}; " if last else ""
    raise Refusal("no-such-session", message, f"{sessions}over all: `tournament standings`")


def tournament_of(stream: Stream) -> Tournament:
    """A stream as the tournament it is; Refusal (no-such-tournament) where it is none."""
    if isinstance(stream, Tournament):
        return stream
    there = isinstance(stream, Session) and stream.opened
    message = f"{stream.id} is a session" if there else f"there is no tournament {stream.id}"
    raise Refusal("no-such-tournament", message, "`tournament list`; `tournament open NAME` opens one")


def how_to_draw_bracket(tournament: Tournament, stage: str) -> str:
    """Return the command that draws the bracket of a stage; without a cut into the stage it names the seeds."""
    seeds = " --seeds …" if tournament.qualified.qualifiers(stage) is None else ""
    return f"`tournament draw-bracket {stage}{seeds}`"


def players_of(stream: Stream) -> Mapping[tuple[str, int], Player]:
    """Who the players of a session or a tournament are, by contestant and seat, as its own log names them."""
    if not isinstance(stream, Tournament):
        return session_of(stream).players
    return {(each.contestant, each.seat): each for _, said in stream.facts.of(PlayersNamed) for each in said.players}


def players_told(session: Session) -> dict[tuple[str, int], Player]:
    """Who is told to play: as named in the session, and else as other sessions of its tournament name them."""
    return {**session.named_elsewhere, **session.players}


def _open(tournament: Tournament, envelope: Envelope, event: TournamentOpened) -> None:
    tournament.opened_at = envelope.occurred_at


KINDS = (
    Kind(TournamentOpened, "tournament-opened", SCORERS, _open, "hall"),
    Kind(StageAdded, "stage-added", DIRECTORS, state_fact, "hall", undone_by=Reversal(turn_fact)),
    Kind(StageAmended, "stage-amended", CHIEF, restate_fact, "hall", undone_by=StageAmended, settles=True),
    Kind(
        SessionAdded,
        "session-added",
        SCORERS,
        state_fact,
        "hall",
        undone_by=Reversal(turn_fact, offices=DIRECTORS),
        settles=True,
    ),
    Kind(EntrantsEntered, "entrants-entered", SCORERS, state_fact, "hall", undone_by=Reversal(turn_fact), settles=True),
    Kind(
        ContestantLinked, "contestant-linked", SCORERS, state_fact, "hall", undone_by=Reversal(turn_fact), settles=True
    ),
    Kind(LotDrawn, "lot-drawn", DIRECTORS, state_fact, "hall", undone_by=Reversal(turn_fact), settles=True),
)
