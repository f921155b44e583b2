"""Making a ledger, and bringing one up to this version."""

from cli.desk.output import Output
from cli.screens.verification import say_findings
from cli.terminal.screen import put_aside
from cli.terminal.settings import state_folder
from ledger.recording import ledgers


def make_ledger(out: Output, writers: tuple[str, ...], readers: tuple[str, ...], names: tuple[str, ...]) -> None:
    """Make a new ledger, or leave one that is there as it is; and let roles of the server use it."""
    where = out.settings.database
    made = ledgers.make_ledger(where, writers=writers, readers=readers, names=names)
    state = (
        "is ready: `session open NAME --boards 1-24`, or `import FILE`" if made else "is there already, and up to date"
    )
    roles = [f"{role} may record" for role in writers] + [f"{role} may look" for role in readers]
    roles += [f"{role} may read names, and erase them" for role in names]
    aside = ledgers.set_aside_acknowledged(where, state_folder()) if made else None
    earlier = [f"what was acknowledged of an earlier ledger here is set aside in {aside}"] if aside else []
    _say(out, "; ".join([f"{ledgers.ledger_name(where)} {state}", *roles, *earlier]))


def require_possible(out: Output, roles: tuple[str, ...], spread: bool, here: str, servers: tuple[str, ...]) -> None:
    """Refuse what cannot be done with the database, before anything is made."""
    ledgers.require_possible(out.settings.database, roles=roles, spread=spread, here=here, servers=servers)


def spread_ledger(out: Output) -> None:
    """Spread a ledger that is there over the workers of its server."""
    done = ledgers.spread_ledger(out.settings.database)
    state = "is spread over its workers: `doctor` names them" if done else "is spread over its workers already"
    _say(out, f"{ledgers.ledger_name(out.settings.database)} {state}")


def keep_homes(out: Output, here: str, servers: tuple[str, ...]) -> None:
    """Have a ledger that is there be one of several servers'."""
    ledgers.keep_homes_of(out.settings.database, here, servers)
    _say(out, f"{ledgers.ledger_name(out.settings.database)} is {here}'s part: {', '.join(map(_keeps, servers))}")


def _keeps(said: str) -> str:
    server, _, beginning = said.partition("=")
    return f"{server} keeps {f'{beginning}…' if beginning else 'every other name'}"


def upgrade_ledger(out: Output) -> bool:
    """Bring a ledger up to this version, and put its guards back where somebody took them away; whether all of it is
    as it was made then.
    """
    where = out.settings.database
    done, otherwise, left = ledgers.upgrade_ledger(where)
    as_made = left.ok and not left.notes
    state = "was upgraded" if done else "is up to date" if as_made and not otherwise else "is of this version"
    put_back = f"; its guards are put back, after this was found: {'; '.join(otherwise)}" if otherwise else ""
    _say(out, f"{ledgers.ledger_name(where)} {state}{put_back}")
    if not as_made:
        put_aside("what follows of the database is not as it was made, and is not put back:", *left.notes)
        say_findings(left, out.settings)
    return left.ok


def _say(out: Output, text: str) -> None:
    if out.settings.json:
        out.json("setup/1", {"message": text})
    else:
        out.hint(text)
