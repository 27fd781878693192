"""Writes the type stubs of the package from the package itself: `python3 -m arete._stubs > python/arete/__init__.pyi`. A test compares.

Keywords that are flags come from the tables of the engine, so a flag that is added there is in the stubs when they are written again.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Mapping
from typing import Any

import arete

_HEAD = '''"""Type stubs. Made by `python3 -m arete._stubs`; a test compares."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, overload

import numpy as np
from numpy.typing import NDArray

__version__: str

class _OnGpu(Protocol):
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
'''

_SHOWN = ("__len__", "__getitem__", "__iter__", "__array__", "__dlpack__", "__dlpack_device__", "__cuda_array_interface__") + (
    "_repr_png_",
    "_repr_svg_",
    "_repr_html_",
    "__geo_interface__",
)


def _parameter(parameter: inspect.Parameter) -> str:
    text = parameter.name
    if parameter.kind is parameter.VAR_POSITIONAL:
        text = "*" + text
    if parameter.kind is parameter.VAR_KEYWORD:
        text = "**" + text
    if parameter.annotation is not parameter.empty:
        text += f": {parameter.annotation}"
    if parameter.default is not parameter.empty:
        text += f" = {parameter.default!r}" if parameter.annotation is not parameter.empty else f"={parameter.default!r}"
    return text


def _overloaded(signature: inspect.Signature, way: Mapping[str, str]) -> inspect.Signature:
    """The signature with other types. A parameter that a way gives a type without "= ..." has no default, and so must be named."""
    parameters, named = [], False
    for parameter in signature.parameters.values():
        if parameter.name in way:
            kind, _, default = way[parameter.name].partition(" = ")
            named = named or (not default and parameter.default is not parameter.empty)
            parameter = parameter.replace(annotation=kind, default=parameter.default if default else parameter.empty)
        if named and parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            parameter = parameter.replace(kind=parameter.KEYWORD_ONLY)
        parameters.append(parameter)
    return signature.replace(parameters=parameters, return_annotation=way["return"])


def _function(name: str, function: Any, indent: str) -> str:
    signature = inspect.signature(function)
    ways = [_overloaded(signature, way) for way in getattr(function, "__overloads__", ())]
    if len(ways) == 1:
        return _written(name, ways[0], indent)
    if ways:
        written = [f"{indent}@overload\n{_written(name, way, indent)}" for way in ways]
        if "_OnGpu" in written[0]:  # arrays of a GPU are among all that may be given
            written[0] = written[0].replace("(\n", "(  # type: ignore\n", 1)
        return "".join(written)
    return _written(name, signature, indent)


def _written(name: str, signature: inspect.Signature, indent: str) -> str:
    parts, star = [], False
    for parameter in signature.parameters.values():
        star = star or parameter.kind is parameter.VAR_POSITIONAL
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        parts.append(_parameter(parameter))
    answer = "" if signature.return_annotation is signature.empty else f" -> {signature.return_annotation}"
    line = f"{indent}def {name}({', '.join(parts)}){answer}: ..."
    if len(line) <= 120:
        return line + "\n"
    inner = "".join(f"{indent}    {part},\n" for part in parts)
    return f"{indent}def {name}(\n{inner}{indent}){answer}: ...\n"


def _member(name: str, value: Any) -> str:
    if isinstance(value, (property, functools.cached_property)):
        getter = value.fget if isinstance(value, property) else value.func
        answer = inspect.signature(getter).return_annotation
        return f"    @property\n    def {name}(self) -> {answer}: ...\n"
    return _function(name, value, "    ")


def _attributes(kind: type) -> str:
    """What the constructor gives to an object: with a type of its own, or with that of the parameter it is taken from."""
    if "__init__" not in vars(kind):
        return ""
    types = {parameter.name: parameter.annotation for parameter in inspect.signature(kind.__init__).parameters.values()}
    lines = []
    for line in inspect.getsource(kind.__init__).splitlines():
        target, _, value = line.strip().partition(" = ")
        name, _, written = target.removeprefix("self.").partition(": ")
        if target.startswith("self.") and not name.startswith("_") and value and (written or value in types):
            lines.append(f"    {name}: {written or types[value]}\n")
    return "".join(lines)


def _class(kind: type) -> str:
    ours = [base for base in kind.__bases__ if base.__module__.startswith("arete.") and base.__name__ not in arete.__all__]
    shown = [base for base in kind.__bases__ if base is not object and base not in ours]
    bases = ", ".join("Sequence[np.ndarray]" if base.__name__ == "Sequence" else base.__name__ for base in shown)
    body = _attributes(kind)
    constructed = "_arete." not in str(inspect.signature(kind.__init__)) if "__init__" in vars(kind) else False
    for name, value in vars(kind).items():
        is_shown = not name.startswith("_") or name in _SHOWN
        if (is_shown or (name == "__init__" and constructed and "values" not in inspect.signature(value).parameters)) and (
            callable(value) or isinstance(value, (property, functools.cached_property))
        ):
            body += _member(name, value)
    return f"class {kind.__name__}({bases}):\n{body or '    ...' + chr(10)}" if bases else f"class {kind.__name__}:\n{body}"


def stubs() -> str:
    """The text of __init__.pyi."""
    text = _HEAD
    for name in arete.__all__:
        value = getattr(arete, name)
        text += "\n" + (_class(value) if isinstance(value, type) else _function(name, value, ""))
    return re.sub(r"np\.ndarray(?!\[)", "NDArray[Any]", text)


if __name__ == "__main__":
    print(stubs(), end="")
