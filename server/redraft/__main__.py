"""`python -m redraft` is `redraft`."""

from redraft.cli import main

main()
