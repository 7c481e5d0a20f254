"""llama-lookup, the example program of llama.cpp, where a binary of it is given."""

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.peers.peer import Answer, Case, MissingError, Setup

_DECODED = re.compile(r"decoded\s+(\d+) tokens in\s+([\d.]+) seconds")


class Lookup:
    """Runs the program once for each request; a longest draft of 0 is plain decoding."""

    def __init__(self, setup: Setup, longest: int) -> None:
        if setup.lookup is None:
            raise MissingError("no binary: give one with --llama-lookup PATH")
        if not Path(setup.lookup).is_file():
            raise MissingError(f"{setup.lookup} is no file")
        self._setup = setup
        self._longest = longest

    def answer(self, case: Case) -> Answer:
        """By the time that the program tells; its text is compared whole, prompt included."""
        with TemporaryDirectory() as folder:
            prompt = Path(folder) / "prompt.txt"
            prompt.write_text(case.text, "utf-8", newline="")
            done = subprocess.run(
                self._command(case, prompt), capture_output=True, check=False, timeout=600
            )
        report = done.stderr.decode("utf-8", "replace")
        found = _DECODED.search(report)
        if done.returncode or found is None:
            raise MissingError(f"ended with {done.returncode}: {report.strip()[-200:]}")
        count = int(found[1])
        text = done.stdout.decode("utf-8", "replace").rstrip()
        return Answer(text, count, float(found[2]), cut=count >= case.most)

    def _command(self, case: Case, prompt: Path) -> list[str]:
        setup = self._setup
        adapter = ["--lora", setup.adapter] if setup.adapter else []
        return [
            *(str(setup.lookup), "-m", setup.model, *adapter, "-f", str(prompt)),
            *("-c", str(setup.context), "-n", str(case.most), "-t", str(setup.threads)),
            *("--temp", "0", "--spec-draft-n-max", str(self._longest)),
        ]
