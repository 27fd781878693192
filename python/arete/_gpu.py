"""Arrays in the memory of a GPU: those of others (CuPy, PyTorch, Numba) come in, and answers go out, by DLPack and __cuda_array_interface__."""

from __future__ import annotations

from typing import Any

import numpy as np

from arete import _arete
from arete._errors import Error

_MANAGED = 13  # DLPack's kind of CUDA's managed memory


class GpuArray:
    """Numbers in the memory of a GPU, (n, d), complete and without gaps: torch.from_dlpack(a), cupy.asarray(a) and numba.cuda.as_cuda_array(a) look at
    them there. The memory stays until the last who looks at it lets it go; then all work of the GPU is waited for.

    numpy.asarray(a) and a.get() bring a copy to the host. Pickled, it travels by the host, and comes back on the GPU of the same number.
    """

    def __init__(self, numbers: _arete.GpuNumbers) -> None:
        self._numbers = numbers

    @property
    def shape(self) -> tuple[int, int]:
        """(n, d)."""
        return self._numbers.shape()

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the numbers."""
        return np.dtype(self._numbers.type())

    @property
    def gpu(self) -> int:
        """The GPU, from 0 in CUDA's order."""
        return self._numbers.gpu()

    @property
    def nbytes(self) -> int:
        """Bytes on the GPU."""
        return self.shape[0] * self.shape[1] * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        # No stream: whoever looks need not wait for anything.
        place = (self._numbers.place(), False)
        return {"shape": self.shape, "typestr": self._numbers.type(), "data": place, "strides": None, "stream": None, "version": 3}

    def __dlpack_device__(self) -> tuple[int, int]:
        return (2, self.gpu)

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError("the array lies on a GPU, and goes nowhere else by DLPack; numpy.asarray(a) copies it to the host")
        if copy:
            raise BufferError("no copy is made by DLPack; copy what you take")
        return self._numbers.lend()

    def get(self) -> np.ndarray:
        """A copy on the host."""
        return self._numbers.to_host()

    def __reduce__(self) -> Any:
        return (to_gpu, (self.get(), self.gpu))

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        if copy is False:
            raise ValueError("an array on a GPU comes to NumPy as a copy")
        return self.get() if dtype is None else self.get().astype(dtype, copy=False)

    def __repr__(self) -> str:
        return f"<arete.GpuArray: {self.shape[0]} × {self.shape[1]} {self.dtype}, GPU {self.gpu}>"


def to_gpu(array: Any, gpu: int = 0) -> GpuArray:
    """Copies a NumPy array, (n, d), to the GPU `gpu`, from 0 in CUDA's order. Raises Error where there is none."""
    return GpuArray(_arete.to_gpu(np.ascontiguousarray(array), gpu))


def _error(points: Any, reason: str, hint: str, kind: str, what: str) -> Error:
    name = type(points).__module__.split(".")[0]
    return Error("cannot take these points", what, f"this {name} array {reason}", hint, kind)


def _refuse_without_cuda(points: Any, what: str) -> None:
    why = _arete.cuda_unavailable()
    if why:
        hint = "bring it to the host: cupy's array.get(), torch's tensor.cpu()"
        raise _error(points, f"lies in the memory of a GPU, and nothing can be computed there: {why}", hint, "wrong_use", what)


def _by_interface(points: Any, what: str) -> _arete.GivenArray:
    about = points.__cuda_array_interface__
    if about.get("mask") is not None:
        raise _error(points, "has a mask", "leave out those points first", "bad_input", what)
    text = about["typestr"]
    if text[0] == ">":
        raise _error(points, f"has the byte order of another machine ({text})", "give float32 or float64", "bad_input", what)
    stream = about.get("stream")
    given = _arete.given_by_interface(about["data"][0] or 0, about["shape"], about.get("strides"), text[1], int(text[2:]), stream, what)
    _refuse_without_cuda(points, what)
    return given


def _by_capsule(points: Any, what: str) -> _arete.GivenArray:
    _refuse_without_cuda(points, what)
    kind, gpu = points.__dlpack_device__()
    stream = _arete.gpu_stream(0 if kind == _MANAGED else gpu)
    try:
        capsule = points.__dlpack__(stream=stream)
    except Exception as error:  # whatever a foreign type raises: it requires a gradient, lies in other memory …
        raise _error(points, f"does not give its memory: {error}", "give one that does, as tensor.detach()", "bad_input", what) from error
    return _arete.given_by_capsule(capsule, what)


def given(points: Any, what: str = "points") -> _arete.GivenArray:
    """An array on a GPU, checked and not yet copied; its owner need not wait for its work. Raises Error."""
    return _by_capsule(points, what) if hasattr(points, "__dlpack__") else _by_interface(points, what)
