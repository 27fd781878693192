"""Detections that take long: kept in a folder, gone on with, and with their points on disk."""

import unittest
import warnings

import numpy as np

import arete
from support import R1, Case, cli, report, spiral


class Halt(Exception):
    """What a user's Ctrl+C stands for here."""


def halting(_, what):
    """A progress that raises when a detection is on its way."""
    if what.startswith("round"):
        raise Halt


class Kept(Case):
    def setUp(self):
        super().setUp()
        self.points = spiral(20_000)
        self.kept = self.folder / "kept"
        self.kept.mkdir()
        self.file = self.folder / "points.npy"
        np.save(self.file, self.points)
        self.expected = arete.detect(self.points, r1=3.0).hash

    def halt(self, points):
        with self.assertRaises(Halt):
            arete.detect(points, r1=3.0, threads=1, evolve="evolve.cpu.brute_force", checkpoint=self.kept, progress=halting)
        self.assertTrue(list(self.kept.iterdir()))

    def test_detections_of_arrays_go_on_where_they_were_halted(self):
        self.halt(self.points)
        self.assertEqual(arete.detect(self.points, r1=3.0, resume=self.kept).hash, self.expected)
        self.assertEqual(list(self.kept.iterdir()), [])

    def test_detections_of_files_go_on_by_either_door(self):
        self.halt(self.file)
        own = report(self.file, self.folder, "--r1", 3, "--resume", self.kept)
        self.assertEqual(own["hash"], self.expected)
        self.halt(self.file)
        self.assertEqual(arete.detect(self.file, r1=3.0, resume=self.kept).hash, self.expected)

    def test_detections_of_other_points_or_settings_are_refused(self):
        self.halt(self.points)
        other = self.points.copy()
        other[7, 0] = np.nextafter(other[7, 0], np.float32(1e9))
        self.refused(lambda: arete.detect(other, r1=3.0, resume=self.kept), kind="wrong_use")
        self.refused(lambda: arete.detect(self.points, r1=3.5, resume=self.kept), kind="wrong_use")
        self.refused(lambda: arete.detect(self.points, r1=3.0, checkpoint=self.kept), "resume", kind="wrong_use")

    def test_nothing_begins_anew_and_both_folders_at_once_are_refused(self):
        self.assertEqual(arete.detect(self.points, r1=3.0, resume=self.kept).hash, self.expected)
        self.refused(lambda: arete.detect(self.points, r1=3.0, checkpoint=self.kept, resume=self.kept), kind="wrong_use")

    def test_a_folder_that_is_not_there_is_an_error_before_the_work(self):
        for keyword in ("checkpoint", "resume"):
            self.refused(lambda: arete.detect(self.points, r1=3.0, **{keyword: self.folder / "nowhere"}), "there is no folder", kind="io")

    def test_a_damaged_checkpoint_is_an_error(self):
        self.halt(self.points)
        for file in self.kept.iterdir():
            file.write_bytes(b"no checkpoint")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", arete.AreteWarning)
            self.refused(lambda: arete.detect(self.points, r1=3.0, resume=self.kept))


class OnDisk(Case):
    def setUp(self):
        super().setUp()
        self.points = spiral(40_000, 3)
        self.file = self.folder / "points.npy"
        np.save(self.file, self.points)

    def detect(self, **keywords):
        return arete.detect(self.file, r1=R1, max_memory=64, scratch=self.folder, **keywords)

    def test_points_give_the_bits_of_points_in_memory(self):
        found, expected = self.detect(), arete.detect(self.points, r1=R1)
        self.assertEqual(found.hash, expected.hash)
        np.testing.assert_array_equal(found.points, expected.points)
        self.assertEqual((len(found.cloud), found.cloud.files, found.cloud.points_in_file), (0, [str(self.file)], 40_000))
        found.save(self.folder / "curve.ply")
        self.assertIn("evolve.cpu.accelerated", str(found.report()))
        self.assertEqual([each.name for each in self.folder.iterdir() if each.suffix not in (".npy", ".ply")], [])

    def test_points_are_kept_and_gone_on_with(self):
        kept = self.folder / "kept"
        kept.mkdir()
        self.points = spiral(500_000, 3)
        np.save(self.file, self.points)
        with self.assertRaises(Halt):
            self.detect(threads=1, checkpoint=kept, progress=halting)
        self.assertTrue(list(kept.iterdir()))
        self.assertEqual(self.detect(resume=kept).hash, arete.detect(self.points, r1=R1).hash)

    def test_points_left_out_are_told(self):
        self.points[3, 1] = np.nan
        np.save(self.file, self.points)
        with self.assertWarnsRegex(arete.AreteWarning, "1 of 40 000 points left out"):
            self.detect()

    def test_what_needs_points_in_memory_is_refused(self):
        for call, part in (
            (lambda: arete.detect(self.points, r1=R1, max_memory=64), "in memory already"),
            (lambda: self.detect(compare_exact=True), "compare_exact"),
            (lambda: self.detect(assignment=True), "assignment"),
            (lambda: self.detect(curve="network", bootstrap=4), "bootstrap"),
            (lambda: self.detect(thin=3), "thin"),
            (lambda: arete.detect(self.file, max_memory=64, point_order="scattered"), "scattered order"),
        ):
            self.refused(call, part, kind="wrong_use")

    def test_several_files_and_filters_and_a_suggested_radius_are_those_of_memory(self):
        rules = {"where": "x > 0 || source_file == 2", "every": 2}
        files = [self.file, self.file]
        of_disk = arete.detect(files, max_memory=64, scratch=self.folder, **rules)
        of_memory = arete.detect(files, **rules)
        self.assertEqual((of_disk.hash, of_disk.r1), (of_memory.hash, of_memory.r1))

    def test_a_store_is_made_and_taken_by_the_next_one(self):
        store = self.folder / "kept.sto"
        hashes = {self.detect().hash}
        for reads_files in (True, False):
            found = self.detect(store=store)
            hashes.add(found.hash)
            self.assertEqual((found.report()["store"]["input_reads"] > 0, found.cloud.points_in_file), (reads_files, 40_000))
        self.assertEqual(len(hashes), 1)
        self.refused(lambda: arete.detect(self.file, r1=R1, store=store), "max_memory", kind="wrong_use")
        self.refused(lambda: arete.detect(self.file, r1=2 * R1, max_memory=64, store=store), "it was made with R1 = ", kind="wrong_use")
        store.write_bytes(store.read_bytes()[:-100])
        self.refused(lambda: self.detect(store=store), "it was cut off", kind="bad_input")

    def test_memory_is_given_as_on_the_command_line(self):
        self.assertEqual(arete.detect(self.file, r1=R1, max_memory="64M", scratch=self.folder).hash, self.detect().hash)
        cli("detect", self.file, "--r1", R1, "--max-memory", "64M", "--scratch", self.folder)


if __name__ == "__main__":
    unittest.main()
