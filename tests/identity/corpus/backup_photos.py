"""Copies new photos from a camera card into dated folders."""
import shutil
import time
from pathlib import Path


def target_for(photo, root):
    day = time.localtime(photo.stat().st_mtime)
    return root / time.strftime("%Y/%m-%d", day) / photo.name.lower()


def copy_all(card, root):
    copied = 0
    print("looking at", card)
    for photo in sorted(card.glob("DCIM/*/*.JPG")):
        target = target_for(photo, root)
        if target.exists():
            print("already there:", target)
            continue
        print("copying", photo.name)
        shutil.copy2(photo, target)
        copied += 1
        print("done with", photo.name)
    print(copied, "photos copied")
    return copied
