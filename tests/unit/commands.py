"""Runs commands in this process."""

from click.testing import CliRunner

from cardformats.cli.app import app


def run(*arguments, **options):
    return CliRunner().invoke(app, [str(each) for each in arguments], **options)
