"""The requests over which drafted decoding must give the tokens of plain decoding."""

from pathlib import Path

from attrs import frozen

from redraft.pipeline.request import Selection

CORPUS = Path(__file__).parent / "corpus"


@frozen
class Case:
    """One rewrite request."""

    file: str
    """A name in `corpus`."""
    instruction: str
    lines: Selection | None = None
    """Only these lines are asked back."""


CASES = (
    Case("backup_photos.py", "Replace every print call with logging.info"),
    Case("chat_log.py", "Replace every print call with logging.info"),
    Case("kakeibo.py", "printをlogging.infoに変えてください"),
    Case("mailbox.py", "Change every log.debug to log.info"),
    Case("matrix.py", "Rename rows to cells everywhere."),
    Case("quiz.py", "printをすべてlogging.infoに置き換えて"),
    Case("retry.py", "Rename the parameter delay to pause everywhere."),
    Case("sensor_crlf.py", "print を logging.info に置き換える"),
    Case("turtle_game.py", "Rename the variable pen to crayon everywhere."),
    Case("weather.py", "Use logging.debug instead of print.", Selection(8, 27)),
    Case("cart.js", "Replace console.log with logger.debug."),
    Case("tabs_crlf.js", "Replace var with let."),
    Case("todo.js", "Replace console.log with logger.info"),
    Case("validate_form.js", "Rename errors to problems everywhere."),
    Case("poll.ts", "Change every console.log to log.info", Selection(13, 33)),
    Case("queue.ts", "Rename running to active everywhere it is used."),
    Case("ring.go", "Rename lines to rows everywhere."),
    Case("server.go", "Replace log.Printf with slog.Info"),
    Case("stack.go", "Rename items to data."),
    Case("notes_ja.md", "Replace web with api."),
    Case("recipes.md", "Replace every print call with logging.info"),
    Case("usage.md", "Replace print with show."),
    Case("menu.json", "Rename price to cost everywhere."),
    Case("service.toml", "Replace worker with job."),
)
