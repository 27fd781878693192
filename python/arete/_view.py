"""The window, on the state that Python holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from arete import _arete
from arete._cloud import Cloud, cloud_from
from arete._detection import Detection
from arete._errors import Error, as_typed, warn
from arete._progress import callback

_KEPT_DAYS = 30


def program() -> str:
    """The window program: ARETE_PROGRAM, that of the build which this module is from, or that in PATH. Raises Error where there is none."""
    given = os.environ.get("ARETE_PROGRAM")
    built = Path(__file__).resolve().parents[2] / "bin" / "arete"
    of_build = any(library.is_symlink() for library in Path(__file__).parent.glob("libarete-engine.so.*"))  # elsewhere others may have made that folder
    # An element of PATH that is no whole name is the current folder, or in it.
    path = os.pathsep.join(folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder))
    found = given or (str(built) if of_build and built.is_file() else shutil.which("arete", path=path))
    if not found or not os.access(found, os.X_OK):
        raise Error("cannot open the window", found or "arete", "there is no such program", "install arete, or set ARETE_PROGRAM to where it is")
    return found


def _folder() -> Path:
    """A folder for this view, under the user's cache; views older than some weeks are removed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arete" / "views"
    try:
        cache.mkdir(parents=True, exist_ok=True)
        for old in cache.iterdir():
            if old.is_dir() and time.time() - old.stat().st_mtime > _KEPT_DAYS * 24 * 3600:
                shutil.rmtree(old, ignore_errors=True)
        return Path(tempfile.mkdtemp(prefix=time.strftime("%Y-%m-%d-"), dir=cache))
    except OSError as error:
        raise Error("cannot open the window", str(cache), error.strerror or str(error), "give folder=", "io") from error


def view(points: Any, detection: Detection | None = None, *, folder: str | os.PathLike[str] | None = None, progress: Any = None) -> int:
    """Opens the window on points and, where one is given, on the very state of a detection or step. Returns at once: the number of its process.

    The window opens a session, view.arete, in `folder`; points that are from no file are beside it. Without a folder they are kept in the user's
    cache for 30 days: save the session from the window, with a copy of the points, to keep them longer.
    """
    cloud = detection.cloud if detection is not None else cloud_from(points, {}, progress, "view")
    if detection is not None and isinstance(points, Cloud) and points is not cloud:
        raise Error("cannot open the window", "detection", "it is of another cloud", "give the cloud that it was found in")
    with as_typed():
        _arete.require_display()
    wanted = program()
    place = Path(os.fsdecode(folder)) if folder is not None else _folder()
    session = place / "view.arete"
    inner = None if detection is None else detection._detection
    warn(_arete.save_session(cloud._cloud, inner, os.fsencode(session), callback(progress)))
    start = '"$1" "$2" >/dev/null 2>&1 </dev/null & echo $!'
    started = subprocess.run(["/bin/sh", "-c", start, "sh", wanted, str(session)], capture_output=True, text=True, start_new_session=True, check=True)
    return int(started.stdout)
