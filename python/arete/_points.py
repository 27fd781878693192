"""What may be given as points, and the array that is made of it."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from arete._errors import Error, WrongTypeError
from arete._foreign import Gathered, gathered

#: Kinds of memory by DLPack: those that the processor reads (its own, and what CUDA and ROCm page-lock of it), and CUDA's (its own, and managed).
_HOST, _CUDA = (1, 3, 11), (2, 13)
_HINT = "give an array of shape (n, d) of numbers: a row for each point, 1 to 16 coordinates"


def is_path(points: Any) -> bool:
    """A file, or a list of files."""
    if isinstance(points, (str, os.PathLike)):
        return True
    return isinstance(points, (list, tuple)) and len(points) > 0 and all(isinstance(each, (str, os.PathLike)) for each in points)


def paths_of(files: Any) -> list[bytes]:
    """The names of one file or several."""
    names = list(files) if isinstance(files, (list, tuple)) else [files]
    for name in names:
        if not isinstance(name, (str, os.PathLike)):
            raise WrongTypeError("cannot read this", "files", f"a {type(name).__name__} is no name of a file", "give a path, or a list of paths")
        if "\0" in os.fsdecode(name):
            raise Error("cannot open the file", "files", "there is a zero character in its name")
    return [os.fsencode(name) for name in names]


def path_of(path: Any) -> bytes:
    """The name of one file."""
    return paths_of([path])[0]


def _refuse(what: str, reason: str, hint: str = _HINT) -> Error:
    return Error("cannot take these points", what, reason, hint, "bad_input")


def is_on_gpu(points: Any) -> bool:
    """Whether an array lies in the memory of a GPU. DLPack is asked first: tensors that require a gradient raise where they are asked for the other."""
    if hasattr(points, "__dlpack_device__"):
        return device_of(points) in _CUDA
    return hasattr(points, "__cuda_array_interface__")


def device_of(points: Any) -> int:
    """The kind of memory that DLPack says an array lies in; that of the host for whatever does not know DLPack."""
    return int(points.__dlpack_device__()[0]) if hasattr(points, "__dlpack_device__") else _HOST[0]


def _imported(points: Any, what: str) -> Any:
    """What knows DLPack and none of NumPy's own protocols, without a copy; anything else as it is."""
    if not hasattr(points, "__dlpack__") or hasattr(points, "__array__") or hasattr(points, "__array_interface__"):
        return points
    if device_of(points) not in _HOST:
        reason = f"this {type(points).__module__.split('.')[0]} array lies in the memory of a device (DLPack's kind {device_of(points)})"
        raise _refuse(what, reason, "bring it to the host first")
    return np.from_dlpack(points)


def numbers_of(points: Any, what: str = "points") -> np.ndarray:
    """An array: float32 and float64 as they are; other real numbers as float64 (float16: float32), in the byte order of this machine."""
    if np.ma.isMaskedArray(points) and np.ma.getmaskarray(points).any():
        raise _refuse(what, "some of its values are masked", "leave out those points first")
    try:
        array = np.asarray(_imported(points, what))
    except (MemoryError, Error):
        raise
    except Exception as error:  # whatever a foreign type's conversion raises
        raise _refuse(what, f"a {type(points).__name__} does not become an array: {error}") from error
    if array.dtype.names is not None:
        raise _refuse(what, "its elements are records", "give numpy.column_stack of the coordinates' fields")
    if array.dtype.kind not in "fiub" or array.dtype.itemsize > 8:
        raise _refuse(what, f"its type is {array.dtype}", "give float32 or float64")
    wanted = np.float32 if array.dtype.kind == "f" and array.dtype.itemsize <= 4 else np.float64
    return array.astype(wanted, copy=False)


def cloud_data(points: Any, what: str = "points") -> Gathered:
    """Points with what is known of them: of other libraries' point clouds and tables their coordinates, columns and coordinate system."""
    try:
        found = gathered(points)
    except Error as error:
        raise _refuse(what, error.reason, error.hint) from error
    except MemoryError:
        raise
    except Exception as error:  # whatever a foreign type raises
        raise _refuse(what, f"a {type(points).__name__} does not tell its points: {error}") from error
    if found is None:
        return Gathered(numbers_of(points, what))
    return found._replace(points=numbers_of(found.points, what))


def array_of(points: Any, what: str = "points") -> np.ndarray:
    """The coordinates alone. A table's are all its columns."""
    is_plain = hasattr(points, "iloc") or (isinstance(points, np.ndarray) and points.dtype.names is None)
    return numbers_of(points, what) if is_plain else cloud_data(points, what).points


def indices(numbers: np.ndarray, missing: int | None = None) -> np.ndarray:
    """Numbers of points as int64, whose differences do not wrap; −1 for those that are `missing`."""
    found = numbers.astype(np.int64)
    if missing is not None:
        found[numbers == missing] = -1
    return found
