"""A session that is saved by any door opens in all others with the same hash: arete-cli, the window, Python, the library for C++.

The doors are named by the environment: ARETE_CLI, ARETE_LIBRARY_DOOR, and ARETE_WINDOW_DOOR where the window is built, which ARETE_DISPLAY runs.
"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import arete

CLI, LIBRARY, WINDOW = (os.environ.get(name) for name in ("ARETE_CLI", "ARETE_LIBRARY_DOOR", "ARETE_WINDOW_DOOR"))
#: What is saved: a cloud's shape, its R1, the kind of curve, which of its points.
JOBS = {
    "chains of a whole file": (("spiral", "--points", "4000", "--dim", "2", "--seed", "3"), 8.34, "chains", ""),
    "chains of a part of it": (("spiral", "--points", "4000", "--dim", "3", "--seed", "5"), 8.34, "chains", "x > -10"),
    "a network": (("spiral", "--points", "3000", "--dim", "2", "--seed", "7"), 8.34, "network", ""),
}


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.split()


def reported(*words):
    """The hash in the report of a command of arete-cli."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run(CLI, *words, "--report", report)
        return json.loads(report.read_text())["hash"]


def window(*words):
    return run(os.environ["ARETE_DISPLAY"], WINDOW, *words)[-1]


def saved_by_python(session, cloud, r1, curve, where):
    found = arete.detect(cloud, r1=r1, curve=curve, where=where or None)
    found.save(session)
    return found.hash


SAVE = {
    "arete-cli": lambda session, cloud, r1, curve, where: reported(
        "detect", cloud, "--r1", r1, "--curve", curve, "--session", session, *(("--where", where) if where else ())
    ),
    "Python": saved_by_python,
    "the library": lambda session, *job: run(LIBRARY, "save", session, *job)[-1],
}
OPEN = {
    "arete-cli": lambda session: reported("replay", session),
    "Python": lambda session: arete.replay(session).hash,
    "the library": lambda session: run(LIBRARY, "open", session)[-1],
}
if WINDOW:
    SAVE["the window"] = lambda session, *job: window("save", session, *job)
    OPEN["the window"] = lambda session: window("open", session)


class Sessions(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def check_opens_everywhere(self, session, wanted, saver):
        said = json.loads(session.read_text())
        self.assertEqual(said["result_hash"], wanted, f"{saver} does not say what it found")
        for opener, open_ in OPEN.items():
            self.assertEqual(open_(session), wanted, f"saved by {saver}, opened by {opener}")

    def test_what_any_door_saves_every_door_opens_with_the_same_hash(self):
        for name, (shape, *job) in JOBS.items():
            cloud = self.folder / f"{name.replace(' ', '_')}.ply"
            run(CLI, "generate", *shape, "-o", cloud)
            hashes = {}
            for saver, save in SAVE.items():
                with self.subTest(job=name, saver=saver):
                    session = self.folder / f"{cloud.stem}-{saver.replace(' ', '_')}.arete"
                    hashes[saver] = save(session, cloud, *job)
                    self.check_opens_everywhere(session, hashes[saver], saver)
            self.assertEqual(len(hashes), len(SAVE))
            self.assertEqual(len(set(hashes.values())), 1, f"{name}: {hashes}")

    def test_points_that_are_in_no_file_go_with_the_session(self):
        cloud = self.folder / "cloud.npy"
        run(CLI, "generate", "circle", "--points", "2000", "--dim", "2", "--seed", "11", "-o", self.folder / "circle.ply")
        run(CLI, "convert", self.folder / "circle.ply", "-o", cloud)
        points = arete.read(cloud).points
        for saver in ("Python", "the library"):
            made = self.folder / saver.replace(" ", "_")
            made.mkdir()
            session = made / "work.arete"
            if saver == "Python":
                found = arete.detect(points, r1=4)
                found.save(session)
                wanted = found.hash
            else:
                wanted = run(LIBRARY, "keep", session, cloud, 4, "chains")[-1]
            self.assertEqual(sorted(path.name for path in made.iterdir()), ["work.arete", "work.points.npy"])
            moved = made.rename(self.folder / f"moved-{made.name}")  # the two belong together, wherever they are
            self.check_opens_everywhere(moved / "work.arete", wanted, saver)

    def test_a_cloud_that_has_changed_is_told_by_every_door(self):
        cloud, session = self.folder / "cloud.ply", self.folder / "work.arete"
        run(CLI, "generate", "circle", "--points", "2000", "--dim", "2", "--seed", "1", "-o", cloud)
        reported("detect", cloud, "--r1", 4, "--session", session)
        run(CLI, "generate", "circle", "--points", "2000", "--dim", "2", "--seed", "2", "-o", cloud)
        said = "the result is not that of the session"
        with self.assertRaises(AssertionError) as told:
            reported("replay", session)
        self.assertIn(said, str(told.exception))
        with self.assertRaises(AssertionError) as told:
            run(LIBRARY, "open", session)
        self.assertIn(said, str(told.exception))
        with self.assertWarns(arete.AreteWarning), self.assertRaises(arete.Error) as told:
            arete.replay(session)
        self.assertIn(said, str(told.exception))

    def test_what_could_not_be_opened_is_not_saved(self):
        cloud = self.folder / "cloud.ply"
        run(CLI, "generate", "circle", "--points", "500", "--dim", "2", "-o", cloud)
        for words in (("save", self.folder / "work.json", cloud, 4, "chains", ""),):
            with self.assertRaises(AssertionError) as told:
                run(LIBRARY, *words)
            self.assertIn(".arete", str(told.exception))
        with self.assertRaises(AssertionError) as told:
            run(CLI, "detect", cloud, "--r1", 4, "--session", self.folder / "work.json")
        self.assertIn(".arete", str(told.exception))
        pipe = self.folder / "pipe.ply"
        os.mkfifo(pipe)
        feeder = subprocess.Popen(["dd", f"if={cloud}", f"of={pipe}"], stderr=subprocess.DEVNULL)
        try:
            with self.assertRaises(AssertionError) as told:
                run(CLI, "detect", pipe, "--r1", 4, "--session", self.folder / "work.arete")
            self.assertIn("a second time", str(told.exception))
        finally:
            feeder.kill()
            feeder.wait()
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["cloud.ply", "pipe.ply"])


if __name__ == "__main__":
    if WINDOW and not shutil.which("xvfb-run") and not os.environ.get("DISPLAY"):
        raise SystemExit("the window is built, and there is neither a display nor xvfb-run")
    unittest.main()
