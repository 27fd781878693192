"""Spans of wires as the catenaries they are, and how near points come to them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from arete import _arete
from arete._cloud import cloud_from
from arete._curves import lines_of
from arete._errors import Error, warn
from arete._points import path_of
from arete._progress import callback
from arete._travels import Travels

_WIRES = (13, 14, 15, 16)


def _length(value: Any, name: str, least: float = 0.0) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not least <= value < np.inf:
        raise Error("cannot take this value", name, f"{value!r} is no length", "give metres")
    return float(value)


class Spans(Travels):
    """Spans of wires: a row each, by line, bay, circuit, position and conductor. Lengths in metres, angles in degrees, places in file coordinates.

    columns : dict of arrays -- line, bay, circuit, position, conductor, points, span_length, sag with sag_low and sag_high (90 %), a, lowest_z, blow_out,
        rmse, noise, gap_start, gap_end, gap_longest and more, then the curve; pandas.DataFrame(spans.columns) is the table.
    pylons : dict of arrays -- where spans meet: line, x, y, highest, lowest, turn, spans. left_out : int -- pieces of wires that are no span.
    crs : str -- the coordinate system; '' where it is not known.
    """

    def __init__(self, columns: dict[str, np.ndarray], pylons: dict[str, np.ndarray], left_out: int, crs: str) -> None:
        self.columns: dict[str, np.ndarray] = columns
        self.pylons: dict[str, np.ndarray] = pylons
        self.left_out: int = left_out
        self.crs: str = crs

    def __len__(self) -> int:
        return len(self.columns["line"])

    def __getitem__(self, column: str) -> np.ndarray:
        return self.columns[column]

    def lines(self, off: float = 0.01) -> list[np.ndarray]:
        """Of each span a (k, 3) array of places on its curve, so close that lines between them leave it by at most `off` metres."""
        return _arete.smooth_wires(self.columns, _length(off, "off", 1e-6))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Spans as lines and pylons as points (.gpkg), or the table of spans (.csv), as `arete-cli wires` writes them."""
        warn(_arete.write_spans(path_of(path), self.columns, self.pylons, self.crs))

    def __repr__(self) -> str:
        return f"<arete.Spans: {len(self)} spans, {len(self.pylons['line'])} pylons>"


def wires(
    points: Any,
    curve: Any,
    *,
    reach: float = 0.75,
    shortest: float = 20.0,
    bundle: float = 0.6,
    seed: int = 1,
    threads: int = 0,
    progress: Any = None,
) -> Spans:
    """The spans of wires, each with its catenary, cut at pylons. Metres, z upwards.

    points : as in detect(). curve : the wires: a Detection of profile wires, Lines, the name of a curve file, or arrays of vertices.
    reach : points farther from a wire are not its. shortest : a span is at least as long. bundle : conductors nearer to each other are one phase.
    seed : of the resamples that make the bands.

    The same numbers as `arete-cli wires`. Raises Error.

        d = arete.detect("tile.laz", curve="network", profile="wires", classes="wire-conductor")
        s = d.spans()
        s["sag"], s["rmse"], s.pylons["x"]; s.save("spans.gpkg")
    """
    cloud = cloud_from(points, {}, progress, "wires")
    found = _arete.spans(
        cloud._cloud,
        lines_of(curve, "curve"),
        _length(reach, "reach"),
        _length(shortest, "shortest"),
        _length(bundle, "bundle"),
        int(seed),
        int(threads),
        callback(progress),
    )
    return Spans(*found)


def read_spans(path: str | os.PathLike[str]) -> Spans:
    """Spans from a file that `arete-cli wires` or Spans.save() wrote, .gpkg or .csv; without pylons."""
    columns, crs = _arete.read_spans(path_of(path))
    none: dict[str, np.ndarray] = {name: np.empty(0) for name in ("line", "x", "y", "highest", "lowest", "turn", "spans")}
    return Spans(columns, none, 0, crs)


class Clearance(Travels):
    """How near points come to wires. Metres.

    distance : (n,) float64 -- of each point from the nearest wire; infinity for points that were not looked at. span : (n,) int64 -- that wire's row in
        the spans, -1 for none.
    places : dict of arrays -- where points below the limit follow each other along a span: span (from 1), from, to, points, distance, horizontal,
        vertical, class, x, y, z of the nearest point.
    looked, below, own : int -- how many points were looked at, are below the limit, and were taken for the wires' own.
    """

    def __init__(
        self, distance: np.ndarray, span: np.ndarray, places: dict[str, np.ndarray], looked: int, below: int, own: int
    ) -> None:
        self.distance: np.ndarray = distance
        self.span: np.ndarray = span
        self.places: dict[str, np.ndarray] = places
        self.looked: int = looked
        self.below: int = below
        self.own: int = own

    def __repr__(self) -> str:
        return f"<arete.Clearance: {len(self.places['span'])} places, {self.below} of {self.looked} points below the limit>"


def clearance(
    points: Any,
    spans: Spans | str | os.PathLike[str],
    *,
    limit: float = 5.0,
    extra_sag: float = 0.0,
    swing: float = 0.0,
    own: float | None = None,
    apart: float = 10.0,
    leave_out: Sequence[int] = _WIRES,
    threads: int = 0,
    progress: Any = None,
) -> Clearance:
    """How near points come to wires: the exact distance of each from the nearest catenary.

    points : as in detect(). spans : of these points, or the name of a file of them. limit : points below it are gathered to places.
    extra_sag : metres more for every span, as at the temperature of design. swing : degrees to both sides, as by wind: wires are anywhere within.
    own : nearer points are the wires' own; None: 0 where the cloud has classes, else .75. apart : places of a span that are nearer are one.
    leave_out : classes that are not looked at; wires and towers.

    The same numbers as `arete-cli clearance`. Raises Error.

        c = arete.clearance("tile.laz", s, limit=5, extra_sag=1.5)
        c.distance, c.places["distance"]
    """
    if not isinstance(spans, Spans):
        spans = read_spans(spans)
    cloud = cloud_from(points, {}, progress, "clearance")
    return Clearance(
        *_arete.clearance(
            cloud._cloud,
            spans.columns,
            _length(limit, "limit"),
            _length(extra_sag, "extra_sag", -1e6),
            _length(swing, "swing"),
            -1.0 if own is None else _length(own, "own"),
            _length(apart, "apart"),
            [int(each) for each in leave_out],
            int(threads),
            callback(progress),
        )
    )
