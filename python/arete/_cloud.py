"""Clouds: from files, arrays and shapes."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from arete import _arete
from arete._curves import Lines
from arete._errors import Error, warn
from arete._flags import arguments, rows, takes
from arete._gpu import given as given_on_gpu
from arete._points import cloud_data, is_on_gpu, is_path, numbers_of, path_of, paths_of
from arete._progress import callback
from arete._travels import Travels

if TYPE_CHECKING:
    from arete._page import Page

#: Keywords of reading that a cloud in memory can follow, besides those of filters.
_OF_ARRAYS = ("scalar", "crs")


class Cloud(Travels):
    """An immutable cloud: n points of d coordinates with what is known of them. Made by read(), generate() and cloud().

    numpy.asarray(cloud) is cloud.points; every function that takes points takes a cloud, without a copy. It is pickled with all its points and
    attributes, so that nothing is read again; one that lies on a GPU comes back on the host.
    """

    def __init__(self, cloud: _arete.Cloud) -> None:
        self._cloud = cloud

    def __len__(self) -> int:
        return self._cloud.size()

    @property
    def shape(self) -> tuple[int, int]:
        """(n, d)."""
        return (self._cloud.size(), self._cloud.dimension())

    @functools.cached_property
    def points(self) -> np.ndarray:
        """(n, d) coordinates as in the file, in its units; read-only. The very memory where the origin is 0, else a copy as float64."""
        return self._cloud.points()

    @property
    def scalar(self) -> str:
        """'float' or 'double': the type that coordinates are kept and computed in."""
        return "double" if self._cloud.is_double() else "float"

    @property
    def gpu(self) -> int | None:
        """The GPU that the coordinates lie on, from 0 in CUDA's order: that of the array they were copied from. None: on the host."""
        return self._cloud.gpu()

    @property
    def bytes_to_host(self) -> int:
        """How many bytes of its coordinates have come from the GPU to the host so far: samples and chosen points, or all where something asked for them."""
        return self._cloud.bytes_to_host()

    @property
    def origin(self) -> np.ndarray:
        """(d,) what was subtracted from the coordinates of the file, so that the type holds them."""
        return np.array(self._cloud.origin())

    @functools.cached_property
    def attributes(self) -> dict[str, np.ndarray]:
        """Other columns of the file by name, (n,) in the type of the file each; NaN where a point has no value. Read-only."""
        return self._cloud.attributes()

    @property
    def crs(self) -> str:
        """The coordinate system as words that PROJ understands; '' where nobody said it."""
        return self._cloud.crs()

    @property
    def format(self) -> str:
        """What was read: 'PLY, binary little endian', 'array', 'generated'."""
        return self._cloud.format()

    @property
    def files(self) -> list[str]:
        """The files that it was read from."""
        return self._cloud.files()

    @property
    def warnings(self) -> list[str]:
        """What the reader had to say, a sentence each."""
        return self._cloud.warnings()

    @property
    def filter(self) -> str:
        """Which points were kept, in words; '' for all."""
        return self._cloud.filter()

    @property
    def points_in_file(self) -> int:
        """How many points the files hold, kept or not."""
        return self._cloud.points_in_file()

    @property
    def non_finite(self) -> int:
        """How many of them were left out because a coordinate is missing, NaN or infinite."""
        return self._cloud.non_finite()

    @property
    def truth(self) -> Lines | None:
        """The true curve of a generated cloud, else None."""
        lines = _arete.truth_of(self._cloud)
        return None if lines is None else Lines(lines)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        array = self.points if dtype is None else self.points.astype(dtype, copy=False)
        return array.copy() if copy else array

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        from arete._geo import multi_point

        return multi_point(self)

    def to_geopandas(self) -> Any:
        """A geopandas.GeoDataFrame: a Point and the attributes of each, in the cloud's coordinate system."""
        from arete._geo import points_frame

        return points_frame(self)

    @takes("job", without=("r1",))
    def suggest_r1(self, *, progress: Any = None, **keywords: Any) -> float:
        """The R1, in units of the cloud, that detect() takes where none is given; 0 for fewer than two distinct points."""
        return _arete.suggest_r1(self._cloud, arguments("suggest_r1", ("job",), keywords), callback(progress))[0]

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, progress: Any = None) -> None:
        """Writes the points in coordinates of the file with their attributes; all or nothing. The extension says the format: PLY, LAS, NPY, CSV;
        a session (.arete) shows the cloud in the window, and .html is a page to turn and zoom, as show() makes it."""
        if os.fsdecode(path).endswith(".html") and format is None:
            self.show().save(path)
            return
        if os.fsdecode(path).endswith(".arete"):
            warn(_arete.save_session(self._cloud, None, path_of(path), callback(progress)))
        else:
            warn(_arete.save_points(self._cloud, path_of(path), format or "", callback(progress)))

    def show(self, *, most_points: int = 2_000_000, height: int = 500) -> Page:
        """The cloud as a page that turns, zooms and tells, in a notebook or by save("view.html").

        most_points : where it has more, every n-th is shown. height : in the notebook, pixels.
        """
        from arete._page import page_of

        return page_of(self, None, most_points, False, height)

    def _repr_png_(self) -> bytes | None:
        from arete._pictures import notebook_png

        return notebook_png(self._cloud, None)

    def __repr__(self) -> str:
        return f"<arete.Cloud: {len(self)} points, {self.shape[1]}D, {self.scalar}, {self.format}>"


def _column(name: str, values: Any) -> tuple[bytes, np.ndarray]:
    """A column in a type that attributes are held in."""
    array = numbers_of(values, name) if np.asarray(values).dtype.kind not in "biuf" else np.asarray(values)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "b":
        array = array.astype(np.uint8)
    elif size >= 8:
        array = array.astype(np.float64)
    elif kind == "f":
        array = array.astype(np.float32)
    return name.encode("utf-8", "surrogateescape"), np.ascontiguousarray(array, array.dtype.newbyteorder("="))


def _check_for_array(keywords: dict[str, Any]) -> None:
    for keyword, value in keywords.items():
        row = rows("read").get(keyword.rstrip("_"))
        if value is not None and row is not None and row["group"] != "Filter" and row["name"] not in _OF_ARRAYS:
            raise Error("cannot take these points", keyword, "it says how a file is read, and these points are in memory", "leave it out")


@takes("read")
def read(files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], *, progress: Any = None, **keywords: Any) -> Cloud:
    """Reads a cloud from a file, or several files as one cloud, and keeps the points that the filter names.

    Formats: PLY, PCD, LAS, LAZ, NPY, OBJ, GPX, SWC, text and raw rows. Points with a coordinate that is not finite are left out and counted.
    `progress` is called with a fraction and a text, or is a tqdm bar. Raises Error with the file, the place in it, the reason and what to do.

        arete.read("tile.laz", where="class == 14 && z > 2")
        arete.read(["a.laz", "b.laz"], class_="ground", thin=0.5)
    """
    words = arguments("read", ("read",), keywords)
    made = Cloud(_arete.read(paths_of(files), words, False, callback(progress)))
    _tell(made)
    return made


def _tell(cloud: Cloud) -> None:
    said = list(cloud.warnings)
    if cloud.non_finite:
        said.append(f"{cloud.non_finite} of {cloud.points_in_file} points left out: a coordinate is missing or not finite")
    warn(said)


@takes(
    "read",
    without=(
        *("dim", "columns", "track_column", "separator", "decimal_comma", "decimal_point", "skip_lines", "max_points", "raw_scalar", "withheld"),
        "skip_bad_files",
    ),
)
def cloud(points: Any, *, attributes: Mapping[str, Any] | None = None, tracks: Any = None, progress: Any = None, **keywords: Any) -> Cloud:
    """A cloud of points in memory: (n, d) float32 or float64 of any strides, 1 to 16 coordinates.

    attributes : values of each point by name, (n,) each.

    Also what other libraries keep points in, with its columns as attributes and its coordinate system: structured arrays with fields x and y (PDAL),
    tables with such columns (pandas), laspy, Open3D, trimesh, PyVista, GeoPandas, and whatever has __geo_interface__.

    They are copied once, and get the origin and the type that a file with these rows would get, so that results have the same bits. Filters may name
    x, y, z and attributes. An array in the memory of a GPU (CuPy, PyTorch) is copied there and stays there; filters bring it to the host.

    `tracks`: a number for each point, (n,); points with one number are a track in their order, and networks in the plane are made of tracks.

    Other real numbers become float64. Raises Error for another shape or type, no point, or a coordinate that is not finite.
    """
    columns = dict(attributes or {})
    if tracks is not None:
        columns["track"] = tracks
    return cloud_from(points, keywords, progress, "cloud", columns)


def cloud_from(points: Any, keywords: dict[str, Any], progress: Any, function: str, attributes: Mapping[str, Any] | None = None) -> Cloud:
    """A cloud of whatever may be given as points: a Cloud, names of files, an array."""
    given = {name: value for name, value in keywords.items() if value is not None and value is not False}
    if attributes and (isinstance(points, Cloud) or is_path(points) or is_on_gpu(points)):
        raise Error("cannot add attributes", "attributes", "these points are no array of the host", "give an array, as cloud.points")
    if isinstance(points, Cloud):
        if given:
            raise Error("the cloud is read already", next(iter(given)), "it says how to read one", "give it to arete.read()")
        return points
    words = arguments(function, ("read",), given)
    if is_path(points):
        made = Cloud(_arete.read(paths_of(points), words, False, callback(progress)))
        _tell(made)
        return made
    _check_for_array(given)
    if is_on_gpu(points):
        return Cloud(_arete.cloud_of_gpu(given_on_gpu(points), words, callback(progress)))
    found = cloud_data(points)
    if found.crs and "crs" not in given:
        words += arguments(function, ("read",), {"crs": found.crs})
    columns = [_column(name, values) for name, values in {**found.columns, **(attributes or {})}.items()]
    return Cloud(_arete.cloud_of(found.points, columns, words, callback(progress)))


@takes("shapes")
def generate(shape: str, *, scalar: str = "float", progress: Any = None, **keywords: Any) -> Cloud:
    """A cloud around a known curve (`cloud.truth`); the same seed gives the same bits on every machine. shapes() lists the curves.

        cloud = arete.generate("spiral", points=100_000, dim=2, noise=4.17, seed=1)
    """
    if scalar not in ("float", "double"):
        raise Error("cannot generate this cloud", "scalar", f"'{scalar}' is no type of coordinates", "give 'float' or 'double'")
    words = arguments("generate", ("shapes",), keywords)
    return Cloud(_arete.generate(shape, scalar == "double", words, callback(progress)))


def shapes() -> list[dict[str, Any]]:
    """The curves that generate() knows: id, help, and the least and largest number of dimensions."""
    return _arete.shapes()


@takes("read")
def convert(
    files: Any, output: str | os.PathLike[str], *, format: str | None = None, to_crs: str | None = None, progress: Any = None, **keywords: Any
) -> Cloud:
    """Writes clouds as one file in another format, with their attributes and every bit of their coordinates: the points that the filter names.
    `to_crs`: the coordinate system of the new file, 'utm', metres in the UTM zone of the cloud's middle, or 'sphere', the unit sphere."""
    words = arguments("convert", ("read",), keywords)
    made = Cloud(_arete.read(paths_of(files), words, True, callback(progress)))
    _tell(made)
    if to_crs is not None:
        made = Cloud(made._cloud.brought_to(to_crs))
        _tell(made)
    made.save(output, format=format, progress=progress)
    return made
