"""Custom card lists of Draftmancer in an editor."""
