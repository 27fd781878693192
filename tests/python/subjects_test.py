"""Shapes, quality, tiles, experiments and the other commands."""

import json
import unittest

import numpy as np

import arete
from support import CLOUDS, R1, Case, cli, spiral


class Generate(Case):
    def test_gives_the_points_of_the_command_line(self):
        for shape, flags, keywords in (
            ("spiral", ["--points", 500, "--noise", 2.5, "--seed", 7], {"points": 500, "noise": 2.5, "seed": 7}),
            (
                "trefoil",
                ["--points", 300, "--dim", 3, "--scalar", "double", "--background", 0.1],
                {"points": 300, "dim": 3, "scalar": "double", "background": 0.1},
            ),
        ):
            cli("generate", shape, *flags, "-o", self.folder / "cloud.npy", "--truth", self.folder / "truth.csv")
            cloud = arete.generate(shape, **keywords)
            np.testing.assert_array_equal(cloud.points, np.load(self.folder / "cloud.npy"))
            truth = arete.read_curve(self.folder / "truth.csv")
            self.assertEqual([len(line) for line in cloud.truth], [len(line) for line in truth])

    def test_lists_its_shapes_and_refuses_others(self):
        self.assertIn("spiral", [shape["id"] for shape in arete.shapes()])
        self.refused(lambda: arete.generate("spirall"), "spiral", kind="wrong_use")
        self.refused(lambda: arete.generate("spiral", points=-1), kind="wrong_use")
        self.refused(lambda: arete.generate("spiral", scalar="half"), kind="wrong_use")


class Quality(Case):
    def test_gives_the_numbers_of_the_command_line(self):
        cloud = arete.generate("spiral", points=3000, dim=2)
        found = arete.detect(cloud, r1=R1)
        found.save(self.folder / "curve.ply")
        cli("generate", "spiral", "--points", 10, "--dim", 2, "-o", self.folder / "unused.npy", "--truth", self.folder / "truth.csv")
        flags = ["--reference", self.folder / "truth.csv", "--sigma", 4.17, "--paths", "--json"]
        expected = json.loads(cli("quality", self.folder / "curve.ply", *flags))
        for own in (
            found.quality(self.folder / "truth.csv", sigma=4.17, paths=True),
            arete.quality(self.folder / "curve.ply", self.folder / "truth.csv", sigma=4.17, paths=True),
            arete.quality(found, cloud.truth, sigma=4.17, paths=True),
        ):
            for name in ("hausdorff", "precision", "recall", "f_score"):
                self.assertIn(name, own)
            for name, value in own.items():
                if name != "scores" and expected[name] is not None:
                    self.assertAlmostEqual(value, expected[name], places=4, msg=name)
            self.assertEqual(len(own["scores"]), len(expected["scores"]))

    def test_takes_arrays_of_vertices(self):
        line = np.array([[0.0, 0.0], [10, 0]])
        self.assertAlmostEqual(arete.quality(line + [0, 0.5], line)["hausdorff"], 0.5)
        self.assertAlmostEqual(arete.quality([line[:1].repeat(2, 0) + [0, 3], line], [line])["hausdorff"], 3)
        self.refused(lambda: arete.quality(None, line), kind="wrong_use")
        self.refused(lambda: arete.quality(line, np.zeros((2, 3))), kind="wrong_use")
        self.refused(lambda: arete.quality(line, line * np.nan), "reference")

    def test_knows_of_a_network_where_it_is_wrong(self):
        cloud = arete.generate("spiral", points=1500, dim=2)
        found = arete.detect(cloud, r1=8, curve="network", bootstrap=3)
        self.assertGreater(len(found.quality(cloud.truth)), len(arete.quality(found.lines, cloud.truth)))


class Tiles(Case):
    def test_divide_every_point_once(self):
        points = spiral(5000, dim=3)
        tree = arete.tiles(points, r1=R1, tile_capacity=300)
        np.testing.assert_array_equal(np.sort(tree.order), np.arange(5000))
        sizes = tree.nodes["end"] - tree.nodes["begin"]
        self.assertEqual(int(sizes[tree.leaves].sum()), 5000)
        self.assertLessEqual(int(sizes[tree.leaves].max()), 300)
        self.assertEqual(int(tree.nodes["level"].max()) + 1, tree.levels)
        for leaf in tree.leaves:
            inside = points[tree.points_of(leaf)]
            self.assertTrue((inside >= tree.bounds[leaf, 0]).all() and (inside <= tree.bounds[leaf, 1]).all())
        self.assertIsNone(tree.touching(0))

    def test_know_their_surroundings(self):
        points = spiral(3000)
        grouped = arete.tiles(points, r1=R1, tile_kind="grouped", tile_capacity=300)
        for leaf in range(len(grouped.leaves)):
            for other in grouped.touching(leaf):
                self.assertIn(leaf, grouped.touching(other))
        extended = arete.tiles(points, r1=R1, tile_kind="extended", tile_capacity=300)
        own = set(extended.points_of(extended.leaves[0]))
        low, high = extended.bounds[extended.leaves[0]]
        near = np.linalg.norm(np.maximum(np.maximum(low - points, points - high), 0), axis=1) < R1 * 0.999
        self.assertLessEqual(set(np.flatnonzero(near)) - own, set(extended.surroundings(0)))
        with self.assertRaises(IndexError):
            extended.surroundings(len(extended.leaves))


class Experiments(Case):
    def test_run_and_are_written(self):
        self.assertEqual([each["id"] for each in arete.experiments()], [each["id"] for each in json.loads(cli("experiment", "--list", "--json"))])
        runs = next(each["id"] for each in arete.experiments() if not each["unavailable"])
        told = []
        found = arete.experiment(runs, scale=0.01, repeat=1, progress=lambda *news: told.append(news))
        self.assertEqual(set(found.columns), set(found.units))
        self.assertGreater(len(next(iter(found.columns.values()))), 0)
        self.assertTrue(told)
        files = found.save(self.folder)
        self.assertEqual({file.rsplit(".", 1)[1] for file in files}, {"csv", "json", "html"})
        self.assertIn("<table", found._repr_html_())

    def test_refuse_what_the_command_line_refuses(self):
        self.refused(lambda: arete.experiment("table-9.9"), "known", kind="wrong_use")
        runs = next(each["id"] for each in arete.experiments() if not each["unavailable"])
        for keywords in ({"scale": 0}, {"scale": float("nan")}, {"repeat": 0}, {"threads": 1000}, {"seed": -1}, {"repeat": 1.5}):
            self.refused(lambda: arete.experiment(runs, **keywords), kind="wrong_use")


class Commands(Case):
    def test_print_what_the_program_prints(self):
        self.assertEqual(arete.command("versions"), cli("versions"))
        self.assertEqual(arete.command("detect", "--help"), cli("detect", "--help"))
        self.assertEqual(arete.versions(), json.loads(cli("versions", "--json")))
        self.refused(lambda: arete.command("detekt"), "detect", kind="wrong_use")
        self.refused(lambda: arete.command("detect", "--thread"), "--threads", kind="wrong_use")
        self.refused(lambda: arete.command("detect", 3), kind="wrong_use")

    def test_measure(self):
        found = arete.bench("detect", points=2000, dim=2, repeat=1, versions="evolve.cpu.accelerated", backend="cpu")
        self.assertEqual(found["bench"], "detect")
        self.assertGreater(found["rows"][0]["median_ms"], 0)

    def test_never_read_and_write_the_same_file(self):
        np.save(self.folder / "points.npy", spiral(100))
        self.refused(lambda: arete.command("convert", self.folder / "points.npy", "-o", self.folder / "points.npy"), kind="wrong_use")


class Words(Case):
    def test_of_every_flag_of_a_command_are_keywords(self):
        """But for what a Python program gives or gets otherwise: files, and what is written of an answer that it has."""
        files = {"file", "output", "format", "chosen", "report", "reference", "session", "swc_root", "swc_loops", "geojson_crs", "curve_step", "branches", "bodies", "paths"}
        files.add("dry_run")  # info(r1=) has the plan
        on_disk = {"max_memory", "scratch", "store"}
        cloud = {row["name"] for row in arete._arete.flags("read")}  # of commands that read one themselves
        for command, function, own in (
            ("detect", arete.detect, files),
            ("steps", arete.steps, files | on_disk | {"assignment", "checkpoint", "checkpoint_every", "resume", "compare_exact", "edits"}),
            ("replay", arete.replay, files),
            ("generate", arete.generate, {"output", "format", "truth"}),
            ("project", arete.project, cloud | {"cloud", "curve", "output", "profile", "plot", "step", "json"}),
            ("sweep", arete.sweep, {"file", "output", "plot"}),
            ("race", arete.race, {"file", "output", "plot", "page", "neighbours"}),
            ("knn", arete.knn, {"reference", "query", "neighbours", "within", "output", "distances", "counts", "json"}),
            ("quality", arete.quality, {"json"}),
            ("render", arete.render, {"file", "picture", "no_interop"} | {row["name"] for row in arete._arete.flags("animation")}),
            ("render", arete.animate, {"file", "picture", "no_interop"}),
            ("experiment", arete.experiment, {"list", "output", "json"}),
            ("bench", arete.bench, {"json", "markdown"}),
            ("bench-draw", arete.bench_draw, set()),
            ("info", arete.info, {"file", "json"}),
            ("convert", arete.convert, {"file"}),
        ):
            import inspect

            taken = {name.rstrip("_") for name in inspect.signature(function).parameters}
            flags = {row["name"] for row in arete._arete.flags("detect" if command == "steps" else command)}
            missing = {name for name in flags - taken - own if not name.startswith("quality_") and name != "version_file"}
            self.assertEqual(missing, set(), command)

    def test_are_described_with_units_and_defaults(self):
        text = arete.detect.__doc__
        for words in ("r1 : R1 in cloud units", "threads : ", "default 0 = all", "max_iterations"):
            self.assertIn(words, text)
        for name in arete.__all__:
            self.assertTrue(getattr(arete, name).__doc__, name)

    def test_of_every_public_member_have_a_description(self):
        for name in arete.__all__:
            kind = getattr(arete, name)
            if isinstance(kind, type):
                for member, value in vars(kind).items():
                    if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                        self.assertTrue(value.__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
