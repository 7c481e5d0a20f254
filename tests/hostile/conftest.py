"""One tally for all runs of a session, told at its end."""

import pytest
from tests.hostile.tally import Tally

_TOTAL = pytest.StashKey[Tally]()


@pytest.fixture(scope="session")
def total(pytestconfig: pytest.Config) -> Tally:
    return pytestconfig.stash.setdefault(_TOTAL, Tally())


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    told = config.stash.get(_TOTAL, None)
    if told is not None:
        terminalreporter.write_line(str(told))
