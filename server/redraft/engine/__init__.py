"""Prompts in, events out: Protocols, the native library, the token loop, the local Engine."""

import os

# llama.cpp's threads wait for each other several hundred times a pass. GNU OpenMP lets them spin
# meanwhile, as if the machine were theirs: with one other busy process, a pass takes ten times as
# long and more. So they spin briefly, then sleep. Read when the library is loaded, hence here.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")
