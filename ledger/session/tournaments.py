"""The state of a tournament, as its own stream says it: stages, sessions, contestants, and who plays where as whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ledger.errors import Misuse, Refusal
from ledger.facts import Envelope, Event, brackets, draws, qualifying, tournaments
from ledger.facts.publications import StandingPublished
from ledger.facts.tournaments import (
    ContestantLinked,
    Entrant,
    EntrantsEntered,
    LotDrawn,
    SessionAdded,
    Stage,
    StageAdded,
    TournamentOpened,
)
from ledger.laws.regulations import Regulations
from ledger.session.brackets import Knockouts
from ledger.session.cases import Publication
from ledger.session.draws import Drawn
from ledger.session.in_force import EventsInForce, Words
from ledger.session.qualifying import Qualified
from ledger.session.state import Session
from ledger.session.stream import Evolving, Stream


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

    def tell(self, envelope: Envelope) -> None:
        """For `evolve` alone: one event more, a fact or one that takes others back; all that is asked is asked anew."""
        facts = self.facts
        facts.tell(envelope)
        vars(self).clear()
        self.facts = facts

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
        return {name: self.versions[name][-1][1] for name in _stage_order(self.facts) if name in self.versions}

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


def session_of(stream: Stream) -> Session:
    """A stream as the session it is, or is to be; Refusal (no-such-session) where it is a tournament."""
    if isinstance(stream, Session):
        return stream
    message = f"{stream.id} is a tournament: this is said of one of its sessions"
    hint = f"{_its_sessions(tournament_of(stream))}over all: `tournament standings`"
    raise Refusal("no-such-session", message, hint)


def _its_sessions(tournament: Tournament) -> str:
    """How one of the sessions of a tournament is named; of many the last."""
    *others, last = [f"--session {name}" for name in tournament.sessions][-4:] or [""]
    return f"{', '.join(others)}{' or ' * bool(others)}{last}; " if last else ""


def tournament_of(stream: Stream) -> Tournament:
    """A stream as the tournament it is; Refusal (no-such-tournament) where it is none."""
    if isinstance(stream, Tournament):
        return stream
    there = isinstance(stream, Session) and stream.opened
    message = f"{stream.id} is a session" if there else f"there is no tournament {stream.id}"
    raise Refusal("no-such-tournament", message, "`tournament list`; `tournament open NAME` opens one")


def _open(tournament: Tournament, envelope: Envelope, event: TournamentOpened) -> None:
    tournament.opened_at = envelope.occurred_at


def _tell(tournament: Tournament, envelope: Envelope, event: Event) -> None:
    tournament.tell(envelope)


def _publish(tournament: Tournament, envelope: Envelope, event: StandingPublished) -> None:
    numbers = " ".join(each.numbers for each in event.stages)
    publication = Publication(envelope.number, envelope.occurred_at, envelope.recorded_at, numbers)
    tournament.publications, tournament.given_out = (*tournament.publications, publication), True
    tournament.tell(envelope)


_ABOUT_TOURNAMENTS = (*tournaments.KINDS, *brackets.KINDS, *qualifying.KINDS, *draws.KINDS)

EVOLVE: Evolving = {
    **dict.fromkeys((kind.event for kind in _ABOUT_TOURNAMENTS), _tell),
    TournamentOpened: _open,
    StandingPublished: _publish,
}


def _stage_order(facts: EventsInForce) -> list[str]:
    """Every stage that was ever added: after the others, or before the one it was said to be before.

    One that was taken out since keeps the place of those that stand by it.
    """
    order = list[str]()
    for _, added in facts.all_of(StageAdded):
        order = [each for each in order if each != added.name]
        order.insert(order.index(added.before) if added.before in order else len(order), added.name)
    return order
