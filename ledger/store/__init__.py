"""Everything that knows SQL, and how an event becomes bytes and back."""
