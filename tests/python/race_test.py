"""Races give what `arete-cli race` gives: times that were measured, and bits that are compared."""

import csv
import io
import json
import unittest

import numpy as np

import arete
from support import R1, Case, cli, spiral

TWO = "evolve=cpu.brute_force,cpu.accelerated"


class Races(Case):
    def setUp(self):
        super().setUp()
        self.points = spiral(2000)
        np.save(self.folder / "points.npy", self.points)

    def test_have_the_hashes_and_steps_of_the_command_line(self):
        cli("race", self.folder / "points.npy", "--r1", R1, "--versions", TWO, "--repeat", 1, "-o", self.folder / "race.json")
        said = json.loads((self.folder / "race.json").read_text())
        race = arete.race(self.points, r1=R1, versions=TWO, repeat=2)
        own = json.loads(race.to_json())
        self.assertEqual([racer["hash"] for racer in own["racers"]], [racer["hash"] for racer in said["racers"]])
        self.assertEqual({racer["hash"] for racer in race.racers}, {arete.detect(self.points, r1=R1).hash})
        self.assertEqual([found.hash for found in race.detections], [racer["hash"] for racer in race.racers])
        for racer, other in zip(own["racers"], said["racers"]):
            self.assertEqual(len(racer["steps"]), len(other["steps"]))
        for racer in race.racers:
            self.assertTrue(racer["equal"])
            self.assertIsNone(racer["differs_from"])
            self.assertEqual(len(racer["runs"]), 2)
            self.assertGreater(racer["milliseconds"], 0)
            self.assertGreater(racer["stages"]["evolve"], 0)
        self.assertEqual(race.of, "evolve")
        self.assertIn("evolve.cpu.accelerated", repr(race))

    def test_where_bits_differ_say_from_which_step(self):
        race = arete.race(spiral(20_000), r1=R1, vary="tile-detection=whole,local", tile_capacity=2000, repeat=1)
        self.assertFalse(race.racers[1]["equal"])
        self.assertIsNotNone(race.racers[1]["differs_from"])
        self.assertIn("differ", race.columns["bits"])

    def test_are_written_as_csv_json_html_and_svg_or_returned(self):
        race = arete.race(self.points, r1=R1, versions=TWO, repeat=1)
        for kind, text in (("csv", race.to_csv()), ("json", race.to_json()), ("html", race.to_html()), ("svg", race.to_svg())):
            target = self.folder / f"race.{kind}"
            self.assertIsNone(getattr(race, f"to_{kind}")(target))
            self.assertEqual(target.read_text(), text)
        rows = list(csv.DictReader(io.StringIO(race.to_csv())))
        self.assertEqual(list(rows[0]), list(race.columns))
        self.assertEqual([row["what"] for row in rows], race.columns["what"])
        self.assertEqual(set(race.units), set(race.columns))
        self.assertIn("<svg", race.to_html())
        self.assertIn(race.to_html().split("<body>")[1].split("</body>")[0], race._repr_html_())
        self.refused(lambda: race.to_csv(self.folder / "no" / "race.csv"), "race.csv", kind="io")

    def test_of_searches_compare_neighbours(self):
        race = arete.race(self.points, versions="knn=cpu.v0,cpu.best", k=4, repeat=1)
        self.assertTrue(race.racers[1]["equal"])
        self.assertEqual(json.loads(race.to_json())["neighbours"], 4)
        self.assertEqual(race.detections, [])

    def test_take_points_as_detect_does_and_suggest_r1(self):
        told = []
        race = arete.race(self.folder / "points.npy", versions=TWO, repeat=1, where="x > 0", progress=lambda fraction, text: told.append(fraction))
        found = arete.detect(self.folder / "points.npy", where="x > 0")
        self.assertEqual(race.racers[0]["hash"], found.hash)
        self.assertEqual(json.loads(race.to_json())["r1"], found.r1)
        self.assertTrue(told)

    def test_that_are_none_are_refused_before_anything_is_read(self):
        for wrong in (
            {"versions": "evolve=cpu.accelerated"},
            {"versions": "evolve=cpu.accelerated,cpu.fast"},
            {"vary": "r1=4,8"},
            {"vary": "threads=1,1"},
            {"vary": "threads=1,2", "versions": TWO},
        ):
            self.refused(lambda: arete.race(self.points, r1=R1, **wrong), kind="wrong_use")
        self.refused(lambda: arete.race(self.points, output="race.csv"), "output", kind="wrong_use")
        self.refused(lambda: arete.race(np.zeros((3, 2)), vary="threads=1,2"), "no radius", kind="wrong_use")

    def test_take_versions_of_ones_own(self):
        source = """#include <arete/version.h>
        template <class T> void choose(const AreteChoose<T>& task) {
          for (uint32_t i = 0; i < task.n; ++i) task.chosen[i] = 1;
        }
        ARETE_DECLARE_VERSION(choose, cpu, choose, ARETE_ROWS)"""
        (self.folder / "all.cpp").write_text(source)
        race = arete.race(self.points, r1=R1, versions="choose=cpu.sequential", version_files=[self.folder / "all.cpp"], repeat=1)
        self.assertEqual([racer["name"] for racer in race.racers], ["choose.cpu.sequential", "choose.mine.all"])
        self.assertFalse(race.racers[1]["equal"])
        self.assertIn("yours chooses it", race.to_html())
        (self.folder / "all.cpp").write_text(source.replace("= 1", "= one"))
        self.refused(lambda: arete.race(self.points, r1=R1, version_files=[self.folder / "all.cpp"]), "not declared")


if __name__ == "__main__":
    unittest.main()
