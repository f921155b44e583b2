"""What is said to programs: events, cases, scores, tournaments as JSON. Pure, as the words are."""
