"""Words: events, cases, scores and times as text. Pure: nothing here prints, reads options, or knows the desk."""
