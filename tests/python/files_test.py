"""read() and save(): every format, sessions that other doors open with the same hash, graphs, pictures."""

import json
import os
import subprocess
import sys
import unittest
import unittest.mock
from pathlib import Path

import networkx
import numpy as np

import arete
from support import CLOUDS, R1, SOURCE, Case, cli, spiral


class Read(Case):
    def test_gives_points_attributes_and_what_is_known_of_them(self):
        cloud = arete.read(CLOUDS / "earthquakes.csv")
        about = json.loads(cli("info", CLOUDS / "earthquakes.csv", "--json"))
        self.assertEqual(cloud.shape, (about["finite"], about["dimension"]))
        self.assertEqual(set(cloud.attributes), {attribute["name"] for attribute in about["attributes"]})
        for attribute in about["attributes"]:
            self.assertEqual(np.nanmin(cloud.attributes[attribute["name"]]), attribute["min"])
        np.testing.assert_allclose(cloud.points.min(axis=0), about["bounds"]["minimum"], rtol=1e-6)
        self.assertEqual(arete.info(CLOUDS / "earthquakes.csv"), about)
        self.assertEqual(np.asarray(cloud).shape, cloud.shape)
        self.assertEqual(len(cloud), cloud.shape[0])

    def test_gives_attributes_in_the_type_of_the_file(self):
        records = np.zeros(9, dtype=[("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("class", "u1"), ("level", "<i2"), ("time", "<f8")])
        for name in records.dtype.names:
            records[name] = np.arange(9)
        np.save(self.folder / "records.npy", records)
        attributes = arete.read(self.folder / "records.npy").attributes
        self.assertEqual({name: values.dtype for name, values in attributes.items()}, {name: records.dtype[name] for name in ("class", "level", "time")})
        for name, values in attributes.items():
            np.testing.assert_array_equal(values, records[name])
            self.assertFalse(values.flags.writeable)

    def test_joins_files_and_keeps_what_a_filter_names(self):
        points = spiral(500, dim=3)
        for name in "ab":
            np.save(self.folder / f"{name}.npy", points)
        both = arete.read([self.folder / "a.npy", self.folder / "b.npy"], where="z > 0", every=2)
        self.assertIn("z > 0", both.filter)
        expected = np.concatenate([points, points])
        np.testing.assert_array_equal(both.points, expected[expected[:, 2] > 0][::2])
        boxed = arete.read(self.folder / "a.npy", box=(-50, -50, -50, 50, 50, 50))
        self.assertTrue((np.abs(boxed.points) <= 50).all())

    def test_leaves_out_points_that_are_not_finite_and_says_so(self):
        points = spiral(100)
        points[7] = np.nan
        np.save(self.folder / "points.npy", points)
        with self.assertWarnsRegex(arete.AreteWarning, "1 of 100 points left out"):
            cloud = arete.read(self.folder / "points.npy")
        self.assertEqual((len(cloud), cloud.points_in_file, cloud.non_finite), (99, 100, 1))

    def test_keeps_every_bit_when_it_converts(self):
        points = np.random.default_rng(1).random((200, 3)) * 1e6
        np.save(self.folder / "points.npy", points)
        for extension in ("ply", "csv", "npy"):
            arete.convert(self.folder / "points.npy", self.folder / f"copy.{extension}")
            np.testing.assert_array_equal(arete.read(self.folder / f"copy.{extension}").points, arete.read(self.folder / "points.npy").points)
        np.testing.assert_array_equal(np.load(self.folder / "copy.npy"), points)


    def test_brings_a_cloud_into_another_system(self):
        degrees = np.column_stack([np.linspace(4.98, 5.02, 20), np.full(20, 52.0)])
        np.save(self.folder / "degrees.npy", degrees)
        metres = arete.convert(self.folder / "degrees.npy", self.folder / "metres.npy", crs="EPSG:4326", to_crs="utm")
        self.assertEqual(metres.crs, "EPSG:32631")
        self.assertAlmostEqual(float(np.linalg.norm(metres.points[19] - metres.points[0])), 0.04 * 111_320 * np.cos(np.radians(52)), delta=10)
        sphere = arete.convert(self.folder / "degrees.npy", self.folder / "sphere.npy", to_crs="sphere")
        np.testing.assert_allclose(np.linalg.norm(np.load(self.folder / "sphere.npy"), axis=1), 1)
        self.assertEqual(sphere.points.shape, (20, 3))
        self.refused(lambda: arete.convert(self.folder / "degrees.npy", self.folder / "a.npy", to_crs="utm"), kind="wrong_use")


class Save(Case):
    def test_writes_every_format_as_the_command_line_does(self):
        np.save(self.folder / "points.npy", spiral())
        found = arete.detect(self.folder / "points.npy", r1=R1)
        for row in arete.curve_formats():
            with self.subTest(row["id"]):
                own, other = self.folder / f"own.{row['extension']}", self.folder / f"other.{row['extension']}"
                extra = {"swc_root": "3"} if row["id"] == "swc" and not found.counts["loops"] else {}
                if row["id"] == "swc" and found.counts["loops"]:
                    self.refused(lambda: found.save(own), kind="wrong_use")
                    continue
                found.save(own, crs="EPSG:28992", **extra)
                flags = [word for name, value in extra.items() for word in ("--" + name.replace("_", "-"), value)]
                cli("detect", self.folder / "points.npy", "--r1", R1, "--crs", "EPSG:28992", "-o", other, *flags)
                if row["id"] != "gpkg":  # which holds the time
                    self.assertEqual(own.read_bytes(), other.read_bytes())
                else:
                    with self.assertWarnsRegex(arete.AreteWarning, "no lines"):
                        self.assertEqual(len(arete.read_curve(own)), len(arete.read_curve(other)))

    def test_writes_sessions_that_other_programs_repeat_to_the_bit(self):
        clouds = {
            "an array": spiral(),
            "in space and flat": np.column_stack([spiral(), np.full(3000, 2.5)]),
            "far from zero": spiral().astype(float) + [155000.25, 463000.5],
            "a filtered file": arete.read(CLOUDS / "earthquakes.csv", where="x > 0"),
        }
        for number, (name, points) in enumerate(clouds.items()):
            with self.subTest(name):
                found = arete.detect(points, r1=R1)
                session = self.folder / f"{number}.arete"
                found.save(session)
                self.assertEqual(json.loads(session.read_text())["result_hash"], found.hash)
                cli("replay", session)
                self.assertEqual(arete.replay(session).hash, found.hash)
                self.assertTrue(arete.replay(session, compare_exact=True).difference["identical"])
                self.assertEqual(len(arete.replay(session, assignment=True).assignment), len(found.cloud.points))
                self.assertIsNone(arete.replay(session).assignment)

    def test_keeps_the_step_in_a_session(self):
        walk = arete.steps(spiral(), r1=R1)
        for _ in range(4):
            frame = next(walk)
        frame.save(self.folder / "step.arete")
        self.assertEqual(json.loads((self.folder / "step.arete").read_text())["step"], 3)

    def test_of_a_session_that_lies_is_found_out(self):
        arete.detect(spiral(), r1=R1).save(self.folder / "lie.arete")
        session = json.loads((self.folder / "lie.arete").read_text())
        session["result_hash"] = "0" * 64
        (self.folder / "lie.arete").write_text(json.dumps(session))
        self.refused(lambda: arete.replay(self.folder / "lie.arete"), "0" * 64, kind="internal")

    def test_writes_reports_and_points(self):
        found = arete.detect(spiral(), r1=R1)
        found.save_report(self.folder / "report.json")
        self.assertEqual(json.loads((self.folder / "report.json").read_text())["hash"], found.hash)
        arete.cloud(found.points).save(self.folder / "chosen.csv")
        np.testing.assert_array_equal(arete.read(self.folder / "chosen.csv").points, found.points)


class Graphs(Case):
    def test_hold_what_the_detection_holds(self):
        found = arete.detect(spiral(), r1=R1)
        graph = found.to_networkx()
        self.assertEqual((graph.number_of_nodes(), graph.number_of_edges()), (len(found.points), len(found.edges)))
        self.assertAlmostEqual(graph.size("length"), found.length, places=3)
        self.assertEqual(graph.nodes[0]["pos"], tuple(found.points[0].tolist()))
        simple = found.to_networkx(simplify=True)
        self.assertEqual(simple.number_of_edges(), len(found.chains))
        self.assertAlmostEqual(simple.size("length"), found.length, places=3)
        joined = graph.subgraph(node for node, degree in graph.degree if degree)
        self.assertEqual(networkx.number_connected_components(joined), found.counts["components"])


class Pictures(Case):
    def test_show_a_detection_in_a_notebook(self):
        found = arete.detect(spiral(), r1=R1)
        self.assertTrue(found._repr_png_().startswith(b"\x89PNG"))
        self.assertIn("<path", found._repr_svg_())
        self.assertIsNone(arete.detect(spiral(dim=3), r1=R1)._repr_svg_())
        self.assertTrue(found.cloud._repr_png_().startswith(b"\x89PNG"))

    def test_are_those_of_the_command_line(self):
        np.save(self.folder / "points.npy", spiral())
        flags = ["--r1", R1, "--run-to", "end", "--white", "--picture-size", "400x300", "-o", self.folder / "other.png"]
        cli("render", self.folder / "points.npy", *flags)
        found = arete.detect(self.folder / "points.npy", r1=R1)
        png = found.picture(self.folder / "own.png", white=True, picture_size="400x300")
        self.assertEqual((self.folder / "own.png").read_bytes(), png)
        self.assertEqual(png, (self.folder / "other.png").read_bytes())
        drawn = arete.render(self.folder / "points.npy", r1=R1, run_to="end", white=True, picture_size="400x300")
        self.assertEqual(drawn, png)
        self.assertNotEqual(arete.render(self.folder / "points.npy", r1=R1, run_to=0, white=True, picture_size="400x300"), png)

    def test_of_lines_are_those_of_the_command_line(self):
        np.save(self.folder / "points.npy", spiral())
        cli("render", self.folder / "points.npy", "--r1", R1, "--run-to", "end", "--picture-size", "400x300", "-o", self.folder / "other.svg")
        found = arete.detect(self.folder / "points.npy", r1=R1)
        svg = found.picture(self.folder / "own.svg", picture_size="400x300")
        self.assertIn(b"<svg", svg)
        self.assertEqual(svg, (self.folder / "own.svg").read_bytes())
        self.assertEqual(svg, (self.folder / "other.svg").read_bytes())
        self.refused(lambda: found.picture(self.folder / "own.pdf"), "own.pdf", kind="wrong_use")

    def test_of_an_animation_are_those_of_the_command_line(self):
        np.save(self.folder / "points.npy", spiral(500))
        flags = ["--r1", R1, "--animation", "both", "--seconds", 0.2, "--every-step", 30, "--hold", 0, "--picture-size", "160x120"]
        cli("render", self.folder / "points.npy", *flags, "--look", "top", "--frames", self.folder / "other")
        words = {"animation": "both", "seconds": 0.2, "every_step": 30, "hold": 0, "picture_size": "160x120", "look": "top"}
        found = arete.detect(self.folder / "points.npy", r1=R1)
        told = []
        for own, points, job in (("own", found, {}), ("again", self.folder / "points.npy", {"r1": R1})):
            count = arete.animate(points, frames=self.folder / own, progress=lambda *news: told.append(news), **job, **words)
            pictures = sorted(path.name for path in (self.folder / "other").iterdir())
            self.assertEqual((count, sorted(path.name for path in (self.folder / own).iterdir())), (len(pictures), pictures))
            for name in pictures:
                self.assertEqual((self.folder / own / name).read_bytes(), (self.folder / "other" / name).read_bytes(), name)
        self.assertTrue(told)
        self.refused(lambda: arete.animate(found, **words), "frames=FOLDER", kind="wrong_use")
        self.refused(lambda: arete.animate(found, frames=self.folder / "x", animation="dance"), "dance", kind="wrong_use")
        self.refused(lambda: arete.render(found, frames=self.folder / "x"), "frames", kind="wrong_use")


@unittest.skipUnless((Path(os.environ["ARETE_BUILD_DIR"]) / "bin" / "arete").exists(), "the window is not built")
class View(Case):
    def test_opens_the_window_on_this_very_state_and_returns_at_once(self):
        program = """
import os, sys, time
import arete
cloud = arete.generate("spiral", points=3000, dim=2)
frame = list(zip(range(5), arete.steps(cloud.points, r1=8.34)))[-1][1]
begin = time.monotonic()
process = arete.view(cloud.points, frame, folder=sys.argv[1])
took = time.monotonic() - begin
time.sleep(3)
os.kill(process, 0)
os.kill(process, 15)
print(took)
"""
        words = [SOURCE / "scripts" / "with-display", sys.executable, "-c", program, self.folder]
        environment = {**os.environ, "ARETE_OWN_DISPLAY": "1", "XDG_CONFIG_HOME": str(self.folder)}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(float(done.stdout), 5)
        self.assertEqual(json.loads((self.folder / "view.arete").read_text())["step"], 4)
        cli("render", self.folder / "view.arete", "-o", self.folder / "drawn.png", "--picture-size", "300x200")
        self.assertTrue((self.folder / "drawn.png").read_bytes().startswith(b"\x89PNG"))

    def test_says_when_there_is_no_display_or_no_program(self):
        hidden = {name: "" for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
        with unittest.mock.patch.dict(os.environ, hidden):
            self.refused(lambda: arete.view(spiral(100)), "there is no display", kind="io")
        with unittest.mock.patch.dict(os.environ, {"DISPLAY": ":99", "ARETE_PROGRAM": "/none/arete"}):
            self.refused(lambda: arete.view(spiral(100)), "/none/arete", kind="wrong_use")

    def test_runs_no_window_that_others_may_have_put_beside_it(self):
        site = self.folder / "site" / "arete"
        site.mkdir(parents=True)
        (site / "libarete-engine.so.0").touch()  # a copy, as pip has it
        for planted in (self.folder / "bin" / "arete", self.folder / "arete"):
            planted.parent.mkdir(exist_ok=True)
            planted.write_text("#!/bin/sh\n")
            planted.chmod(0o755)
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        for path in ("", ":", ".", "/none:", "bin"):
            with unittest.mock.patch.dict(os.environ, {"PATH": path}), unittest.mock.patch.object(arete._view, "__file__", str(site / "_view.py")):
                os.environ.pop("ARETE_PROGRAM", None)
                self.refused(arete._view.program, "there is no such program", kind="wrong_use")
        with unittest.mock.patch.dict(os.environ, {"PATH": str(self.folder)}), unittest.mock.patch.object(arete._view, "__file__", str(site / "_view.py")):
            self.assertEqual(arete._view.program(), str(self.folder / "arete"))


if __name__ == "__main__":
    unittest.main()
