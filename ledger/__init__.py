"""bridge-ledger: an event-sourced ruling ledger for duplicate bridge.

Every table result, ruling and correction is an immutable event; every score is derived from the log, and
carries its derivation. One way for data to flow:

    command ── decide ──► events ── append ──► log ── replay ──► session ── score ──► scoreboard
                 ▲                                                  │
                 └──────────────── the state it decides on ─────────┘

From Python:

    from ledger.office import Office
    from ledger.projections.scoreboard import Scoreboard
    from ledger.projections.standings import standings
    from ledger.store.store import Store

    office = Office(Store("sqlite:///bridge-ledger.db"), by="Ahlborn")
    session = office.session("thursday")               # replayed from event 1; digests checked on the way
    fields = standings(Scoreboard(session))            # exact Fractions, ranked
    earlier = office.session("thursday", upto=207)     # as it was just after event 207

The map of the modules is in the README. Nothing is imported here, so that what is pure loads without a database.
"""
