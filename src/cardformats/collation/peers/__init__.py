"""Other programs' sampling, imitated draw by draw."""
