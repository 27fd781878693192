"""Manual pages: every program has all sections, and man reads them without a warning. Arguments: the project, the folder of the programs."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, PROGRAMS = Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "FILES", "EXAMPLES", "SEE ALSO"]


class Manuals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.programs = [PROGRAMS / name for name in ("arete", "arete-cli", "arete-mpi") if (PROGRAMS / name).is_file()]
        subprocess.run([SOURCE / "scripts" / "make-manuals", *cls.programs, cls.scratch.name], check=True)
        cls.pages = sorted(Path(cls.scratch.name).iterdir())

    def test_programs_have_all_sections_in_their_order(self):
        for program in self.programs:
            page = (Path(self.scratch.name) / f"{program.name}.1").read_text()
            titles = [line[4:] for line in page.splitlines() if line.startswith(".SH ")]
            self.assertEqual([title for title in titles if title in SECTIONS], SECTIONS, program.name)

    def test_pages_of_commands_name_their_program(self):
        for page in self.pages:
            program = max((each.name for each in self.programs if page.stem.startswith(each.name)), key=len)
            synopsis = page.read_text().split(".SH SYNOPSIS\n.nf\n")[1].splitlines()[0].replace("\\-", "-")
            self.assertEqual(synopsis.split()[0], program, page.name)

    def test_man_reads_them_without_a_warning(self):
        for page in self.pages:
            done = subprocess.run(["groff", "-man", "-K", "utf8", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), page.name)


if __name__ == "__main__":
    unittest.main()
