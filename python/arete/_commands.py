"""Commands of arete-cli that work on files, within this process."""

from __future__ import annotations

import json
import os
from typing import Any

from arete import _arete
from arete._errors import WrongTypeError, as_typed, log, warn
from arete._flags import arguments, takes
from arete._points import paths_of
from arete._progress import callback


def run(name: str, places: list[Any], keywords: dict[str, Any], progress: Any = None) -> str:
    """Runs a command and returns what it prints. `places`: its arguments without flags. What it warns of is an AreteWarning."""
    words = arguments(name, (name,), keywords)
    output, errors = _arete.command([name.encode()] + words + [b"--"] + paths_of(places), callback(progress))
    for line in errors.splitlines():
        if not line.startswith("warning: "):
            log.info("%s", line)
    warn([line.removeprefix("warning: ") for line in errors.splitlines() if line.startswith("warning: ")])
    return output


def command(*arguments: str | os.PathLike[str]) -> str:
    """Runs any command of arete-cli as it would be typed, and returns what it prints.

        print(arete.command("detect", "cloud.ply", "--r1", "8.3", "-o", "curve.dxf"))
    """
    for argument in arguments:
        if not isinstance(argument, (str, os.PathLike)):
            raise WrongTypeError("cannot run", "command", f"a {type(argument).__name__} is no word of a command line", "give texts")
    with as_typed():
        return str(_arete.command([os.fsencode(argument) for argument in arguments], None)[0])


@takes("info", without=("file", "json"))
def info(*files: str | os.PathLike[str], **keywords: Any) -> dict[str, Any]:
    """What is in a point cloud file: points, dimension, bounds, coordinate system, attributes, classes, warnings, suggested_r1;
    with r1 or max_memory also plan: what a detection of chains would take."""
    return json.loads(run("info", list(files), {**keywords, "json": True}))


def versions() -> list[dict[str, Any]]:
    """Every version of every stage: id, stage, backend, exact, available and why not, parameters with unit, range and default."""
    return json.loads(run("versions", [], {"json": True}))


@takes("bench", without=("what", "json", "markdown"))
def bench(what: str, **keywords: Any) -> dict[str, Any]:
    """Measures detections, stages, networks, trees of tiles or neighbour searches, after checking that the answers agree. Times in ms."""
    return json.loads(run("bench", [what], {**keywords, "json": True}))


@takes("bench-draw")
def bench_draw(**keywords: Any) -> str:
    """Measures how fast points are drawn, and returns the table."""
    return run("bench-draw", [], keywords)
