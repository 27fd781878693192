"""The head of the one file (scripts/one-file-head), in front of two programs that only say their words: whose folders it runs from, and what it leaves.
Argument: the folder of the scripts."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(sys.argv[1])
WRITABLE = (0o777, 0o1777, 0o775, 0o757)


class OneFile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        packed = Path(cls.scratch.name) / "packed"
        (packed / "bin").mkdir(parents=True)
        for name, text in (("arete", 'echo window "$@"'), ("arete-cli", 'echo genuine "$@"'), ("run", "")):
            (packed / name).write_text(f"#!/bin/sh\n{text}\n")
            (packed / name).chmod(0o755)
        (packed / ".bundle").touch()
        (packed / "bin" / "true").write_bytes(Path("/bin/true").read_bytes())  # asks for a version of glibc
        cls.program = Path(cls.scratch.name) / "arete.run"
        subprocess.run([SCRIPTS / "one-file-pack", packed, cls.program, "0"], check=True, capture_output=True)

    def test_packed_again_it_is_the_same_to_the_bit(self):
        again = Path(self.place.name) / "again.run"
        packed = Path(self.place.name) / "copied"
        shutil.copytree(self.program.parent / "packed", packed, copy_function=shutil.copy)  # dated now
        subprocess.run([SCRIPTS / "one-file-pack", packed, again, "0"], check=True, capture_output=True, env={**os.environ, "TZ": "Pacific/Auckland"}, umask=0o077)
        self.assertEqual(again.read_bytes(), self.program.read_bytes())

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def setUp(self):
        self.place = tempfile.TemporaryDirectory(dir=self.scratch.name)
        self.home = Path(self.place.name) / "home"
        self.home.mkdir(mode=0o755)

    def tearDown(self):
        self.place.cleanup()

    def start(self, *words, **variables):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", **{name: str(value) for name, value in variables.items()}}
        return subprocess.run([self.program, *words], env=environment, cwd=self.place.name, capture_output=True, text=True, check=False)

    def runs(self, **variables):
        done = self.start("--cli", "a", "b c", **variables)
        self.assertEqual((done.returncode, done.stdout), (0, "genuine a b c\n"), done.stderr)

    def refuses(self, folder, **variables):
        done = self.start("--cli", "--version", **variables)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertRegex(done.stderr, f"^arete: cannot start: {folder}: .+\n  hint: .*set XDG_CACHE_HOME")

    def plant(self, cache):
        """What another user could have put there before the first start."""
        self.runs(HOME=self.home)
        made = next((self.home / ".cache" / "arete").glob("bundle-*"))
        planted = cache / "arete" / made.name
        made.rename(self.home / "aside")
        planted.parent.mkdir(parents=True, exist_ok=True)
        (self.home / "aside").rename(planted)
        (planted / "arete-cli").write_text("#!/bin/sh\necho planted\n")
        return planted

    def test_the_first_start_unpacks_into_a_folder_of_its_own_and_the_second_runs_that(self):
        self.assertIn("unpacking", self.start("--cli", HOME=self.home).stderr)
        self.assertEqual(self.start("x", HOME=self.home).stderr, "")
        self.assertEqual(os.stat(self.home / ".cache" / "arete").st_mode & 0o777, 0o700)
        self.assertEqual(self.start("--forget", HOME=self.home).returncode, 0)
        self.assertEqual(os.listdir(self.home / ".cache" / "arete"), [])

    def test_without_a_home_it_is_told_to_name_a_cache_and_nothing_is_run_or_made(self):
        for variables in ({}, {"HOME": ""}, {"HOME": "home"}, {"HOME": "", "XDG_CACHE_HOME": "home"}):
            self.refuses(self.program, **variables)
        self.assertEqual(os.listdir(self.home), [])

    def test_a_folder_that_others_may_write_to_is_refused_wherever_it_is_on_the_way(self):
        self.plant(self.home / ".cache")
        for folder in (self.home, self.home / ".cache", self.home / ".cache" / "arete"):
            for mode in WRITABLE:
                folder.chmod(mode)
                self.refuses(folder, HOME=self.home)
                if folder != self.home:  # above a cache that is named, the home is not looked at
                    self.refuses(folder, XDG_CACHE_HOME=self.home / ".cache")
            folder.chmod(0o755)

    def test_a_bundle_that_others_may_write_to_is_refused(self):
        planted = self.plant(self.home / ".cache")
        planted.chmod(0o777)
        done = self.start("--cli", HOME=self.home)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn(str(planted), done.stderr)

    def test_nothing_is_made_in_a_place_that_is_refused(self):
        self.home.chmod(0o1777)
        self.refuses(self.home, HOME=self.home)
        self.refuses(self.home, XDG_CACHE_HOME=self.home)
        self.assertEqual(os.listdir(self.home), [])

    @unittest.skipUnless(os.geteuid() == 0, "only root can make a folder of another user")
    def test_a_folder_of_another_user_is_refused(self):
        planted = self.plant(self.home / ".cache")
        for folder in (planted, planted.parent, planted.parent.parent):
            os.chown(folder, 65534, 65534)
            done = self.start("--cli", HOME=self.home)
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertIn(str(folder), done.stderr)
            os.chown(folder, 0, 0)

    def test_links_are_followed_before_folders_are_looked_at(self):
        elsewhere = Path(self.place.name) / "elsewhere"
        elsewhere.mkdir(mode=0o755)
        (self.home / ".cache").symlink_to(elsewhere)
        self.runs(HOME=self.home)
        elsewhere.chmod(0o777)
        self.refuses(elsewhere, HOME=self.home)

    def test_a_cache_of_ones_own_in_a_sticky_folder_of_root_is_taken(self):
        with tempfile.TemporaryDirectory(dir="/tmp") as folder:
            self.runs(XDG_CACHE_HOME=folder)
            self.runs(XDG_CACHE_HOME=Path(folder) / "new")
            self.assertEqual(self.start("--forget", XDG_CACHE_HOME=folder).returncode, 0)

    def test_forgetting_what_was_never_unpacked_makes_nothing(self):
        self.assertEqual(self.start("--forget", HOME=self.home).returncode, 0)
        self.assertEqual(os.listdir(self.home), [])
        self.assertEqual(self.start("--forget").returncode, 0)

    def test_it_is_unpacked_for_all_only_where_there_is_nothing(self):
        self.assertEqual(self.start("--unpack", self.home / "all").returncode, 0)
        self.assertEqual(self.start("--unpack", self.home / "all").returncode, 1)
        done = subprocess.run([self.home / "all" / "arete-cli", "x"], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "genuine x\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
