"""Pictures and animations of clouds and detections, by the offscreen renderer; SVG of flat curves for notebooks."""

from __future__ import annotations

import os
import tempfile
import warnings
from typing import TYPE_CHECKING, Any

from arete import _arete
from arete._cloud import Cloud, cloud_from
from arete._errors import AreteWarning, Error, warn
from arete._flags import arguments, rows, takes
from arete._points import path_of
from arete._progress import callback

if TYPE_CHECKING:
    from arete._detection import Detection

_NOTEBOOK = [b"--picture-size=960x600", b"--white"]


def picture(cloud: Cloud, detection: Detection | None, path: Any, progress: Any, keywords: dict[str, Any]) -> bytes:
    """The bytes of a PNG or SVG, written to `path` where one is given: beside it first, so that there is never half a file."""
    words = arguments("picture", ("picture",), keywords)
    target = b"" if path is None else path_of(path)
    drawn = _arete.picture(cloud._cloud, _inner(detection), target, words, callback(progress))
    if path is None:
        return drawn
    try:
        folder = os.path.dirname(os.path.abspath(target))
        with tempfile.NamedTemporaryFile(dir=folder, prefix=b".arete-", delete=False) as file:
            try:
                file.write(drawn)
                file.close()
                os.chmod(file.name, 0o666 & ~_mask())
                os.replace(file.name, target)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise Error("cannot write", os.fsdecode(target), error.strerror or str(error), "give another place", "io") from error
    return drawn


def _inner(detection: Detection | None) -> _arete.Detection | None:
    return None if detection is None else detection._detection


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def notebook_png(cloud: _arete.Cloud, detection: _arete.Detection | None) -> bytes | None:
    """For a notebook; None where there is no OpenGL, so that it shows the text instead."""
    if not _arete.draws:
        return None
    try:
        return _arete.picture(cloud, detection, b"", _NOTEBOOK, None)
    except Error as error:
        warnings.warn(f"no picture: {error}", AreteWarning, stacklevel=2)
        return None


def notebook_svg(detection: Detection) -> str | None:
    """The curve of a flat cloud as a drawing; None for other dimensions, and for steps whose points are not joined."""
    if detection.cloud.shape[1] != 2 or not detection._detection.curve_known():
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "curve.svg")
        _arete.save_curve(detection._detection, os.fsencode(path), "svg", {}, None)
        with open(path, encoding="utf-8") as file:
            return file.read()


#: Of the flags of pictures, those that say what is detected first.
_JOB = ("r1", "r2", "curve", "gpu", "bootstrap", "consensus")


def _found(points: Any, run_to: int | str | None, job: dict[str, Any], reading: dict[str, Any], progress: Any) -> tuple[Cloud, Detection | None]:
    """What is drawn: a cloud, and what was found in it where that was asked for."""
    from arete._detection import Detection, detect, steps

    if isinstance(points, Detection):
        return points.cloud, points
    cloud = cloud_from(points, reading, progress, "render")
    if run_to is None and not job:
        return cloud, None
    if run_to in (None, "end"):
        return cloud, detect(cloud, progress=progress, **job)
    if isinstance(run_to, bool) or not isinstance(run_to, int) or run_to < 0:
        raise Error("cannot draw this step", "run_to", f"{run_to!r} is not a step", "give a number or 'end'")
    for frame in steps(cloud, curves=True, progress=progress, **job):
        if frame.step >= run_to:
            break
    return cloud, frame


def _sorted(keywords: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Keywords that say how to draw, what to detect, and how to read."""
    given = {name: value for name, value in keywords.items() if value is not None and value is not False}
    job = {name: given.pop(name) for name in _JOB if name in given}
    reading = {name: given.pop(name) for name in list(given) if name.rstrip("_") in rows("read")}
    return given, job, reading


@takes("picture", "read", without=("no_interop",))
def render(points: Any, path: str | os.PathLike[str] | None = None, *, progress: Any = None, **keywords: Any) -> bytes:
    """A picture as PNG, or as SVG where `path` ends in .svg, which is also written to `path` where one is given: of a Cloud, an array or the name of a
    file, or of a Detection. Drawn without a window or a screen, through EGL.

    r1, r2, curve, run_to, bootstrap and consensus say what is detected first: nothing where none of them is given.

        arete.render("cloud.ply", "curve.png", r1=8.34, run_to="end", white=True)
    """
    given, job, reading = _sorted(keywords)
    run_to = given.pop("run_to", None)
    arguments("render", ("picture",), given)
    cloud, detection = _found(points, run_to, job, reading, progress)
    return picture(cloud, detection, path, progress, given)


@takes("animation", "picture", "read", without=("no_interop",))
def animate(points: Any, *, animation: str = "steps", progress: Any = None, **keywords: Any) -> int:
    """Writes an animation, as numbered pictures into a new folder, as a film, or both, when all is drawn; returns how many pictures it has.

    points : as in render(); steps lead to a Detection that is given, else to run_to or the end.
    animation : 'steps' of the detection, a 'turn' of the camera, or 'both'.

        arete.animate(points, mp4="steps.mp4", r1=8.34, white=True, picture_size="1280x720")
    """
    given, job, reading = _sorted(keywords)
    run_to = given.pop("run_to", None)
    if animation in ("steps", "both"):
        run_to = "end" if run_to is None else run_to
    words = arguments("animate", ("animation", "picture"), {"animation": animation, **given})
    cloud, detection = _found(points, run_to, job, reading, progress)
    pictures, said = _arete.animate(cloud._cloud, _inner(detection), words, callback(progress))
    warn(said)
    return pictures
