"""What the program is called on a command line."""

PROGRAM = "bridge-ledger"
