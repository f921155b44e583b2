"""Which session is meant in this folder, remembered, forgotten and said."""

from cli.desk import remembered
from cli.desk.desk import Desk
from cli.desk.settings import state_folder


def remember_session(desk: Desk, session: str) -> None:
    """Remember a session of this ledger; Misuse (no-such-session) where there is none of that name."""
    named = desk.office.the_session(session)
    remembered.remember(state_folder(), desk.settings.database, named)
    first = desk.settings.session_named
    passed = first and first != named
    before = f", but {first}, by --session or BRIDGE_LEDGER_SESSION, goes before it" if passed else ""
    _tell(desk, f"{named} is meant in this folder from now on{before}; `use --forget` forgets it")


def forget_session(desk: Desk) -> None:
    """Remember none."""
    remembered.forget(state_folder(), desk.settings.database)
    _tell(desk, "no session is remembered for this folder")


def say_session(desk: Desk) -> None:
    """Which session is meant, and why it is."""
    session = desk.session_id
    if desk.settings.session_named:
        _tell(desk, f"{session}, by --session or BRIDGE_LEDGER_SESSION")
    elif desk.settings.session_id:
        _tell(desk, f"{session}, remembered for this folder; `use --forget` forgets it")
    else:
        _tell(desk, f"{session}, the only session of this ledger; none is remembered")


def _tell(desk: Desk, text: str) -> None:
    if desk.settings.json:
        desk.json("use/1", {"session": desk.settings.session_id, "message": text})
    else:
        desk.hint(text)
