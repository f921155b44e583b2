"""Bounds of phones' requests to the computer that serves the pages: size, frequency, and waiting time."""

from ledger.bounds import Bounds

HEAD = Bounds("the bytes of what a browser asks, with its headers", 0, 16 << 10)  # browsers send less than 1 KiB
# fewer if the system permits the program fewer open files
CONNECTIONS = Bounds("the connections to served pages", 0, 12_000)
STREAMS = Bounds("the open pages that hear of changes at once", 0, 10_000)  # further pages ask now and then instead
# a hall may share one address: hundreds of phones look at the effect of a ruling at once
ANSWERS = Bounds("the answers to one address in a second", 0, 1_000)
ANSWER = Bounds("the bytes of an answer to a poll, as a browser sends it", 0, 16 << 10)
COMMAND = Bounds("the bytes of what an official's device sends at once", 0, 64 << 10)
PHOTO = Bounds("the bytes of a photo that an official's device sends", 0, 4 << 20)  # its page makes it smaller first
OFFICE_ANSWERS = Bounds("the answers to one address in a second, on the office's port", 0, 50)
VISITS = Bounds("the devices that look at the office's pages at once", 0, 500)
PAIRING = Bounds("the seconds for which a code to pair a device is good", 0, 600)
WAITING = Bounds("the seconds a connection may last on which nothing is asked in full", 0, 20)
KEPT = Bounds("the seconds a connection is kept for the next question", 0, 5)
# a proxy closes a connection after a minute of silence
HEARTBEAT = Bounds("the seconds between two signs of life to an open page", 0, 20)
