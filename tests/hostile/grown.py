"""Longer files, of 40 to 150 lines, made up from a seed."""

from collections.abc import Callable
from random import Random

NOUNS = (
    *("order", "invoice", "parcel", "ticket", "vessel", "signal", "branch", "ladder", "window"),
    *("harvest", "kettle", "journey", "pattern", "garden", "recipe", "station", "bridge"),
    *("planet", "candle", "market"),
)
VERBS = (
    *("collect", "measure", "arrange", "prepare", "inspect"),
    *("compare", "publish", "combine", "forward", "restore"),
)


def names(rng: Random, count: int) -> list[str]:
    """Different names of two words."""
    pairs = [f"{verb}_{noun}" for verb in VERBS for noun in NOUNS]
    return rng.sample(pairs, count)


def python(rng: Random) -> list[str]:
    lines = ['"""Generated steps of a batch."""', "", "import logging", "import time", ""]
    for name in names(rng, rng.randint(5, 13)):
        noun, limit = name.split("_")[1], rng.randint(2, 90)
        lines += [
            "",
            f"def {name}({noun}s, limit={limit}):",
            f"    # at most `limit` of each {noun}",
            "    result = []",
            f"    for {noun} in {noun}s:",
            f"        if len(result) >= limit or {noun} is None:",
            f'            logging.info("stopped at %s", {noun})',
            "            break",
            f"        result.append({noun}.{rng.choice(VERBS)}(step={rng.randint(1, 9)}))",
            "    time.sleep(0.1)",
            "    return result",
            "",
        ]
    return lines[:-1]


def javascript(rng: Random) -> list[str]:
    lines = ['import { log } from "./log.js";', 'import { store } from "./store.js";']
    for name in names(rng, rng.randint(5, 12)):
        noun = name.split("_")[1]
        lines += [
            "",
            f"// the {noun} may be missing",
            f"export async function {name}({noun}, retries = {rng.randint(1, 9)}) {{",
            f"  if (!{noun}) {{",
            f'    log("no {noun} to {name.split("_")[0]}");',
            "    return null;",
            "  }",
            f"  const saved = await store.put({noun}.id, {noun});",
            f"  log('{rng.choice(VERBS)}', saved, retries);",
            "  return saved;",
            "}",
        ]
    return lines


def go(rng: Random) -> list[str]:
    lines = ["package steps", "", "import (", '\t"fmt"', '\t"time"', ")"]
    for name in names(rng, rng.randint(5, 11)):
        title = "".join(part.title() for part in name.split("_"))
        lines += [
            "",
            f"// {title} waits between tries.",
            f"func {title}(count int) error {{",
            f"\tfor try := 0; try < {rng.randint(2, 60)}; try++ {{",
            "\t\tif count == try {",
            "\t\t\treturn nil",
            "\t\t}",
            f"\t\ttime.Sleep({rng.randint(1, 500)} * time.Millisecond)",
            "\t}",
            f'\treturn fmt.Errorf("{name.replace("_", " ")}: %d", count)',
            "}",
        ]
    return lines


def json(rng: Random) -> list[str]:
    rows = [
        f'  {{"id": {number}, "name": "{name}", "size": {rng.randint(1, 999)}}}'
        for number, name in enumerate(names(rng, rng.randint(30, 110)), 1)
    ]
    return ["[", *(f"{row}," for row in rows[:-1]), rows[-1], "]"]


def csv(rng: Random) -> list[str]:
    rows = [
        f"{number},{name},{rng.randint(1, 999)},{rng.choice(NOUNS)}"
        for number, name in enumerate(names(rng, rng.randint(30, 120)), 1)
    ]
    return ["id,name,size,kind", *rows]


def markdown(rng: Random) -> list[str]:
    lines = ["# Handbook", "", "What each step does, and when it is run."]
    for name in names(rng, rng.randint(6, 14)):
        verb, noun = name.split("_")
        lines += [
            "",
            f"## {verb.title()} the {noun}",
            "",
            f"Run this step before anybody may {rng.choice(VERBS)} a {rng.choice(NOUNS)}.",
            f"It takes {rng.randint(2, 60)} minutes.",
            "",
            "```bash",
            f"steps {verb} --{noun} {rng.randint(1, 99)}",
            "```",
            "",
            f"- needs: {rng.choice(NOUNS)}",
            f"- gives: {rng.choice(NOUNS)}",
        ]
    return lines


def rust(rng: Random) -> list[str]:
    lines = ["use std::time::Duration;", "use crate::store::Store;"]
    for name in names(rng, rng.randint(5, 11)):
        noun = name.split("_")[1]
        lines += [
            "",
            f"/// Stops at the first {noun} that is too large.",
            f"pub fn {name}(store: &mut Store, {noun}s: &[u32]) -> Option<u32> {{",
            f"    let limit = {rng.randint(10, 900)};",
            f"    for {noun} in {noun}s {{",
            f"        if *{noun} > limit {{",
            f'            println!("{noun} {{}} is too large", {noun});',
            f"            return Some(*{noun});",
            "        }",
            f"        store.wait(Duration::from_millis({rng.randint(1, 99)}));",
            "    }",
            "    None",
            "}",
        ]
    return lines


def toml(rng: Random) -> list[str]:
    lines = ['title = "steps"', f"workers = {rng.randint(1, 16)}"]
    for name in names(rng, rng.randint(8, 20)):
        lines += [
            "",
            f"[steps.{name}]",
            f'kind = "{rng.choice(NOUNS)}"',
            f"limit = {rng.randint(1, 999)}",
            f"enabled = {rng.choice(('true', 'false'))}",
        ]
    return lines


GROWN: tuple[tuple[str, Callable[[Random], list[str]]], ...] = (
    ("steps.py", python),
    ("steps.js", javascript),
    ("steps.go", go),
    ("steps.json", json),
    ("steps.csv", csv),
    ("handbook.md", markdown),
    ("steps.rs", rust),
    ("steps.toml", toml),
)
"""A name, and what grows its lines."""
