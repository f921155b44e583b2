"""The state of a tournament: stages, sessions, entrants and links.

Also the players of a session; erased names disappear when the log is read again, not before.
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
    """The state of a tournament at one moment: its facts in force, and what is computed from them."""

    opened: TournamentOpened
    facts: EventsInForce = field(default_factory=EventsInForce)

    @property
    def regulations(self) -> Regulations:
        """The regulations with which the tournament was opened."""
        return self.opened.regulations

    def supposing(self, *facts: Event) -> Tournament:
        """Return the tournament as if the given events had been recorded."""
        return replace(self, facts=self.facts.supposing(*facts))

    def without(self, *numbers: int) -> Tournament:
        """Return the tournament as if the events with the given numbers were not recorded."""
        return replace(self, facts=self.facts.without(*numbers))

    def evolving_facts(self) -> EventsInForce:
        """Return the facts so that `evolve` can change them in place; drop everything computed from them."""
        facts = self.facts
        vars(self).clear()
        self.facts = facts
        return facts

    # Stages

    @cached_property
    def versions(self) -> dict[str, tuple[tuple[int, Stage], ...]]:
        """The versions of each stage, as (event number, stage) from its addition on; the last is in force."""
        versions: dict[str, tuple[tuple[int, Stage], ...]] = {}
        for number, stage in self.facts.of(Stage):
            if isinstance(stage, StageAdded):
                versions[stage.name] = ((number, stage),)
            elif stage.name in versions:
                versions[stage.name] = (*versions[stage.name], (number, stage))
        return versions

    @cached_property
    def stages(self) -> dict[str, Stage]:
        """The stages as last amended, by name, in the order in which they are played."""
        # A removed stage still fixes the place of stages added before it
        order = list[str]()
        for _, added in self.facts.all_of(StageAdded):
            order = [each for each in order if each != added.name]
            order.insert(order.index(added.before) if added.before in order else len(order), added.name)
        return {name: self.versions[name][-1][1] for name in order if name in self.versions}

    def named_stage(self, name: str) -> Stage:
        """Return the stage with a name; Misuse (no-such-stage) if there is none."""
        if name not in self.stages:
            known = ", ".join(self.stages) or "none yet"
            raise Misuse("no-such-stage", f"there is no stage {name}", f"stages here: {known}")
        return self.stages[name]

    # Sessions

    @cached_property
    def added(self) -> dict[str, int]:
        """The number of the event that added each session, by the session's name."""
        return {each.session: number for number, each in self.facts.of(SessionAdded)}

    @cached_property
    def sessions(self) -> dict[str, SessionAdded]:
        """The sessions of the tournament by name, in the order in which they were added."""
        return {each.session: each for _, each in self.facts.of(SessionAdded)}

    @property
    def ever(self) -> list[str]:
        """The names of all sessions that belong, or once belonged, to the tournament."""
        return list(
            dict.fromkeys([*self.sessions, *(each.session for _, each in self.facts.taken_back_of(SessionAdded))])
        )

    def in_stage(self, stage: str) -> list[SessionAdded]:
        """Return the sessions of a stage, in the order of sittings and sections."""
        sessions = (each for each in self.sessions.values() if each.stage == stage)
        return sorted(sessions, key=lambda each: (each.sitting, each.section, each.session))

    def sittings(self, stage: str) -> list[int]:
        """Return the numbers of a stage's sittings (sessions played at one time); the first need not be 1."""
        return sorted({each.sitting for each in self.in_stage(stage)})

    def last_sitting(self, stage: str) -> int:
        """Return the number of a stage's last sitting; 0 if the stage has no session."""
        return max(self.sittings(stage), default=0)

    # Contestants

    @cached_property
    def entrants(self) -> dict[str, Entrant]:
        """The entrants by label, each as last entered."""
        return {each.label: each for _, entered in self.facts.of(EntrantsEntered) for each in entered.entrants}

    @cached_property
    def links_of_contestants(self) -> Mapping[tuple[str, str], Words[ContestantLinked]]:
        """The links of each (session, contestant) to entrants, as (event number, link), oldest first."""
        return self.facts.words(ContestantLinked, lambda link: (link.session, link.contestant))

    @cached_property
    def links(self) -> dict[str, dict[str, str]]:
        """The entrants to which contestants are linked: session → contestant → entrant."""
        by_session: dict[str, dict[str, str]] = {}
        for (session, contestant), links in self.links_of_contestants.items():
            by_session.setdefault(session, {}).update((contestant, link.entrant) for _, link in links[-1:])
        return by_session

    def entrant_of(self, session: str, contestant: str) -> str:
        """Return the label of the entrant that plays as a contestant of a session.

        It is the linked entrant; without a link the contestant's own number after the section's letter: `A5`, `A5NS`;
        or, for teams, the name.
        """
        if linked := self.links_of_contestants.get((session, contestant)):
            return linked[-1][1].entrant
        section = self.sessions[session].section if session in self.sessions else ""
        return section + contestant if contestant[:1].isdigit() else contestant

    # Draws, brackets, cuts, lots

    @cached_property
    def drawn(self) -> Drawn:
        """The draws of the tournament's Swiss rounds."""
        return Drawn.of_facts(self.facts)

    @cached_property
    def knockouts(self) -> Knockouts:
        """The brackets of knockout stages, and the matches decided without boards."""
        return Knockouts.of_facts(self.facts)

    @cached_property
    def qualified(self) -> Qualified:
        """The cuts between stages, the carry-forwards, and the withdrawals from the tournament."""
        return Qualified.of_facts(self.facts)

    @cached_property
    def lots(self) -> dict[int, LotDrawn]:
        """The lots drawn between tied contestants, by the number of the event."""
        return dict(self.facts.of(LotDrawn))

    def lot(self, stage: str, tied: Collection[str]) -> tuple[str, ...] | None:
        """Return the last lot drawn in a stage between all the `tied`, as the order it gave; None without one."""
        drawn = (each.drawn for each in reversed(self.lots.values()) if each.stage == stage)
        return next((order for order in drawn if {*tied} <= {*order}), None)

    # Publications

    @cached_property
    def published(self) -> dict[int, StandingPublished]:
        """The published standings that were not recalled, by the number of the event."""
        return dict(self.facts.of(StandingPublished))

    @cached_property
    def published_stages(self) -> tuple[str, ...]:
        """The stages whose standing was ever published, even if recalled since."""
        given = (each.stage for _, event in self.facts.all_of(StandingPublished) for each in event.stages)
        return tuple(dict.fromkeys(given))

    @property
    def out(self) -> dict[str, tuple[int, str]]:
        """The publication in force of each stage: (event number, digest of places, totals and matches)."""
        return {each.stage: (number, each.numbers) for number, event in self.published.items() for each in event.stages}


def was_standing_published(tournament: Tournament, session: str) -> bool:
    """Return whether a standing was ever published that a session counts for: of its stage or of a later one."""
    added = tournament.sessions.get(session)
    stages = [added.stage] if added else []
    ways = [*tournament.qualified.cuts, *tournament.qualified.ways()]
    for stage in stages:  # the list grows in the loop
        stages += [into for source, into in ways if source == stage and into not in stages]
    return any(stage in tournament.published_stages for stage in stages)


def session_of(stream: Stream) -> Session:
    """Return the stream if it is a session, opened or not; Refusal (no-such-session) if it is a tournament."""
    if isinstance(stream, Session):
        return stream
    message = f"{stream.id} is a tournament: this command is for one of its sessions"
    *names, last = [f"--session {name}" for name in tournament_of(stream).sessions][-4:] or [""]
    sessions = f"{', '.join(names)}{' or ' * bool(names)}{last}; " if last else ""
    raise Refusal("no-such-session", message, f"{sessions}over all: `tournament standings`")


def tournament_of(stream: Stream) -> Tournament:
    """Return the stream if it is a tournament; Refusal (no-such-tournament) if it is a session, or not opened."""
    if isinstance(stream, Tournament):
        return stream
    is_session = isinstance(stream, Session) and stream.opened
    message = f"{stream.id} is a session" if is_session else f"there is no tournament {stream.id}"
    raise Refusal("no-such-tournament", message, "`tournament list`; `tournament open NAME` opens one")


def how_to_draw_bracket(tournament: Tournament, stage: str) -> str:
    """Return the command to type that draws the bracket of a stage; with `--seeds` if no cut leads into it."""
    seeds = " --seeds CONTESTANTS" if tournament.qualified.qualifiers(stage) is None else ""
    return f"`tournament draw-bracket {stage}{seeds}`"


def players_of(stream: Stream) -> Mapping[tuple[str, int], Player]:
    """Return the players named in the log of a session or tournament, by (contestant, seat)."""
    if not isinstance(stream, Tournament):
        return session_of(stream).players
    return {(each.contestant, each.seat): each for _, event in stream.facts.of(PlayersNamed) for each in event.players}


def players_to_show(session: Session) -> dict[tuple[str, int], Player]:
    """Return the players of a session, as it names them, else as other sessions of its tournament do."""
    return {**session.named_elsewhere, **session.players}


def _open(tournament: Tournament, envelope: Envelope, event: TournamentOpened) -> None:
    tournament.opened_at = envelope.occurred_at


KINDS = (
    Kind(TournamentOpened, SCORERS, _open, "hall"),
    Kind(StageAdded, DIRECTORS, state_fact, "hall", Reversal(turn_fact)),
    Kind(StageAmended, CHIEF, restate_fact, "hall", StageAmended, settles=True),
    Kind(SessionAdded, SCORERS, state_fact, "hall", Reversal(turn_fact, offices=DIRECTORS), settles=True),
    Kind(EntrantsEntered, SCORERS, state_fact, "hall", Reversal(turn_fact), settles=True),
    Kind(ContestantLinked, SCORERS, state_fact, "hall", Reversal(turn_fact), settles=True),
    Kind(LotDrawn, DIRECTORS, state_fact, "hall", Reversal(turn_fact), settles=True),
)
