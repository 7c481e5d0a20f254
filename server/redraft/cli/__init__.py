"""The command line: the only place that prints and exits."""

import sys
from collections.abc import Sequence

import click

from redraft import __version__
from redraft.cli.ask import ask
from redraft.cli.rewrite import rewrite
from redraft.errors import RedraftError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="redraft")
def redraft() -> None:
    """Rewrite code with a local model."""


redraft.add_command(rewrite)
redraft.add_command(ask)


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script. Exit codes: 0 fine, 1 refused, 2 failed, 130 interrupted."""
    try:
        code = redraft.main(arguments, prog_name="redraft", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = 2
    except RedraftError as error:
        click.echo(f"redraft: {error}", err=True)
        code = 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("redraft: interrupted; nothing was written", err=True)
        code = 130
    sys.exit(code)
