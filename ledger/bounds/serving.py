"""How much a phone may ask of a computer that serves the pages, how often, and for how long it may keep it waiting."""

from ledger.bounds import Bounds

HEAD = Bounds("the bytes of what a browser asks, with its headers", 0, 16 << 10)
"""Browsers send less than one of these KiB."""

CONNECTIONS = Bounds("the connections to served pages", 0, 12_000)
"""A system may give a program fewer open files than that: then there are fewer."""

STREAMS = Bounds("the open pages that hear of changes at once", 0, 10_000)
"""All others ask now and then instead."""

ANSWERS = Bounds("the answers to one address in a second", 0, 1_000)
"""A hall may be behind one address: a few hundred phones that all look at what a ruling moved."""

ANSWER = Bounds("the bytes of an answer to a poll, as a browser sends it", 0, 16 << 10)
WAITING = Bounds("the seconds a connection may last on which nothing is asked in full", 0, 20)
KEPT = Bounds("the seconds a connection is kept for the next question", 0, 5)
HEARTBEAT = Bounds("the seconds between two signs of life to an open page", 0, 20)
"""A proxy closes what has been silent for a minute."""
