"""Arrays of other libraries that come by DLPack: those in the memory of the host without a copy; those on a GPU have a test
of their own."""

import unittest

import numpy as np

import arete
from arete._points import array_of
from support import R1, Case, spiral

_HOST, _VULKAN = 1, 7


class Tensor:
    """Knows DLPack alone, as tensors of other libraries do: a capsule of its memory, and the kind of that."""

    def __init__(self, array, device=_HOST):
        self.array, self.device = array, device

    def __dlpack_device__(self):
        return (self.device, 0)

    def __dlpack__(self, stream=None, **_):
        return self.array.__dlpack__()


class Tensors(Case):
    def test_of_the_host_are_taken_without_a_copy(self):
        for scalar in (np.float32, np.float64):
            points = spiral().astype(scalar)
            given = array_of(Tensor(points))
            self.assertTrue(np.shares_memory(given, points))
            self.assertEqual(given.dtype, scalar)

    def test_of_the_host_give_the_bits_of_their_array(self):
        points = spiral()
        self.assertEqual(arete.detect(Tensor(points), r1=R1).hash, arete.detect(points, r1=R1).hash)
        strided = np.asfortranarray(np.repeat(points, 2, axis=0))[::2]
        self.assertEqual(arete.detect(Tensor(strided), r1=R1).hash, arete.detect(points, r1=R1).hash)
        for own, other in zip(arete.knn(Tensor(points), Tensor(points[:9]), k=3), arete.knn(points, points[:9], k=3)):
            np.testing.assert_array_equal(own, other)

    def test_of_other_numbers_become_doubles(self):
        whole = np.arange(40, dtype=np.int32).reshape(20, 2)
        self.assertEqual(array_of(Tensor(whole)).dtype, np.float64)
        np.testing.assert_array_equal(array_of(Tensor(whole)), whole)

    def test_that_numpy_refuses_are_one_error(self):
        class Broken(Tensor):
            def __dlpack__(self, stream=None, **_):
                raise BufferError("it requires a gradient")

        class Empty(Tensor):
            def __dlpack__(self, stream=None, **_):
                return object()

        self.refused(lambda: arete.detect(Broken(spiral())), "it requires a gradient")
        self.refused(lambda: arete.detect(Empty(spiral())), "points")

    def test_in_other_memory_are_refused_with_advice(self):
        for call in (arete.detect, arete.knn):
            self.refused(lambda: call(Tensor(spiral(), _VULKAN)), "kind 7", "to the host")

    def test_go_out_as_numpy_arrays_that_others_look_at(self):
        found = arete.detect(spiral(), r1=R1)
        self.assertEqual(found.points.__dlpack_device__(), (_HOST, 0))
        with memoryview(found.points) as view:
            self.assertFalse(view.readonly)
            self.assertTrue(np.shares_memory(np.asarray(view), found.points))
        self.assertTrue(np.shares_memory(np.from_dlpack(found.points), found.points))


if __name__ == "__main__":
    unittest.main()
