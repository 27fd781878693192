"""Arrays in the memory of a GPU, in and out. What can be said without one is tried everywhere, with what only looks like such an array; the rest where
there is a GPU, with the CUDA runtime, and with PyTorch and CuPy where they are."""

import ctypes
import gc
import unittest

import numpy as np

import arete
from arete import _arete
from device_memory import CUDA, MANAGED, VULKAN, Capsules, DeviceArray, cuda, fetched, name_of, taken
from support import R1, Case, spiral

WITHOUT = arete.cuda_unavailable()


class Interface:
    """Knows __cuda_array_interface__ alone."""

    def __init__(self, array, **changes):
        about = {"shape": array.shape, "typestr": array.dtype.str, "data": (array.ctypes.data, False), "strides": array.strides, "version": 3}
        self.__cuda_array_interface__ = about | changes


class Given(Case):
    """By whatever looks like an array on a GPU: refused before anything is looked at there."""

    def test_of_another_shape_or_type_are_refused_as_arrays_are(self):
        points = spiral()
        for call in (arete.detect, arete.knn):
            self.refused(lambda: call(Interface(points[:, 0])), "its shape is (3000,)", "reshape(-1, 1)")
            self.refused(lambda: call(Interface(points[:0])), "there is no point in it")
            self.refused(lambda: call(Interface(points.astype(complex))), "its type is c16", "float32 or float64")
            self.refused(lambda: call(Interface(points, typestr=">f4")), "byte order of another machine")
            self.refused(lambda: call(Interface(points, mask=points)), "has a mask")
            self.refused(lambda: call(Interface(points, data=(0, False))), "no memory")
            self.refused(lambda: call(Interface(points, data=(None, True))), "no memory")
            self.refused(lambda: call(Interface(points, strides=(8,))), "1 strides")

    def test_by_capsules_are_taken_once_and_let_go(self):
        points, capsules = spiral(), Capsules()
        capsule = capsules.of(points.ctypes.data, points)
        given = _arete.given_by_capsule(capsule, "points")
        self.assertEqual(given.shape(), points.shape)
        self.assertEqual(name_of(capsule), b"used_dltensor")
        self.assertEqual(len(capsules.held), 1)
        self.refused(lambda: _arete.given_by_capsule(capsule, "points"), "nobody has taken yet")
        del given
        gc.collect()
        self.assertEqual(len(capsules.held), 0)

    def test_by_capsules_are_let_go_where_they_are_refused(self):
        points, capsules = spiral(), Capsules()
        for changes, reason in (
            ({"kind": VULKAN}, "kind 7"),
            ({"code": 5}, "float32 or float64"),
            ({"code": 4}, "float32 or float64"),
            ({"lanes": 4}, "vectors"),
        ):
            self.refused(lambda: _arete.given_by_capsule(capsules.of(points.ctypes.data, points, **changes), "points"), reason)
        self.refused(lambda: _arete.given_by_capsule(capsules.of(points.ctypes.data, points[0]), "points"), "its shape is (2,)")
        self.refused(lambda: _arete.given_by_capsule(object(), "points"), "gave no tensor")
        gc.collect()
        self.assertEqual(len(capsules.held), 0)

    @unittest.skipUnless(WITHOUT, "here is a GPU")
    def test_are_refused_with_advice_where_no_gpu_computes(self):
        class Tensor:
            def __init__(self, kind):
                self.kind = kind

            def __dlpack_device__(self):
                return (self.kind, 0)

            def __dlpack__(self, **_):
                raise AssertionError("nobody can take it")

        for points in (Interface(spiral()), Tensor(CUDA), Tensor(MANAGED)):
            for call in (arete.detect, arete.knn, arete.cloud, arete.NearestNeighbors().fit):
                self.refused(lambda: call(points), "memory of a GPU", WITHOUT, "to the host", kind="wrong_use")
        self.refused(lambda: arete.to_gpu(spiral()), WITHOUT, kind="wrong_use")
        self.refused(lambda: arete.detect(spiral(), r1=R1).on_gpu(), WITHOUT, kind="wrong_use")


@unittest.skipIf(WITHOUT, WITHOUT)
class OnTheGpu(Case):
    """What the CUDA runtime put there."""

    def hashes(self, points, **keywords):
        return arete.detect(DeviceArray(points), **keywords).hash, arete.detect(points, **keywords).hash

    def test_give_the_bits_of_the_host(self):
        for dim, scalar in ((2, np.float32), (3, np.float32), (2, np.float64), (3, np.float64)):
            points = spiral(20_000, dim).astype(scalar)
            for speaks in (("dlpack",), ("interface",), ("dlpack", "interface")):
                own = arete.detect(DeviceArray(points, speaks), r1=R1)
                self.assertEqual(own.hash, arete.detect(points, r1=R1).hash, (dim, scalar, speaks))
                self.assertEqual(own.cloud.gpu, 0)
                np.testing.assert_array_equal(own.points, arete.detect(points, r1=R1, backend="cpu").points)

    def test_bring_samples_and_chosen_points_to_the_host_and_no_more(self):
        points = spiral(200_000, 3)
        found = arete.detect(DeviceArray(points), r1=R1)
        first = next(arete.steps(points, r1=R1))
        self.assertEqual(found.cloud.bytes_to_host, (512 + len(first.points)) * points.strides[0])
        self.assertLess(found.cloud.bytes_to_host, points.nbytes / 50)
        np.testing.assert_array_equal(found.cloud.points, points)  # this asks for all of them
        self.assertGreater(found.cloud.bytes_to_host, points.nbytes)

    def test_suggest_the_r1_of_the_host(self):
        points = spiral(300_000)
        cloud = arete.cloud(DeviceArray(points))
        self.assertEqual(cloud.suggest_r1(), arete.cloud(points).suggest_r1())
        self.assertLess(cloud.bytes_to_host, points.nbytes / 2)

    def test_far_from_zero_get_the_origin_and_type_of_the_host(self):
        random = np.random.default_rng(5)
        ways = [np.array([447000.0, 4637000.0]), np.array([0.1, 1e7]), np.array([1e-3, -2e-3])]
        for corner in ways:
            points = corner + spiral(5000).astype(np.float64) * random.choice([1, 1e-3])
            own, other = arete.cloud(DeviceArray(points)), arete.cloud(points)
            self.assertEqual((own.scalar, list(own.origin)), (other.scalar, list(other.origin)))
            np.testing.assert_array_equal(own.points, other.points)
        for wanted in ("float", "double"):
            points = spiral(5000).astype(np.float64)
            own, other = arete.cloud(DeviceArray(points), scalar=wanted), arete.cloud(points, scalar=wanted)
            self.assertEqual(own.scalar, other.scalar)
            np.testing.assert_array_equal(own.points, other.points)

    def test_of_coordinates_whose_squares_floats_cannot_hold_are_decided_on_by_the_host(self):
        points = spiral(3000).copy()
        points[7] = (6e-17, 3e-20)
        points[8] = (0, 0)
        self.assertEqual(*self.hashes(points, r1=R1))
        tiny = spiral(3000).astype(np.float64) * 1e-30
        own, other = arete.cloud(DeviceArray(tiny)), arete.cloud(tiny)
        self.assertEqual((own.scalar, own.gpu), (other.scalar, None))

    def test_of_any_strides_and_numbers_are_what_numpy_makes_of_them(self):
        base = np.ascontiguousarray(np.repeat(spiral(4000, 3), 2, axis=0))
        for view in (base[::2], base[::-2], base[:, ::-1], base[:, :2], base[5:, 1:], base.T.copy().T):
            own = arete.cloud(DeviceArray(view))
            np.testing.assert_array_equal(own.points, arete.cloud(view).points)
        whole = np.round(spiral(500) * 10)
        for dtype in ("f2", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"):
            numbers = (whole - whole.min() if dtype[0] == "u" else whole) % 100
            numbers = np.ascontiguousarray(numbers.astype(dtype))
            np.testing.assert_array_equal(arete.cloud(DeviceArray(numbers)).points, arete.cloud(numbers).points, dtype)
        truths = whole > 0
        np.testing.assert_array_equal(arete.cloud(DeviceArray(truths)).points, arete.cloud(truths).points)

    def test_that_are_not_finite_are_refused_as_on_the_host(self):
        for row, column, bad in ((0, 0, np.nan), (2999, 1, np.inf), (1500, 0, -np.inf)):
            points = spiral()
            points[row, column] = bad
            own = self.refused(lambda: arete.detect(DeviceArray(points)), "not finite")
            other = self.refused(lambda: arete.detect(points), "not finite")
            self.assertEqual(own.reason, other.reason)

    def test_that_are_gone_or_not_there_are_refused(self):
        gone = DeviceArray(spiral())
        gone.free()
        self.refused(lambda: arete.detect(gone), "no longer", kind="wrong_use")
        self.refused(lambda: arete.detect(Interface(spiral())), "do not lie in the memory of a GPU", kind="wrong_use")
        longer = DeviceArray(spiral(), ("interface",))
        longer.like = np.broadcast_to(longer.like[:1], (1 << 28, 2))
        about = longer.__cuda_array_interface__ | {"strides": (8, 4)}
        self.refused(lambda: arete.detect(Interface(spiral(), **about)), "no longer", kind="wrong_use")
        self.assertEqual(*self.hashes(spiral(), r1=R1))  # the GPU still works

    def test_on_a_gpu_that_does_not_exist_are_refused(self):
        class Elsewhere(DeviceArray):
            def __dlpack_device__(self):
                return (CUDA, 99)

        self.refused(lambda: arete.detect(Elsewhere(spiral())), "no such GPU", kind="wrong_use")

    def test_that_do_not_give_their_memory_are_one_error(self):
        class Gradient(DeviceArray):
            def __dlpack__(self, stream=None):
                raise BufferError("it requires a gradient")

        self.refused(lambda: arete.detect(Gradient(spiral())), "it requires a gradient")

    def test_are_let_go_as_soon_as_they_are_copied(self):
        points = DeviceArray(spiral(), ("dlpack",))
        cloud = arete.cloud(points)
        gc.collect()
        self.assertEqual(len(points.capsules.held), 0)
        expected = spiral()
        cuda("cudaMemset", points.memory, 0, ctypes.c_size_t(expected.nbytes))
        np.testing.assert_array_equal(cloud.points, expected)

    def test_wait_for_the_stream_that_writes_them(self):
        stream, points = ctypes.c_void_p(), spiral(1_000_000, 3)
        cuda("cudaStreamCreate", ctypes.byref(stream))
        given = DeviceArray(np.zeros_like(points), ("interface",), stream.value)
        source = DeviceArray(points)
        for _ in range(50):  # work that takes longer than a call of Python
            cuda("cudaMemcpyAsync", given.memory, source.memory, ctypes.c_size_t(points.nbytes), 3, stream)
        np.testing.assert_array_equal(arete.cloud(given).points, points)

    def test_are_detected_in_step_by_step_in_tiles_and_as_networks(self):
        points = spiral(30_000)
        for keywords in ({"curve": "network"}, {"tile_detection": "local"}, {"backend": "cpu"}, {"cloud_layout": "column"}):
            self.assertEqual(*self.hashes(points, r1=R1, **keywords))
        steps = [frame.points for frame in arete.steps(DeviceArray(points), r1=R1)]
        for own, other in zip(steps, arete.steps(points, r1=R1), strict=True):
            np.testing.assert_array_equal(own, other.points)

    def test_that_a_filter_looks_at_come_to_the_host(self):
        points = spiral(5000)
        self.assertEqual(*self.hashes(points, r1=R1, where="x > 0"))


@unittest.skipIf(WITHOUT, WITHOUT)
class Neighbours(Case):
    """Of what lies on a GPU, which stay there."""

    def test_have_the_bits_of_the_host(self):
        random = np.random.default_rng(2)
        for n, m, d, k, scalar in ((5000, 3000, 3, 8, "f4"), (5000, 3000, 3, 8, "f8"), (100_000, 2, 3, 1, "f4"), (4000, 4000, 2, 1, "f4"),
                                   (3000, 500, 12, 40, "f4"), (10, 3, 2, 4, "f4"), (1, 1, 1, 1, "f8"), (300_000, 200_000, 3, 1, "f4")):
            reference, query = random.normal(size=(n, d)).astype(scalar), random.normal(size=(m, d)).astype(scalar)
            indices, distances = arete.knn(DeviceArray(reference), DeviceArray(query), k)
            expected = arete.knn(reference, query, k, backend="cpu")
            self.assertIsInstance(indices, arete.GpuArray)
            self.assertEqual((indices.dtype, distances.dtype), (np.int64, np.dtype(scalar)))
            np.testing.assert_array_equal(indices.get(), expected[0])
            np.testing.assert_array_equal(distances.get(), expected[1])

    def test_of_a_cloud_with_itself_leave_out_each_point(self):
        points = spiral(20_000, 3)
        found = arete.knn(DeviceArray(points), k=5, exclude_self=True)
        for own, other in zip(found, arete.knn(points, k=5, exclude_self=True)):
            np.testing.assert_array_equal(np.asarray(own), other)

    def test_by_other_versions_and_of_points_on_both_sides_come_to_the_host(self):
        points, query = spiral(5000, 3), spiral(700, 3, seed=2)
        expected = arete.knn(points, query, k=4, backend="cpu")
        for found in (
            arete.knn(DeviceArray(points), query, k=4),
            arete.knn(points, DeviceArray(query), k=4),
            arete.knn(DeviceArray(points), DeviceArray(query), k=4, backend="cpu"),
        ):
            self.assertIsInstance(found[0], np.ndarray)
            for own, other in zip(found, expected):
                np.testing.assert_array_equal(own, other)
        nearest = arete.knn(points, query, k=1, backend="cpu")
        for version in ("knn.cuda.v7", "knn.cuda.v10"):  # which find one neighbour alone
            found = arete.knn(DeviceArray(points), DeviceArray(query), k=1, version=version)
            self.assertIsInstance(found[0], np.ndarray)
            for own, other in zip(found, nearest):
                np.testing.assert_array_equal(own, other)
        mixed = arete.knn(DeviceArray(points), DeviceArray(query.astype(np.float64)), k=4)
        for own, other in zip(mixed, arete.knn(points, query.astype(np.float64), k=4)):
            np.testing.assert_array_equal(own, other)

    def test_are_found_by_the_estimator(self):
        points, query = spiral(5000, 3), spiral(700, 3, seed=2)
        fitted = arete.NearestNeighbors(4).fit(DeviceArray(points))
        self.assertEqual((fitted.n_samples_fit_, fitted.n_features_in_), points.shape)
        for given in (DeviceArray(query), query, DeviceArray(query)):
            distances, indices = fitted.kneighbors(given)
            expected = arete.NearestNeighbors(4).fit(points).kneighbors(query)
            np.testing.assert_array_equal(np.asarray(distances), expected[0])
            np.testing.assert_array_equal(np.asarray(indices), expected[1])

    def test_that_are_wrong_are_refused_as_on_the_host(self):
        points = spiral(100)
        for reference, query, k in ((points, points, 101), (points, spiral(10, 3), 1), (points, points, 2000)):
            own = self.refused(lambda: arete.knn(DeviceArray(reference), DeviceArray(query), k), kind="wrong_use")
            other = self.refused(lambda: arete.knn(reference, query, k, backend="cuda"), kind="wrong_use")
            self.assertEqual(own.reason, other.reason)


@unittest.skipIf(WITHOUT, WITHOUT)
class Lent(Case):
    """Arrays of ours that others look at."""

    def test_are_taken_by_dlpack_and_outlive_us(self):
        points = spiral(3000, 3)
        array = arete.to_gpu(points)
        kind, numbers, release = taken(array.__dlpack__())
        del array
        gc.collect()
        self.assertEqual(kind, CUDA)
        np.testing.assert_array_equal(numbers(), points)
        release()

    def test_that_nobody_takes_are_freed(self):
        def free():
            left, total = ctypes.c_size_t(), ctypes.c_size_t()
            cuda("cudaMemGetInfo", ctypes.byref(left), ctypes.byref(total))
            return left.value

        points = np.zeros((1 << 22, 3), np.float32)
        arete.to_gpu(points).__dlpack__()
        before = free()
        for _ in range(40):
            arete.to_gpu(points).__dlpack__()
        self.assertGreater(free(), before - (200 << 20))  # forty of them are 2 GB

    def test_say_where_they_are(self):
        array = arete.to_gpu(spiral())
        about = array.__cuda_array_interface__
        np.testing.assert_array_equal(fetched(about["data"][0], about["shape"], about["typestr"]), spiral())
        self.assertEqual(array.__dlpack_device__(), (CUDA, 0))
        self.assertEqual((len(array), array.nbytes), (3000, 24_000))
        for refused in ({"dl_device": (1, 0)}, {"copy": True}):
            self.assertRaises(BufferError, lambda: array.__dlpack__(**refused))
        self.assertRaises(ValueError, lambda: array.__array__(copy=False))

    def test_are_points_and_edges_of_a_detection(self):
        found = arete.detect(DeviceArray(spiral()), r1=R1)
        np.testing.assert_array_equal(found.on_gpu().get(), found.points)
        np.testing.assert_array_equal(found.on_gpu("edges").get(), found.edges)
        self.assertEqual(found.on_gpu("edges").dtype, np.int64)
        self.refused(lambda: found.on_gpu("hash"), "neither", kind="wrong_use")

    def test_come_in_again(self):
        points = spiral()
        self.assertEqual(arete.detect(arete.to_gpu(points), r1=R1).hash, arete.detect(points, r1=R1).hash)


def _module(name):
    try:
        return __import__(name)
    except ImportError:
        return None


torch, cupy = (None, None) if WITHOUT else (_module("torch"), _module("cupy"))


@unittest.skipUnless(torch, WITHOUT or "PyTorch is not installed")
class WithPyTorch(Case):
    def test_tensors_go_in_and_answers_come_out(self):
        points = spiral(50_000, 3)
        tensor = torch.tensor(points, device="cuda")
        self.assertEqual(arete.detect(tensor, r1=R1).hash, arete.detect(points, r1=R1).hash)
        indices, distances = (torch.from_dlpack(each) for each in arete.knn(tensor, k=6))
        self.assertEqual((indices.device.type, indices.dtype, distances.dtype), ("cuda", torch.int64, torch.float32))
        expected = arete.knn(points, k=6)
        np.testing.assert_array_equal(indices.cpu().numpy(), expected[0])
        np.testing.assert_array_equal(distances.cpu().numpy(), expected[1])
        self.assertEqual(tensor[indices].shape, (50_000, 6, 3))
        chosen = torch.from_dlpack(arete.detect(tensor, r1=R1).on_gpu())
        self.assertEqual(chosen.device.type, "cuda")

    def test_tensors_of_other_streams_and_strides_are_what_they_will_be(self):
        points = spiral(400_000, 3)
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            tensor = torch.zeros((3, 400_000), device="cuda").t()
            for _ in range(20):
                tensor += torch.ones_like(tensor)
            tensor.copy_(torch.tensor(points, device="cuda"))
            cloud = arete.cloud(tensor)
        np.testing.assert_array_equal(cloud.points, points)
        half = torch.tensor(points, device="cuda").half()
        np.testing.assert_array_equal(arete.cloud(half).points, arete.cloud(half.cpu().numpy()).points)

    def test_tensors_that_cannot_be_given_are_refused(self):
        self.refused(lambda: arete.detect(torch.ones((9, 2), device="cuda", requires_grad=True)), "grad")
        self.refused(lambda: arete.detect(torch.ones((9, 2), device="cuda", dtype=torch.bfloat16)), "float32 or float64")
        self.refused(lambda: arete.detect(torch.ones(9, device="cuda")), "its shape is (9,)")


@unittest.skipUnless(cupy, WITHOUT or "CuPy is not installed")
class WithCuPy(Case):
    def test_arrays_go_in_and_answers_come_out(self):
        points = spiral(50_000, 3)
        array = cupy.asarray(points)
        self.assertEqual(arete.detect(array, r1=R1).hash, arete.detect(points, r1=R1).hash)
        self.assertEqual(arete.detect(cupy.asfortranarray(array), r1=R1).hash, arete.detect(points, r1=R1).hash)
        found = arete.knn(array, k=6)
        for look in (cupy.asarray, cupy.from_dlpack):
            indices, distances = (look(each) for each in found)
            expected = arete.knn(points, k=6)
            np.testing.assert_array_equal(indices.get(), expected[0])
            np.testing.assert_array_equal(distances.get(), expected[1])


if __name__ == "__main__":
    unittest.main()
