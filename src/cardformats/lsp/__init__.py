"""The language server: findings, answers and edits for editors, as the files are typed."""
