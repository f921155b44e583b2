"""What makes the ledger believed: seals anyone can check, receipts a pair can keep."""
