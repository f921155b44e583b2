"""report: pages to look at, papers to print and sign, and the register and the docket, as they stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import pages, screens
from cli.desk.commands import QueryCommand, Verbs, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options.addresses import Address, AddressedCase, CaseOfAnySession
from cli.options.declared import (
    LAWS_NOW,
    Heading,
    OnThisComputer,
    Options,
    PageOptions,
    board_argument,
    case_argument,
    key_option,
    option,
    takes,
)
from cli.options.declared import url_option as _url
from cli.words import vocabulary
from ledger.errors import Misuse

if TYPE_CHECKING:
    from cli.pages.casebook import People
    from ledger.laws.citation import Subject
    from ledger.projections.case_search import CaseFilter

Body = Callable[..., Any]

_look = takes(look=PageOptions)


def _out_option(text: str, *, required: bool) -> Callable[[Body], Body]:
    kind = click.Path(path_type=Path, dir_okay=False)
    return click.option("-o", "--out", metavar="FILE", type=kind, required=required, help=text)


_page_option = _out_option(
    "The page to write, a PDF where it ends in .pdf; one that a ledger wrote there before is replaced.", required=True
)
_optional_page = _out_option("Write a page of it instead, with every case at length.", required=False)
_why_option = click.option(
    "--why", is_flag=True, help="With the arithmetic: how every score or total comes about, and its events."
)


def _report(*options: Callable[[Body], Body]) -> Callable[[Body], click.Command]:
    """Return a decorator that makes a function a report on a session or tournament, with page options last."""

    def declared(body: Body) -> click.Command:
        for decorate in (_look, *reversed(options)):
            body = decorate(body)
        return report.command(cls=QueryCommand)(body)

    return declared


@click.group(cls=Verbs, guide="pages")
def report() -> None:
    """Reports of a session, as pages for any browser: one file each, which needs no network and runs nothing.

    -o FILE.pdf prints any of them, by a Chromium.
    """


@_report(_page_option)
def audit(desk: Desk, out: Path, look: PageOptions) -> None:
    """The whole session on one page: seal, standings through the log, every ruling, appeal, total and event.

    Of a tournament: its seal, every stage, the rulings and appeals of all of its sessions, and its own events.

    \b
    Examples:
      bridge-ledger report audit -o audit.html
      bridge-ledger report audit -o audit-before.html --as-of R-0001-
    """
    pages.desk_reports.write_audit(desk, out, look)


@_report(_page_option, _why_option)
def standings(desk: Desk, out: Path, look: PageOptions, *, why: bool) -> None:
    """The ranking for the wall, on one page of A4, two winners side by side; of a tournament, every stage.

    \b
    Examples:
      bridge-ledger report standings -o standings.pdf
      bridge-ledger report standings -o rangliste.html --language de --why
    """
    pages.desk_reports.write_standings(desk, out, look, why=why)


@_report(board_argument, _page_option, _why_option)
def board(desk: Desk, board: Address, out: Path, look: PageOptions, *, why: bool) -> None:
    """A board on one sheet: hands, traveller, frequencies, rulings.

    \b
    Examples:
      bridge-ledger report board 23 -o board-23.pdf
      bridge-ledger report board 23 -o board-23-de.html --language de --why
    """
    pages.desk_reports.write(
        desk, out, look, partial(pages.reports.board_report, board=board[0], why=why, solved=desk.office.solved_deals)
    )


@_report(_page_option)
def hands(desk: Desk, out: Path, look: PageOptions) -> None:
    """The hands of all boards on one sheet, with points, double-dummy tricks and par; as PBN where the name ends so.

    Only boards whose play is over. Tricks that are not known yet are worked out first: a second or two a deal.

    \b
    Examples:
      bridge-ledger report hands -o hands.pdf
      bridge-ledger report hands -o hands.pbn
    """
    pages.desk_reports.write_hands(desk, out, look)


@_report(click.argument("contestant"), _page_option, _why_option)
def scorecard(desk: Desk, contestant: str, out: Path, look: PageOptions, *, why: bool) -> None:
    """The card of a pair, a team or an individual on one sheet: place, what changed for it and why, its boards.

    \b
    Examples:
      bridge-ledger report scorecard 7NS -o 7NS.pdf
      bridge-ledger report scorecard 7NS -o 7NS-de.html --language de --why
    """
    pages.desk_reports.write(desk, out, look, partial(pages.reports.scorecard_report, contestant=contestant, why=why))


@_report(_optional_page)
def register(desk: Desk, out: Path | None, look: PageOptions) -> None:
    """Every ruling: law, score in force, offender, who gave it when, and until when it may be appealed.

    Of a tournament, those of all of its sessions; as a page, a session's.

    \b
    Examples:
      bridge-ledger report register
      bridge-ledger report register -o rulings.html
    """
    if out:
        pages.desk_reports.write(desk, out, look, pages.reports.register_report)
    else:
        screens.cases.print_register(desk)


@_report(_optional_page)
def docket(desk: Desk, out: Path | None, look: PageOptions) -> None:
    """Every appeal: against which ruling, by whom, how far it has come, the decision, merit and deposit.

    Of a tournament, those of all of its sessions; as a page, a session's.

    \b
    Examples:
      bridge-ledger report docket
      bridge-ledger report docket -o appeals.html
    """
    if out:
        pages.desk_reports.write(desk, out, look, pages.reports.docket_report)
    else:
        screens.cases.print_docket(desk)


@_report(case_argument, _page_option)
def form(desk: Desk, case: str, out: Path, look: PageOptions) -> None:
    """The form of a ruling, a penalty or an appeal on A4, filled from the log, with lines for the rest and to sign on.

    \b
    Examples:
      bridge-ledger report form R-0001 -o ruling.html
      bridge-ledger report form A-0001 -o appeal.html
    """
    pages.desk_reports.write_paper(desk, out, look, "form.html", partial(pages.forms.form, case=case.upper()))


@_report(case_argument, _page_option)
def slip(desk: Desk, case: str, out: Path, look: PageOptions) -> None:
    """The slip for the table, on A6: what was ruled or which penalty was given, why, and until when it may be appealed.

    \b
    Examples:
      bridge-ledger report slip R-0001 -o slip.html
      bridge-ledger report slip R-0001 -o zettel.html --language de
    """
    pages.desk_reports.write_paper(desk, out, look, "slip.html", partial(pages.handouts.slip, case=case.upper()))


@_report(_page_option)
def cards(desk: Desk, out: Path, look: PageOptions) -> None:
    """The guide cards of the movement, one a table: who sits there in each round, which boards, where each goes next.

    
    Examples:
      bridge-ledger report cards -o cards.html
      bridge-ledger report cards -o karten.html --language de
    """
    pages.desk_reports.write_paper(desk, out, look, "guide_cards.html", pages.handouts.table_cards)


@_report(_page_option)
def slips(desk: Desk, out: Path, look: PageOptions) -> None:
    """The slips of the movement, one for each pair, team or player: where it sits in each round, against whom.

    
    Examples:
      bridge-ledger report slips -o slips.html
      bridge-ledger report slips -o laufzettel.html --language de
    """
    pages.desk_reports.write_paper(desk, out, look, "seat_slips.html", pages.handouts.seat_slips)


_BLANKS = ("travellers", "pick-ups")


@_report(click.argument("kind", metavar="travellers|pick-ups", type=click.Choice(_BLANKS)), _page_option)
def blanks(desk: Desk, kind: str, out: Path, look: PageOptions) -> None:
    """Blank travellers, one a board, or blank pick-up slips, one for each table and round of the movement.

    \b
    Examples:
      bridge-ledger report blanks travellers -o travellers.pdf
      bridge-ledger report blanks pick-ups -o pick-ups.html --language de
    """
    view = pages.handouts.blank_travellers if kind == _BLANKS[0] else pages.handouts.pick_up_slips
    pages.desk_reports.write_paper(desk, out, look, "blanks.html", view)


@_report(click.argument("contestant"), _page_option)
def notice(desk: Desk, contestant: str, out: Path, look: PageOptions) -> None:
    """The notice to a pair, a team or an individual: what changed on its boards, why, and until when it may appeal.

    Nothing is said of others but that a score elsewhere moved, and by which case.

    \b
    Examples:
      bridge-ledger report notice 7NS -o notice.html
      bridge-ledger report notice 7NS -o bescheid.html --language de
    """
    pages.desk_reports.write_paper(
        desk, out, look, "notice.html", partial(pages.handouts.notice, contestant=contestant)
    )


@_report(_page_option)
def replay(desk: Desk, out: Path, look: PageOptions) -> None:
    """A replay of the evening on a page: a slider over its events, with the places and the board at each moment.

    ← and → are an event, Home and End the first and the last, space plays. `replay.html#e207` opens at that event.
    Without script the page is tables, and the chart of places that goes on into every ruling and appeal.

    \b
    Examples:
      bridge-ledger report replay -o replay.html
      bridge-ledger report replay -o wiederholung.html --language de
    """
    pages.desk_reports.write(desk, out, look, pages.replays.replay_report)


@_report(_page_option, _url)
def poster(desk: Desk, out: Path, url: str, look: PageOptions) -> None:
    """The poster for the wall: the address of the pages as a QR code, on A4. What serves them: `help serve`.

    \b
    Examples:
      bridge-ledger report poster --url http://192.168.1.17:8000/ -o poster.html
      bridge-ledger report poster --url https://results.example.org/thursday/ -o poster.pdf
    """
    pages.desk_reports.write_poster(desk, url, out, look)


class SelectionOptions(Options):
    """Options that select the cases for a book of cases or for statistics."""

    HEADING = Heading("Which cases", "casebook")

    streams: tuple[str, ...] = option(
        "--of", multiple=True, metavar="NAME", help="A session or a tournament, whole; again for more."
    )
    laws: tuple[str, ...] = option("--law", **LAWS_NOW, help="Only under this Law; or another.")
    subjects: tuple[Subject, ...] = option(
        "--subject",
        multiple=True,
        metavar="SUBJECT",
        type=click.Choice(list(vocabulary.SUBJECTS), case_sensitive=False),
        help="Only about this: claim; or another.",
    )
    since: str = option("--since", default="", metavar="DATE", help="Only of sessions from this day on: 2026-01-01.")
    until: str = option("--until", default="", metavar="DATE", help="Only of sessions up to this day.")

    def filter(self) -> CaseFilter:
        """Return the filter for cases: by Law, by subject, and by the day of the session."""
        from cli.options.openings import parse_day  # loads the log: `--help` and Tab do without
        from ledger.projections.case_search import CaseFilter

        days = [parse_day(day) if day else "" for day in (self.since, self.until)]
        return CaseFilter(self.laws, self.subjects, *days)


class BookOptions(Options):
    """Options of a book of cases: withdrawn cases, the title, the preface, and how people are named."""

    HEADING = Heading("The book")

    withdrawn: bool = option("--withdrawn", is_flag=True, help="With the cases that were withdrawn.")
    title: str = option("--title", default="", metavar="TEXT", help="What it is called.")
    preface: Path | None = option(
        "--preface", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="A text before the cases."
    )
    people: People = option(
        "--people",
        default="names",
        type=click.Choice(["names", "roles", "class"]),
        help="Everybody by name; by the part in the case; players as --class says [default: names].",
    )
    words: str = option(
        "--class", default="", metavar="TEXT", help='With --people class: "two players of the open team".'
    )


@report.command(cls=WholeLedgerCommand)
@click.argument("cases", nargs=-1, metavar="[CASE…]", type=CaseOfAnySession())
@_page_option
@takes(selection=SelectionOptions, book=BookOptions)
@_look
def casebook(
    desk: Desk,
    cases: tuple[AddressedCase, ...],
    out: Path,
    selection: SelectionOptions,
    book: BookOptions,
    look: PageOptions,
) -> None:
    """The book of cases: each in full from the call to the last instance, with comments, and an index.

    The cases that are typed, R-0001 or friday/R-0001, in that order; else all of the session or tournament, or of
    those that --of names. What was erased is not in it.

    \b
    Examples:
      bridge-ledger report casebook -o casebook.html
      bridge-ledger report casebook --of spring --of autumn --law 16B --people roles -o hesitations.pdf
      bridge-ledger report casebook friday/R-0001 saturday/R-0004 --title "Two claims" -o claims.html
    """
    from cli.desk.case_selection import CaseChoice  # loads the log: `--help` and Tab do without
    from cli.options.notation import read_preface

    if bool(book.words) is not (book.people == "class"):
        raise Misuse("usage", "--class belongs to --people class", '--people class --class "two players"')
    if cases and selection.streams:
        raise Misuse("usage", "name cases, or --of SESSION, not both", "leave --of out: friday/R-0001 names a session")
    naming = pages.casebook.Naming(book.people, book.words)
    cases_wanted = CaseChoice(cases, selection.streams, selection.filter(), book.withdrawn)
    preface = read_preface(book.preface) if book.preface else []
    wanted = pages.casebook.BookOrder(cases_wanted, book.title, preface, naming)
    pages.casebook.write_casebook(desk, out, look, wanted)


@report.command(cls=WholeLedgerCommand)
@_optional_page
@click.option("--by-year", is_flag=True, help="A column for each year, to compare them.")
@takes(selection=SelectionOptions)
@_look
def statistics(desk: Desk, out: Path | None, by_year: bool, selection: SelectionOptions, look: PageOptions) -> None:
    """Rulings and appeals in figures: by law, subject, director and committee; what changed, how long it took.

    Over the session or the tournament, or those that --of names. On a page, and with --json, each figure has the cases
    it is made of. Of a director with fewer than three cases only the chief director reads whose they are.

    \b
    Examples:
      bridge-ledger report statistics
      bridge-ledger report statistics --of spring --of autumn --by-year -o figures.html
    """
    from cli.desk.case_selection import CaseChoice  # loads the log: `--help` and Tab do without

    wanted = CaseChoice((), selection.streams, selection.filter())
    if out:
        pages.casebook.write_statistics(desk, out, look, wanted, by_year=by_year)
    else:
        screens.case_statistics.print_statistics(desk, wanted, by_year=by_year)


@report.command(cls=WholeLedgerCommand)
@_page_option
@_look
@key_option("The office's public key, or a file of it, for the page to propose [default: that of your own].")
@click.option(
    "--policy", "policed", metavar="FILE", type=OnThisComputer(), help="A policy to propose instead of a key."
)
def check(desk: Desk, out: Path, look: PageOptions, named: str | None, policed: Path | None) -> None:
    """A page on which any browser checks a receipt or a seal by itself. No database is asked.

    Who opens it drops the receipt on it and sees which event stood in the log, under which seal, signed with which
    key; or what does not hold, and where. It answers as `verify --receipt FILE --key KEY` does.

    \b
    Examples:
      bridge-ledger report check -o check.html
      bridge-ledger report check --key ebu.pub -o check.html
    """
    from cli.terminal import keys

    if policed and named:
        raise Misuse("usage", "the policy has the office's key", "leave --key or --policy out")
    if policed:
        keys.read_policy(policed).office()  # which refuses a policy without the key of one office, as the page does
    known = keys.read_short_text(policed, "a policy") if policed else keys.public_key_named_or_own(named)
    pages.desk_reports.write_check(desk, out, known, look)


@report.command(cls=WholeLedgerCommand)
@_out_option("Write the whole catalogue instead, to be completed: a new language has the file's name.", required=False)
@click.option("--language", default="en", metavar="LANGUAGE", help="Which: de, or a .po file [default: none].")
def words(desk: Desk, out: Path | None, language: str) -> None:
    """The pages' own words: how many a language has, and which it leaves in English. No database is asked.

    A language is a catalogue, a file of texts: `msgid` is the English one, and after `msgstr` stands the translation.
    Any editor completes it; every command that makes pages then takes it, as --language club.po.

    \b
    Examples:
      bridge-ledger report words -o nl.po
      bridge-ledger report words --language nl.po
    """
    pages.desk_reports.write_words(desk, out, language)


@_report(
    click.argument("folder", metavar="DIR", type=OnThisComputer()),
    click.option("--follow", is_flag=True, help="Write what changes as it is recorded, until interrupted."),
    click.option("--sessions", is_flag=True, help="Of a tournament: the sites of its sessions too, in sessions/NAME."),
)
def site(desk: Desk, folder: Path, follow: bool, sessions: bool, look: PageOptions) -> None:
    """The session as a folder of pages, for a web server or a phone; each publication keeps a folder of its own.

    Of a tournament: its stages over all sessions, who goes on, draws, bracket, and every contestant.

    The folder must be empty, new, or this session's. Only pages that changed are written, each replaced at once.

    \b
    Examples:
      bridge-ledger report site thursday
      bridge-ledger report site /srv/www/thursday --follow
      bridge-ledger report site www --language en,de      # and German in www/de
    """
    pages.desk_reports.write_site(desk, folder, look, sessions=sessions, follow=follow)


@report.command(cls=WholeLedgerCommand)
@click.argument("folder", metavar="DIR", type=OnThisComputer())
@click.option("--sites", is_flag=True, help="The sites of the sessions too, each in DIR/NAME.")
@click.option("--players", is_flag=True, help="And each player's own evenings: places and scores, by name.")
@_look
def archive(desk: Desk, folder: Path, sites: bool, players: bool, look: PageOptions) -> None:
    """The published sessions by month, with form and winner.

    A site in DIR/NAME (`report site DIR/NAME`) is linked if it shows just what is published. Who was erased is on no
    page: write the archive again after `person erase`, and each site that it did not write (--sites).

    \b
    Examples:
      bridge-ledger report archive www
      bridge-ledger report archive www --sites --players
    """
    pages.archive.write_archive(desk, folder, look, sites=sites, players=players)
