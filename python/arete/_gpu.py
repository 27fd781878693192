"""Arrays in the memory of a GPU."""

from __future__ import annotations

from typing import Any

from arete._errors import Error


def cloud_on_gpu(points: Any, words: list[bytes], progress: Any) -> Any:
    """A cloud of an array on a GPU. Raises Error: nothing computes on one in place yet."""
    raise Error(
        "cannot take these points",
        "points",
        f"this {type(points).__module__.split('.')[0]} array lies in the memory of a GPU",
        "bring it to the host: cupy's array.get(), torch's tensor.cpu(); the engine takes it to the GPU by itself",
    )
