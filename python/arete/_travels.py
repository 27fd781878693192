"""What lets results travel: pickle, copy, deepcopy, and what is built on these (process pools, joblib, Dask)."""

from __future__ import annotations

import functools
from typing import Any


class Travels:
    """An object that is pickled as what it holds, without what it has worked out of that. What the engine holds never changes: copies share it."""

    def __getstate__(self) -> dict[str, Any]:
        found = {name for kind in type(self).__mro__ for name, value in vars(kind).items() if isinstance(value, functools.cached_property)}
        return {name: value for name, value in vars(self).items() if name not in found}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)


class Kept:
    """Stands for an object of the engine of which its answers are kept: by the names of its methods, or these with an argument."""

    def __init__(self, answers: dict[Any, Any]) -> None:
        self.answers = answers

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "answers":
            raise AttributeError(name)
        return lambda *given: self.answers[(name, *given) if given else name]
