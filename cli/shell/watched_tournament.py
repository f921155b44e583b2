"""watch of a tournament: all its sessions on one screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.shell.tournament_overview import Stages, TournamentOverview, tournament_overview_json
from cli.shell.watching import EVENTS_KEPT, Watched
from ledger.events.people import TextErased
from ledger.overall.history import merged

if TYPE_CHECKING:
    from cli.desk.desk import Desk
    from ledger.events import Envelope
    from ledger.office import Office
    from ledger.store.subscription import Subscription


class WatchedTournament(Watched):
    """A tournament that is watched, with every session of it."""

    def __init__(self, office: Office, name: str) -> None:
        super().__init__()
        self._name = name
        self._heads = {name: at for name, at in office.follow().after.items() if isinstance(at, int)}
        self._events: deque[Envelope] = self._read(office, self._heads)
        self._stages: Stages | None = None
        self._new: Subscription | None = None
        self._looks_through: Office | None = None
        self.seen: TournamentOverview = self._looked(office)

    def look(self, office: Office) -> None:
        """See it as it now is. Problem where the database does not answer."""
        if self._new is None or office is not self._looks_through:
            self._new = office.follow(None, dict(self._heads))
            self._looks_through = office
        new = list(self._new.new())
        heads = self._heads | {each.session: each.number for each in new}
        if any(isinstance(each.event, TextErased) for each in new):
            self._events = self._read(office, heads)  # what is remembered may still say what was erased
        else:
            own = {self._name, *office.tournaments.stream(self._name).ever}
            self._events.extend(each for each in new if each.session in own)
        self._heads = heads
        self.seen = self._looked(office)
        self.trouble = ""

    def say_as_json(self, desk: Desk) -> None:
        """The tournament as one object."""
        desk.json_at("tournament-watch/1", self.seen.scores.tournament, tournament_overview_json(self.seen))

    def _read(self, office: Office, heads: Mapping[str, int]) -> deque[Envelope]:
        """The last events of all its streams, as far as was seen: what came since comes with the next look."""
        logs = office.tournaments.logs(self._name)
        seen = {name: log[: heads.get(name, 0)] for name, log in logs.items()}
        return deque(merged(seen), maxlen=EVENTS_KEPT)

    def _looked(self, office: Office) -> TournamentOverview:
        scores = office.tournaments.scores(self._name)
        if self._stages is None or self._stages.scores is not scores:
            self._stages = Stages(scores)
        return TournamentOverview(self._stages, office.clock(), tuple(self._events))
