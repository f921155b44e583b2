"""The reports of the desk: a page in a file, and a line confirming it.

Each function imports its own views: none waits for the pages of another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.desk.tournaments import scores_at_moment, time_in_periods
from cli.options.declared import PageOptions
from cli.pages.catalogues import catalogue_with_all_texts, find_untranslated
from cli.pages.folder import page_pdf, put_page
from cli.pages.hall import require_url
from cli.pages.history import head_of
from cli.pages.links import Links, OnePage
from cli.pages.printing import Press, in_press_language
from cli.terminal.progress import show_progress
from ledger.errors import Misuse
from ledger.kernel.fact import Envelope
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.trust.seal import PublicKey


def write_standings(desk: Desk, out: Path, look: PageOptions, *, why: bool) -> None:
    """Write the standings of a session, or of a tournament's stages; `why`: with derivations of totals."""
    if desk.office.tournaments.is_one(desk.session_id):
        from cli.pages.tournaments.site import overall_report

        scores = scores_at_moment(desk, desk.session_id)
        page = overall_report(Press.of(look), scores, time_in_periods(desk, scores), why=why)
        put(desk, out, page, scores.recorded_at)
        return
    from cli.pages.reports import standings_report

    write(desk, out, look, partial(standings_report, why=why))


def write_site(desk: Desk, folder: Path, look: PageOptions, *, sessions: bool, follow: bool) -> None:
    """Write the site of a session or tournament (`sessions`: and of its sessions); Misuse for contradictory options."""
    if desk.settings.as_of and follow:
        raise Misuse("usage", "--follow waits for new events, and --as-of excludes them", "leave --as-of out")
    if desk.office.tournaments.is_one(desk.session_id):
        from cli.pages.desk_sites import write_tournament_site

        write_tournament_site(desk, folder, look, sessions=sessions, follow=follow)
        return
    if sessions:
        raise Misuse("usage", f"{desk.session_id} is no tournament: it has no sessions", "leave --sessions out")
    from cli.pages.desk_sites import write_session_site

    write_session_site(desk, folder, look, follow=follow)


def write_audit(desk: Desk, out: Path, look: PageOptions) -> None:
    """Write the audit report of a session or a tournament, with its last seal."""
    if not desk.office.tournaments.is_one(desk.session_id):
        from cli.pages.reports import audit_report

        seal = desk.office.seals.last(desk.session())
        write(desk, out, look, partial(audit_report, seal=str(seal).rstrip() if seal else ""))
        return
    from cli.pages.tournaments.site import overall_audit

    scores = scores_at_moment(desk, desk.session_id)
    stream, seal = scores.tournament, desk.office.seals.last(scores.tournament)
    log = list(desk.office.log(stream.id, stream.number))
    sealed, moment = str(seal).rstrip() if seal else "", time_in_periods(desk, scores)
    page = overall_audit(Press.of(look), scores, log, sealed, moment)
    put(desk, out, page, scores.recorded_at)


def write_check(desk: Output, out: Path, key: PublicKey | str | None, look: PageOptions) -> None:
    """Write the page that checks receipts and seals, with a key or policy filled in; Misuse (usage) for a PDF."""
    if out.suffix.lower() == ".pdf":
        raise Misuse("usage", "a page that checks is for a browser, not for paper", f"-o {out.stem}.html")
    from cli.pages.checking import check_page

    _put(desk, out, check_page(Press.of(look), key).encode())


def write_words(desk: Output, out: Path | None, language: str) -> None:
    """Print the texts a catalogue leaves in English; write the catalogue to `out`, if given; Misuse if it is no .po."""
    if out and out.suffix != ".po":
        raise Misuse("usage", f"{out} is not the name of a catalogue, which ends in .po", f"-o {out.stem}.po")
    if out:
        from ledger.exchange.writing import write_new  # imported here: other reports do not need it

        write_new(out, catalogue_with_all_texts(language, out))
    empty, whole = find_untranslated(str(out) if out else language)
    if desk.settings.json:
        desk.json("words/1", {"language": language, "file": str(out or ""), "texts": whole, "untranslated": empty})
        return
    desk.say(f"{out or language}: {whole - len(empty)} of {whole} texts are translated; the others are English")
    listed = empty if desk.settings.verbose else empty[:_SHOWN]
    desk.say(*(f"  {text}" for text in listed))
    if len(listed) < len(empty):
        desk.say(f"  … and {len(empty) - len(listed)} more (-v shows them)")
    if out:
        desk.hint(f"write the translations after msgstr, and then: `report standings -o page.html --language {out}`")


_SHOWN = 20


def write(
    desk: Desk, out: Path, look: PageOptions, report: Callable[[Press, Scoreboard, list[Envelope], int], str]
) -> None:
    """Write a session's report as of the requested moment; `report` makes it from scores, log and time (µs UTC)."""
    session = desk.session()
    scoreboard, log = Scoreboard(session).completed(), list(desk.office.log(session.id, session.number))
    put(desk, out, report(Press.of(look), scoreboard, log, desk.now_in_periods(session)), session.recorded_at)


def write_hands(desk: Desk, out: Path, look: PageOptions) -> None:
    """Write the hands of a session's boards, as a page or as PBN; Refusal (no-deal) if none may be shown."""
    from cli.pages.hands import hands_pbn, hands_report, require_boards
    from ledger.exchange.writing import write_new

    scoreboard = desk.scoreboard()
    session, boards = scoreboard.session, require_boards(scoreboard)
    deals = filter(None, map(session.deal, boards))
    solved = desk.office.solved_deals.solve(deals, show_progress)
    if out.suffix.lower() == ".pbn":
        write_new(out, hands_pbn(scoreboard, boards, solved).encode())
        _say_written(desk, out, out.stat().st_size, "for a program that reads hands")
    else:
        put(desk, out, hands_report(Press.of(look), scoreboard, boards, solved), session.recorded_at)


def write_paper(
    desk: Desk,
    out: Path,
    look: PageOptions,
    template: str,
    view: Callable[[Scoreboard, list[Envelope]], Mapping[str, object]],
) -> None:
    """Write a form or handout of the session from a template and the data that `view` returns."""

    @in_press_language
    def paper(press: Press, scoreboard: Scoreboard, log: list[Envelope], _: int) -> str:
        session = scoreboard.session
        return press.page(template, OnePage(session), {"head": head_of(session), **view(scoreboard, log)})

    write(desk, out, look, paper)


def put(desk: Output, out: Path, page: str, moment: int) -> None:
    """Write a page to a file (as a PDF dated by `moment`, µs UTC, if the name ends in .pdf) and confirm it."""
    _put(desk, out, page_pdf(page, moment) if out.suffix.lower() == ".pdf" else page.encode())


def _put(desk: Output, out: Path, content: bytes) -> None:
    put_page(out, content)
    _say_written(desk, out, len(content), "to print" if out.suffix.lower() == ".pdf" else "to open in any browser")


def _say_written(desk: Output, out: Path, size: int, purpose: str) -> None:
    if desk.settings.json:
        desk.json("report/1", {"file": str(out), "bytes": size})
    elif not desk.settings.quiet:
        desk.say(f"{out}: {-(-size // 1000)} kB, {purpose}")


def write_poster(desk: Desk, url: str, out: Path, look: PageOptions) -> None:
    """Write the poster with the address of the pages; Misuse (usage) for an invalid address."""
    from cli.pages.hall import code_svg
    from cli.pages.tournaments.site import head_of as head_of_tournament

    where, press = require_url(url), Press.of(look)
    tournament = desk.office.tournaments.is_one(desk.session_id)
    of = scores_at_moment(desk, desk.session_id) if tournament else desk.session()
    with press.speaking():
        head = head_of(of) if isinstance(of, Session) else head_of_tournament(of)
        page = press.page("poster.html", Links(), {"head": head, "url": where, "code": code_svg(where)})
    put(desk, out, page, of.recorded_at)
