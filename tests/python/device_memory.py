"""Arrays on a GPU as other libraries have them, made of the CUDA runtime alone; and what looks like one, for machines without a GPU."""

import ctypes
from pathlib import Path

import numpy as np

from arete import _arete

HOST, CUDA, VULKAN, MANAGED = 1, 2, 7, 13
_TO_DEVICE, _TO_HOST, _WITHIN = 1, 2, 3
_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("kind", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = [("tensor", _Tensor), ("owner", ctypes.c_void_p), ("release", _RELEASE)]


ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object
ctypes.pythonapi.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
ctypes.pythonapi.PyCapsule_GetName.restype = ctypes.c_char_p
ctypes.pythonapi.PyCapsule_GetName.argtypes = [ctypes.py_object]
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


#: A capsule looks at its name and keeps no copy.
_GIVEN, _TAKEN = ctypes.c_char_p(b"dltensor"), ctypes.c_char_p(b"used_dltensor")


def name_of(capsule):
    """b'dltensor' until somebody takes it."""
    return ctypes.pythonapi.PyCapsule_GetName(capsule)


_owners = {}  # of tensors that nobody has let go, by address


@_RELEASE
def _let_go(address):  # of all tensors: one of their own would be freed while it runs
    _owners.pop(address).held.pop(address)


class Capsules:
    """Capsules of DLPack, and how many of them nobody has let go."""

    def __init__(self):
        self.held = {}

    def of(self, place, array, kind=CUDA, device=0, code=None, lanes=1, keep=None):
        """A capsule that says that an array like this one lies at `place`."""
        strides = [step // array.itemsize for step in array.strides]
        sizes = (ctypes.c_int64 * array.ndim)(*array.shape)
        steps = (ctypes.c_int64 * array.ndim)(*strides)
        code = _CODES[array.dtype.kind] if code is None else code
        tensor = _Tensor(place, kind, device, array.ndim, code, 8 * array.itemsize, lanes, sizes, steps, 0)
        managed = _Managed(tensor, None, _let_go)
        address = ctypes.addressof(managed)
        _owners[address] = self
        self.held[address] = (managed, sizes, steps, keep)
        return ctypes.pythonapi.PyCapsule_New(address, _GIVEN, None)


class _Runtime:
    """The CUDA runtime that lies beside the module."""

    def __init__(self):
        folder = Path(_arete.__file__).parent
        found = sorted(folder.glob("libcudart.so*")) + sorted(folder.glob("../*/libcudart.so*"))
        self._library = ctypes.CDLL(str(found[0]) if found else "libcudart.so.13")

    def __call__(self, name, *arguments):
        code = getattr(self._library, name)(*arguments)
        if code != 0:
            raise RuntimeError(f"{name}: CUDA error {code}")


_runtime = None


def cuda(name, *arguments):
    """Calls a function of the CUDA runtime."""
    global _runtime
    _runtime = _runtime or _Runtime()
    _runtime(name, *arguments)


class DeviceArray:
    """An array that was copied to a GPU. `speaks`: the protocols that it knows."""

    def __init__(self, array, speaks=("dlpack", "interface"), stream=None):
        self.like, self.speaks, self.stream, self.capsules = array, speaks, stream, Capsules()
        whole = array if array.base is None else array.base  # with what its strides leave out
        first = array.__array_interface__["data"][0] - whole.__array_interface__["data"][0]
        self.memory = ctypes.c_void_p()
        cuda("cudaMalloc", ctypes.byref(self.memory), ctypes.c_size_t(whole.nbytes))
        cuda("cudaMemcpy", self.memory, ctypes.c_void_p(whole.ctypes.data), ctypes.c_size_t(whole.nbytes), _TO_DEVICE)
        self.place = self.memory.value + first
        self.alive = True

    def free(self):
        if self.alive:
            self.alive = False
            cuda("cudaFree", self.memory)

    def __del__(self):
        self.free()

    def __getattribute__(self, name):
        wanted = {"__dlpack__": "dlpack", "__dlpack_device__": "dlpack", "__cuda_array_interface__": "interface"}.get(name)
        if wanted and wanted not in object.__getattribute__(self, "speaks"):
            raise AttributeError(name)
        return object.__getattribute__(self, name)

    @property
    def __cuda_array_interface__(self):
        about = {"shape": self.like.shape, "typestr": self.like.dtype.str, "data": (self.place, False), "strides": self.like.strides, "version": 3}
        return about if self.stream is None else about | {"stream": self.stream}

    def __dlpack_device__(self):
        return (CUDA, 0)

    def __dlpack__(self, stream=None):
        assert stream is not None and stream > 2  # a stream of ours, which waits for nothing here: all work is done
        return self.capsules.of(self.place, self.like, keep=self)


def fetched(place, shape, dtype):
    """A copy of numbers of a GPU."""
    array = np.empty(shape, dtype)
    cuda("cudaMemcpy", ctypes.c_void_p(array.ctypes.data), ctypes.c_void_p(place), ctypes.c_size_t(array.nbytes), _TO_HOST)
    return array


def taken(capsule):
    """What a consumer of DLPack does: the numbers, and what lets them go."""
    address = ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor")
    managed = _Managed.from_address(address)
    tensor = managed.tensor
    kinds = {code: kind for kind, code in _CODES.items()}
    dtype = np.dtype(f"{kinds[tensor.code]}{tensor.bits // 8}")
    shape = tuple(tensor.shape[k] for k in range(tensor.dimensions))
    ctypes.pythonapi.PyCapsule_SetName(ctypes.py_object(capsule), _TAKEN)
    return tensor.kind, lambda: fetched(tensor.data, shape, dtype), lambda: managed.release(address)
