"""`verify`: what is said to be by who is tied to a login of the database server was recorded from it."""

from collections.abc import Callable, Iterator, Sequence

from ledger.events import Envelope
from ledger.events.office import BundleImported
from ledger.store.log import Origin
from ledger.trust.checks import Transition
from ledger.trust.discrepancy import Discrepancy
from ledger.trust.imports import RecordedImport


class LoginsHeld:
    """The check, as the log is read: what was said to be by whom, until it is held against what the server noted.

    What came in a bundle was recorded elsewhere: there the seal or the consent vouches for it, and not a login.
    `asked`: whether anybody was tied; `imports`: what was taken over.
    """

    def __init__(self) -> None:
        self._said: list[tuple[Envelope, str]] = []
        self.imports: list[RecordedImport] = []
        self.asked = False

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """Nothing yet: what somebody who is tied is said to have recorded is noted, and what was taken over."""
        envelope, tied = transition.envelope, transition.before.officials
        self.asked = self.asked or bool(tied.logins)
        if isinstance(envelope.event, BundleImported):
            self.imports.append(RecordedImport(envelope.number, envelope.event))
        if login := tied.login_of(envelope.by):
            self._said.append((envelope, login))
        yield from ()

    def hold(
        self, noted: Callable[[], Sequence[Origin] | None], vouched: Sequence[RecordedImport]
    ) -> tuple[list[Discrepancy], list[str]]:
        """What came from another login, and what cannot be told, by what the server noted beside each event.

        `vouched`: the imports that somebody vouches for.
        """
        origins = noted()
        if origins is None:
            return [], ["who is tied to a login of the server cannot be checked in a file"]
        other = [(each, tied) for each, tied in self._said if origins[each.number - 1].login != tied]
        astray = {each.number for each, _ in other}
        brought = _brought(origins, [each for each in vouched if each.number not in astray])
        forged = [(each, tied) for each, tied in other if each.number not in brought]
        found = [_from_another(each, tied, origins[each.number - 1].login) for each, tied in forged]
        open_ = [f"#{each.number}" for each, _ in other if each.number in brought]
        told = (
            f"{', '.join(open_)}: recorded elsewhere and brought in with a bundle; from which login is not known here"
        )
        return found, [told] if open_ else []


def _brought(origins: Sequence[Origin], vouched: Sequence[RecordedImport]) -> set[int]:
    """The numbers of the events that came in a bundle: all in one transaction of the server, as no desk records.

    With the first event of the session, where it was not here; or with the event that says they were taken over.
    """
    with_first = {number for number, each in enumerate(origins, start=1) if each.entered_at == origins[0].entered_at}
    taken = {
        number
        for each in vouched
        for number in range(max(1, each.first), each.number)
        if origins[number - 1] == origins[each.number - 1]
    }
    return with_first | taken


def _from_another(envelope: Envelope, tied: str, login: str) -> Discrepancy:
    number = envelope.number
    text = f"#{number} ({envelope.name}) by {envelope.by} came from the login {login}, and {envelope.by} has {tied}"
    return Discrepancy("logins", number, text, f"ask who logs in as {login}; it may be forged")
