"""The pages of a session or a tournament, from this computer to every phone in the hall, while desks record.

What is recorded goes one way: `serving` looks at the ledger, in a thread of its own; `shown` makes the pages that may
be shown of it, holds them, each as it is sent, and answers for them. An answer looks at nothing but that table: no
file, no database. `server` is who is connected to, and what is demanded of every question before it is answered.
"""
