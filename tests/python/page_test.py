"""show() and save("view.html"): one page that needs nothing but itself, and turns, zooms and tells in a browser."""

import base64
import json
import re
import shutil
import subprocess
import unittest

import numpy as np

import arete
from support import R1, Case, spiral

#: What a user would do, and what is then to be seen: run at the end of a page.
ACTS = """
<script>
const said = {}, canvas = document.getElementById("canvas"), gl = canvas.getContext("webgl2"), view = window.areteView;
function shown() {
  view.draw();
  const pixels = new Uint8Array(4 * canvas.width * canvas.height);
  gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const counts = {white: 0, grey: 0, red: 0, blue: 0, sum: 0};
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b] = [pixels[i], pixels[i + 1], pixels[i + 2]];
    if (r > 250 && g > 250 && b > 250) ++counts.white;
    else if (r > 150 && g < 200 && b < 100) ++counts.red;
    else if (b > r + 60) ++counts.blue;
    else ++counts.grey;
    counts.sum = (counts.sum * 31 + r + 2 * g + 3 * b) % 1000003;
  }
  return counts;
}
function point(kind, x, y, more) {
  canvas.dispatchEvent(new PointerEvent(kind, {pointerId: 1, bubbles: true, buttons: 1, clientX: x, clientY: y, ...more}));
}
function set(name, value) {
  const input = document.getElementById(name);
  if (typeof value === "boolean") input.checked = value;
  else input.value = value;
  input.dispatchEvent(new Event("input"));
}
canvas.setPointerCapture = () => {};
said.first = shown();
set("cloud", false), said.noCloud = shown(), set("cloud", true);
set("curve", false), said.noCurve = shown(), set("curve", true);
set("nodes", false), said.noNodes = shown(), set("nodes", true);
set("sure", 100), said.sure = shown(), set("sure", 0);
set("step", 0), said.step = shown(), said.stepName = document.getElementById("which").textContent, set("step", 99);
point("pointerdown", 200, 200), point("pointermove", 260, 240), point("pointerup", 260, 240);
said.turned = shown(), said.yaw = view.state.yaw, said.pan = view.state.pan;
canvas.dispatchEvent(new WheelEvent("wheel", {deltaY: -400, clientX: 300, clientY: 200}));
said.zoomed = shown(), said.zoom = view.state.zoom;
document.getElementById("reset").click(), said.reset = shown();
outer: for (let y = 40; y < canvas.clientHeight; y += 8)
  for (let x = 40; x < canvas.clientWidth; x += 8) {
    point("pointerdown", x, y), point("pointerup", x, y);
    if (view.state.picked && view.state.picked.of === "curve") break outer;
  }
said.picked = view.state.picked, said.told = document.getElementById("told").textContent;
said.hidden = ["steps", "surety"].map((name) => document.getElementById(name).hidden);
const element = document.createElement("pre");
element.id = "said", element.textContent = JSON.stringify(said);
document.body.append(element);
</script></body>"""


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def numbers(text, kind):
    return np.frombuffer(base64.b64decode(text), kind)


class Pages(Case):
    def setUp(self):
        super().setUp()
        self.found = arete.detect(spiral(3000, dim=3), r1=R1, curve="network", bootstrap=3)

    def test_need_nothing_but_themselves(self):
        self.found.save(self.folder / "view.html")
        page = (self.folder / "view.html").read_text(encoding="utf-8")
        self.assertNotRegex(page, r"https?://|src=|href=|import |fetch\(|XMLHttp|@import|url\(")
        self.assertLess(len(page) - len(data_of(page)["points"]), 2_000_000)
        self.assertEqual(self.found.show()._repr_html_().count("<iframe"), 1)
        self.assertLess(len(repr(self.found.show())), 60)

    def test_have_the_points_to_a_65536th_and_the_curve_whole(self):
        for points in (spiral(3000, dim=3), spiral(3000) + [155000, 463000], spiral(500, dim=5), spiral(50)[:, :1]):
            found = arete.detect(points, r1=R1)
            data = data_of(found.show().text)
            low, high = np.array(data["low"]), np.array(data["high"])
            d = min(points.shape[1], 3)
            shown = numbers(data["points"], "<u2").reshape(-1, 3) / 65535 * (high - low) + low
            np.testing.assert_allclose(shown[:, :d], points[:, :d], atol=float((high - low).max()) / 65535)
            frame = data["frames"][-1]
            half = (high - low).max() / 2
            nodes = numbers(frame["nodes"], "<f4").reshape(-1, 3) * half + (low + high) / 2
            np.testing.assert_allclose(nodes[:, :d], found.points[:, :d].astype(float), atol=half * 1e-6)
            np.testing.assert_array_equal(numbers(frame["edges"], "<u4").reshape(-1, 2), found.edges)

    def test_show_every_so_many_th_point_of_large_clouds(self):
        data = data_of(self.found.show(most_points=1000).text)
        self.assertEqual((len(numbers(data["points"], "<u2")), data["every"]), (3000, 3))
        self.assertIn("one of 3", data["about"])
        self.refused(lambda: self.found.show(most_points=0), "most_points", kind="wrong_use")

    def test_have_the_steps_where_they_are_wanted(self):
        found = arete.detect(spiral(1500), r1=R1)
        frames = data_of(found.show(steps=True).text)["frames"]
        steps = list(arete.steps(spiral(1500), r1=R1, curves=True))
        self.assertLessEqual(len(frames), 61)
        self.assertTrue(frames[0]["name"].startswith("0: choose"))
        self.assertEqual(len(numbers(frames[0]["edges"], "<u4")), steps[0].edges.size)
        np.testing.assert_array_equal(numbers(frames[-1]["edges"], "<u4").reshape(-1, 2), found.edges)

    def test_of_clouds_alone_have_no_curve(self):
        self.found.cloud.save(self.folder / "cloud.html")
        self.assertEqual(data_of((self.folder / "cloud.html").read_text(encoding="utf-8"))["frames"], [])

    def acted(self, page):
        browser = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
        if browser is None:
            self.skipTest("no Chromium is installed")
        file = self.folder / "acted.html"
        file.write_text(page.text.replace("</body>", ACTS), encoding="utf-8")
        words = [browser, "--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--in-process-gpu"]
        words += ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-extensions"]
        words += ["--window-size=800,600", f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=20000", "--dump-dom", file.as_uri()]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=240)
        said = re.search(r'<pre id="said">(.*?)</pre>', done.stdout, re.DOTALL)
        self.assertIsNotNone(said, done.stdout[-500:] + done.stderr[-2000:])
        return json.loads(said[1])

    def test_turn_zoom_and_tell_in_a_browser(self):
        said = self.acted(self.found.show(steps=True))
        first = said["first"]
        for colour in ("white", "grey", "red", "blue"):
            self.assertGreater(first[colour], 20, first)
        self.assertLess(said["noCloud"]["grey"], first["grey"] / 2)
        self.assertEqual(said["noCurve"]["red"], 0)
        self.assertEqual(said["noNodes"]["blue"], 0)
        self.assertLessEqual(said["sure"]["red"], first["red"])
        self.assertNotEqual(said["step"]["sum"], first["sum"])
        self.assertTrue(said["stepName"].startswith("0: "))
        self.assertNotEqual(said["turned"]["sum"], first["sum"])
        self.assertAlmostEqual(said["yaw"], 0.6 + 60 / 150)
        self.assertGreater(said["zoom"], 2)
        self.assertLess(said["zoomed"]["white"], said["turned"]["white"])
        self.assertEqual(said["reset"]["sum"], first["sum"])
        node = said["picked"]["number"]
        self.assertEqual(said["picked"]["degree"], self.found.degrees[node])
        told = [float(each) for each in said["told"].split(": ")[1].split(", ")]
        np.testing.assert_allclose(told, self.found.points[node], rtol=1e-5, atol=1e-4)
        self.assertEqual(said["hidden"], [False, False])

    def test_of_the_plane_move_and_lie_flat(self):
        said = self.acted(arete.detect(spiral(2000), r1=R1).show())
        self.assertGreater(said["first"]["red"], 200)
        self.assertEqual(said["yaw"], 0)
        self.assertNotEqual(said["pan"], [0, 0])
        self.assertNotEqual(said["turned"]["sum"], said["first"]["sum"])
        self.assertEqual(said["hidden"], [True, True])


if __name__ == "__main__":
    unittest.main()
