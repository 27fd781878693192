"""The installed tree as a programmer elsewhere uses it: the example is built against it, answers as arete-cli does, and sees nothing but what the
public headers declare. Arguments: the build folder, cmake, the C++ compiler, arete-cli, nm."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD, CMAKE, COMPILER, CLI, NM = sys.argv[1:6]
SOURCE = Path(__file__).resolve().parents[2]
# By class: what the headers mark with ARETE_API. Constructors and destructors have two symbols each.
PUBLIC = {
    "Cloud": {"Cloud", "size", "dimension", "coordinates", "attributes", "attribute", "crs", "warnings"},
    "Curve": {"dimension", "size", "points", "origins", "edges", "chains", "length", "r1", "finished", "step", "stage", "hash", "device"},
    "Steps": {"Steps", "~Steps", "operator=", "next", "now"},
    "Searcher": {"Searcher", "~Searcher", "operator=", "query", "queryItself", "queryWithin", "queryItselfWithin"},
    "Error": {"Error", "~Error"},
    "": {"version", "read", "detect", "write", "knn", "neighboursWithin", "saveSession", "replay"},
}


def functions_of_c():
    header = (SOURCE / "library/include/arete/arete.h").read_text()
    return set(re.findall(r"^ARETE_C_API [^;]*?(arete_\w+)\(", header, re.M))


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.scratch.name)
        cls.prefix = cls.folder / "prefix"
        for component in ("libraries", "development"):
            run(CMAKE, "--install", BUILD, "--prefix", cls.prefix, "--component", component)
        # Elsewhere than where it was installed: nothing may know the first place.
        cls.prefix = cls.prefix.rename(cls.folder / "moved")
        run(CLI, "generate", "spiral", "--points", "5000", "--dim", "2", "--seed", "3", "-o", cls.folder / "cloud.ply")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def library(self):
        return next(self.prefix.glob("lib*/**/libarete.so"))

    def test_the_example_is_built_against_it_and_has_the_hash_of_arete_cli(self):
        built = self.folder / "built"
        run(CMAKE, "-S", SOURCE / "examples/find_curve", "-B", built, f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_COMPILER={COMPILER}")
        run(CMAKE, "--build", built)
        said = run(built / "find_curve", self.folder / "cloud.ply", self.folder / "curve.obj", "8.34")
        run(CLI, "detect", self.folder / "cloud.ply", "--r1", "8.34", "-o", self.folder / "same.obj", "--report", self.folder / "report.json")
        own = re.search(r"hash ([0-9a-f]{64})", said).group(1)
        self.assertIn(own, (self.folder / "report.json").read_text())
        self.assertEqual((self.folder / "curve.obj").read_bytes(), (self.folder / "same.obj").read_bytes())
        refused = subprocess.run([built / "find_curve", "no-such.ply", "x.obj"], capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("no-such.ply", refused.stderr)

    def test_it_needs_a_library_of_this_minor_version(self):
        asked = self.folder / "asked"
        asked.mkdir()
        words = [CMAKE, "-S", asked, "-B", asked / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_COMPILER={COMPILER}"]
        for version, fits in (("0.2", True), ("0.3", False), ("0.1", False), ("1.0", False)):
            (asked / "CMakeLists.txt").write_text(
                f"cmake_minimum_required(VERSION 3.16)\nproject(asked LANGUAGES CXX)\nfind_package(Arete {version} REQUIRED)\n")
            done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode == 0, fits, version + done.stderr)

    def test_nothing_is_seen_of_it_but_what_the_headers_declare(self):
        seen, of_c = {}, set()
        for line in run(NM, "--dynamic", "--defined-only", "--demangle", self.library()).splitlines():
            name = re.sub(r"^\S* ?\w ", "", line).split("@")[0]
            if name in ("ARETE_0.2", "typeinfo for arete::compute::Error", "typeinfo name for arete::compute::Error", "vtable for arete::compute::Error"):
                continue
            if name.startswith("arete_"):
                of_c.add(name)
                continue
            match = re.match(r"arete::compute::(?:(\w+)::)?([~\w]+=?)(?:\[abi:cxx11\])?\(", name)
            self.assertTrue(match, name)
            seen.setdefault(match.group(1) or "", set()).add(match.group(2))
        self.assertEqual(seen, PUBLIC)
        self.assertEqual(of_c, functions_of_c())

    def test_a_program_in_c_reads_detects_searches_and_writes(self):
        include, program = next(self.prefix.glob("include*")), self.folder / "c_client"
        client = SOURCE / "tests/library/c_client.c"
        flags = self.pkg_config()
        self.assertEqual([Path(flag[2:]).resolve() for flag in flags[:2]], [include, self.library().parent])
        run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", client, "-o", program, *flags, "-lm", f"-Wl,-rpath,{self.library().parent}")
        said = run(program, self.folder / "cloud.ply", self.folder / "c.out", "8.34").strip()
        run(CLI, "detect", self.folder / "cloud.ply", "--r1", "8.34", "-o", self.folder / "cli.obj", "--report", self.folder / "cli.json")
        self.assertIn(said, (self.folder / "cli.json").read_text())
        self.assertEqual((self.folder / "c.out").read_bytes(), (self.folder / "cli.obj").read_bytes())
        used = set(re.findall(r"arete_\w+(?=\()", client.read_text()))
        self.assertEqual(functions_of_c() - used, {"arete_curve_r1"})
        # A compiler of C++ takes the header too, whatever its standard.
        alone = self.folder / "alone_c.cpp"
        alone.write_text("#include <arete/arete.h>\nint main() { return arete_version() == nullptr; }\n")
        run(COMPILER, "-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{include}", alone)

    def pkg_config(self):
        environment = {"PATH": "/usr/bin:/bin", "PKG_CONFIG_PATH": str(next(self.prefix.glob("lib*/**/pkgconfig")))}
        return run("pkg-config", "--cflags", "--libs", "arete >= 0.2", env=environment).split()

    def test_an_older_standard_is_refused_with_the_one_that_is_needed(self):
        include = next(self.prefix.glob("include*"))
        source = self.folder / "older.cpp"
        for header in sorted(include.glob("arete/*.h")):
            if header.name in ("arete.h", "version.h"):
                continue  # of C, and for nvcc of any standard
            source.write_text(f"#include <arete/{header.name}>\n")
            done = subprocess.run([COMPILER, "-std=c++17", "-fsyntax-only", f"-I{include}", str(source)], capture_output=True, text=True, check=False)
            self.assertNotEqual(done.returncode, 0, header.name)
            self.assertIn("-std=c++20", re.search("error: .*", done.stderr).group(), header.name)

    def test_each_header_compiles_alone_and_warns_of_nothing(self):
        include = next(self.prefix.glob("include*"))
        for header in sorted(include.glob("arete/*.h")):
            source = self.folder / "alone.cpp"
            source.write_text(f"#include <arete/{header.name}>\n")
            run(COMPILER, "-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{include}", source)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
