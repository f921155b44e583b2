"""All SQL, and the encoding of events as bytes and back."""
