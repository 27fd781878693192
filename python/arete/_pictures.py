"""Pictures and animations of clouds and detections, by the offscreen renderer; SVG of flat curves for notebooks."""

from __future__ import annotations

import os
import struct
import warnings
from typing import TYPE_CHECKING, Any

from arete import _arete
from arete._cloud import Cloud, cloud_from
from arete._errors import AreteWarning, Error, warn
from arete._flags import arguments, rows, takes
from arete._notebook import inline_svg
from arete._points import path_of
from arete._progress import callback

if TYPE_CHECKING:
    from arete._detection import Detection

_NOTEBOOK = [b"--picture-size=960x600", b"--white"]
_PNG = b"\x89PNG\r\n\x1a\n"


class Picture(bytes):
    """The bytes of a PNG or an SVG. A notebook shows the picture, and not its bytes."""

    @property
    def kind(self) -> str:
        """'png' or 'svg'."""
        return "png" if self.startswith(_PNG) else "svg"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it, all or nothing. The name must end as the picture is: .png or .svg."""
        if os.path.splitext(os.fsdecode(path))[1].lower() != f".{self.kind}":
            raise Error("cannot write the picture", os.fsdecode(path), f"it is a {self.kind.upper()}", f"name a file .{self.kind}")
        warn(_arete.write_file(path_of(path), self))

    def _repr_png_(self) -> bytes | None:
        return bytes(self) if self.kind == "png" else None

    def _repr_svg_(self) -> str | None:
        return inline_svg(self.decode()) if self.kind == "svg" else None

    def __repr__(self) -> str:
        size = "{} × {}, ".format(*struct.unpack(">II", self[16:24])) if self.kind == "png" else ""
        return f"<arete.Picture: {self.kind.upper()}, {size}{len(self)} bytes>"

    __str__ = __repr__


def picture(cloud: Cloud, detection: Detection | None, path: Any, progress: Any, keywords: dict[str, Any]) -> Picture:
    """A PNG or SVG, written to `path` where one is given."""
    words = arguments("picture", ("picture",), keywords)
    target = b"" if path is None else path_of(path)
    drawn = Picture(_arete.picture(cloud._cloud, _inner(detection), target, words, callback(progress)))
    if path is not None:
        warn(_arete.write_file(target, drawn))
    return drawn


def _inner(detection: Detection | None) -> _arete.Detection | None:
    return None if detection is None else detection._detection


def notebook_png(cloud: _arete.Cloud, detection: _arete.Detection | None) -> bytes | None:
    """For a notebook; None where there is no OpenGL, so that it shows the text instead."""
    if not _arete.draws:
        return None
    try:
        return _arete.picture(cloud, detection, b"", _NOTEBOOK, None)
    except Error as error:
        warnings.warn(f"no picture: {error}", AreteWarning, stacklevel=2)
        return None


#: Of the flags of pictures, those that say what is detected first.
_JOB = ("r1", "r2", "curve", "gpu", "bootstrap", "consensus")


def _found(points: Any, run_to: int | str | None, job: dict[str, Any], reading: dict[str, Any], progress: Any) -> tuple[Cloud, Detection | None]:
    """What is drawn: a cloud, and what was found in it where that was asked for."""
    from arete._detecting import detect, steps
    from arete._detection import Detection

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
def render(points: Any, path: str | os.PathLike[str] | None = None, *, progress: Any = None, **keywords: Any) -> Picture:
    """A picture as PNG, or as SVG where `path` ends in .svg, which is also written to `path` where one is given: of a Cloud, an array or the name of
    a file, or of a Detection. It is bytes that a notebook shows. Drawn without a window or a screen, through EGL.

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
