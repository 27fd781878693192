"""Recipes in packaging/ follow the build: its options, targets and components, its version, the libraries that it looks for, the permissions that are
promised. Arguments: the project, CMake."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop(1))
RECIPES = {path.name: path.read_text() for path in sorted((SOURCE / "packaging").rglob("*")) if path.is_file()}
BUILD = "\n".join(path.read_text() for path in [SOURCE / "CMakeLists.txt", *(SOURCE / "cmake").glob("*.cmake"), SOURCE / "library" / "CMakeLists.txt"])
VERSION = re.search(r"project\(arete VERSION ([0-9.]+)", BUILD)[1]
#: What the engine and arete-cli are built with (find_package, pkg_check_modules), by recipe.
LIBRARIES = {
    "meta.yaml": ("nlohmann_json", "cli11", "fast_float", "glm", "gtest", "pugixml", "sqlite", "proj", "openssl", "libepoxy", "pybind11"),
    "package.py": ("nlohmann-json", "cli11", "fast-float", "glm", "googletest", "openssl", "sqlite", "pugixml", "proj", "libepoxy"),
    "org.example.arete.yaml": ("nlohmann-json", "cli11", "fast-float", "glm", "googletest", "pugixml", "proj", "stb", "imgui"),
}


class Recipes(unittest.TestCase):
    def test_set_options_that_the_build_has(self):
        for name, text in RECIPES.items():
            for option in set(re.findall(r"-D(ARETE_\w+)=", text)) | set(re.findall(r"define(?:_from_variant)?\(\"(ARETE_\w+)\"", text)):
                self.assertRegex(BUILD, rf"(option|set)\({option}\b", name)

    def test_build_targets_and_install_components_that_there_are(self):
        seen = 0
        for name, text in RECIPES.items():
            targets = [word for line in re.findall(r"--target ([^;\n]+)", text) for word in line.split()]
            targets += [word for line in re.findall(r"return \[(.*)", text) for word in re.findall(r'"([\w-]+)"', line)]
            for target in targets:
                self.assertRegex(BUILD, rf"(add_executable|add_library|arete_python_module)\({target}\b", name)
            parts = [word for line in re.findall(r"for part in ([a-z ]+);", text) for word in line.split()]
            parts += [word for line in re.findall(r"parts = (.*)", text) for word in re.findall(r'"(\w+)"', line)]
            for part in parts:
                self.assertRegex(BUILD, rf"set\(package_of_{part}\b", name)
            seen += len(targets) * len(parts)
        self.assertGreater(seen, 0)

    def test_are_of_this_version_and_name_every_library(self):
        for name in ("meta.yaml", "package.py"):
            self.assertEqual(set(re.findall(r"\b\d+\.\d+\.\d+\b", RECIPES[name])), {VERSION}, name)
        for name, libraries in LIBRARIES.items():
            for library in libraries:
                self.assertRegex(RECIPES[name], rf"(- |\"|name: ){re.escape(library)}\b", name)
        for package in ("nlohmann_json", "CLI11", "FastFloat", "glm", "GTest", "PROJ", "SQLite3", "pugixml", "OpenSSL"):
            self.assertIn(f"find_package({package}", BUILD, "another library is named here")

    def test_the_flatpak_shares_no_files_and_no_network_and_checks_what_it_downloads(self):
        text = RECIPES["org.example.arete.yaml"]
        self.assertEqual(set(re.findall(r"^  - (--\S+)", text, re.MULTILINE)), {"--socket=x11", "--share=ipc", "--device=dri"})
        self.assertEqual(len(re.findall(r"type: archive, url: \"https://", text)), len(re.findall(r"sha256: [0-9a-f]{64}\}", text)))

    def test_the_spack_package_is_python_and_asks_for_mpi_only_where_it_is_wanted(self):
        with tempfile.TemporaryDirectory() as scratch:
            stand_in = Path(scratch) / "spack" / "package.py"
            stand_in.parent.mkdir()
            stand_in.write_text(
                "asked = []\n"
                "def directive(name):\n    return lambda *words, **keywords: asked.append((name, words, keywords))\n"
                "version, variant, depends_on, license = map(directive, ('version', 'variant', 'depends_on', 'license'))\n"
                "class CMakePackage: pass\nclass CudaPackage: pass\n")
            program = (f"import sys; sys.path.insert(0, {scratch!r}); sys.dont_write_bytecode = True; sys.path.insert(0, {str(SOURCE / 'packaging/spack')!r});"
                       "import package; from spack.package import asked;"
                       "print([(words[0], keywords.get('when')) for name, words, keywords in asked if name == 'depends_on'])")
            told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        self.assertIn("('mpi', '+mpi')", told)
        self.assertIn("('cuda@12:', '+cuda')", told)


if __name__ == "__main__":
    unittest.main()
