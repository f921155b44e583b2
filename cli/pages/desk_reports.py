"""The reports a desk is asked for: a page in a file, and a word that it is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.desk.tournaments import at_moment
from cli.options.declared import PageOptions
from cli.pages import replays, reports
from cli.pages.appeal_forms import appeal_sheet
from cli.pages.catalogues import to_complete, untranslated
from cli.pages.checking import check_page
from cli.pages.desk_sites import write_session_site
from cli.pages.events import head_of
from cli.pages.folder import put_page
from cli.pages.guide_cards import seat_slips, table_cards
from cli.pages.history import steps
from cli.pages.links import OnePage
from cli.pages.notices import notice
from cli.pages.overalls import overall_audit, overall_report
from cli.pages.paper import printed
from cli.pages.poster import poster
from cli.pages.printing import Press
from cli.pages.qr import require_url
from cli.pages.ruling_forms import penalty_sheet, ruling_sheet
from cli.pages.slips import penalty_slip, ruling_slip
from cli.pages.tournaments.desk_site import write_tournament_site
from ledger.errors import Misuse, Refusal
from ledger.exchange.writing import write_new
from ledger.facts import Envelope
from ledger.overall.standing import overalls
from ledger.projections.guide_cards import require_plan
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session
from ledger.session.case_numbers import require_appeal, require_case, require_penalty
from ledger.session.places import require_board, require_contestant
from ledger.trust.seal import PublicKey


def write_standings(desk: Desk, out: Path, look: PageOptions, *, why: bool) -> None:
    """The ranked field; of a tournament, the standings of its stages. `why`: with how every total comes about."""
    if desk.office.tournaments.is_one(desk.session_id):
        scores = at_moment(desk, desk.session_id)
        put(desk, out, overall_report(Press.of(look), scores, overalls(scores), why=why), scores.recorded_at)
        return
    scoreboard, log = asked(desk)
    put(desk, out, reports.standings_report(Press.of(look), scoreboard, log, why=why), scoreboard.session.recorded_at)


def write_site(desk: Desk, folder: Path, look: PageOptions, *, sessions: bool, follow: bool) -> None:
    """The folder of pages of a session; of a tournament, of its stages, and of its sessions where that is asked."""
    if desk.settings.as_of and follow:
        raise Misuse("usage", "--follow goes on from now", "leave --as-of out")
    if desk.office.tournaments.is_one(desk.session_id):
        write_tournament_site(desk, folder, look, sessions=sessions, follow=follow)
        return
    if sessions:
        raise Misuse("usage", f"{desk.session_id} is no tournament: it has no sessions", "leave --sessions out")
    write_session_site(desk, folder, look, follow=follow)


def write_board(desk: Desk, board: int, out: Path, look: PageOptions, *, why: bool) -> None:
    """A board; refused where it is not in the session. `why`: with how every score comes about."""
    scoreboard, log = asked(desk)
    require_board(scoreboard.session, board)
    page = reports.board_report(Press.of(look), scoreboard, log, board, why=why)
    put(desk, out, page, scoreboard.session.recorded_at)


def write_scorecard(desk: Desk, contestant: str, out: Path, look: PageOptions, *, why: bool) -> None:
    """The card of a contestant; refused where it is not entered. `why`: with how its total comes about."""
    scoreboard, log = asked(desk)
    whom = require_contestant(scoreboard.session, contestant)
    page = reports.scorecard_report(Press.of(look), scoreboard, log, whom, why=why)
    put(desk, out, page, scoreboard.session.recorded_at)


def write_register(desk: Desk, out: Path, look: PageOptions) -> None:
    """The register of rulings."""
    scoreboard, log = asked(desk)
    put(desk, out, reports.register_report(Press.of(look), scoreboard, log), scoreboard.session.recorded_at)


def write_docket(desk: Desk, out: Path, look: PageOptions) -> None:
    """The docket of appeals."""
    scoreboard, log = asked(desk)
    put(desk, out, reports.docket_report(Press.of(look), scoreboard, log), scoreboard.session.recorded_at)


def write_audit(desk: Desk, out: Path, look: PageOptions) -> None:
    """The whole session, or of a tournament what is over its sessions, under the last seal there is of it."""
    if desk.office.tournaments.is_one(desk.session_id):
        _write_overall_audit(desk, out, look)
        return
    scoreboard, log = asked(desk)
    seal = desk.office.seals.last(scoreboard.session)
    put(
        desk,
        out,
        reports.audit_report(Press.of(look), scoreboard, log, str(seal).rstrip() if seal else ""),
        scoreboard.session.recorded_at,
    )


def _write_overall_audit(desk: Desk, out: Path, look: PageOptions) -> None:
    scores = at_moment(desk, desk.session_id)
    stream, seal = scores.tournament, desk.office.seals.last(scores.tournament)
    log = list(desk.office.log(stream.id, stream.number))
    page = overall_audit(Press.of(look), scores, overalls(scores), log, str(seal).rstrip() if seal else "")
    put(desk, out, page, scores.recorded_at)


def write_replay(desk: Desk, out: Path, look: PageOptions) -> None:
    """The evening to move through."""
    scoreboard, log = asked(desk)
    put(desk, out, replays.replay_report(Press.of(look), scoreboard, log), scoreboard.session.recorded_at)


def write_check(desk: Output, out: Path, key: PublicKey | None, look: PageOptions) -> None:
    """The page that checks receipts and seals, with a key to check them by; it is of no session.

    Misuse (usage) for a PDF: paper checks nothing.
    """
    if out.suffix.lower() == ".pdf":
        raise Misuse("usage", "a page that checks is for a browser, not for paper", f"-o {out.stem}.html")
    _put(desk, out, check_page(Press.of(look), key).encode())


def write_words(desk: Output, out: Path | None, language: str) -> None:
    """What a catalogue leaves in English; or the whole of it as a file, to be completed."""
    if out and out.suffix != ".po":
        raise Misuse("usage", f"{out} is no catalogue", f"-o {out.stem}.po")
    if out:
        write_new(out, to_complete(language, out))
    left, whole = untranslated(str(out) if out else language)
    if desk.settings.json:
        desk.json("words/1", {"language": language, "file": str(out or ""), "texts": whole, "untranslated": left})
        return
    desk.say(f"{out or language}: {whole - len(left)} of {whole} texts are translated; the others are English")
    shown = left if desk.settings.verbose else left[:_SHOWN]
    desk.say(*(f"  {text}" for text in shown))
    if len(shown) < len(left):
        desk.say(f"  … and {len(left) - len(shown)} more (-v shows them)")
    if out:
        desk.hint(f"write after each msgstr, and then: `report standings -o page.html --language {out}`")


_SHOWN = 20


def asked(desk: Desk) -> tuple[Scoreboard, list[Envelope]]:
    """The scores at the moment asked for, and the log up to it."""
    session = desk.session()
    return Scoreboard(session).completed(), list(desk.office.log(session.id, session.number))


def put(desk: Output, out: Path, page: str, moment: int) -> None:
    """Put a page where it was asked for, as a PDF of this moment where the name ends so, and say that it is there."""
    _put(desk, out, printed(page, moment) if out.suffix.lower() == ".pdf" else page.encode())


def _put(desk: Output, out: Path, content: bytes) -> None:
    put_page(out, content)
    if desk.settings.json:
        desk.json("report/1", {"file": str(out), "bytes": len(content)})
    elif not desk.settings.quiet:
        size = f"{-(-len(content) // 1000)} kB"
        desk.say(f"{out}: {size}, to {'print' if out.suffix.lower() == '.pdf' else 'open in any browser'}")


def write_form(desk: Desk, case: str, out: Path, look: PageOptions) -> None:
    """The form of a ruling, a penalty or an appeal; refused where there is no such case."""
    scoreboard, log = asked(desk)
    _put_paper(desk, out, look, scoreboard, "form.html", lambda: _sheet(scoreboard, log, case.upper()))


def write_slip(desk: Desk, case: str, out: Path, look: PageOptions) -> None:
    """The slip of a ruling or a penalty; refused where there is no such case."""
    scoreboard, _ = asked(desk)
    _put_paper(desk, out, look, scoreboard, "slip.html", lambda: _slip(scoreboard.session, case.upper()))


def write_notice(desk: Desk, contestant: str, out: Path, look: PageOptions) -> None:
    """The notice to a contestant; refused where it is not entered."""
    scoreboard, log = asked(desk)
    whom = require_contestant(scoreboard.session, contestant)
    _put_paper(desk, out, look, scoreboard, "notice.html", lambda: {"notice": notice(scoreboard, log, whom)})


def write_cards(desk: Desk, out: Path, look: PageOptions) -> None:
    """The guide card of every table of the movement; refused where none was laid down."""
    scoreboard, _ = asked(desk)
    cards = table_cards(scoreboard.session, require_plan(scoreboard.session))
    _put_paper(desk, out, look, scoreboard, "guide_cards.html", lambda: {"cards": cards})


def write_seat_slips(desk: Desk, out: Path, look: PageOptions) -> None:
    """A slip for every contestant of the movement; refused where none was laid down."""
    scoreboard, _ = asked(desk)
    slips = seat_slips(scoreboard.session, require_plan(scoreboard.session))
    _put_paper(desk, out, look, scoreboard, "seat_slips.html", lambda: {"slips": slips})


def write_poster(desk: Desk, url: str, out: Path, look: PageOptions) -> None:
    """The poster with the address of the pages; Misuse (usage) where that is none."""
    where = require_url(url)
    if desk.office.tournaments.is_one(desk.session_id):
        scores = at_moment(desk, desk.session_id)
        put(desk, out, poster(Press.of(look), scores, where), scores.recorded_at)
        return
    session = desk.session()
    put(desk, out, poster(Press.of(look), session, where), session.recorded_at)


def _put_paper(
    desk: Desk,
    out: Path,
    look: PageOptions,
    scoreboard: Scoreboard,
    template: str,
    view: Callable[[], Mapping[str, object]],
) -> None:
    session = scoreboard.session
    press = Press.of(look)
    with press.speaking():
        page = press.page(template, OnePage(session), {"head": head_of(session), **view()})
    put(desk, out, page, session.recorded_at)


def _sheet(scoreboard: Scoreboard, log: list[Envelope], case: str) -> dict[str, object]:
    session = scoreboard.session
    match case[:1]:
        case "A":
            return {"title": "Appeal", "sheet": appeal_sheet(session, require_appeal(session, case))}
        case "P":
            return {"title": "Penalty", "sheet": penalty_sheet(session, require_penalty(session, case))}
        case "C":
            raise _no_paper(f"{case} is a call to a table", "its form is that of the ruling that answers it")
        case _:
            return {
                "title": "Ruling",
                "sheet": ruling_sheet(scoreboard, steps(log, session.id), require_case(session, case)),
            }


def _slip(session: Session, case: str) -> dict[str, object]:
    match case[:1]:
        case "P":
            return {"title": "Penalty", "slip": penalty_slip(session, require_penalty(session, case))}
        case "A" | "C":
            raise _no_paper(f"{case} is no ruling", f"`show {case}` tells it; an appeal has a form")
        case _:
            return {"title": "Ruling", "slip": ruling_slip(session, require_case(session, case))}


def _no_paper(what: str, hint: str) -> Refusal:
    return Refusal("no-such-case", f"{what}: there is no such paper of it", hint)
