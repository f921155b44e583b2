"""What is typed at a ledger whose rows somebody edited."""

from tests.store.rich_ledger import CALM

OF_ALL = (
    "verify --strict",
    "verify --key k.pub",
    "session list",
    "tournament list",
    "person list",
    "doctor",
    "log --all -n 400",
    "backup b.db; --db new.db restore b.db; --db new.db restore b.db.unsound; --db new.db verify",
    "report site whole --session spring",
    "upgrade",
    "init -q",
)
OF_A_SESSION = tuple(
    line
    for row in """
log -n 400 | log -v --reverse -n 20 | log --json | log --patch -n 5 | session show | board 1 | board 2 --json
standings | standings --plain | scorecard 1 | explain 1/1 | check | ruling list | appeal list | penalty list
official list | text list | person list | report register | report docket | report site site
report audit -o a.html | report replay -o r.html | show R-0001 | show A-0001 | show 3 | stakes A-0001 | diff start @
replay | changes | import queue | verify --strict | seal --list | seal --key k | seal --key k --since 0
receipt R-0001 --key k.pub | receipt R-0001 | publish --yes | publish --yes --key k
export e.zip; --db new.db init -q; --db new.db import e.zip; --db new.db verify | export e.json | export e.csv
export e.xml | import sent.json | undo R-0001 -n --yes | undo R-0001 --yes | result add 1/9 4SN= --ns 1 --ew 2
ruling add 2/1 --stands --facts slow | text erase 15 --yes | person erase Jane&Roe --yes | log --as-of end-of-play
tournament show | tournament standings | tournament log | tournament publish --yes | tournament explain 1
tournament diff start @
""".strip().splitlines()
    for line in row.split(" | ")
)
UNTOUCHED = (
    f"standings --session {CALM}",
    f"log --session {CALM}",
    f"explain 1/1 --session {CALM}",
    f"text list --session {CALM}",
    f"result add 1/2 4SN-1 --ns 3 --ew 4 --session {CALM}",
    f"publish --yes --session {CALM}",
    f"seal --key k --session {CALM}",
    f"receipt R-0001 --key k.pub --session {CALM}",
    f"export calm.zip --session {CALM}",
    f"report site calm --session {CALM}",
    "session list",
)
"""What can be done all the same, where no row of that session was edited."""
