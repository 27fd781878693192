"""A cloud and its curve as one page that turns, zooms and tells: it needs nothing but itself, works from a mail and without a network."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING

import numpy as np

from arete import _arete
from arete._errors import Error, warn
from arete._points import path_of
from arete._travels import Travels

if TYPE_CHECKING:
    from arete._cloud import Cloud
    from arete._detection import Detection


class Page(Travels):
    """A page that shows a cloud and a curve: a notebook shows it in a frame of its own, and save() writes it.

    Drag turns (in 2D moves), with Shift or the right button it moves, the wheel zooms, a click tells of the point under it.
    """

    def __init__(self, text: str, height: int = 500) -> None:
        self.text = text
        self.height = height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page, all or nothing."""
        warn(_arete.write_file(path_of(path), self.text.encode()))

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.text)}" style="width:100%;height:{self.height}px;border:1px solid #ddd"></iframe>'

    def __repr__(self) -> str:
        return f"<arete.Page: {len(self.text)} bytes>"


def page_of(cloud: Cloud, detection: Detection | None, most_points: int, with_steps: bool, height: int = 500) -> Page:
    """`most_points`: of the cloud; where it has more, every n-th. `with_steps`: the detection is made once more, and its steps are shown."""
    if isinstance(most_points, bool) or not isinstance(most_points, (int, np.integer)) or not 1 <= most_points < 2**32:
        raise Error("cannot make the page", "most_points", f"{most_points!r} is no number of points", "give 1 or more")
    found = None if detection is None else detection._detection
    return Page(_arete.page(cloud._cloud, found, int(most_points), with_steps, None).decode(), height)
