"""Booster drafts, by the comprehensive rules (CR 905) and by Draftmancer's."""
