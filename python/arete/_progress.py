"""What `progress=` takes: a function, or a bar of tqdm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arete._errors import Error

Progress = Callable[[float, str], Any]


def callback(progress: Any) -> Progress | None:
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
