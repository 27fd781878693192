"""Detections are made here: all at once, step by step, or again from a session."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from arete import _arete
from arete._cloud import Cloud, cloud_from
from arete._detection import Detection
from arete._errors import Error, warn
from arete._flags import arguments, split, takes
from arete._points import is_path, path_of, paths_of
from arete._progress import callback


def _on_disk(points: Any, own: dict[str, dict[str, Any]], edits: bytes, refused: dict[str, bool], tell: Any) -> Detection:
    """A detection that leaves its points on disk."""
    files = paths_of(points) if is_path(points) else []
    for name, given in refused.items():
        if given:
            raise Error("cannot detect within bounded memory", name, "it needs the points in memory", "leave it out, or max_memory")
    if not files:
        reason = "these points are in memory already"
        raise Error("cannot detect within bounded memory", "max_memory", reason, "give the names of files, or leave max_memory out")
    words = {group: arguments("detect", (group,), own[group]) for group in own}
    found, said = _arete.detect_on_disk(files, words["read"], words["job"], edits, words["long"], tell)
    warn(said)
    return Detection(found, Cloud(found.cloud()))


@takes("job", "read", "long")
def detect(
    points: Any,
    r1: float | None = None,
    *,
    edits: str | os.PathLike[str] | None = None,
    compare_exact: bool = False,
    assignment: bool = False,
    progress: Any = None,
    **keywords: Any,
) -> Detection:
    """Finds the curve in a cloud.

    points : (n, d) float32 or float64, any strides, 1 to 16 coordinates; a Cloud; or the name of a file, with the keywords of read().
    r1 : radius of choose and evolve in units of the cloud, about twice the noise around the curve. None: suggested from the cloud.
    edits : a JSON file of edits of the curve (docs/editing.md), made on what is found; what they call noise is left out before.
    compare_exact : also detect with exact versions on the whole cloud, and tell the difference: for tiles and other inexact versions.
    assignment : also find of each cloud point its chosen point.
    progress : called with a fraction and a text, or a tqdm bar.
    checkpoint, resume : a folder that keeps the detection while it runs, also where Ctrl+C ends it; a later call goes on from there.
    max_memory : the points of files stay on disk (in `scratch`, else the working folder); then `cloud` has none.
    store : with max_memory: a file that keeps the sorted points; the next detection of the same files and r1 starts from it.

    The same bits as `arete-cli detect` with the same flags on a file of these points. The interpreter lock is free meanwhile; Ctrl+C ends it within
    100 ms. Raises Error.

        d = arete.detect(points, r1=8.3)
        d.points, d.edges, d.chains, d.hash, d.times
        arete.detect("gps.csv", columns=(2, 3), curve="network", bootstrap=100)
    """
    own = split("detect", ("job", "read", "long"), {"r1": r1, **keywords})
    tell = callback(progress)
    file = b"" if edits is None else path_of(edits)
    if own["long"].get("max_memory") is not None:
        return _on_disk(points, own, file, {"compare_exact": compare_exact, "assignment": assignment}, tell)
    words, keeping = (arguments("detect", (group,), own[group]) for group in ("job", "long"))
    cloud = cloud_from(points, own["read"], progress, "detect")
    found, said = _arete.detect(cloud._cloud, words, file, bool(compare_exact), bool(assignment), keeping, tell)
    warn(said)
    return Detection(found, cloud if edits is None else Cloud(found.cloud()))


@takes("job", "read")
def steps(points: Any, r1: float | None = None, *, curves: bool = False, progress: Any = None, **keywords: Any) -> Iterator[Detection]:
    """Every step of a detection, from the first to the last: an iterator of Detections with `points`, what `moved`, `previous` and `removed`.

    curves : also join the points of every step, so that it has edges; else the last one alone has them.
    Everything else as in detect(). Ctrl+C leaves the iterator at the last whole step, from where it can go on.

        for frame in arete.steps(points, r1=8.3):
            print(frame.record["stage"], frame.points.shape, frame.moved.sum())
    """
    own = split("steps", ("job", "read"), {"r1": r1, **keywords})
    words = arguments("steps", ("job",), own["job"])
    cloud = cloud_from(points, own["read"], progress, "steps")
    return _Steps(cloud, _arete.Stepper(cloud._cloud, words, bool(curves)), callback(progress))


class _Steps(Iterator):
    """The steps of one detection; no generator, because an exception would end that."""

    def __reduce__(self) -> Any:
        raise Error("cannot be pickled", "steps", "a walk goes on in the process that began it", "pickle its steps, or what detect() finds")

    def __init__(self, cloud: Cloud, stepper: _arete.Stepper, progress: Any) -> None:
        self._cloud, self._stepper, self._progress = cloud, stepper, progress

    def __next__(self) -> Detection:
        found = self._stepper.next(self._progress)
        if found is None:
            raise StopIteration
        return Detection(found, self._cloud)


def replay(session: str | os.PathLike[str], *, compare_exact: bool = False, assignment: bool = False, progress: Any = None) -> Detection:
    """Repeats the detection of a saved session (.arete) to its end. Raises Error where the session knows its result and this one has other bits.

    compare_exact, assignment : as in detect().
    """
    found, said, compare = _arete.replay(path_of(session), bool(compare_exact), bool(assignment), callback(progress))
    warn(said)
    compare()
    return Detection(found, Cloud(found.cloud()))
