"""Cases found in half a million events: how long the first index takes, and then each question, each in a process.

    python -m tests.bench.cases [EVENTS [FOLDER_OF_USEBIO_FILES]] [--postgresql]

Real evenings, where their files are there, are played again and again over ten years, each on its day with a few calls,
rulings and appeals in words that vary; without files, made ones. One session in a hundred was changed behind the
program's back. Prints CPU seconds, seconds and the peak of memory of whole processes; it judges nothing.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from msgspec import structs

from cli.main import run
from ledger.bridge import Result
from ledger.facts import Envelope, Event
from ledger.facts.appeals import AppealDecided, AppealHeard, AppealLodged
from ledger.facts.calls import DirectorCalled, FactsStated
from ledger.facts.free_text import committed
from ledger.facts.play import ContestantsEntered, ResultRecorded, SessionOpened
from ledger.facts.rulings import RulingGiven
from ledger.laws import profile_loader
from ledger.laws.adjustment import Adjustment, Artificial, Assigned, Grade, Stands, Weighted, parse_weighting
from ledger.store import record
from ledger.store.setup import migrate
from ledger.store.store import Store

LEDGER = str(Path(sys.executable).parent / "bridge-ledger")
FILES = Path("../shared/data/usebio")
CASES_A_SESSION = 8
YEARS = 10
FIRST_DAY = date(2016, 1, 4)
LAWS = ("16B", "16B1", "73D1", "21B", "40B", "75A", "27B", "64C", "70A", "25A", "12A1", "72C")
DIRECTORS = ("Ahlborn", "Berg", "Cole", "Dahl", "Ek", "Falk", "Grau", "Holm")
COMMITTEE = ("Irwin", "Jansen", "Krol", "Lund", "Moor", "Nagy", "Olsen", "Pohl")
WHAT = ("a slow pass", "a long hesitation", "no alert", "a wrong explanation", "a question out of turn", "a claim")
WHERE = ("over 4H", "before doubling", "at trick four", "in the auction", "at the end of the hand", "behind screens")
THEN = ("then bid on", "then led a heart", "and the contract made", "and the slam was missed", "and nobody objected")
WHY = ("pass is a logical alternative", "no damage was found", "the poll was split", "the explanation was correct")
QUESTIONS = {
    "all 16B hesitations where the table result was kept": ("hesitation", "--law", "16B", "--score", "stands"),
    "rulings that committees changed": ("--verdict", "changed"),
    "Ahlborn on misinformation in 2020": (
        *("--director", "Ahlborn", "--subject", "misinformation", "--from", "2020-01-01", "--to", "2020-12-31"),
    ),
    "weighted, 60 % or more": ("--score", "weighted", "--weight", "60%"),
    "words alone": ("slow", "heart"),
    "everything": ("-n", "20"),
}


def evenings(folder: Path) -> list[list[Event]]:
    """The events of real evenings, each as its file is imported; of a made one where there are no files."""
    files = sorted(folder.glob("*.xml")) if folder.is_dir() else []
    found = []
    with tempfile.TemporaryDirectory() as there:
        for number, file in enumerate(files):
            where = f"{there}/{number}.db"
            with redirect_stdout(StringIO()):
                code = run(["--db", where, "init", "-q"]) or run(
                    ["--db", where, "import", str(file), "--skip-bad", "-q"]
                )
            if code == 0:
                store = Store(f"sqlite:///{where}")
                found += [[each.event for each in store.log.read(name)] for name in store.log.sessions()]
                store.close()
    return found or [made_evening()]


def made_evening() -> list[Event]:
    """Twelve tables over 24 boards."""
    chance, pairs = random.Random(1), 24
    opened = SessionOpened(
        "Club evening", None, "matchpoints", 1, "closed", tuple(range(1, 25)), profile_loader.load_profile("default")
    )
    entered = ContestantsEntered(tuple(str(pair) for pair in range(1, pairs + 1)))
    played = (
        ResultRecorded(
            board=board,
            ns=str(table),
            ew=str(pairs // 2 + 1 + (table + board) % (pairs // 2)),
            result=Result(chance.choice(("4SN=", "4SN-1", "3NTN=", "2SN+1", "5HXE-1"))),
            table=str(table),
        )
        for board in range(1, 25)
        for table in range(1, pairs // 2 + 1)
    )
    return [opened, entered, *played]


def make(store: Store, most: int, folder: Path) -> tuple[int, int]:
    """So many events and no more, over ten years; how many sessions and events there are then."""
    kinds, chance = evenings(folder), random.Random(29)
    average = sum(map(len, kinds)) / len(kinds) + 6 * CASES_A_SESSION
    step = timedelta(days=365 * YEARS) / (most / average)
    sessions = events = 0
    while events < most:
        day = FIRST_DAY + step * sessions
        made = list(session(f"s{sessions:05}", day, chance.choice(kinds), chance))
        store.append(made)
        sessions, events = sessions + 1, events + len(made)
    return sessions, events


def session(name: str, day: date, evening: Sequence[Event], chance: random.Random) -> Iterator[Envelope]:
    """An evening on a day, with its cases after the play."""
    started = int(time.mktime(day.timetuple())) * 1_000_000
    played = [each for each in evening if isinstance(each, ResultRecorded) and each.result and each.ns and each.ew]
    lines = list({(each.board, each.ns, each.ew): each for each in played}.values())
    ruled = chance.sample(lines, min(CASES_A_SESSION, len(lines)))
    cases = (event for at, line in enumerate(ruled, start=1) for event in case(at, line, chance))
    for number, event in enumerate((*evening, *cases), start=1):
        if isinstance(event, SessionOpened):
            event = structs.replace(event, date=day.isoformat())
        at, by = started + number * 1_000_000, _DIRECTORS_OF.get(type(event), "scorer")
        by = chance.choice(DIRECTORS) if by == "director" else by
        yield Envelope(name, number, record.name_of(event), event, f"{name}-{number}", 0, at, at, by, ())


_DIRECTORS_OF = {DirectorCalled: "director", FactsStated: "director", RulingGiven: "director"}


def case(at: int, line: ResultRecorded, chance: random.Random) -> Iterator[Event]:
    """A call, its facts, the ruling; of one in four an appeal with its decision."""
    call, ruling, appeal = f"C-{at:04}", f"R-{at:04}", f"A-{at:04}"
    said = f"{chance.choice(WHAT)} {chance.choice(WHERE)}, {chance.choice(THEN)}"
    where = {"board": line.board, "ns": line.ns, "ew": line.ew, "round": line.round, "table": line.table}
    events: list[Event] = [
        DirectorCalled(case=call, alleged=said, caller="N", stage="auction", **where),
        FactsStated(case=call, facts=f"both sides agree: {said}", agreed=True),
        RulingGiven(
            case=ruling,
            adjustment=score(chance),
            offender=chance.choice(("NS", "EW")),
            laws=tuple(chance.sample(LAWS, chance.choice((1, 1, 2)))),
            reason=chance.choice(WHY),
            call=call,
            **where,
        ),
    ]
    if at % 4 == 0:
        committee = tuple(chance.sample(COMMITTEE, 3))
        verdict = chance.choice(("upheld", "upheld", "varied", "overturned"))
        given = Assigned(Result("3NTN=")) if verdict != "upheld" else None
        events += [
            AppealLodged(
                case=appeal, against=ruling, appellant="NS", grounds=f"it was not so: {said}", signed=("N", "S")
            ),
            AppealHeard(case=appeal, committee=committee, chairman=committee[0]),
            AppealDecided(
                case=appeal,
                verdict=verdict,
                adjustment=given,
                body="committee",
                point="judgement",
                reason="as was said",
            ),
        ]
    return (committed(event, lambda: chance.randbytes(16)) for event in events)


def score(chance: random.Random) -> Adjustment:
    weight = chance.choice((20, 30, 40, 50, 60, 70, 80))
    return chance.choice(
        (
            Stands(),
            Assigned(Result("4SN-1")),
            Weighted(parse_weighting(f"{weight}% 4SN=, {100 - weight}% 4SN-1")),
            Artificial(Grade("A+"), Grade("A-")),
        )
    )


def tamper(url: str, sessions: int) -> int:
    """Change an event in one session of a hundred, past the program; how many they are."""
    changed = [f"s{number:05}" for number in range(50, sessions, 100)]
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        triggers = connection.execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
        for name in triggers:
            connection.execute(sa.text(f"DROP TRIGGER {name}"))
        for name in changed:
            wanted = sa.text("UPDATE event SET digest = zeroblob(32) WHERE session = :name AND number = 7")
            connection.execute(wanted, {"name": name})
    engine.dispose()
    return len(changed)


class Asked(NamedTuple):
    """What a whole process took, and the line that counts what it found."""

    cpu: float
    seconds: float
    mebibytes: float
    counted: str


_MEASURED = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=sys.stderr).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
"""Starts a command from a small process: the peak of a child is never less than what its parent had at the fork."""


def asked(words: Sequence[str], url: str, state: str) -> Asked:
    """Ask once, in a process of its own."""
    start = time.perf_counter()
    command = [sys.executable, "-S", "-c", _MEASURED, LEDGER, "--db", url, "cases", *words]
    environment = {**os.environ, "BRIDGE_LEDGER_STATE": state}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    code, cpu, kibibytes = done.stdout.split()
    if code != "0":
        raise SystemExit(f"{command}: {done.stderr}")
    counted = next((line for line in done.stderr.splitlines() if "looked through" in line), "")
    return Asked(float(cpu), time.perf_counter() - start, int(kibibytes) / 1024, counted)


def tell(what: str, took: Asked) -> None:
    print(
        f"{what:<54} {took.cpu:6.2f} s CPU {took.seconds:7.2f} s {took.mebibytes:5.0f} MiB  {took.counted}", flush=True
    )


def measure(url: str, most: int, files: Path, state: str) -> None:
    """Make the ledger, then ask: for the first time, and every question twice more."""
    store = Store(url)
    migrate(store)
    start = time.perf_counter()
    sessions, events = make(store, most, files)
    store.close()
    changed = tamper(url, sessions) if url.startswith("sqlite") else 0
    print(
        f"{sessions} sessions, {events} events, {changed} of them changed; made in {time.perf_counter() - start:.0f} s"
    )
    tell("the index is made", asked(["-n", "1"], url, state))
    for what, words in QUESTIONS.items():
        tell(what, min(asked(words, url, state) for _ in range(3)))
    tell("like another", min(asked(["--like", "s00001/R-0001", "-n", "10"], url, state) for _ in range(3)))
    index = sum(each.stat().st_size for each in Path(state).glob("*.cases.db"))
    print(f"the index has {index / 2**20:.1f} MiB")


def main(arguments: Sequence[str]) -> None:
    """What is said above."""
    plain = [each for each in arguments if not each.startswith("--")]
    most, files = int(plain[0]) if plain else 500_000, Path(plain[1]) if plain[1:] else FILES
    with tempfile.TemporaryDirectory() as folder:
        state = str(Path(folder, "state"))
        Path(state).mkdir()
        if "--postgresql" not in arguments:
            measure(f"sqlite:///{folder}/bench.db", most, files, state)
            return
        from tests.store.servers import server

        with server(fsync="off", full_page_writes="off") as running:
            measure(running.url(), most, files, state)


if __name__ == "__main__":
    main(sys.argv[1:])
