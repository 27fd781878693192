"""Arete: ridge detection in point clouds, step by step; the engine of the window and of arete-cli, with the same bits.

    import arete, numpy as np
    d = arete.detect(points, r1=None, backend="auto")      # (n, d) float32 or float64, any strides; None: suggested
    d.points, d.edges, d.chains, d.hash, d.times
    for frame in arete.steps(points, r1=8.3): ...           # every step: chosen points, what moved
    i, distance = arete.knn(reference, query, k=8)          # int64, exact, ties by index
    arete.read("tile.laz", where="class == 14"); d.save("wires.gpkg", crs="EPSG:28992"); d.to_networkx()
    arete.view(points, d)                                   # the window, on this very state; returns at once

Keywords are the flags of arete-cli: help(arete.detect) lists them with units and defaults. Whatever is refused or fails is an arete.Error, which is
also the ValueError, FileNotFoundError … that Python has for it. While the engine computes, other threads of Python run; Ctrl+C ends it within 100 ms;
progress= takes a function or a tqdm bar, logging.getLogger("arete") tells the same at DEBUG. Results can be pickled and copied.
"""

from __future__ import annotations

from arete import _arete
from arete._cloud import Cloud, cloud, convert, generate, read, shapes
from arete._commands import bench, bench_draw, command, info, versions
from arete._curves import Lines, curve_formats, quality, read_curve
from arete._detecting import detect, replay, steps
from arete._detection import Detection, Support
from arete._errors import AreteWarning, Error
from arete._estimator import NearestNeighbors
from arete._experiments import Experiment, experiment, experiments
from arete._explaining import Projection, Sweep, project, sweep
from arete._gpu import GpuArray, to_gpu
from arete._neighbours import knn, neighbours_within
from arete._page import Page
from arete._pictures import Picture, animate, render
from arete._races import Race, race
from arete._tiles import Tiles, tiles
from arete._view import view
from arete._wires import Clearance, Spans, clearance, read_spans, wires

__version__: str = _arete.version

__all__ = [
    "AreteWarning",
    "Clearance",
    "Cloud",
    "Detection",
    "Error",
    "Experiment",
    "GpuArray",
    "Lines",
    "NearestNeighbors",
    "Page",
    "Picture",
    "Projection",
    "Race",
    "Spans",
    "Support",
    "Sweep",
    "Tiles",
    "animate",
    "bench",
    "bench_draw",
    "clearance",
    "cloud",
    "command",
    "convert",
    "cuda_unavailable",
    "curve_formats",
    "detect",
    "experiment",
    "experiments",
    "generate",
    "gpus",
    "info",
    "knn",
    "neighbours_within",
    "project",
    "quality",
    "race",
    "read",
    "read_curve",
    "read_spans",
    "render",
    "replay",
    "shapes",
    "steps",
    "sweep",
    "tiles",
    "to_gpu",
    "versions",
    "view",
    "wires",
]


def gpus() -> list[dict[str, object]]:
    """The GPUs that CUDA versions can run on: name, multiprocessors, memory_bytes."""
    return _arete.gpus()


def cuda_unavailable() -> str:
    """Why CUDA versions cannot run here; '' where they can."""
    return _arete.cuda_unavailable()
