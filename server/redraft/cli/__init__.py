"""The command line: the only place that prints and exits."""

import sys
from collections.abc import Sequence

import click

from redraft import __version__
from redraft.cli import show
from redraft.cli.ask import ask
from redraft.cli.bench import bench
from redraft.cli.config import config
from redraft.cli.doctor import doctor
from redraft.cli.last import last
from redraft.cli.rewrite import rewrite
from redraft.cli.trust import trust
from redraft.errors import RedraftError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="redraft")
def redraft() -> None:
    """Rewrite code with a local model."""


redraft.add_command(rewrite)
redraft.add_command(ask)
redraft.add_command(last)
redraft.add_command(config)
redraft.add_command(trust)
redraft.add_command(doctor)
redraft.add_command(bench)


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script. Exit codes: 0 fine, 1 refused, 2 failed, 130 interrupted."""
    try:
        code = redraft.main(arguments, prog_name="redraft", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = 2
    except RedraftError as error:
        show.note(f"redraft: {error}")
        code = 2
    except (KeyboardInterrupt, click.Abort):
        show.note("redraft: interrupted")
        code = 130
    sys.exit(code)
