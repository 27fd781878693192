"""NearestNeighbors is an estimator of scikit-learn: its checks, its own tests, any number of coordinates and neighbours, balls, threads."""

import json
import os
import pickle
import subprocess
import sys
import threading
import unittest
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from sklearn.base import clone
from sklearn.cluster import DBSCAN
from sklearn.exceptions import NotFittedError
from sklearn.manifold import Isomap
from sklearn.neighbors import KNeighborsTransformer, NearestNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import arete
from support import Case


def rows(found):
    return [sorted(each.tolist()) for each in found]


class Checks(Case):
    def test_of_scikit_learn_pass_whole(self):
        failed = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            checks = list(check_estimator(arete.NearestNeighbors(), generate_only=True))
            self.assertGreater(len(checks), 20)
            for estimator, check in checks:
                try:
                    check(estimator)
                except BaseException as error:  # a check that is skipped is one too
                    failed[str(getattr(check, "func", check))] = repr(error)[:300]
        self.assertEqual(failed, {})

    def test_of_its_own_neighbours_pass(self):
        """The list of what is left out, and why, is in scikit_learn_plugin.py; every test that makes a NearestNeighbors counts."""
        try:
            import pytest  # noqa: F401
        except ImportError:
            self.skipTest("pytest is not installed")
        words = [sys.executable, "-m", "pytest", "-q", "-q", "-p", "no:cacheprovider", "-p", "scikit_learn_plugin"]
        words += [ "--pyargs", "sklearn.neighbors.tests.test_neighbors"]
        folder = os.path.dirname(os.path.abspath(__file__))
        paths = os.pathsep.join([folder, *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
        about = {**os.environ, "PYTHONPATH": paths, "SKLEARN_RUN_FLOAT32_TESTS": "1"}
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=self.folder, env=about)
        result = next((line for line in done.stdout.splitlines() if line.startswith("RESULT ")), None)
        self.assertIsNotNone(result, done.stdout[-3000:] + done.stderr[-3000:])
        told = json.loads(result[len("RESULT ") :])
        print("scikit-learn's tests:", len(told["passed"]), "passed with arete's,", told["others"], "make none;", end=" ")
        print("skipped:", {why: len(names) for why, names in told["skipped"].items()})
        self.assertEqual(told["failed"], [])
        self.assertGreater(len(told["passed"]), 20)


class Estimator(Case):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(5)
        self.X, self.Y = random.random((700, 4)), random.random((150, 4))
        self.own = arete.NearestNeighbors(n_neighbors=6, radius=0.3).fit(self.X)
        self.other = NearestNeighbors(n_neighbors=6, radius=0.3, algorithm="brute").fit(self.X)

    def test_gives_all_neighbours_within_a_radius(self):
        for X in (self.Y, None):
            distances, indices = self.own.radius_neighbors(X, sort_results=True)
            expected, places = self.other.radius_neighbors(X, sort_results=True)
            for row in range(len(indices)):
                np.testing.assert_array_equal(indices[row], places[row])
                np.testing.assert_allclose(distances[row], expected[row], rtol=1e-9, atol=1e-9)
                self.assertTrue((np.diff(distances[row]) >= 0).all())
            self.assertEqual([each.tolist() for each in self.own.radius_neighbors(X, return_distance=False)], rows(places))
            for mode in ("connectivity", "distance"):
                own, other = self.own.radius_neighbors_graph(X, mode=mode), self.other.radius_neighbors_graph(X, mode=mode)
                np.testing.assert_allclose(own.toarray(), other.toarray(), rtol=1e-9, atol=1e-9)

    def test_gives_balls_of_every_size(self):
        points = np.random.default_rng(1).random((3000, 2))
        own, other = arete.NearestNeighbors().fit(points), NearestNeighbors().fit(points)
        for radius in (0, 0.001, 0.05, 0.4, 2, np.inf):
            for X in (None, points[:40], points[:1] + 50):
                self.assertEqual(rows(own.radius_neighbors(X, radius, False)), rows(other.radius_neighbors(X, radius, False)), radius)

    def test_takes_what_lies_on_the_ball_as_within(self):
        grid = np.stack(np.meshgrid(np.arange(40.0), np.arange(40.0)), -1).reshape(-1, 2)
        grid = np.concatenate([grid, grid])
        for scalar in (np.float32, np.float64):
            for radius in (1, 2, 5):
                own = arete.NearestNeighbors(radius=radius).fit(grid.astype(scalar)).radius_neighbors(return_distance=False)
                squared = ((grid[:, None] - grid[None]) ** 2).sum(-1)
                for row in range(0, len(grid), 97):
                    self.assertEqual(sorted(own[row].tolist()), [i for i in np.flatnonzero(squared[row] <= radius**2).tolist() if i != row])

    def test_searches_any_number_of_coordinates_and_neighbours(self):
        random = np.random.default_rng(2)
        for d, n, k in ((17, 400, 5), (64, 300, 7), (64, 1100, 1050), (3, 1300, 1200), (300, 40, 39)):
            for offset in (0, 1e6):
                X, Y = random.random((n, d)) + offset, random.random((20, d)) + offset
                X[n // 2] = X[0]
                for scalar in (np.float64, np.float32):
                    own = arete.NearestNeighbors(k).fit(X.astype(scalar))
                    for query in (Y.astype(scalar), None):
                        distances, indices = own.kneighbors(query)
                        asked = X.astype(scalar) if query is None else query
                        squared = np.zeros((len(asked), n), scalar)
                        for axis in range(d):
                            squared += np.square(asked[:, None, axis] - X.astype(scalar)[None, :, axis])
                        if query is None:
                            squared[np.arange(n), np.arange(n)] = np.inf
                        order = np.argsort(squared, axis=1, kind="stable")[:, :k]
                        np.testing.assert_array_equal(indices, order, f"{d} {n} {k} {offset}")
                        np.testing.assert_array_equal(distances, np.sqrt(np.take_along_axis(squared, order, axis=1)))

    def test_has_the_radius_of_scikit_learn_in_many_coordinates(self):
        X = np.random.default_rng(3).random((500, 30))
        own, other = arete.NearestNeighbors(radius=1.9).fit(X), NearestNeighbors(radius=1.9).fit(X)
        self.assertEqual(rows(own.radius_neighbors(return_distance=False)), rows(other.radius_neighbors(return_distance=False)))

    def test_gives_graphs_that_may_be_changed(self):
        for graph in (self.own.kneighbors_graph(mode="distance"), self.own.radius_neighbors_graph(mode="distance"), self.own.transform(self.Y)):
            for change in (lambda g: g.tolil(), lambda g: g.sort_indices(), lambda g: g.setdiag(0), lambda g: g.eliminate_zeros()):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    change(graph.copy())
                    change(graph)
        X = np.random.default_rng(0).random((500, 3))
        graph = arete.NearestNeighbors(radius=0.1).fit(X).radius_neighbors_graph(mode="distance")
        np.testing.assert_array_equal(DBSCAN(eps=0.1, metric="precomputed").fit(graph).labels_, DBSCAN(eps=0.1).fit(X).labels_)

    def test_takes_the_place_of_a_transformer(self):
        X = np.random.default_rng(1).random((200, 3))
        own = make_pipeline(arete.NearestNeighbors(10), Isomap(n_neighbors=10, metric="precomputed")).fit_transform(X)
        other = make_pipeline(KNeighborsTransformer(n_neighbors=10), Isomap(n_neighbors=10, metric="precomputed")).fit_transform(X)
        np.testing.assert_allclose(np.abs(own), np.abs(other), atol=1e-6)
        transformer = arete.NearestNeighbors(10)
        np.testing.assert_array_equal(transformer.fit_transform(X).toarray(), transformer.fit(X).transform(X).toarray())
        self.assertEqual(len(transformer.get_feature_names_out()), 200)

    def test_refuses_more_neighbours_than_there_are_as_scikit_learn_does(self):
        for X, k in ((self.Y, 701), (None, 700), (self.Y, 0), (self.Y, -1)):
            self.assertRaises(ValueError, self.own.kneighbors, X, k)
            self.assertRaises(ValueError, self.other.kneighbors, X, k)
        self.assertRaises(TypeError, self.own.kneighbors, self.Y, 1.5)
        self.assertEqual(self.own.kneighbors(self.Y, 700)[1].shape, (150, 700))

    def test_refuses_metrics_that_it_lacks_as_value_errors(self):
        wrong_ones = [{"metric": "manhattan"}, {"p": 1}, {"metric_params": {"w": [1, 2]}}, {"algorithm": "best"}, {"leaf_size": 0}]
        for wrong in (*wrong_ones, {"radius": -1}, {"n_jobs": 0}):
            self.assertRaises(ValueError, arete.NearestNeighbors(**wrong).fit, self.X)
        for right in ({"metric": "l2"}, {"metric": "euclidean", "p": 1}, {"n_jobs": -1}, {"n_jobs": 2}, {"algorithm": "kd_tree", "leaf_size": 5}):
            arete.NearestNeighbors(**right).fit(self.X)

    def test_says_when_it_is_not_fitted(self):
        for ask in ("kneighbors", "radius_neighbors", "kneighbors_graph", "radius_neighbors_graph", "transform"):
            with self.assertRaises(NotFittedError) as caught:
                getattr(arete.NearestNeighbors(), ask)(self.Y)
            self.assertIsInstance(caught.exception, arete.Error)
            self.assertIn("fit", str(pickle.loads(pickle.dumps(caught.exception))))

    def test_serves_several_threads(self):
        expected = self.own.kneighbors(self.Y)
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(lambda _: self.own.kneighbors(self.Y), range(40)):
                for one, other in zip(found, expected):
                    np.testing.assert_array_equal(one, other)
            self.assertEqual(len({hash(each[1].tobytes()) for each in pool.map(lambda _: self.own.kneighbors(), range(8))}), 1)
        self.assertEqual(threading.active_count(), 1)

    def test_travels_with_its_points(self):
        for X in (self.X, self.X.astype(np.float32), np.random.default_rng(0).random((50, 40))):
            own = arete.NearestNeighbors(3, threads=1).fit(X)
            found = pickle.loads(pickle.dumps(own))
            for one, other in zip(found.kneighbors(X), own.kneighbors(X)):
                np.testing.assert_array_equal(one, other)
            X[:] = 0
            self.assertGreater(found.kneighbors()[0].max(), 0)
        self.assertEqual(clone(own).get_params(), own.get_params())


if __name__ == "__main__":
    unittest.main()
