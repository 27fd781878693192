"""docs/adding.md, followed to the letter in a copy of the sources: what it adds compiles, is called, and answers as row 0; a line that is left out is
noticed. Arguments: the root of the sources, the folder of the build."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT, BUILD = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
FOLDER = "compute/network/strays/"
STEP = re.compile(r"`(compute/[\w/.]+)`(?:, behind `([^`]+)`)?:\n```cpp\n(.*?)```\n", re.DOTALL)
MOST_ELSEWHERE = 3

# The sample at work: the stage is in the tables and called by its row, and both versions answer alike.
PROGRAM = """
#include <iostream>
#include "compute/catalog/network_call.h"
#include "compute/network/strays/counts.cpp"
#include "compute/network/strays/sequential.cpp"
#include "compute/network/strays/versions.cpp"
using namespace arete;
static_assert(stageInfo(Stage::strays).id == "strays" && CalledByItsRow<Stage::strays>);
static_assert(std::ranges::count(kNetworkStages, Stage::strays) == 1);
constexpr bool isOn(NetworkProfile profile, bool isFoggy) {
  NetworkRules rules;
  rules.fit(profile);
  rules.fit(Circumstances{.isFoggy = isFoggy});
  return rules.strays;
}
static_assert(isOn(NetworkProfile::map, false) && !isOn(NetworkProfile::map, true) && !isOn(NetworkProfile::surface, false));
template <class Nodes>
constexpr bool isGiven = !MovesNodes<Stage::strays, Nodes>;
static_assert(isGiven<MovedNodes>);
"""
SOURCES = ["compute/catalog/catalog.cpp", "compute/engine/job_plan.cpp", "compute/engine/network_steps.cpp", "compute/check/network_cases.cpp"]


def steps(heading):
    """Of a section: the files in their order, each with the line that its lines come behind, None for a new file."""
    page = (ROOT / "docs/adding.md").read_text()
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return STEP.findall(section)


def compiler():
    """As a source of the engine is compiled, without its output and without precompiled headers."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        if "/arete_compute.dir/" in entry["command"] and "/engine" in entry["file"] and entry["file"].endswith(".cpp"):
            words = shlex.split(entry["command"])
            break
    kept, at = [], 0
    while at < len(words):
        if words[at] in ("-o", "-c", "-include", "-MF", "-MT"):
            at += 1 if words[at] == "-c" else 2
            continue
        if not words[at].endswith("ccache") and words[at] not in (entry["file"], "-Winvalid-pch", "-MD"):
            kept.append(words[at])
        at += 1
    return kept


class Adding(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.copy = Path(self.scratch.name)
        shutil.copytree(ROOT / "compute", self.copy / "compute")

    def apply(self, parts):
        """The files that are touched; what is new must not be there, and a line that is named must be there once."""
        for path, line, text in parts:
            file = self.copy / path
            if not line:
                self.assertFalse(file.exists(), path)
                file.parent.mkdir(exist_ok=True)
                file.write_text(text)
                continue
            before = file.read_text().splitlines(keepends=True)
            self.assertEqual(before.count(line + "\n"), 1, f"{path}: {line}")
            at = before.index(line + "\n") + 1
            file.write_text("".join(before[:at]) + text + "".join(before[at:]))
        return {path for path, _, _ in parts}

    def compile(self, sources):
        """The errors; all at once, as most of the time goes into headers that they share."""
        file = self.copy / "all.cpp"
        file.write_text("".join(f'#include "{source}"\n' for source in sources) + PROGRAM)
        command = [word.replace(f"-I{ROOT}", f"-I{self.copy}") for word in compiler()]
        self.assertIn(f"-I{self.copy}", command)
        done = subprocess.run([*command, "-Wno-subobject-linkage", "-fsyntax-only", file], capture_output=True, text=True, check=False)
        errors = [line for line in done.stderr.splitlines() if "error" in line]
        self.assertEqual(bool(errors), done.returncode != 0, done.stderr)
        return errors

    def test_a_stage_of_networks_is_a_folder_and_three_lines_and_a_version_a_file_and_its_row(self):
        stage = self.apply(steps("A stage of networks"))
        elsewhere = {path for path in stage if not path.startswith(FOLDER)}
        self.assertLessEqual(len(elsewhere), MOST_ELSEWHERE, elsewhere)
        self.assertGreater(len(elsewhere), 0)
        version = self.apply(steps("A version"))
        self.assertEqual(version, {FOLDER + "counts.cpp", FOLDER + "versions.cpp"})
        self.assertEqual(self.compile(SOURCES), [])

    def test_a_stage_whose_folder_is_not_listed_is_noticed(self):
        self.apply([step for step in steps("A stage of networks") if not step[0].endswith(".def")])
        self.apply(steps("A version"))
        self.assertNotEqual(self.compile([]), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
