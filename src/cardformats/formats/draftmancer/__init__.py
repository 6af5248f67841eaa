"""Draftmancer custom card lists."""
