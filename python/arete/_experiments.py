"""The thesis's tables and figures as runs."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from arete import _arete
from arete._errors import Error, warn
from arete._notebook import scoped_html
from arete._points import path_of
from arete._progress import callback
from arete._travels import Kept, Travels


class Experiment(Travels):
    """The numbers of an experiment that was run.

    columns : dict of lists by name, a value for each row (a number, a text, or None where nothing was measured); units : dict by the same names.
    """

    def __init__(self, id: str, report: _arete.ExperimentReport) -> None:
        self._report = report
        self.id = id
        self.title: str = report.title()
        self.columns: dict[str, list[Any]] = report.columns()
        self.units: dict[str, str] = report.units()
        self.notes: list[str] = report.notes()
        self.device: str = report.device()

    def save(self, folder: str | os.PathLike[str] | None = None) -> list[str]:
        """Writes ID.csv, ID.json and ID.html, a page that needs nothing but itself; returns their names. Default: the folder arete-experiments."""
        files, said = self._report.save(b"" if folder is None else path_of(folder))
        warn(said)
        return list(files)

    def __getstate__(self) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            files = {os.path.basename(name): Path(name).read_bytes() for name in self.save(folder)}
        return {**super().__getstate__(), "_report": _KeptReport({"html": self._report.html(), "files": files})}

    def _repr_html_(self) -> str:
        return scoped_html(self._report.html(), f"arete-experiment-{id(self):x}")

    def __repr__(self) -> str:
        return f"<arete.Experiment {self.id}: {self.title}>"


class _KeptReport(Kept):
    """A report that has come from elsewhere: its files, which are written again."""

    def save(self, folder: bytes) -> tuple[list[str], list[str]]:
        """As the engine does."""
        place, said = Path(os.fsdecode(folder) or "arete-experiments"), []
        place.mkdir(parents=True, exist_ok=True)
        for name, content in self.answers["files"].items():
            said += _arete.write_file(os.fsencode(place / name), content)
        return [str(place / name) for name in self.answers["files"]], said


def experiments() -> list[dict[str, str]]:
    """The experiments: id, title, what they show, and why one cannot run here ('' where it can)."""
    return _arete.experiments()


def experiment(id: str, *, scale: float = 1, repeat: int = 3, seed: int = 1, threads: int = 0, progress: Any = None) -> Experiment:
    """Runs an experiment of the thesis.

    scale : share of the thesis's number of points. repeat : runs of which the median time is given. seed : of the generated clouds.
    threads : CPU threads; 0: all.
    """
    for name, value in (("repeat", repeat), ("seed", seed), ("threads", threads)):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
            raise Error("cannot run this experiment", name, f"{value!r} is no whole number in range", "give 0 or more")
    try:
        share = float(scale)
    except (TypeError, ValueError):
        raise Error("cannot run this experiment", "scale", f"{scale!r} is no number", "give one like 0.1") from None
    return Experiment(id, _arete.experiment(id, share, repeat, seed, threads, callback(progress)))
