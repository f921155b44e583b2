"""The state of a tournament, as its own stream says it: stages, sessions, contestants, and who plays where as whom."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from ledger.errors import Misuse
from ledger.events.standing_publication import StandingPublished
from ledger.events.tournaments import Entrant, LotDrawn, SessionAdded, Stage, TournamentOpened
from ledger.session.bracket import Knockouts
from ledger.session.drawn import Drawn
from ledger.session.qualified import Qualified
from ledger.session.taking_back import said_then

T = TypeVar("T")


class Tournament(Struct, frozen=True):
    """Everything that was said of a tournament up to one moment; each change is another one.

    `versions`: what was said of each stage, with the numbers of the events, the last holds. `sessions` by name, with
    the numbers of the events that added them in `added`; `removed`: those taken out, by the number of the event that
    did. `entries`: what was said of `entrants`, by the number of the event. `linked_as`: which entrant a contestant of
    a session was said to be, with the numbers of the events, the last holds. `lots`: the lots that were drawn, by
    number. `qualified`: who goes on from stage to stage, who left. `drawn`: the draws of Swiss rounds.
    """

    opened: TournamentOpened
    versions: dict[str, tuple[tuple[int, Stage], ...]] = field(default_factory=dict)
    sessions: dict[str, SessionAdded] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=dict)
    removed: dict[int, SessionAdded] = field(default_factory=dict)
    entrants: dict[str, Entrant] = field(default_factory=dict)
    entries: dict[int, tuple[Entrant, ...]] = field(default_factory=dict)
    linked_as: dict[str, dict[str, tuple[tuple[int, str], ...]]] = field(default_factory=dict)
    drawn: Drawn = field(default_factory=Drawn)
    knockouts: Knockouts = field(default_factory=Knockouts)
    lots: dict[int, LotDrawn] = field(default_factory=dict)
    qualified: Qualified = field(default_factory=Qualified)
    published: dict[int, StandingPublished] = field(default_factory=dict)
    given_out: tuple[str, ...] = ()

    @property
    def stages(self) -> dict[str, Stage]:
        """The stages by name, in the order they were added, as they are now."""
        return {name: versions[-1][1] for name, versions in self.versions.items()}

    def named_stage(self, name: str) -> Stage:
        """A stage by its name; Misuse (no-such-stage) naming those there are."""
        stages = self.stages
        if name not in stages:
            known = ", ".join(stages) or "none yet"
            raise Misuse("no-such-stage", f"there is no stage {name}", f"stages here: {known}")
        return stages[name]

    def staged(self, stage: Stage, number: int, because: tuple[int, ...]) -> Tournament:
        """With a stage, or other rules for it, or those of before."""
        versions = said_then(self.versions.get(stage.name, ()), (number, stage), because)
        return replace(self, versions={**self.versions, stage.name: versions})

    def without_stage(self, name: str) -> Tournament:
        """Without a stage."""
        return replace(self, versions=_without(self.versions, name))

    def with_session(self, added: SessionAdded, number: int) -> Tournament:
        """With a session, in the order it was first added."""
        return replace(
            self, sessions={**self.sessions, added.session: added}, added={**self.added, added.session: number}
        )

    def without_session(self, session: str, number: int) -> Tournament:
        """Without a session; who plays there as whom stays said, should it come back."""
        return replace(
            self,
            sessions=_without(self.sessions, session),
            added=_without(self.added, session),
            removed={**self.removed, number: self.sessions[session]},
        )

    def entered(self, entrants: tuple[Entrant, ...], number: int) -> Tournament:
        """With contestants, or with what is said of them now."""
        known = {**self.entrants, **{each.label: each for each in entrants}}
        return replace(self, entrants=known, entries={**self.entries, number: entrants})

    def without_entry(self, number: int) -> Tournament:
        """With nothing of what one event said of contestants; what others said of them holds."""
        entries = {key: entrants for key, entrants in self.entries.items() if key != number}
        known = {each.label: each for entrants in entries.values() for each in entrants}
        return replace(self, entrants=known, entries=entries)

    @property
    def links(self) -> dict[str, dict[str, str]]:
        """Which entrant a contestant of a session is, where that was said."""
        return {
            session: {contestant: said[-1][1] for contestant, said in own.items() if said}
            for session, own in self.linked_as.items()
        }

    def linked(self, session: str, contestant: str, entrant: str, number: int = 0) -> Tournament:
        """With a contestant of a session as one of the tournament's."""
        said = self.linked_as.get(session, {}).get(contestant, ())
        return self._with_links(session, contestant, (*said, (number, entrant)))

    def unlinked(self, session: str, contestant: str, because: tuple[int, ...]) -> Tournament:
        """With a contestant of a session as it was linked before what is taken back, or by its own number."""
        said = self.linked_as.get(session, {}).get(contestant, ())
        return self._with_links(session, contestant, tuple(each for each in said if each[0] not in because))

    def _with_links(self, session: str, contestant: str, said: tuple[tuple[int, str], ...]) -> Tournament:
        own = {**self.linked_as.get(session, {}), contestant: said}
        return replace(self, linked_as={**self.linked_as, session: own})

    def entrant_of(self, session: str, contestant: str) -> str:
        """Which contestant of the tournament a contestant of a session is.

        As it was linked; else by its own number, with the letter of the section before it: `A5`, `A5NS`; or, teams, by
        its name.
        """
        if linked := self.linked_as.get(session, {}).get(contestant):
            return linked[-1][1]
        section = self.sessions[session].section if session in self.sessions else ""
        return section + contestant if contestant[:1].isdigit() else contestant

    def given(self, event: StandingPublished, number: int) -> Tournament:
        """With a standing that was given out."""
        stages = (*self.given_out, *(each.stage for each in event.stages if each.stage not in self.given_out))
        return replace(self, published={**self.published, number: event}, given_out=stages)

    def recalled(self, number: int) -> Tournament:
        """Without a publication that was taken back; what was seen stays seen."""
        return replace(self, published={key: event for key, event in self.published.items() if key != number})

    @property
    def out(self) -> dict[str, tuple[int, str]]:
        """The stages whose standing is out: the number of the event that gave it out last, and its digest."""
        return {each.stage: (number, each.numbers) for number, event in self.published.items() for each in event.stages}

    @property
    def ever(self) -> list[str]:
        """The sessions that belong to it, or did."""
        return list(dict.fromkeys([*self.sessions, *(each.session for each in self.removed.values())]))

    def with_lot(self, drawn: LotDrawn, number: int) -> Tournament:
        """With a lot that was drawn."""
        return replace(self, lots={**self.lots, number: drawn})

    def without_lot(self, number: int) -> Tournament:
        """Without a lot, as if it had not been drawn."""
        return replace(self, lots={key: lot for key, lot in self.lots.items() if key != number})

    def lot(self, stage: str, tied: Collection[str]) -> tuple[str, ...] | None:
        """The order in which the last lot drawn between all of these, at least, has them; None where none was."""
        drawn = (each.drawn for each in reversed(self.lots.values()) if each.stage == stage)
        return next((order for order in drawn if {*tied} <= {*order}), None)

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


def _without(found: dict[str, T], name: str) -> dict[str, T]:
    return {key: value for key, value in found.items() if key != name}
