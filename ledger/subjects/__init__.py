"""The subjects of the ledger: what happens, what then holds, what may be recorded."""
