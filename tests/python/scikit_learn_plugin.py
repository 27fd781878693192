"""A plugin of pytest: scikit-learn's own tests of its NearestNeighbors run against arete's. Loaded by estimator_test.py.

What uses no NearestNeighbors, or another metric, is left out: a test counts where it made one of arete's. Prints one line of JSON at its end.
"""

import json
import re

import pytest
import sklearn.neighbors
import sklearn.neighbors._base

import arete

#: Tests, or parts of their names, that look into scikit-learn itself.
LEFT_OUT = {
    "test_auto_algorithm": "asks which of scikit-learn's trees was built",
    "test_neighbors_metrics": "goes through all metrics in one test",
    "test_precomputed": "takes distances instead of points",
    "check_precomputed": "takes distances instead of points",
    "test_kneighbors_graph_sparse": "takes sparse points",
    "test_radius_neighbors_graph_sparse": "takes sparse points",
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


def pytest_collection_modifyitems(items):
    for item in items:
        module = item.module
        if hasattr(module, "P"):
            module.P = (2,)  # the loops over metrics within tests
        for name, why in LEFT_OUT.items():
            if name in item.name:
                item.add_marker(pytest.mark.skip(reason=why))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """What arete refuses because of the metric is no failure: it is what 'other metrics are refused' means."""
    outcome = yield
    report = outcome.get_result()
    if call.when == "call" and call.excinfo is not None and isinstance(call.excinfo.value, arete.Error):
        if call.excinfo.value.where in ("metric", "metric_params"):
            report.outcome, report.longrepr = "skipped", ("", 0, "another metric: arete refuses it")
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
