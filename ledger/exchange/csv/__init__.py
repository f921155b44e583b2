"""Tables as people keep them, CSV and spreadsheets: in any common encoding and many languages."""
