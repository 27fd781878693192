"""How thick a curve is, its branches, and what is done with a skeleton."""

import os
import tempfile
import unittest

import numpy as np

import arete


def tube(start, end, radius, count, random):
    start, end = np.array(start, float), np.array(end, float)
    along = (end - start) / np.linalg.norm(end - start)
    first = np.cross(along, [0.0, 0.0, 1.0] if abs(along[2]) < 0.9 else [1.0, 0.0, 0.0])
    first /= np.linalg.norm(first)
    angle, share = 2 * np.pi * random.random((count, 1)), random.random((count, 1))
    return start + share * (end - start) + radius * (np.cos(angle) * first + np.sin(angle) * np.cross(along, first))


class Bodies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random = np.random.default_rng(1)
        fork = [tube((0, 0, 0), (20, 0, 0), 1, 4000, random), tube((20, 0, 0), (36, 9, 0), 0.7, 2500, random), tube((20, 0, 0), (36, -9, 0), 0.6, 2500, random)]
        cls.found = arete.detect(np.concatenate(fork), r1=1.6, curve="network", profile="surface")

    def test_are_as_thick_as_their_walls(self):
        self.assertEqual(self.found.counts, {"components": 1, "loops": 0, "junctions": 1, "ends": 3})
        x = self.found.points[:, 0]
        trunk = (x > 2) & (x < 17)
        self.assertLess(np.abs(self.found.radii[trunk] - 1).max(), 0.05)
        self.assertTrue((self.found.bodies["seen"][trunk] > 0.9).all())
        self.assertIsNone(arete.detect(np.random.default_rng(2).random((200, 3)), r1=0.3).radii)

    def test_have_a_row_for_each_branch(self):
        rows = self.found.branches()
        self.assertEqual({len(values) for values in rows.values()}, {3})
        trunk = int(np.argmax(rows["radius"]))
        self.assertEqual((rows["parent"][trunk], rows["order"][trunk], rows["strahler"][trunk]), (-1, 1, 2))
        self.assertEqual(sorted(rows["order"]), [1, 2, 2])
        self.assertTrue(np.isnan(rows["angle"][trunk]))
        true = np.degrees(np.arctan2(9, 16))
        for branch in range(3):
            if branch != trunk:
                self.assertEqual(rows["parent"][branch], trunk)
                self.assertLess(abs(rows["angle"][branch] - true), 8)
        self.assertLess(abs(rows["volume"][trunk] / (np.pi * 20) - 1), 0.1)
        whole = self.found.components()
        self.assertAlmostEqual(whole["volume"][0], rows["volume"].sum())
        self.assertEqual(whole["branches"][0], 3)

    def test_are_a_frame_where_pandas_is(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        rows = self.found.branches(as_frame=True)
        self.assertIsInstance(rows, pandas.DataFrame)
        self.assertEqual((len(rows), rows.index.name), (3, "branch"))

    def test_begin_at_another_root(self):
        ends = np.flatnonzero(self.found.degrees == 1)
        tip = int(ends[np.argmax(self.found.points[ends, 0])])
        for root in (tip, self.found.points[tip] + 0.01):
            other = self.found.reroot(root)
            self.assertEqual(other.components()["root_node"][0], tip)
            self.assertEqual(sorted(other.branches()["order"]), [1, 2, 2])
        self.assertNotEqual(self.found.components()["root_node"][0], tip)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.swc")
            other.save(path)
            with open(path) as file:
                first = next(line for line in file if not line.startswith("#")).split()
        np.testing.assert_allclose([float(each) for each in first[2:5]], self.found.points[tip])
        for wrong in (10**9, [1, 2], [np.nan] * 3):
            self.assertRaises(arete.Error, self.found.reroot, wrong)

    def test_are_pruned_by_order_and_length(self):
        trunk = self.found.prune(order=1)
        self.assertEqual(trunk.counts, {"components": 1, "loops": 0, "junctions": 0, "ends": 2})
        self.assertLess(trunk.points[trunk.edges.ravel(), 0].max(), 22)
        self.assertEqual(self.found.prune(shorter_than=1e-3).counts, self.found.counts)
        self.assertEqual(self.found.prune(shorter_than=1000).counts["components"], 0)
        self.assertRaises(arete.Error, self.found.prune, shorter_than=-1)

    def test_are_saved_in_even_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.swc")
            self.found.save(path, step=0.5)
            with open(path) as file:
                rows = np.array([[float(each) for each in line.split()] for line in file if not line.startswith("#")])
        child = rows[:, 6] > 0
        steps = np.linalg.norm(rows[child, 2:5] - rows[rows[child, 6].astype(int) - 1, 2:5], axis=1)
        self.assertEqual((~child).sum(), 1)
        self.assertLess(steps.max(), 0.6)
        self.assertGreater(np.median(steps), 0.45)
        self.assertGreater(rows[:, 5].min(), 0.4)
        self.assertRaises(arete.Error, self.found.save, path, step=0)

    def test_are_healed_over_gaps_that_are_short_enough(self):
        random = np.random.default_rng(3)
        x = np.concatenate([np.linspace(0, 40, 800), np.linspace(47, 90, 800)])
        line = arete.detect(np.stack([x, *random.normal(0, 0.2, (2, 1600))], 1), r1=2, curve="network")
        self.assertEqual(line.counts["components"], 2)
        self.assertEqual(line.heal(3).counts["components"], 2)
        whole = line.heal(10)
        self.assertEqual(whole.counts, {"components": 1, "loops": 0, "junctions": 0, "ends": 2})
        self.assertLess(abs(whole.length - line.length - 7), 1)
        self.assertEqual(whole.prune(shorter_than=5).counts, whole.counts)


if __name__ == "__main__":
    unittest.main()
