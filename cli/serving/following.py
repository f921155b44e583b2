"""Looking at the ledger again and again, and putting in the pages on which something moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cli.serving.shown import Hung
from cli.serving.versions import ServedPages
from ledger.facts import Envelope
from ledger.facts.tournaments import changes_who_is_named
from ledger.office import Office
from ledger.session import Tournament
from ledger.trust.seal import Seal

if TYPE_CHECKING:
    from ledger.store.subscription import Subscription


class HallFollower:
    """Follows what hangs in the hall; `moved` is called after pages were put in, `say` with what is withheld.

    After an outage it begins anew, and so it does where somebody was named or a text erased, in whichever stream: what
    was erased is kept nowhere here either.
    """

    def __init__(
        self,
        hang: Callable[[], Hung],
        name: str,
        pages: ServedPages,
        moved: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        self._hang, self._name, self._pages, self._moved, self._say = hang, name, pages, moved, say
        self._hung: Hung | None = None
        self._logs: dict[str, list[Envelope]] = {}
        self._new: Subscription | None = None
        self._through: Office | None = None
        self._seals: Sequence[Seal] = ()
        self._told: list[str] = []

    @property
    def heads(self) -> dict[str, int]:
        """How far each stream has been read."""
        return {name: len(log) for name, log in self._logs.items()}

    def look(self, office: Office) -> None:
        """Put in what moved since the last look. Problem where the database does not answer."""
        if self._hung is None or self._new is None or office is not self._through:
            self._begin(office)
            return
        further, seals = list(self._new.new()), office.seals.of(self._name)
        own = [each for each in further if each.session in self._logs]
        if changes_who_is_named(further):
            self._begin(office)
        elif own or seals != self._seals:
            self._seals = seals
            for envelope in own:
                self._logs[envelope.session].append(envelope)
            self._put(self._hung, office)
            if self._hung.streams() - self._logs.keys():  # of a session that has joined, what was recorded before
                self._begin(office)

    def _begin(self, office: Office) -> None:
        """Read everything; what is recorded meanwhile is new at the next look."""
        self._hung, self._new, self._through = None, office.follow(), office
        self._seals = office.seals.of(self._name)
        heads = {name: seen if isinstance(seen, int) else seen.number for name, seen in self._new.after.items()}
        stream = office.stream(self._name, heads.get(self._name, 0))
        streams = [self._name, *(stream.ever if isinstance(stream, Tournament) else ())]
        self._logs = {name: list(office.log(name, heads[name])) if name in heads else [] for name in streams}
        self._hung = self._hang()
        self._put(self._hung, office, anew=True)

    def _put(self, hung: Hung, office: Office, *, anew: bool = False) -> None:
        self._pages.put(hung.pages(self._logs, office), anew=anew)
        self._moved()
        for line in (each for each in hung.withheld if each not in self._told):
            self._say(line)
        self._told = list(hung.withheld)
