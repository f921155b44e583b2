"""Tables as people keep them, CSV and spreadsheets: in any common encoding, in other words, in other languages."""
