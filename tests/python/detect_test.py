"""detect() and steps(): the same bits as arete-cli, and what is known of them."""

import gc
import json
import pickle
import unittest

import numpy as np

import arete
from support import CLOUDS, R1, Case, report, spiral


class Detect(Case):
    def test_has_the_hash_of_the_command_line_on_the_same_points(self):
        cases = {
            "float32": spiral(),
            "float64": spiral().astype(np.float64) * 1.0000001,
            "far from zero": spiral().astype(np.float64) + [155000.25, 463000.5],
            "in space": spiral(dim=3),
            "one axis": spiral()[:, :1],
        }
        for name, points in cases.items():
            with self.subTest(name):
                np.save(self.folder / "points.npy", points)
                dim = ("--dim", points.shape[1])
                limited = ("--r1", "20", "--max-iterations", "7")
                for flags, keywords in (((), {}), (("--r1", "5.5"), {"r1": 5.5}), (limited, {"r1": 20, "max_iterations": 7})):
                    expected = report(self.folder / "points.npy", self.folder, *flags, *dim)
                    found = arete.detect(points, **keywords)
                    self.assertEqual(found.hash, expected["hash"])
                    self.assertEqual(found.r1, expected["parameters"]["r1"])

    def test_reads_files_as_the_command_line_does(self):
        expected = report(CLOUDS / "earthquakes.csv", self.folder, "--r1", 3, "--where", "x > 0")
        self.assertEqual(arete.detect(CLOUDS / "earthquakes.csv", 3, where="x > 0").hash, expected["hash"])
        self.assertEqual(arete.detect(arete.read(CLOUDS / "earthquakes.csv", where="x > 0"), r1=3).hash, expected["hash"])

    def test_takes_any_strides_orders_and_layouts(self):
        points = spiral()
        expected = arete.detect(points, r1=R1).hash
        wide = np.zeros((len(points) * 2, 5), np.float32)
        wide[::2, 1:4:2] = points
        unaligned = np.frombuffer(b"x" + points.tobytes(), np.uint8)[1:].view(np.float32).reshape(points.shape)
        given = {
            "every second row": wide[::2, 1:4:2],
            "column by column": np.asfortranarray(points),
            "backwards": np.ascontiguousarray(points[::-1])[::-1],
            "mirrored": np.ascontiguousarray(points[:, ::-1])[:, ::-1],
            "not aligned": unaligned,
            "other byte order": points.astype(">f4"),
            "read only": np.lib.stride_tricks.as_strided(points, writeable=False),
            "lists": points.tolist(),
            "a cloud": arete.cloud(points),
        }
        for name, array in given.items():
            with self.subTest(name):
                self.assertEqual(arete.detect(array, r1=R1).hash, expected)

    def test_gives_arrays_that_fit_together(self):
        found = arete.detect(spiral(), r1=R1)
        self.assertEqual(found.points.dtype, np.float32)
        self.assertEqual(found.points.shape[1], 2)
        self.assertEqual(found.edges.shape[1], 2)
        self.assertTrue((found.edges[:, 0] < found.edges[:, 1]).all())
        self.assertLess(found.edges.max(), len(found.points))
        joined = sum(len(chain) - 1 + closed for chain, closed in zip(found.chains, found.closed))
        self.assertEqual(joined, len(found.edges))
        ends = found.points[found.edges.astype(int)].astype(float)
        self.assertAlmostEqual(found.length, np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1).sum(), places=3)
        walked = sum(np.linalg.norm(np.diff(line.astype(float), axis=0), axis=1).sum() for line in found.lines)
        self.assertAlmostEqual(walked, found.length, places=3)
        self.assertEqual(set(found.counts), {"components", "loops", "junctions", "ends"})
        self.assertTrue(found.finished and found.converged and found.is_exact)
        self.assertGreater(found.times["total"], 0)
        self.assertEqual(found.report()["hash"], found.hash)

    def test_gives_arrays_that_may_be_changed_and_outlive_the_detection(self):
        found = arete.detect(spiral(), r1=R1)
        points, edges, chain = found.points, found.edges, found.chains[0]
        kept = points.copy(), edges.copy(), chain.copy()
        found.save(self.folder / "before.csv")
        points[0] += 1
        found.save(self.folder / "after.csv")
        self.assertEqual((self.folder / "before.csv").read_bytes(), (self.folder / "after.csv").read_bytes())
        points[0] -= 1
        with self.assertRaises(ValueError):
            found.cloud.points[0] = 0  # which no copy is made of
        points[0] = kept[0][0]
        del found
        gc.collect()
        for array, expected in zip((points, edges, chain), kept):
            np.testing.assert_array_equal(array, expected)

    def test_gives_coordinates_of_the_file_where_the_cloud_is_far_from_zero(self):
        points = spiral().astype(np.float64) + [155000.25, 463000.5]
        found = arete.detect(points, r1=R1)
        self.assertEqual(found.points.dtype, np.float64)
        inside = (found.points >= points.min(axis=0)) & (found.points <= points.max(axis=0))
        self.assertTrue(inside.all())
        np.testing.assert_allclose(found.cloud.points, points, atol=0.0005)

    def test_does_not_change_its_input(self):
        points = spiral()
        before = points.copy()
        arete.detect(points, r1=R1)
        np.testing.assert_array_equal(points, before)

    def test_gives_the_same_bits_for_every_version_and_number_of_threads(self):
        points = spiral(800)
        expected = arete.detect(points, r1=R1).hash
        for keywords in ({"threads": 1}, {"threads": 3}, {"evolve": "evolve.cpu.brute_force"}, {"cloud_layout": "column"}, {"backend": "cpu"}):
            self.assertEqual(arete.detect(points, r1=R1, **keywords).hash, expected, keywords)

    def test_takes_a_session_as_a_preset(self):
        preset, points = self.folder / "preset.arete", spiral(dim=3)
        arete.detect(points, r1=7.0, max_iterations=3, choose="choose.cpu.sequential").save(preset)
        np.save(self.folder / "points.npy", points)
        for flags, keywords in (([], {}), (["--r1", 9], {"r1": 9})):
            expected = report(self.folder / "points.npy", self.folder, "--preset", preset, *flags)
            found = arete.detect(points, preset=preset, **keywords)
            self.assertEqual((found.hash, found.report()["versions"]), (expected["hash"], expected["versions"]))
        self.refused(lambda: arete.detect(points, preset=self.folder / "none.arete"), "none.arete", kind="io")

    def test_assigns_cloud_points_when_asked(self):
        points = spiral()
        self.assertIsNone(arete.detect(points, r1=R1).assignment)
        found = arete.detect(points, r1=R1, assignment=True)
        self.assertEqual(found.assignment.shape, (len(points),))
        near = found.assignment >= 0
        self.assertEqual(found.assignment[~near].tolist(), [-1] * int((~near).sum()))
        self.assertGreater(near.mean(), 0.5)
        gaps = np.linalg.norm(points[near] - found.points[found.assignment[near]], axis=1)
        self.assertLessEqual(gaps.max(), R1 * 1.0001)

    def test_tells_how_far_an_answer_in_tiles_is_from_the_exact_one(self):
        found = arete.detect(spiral(), r1=R1, tile_detection="local", tile_capacity=500, compare_exact=True)
        self.assertFalse(found.is_exact)
        self.assertEqual(found.exact.hash, arete.detect(spiral(), r1=R1).hash)
        self.assertGreater(found.difference["identical"] + len(found.difference["missing"]) + len(found.difference["extra"]), 0)

    def test_makes_edits_as_the_command_line_does(self):
        points = spiral()
        np.save(self.folder / "points.npy", points)
        found = arete.detect(points, r1=R1)
        place = [float(x) for x in found.points[0]]
        files = {
            "shorter": {"do": "shorter_than", "length": 1e9},
            "deleted": {"do": "delete_nodes", "nodes": [place]},
            "noise": {"do": "noise", "nodes": [place], "reach": R1, "in_force": True},
        }
        for name, edit in files.items():
            with self.subTest(name):
                path = self.folder / f"{name}.json"
                path.write_text(json.dumps({"format": "arete edits", "version": 1, "edits": [edit]}))
                expected = report(self.folder / "points.npy", self.folder, "--r1", R1, "--edits", path)
                edited = arete.detect(points, r1=R1, edits=path)
                self.assertEqual(edited.hash, expected["hash"])
                self.assertEqual(len(edited.points), expected["chosen"])
                self.assertNotEqual(len(edited.points), len(found.points))
        self.refused(lambda: arete.detect(points, r1=R1, edits=self.folder / "nowhere.json"), "nowhere.json", kind="io")

    def test_keeps_the_filter_of_points_in_memory(self):
        points = spiral()
        half = points[points[:, 0] > 0]
        self.assertEqual(arete.detect(points, r1=R1, where="x > 0").hash, arete.detect(half, r1=R1, scalar="float").hash)


class Steps(Case):
    def test_go_from_the_first_choice_to_the_result(self):
        points = spiral()
        frames = list(arete.steps(points, r1=R1))
        expected = arete.detect(points, r1=R1)
        self.assertEqual([frame.step for frame in frames], list(range(len(frames))))
        self.assertEqual(frames[0].record["stage"], "choose")
        self.assertTrue(frames[-1].finished)
        self.assertEqual(frames[-1].hash, expected.hash)
        self.assertEqual(len(frames), len(expected.report()["steps"]))

    def test_tell_what_moved_and_what_was_removed(self):
        seen = {"evolve": 0, "decimate": 0}
        before = None
        for frame in arete.steps(spiral(), r1=R1):
            self.assertEqual(frame.moved.shape, (len(frame.points),))
            self.assertEqual(int(frame.moved.sum()), frame.record["moved"] if frame.record["stage"] == "evolve" else 0)
            self.assertEqual(len(frame.removed), frame.record["removed"])
            if before is not None:
                self.assertEqual(len(frame.points) + len(frame.removed), len(before))
            if frame.record["stage"] in seen:
                seen[frame.record["stage"]] += int(frame.moved.sum()) + len(frame.removed)
            before = frame.points
        self.assertTrue(all(seen.values()), seen)

    def test_are_joined_only_when_asked(self):
        first = next(arete.steps(spiral(), r1=R1))
        self.refused(lambda: first.edges, "curves=True", kind="wrong_use")
        self.assertEqual(first.hash, "")
        self.assertGreater(len(next(arete.steps(spiral(), r1=R1, curves=True)).edges), 0)

    def test_end_once_and_for_all(self):
        walk = arete.steps(spiral(300), r1=R1)
        for _ in walk:
            pass
        self.assertRaises(StopIteration, next, walk)
        self.assertRaises(StopIteration, next, walk)


class Networks(Case):
    def test_have_the_hash_of_the_command_line_and_know_how_sure_they_are(self):
        expected = report(CLOUDS / "earthquakes.csv", self.folder, "--curve", "network", "--r1", 5, "--bootstrap", 4, "--consensus", 0.5)
        found = arete.detect(CLOUDS / "earthquakes.csv", r1=5, curve="network", bootstrap=4, consensus=0.5)
        self.assertEqual(found.hash, expected["hash"])
        support = found.support
        self.assertEqual(support.resamples, 4)
        self.assertEqual(support.edge_support.shape, (len(found.edges),))
        self.assertEqual(support.node_spread.shape, (len(found.points),))
        self.assertEqual(support.confidence.shape, support.junctions.shape)
        self.assertEqual(support.consensus.dtype, bool)
        self.assertTrue(0 < support.consensus.sum() <= len(found.edges))
        self.assertIn("radius", found.columns)
        self.assertEqual(len(found.columns["radius"]), len(found.points))

    def test_say_why_they_may_be_wrong_in_a_warning_and_by_themselves(self):
        self.assertEqual(arete.detect(spiral(1500), r1=5, curve="network").doubt, "")
        with self.assertWarnsRegex(UserWarning, "R1 is too small"):
            found = arete.detect(spiral(1500), r1=1e-4, curve="network")
        self.assertIn("R1 is too small", found.doubt)
        self.assertEqual(pickle.loads(pickle.dumps(found)).doubt, found.doubt)

    def test_keep_what_a_background_would_explain_where_it_is_not_tested(self):
        rng = np.random.default_rng(3)
        cross = np.concatenate([np.column_stack([rng.uniform(0, 200, 1500), rng.normal(100, 1, 1500)]), rng.uniform(0, 200, (600, 2))])
        tested, untested = (arete.detect(cross, r1=4, curve="network", test_background=on) for on in (True, False))
        self.assertGreater(untested.length, tested.length)

    def test_suggest_their_r1(self):
        points = spiral(1500)
        cloud = arete.cloud(points)
        self.assertEqual(arete.detect(cloud).r1, cloud.suggest_r1())
        self.assertGreater(cloud.suggest_r1(curve="network"), 0)
        strayed = arete.cloud(np.vstack([points.astype(float), [[3.4e38] * points.shape[1]]]))
        with self.assertRaisesRegex(arete.Error, "leave stray points out"):
            strayed.suggest_r1()


if __name__ == "__main__":
    unittest.main()
