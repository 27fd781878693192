"""Results travel: pickle, copy, deepcopy, process pools and joblib give objects of which everything that can be asked has the same answer."""

import copy
import functools
import multiprocessing
import pickle
import unittest
import warnings
from pathlib import Path

import numpy as np

import arete
from support import CLOUDS, R1, Case, power_line, spiral


def network():
    return arete.detect(spiral(900), r1=R1, curve="network", bootstrap=3, consensus=0.5)


@functools.lru_cache(maxsize=None)
def things():
    """One of every public type, and more where a type holds different things."""
    points = spiral(900)
    cloud = arete.generate("spiral", points=900, dim=2, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runs = next(each["id"] for each in arete.experiments() if not each["unavailable"])
        return {
            "Cloud": cloud,
            "Cloud, of a file": arete.read(CLOUDS / "earthquakes.csv", where="x > 0"),
            "Cloud, far away": arete.cloud(points.astype(float) + [155000.25, 463000.5], crs="EPSG:28992", attributes={"class": np.arange(900) % 5}),
            "Detection": arete.detect(cloud, r1=R1, assignment=True),
            "Detection, of a network": network(),
            "Detection, in tiles": arete.detect(points, r1=R1, tile_detection="local", tile_capacity=200, compare_exact=True),
            "Detection, a step": next(arete.steps(points, r1=R1)),
            "Support": network().support,
            "Lines": cloud.truth,
            "Projection": arete.detect(cloud, r1=R1).project(),
            "Spans": arete.wires(*power_line()),
            "Clearance": arete.clearance(power_line()[0], arete.wires(*power_line()), own=1),
            "Sweep": arete.sweep(points, steps=3),
            "Tiles": arete.tiles(points, r1=R1, tile_kind="grouped", tile_capacity=200),
            "Race": arete.race(points, r1=R1, versions="evolve=cpu.brute_force,cpu.accelerated", repeat=1),
            "Experiment": arete.experiment(runs, scale=0.01, repeat=1),
            "NearestNeighbors": arete.NearestNeighbors(4).fit(points),
            "NearestNeighbors, of many coordinates": arete.NearestNeighbors(4).fit(np.random.default_rng(0).random((60, 20))),
            "Picture": arete.Picture(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\3"),
            "Page": arete.detect(points, r1=R1).show(),
            "Error": arete.Error("failed", "where", "why", "what to do", "bad_input"),
            "AreteWarning": arete.AreteWarning("said"),
        }


def answers(thing, depth=0):
    """All that a public member without arguments answers, as what can be compared."""
    if isinstance(thing, np.ndarray) and thing.dtype == object:
        return [answers(each, depth) for each in thing]
    if isinstance(thing, np.ndarray):
        return (str(thing.dtype), thing.shape, thing.tobytes())
    if isinstance(thing, dict):
        return {name: answers(value, depth) for name, value in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [answers(each, depth) for each in thing]
    if isinstance(thing, float) and thing != thing:
        return "NaN"
    if not type(thing).__module__.startswith("arete"):
        return thing
    if depth > 2:
        return repr(thing)
    found = {"repr": repr(thing)}
    for name in dir(thing):
        if name.startswith("_"):
            continue
        try:
            value = getattr(thing, name)
        except arete.Error as error:
            value = str(error)
        if name in ("report", "profile", "to_csv", "to_json", "to_html", "get_params", "kneighbors", "radius_neighbors"):
            value = value()
        if not callable(value):
            found[name] = answers(value, depth + 1)
    return found


class Pickled(Case):
    def test_are_one_of_every_public_type(self):
        types = {name for name in arete.__all__ if isinstance(getattr(arete, name), type)} - {"GpuArray"}  # which needs a GPU: gpu_test
        self.assertEqual(types, {name.split(",")[0] for name in things()})
        for name, thing in things().items():
            self.assertEqual(name.split(",")[0], "Error" if isinstance(thing, arete.Error) else type(thing).__name__)

    def test_answer_as_before_however_they_travelled(self):
        ways = {"copy": copy.copy, "deepcopy": copy.deepcopy, "twice": lambda thing: pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(thing))))}
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            ways[f"protocol {protocol}"] = lambda thing, protocol=protocol: pickle.loads(pickle.dumps(thing, protocol))
        for name, thing in things().items():
            expected = answers(thing)
            for way, travel in ways.items():
                with self.subTest(f"{name}: {way}"):
                    self.assertEqual(answers(travel(thing)), expected)

    def test_detections_can_be_saved_projected_and_measured(self):
        found = pickle.loads(pickle.dumps(things()["Detection, of a network"]))
        other = things()["Detection, of a network"]
        for kind in ("ply", "csv", "geojson"):
            other.save(self.folder / f"before.{kind}")
            found.save(self.folder / f"after.{kind}")
            self.assertEqual((self.folder / f"after.{kind}").read_bytes(), (self.folder / f"before.{kind}").read_bytes())
        found.save(self.folder / "again.arete")
        self.assertEqual(arete.replay(self.folder / "again.arete").hash, other.hash)
        self.assertEqual(found.project().mean_distance, other.project().mean_distance)
        truth = arete.generate("spiral", points=10, dim=2, seed=1).truth
        self.assertEqual(found.quality(truth), other.quality(truth))

    def test_reports_are_written_again(self):
        for name in ("Experiment", "Race"):
            thing = pickle.loads(pickle.dumps(things()[name]))
            if name == "Race":
                thing.to_csv(self.folder / "race.csv")
                self.assertEqual((self.folder / "race.csv").read_text(), things()[name].to_csv())
                continue
            for file in thing.save(self.folder / "new"):
                self.assertGreater(len(Path(file).read_text(encoding="utf-8")), 20)

    def test_detections_of_one_cloud_travel_with_one_cloud(self):
        both = pickle.loads(pickle.dumps((things()["Detection"], things()["Detection"].cloud)))
        self.assertIs(both[0].cloud, both[1])
        self.assertLess(len(pickle.dumps(things()["Sweep"])), 3 * len(pickle.dumps(things()["Sweep"].detections[0])))

    def test_copies_do_not_share_what_may_be_written(self):
        found = copy.deepcopy(things()["Detection"])
        found.points[:] = 0
        self.assertNotEqual(things()["Detection"].points.max(), 0)
        self.assertEqual(found.hash, things()["Detection"].hash)

    def test_bytes_that_are_cut_off_or_of_another_version_are_refused(self):
        inner = things()["Lines"]._lines
        state = inner.__getstate__()
        older = state.replace(arete.__version__.encode(), b"9.9.9", 1)
        for wrong, kind in ((state[:-3], "bad_input"), (state + b"x", "bad_input"), (b"", "bad_input"), (older, "wrong_use")):
            self.assertNotEqual(wrong, state)
            self.refused(lambda: type(inner).__new__(type(inner)).__setstate__(wrong), kind=kind)

    def test_walks_stay_where_they_are(self):
        self.refused(lambda: pickle.dumps(arete.steps(spiral(100), r1=R1)), "steps", kind="wrong_use")


def detected(seed):
    return arete.detect(spiral(500, seed=seed), r1=R1)


class Elsewhere(Case):
    def test_process_pools_give_detections(self):
        for way in ("spawn", "fork"):
            with self.subTest(way), multiprocessing.get_context(way).Pool(1) as pool:
                found = pool.map(detected, [1, 2])
                self.assertEqual([each.hash for each in found], [detected(seed).hash for seed in (1, 2)])
                self.assertEqual(pool.apply(len, (found[0].cloud,)), 500)

    def test_joblib_keeps_and_sends_them(self):
        import joblib

        joblib.dump(things()["Detection"], self.folder / "d.joblib")
        self.assertEqual(joblib.load(self.folder / "d.joblib").hash, things()["Detection"].hash)
        found = joblib.Parallel(n_jobs=2)(joblib.delayed(arete.detect)(spiral(500, seed=seed), r1=R1) for seed in (1, 2))
        self.assertEqual([each.hash for each in found], [detected(seed).hash for seed in (1, 2)])
        self.assertEqual(joblib.hash(things()["Cloud"]), joblib.hash(pickle.loads(pickle.dumps(things()["Cloud"]))))
        calls = []
        kept = joblib.Memory(self.folder / "memory", verbose=0).cache(lambda cloud: calls.append(1) or arete.detect(cloud, r1=R1), ignore=[])
        self.assertEqual(kept(things()["Cloud"]).hash, kept(things()["Cloud"]).hash)


if __name__ == "__main__":
    unittest.main()
