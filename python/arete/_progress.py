"""What `progress=` takes: a function, or a bar of tqdm."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from arete._errors import Error, log

Progress = Callable[[float, str], Any]


def callback(progress: Any) -> Progress | None:
    """What is called with a fraction and a text; where the log takes details, it gets each new text."""
    told = _function_of(progress)
    if not log.isEnabledFor(logging.DEBUG):
        return told
    last = ""

    def tell(fraction: float, what: str) -> None:
        nonlocal last
        if what != last:
            log.debug("%s", what)
        last = what
        if told is not None:
            told(fraction, what)

    return tell


def _function_of(progress: Any) -> Progress | None:
    """A function of the fraction, 0 to 1, and of what is done. A bar (it has update() and n, as tqdm's) is moved to that share of its total."""
    if progress is None:
        return None
    if hasattr(progress, "update") and hasattr(progress, "n"):
        total = getattr(progress, "total", None) or 1.0
        return lambda fraction, what: progress.update(fraction * total - progress.n)
    if callable(progress):
        return progress
    reason = f"a {type(progress).__name__} cannot be called"
    raise Error("cannot tell the progress", "progress", reason, "give a function of (fraction, what), or a bar of tqdm")
