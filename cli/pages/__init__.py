"""Pages to look at: each one HTML file that needs nothing else, made from what the office answers.

The pages of a site share a stylesheet and a script, which stand beside them.

    views       what is on a page, as text, tables and links: standings, boards, cards, cases, events, changes
    links       where a number's derivation, a case, an event stands: on the same page, or on another of the site
    printing    from a view and a template to a page; the pages' own words, in the club's language
    papers      forms (sheets, ruling_forms, appeal_forms), slips and notices, made of fields; paper: a page as a PDF
    reports     the single files; replays: the evening to move through
    site        the folder of pages, with a folder for each publication; made_from: what they rest on, of which
                program is the digest of the one that makes them
    tournaments the site of a tournament, over those of its sessions
    checking    the page that checks receipts and seals in the browser, and the shapes it reads events by

The same log and options make the same bytes: every time on a page is that of an event. No page fetches anything, and
but for the replay and the check none has a script: the policy in its head lets no other run, whatever a name or a
reason holds.
"""
