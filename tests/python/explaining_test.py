"""Points along a curve, and detections over a ladder of R1: the numbers of the command line."""

import json
import unittest

import numpy as np

import arete
from support import R1, Case, cli, spiral


class Projections(Case):
    def setUp(self):
        super().setUp()
        self.points = spiral(4000)
        np.save(self.folder / "points.npy", self.points)
        self.found = arete.detect(self.points, r1=R1)
        self.found.save(self.folder / "curve.ply")

    def of_program(self, *flags):
        return cli("project", self.folder / "points.npy", self.folder / "curve.ply", *flags)

    def test_have_the_numbers_of_the_command_line(self):
        self.of_program("-o", self.folder / "out.csv")
        table = np.genfromtxt(self.folder / "out.csv", delimiter=",", names=True)
        own = arete.project(self.points, arete.read_curve(self.folder / "curve.ply"))
        for name in ("distance", "offset", "arc_length", "path", "component"):
            np.testing.assert_allclose(getattr(own, name), table[name], rtol=1e-6, atol=1e-6)
        about = json.loads(self.of_program("--reach", 2 * R1, "--json"))
        again = arete.project(self.points, self.folder / "curve.ply", reach=2 * R1)
        self.assertEqual(again.beyond, about["beyond"])
        self.assertEqual(again.by_component, about["by_component"])
        self.assertAlmostEqual(again.mean_distance, about["mean_distance"], places=9)
        self.assertEqual(len(again.paths), about["paths"])

    def test_take_the_reach_of_their_detection_and_other_points(self):
        own = arete.project(self.points, self.found)
        self.assertEqual(own.reach, 2 * R1)
        self.assertEqual(self.found.project().beyond, own.beyond)
        self.assertEqual(arete.project(self.points, self.folder / "curve.ply").reach, np.inf)
        one = arete.project(np.array([[0.0, 5.0], [10.0, -2.0]]), [np.array([[0.0, 0.0], [10.0, 0.0]])])
        np.testing.assert_array_equal(one.offset, (5, -2))
        np.testing.assert_array_equal(one.arc_length, (0, 10))

    def test_have_profiles_as_the_command_line(self):
        self.of_program("--profile", self.folder / "profile.csv", "--reach", 9, "--step", 25)
        table = np.genfromtxt(self.folder / "profile.csv", delimiter=",", names=True)
        own = self.found.project(reach=9).profile(25)
        for name in ("path", "from", "to", "points", "density", "width"):
            np.testing.assert_allclose(own[name], table[name], rtol=1e-6, atol=1e-6)
        self.assertGreater(len(self.found.project().profile()["path"]), 100)

    def test_of_what_is_no_curve_or_no_side_are_refused(self):
        self.refused(lambda: arete.project(self.points, np.zeros((1, 2))), "no edge")
        self.refused(lambda: arete.project(self.points, None), "no curve", kind="wrong_use")
        self.refused(lambda: arete.project(self.points, np.zeros((4, 3))), "2 coordinates and the curve 3", kind="wrong_use")
        self.refused(lambda: arete.project(self.points, self.found, reach=-1), "no length", kind="wrong_use")
        solid = arete.project(spiral(50, 3), np.array([[0.0, 0, 0], [1, 1, 1]]))
        self.refused(lambda: solid.offset, "two sides", kind="wrong_use")


class Sweeps(Case):
    def test_have_the_numbers_of_the_command_line(self):
        points = spiral(3000)
        np.save(self.folder / "points.npy", points)
        cli("sweep", self.folder / "points.npy", "--from", 4, "--to", 16, "--steps", 5, "-o", self.folder / "table.json")
        rows = json.loads((self.folder / "table.json").read_text())["sweep"]
        own = arete.sweep(points, from_=4, to=16, steps=5)
        self.assertEqual([each.hash for each in own.detections], [row["hash"] for row in rows])
        for name in ("r1", "chosen", "loops", "length", "unexplained"):
            np.testing.assert_allclose(own.columns[name], [row[name] for row in rows], rtol=1e-12)
        self.assertEqual(set(own.units), set(own.columns))
        self.assertTrue(own.to_svg().startswith("<svg") or "<svg" in own.to_svg())
        own.to_svg(self.folder / "plot.svg")
        self.assertEqual((self.folder / "plot.svg").read_text(), own.to_svg())

    def test_are_around_r1_and_measured_where_the_truth_is_known(self):
        cloud = arete.generate("spiral", points=2000, dim=2, seed=3)
        own = arete.sweep(cloud, R1, steps=3, reference=cloud.truth)
        np.testing.assert_allclose(own.columns["r1"], (R1 / 4, R1, R1 * 4))
        self.assertGreater(own.columns["f_score"][1], 0.5)
        middle = arete.sweep(cloud, steps=1).columns["r1"][0]
        self.assertAlmostEqual(middle, cloud.suggest_r1(), places=9)

    def test_of_no_ladder_are_refused(self):
        points = spiral(100)
        self.refused(lambda: arete.sweep(points, from_=9, to=3), "exchange", kind="wrong_use")
        for steps in (0, 1001, 2.5, True):
            self.refused(lambda: arete.sweep(points, steps=steps), "1 to 1000", kind="wrong_use")
        self.refused(lambda: arete.sweep(points, to=-1), "no length", kind="wrong_use")
        self.refused(lambda: arete.sweep(points, reference=np.zeros((4, 3))), "no curve of as many", kind="wrong_use")


if __name__ == "__main__":
    unittest.main()
