"""Spans of wires and their clearance: the numbers of the command line, and tables that travel to files and back."""

import json
import unittest

import numpy as np

import arete
from support import Case, cli, power_line


class Wires(Case):
    def setUp(self):
        super().setUp()
        self.points, self.curve = power_line()
        np.save(self.folder / "points.npy", self.points)
        np.savetxt(
            self.folder / "curve.csv",
            np.vstack([np.column_stack([np.full(len(line), i), line]) for i, line in enumerate(self.curve)]),
            delimiter=",",
            fmt="%.9g",
            header="polyline_id,x,y,z",
            comments="",
        )

    def test_spans_have_the_numbers_of_the_command_line(self):
        own = arete.wires(self.points, self.curve)
        table = json.loads(cli("wires", self.folder / "points.npy", "--curve", self.folder / "curve.csv", "--json"))
        self.assertEqual(len(own), 4)
        self.assertEqual(len(own.pylons["x"]), 1)
        for name in ("bay", "position", "sag", "sag_low", "a", "lowest_z", "blow_out", "rmse", "gap_longest"):
            np.testing.assert_allclose(own[name], [span[name] for span in table["spans"]], rtol=1e-6)
        np.testing.assert_allclose(own["sag"], 200**2 / 8 / 800, rtol=0.01)
        self.assertTrue(np.all((own["sag_low"] < own["sag"]) & (own["sag"] < own["sag_high"])))
        self.assertEqual([len(line) > 8 for line in own.lines()], [True] * 4)

    def test_spans_go_to_files_and_back(self):
        own = arete.wires(self.points, self.curve)
        for name in ("spans.gpkg", "spans.csv"):
            own.save(self.folder / name)
            again = arete.read_spans(self.folder / name)
            self.assertEqual(set(again.columns), set(own.columns))
            for column, values in own.columns.items():
                np.testing.assert_array_equal(again[column], values, err_msg=column)

    def test_clearance_has_the_numbers_of_the_command_line(self):
        own = arete.wires(self.points, self.curve)
        own.save(self.folder / "spans.csv")
        tree = np.column_stack([np.full(50, 90.0), np.full(50, 4.5), np.linspace(0, 12, 50)])
        cloud = np.vstack([self.points, tree])
        np.save(self.folder / "cloud.npy", cloud)
        found = arete.clearance(cloud, own, limit=5, extra_sag=0.5, swing=10)
        flags = ("--limit", 5, "--extra-sag", 0.5, "--swing", 10, "--json")
        table = json.loads(cli("clearance", self.folder / "cloud.npy", "--spans", self.folder / "spans.csv", *flags))
        self.assertEqual(found.below, table["below"])
        np.testing.assert_allclose(found.places["distance"], [place["distance"] for place in table["places"]])
        plain = arete.clearance(cloud, self.folder / "spans.csv", own=0)
        nearest = [min(np.linalg.norm(line - point, axis=1).min() for line in own.lines(1e-5)) for point in tree]
        np.testing.assert_allclose(plain.distance[-50:], nearest, atol=0.2)
        self.assertTrue(np.all(plain.distance[-50:] <= np.array(nearest) + 1e-6))
        self.assertTrue(np.all(plain.span[-50:] >= 0))

    def test_classes_of_wires_are_left_out(self):
        own = arete.wires(self.points, self.curve)
        cloud = arete.cloud(self.points, attributes={"classification": np.full(len(self.points), 14)})
        self.assertEqual(arete.clearance(cloud, own).looked, 0)
        self.assertEqual(arete.clearance(cloud, own, leave_out=()).looked, len(self.points))

    def test_what_is_no_length_or_no_wire_is_refused(self):
        self.refused(lambda: arete.wires(self.points, self.curve, reach="far"), "no length", kind="wrong_use")
        self.refused(lambda: arete.wires(self.points[:, :2], [line[:, :2] for line in self.curve]), "wires hang in three", kind="wrong_use")
        own = arete.wires(self.points, self.curve)
        self.refused(lambda: arete.clearance(self.points, own, limit=0), "no distance", kind="wrong_use")
        del own.columns["curvature"]
        self.refused(lambda: arete.clearance(self.points, own), "missing")


if __name__ == "__main__":
    unittest.main()
