"""While it computes: other threads run, Ctrl+C ends it, progress is reported."""

import _thread
import contextlib
import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
from tqdm import tqdm

import arete
from support import R1, Case, spiral

SLOW = {"r1": 1.0, "threads": 1, "evolve": "evolve.cpu.brute_force"}  # a minute or more of work


@contextlib.contextmanager
def busy_machine():
    """Another program wants each processor, too."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


class Interrupts(Case):
    @classmethod
    def setUpClass(cls):
        cls.points = spiral(200_000)
        cls.cloud = arete.cloud(cls.points)

    def interrupted(self, call, after=0.4, clock=time.monotonic):
        """How long after Ctrl+C the call came back, in s of the clock; Ctrl+C comes `after` s from its start."""
        sent = []

        def send():
            sent.append(clock())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(after, send)
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            call()
        ended = clock()
        timer.join()
        return ended - sent[0]

    def test_end_work_within_100_ms(self):
        calls = {
            "detect": lambda: arete.detect(self.cloud, **SLOW),
            "steps": lambda: list(arete.steps(self.cloud, **SLOW)),
            "knn": lambda: arete.knn(np.random.default_rng(1).random((200_000, 16)), k=8, version="knn.cpu.v0", threads=1),
            "network": lambda: arete.detect(self.cloud, curve="network", bootstrap=1000, r1=8.0),
        }
        for name, call in calls.items():
            with self.subTest(name):
                # Other programs may hold this one up a few times.
                self.assertTrue(any(self.interrupted(call) < 0.1 for _ in range(5)), "five times later than 100 ms")

    def test_end_a_search_while_its_answers_get_memory_after_50_ms_of_each_thread(self):
        """Time of the processors and not of the wall: other programs cannot lengthen it much, so that the worst of seven moments counts."""
        if os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 6e9:
            self.skipTest("less than 6 GB of memory are free")
        points, threads, most = np.random.default_rng(0).random((1_000_000, 3)), 2, 0.1
        moments = (0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8)

        def worst():
            return max(self.interrupted(lambda: arete.knn(points, k=200, backend="cpu", threads=threads), after, time.process_time) for after in moments)

        with busy_machine():
            self.assertTrue(worst() < most or worst() < most, f"twice more than {most} s")

    def test_leave_steps_where_they_can_go_on(self):
        walk = arete.steps(self.cloud, **SLOW)
        first = next(walk)
        self.interrupted(lambda: [None for _ in walk])
        after = next(walk)
        self.assertGreater(after.step, first.step)

    def test_of_another_kind_are_raised_too(self):
        class Stop(Exception):
            pass

        def handler(number, frame):
            raise Stop

        before = signal.signal(signal.SIGALRM, handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            self.assertRaises(Stop, arete.detect, self.cloud, **SLOW)
        finally:
            signal.signal(signal.SIGALRM, before)


class Threads(Case):
    def test_of_python_run_while_it_computes(self):
        turns, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                turns[0] += 1
                time.sleep(0.001)

        counter = threading.Thread(target=count)
        counter.start()
        before = turns[0]
        arete.detect(spiral(100_000), r1=2.0, threads=1)
        during = turns[0] - before
        stop.set()
        counter.join()
        self.assertGreater(during, 5)

    def test_may_all_detect_at_once(self):
        points = spiral(5000)
        expected, found = arete.detect(points, r1=R1).hash, []
        threads = [threading.Thread(target=lambda: found.append(arete.detect(points, r1=R1, threads=2).hash)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 8)

    def test_share_one_walk_or_searcher_only_one_at_a_time(self):
        walk, errors, steps = arete.steps(spiral(20_000), r1=R1), [], []
        search = arete.NearestNeighbors(4).fit(spiral(20_000))

        def ask():
            for _ in range(30):
                for call in (lambda: steps.append(next(walk).step), search.kneighbors):
                    try:
                        call()
                    except (arete.Error, StopIteration) as error:
                        errors.append(error)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(steps), list(range(len(steps))))
        for error in errors:
            if isinstance(error, arete.Error):
                self.assertIn("another thread", str(error))

    def test_that_go_on_after_the_main_one_do_not_crash_the_end(self):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.dup2(writing, 2)
            _thread.start_new_thread(lambda: arete.detect(spiral(100_000), r1=0.5, threads=1), ())
            time.sleep(0.3)
            os._exit(0)
        os.close(writing)
        os.close(reading)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_that_are_left_alone_end_with_the_program_without_a_word(self):
        program = """
import threading, time, arete
cloud = arete.generate("spiral", points=200_000, dim=2)
slow = dict(r1=1.0, threads=1, evolve="evolve.cpu.brute_force")
for _ in range(3):
    threading.Thread(target=lambda: arete.detect(cloud, **slow), daemon=True).start()
time.sleep(0.3)
"""
        for _ in range(4):
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_are_fresh_after_a_fork(self):
        arete.detect(spiral(3000), r1=R1)
        child = os.fork()
        if child == 0:
            os._exit(0 if arete.detect(spiral(3000), r1=R1).finished else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class Progress(Case):
    def test_is_told_as_fractions_with_words(self):
        told = []
        arete.detect(spiral(500_000), r1=1.0, threads=1, progress=lambda fraction, what: told.append((fraction, what)))
        self.assertGreater(len(told), 1)
        self.assertTrue(all(0 <= fraction <= 1 for fraction, _ in told))
        self.assertTrue(any("evolve" in what for _, what in told))

    def test_moves_a_bar_of_tqdm(self):
        for total in (1.0, 50):
            with tqdm(total=total, file=io.StringIO()) as bar:
                arete.detect(spiral(100_000), r1=1.0, threads=1, progress=bar)
                self.assertTrue(0 < bar.n <= total, bar.n)

    def test_that_raises_ends_the_work(self):
        def fail(fraction, what):
            raise ZeroDivisionError("mine")

        begin = time.monotonic()
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            arete.detect(spiral(200_000), progress=fail, **SLOW)
        self.assertLess(time.monotonic() - begin, 20)

    def test_may_come_back_into_the_module(self):
        points, hashes = spiral(500), []
        arete.detect(spiral(100_000), r1=1.0, threads=1, progress=lambda *_: hashes.append(arete.detect(points, r1=R1).hash))
        self.assertEqual(set(hashes), {arete.detect(points, r1=R1).hash})


class Memory(Case):
    def test_is_given_back(self):
        def resident_mb():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

        points = spiral(200_000)
        for _ in range(3):
            arete.detect(points, r1=20.0)
        gc.collect()
        before = resident_mb()
        for _ in range(15):
            arete.detect(points, r1=20.0)
            arete.knn(points[:20_000], k=4)
        gc.collect()
        self.assertLess(resident_mb() - before, 30)


if __name__ == "__main__":
    unittest.main()
