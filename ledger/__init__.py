"""bridge-ledger: an event-sourced ruling ledger for duplicate bridge."""
