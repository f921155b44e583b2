"""The pages of a session or a tournament, from this computer to every phone in the hall, while desks record.

What is recorded goes one way: `following` looks at the ledger, in a thread of its own; `shown` makes the pages that may
be shown of it; `versions` holds them, each as it is sent; `pages` and `streams` answer for them. An answer looks at
nothing but that table: no file, no database. `application` puts routes behind what `guarding` demands of every
question, and `server` is who is connected to. Whoever has further routes to serve adds them to those of `pages`.
"""
