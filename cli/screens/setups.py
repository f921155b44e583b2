"""Making a ledger, and bringing one up to this version."""

from cli.desk.output import Output
from ledger.errors import Unavailable
from ledger.store import setup
from ledger.store.database import database_url, shown, sqlite_path


def make_ledger(out: Output, writers: tuple[str, ...], readers: tuple[str, ...]) -> None:
    """Make a new ledger, or leave one that is there as it is; and let roles of the server use it."""
    url = database_url(out.settings.database)
    made = setup.create(url)
    if writers or readers:
        setup.grant(url, writers=writers, readers=readers)
    state = "is ready: `session open`, or `import FILE`" if made else "is there already, and up to date"
    roles = [f"{role} may record" for role in writers] + [f"{role} may look" for role in readers]
    _say(out, "; ".join([f"{shown(url)} {state}", *roles]))


def upgrade_ledger(out: Output) -> None:
    """Bring a ledger up to this version; Unavailable (no-database) where there is none."""
    url = database_url(out.settings.database)
    path = sqlite_path(url)
    if path and not path.exists():
        raise Unavailable("no-database", f"{path} is not here", "`bridge-ledger init`, or --db FILE")
    _say(out, f"{shown(url)} was upgraded" if setup.upgrade(url) else f"{shown(url)} is up to date")


def _say(out: Output, text: str) -> None:
    if out.settings.json:
        out.json("setup/1", {"message": text})
    else:
        out.say(text)
