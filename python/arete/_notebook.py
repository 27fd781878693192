"""What a notebook shows: drawings without a screen, and pages that leave the notebook's own style alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from arete._detection import Detection

_MOST_POINTS = 4000  # of the cloud: some 50 kB
_WIDTH, _MARGIN = 720, 34
_TALLEST = 1.6  # height over width, at most


def inline_svg(svg: str) -> str:
    """A drawing as part of a page: without the declaration of an XML file, which HTML exporters refuse."""
    return re.sub(r"^\s*<\?xml[^>]*\?>\s*(<!DOCTYPE[^>]*>\s*)?", "", svg)


def scoped_html(page: str, name: str) -> str:
    """A whole page as one element of another: its rules apply within that element, and nothing else of the page is touched."""
    style = "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    body = re.search(r"<body[^>]*>(.*)</body>", page, re.DOTALL)
    rules = []
    for selectors, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", style):
        own = [f"#{name}" if each.strip() == "body" else f"#{name} {each.strip()}" for each in selectors.split(",")]
        rules.append(f"{','.join(own)}{{{rule}}}")
    return f'<div id="{name}"><style>{"".join(rules)}</style>\n{body[1] if body else page}</div>\n'


class _Frame:
    """Coordinates of the cloud as places in a drawing."""

    def __init__(self, points: np.ndarray) -> None:
        self.low, self.high = points.min(axis=0), points.max(axis=0)
        extent = np.maximum(self.high - self.low, 0)
        widest = max(extent[0], extent[1] / _TALLEST) or 1.0
        self.scale = (_WIDTH - 2 * _MARGIN) / widest
        self.height = float(extent[1] * self.scale + 2 * _MARGIN)

    def places(self, points: np.ndarray) -> np.ndarray:
        """y goes up in the cloud and down in a drawing."""
        x = (points[:, 0] - self.low[0]) * self.scale + _MARGIN
        y = self.height - _MARGIN - (points[:, 1] - self.low[1]) * self.scale
        return np.column_stack([x, y]).round(1)

    def box(self) -> str:
        """The bounds of the cloud with their coordinates."""
        left, top = self.places(np.array([[self.low[0], self.high[1]]]))[0]
        right, bottom = self.places(np.array([[self.high[0], self.low[1]]]))[0]
        texts = [
            (left, bottom + 16, "start", self.low[0]),
            (right, bottom + 16, "end", self.high[0]),
            (left - 4, bottom, "end", self.low[1]),
            (left - 4, top + 8, "end", self.high[1]),
        ]
        shown = "".join(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{value:g}</text>' for x, y, anchor, value in texts)
        rect = f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" fill="none" stroke="#ccc"/>'
        return f'{rect}<g font-family="sans-serif" font-size="9" fill="#777">{shown}</g>'


def _dots(places: np.ndarray) -> str:
    return "".join(f"M{x:g} {y:g}h0" for x, y in places.tolist())


def _line(places: np.ndarray) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in places.tolist())


def flat_svg(detection: Detection) -> str | None:
    """The curve of a flat cloud over the cloud; None for other dimensions, and for steps whose points are not joined."""
    if detection.cloud.shape[1] != 2 or not detection._detection.curve_known():
        return None
    cloud: Any = detection.cloud.points
    if len(cloud) == 0:  # its points are on disk
        cloud = detection.points
    frame = _Frame(np.concatenate([cloud.astype(np.float64), detection.points.astype(np.float64)]))
    some = cloud[:: max(1, -(-len(cloud) // _MOST_POINTS))].astype(np.float64)
    lines = "".join(_line(frame.places(line.astype(np.float64))) for line in detection.lines)
    alone = _dots(frame.places(detection.points[detection.degrees == 0].astype(np.float64)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {frame.height:g}" width="{_WIDTH}" height="{frame.height:g}">{frame.box()}'
        f'<path d="{_dots(frame.places(some))}" stroke="#9aa7b5" stroke-width="2" stroke-linecap="round" opacity="0.6"/>'
        f'<path d="{lines}" fill="none" stroke="#c22" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>'
        f'<path d="{alone}" stroke="#c22" stroke-width="4" stroke-linecap="round"/></svg>'
    )
