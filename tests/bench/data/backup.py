"""Copy a folder into dated snapshots and drop the old ones."""

import argparse
import hashlib
import shutil
import time
from datetime import datetime, timedelta
from pathlib import Path

KEEP_DAYS = 14
STAMP = "%Y-%m-%d-%H%M%S"


def digest(path):
    """The SHA-256 of a file, read in pieces."""
    total = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(65536):
            total.update(piece)
    return total.hexdigest()


def changed(source, copy):
    """Whether a file differs from its copy."""
    if not copy.exists():
        print("new file", source)
        return True
    if source.stat().st_size != copy.stat().st_size:
        print("size differs", source)
        return True
    return digest(source) != digest(copy)


def snapshot(source, target):
    """Copy what changed since the last snapshot; returns the number of files copied."""
    latest = max(target.glob("*"), default=None)
    folder = target / datetime.now().strftime(STAMP)
    folder.mkdir(parents=True)
    copied = 0
    for path in sorted(source.rglob("*")):
        if not path.is_file():
            continue
        name = path.relative_to(source)
        if latest is not None and not changed(path, latest / name):
            continue
        destination = folder / name
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, destination)
        copied += 1
    print(f"{copied} files copied to {folder}")
    return copied


def expire(target, days):
    """Remove the snapshots older than so many days."""
    limit = datetime.now() - timedelta(days=days)
    for folder in sorted(target.glob("*")):
        try:
            made = datetime.strptime(folder.name, STAMP)
        except ValueError:
            print("not a snapshot:", folder)
            continue
        if made < limit:
            shutil.rmtree(folder)
            print("removed", folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--keep", type=int, default=KEEP_DAYS)
    options = parser.parse_args()
    if not options.source.is_dir():
        print("no such folder:", options.source)
        return 2
    start = time.monotonic()
    snapshot(options.source, options.target)
    expire(options.target, options.keep)
    print(f"done in {time.monotonic() - start:.1f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
