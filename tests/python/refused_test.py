"""Bad input is one clear arete.Error, never a crash and never another exception."""

import errno
import os
import pickle
import subprocess
import sys
import threading
import unittest

import numpy as np

import arete
from arete import _errors
from support import R1, Case, cli, spiral


class Points(Case):
    def test_of_a_wrong_shape_are_refused(self):
        for array in (np.zeros(5), np.zeros((2, 3, 4)), np.zeros((0, 2)), np.zeros((4, 0)), np.zeros((4, 17)), np.float32(3), np.zeros((0, 0))):
            for call in (arete.detect, arete.steps, arete.knn, arete.tiles, arete.cloud):
                self.refused(lambda: call(array), "points" if call is not arete.knn else "reference", "shape")

    def test_of_a_wrong_type_are_refused(self):
        wrong = [
            np.zeros((4, 2), complex),
            np.array([["a", "b"]]),
            np.zeros((4, 2), object),
            np.zeros(4, [("a", float), ("b", float)]),
            np.zeros((4, 2), "datetime64[s]"),
            np.zeros((4, 2), np.longdouble),
            [[1, 2], [3]],
            None,
            {"x": 1},
            object(),
            np.ma.masked_array(np.zeros((4, 2)), mask=[[0, 1]] * 4),
        ]
        for points in wrong:
            self.refused(lambda: arete.detect(points), "points")
            self.refused(lambda: arete.knn(points), "reference")

    def test_that_are_not_finite_are_named(self):
        for value in (np.nan, np.inf, -np.inf):
            for scalar in (np.float32, np.float64):
                points = spiral().astype(scalar)
                points[1234, 1] = value
                self.refused(lambda: arete.detect(points), "coordinate 1 of point 1234 is not finite", "isfinite")
                self.refused(lambda: arete.knn(points), "coordinate 1 of point 1234")
                self.refused(lambda: arete.knn(spiral(), points), "query")

    def test_too_far_apart_for_their_distances_are_refused(self):
        self.refused(lambda: arete.detect(np.array([[1e200, 0], [-1e200, 0.0], [0, 1]]), r1=1))
        self.refused(lambda: arete.knn(np.array([[1e200, 0], [-1e200, 0.0]])))

    def test_that_are_few_are_no_trouble(self):
        one = arete.detect(np.zeros((1, 2)), r1=1)
        self.assertEqual((one.points.shape, one.edges.shape, one.chains), ((1, 2), (0, 2), []))
        self.refused(lambda: arete.detect(np.zeros((1, 2))), "r1", kind="wrong_use")
        self.assertEqual(arete.detect(np.zeros((50, 3), np.float32), r1=1).points.shape, (1, 3))

    def test_of_one_place_suggest_no_radius_to_any_caller(self):
        for points in (np.array([[1.0, 2, 3]]), np.repeat([[1.0, 2, 3]], 185, 0)):
            for options in ({}, {"curve": "network"}, *({"curve": "network", "profile": each} for each in ("surface", "sphere", "wires"))):
                self.refused(lambda: arete.detect(points, **options), "fewer than 2 distinct points", kind="wrong_use")
                self.refused(lambda: next(iter(arete.steps(points, **options))), "fewer than 2 distinct points", kind="wrong_use")

    def test_at_the_centre_of_the_sphere_are_named(self):
        points = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 0]])
        self.refused(lambda: arete.detect(points, curve="network", profile="sphere", r1=1), "point 2", "centre of the sphere")

    def test_that_change_meanwhile_give_some_answer(self):
        points = spiral(20000)
        stop = threading.Event()

        def spoil():
            random = np.random.default_rng(1)
            while not stop.is_set():
                points[random.integers(len(points), size=200)] = random.choice([np.nan, np.inf, 1e30, 0.0, 1.0])

        writer = threading.Thread(target=spoil)
        writer.start()
        try:
            for _ in range(60):
                for call in (lambda: arete.detect(points, r1=R1, max_iterations=3), lambda: arete.knn(points), lambda: arete.tiles(points, r1=R1)):
                    try:
                        call()
                    except arete.Error:
                        pass
        finally:
            stop.set()
            writer.join()

    def test_that_are_resized_meanwhile_are_read_or_refused(self):
        points = np.zeros((3_000_000, 4))
        stop = threading.Event()

        def resize():
            while not stop.is_set():
                for rows in (3_000_000, 2_999_000):
                    points.resize((rows, 4), refcheck=False)

        writer = threading.Thread(target=resize)
        writer.start()
        try:
            for _ in range(5):
                try:
                    arete.cloud(points)
                except arete.Error as error:
                    self.assertIn("resized", str(error))
        finally:
            stop.set()
            writer.join()


class Keywords(Case):
    def test_that_are_unknown_are_answered_with_the_nearest(self):
        points = spiral(100)
        self.refused(lambda: arete.detect(points, thread=1), "thread", "threads", kind="wrong_use")
        self.refused(lambda: arete.detect(points, evolv="x"), "evolve", kind="wrong_use")
        self.refused(lambda: arete.read("x.ply", sepaator=","), "separator", kind="wrong_use")
        self.refused(lambda: arete.knn(points, bogus=1), "bogus", kind="wrong_use")
        self.refused(lambda: arete.generate("spiral", turns_of_phrase=1), kind="wrong_use")

    def test_out_of_range_are_refused_as_by_the_command_line(self):
        points = spiral(100)
        for keywords in (
            {"r1": -1},
            {"r1": float("nan")},
            {"r1": "wide"},
            {"threads": 1.5},
            {"threads": 100000},
            {"curve": "circle"},
            {"backend": "tpu"},
            {"evolve": "evolve.cpu.none"},
            {"evolve": "knn.cpu.best"},
            {"r1": R1, "bootstrap": 3},
            {"r1": R1, "curve": "network", "consensus": 0.5},
            {"r1": R1, "curve": "network", "tile_detection": "local"},
            {"r1": [1, 2]},
            {"r1": object()},
            {"r1": "1\0"},
        ):
            self.refused(lambda: arete.detect(points, **keywords), kind="wrong_use")

    def test_that_say_how_to_read_are_refused_for_points_in_memory(self):
        self.refused(lambda: arete.detect(spiral(100), r1=R1, separator=","), "separator", kind="wrong_use")
        self.refused(lambda: arete.detect(arete.cloud(spiral(100)), r1=R1, where="x > 0"), "where", kind="wrong_use")

    def test_of_progress_must_be_something_to_call(self):
        self.refused(lambda: arete.detect(spiral(100), r1=R1, progress=3), "progress", kind="wrong_use")

    def test_of_neighbours_are_checked(self):
        points = spiral(100)
        for k in (0, -1, 101, 2**40, 1.5, "3", True, None):
            self.refused(lambda: arete.knn(points, k=k), kind="wrong_use")
        self.refused(lambda: arete.knn(points, points, exclude_self=True), "exclude_self", kind="wrong_use")
        self.refused(lambda: arete.knn(points, np.zeros((3, 3))), kind="wrong_use")


class Files(Case):
    def test_that_cannot_be_read_give_the_message_of_the_command_line(self):
        error = self.refused(lambda: arete.read(self.folder / "none.ply"), "none.ply", kind="io")
        self.assertTrue(error.reason)
        (self.folder / "broken.ply").write_bytes(b"ply\nformat ascii 1.0\nelement vertex 3\n")
        self.refused(lambda: arete.read(self.folder / "broken.ply"), "broken.ply")
        for wrong in (3, None, [], ["a", 3], "a\0b"):
            with self.assertRaises(arete.Error):
                arete.read(wrong)

    def test_with_names_that_are_no_utf8_are_named(self):
        name = os.fsencode(self.folder) + b"/\xff\xfe.ply"
        error = self.refused(lambda: arete.read(os.fsdecode(name)), kind="io")
        self.assertEqual(error.where, name.decode("utf-8", "backslashreplace"))

    def test_of_unknown_formats_are_refused_and_nothing_is_written(self):
        found = arete.detect(spiral(), r1=R1)
        self.refused(lambda: found.save(self.folder / "curve.xyzzy"), "known", kind="wrong_use")
        self.refused(lambda: found.save(self.folder / "none" / "curve.ply"), kind="io")
        self.refused(lambda: found.save(self.folder / "curve.ply", crs="EPSG:0"), kind="wrong_use")
        self.refused(lambda: found.save(self.folder / "curve.geojson", geojson_crs="mars"), kind="wrong_use")
        self.assertEqual(list(self.folder.iterdir()), [])


class Messages(Case):
    def test_have_four_parts_and_the_text_of_the_program(self):
        error = self.refused(lambda: arete.command("detect", self.folder / "none.ply"), kind="io")
        with self.assertRaises(AssertionError) as printed:
            cli("detect", self.folder / "none.ply")
        self.assertIn(str(error), str(printed.exception))
        self.assertIsInstance(error, RuntimeError)
        self.assertEqual(len(error.args), 5)


class Kinds(Case):
    def test_are_those_that_python_has_for_them(self):
        points = spiral(100)
        (self.folder / "locked").mkdir()
        for call, kind in (
            (lambda: arete.detect(np.zeros(5)), ValueError),
            (lambda: arete.detect(points, r1=-1), ValueError),
            (lambda: arete.detect(points, curve="circle"), ValueError),
            (lambda: arete.detect(points, bogus=1), TypeError),
            (lambda: arete.knn(points, bogus=1), TypeError),
            (lambda: arete.command("detect", 3), TypeError),
            (lambda: arete.read(self.folder / "none.ply"), FileNotFoundError),
            (lambda: arete.read_curve(self.folder / "none.ply"), FileNotFoundError),
            (lambda: arete.replay(self.folder / "none.arete"), FileNotFoundError),
            (lambda: arete.detect(points, r1=R1).save(self.folder / "none" / "curve.ply"), FileNotFoundError),
            (lambda: arete.read(self.folder / "locked"), OSError),
        ):
            with self.assertRaises(kind) as caught:
                call()
            self.assertIsInstance(caught.exception, arete.Error)
            self.assertIsInstance(caught.exception, RuntimeError)
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((type(again), str(again), again.hint), (type(caught.exception), str(caught.exception), caught.exception.hint))
        with self.assertRaises(FileNotFoundError) as caught:
            arete.read(self.folder / "none.ply")
        self.assertEqual((caught.exception.errno, caught.exception.filename), (errno.ENOENT, str(self.folder / "none.ply")))

    def test_of_missing_memory_are_memory_errors(self):
        self.assertIsInstance(arete.Error("failed", "", "there is too little", "", "out_of_memory"), MemoryError)


class Hints(Case):
    def test_name_keywords_and_not_flags(self):
        points = spiral(300)
        (self.folder / "odd.txt").write_text("1 2 3\n4 5\n")
        for call, hint in (
            (lambda: arete.animate(points, r1=8), "frames=FOLDER, mp4=FILE"),
            (lambda: arete.detect(points, r1=8, bootstrap=5), 'curve="network"'),
            (lambda: arete.detect(points, r1=8, curve="network", consensus=0.5), "bootstrap=100"),
            (lambda: arete.detect(np.ones((9, 2))), "give r1"),
            (lambda: arete.detect(points, radius=8), "did you mean r1?"),
            (lambda: arete.detect(points, r1=8, n_jobs=2), "did you mean threads?"),
            (lambda: arete.knn(points, n_neighbors=2), "did you mean k?"),
            (lambda: arete.detect(points, r1=8, curve="network", tile_detection="local"), 'curve="chains"'),
            (lambda: arete.cloud(points, where="x >"), "help()"),
        ):
            error = self.refused(call, hint, kind="wrong_use")
            self.assertNotRegex(str(error), r"(^|[^\w-])--[a-z]", str(error))
        if arete.cuda_unavailable():
            error = self.refused(lambda: arete.detect(points, r1=8, backend="cuda"), kind="wrong_use")
            self.assertNotIn("--", str(error))

    def test_of_what_is_typed_name_flags(self):
        self.refused(lambda: arete.command("detect", "--r1", "x", "none.ply"), "--r1", kind="wrong_use")

    def test_change_whole_flags_only(self):
        for text, expected in (
            ("give --curve network, or none", 'give curve="network", or none'),
            ("leave --columns out", "leave columns out"),
            ("give --dim 2 or 3", "give dim=2 or 3"),
            ("as in --crs EPSG:28992, or --crs none", 'as in crs="EPSG:28992", or crs="none"'),
            ("add --paths", "add paths=True"),
            ("give --version knn.cpu.two_level", 'give version="knn.cpu.two_level"'),
            ("say --scalar double, or --scalar float", 'say scalar="double", or scalar="float"'),
            ('leave such points out: --where "x != 0"', 'leave such points out: where="x != 0"'),
            ("GeoJSON stays in it with --geojson-crs keep", 'GeoJSON stays in it with geojson_crs="keep"'),
            ("--class gives it", "class_ gives it"),
            ("the file a--b.csv -- so it is", "the file a--b.csv -- so it is"),
        ):
            self.assertEqual(_errors.in_keywords(text), expected)


class Log(Case):
    def test_tells_what_is_done(self):
        with self.assertLogs("arete", "DEBUG") as told:
            arete.detect(spiral(20000), r1=R1)
        self.assertRegex(" ".join(told.output), "choosing|round")

    def test_prints_nothing(self):
        code = "import arete; p = arete.generate('spiral', points=900, dim=2).points; arete.detect(p); arete.knn(p); arete.info"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        self.assertEqual((done.stdout, done.stderr), (b"", b""))


class Filters(Case):
    def test_that_keep_nothing_do_not_hide_what_is_wrong_with_the_file(self):
        path = os.path.join(self.folder, "odd.csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("x,y,z\n0,0,1\n5\n3,3,1\n4,5,2\n")
        with self.assertWarnsRegex(arete.AreteWarning, "One row was left out"), self.assertRaisesRegex(arete.Error, "keeps none of 3 points"):
            arete.read(path, where="z > 1000")


if __name__ == "__main__":
    unittest.main()
