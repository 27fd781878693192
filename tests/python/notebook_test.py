"""What notebooks show: drawings that exporters take, pages that leave the notebook's style alone, and no bytes as text."""

import importlib.util
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as tree

import arete
from support import R1, Case, spiral

SVG = "{http://www.w3.org/2000/svg}"


class Shown(Case):
    def test_drawings_of_flat_detections_have_the_curve_over_the_cloud(self):
        for points in (spiral(9000), spiral(900) * 1e-3 + 5, spiral(900) + [155000, 463000], spiral(900)[:, ::-1] * [1, 30]):
            drawn = arete.detect(points, r1=None)._repr_svg_()
            root = tree.fromstring(drawn)
            cloud, curve, _ = (path.get("d") for path in root.iter(SVG + "path"))
            self.assertTrue(500 < cloud.count("M") <= 4500, cloud.count("M"))
            self.assertGreater(curve.count("L"), 20)
            width, height = (float(each) for each in root.get("viewBox").split()[2:])
            for d in (cloud, curve):
                numbers = [float(each) for each in re.findall(r"[\d.]+", d.replace("h0", ""))]
                self.assertTrue(min(numbers) >= 0 and max(numbers[::2]) <= width and max(numbers[1::2]) <= height)
            self.assertLess(len(drawn), 200_000)
        self.assertIsNone(arete.detect(spiral(500, dim=3), r1=R1)._repr_svg_())

    def test_no_drawing_declares_itself_a_file(self):
        points = spiral(900)
        for drawn in (arete.detect(points, r1=R1)._repr_svg_(), arete.sweep(points, steps=2)._repr_svg_()):
            self.assertTrue(drawn.lstrip().startswith("<svg"), drawn[:60])

    def test_pages_keep_their_style_to_themselves(self):
        race = arete.race(spiral(900), r1=R1, versions="evolve=cpu.brute_force,cpu.accelerated", repeat=1)
        runs = next(each["id"] for each in arete.experiments() if not each["unavailable"])
        for thing in (race, arete.experiment(runs, scale=0.01, repeat=1)):
            html = thing._repr_html_()
            self.assertNotRegex(html, r"<!doctype|<html|<head>|<body|<meta")
            (name,) = set(re.findall(r'<div id="(arete-[\w-]+)">', html))
            styles = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
            self.assertTrue(styles)
            for selectors in re.findall(r"([^{}]+)\{", "".join(styles)):
                for selector in selectors.split(","):
                    self.assertTrue(selector.startswith(f"#{name}"), selector)
            self.assertIn("<table", html)

    def test_pictures_do_not_print_their_bytes(self):
        if not arete._arete.draws:
            self.skipTest("this module was built without OpenGL")
        found = arete.detect(spiral(900), r1=R1)
        for picture in (found.picture(picture_size="200x100"), arete.render(spiral(900), picture_size="200x100")):
            self.assertEqual(repr(picture)[:40], "<arete.Picture: PNG, 200 × 100, " + repr(picture)[32:40])
            self.assertLess(len(repr(picture)), 60)
            self.assertEqual(picture._repr_png_(), bytes(picture))
            self.assertIsNone(picture._repr_svg_())
            picture.save(self.folder / "picture.png")
            self.assertEqual((self.folder / "picture.png").read_bytes(), picture)
            self.refused(lambda: picture.save(self.folder / "picture.jpg"), "png", kind="wrong_use")
        drawn = found.picture(self.folder / "picture.svg", picture_size="200x100")
        self.assertTrue(drawn._repr_svg_().lstrip().startswith("<svg"))
        self.assertEqual((self.folder / "picture.svg").read_bytes(), drawn)

    def test_export_to_html(self):
        for module in ("nbclient", "nbconvert", "ipykernel"):
            if importlib.util.find_spec(module) is None:
                self.skipTest(f"{module} is not installed")
        import nbformat

        cells = [
            "import arete\npoints = arete.generate('spiral', points=900, dim=2, seed=1).points\narete.detect(points, r1=8.34)",
            "arete.sweep(points, steps=2)",
            "arete.race(points, r1=8.34, versions='evolve=cpu.brute_force,cpu.accelerated', repeat=1)",
            "arete.render(points, picture_size='200x100') if arete._arete.draws else None",
        ]
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        nbformat.write(book, self.folder / "book.ipynb")
        words = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", str(self.folder / "book.ipynb")]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        page = (self.folder / "book.html").read_text(encoding="utf-8")
        self.assertNotIn("x89PNG", page)
        self.assertEqual(page.count("<!DOCTYPE html>") + page.count("<!doctype html>"), 1)
        self.assertGreaterEqual(page.count("<svg"), 2)


if __name__ == "__main__":
    unittest.main()
