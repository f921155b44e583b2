"""The subjects of the ledger: their events, the state that follows, and the decisions on commands."""
