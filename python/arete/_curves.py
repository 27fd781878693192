"""Curves as plain lines, and how close one is to another."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from arete import _arete
from arete._errors import Error, warn
from arete._flags import arguments, takes
from arete._points import array_of, path_of
from arete._progress import callback
from arete._travels import Travels

_HINT = "give a detection, lines, arrays of vertices or the name of a file"


class Lines(Travels, Sequence):
    """Lines of coordinates: a sequence of (k, d) float64 arrays in coordinates of the file. A closed line does not repeat its first vertex."""

    def __init__(self, lines: _arete.Lines) -> None:
        self._lines = lines

    @functools.cached_property
    def _arrays(self) -> list[np.ndarray]:
        return [np.array(line) for line in self._lines.arrays()]

    @property
    def closed(self) -> list[bool]:
        """For each line, whether its last vertex is joined to the first."""
        return self._lines.closed()

    def __len__(self) -> int:
        return len(self._arrays)

    def __getitem__(self, place: Any) -> Any:
        return self._arrays[place]

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter(self._arrays)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        from arete._geo import feature_collection

        return feature_collection(self._arrays, self.closed)

    def __repr__(self) -> str:
        return f"<arete.Lines: {len(self)} lines, {sum(len(line) for line in self)} vertices>"


def read_curve(path: str | os.PathLike[str]) -> Lines:
    """A curve from a file: PLY, CSV, OBJ, GeoJSON, lists of segments, rows of points, GPX, SWC or GeoPackage."""
    lines = _arete.lines_from_file(path_of(path))
    warn(lines.warnings())
    return Lines(lines)


def lines_of(curve: Any, what: str) -> _arete.Lines:
    """Whatever may be given as a curve: a Detection, Lines, the name of a file, an array of vertices or a list of these."""
    from arete._detection import Detection

    if isinstance(curve, Detection):
        return _arete.lines_of(curve._detection)
    if isinstance(curve, Lines):
        return curve._lines
    if isinstance(curve, (str, os.PathLike)):
        return read_curve(curve)._lines
    if curve is None:
        raise Error("cannot measure", what, "there is no curve", _HINT)
    if isinstance(curve, np.ndarray) and curve.dtype != object:
        curve = [curve]
    if not isinstance(curve, (list, tuple)):
        raise Error("cannot measure", what, f"a {type(curve).__name__} is no curve", _HINT)
    arrays = [array_of(line, what) for line in curve]
    return _arete.lines_from_arrays(arrays, [False] * len(arrays), what)


@takes("measures")
def quality(curve: Any, reference: Any, *, progress: Any = None, **keywords: Any) -> dict[str, Any]:
    """How close a curve is to the true one, both ways, point to segment: the numbers of `arete-cli quality` by their ids.

    curve, reference : a Detection, Lines, the name of a curve file, a (k, d) array of vertices, or a list of such arrays.

    Distances are in the curves' units. 'scores' lists (tolerance, precision, recall, f_score). NaN: nothing to measure.
    """
    from arete._detection import Detection

    words = arguments("quality", ("measures",), keywords)
    detection = curve._detection if isinstance(curve, Detection) else None
    values, said = _arete.quality(lines_of(curve, "curve"), lines_of(reference, "reference"), detection, words, callback(progress))
    warn([line.removeprefix("warning: ") for line in said.splitlines() if line])
    return values


def curve_formats() -> list[dict[str, str]]:
    """The formats that Detection.save() writes: id, extension and what is in them."""
    return _arete.curve_formats()
