"""Copyright files name all that is inside: the packages whose headers went into what is built are those that scripts/make-copyright lists, and what it
writes is sound. Arguments: the project, the build folder, CUDA's runtime where it is built with CUDA."""

import importlib.machinery
import importlib.util
import re
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE, BUILD = Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
CUDART = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None
_loader = importlib.machinery.SourceFileLoader("make_copyright", str(SOURCE / "scripts" / "make-copyright"))
made = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_copyright", _loader))
sys.dont_write_bytecode = True
_loader.exec_module(made)

#: Targets of CMake, and the components that have their code.
TARGETS = {
    "arete_compute": ("libraries",), "arete_library": ("libraries",), "arete_render": made.DRAW, "arete_offscreen": made.DRAW,
    "arete_cli": ("cli", "mpi", "python"), "arete-cli": ("cli",), "arete_mpi": ("mpi",), "arete-mpi": ("mpi",), "arete_ui": ("window",),
    "arete_window": ("window",), "arete": ("window",), "arete_python": ("python",),
}  # fmt: skip
#: Their headers say what is in shared libraries; the compilers' own have an exception for what they compile.
LINKED = re.compile(r"libc6-dev|linux-libc-dev|libstdc\+\+-\d+-dev|libgcc-\d+-dev|qt6-.*-dev|libqt6.*-dev|libssl-dev|libsqlite3-dev|libpugixml-dev|libepoxy-dev|"
                    r"libe?glx?-dev|libopengl-dev|libglvnd.*-dev|libgles-dev|libx11-dev|libopenmpi-dev|libpython3.*-dev|python3.*-dev|python3-numpy|libproj-dev")  # fmt: skip


def headers():
    """The headers outside of the project, by component."""
    found = {component: set() for component in made.COMPONENTS}
    having = ()
    for line in subprocess.run(["ninja", "-C", BUILD, "-t", "deps"], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.startswith("    "):
            if having and not line.startswith(("    ../..", f"    {SOURCE}")) and line.startswith("    /"):
                for component in having:
                    found[component].add(line.strip())
        elif line:
            target = re.match(r"CMakeFiles/([^/]+)\.dir/|library/CMakeFiles/([^/]+)\.dir/", line)
            having = TARGETS.get((target[1] or target[2]) if target else "", ())
    return found


class Copyright(unittest.TestCase):
    def test_what_is_compiled_in_is_named(self):
        by_component = headers()
        self.assertTrue(by_component["libraries"], "nothing is built")
        files = sorted(set().union(*by_component.values()))
        said = subprocess.run(["dpkg-query", "-S", *files], capture_output=True, text=True, check=False).stdout
        owners = {}
        for line in said.splitlines():
            packages, _, path = line.partition(": ")
            owners[path] = {package.split(":")[0] for package in packages.split(", ")}
        for component, paths in by_component.items():
            for path in sorted(paths):
                if path not in owners:
                    self.assertTrue(CUDART and "cuda" in path, f"{path} is of no package, and in {component}")
                    self.assertIn(component, made.CUDA_COMPILED_IN, path)
                    continue
                named = any(LINKED.fullmatch(owner) or component in made.COMPILED_IN.get(owner, ()) for owner in owners[path])
                self.assertTrue(named, f"{path} of {owners[path]} is compiled into {component}, and scripts/make-copyright does not list it there")

    def test_each_file_is_sound_and_has_the_text_of_each_licence(self):
        for component in made.COMPONENTS:
            head, *rest = made.paragraphs(made.make([component], CUDART))
            self.assertTrue(head["Format"].startswith("https://www.debian.org/"), component)
            texts = {each["License"].split("\n")[0] for each in rest if "Files" not in each}
            for each in rest:
                if "Files" not in each:
                    self.assertGreater(len(each["License"].split()), 10, each["License"])
                    continue
                self.assertTrue(each["Copyright"], each)
                short, _, inline = each["License"].partition("\n")
                for name in re.split(r" or | and ", short):
                    self.assertTrue(inline or name in texts, f"{component}: {each['Files']}: no text of {name}")

    def test_clouds_coasts_and_the_runtime_of_cuda_are_named_where_they_are(self):
        for component in made.COMPONENTS:
            text = made.make([component], CUDART)
            self.assertEqual("neuron.ply" in text and "Creative Commons Attribution 4.0" in text, component == "window", component)
            self.assertEqual("land-110m.json" in text and "Permission to use, copy" in text, component in made.DRAW, component)
            self.assertEqual("libcudart.so" in text.split("License: NVIDIA-CUDA\n ")[0], component == "libraries" and CUDART is not None, component)
        clouds = {file.name for file in (SOURCE / "assets" / "clouds").iterdir() if file.suffix != ".md"}
        ours = {"spiral.npy", "trefoil.npy"}  # generated
        self.assertEqual({name for name in clouds - ours if name not in made.CLOUDS}, set())

    def test_a_licence_of_other_words_gets_another_name(self):
        file = made.File()
        self.assertEqual(file.licence("Expat", " one two", "a"), "Expat")
        self.assertEqual(file.licence("Expat", " one\n two", "b"), "Expat")
        self.assertEqual(file.licence("Expat", " three", "c"), "Expat-c")
        self.assertEqual(file.licence("Expat", " three", "d"), "Expat-c")


if __name__ == "__main__":
    unittest.main()
