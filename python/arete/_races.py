"""Races: the same job computed in two to four ways, side by side."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from typing import Any

from arete import _arete
from arete._cloud import Cloud, cloud_from
from arete._detection import Detection
from arete._errors import warn
from arete._flags import arguments, rows, takes
from arete._notebook import scoped_html
from arete._points import path_of
from arete._progress import callback
from arete._travels import Kept, Travels


class Race(Travels):
    """What was measured of each racer, and where its bits differ from those of the first.

    title, about : str -- what raced, and how it was measured. of : str -- the stage or the parameter. notes : list of str.
    racers : list of dict, in their order: name; milliseconds (the median) and runs (ms of every timed turn, list); stages (dict of ms by stage); steps
        (int); counts (list of dict: stage, what, value, meaning); equal (bool), bits (str), differs_from (the first step with other bits, or None),
        recall (of a search that is not equal, else None), hash; device, exact, value.
    """

    def __init__(self, race: _arete.Race, cloud: Cloud) -> None:
        self._race = race
        self.cloud = cloud
        self.title: str = race.title()
        self.about: str = race.about()
        self.of: str = race.of()
        self.notes: list[str] = race.notes()
        self.racers: list[dict[str, Any]] = race.racers()

    @functools.cached_property
    def columns(self) -> dict[str, list[Any]]:
        """Everything measured, by column: a row for the whole, every stage and every step of every racer (column `what`); None where it is not known."""
        return self._race.columns()

    @property
    def units(self) -> dict[str, str]:
        """Units of the columns, by the same names."""
        return self._race.units()

    @functools.cached_property
    def detections(self) -> list[Detection]:
        """What each racer found; none for searches for neighbours."""
        return [Detection(end, self.cloud) for end in self._race.ends() if end is not None]

    def _as(self, kind: str, path: Any) -> str | None:
        text = str(self._race.text(kind))
        if path is None:
            return text
        warn(_arete.write_file(path_of(path), text.encode("utf-8", "surrogateescape")))
        return None

    def __getstate__(self) -> dict[str, Any]:
        texts = {("text", kind): self._race.text(kind) for kind in ("csv", "json", "html", "svg")}
        return {**super().__getstate__(), "_race": Kept({"columns": self.columns, "units": self.units, "ends": self._race.ends(), **texts})}

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """`columns` as CSV: written to `path`, all or nothing, or returned."""
        return self._as("csv", path)

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Everything measured as JSON: written to `path`, all or nothing, or returned."""
        return self._as("json", path)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """A page with tables, plots and pictures that needs nothing else: written to `path`, all or nothing, or returned."""
        return self._as("html", path)

    def to_svg(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """The plots: written to `path`, all or nothing, or returned."""
        return self._as("svg", path)

    def _repr_html_(self) -> str:
        return scoped_html(self._race.text("html"), f"arete-race-{id(self):x}")

    def __repr__(self) -> str:
        told = "; ".join(f"{racer['name']} {racer['milliseconds']:.4g} ms, {racer['bits']}" for racer in self.racers)
        return f"<arete.Race: {self.title}: {told}>"


@takes("race", without=("file", "output", "plot", "page", "neighbours", "version_file"))
def race(points: Any, r1: float | None = None, *, k: int | None = None, version_files: Iterable[Any] = (), progress: Any = None, **keywords: Any) -> Race:
    """Computes the same in two to four ways, looks whether every step has the same bits, and times them in turns: as `arete-cli race`.

    points : as in detect(). r1 : radius in units of the cloud; None: suggested from the cloud. Detections race, or with versions="knn=…" searches for
    the k nearest neighbours of every point among the others. versions and vary say who takes part. version_files :
    .cpp or .cu files with versions of your own (arete/version.h), which race too; they are compiled, and run in processes of their own.

        race = arete.race(points, r1=8.34, versions="evolve=cpu.brute_force,cpu.accelerated")
        race.racers[1]["milliseconds"], race.racers[1]["equal"]
        race.to_csv("race.csv"); race.to_html("race.html")
        arete.race(points, versions="knn=cpu.v0,cpu.best", k=8)
        arete.race(points, versions="evolve=cpu.sequential", version_files=["mine.cpp"])
    """
    given = {"r1": r1, "neighbours": k, "version_file": [os.fspath(file) for file in version_files] or None, **keywords}
    arguments("race", ("race",), {name: None for name in given})
    reading = {name: value for name, value in given.items() if name.rstrip("_") in rows("read")}
    words = arguments("race", ("race",), {name: value for name, value in given.items() if name not in reading})
    cloud = cloud_from(points, reading, progress, "race")
    return Race(_arete.race(cloud._cloud, words, callback(progress)), cloud)
