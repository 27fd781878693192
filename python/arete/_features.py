"""What scikit-learn asks of the input of an estimator: names of columns that stay the same, and words that its checks look for."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from arete._errors import Error, WrongTypeError
from arete._points import array_of

_CANNOT = "cannot take these points"


def _refuse(reason: str, hint: str) -> Error:
    return Error(_CANNOT, "X", reason, hint, "bad_input")


def checked_rows(X: Any, name: str) -> np.ndarray:
    """(n, d), all finite, float32 or float64; any number of coordinates. Raises Error with the words of scikit-learn where others look for them."""
    if hasattr(X, "tocsr") and hasattr(X, "nnz"):
        raise WrongTypeError(_CANNOT, "X", "A sparse matrix was passed, but dense data is required", "give X.toarray()", "bad_input")
    array = _numbers(X)
    if array.ndim == 1:
        hint = "Reshape your data: X.reshape(-1, 1) for points on a line"
        raise _refuse(f"Expected 2D array, got 1D array instead: its shape is {array.shape}", hint)
    if array.ndim != 2:
        raise _refuse(f"Found array with dim {array.ndim}. {name} expected <= 2.", "give a row for each point")
    for count, what, least in zip(array.shape, ("sample", "feature"), ("point", "coordinate")):
        if count == 0:
            reason = f"Found array with 0 {what}(s) (shape={array.shape}) while a minimum of 1 is required by {name}."
            raise _refuse(reason, f"give at least one {least}")
    if not np.isfinite(array).all():
        what = "NaN" if np.isnan(array).any() else "infinity or a value too large"
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise _refuse(f"Input X contains {what}: coordinate {column} of point {row}", "leave such points out: X[numpy.isfinite(X).all(axis=1)]")
    return array


def _numbers(X: Any) -> np.ndarray:
    given = X if isinstance(X, np.ndarray) or not hasattr(X, "__array__") else np.asarray(X)
    if isinstance(given, (list, tuple)):
        given = np.asarray(given)
    kind = given.dtype.kind if isinstance(given, np.ndarray) else ""
    if kind == "c":
        raise _refuse("Complex data not supported", "give its real and imaginary parts as coordinates")
    if kind in "OUS" and kind:
        try:
            return given.astype(np.float64)
        except TypeError as error:
            raise WrongTypeError(_CANNOT, "X", str(error), "give numbers", "bad_input") from error
        except ValueError as error:
            raise _refuse(str(error), "give numbers") from error
    return array_of(given, "X")


class FeatureNames:
    """The part of an estimator that knows the names of columns."""

    def _check_names(self, X: Any, fitting: bool) -> None:
        names = _names_of(X)
        if fitting:
            if names is not None:
                self.feature_names_in_ = names
            elif hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
            return
        fitted = getattr(self, "feature_names_in_", None)
        if names is not None and fitted is None:
            warnings.warn(f"X has feature names, but {type(self).__name__} was fitted without feature names", UserWarning, stacklevel=4)
        elif names is None and fitted is not None:
            warnings.warn(f"X does not have valid feature names, but {type(self).__name__} was fitted with feature names", UserWarning, stacklevel=4)
        elif names is not None and fitted is not None and not (len(names) == len(fitted) and (names == fitted).all()):
            raise Error("cannot search neighbours", "X", _difference(names, fitted), "give the columns of fit() in their order", "bad_input")

    def __sklearn_tags__(self) -> Any:
        """For scikit-learn from 1.6 on."""
        from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags

        return Tags(estimator_type=None, target_tags=TargetTags(required=False), transformer_tags=TransformerTags(), input_tags=InputTags())


def _names_of(X: Any) -> np.ndarray | None:
    if not hasattr(X, "columns") or not hasattr(X, "shape"):
        return None
    names = list(X.columns)
    return np.asarray(names, dtype=object) if names and all(isinstance(each, str) for each in names) else None


def _difference(names: np.ndarray, fitted: np.ndarray) -> str:
    """In scikit-learn's words."""
    text = "The feature names should match those that were passed during fit.\n"
    unseen, missing = sorted(set(names) - set(fitted)), sorted(set(fitted) - set(names))
    if unseen:
        text += "Feature names unseen at fit time:\n" + "".join(f"- {each}\n" for each in unseen[:5])
    if missing:
        text += "Feature names seen at fit time, yet now missing:\n" + "".join(f"- {each}\n" for each in missing[:5])
    if not unseen and not missing:
        text += "Feature names must be in the same order as they were in fit.\n"
    return text
