"""Who is named in one session of a tournament is named on the pages of the others, and gone from all when erased."""

from cli.main import run


def desk(folder, line, *names):
    assert run(["--db", str(folder / "bridge-ledger.db"), *line.split(), *names, "-q"]) == 0


def congress(folder):
    """Saturday, where 1NS is named, and a final in which they are 2NS."""
    desk(folder, "init")
    for name in ("saturday", "final"):
        desk(folder, f"session open {name} --boards 1 --contestants 1-2NS,1-2EW")
        desk(folder, f"result add 1/1 4SN= --ns 1 --ew 1 --session {name}")
        desk(folder, f"result add 1/2 4SN-1 --ns 2 --ew 2 --session {name}")
    desk(folder, "person add 1NS --session saturday", "Ann Lee", "Bo Ek")
    desk(folder, "tournament open spring")
    desk(folder, "tournament stage add qualifying")
    desk(folder, "tournament stage add last")
    desk(folder, "tournament add saturday --stage qualifying")
    desk(folder, "tournament add final --stage last 2NS=1NS 1NS=2NS")


def pages(folder):
    desk(folder, f"report site {folder / 'site'} --session spring --sessions")
    desk(folder, f"report replay -o {folder / 'replay.html'} --session final")
    found = {str(page.relative_to(folder / "site")): page.read_text() for page in (folder / "site").rglob("*.html")}
    return found | {"replay.html": (folder / "replay.html").read_text()}


TOLD = (
    "stage-last.html",
    "sessions/final/standings.html",
    "sessions/final/board-1.html",
    "sessions/final/contestant-2NS.html",
    "sessions/final/contestant-2EW.html",
    "replay.html",
)


def test_the_final_knows_its_pairs_by_name_until_they_are_erased(tmp_path):
    congress(tmp_path)
    made = pages(tmp_path)
    assert [page for page in TOLD if "Ann Lee" not in made[page]] == []
    desk(tmp_path, "person erase --yes", "Ann Lee")
    again = pages(tmp_path)
    assert [page for page in TOLD if "Bo Ek" not in again[page]] == []
    assert [page for page, text in again.items() if "Ann Lee" in text] == []


def test_a_published_page_names_nobody_whom_only_an_unpublished_session_names(tmp_path):
    congress(tmp_path)
    desk(tmp_path, "publish --session final --yes")
    named = {page for page, text in site(tmp_path, "final").items() if "Ann Lee" in text}
    assert named == set()
    desk(tmp_path, "publish --session saturday --yes")
    assert "Ann Lee" in site(tmp_path, "final")["standings.html"]
    # what is recorded of new play waits for the next publication, a name too
    desk(tmp_path, "session add-boards 2 --session saturday --yes")
    desk(tmp_path, "person add 2EW --session saturday", "Cy Roe")
    assert [page for page, text in site(tmp_path, "final").items() if "Cy Roe" in text] == []
    desk(tmp_path, "publish --session saturday --yes")
    assert "Cy Roe" in site(tmp_path, "final")["standings.html"]


def site(folder, session):
    """The pages of a session's own site."""
    desk(folder, f"report site {folder / session} --session {session}")
    return {page.name: page.read_text() for page in (folder / session).glob("*.html")}
