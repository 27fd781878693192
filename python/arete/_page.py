"""A cloud and its curve as one page that turns, zooms and tells: it needs nothing but itself, works from a mail and without a network."""

from __future__ import annotations

import base64
import html
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arete import _arete
from arete._errors import Error, warn
from arete._points import path_of
from arete._travels import Travels

if TYPE_CHECKING:
    from arete._cloud import Cloud
    from arete._detection import Detection

_MOST_FRAMES = 60
_STYLE = (
    "html,body{margin:0;height:100%;font:13px/1.4 sans-serif;color:#222}#canvas{width:100%;height:100%;display:block;touch-action:none}"
    "#panel{position:absolute;top:8px;left:8px;background:#fffd;padding:6px 10px;border-radius:4px}#panel label{display:block}"
    "#told{position:absolute;bottom:6px;left:10px;background:#fffd;padding:2px 6px;margin:0}[hidden]{display:none!important}"
)
_PANEL = (
    '<div id="panel"><label><input type="checkbox" id="cloud" checked> cloud</label><label><input type="checkbox" id="curve" checked> curve</label>'
    '<label><input type="checkbox" id="nodes" checked> ends and junctions</label>'
    '<label>size of points <input type="range" id="size" min="1" max="8" step="0.5" value="2"></label>'
    '<label id="surety">supported by <input type="range" id="sure" min="0" max="100" value="0"> <span id="least">0 %</span></label>'
    '<label id="steps">step <input type="range" id="step" min="0" value="0"> <span id="which"></span></label>'
    '<button id="reset">whole view</button></div>'
)


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


def _packed(array: np.ndarray) -> str:
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def _in_space(points: np.ndarray) -> np.ndarray:
    """Three coordinates: further ones are left out, missing ones are 0."""
    axes = points[:, :3].astype(np.float64)
    return np.column_stack([axes, *[np.zeros(len(axes))] * (3 - axes.shape[1])])


def _frame(detection: Detection, middle: np.ndarray, half: float) -> dict[str, Any]:
    support = None if detection.support is None else _packed(detection.support.edge_support.astype("<f4"))
    record = detection.record
    return {
        "nodes": _packed(((_in_space(detection.points) - middle) / half).astype("<f4")),
        "edges": _packed(detection.edges.astype("<u4")),
        "support": support,
        "name": f"{detection.step}: {record['stage']}",
    }


def _steps(detection: Detection) -> list[Detection]:
    """Those that led to it, evenly spread where they are many, without the last."""
    from arete._detecting import steps

    with tempfile.TemporaryDirectory() as folder:
        session = os.path.join(folder, "view.arete")
        warn(_arete.save_session(detection.cloud._cloud, detection._detection, os.fsencode(session), None))
        found = list(steps(detection.cloud, preset=session, curves=True))[:-1]
    return found[:: max(1, -(-len(found) // _MOST_FRAMES))]


def page_of(cloud: Cloud, detection: Detection | None, most_points: int, with_steps: bool, height: int = 500) -> Page:
    """`most_points`: of the cloud; where it has more, every so many-th. `with_steps`: the detection is made once more, and its steps are shown."""
    if isinstance(most_points, bool) or not isinstance(most_points, (int, np.integer)) or most_points < 1:
        raise Error("cannot make the page", "most_points", f"{most_points!r} is no number of points", "give 1 or more")
    points = cloud.points
    every = max(1, -(-len(points) // int(most_points)))
    shown = _in_space(points[::every])
    found = [] if detection is None else [*(_steps(detection) if with_steps else []), detection]
    both = np.concatenate([shown, *(_in_space(each.points) for each in found)])
    low, high = both.min(axis=0), both.max(axis=0)
    half = float((high - low).max()) / 2 or 1.0
    scale = np.where(high > low, 65535 / np.where(high > low, high - low, 1), 0)
    data = {
        "dimension": min(points.shape[1], 3),
        "low": low.tolist(),
        "high": high.tolist(),
        "points": _packed(((shown - low) * scale).round().astype("<u2")),
        "every": every,
        "frames": [_frame(each, (low + high) / 2, half) for each in found],
    }
    about = [f"{len(points)} points" + ("" if every == 1 else f", one of {every} shown")]
    about += [] if detection is None else [repr(detection)[len("<arete.") : -1]]
    script = (Path(__file__).parent / "view.js").read_text(encoding="utf-8")
    written = json.dumps({**data, "about": " · ".join(about)}).replace("<", "\\u003c")
    text = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Arete</title>'
        f'<style>{_STYLE}</style></head><body><canvas id="canvas"></canvas>{_PANEL}<p id="told"></p>\n'
        f'<script type="application/json" id="data">{written}</script>\n<script>{script}</script></body></html>\n'
    )
    return Page(text, height)
