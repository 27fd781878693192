"""The wheel that scripts/wheel makes of what is built: what it asks of a system, who made what is inside, and that it runs when it is all there is.
Arguments: the project, the build folder, which is build/release."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, BUILD = Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
PYTHON = "/usr/bin/python3"
#: PEP 600: glibc; and of the compiler of Debian 12, which is also that of Ubuntu 22.04 and Fedora 36.
SYSTEM = {"libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
NEWEST = {"GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12,)}


def run(*words, **keywords):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **keywords)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def make(folder, *words, **keywords):
    run(SOURCE / "scripts" / "wheel", "--no-build", *words, folder, **keywords)
    return next(folder.glob("*.whl"))


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        cls.wheel = make(cls.folder / "made", "--sdist")
        run(PYTHON, "-m", "wheel", "unpack", "--dest", cls.folder, cls.wheel)  # and compares with the sums in it
        cls.tree = next(path for path in cls.folder.iterdir() if path.name.startswith("arete-"))
        cls.files = [path for path in sorted(cls.tree.rglob("*")) if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_its_name_tells_the_pythons_whose_modules_are_inside(self):
        pythons = self.wheel.name.split("-")[2].split(".")
        modules = [re.search(r"cpython-(\d+)", path.name)[1] for path in self.files if path.name.startswith("_arete.")]
        self.assertEqual(sorted(pythons), sorted(f"cp{number}" for number in modules))

    def test_it_needs_nothing_but_what_its_tag_promises(self):
        glibc = tuple(map(int, re.search(r"manylinux_(\d+)_(\d+)_x86_64", self.wheel.name).groups()))
        newest = {**NEWEST, "GLIBC": glibc}
        inside = {path.name for path in self.files}
        self.assertGreaterEqual(len(self.files), 4, "engine, module, program, worker")
        for path in self.files:
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "--wide", "--dynamic", path, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})))
            self.assertLessEqual(needed, SYSTEM | inside, path.name)
            for kind, number in set(re.findall(r"\(?\b(GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)", run("objdump", "-T", path))):
                self.assertLessEqual(tuple(map(int, number.split("."))), newest[kind], f"{path.name} asks for {kind}_{number}")
        run(PYTHON, SOURCE / "tests" / "faults" / "run_paths.py", self.tree)

    def test_each_library_in_it_has_a_name_of_its_own_and_its_terms(self):
        licences = {path.name for path in next(self.tree.glob("*.dist-info/licenses")).iterdir()}
        ours = (next(self.tree.glob("*.dist-info/licenses")) / "arete").read_text()
        brought = [path.name for path in self.files if path.name.startswith("lib") and "arete" not in path.name]
        self.assertTrue(brought)
        for name in brought:
            self.assertRegex(name, r"-[0-9a-f]{8}\.so", "another library in the same process may have this name")
        if any(name.startswith("libcudart") for name in brought):
            self.assertIn("libcudart", ours)
            brought = [name for name in brought if not name.startswith("libcudart")]
        self.assertEqual(len(licences - {"arete", "Apache-2.0"}), len(brought), f"{sorted(licences)} for {brought}")

    def test_it_is_all_that_an_environment_needs_beside_numpy(self):
        place = self.folder / "environment"
        run(PYTHON, "-m", "venv", "--system-site-packages", place)
        run(place / "bin" / "pip", "install", "--no-index", "--no-deps", "--no-cache-dir", self.wheel)
        bare = {"PATH": "/usr/bin:/bin", "HOME": self.folder, "PYTHONDONTWRITEBYTECODE": "1"}
        cloud = SOURCE / "assets" / "clouds" / "spiral.npy"
        told = run(place / "bin" / "arete-cli", "detect", cloud, "--r1", "8.34", "-o", "curve.dxf", env=bare, cwd=self.folder)
        program = f"import arete; print(arete.__file__); print(arete.detect(arete.read('{cloud}'), r1=8.34).hash)"
        file, found = run(place / "bin" / "python", "-c", program, env=bare, cwd=self.folder).split()
        self.assertTrue(file.startswith(str(place)), file)
        self.assertIn(found, told)
        self.assertEqual(len(found), 64)

    def test_made_again_it_is_the_same_to_the_bit(self):
        again = make(self.folder / "again", umask=0o077, env={**os.environ, "TZ": "Pacific/Auckland"})
        self.assertEqual(self.wheel.name, again.name)
        self.assertEqual(self.wheel.read_bytes(), again.read_bytes())

    def test_pip_takes_the_archive_of_the_sources(self):
        archive = next((self.folder / "made").glob("*.tar.gz"))
        names = run("tar", "-tzf", archive).split("\n")
        top = archive.name.removesuffix(".tar.gz")
        for name in ("PKG-INFO", "pyproject.toml", "setup.py", "CMakeLists.txt", "LICENSE", "python/module.cpp"):
            self.assertIn(f"{top}/{name}", names)
        self.assertFalse([name for name in names if "/build/" in name or "/.git/" in name])


if __name__ == "__main__":
    unittest.main()
