"""The vocabulary of the log: what happened, in the past tense, never what it is worth.

An event holds facts and judgements only. Matchpoints, totals and ranks are derived from it anew each time.
By subject: `play`, `calls`, `rulings`, `appeals`, `people`, `office`; `free_text` is what is kept beside the log;
`register` has a row for every kind. What is the same for
all (number, times, who recorded it, digest) is outside the event, in its `Envelope`.
"""

from ledger.events.envelope import Envelope, Event

__all__ = ["Envelope", "Event"]
