"""Pages to look at: each one HTML file that needs nothing else, made from what the office answers.

The pages of a site share a stylesheet and a script, which stand beside them.

    views       what is on a page, as text, tables and links: standings, boards, cards, cases, history, chart
    links       where a number's derivation, a case, an event stands: on the same page, or on another of the site
    printing    from a view and a template to a page; catalogues: the pages' own words, in the club's language
    papers      forms and handouts (slips, notices, guide cards), made of fields; casebook: the book of cases
    reports     the single files; replays: the evening to move through
    site        the folder of pages, with a folder for each publication; made_from: what they rest on, of which
                program is the digest of the one that makes them
    hall        what only a served hall shows
    folder      where pages are put, whole or not at all; a page as a PDF
    tournaments the site of a tournament, over those of its sessions
    checking    the page that checks receipts and seals in the browser, and the shapes it reads events by

The same log and options make the same bytes: every time on a page is that of an event. No page fetches anything, and
but for the replay and the check none has a script: the policy in its head lets no other run, whatever a name or a
reason holds.
"""

from typing import TYPE_CHECKING

from cli.terminal import on_demand

if TYPE_CHECKING:
    from cli.pages import (
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


__getattr__ = on_demand(__name__)
