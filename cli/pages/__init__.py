"""The pages for browsers and paper: each a single HTML file, made from answers of the office.

The pages of a site share a stylesheet and a script, which lie in its folder.

    views       the content of pages as text, tables and links: standings, boards, cards, cases, history, chart
    links       addresses of derivations, cases and events, on the same page or on another page of a site
    printing    from a view and a template to a page; catalogues: the languages of the pages
    papers      forms and handouts (slips, notices, guide cards), made of fields; casebook: the book of cases
    reports     single files; replays: an evening to move through
    site        the folder of pages, with a folder for each publication; made_from: the digest of their sources
    compare     the page of two contestants, board by board; archive: the sessions of a ledger by month
    hall        pages that only a served hall shows
    folder      writing pages, whole or not at all, and as PDFs
    tournaments the site of a tournament, above those of its sessions
    checking    the page that checks receipts and seals in the browser

The same log and options make the same bytes: every time on a page is that of an event. No page fetches anything from
elsewhere, and the content security policy in its head lets no foreign script run, whatever a name or a reason holds.
"""

from typing import TYPE_CHECKING

from cli.terminal import import_on_demand

if TYPE_CHECKING:
    from cli.pages import (
        archive,
        casebook,
        catalogues,
        checking,
        desk_reports,
        desk_sites,
        forms,
        hall,
        handouts,
        made_from,
        printing,
        replays,
        reports,
    )


__getattr__ = import_on_demand(__name__)
