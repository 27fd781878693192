"""knn() and NearestNeighbors: exact, ties by index, and scikit-learn's interface."""

import pickle
import unittest

import numpy as np
from sklearn.base import clone
from sklearn.neighbors import NearestNeighbors

import arete
from support import Case, cli


def brute(reference, query, k):
    """Row by row in the type of the points, ties by lower index."""
    squared = sum((query[:, None, axis] - reference[None, :, axis]) ** 2 for axis in range(reference.shape[1]))
    order = np.argsort(squared, axis=1, kind="stable")[:, :k]
    return order, np.sqrt(np.take_along_axis(squared, order, axis=1))


class Knn(Case):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(3)
        self.reference = random.random((900, 3))
        self.query = random.random((400, 3))

    def test_is_exact_in_the_type_of_the_points(self):
        for scalar in (np.float32, np.float64):
            reference, query = self.reference.astype(scalar), self.query.astype(scalar)
            for k in (1, 8, 20):
                indices, distances = arete.knn(reference, query, k=k)
                expected, gaps = brute(reference, query, k)
                self.assertEqual((indices.dtype, distances.dtype, indices.shape), (np.int64, scalar, (400, k)))
                np.testing.assert_array_equal(indices, expected)
                np.testing.assert_array_equal(distances, gaps)

    def test_takes_double_where_one_of_the_two_is(self):
        reference = self.reference.astype(np.float32)
        indices, distances = arete.knn(reference, self.query, k=3)
        expected, gaps = brute(reference.astype(np.float64), self.query, 3)
        np.testing.assert_array_equal(indices, expected)
        np.testing.assert_array_equal(distances, gaps)
        indices, _ = arete.knn(self.reference, self.query.astype(np.float32), k=3)
        np.testing.assert_array_equal(indices, brute(self.reference, self.query.astype(np.float32).astype(np.float64), 3)[0])

    def test_gives_ties_to_the_lower_index(self):
        grid = np.stack(np.meshgrid(np.arange(9.0), np.arange(9.0)), -1).reshape(-1, 2)
        grid = np.concatenate([grid, grid])
        np.testing.assert_array_equal(arete.knn(grid, k=7)[0], brute(grid, grid, 7)[0])

    def test_gives_the_same_bits_from_every_exact_version(self):
        expected = arete.knn(self.reference, self.query, k=5)
        searches = [version for version in arete.versions() if version["stage"] == "knn" and version["backend"] == "cpu" and version["exact"]]
        ids = [version["id"] for version in searches if not version["id"].endswith("two_level")]
        self.assertGreater(len(ids), 2)
        for version in ids:
            found = arete.knn(self.reference, self.query, k=5, version=version, threads=2)
            for one, other in zip(found, expected):
                np.testing.assert_array_equal(one, other, version)

    def test_tells_the_recall_of_inexact_versions(self):
        inexact = [v["id"] for v in arete.versions() if v["stage"] == "knn" and v["backend"] == "cpu" and not v["exact"]]
        for version in inexact:
            with self.assertWarnsRegex(arete.AreteWarning, "recall"):
                arete.knn(self.reference, self.query, k=5, version=version)

    def test_has_the_answer_of_the_command_line(self):
        np.save(self.folder / "r.npy", self.reference)
        np.save(self.folder / "q.npy", self.query)
        flags = ["-k", 4, "--scalar", "double", "-o", self.folder / "i.npy", "--distances", self.folder / "d.npy"]
        cli("knn", self.folder / "r.npy", self.folder / "q.npy", *flags)
        indices, distances = arete.knn(self.reference, self.query, k=4)
        np.testing.assert_array_equal(indices, np.load(self.folder / "i.npy"))
        np.testing.assert_array_equal(distances, np.load(self.folder / "d.npy"))

    def test_searches_files_that_stay_on_the_disk(self):
        np.save(self.folder / "r.npy", self.reference.astype(np.float32))
        found = arete.knn(self.folder / "r.npy", k=4, version="knn.cpu.two_level", exclude_self=True)
        for one, other in zip(found, arete.knn(self.reference.astype(np.float32), k=4, exclude_self=True)):
            np.testing.assert_array_equal(one, other)

    def test_leaves_out_a_point_among_its_own_neighbours(self):
        indices, distances = arete.knn(self.reference, k=2, exclude_self=True)
        self.assertFalse((indices == np.arange(900)[:, None]).any())
        self.assertTrue((arete.knn(self.reference, k=1)[0][:, 0] == np.arange(900)).all())
        self.assertGreater(distances.min(), 0)


def balls(reference, query, radius, leave_out=False):
    """Row by row in the type of the points, nearest first, ties by lower index."""
    squared = sum((query[:, None, axis] - reference[None, :, axis]) ** 2 for axis in range(reference.shape[1]))
    distance = np.sqrt(squared)
    inside = distance <= distance.dtype.type(radius)
    if leave_out:
        inside[np.arange(len(query)), np.arange(len(query))] = False
    rows = [np.flatnonzero(row) for row in inside]
    rows = [row[np.argsort(squared[i, row], kind="stable")] for i, row in enumerate(rows)]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    return starts, np.concatenate(rows), np.concatenate([distance[i, row] for i, row in enumerate(rows)])


class Within(Case):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(4)
        self.reference, self.query = random.random((900, 3)), random.random((400, 3))

    def same(self, found, expected, why=""):
        self.assertEqual([each.dtype for each in found[:2]], [np.int64, np.int64])
        for one, other in zip(found, expected):
            np.testing.assert_array_equal(one, other, str(why))

    def test_is_exact_in_the_type_of_the_points(self):
        for scalar in (np.float32, np.float64):
            reference, query = self.reference.astype(scalar), self.query.astype(scalar)
            for radius in (0, 0.02, 0.2, 3):
                found = arete.neighbours_within(reference, radius, query)
                self.assertEqual(found[2].dtype, scalar)
                self.same(found, balls(reference, query, radius), radius)
                self.same(arete.neighbours_within(reference, radius, exclude_self=True), balls(reference, reference, radius, True), radius)

    def test_gives_the_same_bits_from_every_version_on_any_number_of_threads(self):
        expected = arete.neighbours_within(self.reference, 0.2, self.query)
        versions = [version["id"] for version in arete.versions() if version["stage"] == "within"]
        self.assertGreater(len(versions), 2)
        for version in versions:
            for threads in (1, 2, 7):
                self.same(arete.neighbours_within(self.reference, 0.2, self.query, version=version, threads=threads), expected, version)

    def test_takes_what_lies_on_the_ball_as_within(self):
        grid = 0.1 * np.stack(np.meshgrid(np.arange(6.0), np.arange(6.0)), -1).reshape(-1, 2)
        for scalar in (np.float32, np.float64):
            starts, indices, _ = arete.neighbours_within(grid.astype(scalar), 0.1, np.zeros((1, 2), scalar))
            self.assertEqual((starts.tolist(), indices.tolist()), ([0, 3], [0, 1, 6]))

    def test_takes_files_and_has_the_answer_of_the_command_line(self):
        np.save(self.folder / "r.npy", self.reference)
        flags = ["--within", 0.15, "--scalar", "double", "-o", self.folder / "p.npy", "--distances", self.folder / "d.npy"]
        cli("knn", self.folder / "r.npy", *flags, "--exclude-self", "--counts", self.folder / "c.npy")
        starts, indices, distances = arete.neighbours_within(self.reference, 0.15, exclude_self=True)
        pairs = np.load(self.folder / "p.npy")
        np.testing.assert_array_equal(np.load(self.folder / "c.npy")[:, 0], np.diff(starts))
        np.testing.assert_array_equal(pairs[:, 0], np.repeat(np.arange(900), np.diff(starts)))
        np.testing.assert_array_equal(pairs[:, 1], indices)
        np.testing.assert_array_equal(np.load(self.folder / "d.npy")[:, 0], distances)
        self.same(arete.neighbours_within(self.folder / "r.npy", 0.15, exclude_self=True)[:2], (starts, indices))

    def test_refuses_what_is_no_radius_and_versions_of_another_stage(self):
        for radius in (-1, float("nan")):
            self.refused(lambda: arete.neighbours_within(self.reference, radius), "radius", kind="wrong_use")
        for radius in ("0.1", None, True):
            self.refused(lambda: arete.neighbours_within(self.reference, radius), "radius", kind="wrong_use")
        self.refused(lambda: arete.neighbours_within(self.reference, 1, version="knn.cpu.v9"), "knn.cpu.v9", kind="wrong_use")
        self.refused(lambda: arete.knn(self.reference, version="within.cpu.v9"), "within.cpu.v9", kind="wrong_use")
        self.refused(lambda: arete.neighbours_within(self.reference, 1, self.query, exclude_self=True), "queries", kind="wrong_use")


class Estimator(Case):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(5)
        self.X, self.Y = random.random((700, 4)), random.random((150, 4))
        self.own = arete.NearestNeighbors(n_neighbors=6).fit(self.X)
        self.other = NearestNeighbors(n_neighbors=6, algorithm="brute").fit(self.X)

    def test_gives_the_neighbours_of_scikit_learn(self):
        for X in (self.Y, None):
            distances, indices = self.own.kneighbors(X)
            expected, places = self.other.kneighbors(X)
            np.testing.assert_array_equal(indices, places)
            np.testing.assert_allclose(distances, expected, rtol=1e-12, atol=1e-12)
        np.testing.assert_array_equal(self.own.kneighbors(self.Y, 3, return_distance=False), self.other.kneighbors(self.Y, 3, return_distance=False))

    def test_gives_its_graphs(self):
        for mode in ("connectivity", "distance"):
            for X in (self.Y, None):
                own, other = self.own.kneighbors_graph(X, mode=mode), self.other.kneighbors_graph(X, mode=mode)
                self.assertEqual(own.shape, other.shape)
                np.testing.assert_allclose(own.toarray(), other.toarray(), rtol=1e-12)

    def test_has_its_attributes_and_parameters(self):
        for name in ("n_samples_fit_", "n_features_in_", "effective_metric_"):
            self.assertEqual(getattr(self.own, name), getattr(self.other, name), name)
        self.assertEqual(clone(self.own).get_params(), self.own.get_params())
        self.assertEqual(self.own.set_params(n_neighbors=2).kneighbors(self.Y)[1].shape, (150, 2))
        self.refused(lambda: self.own.set_params(radii=1), "radii", kind="wrong_use")

    def test_says_when_it_is_not_fitted(self):
        self.refused(lambda: arete.NearestNeighbors().kneighbors(self.Y), "fit", kind="wrong_use")
        pickle.loads(pickle.dumps(arete.NearestNeighbors(3))).fit(self.X)

    def test_widens_a_float_reference_for_double_queries(self):
        own = arete.NearestNeighbors(4).fit(self.X.astype(np.float32))
        own.kneighbors(self.Y.astype(np.float32))
        distances, indices = own.kneighbors(self.Y)
        expected, gaps = brute(self.X.astype(np.float32).astype(float), self.Y, 4)
        np.testing.assert_array_equal(indices, expected)
        np.testing.assert_array_equal(distances, gaps)


if __name__ == "__main__":
    unittest.main()
