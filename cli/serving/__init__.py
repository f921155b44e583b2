"""The pages of a session or a tournament, served from this computer to every phone in the hall, while desks record.

Data flows one way: `serving` follows the ledger in its own thread; `shown` makes and holds the pages, ready to send,
and answers from memory, without files or database. `server` limits connections and checks every request.
"""
