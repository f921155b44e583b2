"""Words: how an event, a case, a score, a time is said. Pure: nothing here prints, knows the desk, or reads options."""
