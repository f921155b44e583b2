"""`verify`: what is said to be by who is tied to a login of the database server was recorded from it."""

from collections.abc import Callable, Iterator, Sequence

from ledger.events import Envelope
from ledger.events.office import BundleImported
from ledger.trust.checks import Transition
from ledger.trust.discrepancy import Discrepancy


class LoginsHeld:
    """The check, as the log is read: what was said to be by whom, until it is held against what the server noted.

    What came in a bundle was recorded elsewhere: there the seal or the consent vouches for it, and not a login.
    """

    def __init__(self) -> None:
        self._said: list[tuple[Envelope, str]] = []
        self.asked = False

    def __call__(self, transition: Transition) -> Iterator[Discrepancy]:
        """Nothing yet: what somebody who is tied is said to have recorded is noted."""
        envelope, tied = transition.envelope, transition.before.officials
        self.asked = self.asked or bool(tied.logins)
        if isinstance(envelope.event, BundleImported):
            first = envelope.number - envelope.event.taken
            self._said = [each for each in self._said if each[0].number < first]
        if login := tied.login_of(envelope.by):
            self._said.append((envelope, login))
        yield from ()

    def hold(self, noted: Callable[[], Sequence[str] | None]) -> tuple[list[Discrepancy], list[str]]:
        """What came from another login, and what cannot be told, by the logins that were noted beside each event."""
        logins = noted()
        if logins is None:
            return [], ["who is tied to a login of the server cannot be checked in a file"]
        first = next((at for at, login in enumerate(logins) if login != logins[0]), len(logins))
        other = [(each, tied) for each, tied in self._said if logins[each.number - 1] != tied]
        found = [_from_another(each, tied, logins[each.number - 1]) for each, tied in other if each.number > first]
        alike = [f"#{each.number}" for each, _ in other if each.number <= first]
        restored = f"{', '.join(alike)}: from the login {logins[0]}, as all before, and not from that of who is named"
        return found, [f"{restored}: restored from a bundle by {logins[0]}, or forged"] if alike else []


def _from_another(envelope: Envelope, tied: str, login: str) -> Discrepancy:
    number = envelope.number
    text = f"#{number} ({envelope.name}) by {envelope.by} came from the login {login}, and {envelope.by} has {tied}"
    return Discrepancy("logins", number, text, f"ask who logs in as {login}; it may be forged")
