"""Whether the log is at fault where a command broke: one that somebody wrote past the office may say anything."""

import click

from cli.desk.settings import Settings, settings
from ledger.errors import Corrupt, Problem


def blamed(context: click.Context, error: Exception) -> Exception:
    """The error as it is; or Corrupt (bad-log), where `verify` finds that no office recorded the log it broke on."""
    try:
        found = _found(settings(context))
    except Exception:  # whatever keeps the log from being checked, what broke first is told
        return error
    return found or error


def _found(asked: Settings) -> Problem | None:
    """What is wrong with the database, or the session meant; None where they are sound, or nobody said which."""
    from ledger.office import Office  # with the database: only where something broke

    with Office.open(asked.database) as office:
        for audit in office.verify(office.the_session(asked.session_id), strict=True):
            for check, findings in audit.checks.items():
                if findings:
                    what = f"session {audit.session}" if audit.session else "the ledger"
                    wrong = f"{what} is not as an office records it: {check}: {findings[0].text}"
                    return Corrupt("bad-log", wrong, "`verify --strict` says all of it")
    return None
