"""The options every command takes, before or after its name, and their environment."""

import getpass
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click

from ledger.errors import Misuse
from ledger.store.database import database_url

DEFAULT_DB = "bridge-ledger.db"
LONGEST_TEXT = 2_000


@dataclass(slots=True)
class Settings:
    """What the user asked of the desk as a whole."""

    db: str | None = None
    session: str | None = None
    by: str | None = None
    as_of: str | None = None
    at: str | None = None
    json: bool = False
    plain: bool = False
    color: str = "auto"
    no_pager: bool = False
    no_input: bool = False
    dry_run: bool = False
    yes: bool = False
    command_id: str = ""
    quiet: bool = False
    verbose: bool = False

    @property
    def url(self) -> str:
        """The database, as a URL: --db, BRIDGE_LEDGER_DB, or bridge-ledger.db in this folder."""
        named = self.db or os.environ.get("BRIDGE_LEDGER_DB") or DEFAULT_DB
        return database_url(named)

    @property
    def session_id(self) -> str | None:
        """The session named, if any: --session or BRIDGE_LEDGER_SESSION."""
        return self.session or os.environ.get("BRIDGE_LEDGER_SESSION") or None

    @property
    def official(self) -> str:
        """Who is recording: --by, BRIDGE_LEDGER_BY, or the name of this login."""
        return self.by or os.environ.get("BRIDGE_LEDGER_BY") or getpass.getuser()


def settings(context: click.Context) -> Settings:
    """The settings of this run."""
    found = context.find_root().obj
    assert isinstance(found, Settings)
    return found


def _keep(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Note the option where it was given, before or after the command."""
    if isinstance(value, str):
        check_text(f"--{parameter.name}".replace("_", "-"), value, allow_empty=False)
    root = context.find_root()
    if root.obj is None:
        root.obj = Settings()
    if value is not None and value is not False and parameter.name:
        setattr(root.obj, parameter.name, value)
    return value


def check_text(name: str, value: str, *, allow_empty: bool = True) -> None:
    """Misuse where a text could not stand in a log or on a screen: control characters, or a whole book."""
    if not value.strip() and not allow_empty:
        raise Misuse("usage", f"{name} is empty", "leave it out, or give it a value")
    if len(value) > LONGEST_TEXT:
        raise Misuse(
            "usage",
            f"{name} is longer than {LONGEST_TEXT} characters",
            "say it shorter; the log is no archive of documents",
        )
    if any(not character.isprintable() for character in value):
        raise Misuse(
            "usage", f"{name} has a line break or another character that cannot be printed", "write it in one line"
        )


def _option(*names: str, **details: Any) -> click.Option:
    return click.Option(list(names), expose_value=False, callback=_keep, **details)


def _common() -> list[click.Option]:
    return [
        _option("--db", metavar="FILE|URL", help="The database [env: BRIDGE_LEDGER_DB; default: bridge-ledger.db]."),
        _option("--session", metavar="ID", help="The session [env: BRIDGE_LEDGER_SESSION; default: the only one]."),
        _option("--json", is_flag=True, help="One JSON object on stdout."),
        _option("--plain", is_flag=True, help="Tab-separated, for other programs."),
        _option(
            "--color", type=click.Choice(["auto", "always", "never"]), help="Colour [default: auto; NO_COLOR is kept]."
        ),
        _option("--no-pager", is_flag=True, help="Accepted; output is never paged."),
        _option("--no-input", is_flag=True, help="Never ask; fail instead."),
        _option("-q", "--quiet", is_flag=True, help="Say only what was recorded."),
        _option("-v", "--verbose", is_flag=True, help="Say more."),
        _option("--as-of", metavar="WHEN", help="Look at an earlier moment: 207, R-0001-, end-of-play, 22:41."),
    ]


def _writing() -> list[click.Option]:
    return [
        _option("--by", metavar="NAME", help="Who is recording [env: BRIDGE_LEDGER_BY]."),
        _option("--at", metavar="TIME", help="When it happened: 22:41, 2026-03-05T22:41 [default: now]."),
        _option("-n", "--dry-run", is_flag=True, help="Show what would be recorded, record nothing."),
        _option("--yes", is_flag=True, help="Do not ask."),
        _option("--command-id", metavar="ID", help="Idempotency key: the same id records only once."),
    ]


def root_options() -> Sequence[click.Option]:
    """Options accepted before any command."""
    return [*_common(), *_writing()]


class Looking(click.Command):
    """A command that only looks."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(_common())


class Standing(click.Command):
    """A command that looks at the whole ledger, never at an earlier moment of it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(option for option in _common() if option.name != "as_of")

    def invoke(self, ctx: click.Context) -> Any:
        """Refuse a moment given before the command."""
        if settings(ctx).as_of:
            raise Misuse("usage", f"{ctx.info_name} has no --as-of", "leave it out")
        return super().invoke(ctx)


class Writing(click.Command):
    """A command that records."""

    def invoke(self, ctx: click.Context) -> Any:
        """Check every text before anything is done with it."""
        for name, value in ctx.params.items():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    check_text(name.strip("_").replace("_", "-"), text)
        return super().invoke(ctx)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend([*_common(), *_writing()])
