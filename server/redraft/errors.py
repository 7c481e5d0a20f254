"""Every error that redraft raises on purpose; each says what happened and what to do next.

RedraftError
├── UsageError         the call cannot be understood
├── SettingsError      a settings file or a value in it is wrong
├── DocumentError      a file cannot be read as text, or not be written
└── EngineError        no answer can be had
    ├── ModelError     the model is missing, damaged, or failed while it ran
    ├── TooLongError   prompt and answer do not fit the context
    └── StoppedError   somebody asked it to stop
"""


class RedraftError(Exception):
    """The root: its text is meant for the person at the keyboard."""


class UsageError(RedraftError):
    """The call cannot be understood."""


class SettingsError(RedraftError):
    """A settings file or a value in it is wrong; names the file and the key."""


class DocumentError(RedraftError):
    """A file cannot be read as text, or not be written; names the file."""


class EngineError(RedraftError):
    """No answer can be had from the model."""


class ModelError(EngineError):
    """The model is missing, damaged, or failed while it ran; names its file."""


class TooLongError(EngineError):
    """Prompt and answer do not fit the context: refused before any work."""

    def __init__(self, prompt: int, answer: int, limit: int, raise_it: str) -> None:
        super().__init__(
            f"too long: {prompt} tokens of prompt and room for {answer} of answer make "
            f"{prompt + answer}, and the context holds {limit}. {raise_it}"
        )
        self.prompt = prompt
        self.answer = answer
        self.limit = limit

    @property
    def needed(self) -> int:
        """Tokens that would have been needed."""
        return self.prompt + self.answer


class StoppedError(EngineError):
    """Somebody asked the model to stop in the middle of a pass."""
