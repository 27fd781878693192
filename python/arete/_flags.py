"""Keywords are flags of arete-cli: names, units, ranges, defaults and help come from its tables, at run time."""

from __future__ import annotations

import functools
import inspect
import numbers
import os
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from arete import _arete
from arete._errors import Error, WrongTypeError

Function = TypeVar("Function", bound=Callable[..., Any])

#: Flags whose lists are one value with commas; other lists are a flag given several times.
_JOINED = {"LIST", "CORNERS", "ROOT"}
#: What a value of each kind is in Python.
_TYPES = (
    {"": "bool"}
    | dict.fromkeys(("N", "K", "D"), "int")
    | dict.fromkeys(("NUMBER", "RADIUS", "DISTANCE", "FACTOR", "SHARE", "RATE", "SECONDS", "TIME", "ANGLE", "DOTS"), "float")
    | dict.fromkeys(("FILE", "FOLDER", "SESSION"), "str | os.PathLike[str]")
)
_PYTHON_WORDS = {"class", "from"}
#: What other libraries call the same.
_MEANT = {
    "r1": ("radius", "eps", "r", "bandwidth"),
    "threads": ("n_jobs", "n_threads", "num_threads", "workers"),
    "backend": ("device",),
    "k": ("n_neighbors", "neighbors"),
    "progress": ("callback", "verbose"),
}


@functools.lru_cache(maxsize=None)
def rows(group: str) -> Mapping[str, dict[str, Any]]:
    """The flags of a command or a group by keyword, in the order of --help."""
    return {row["name"]: row for row in _arete.flags(group)}


def known(groups: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Those of several groups; the first group wins where two have the same."""
    merged: dict[str, dict[str, Any]] = {}
    for group in groups:
        for name, row in rows(group).items():
            merged.setdefault(name, row)
    return merged


def text_of(name: str, value: Any) -> str:
    """What would be typed on a command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (str, os.PathLike)):
        text = os.fsdecode(value)
    elif isinstance(value, numbers.Integral):
        text = str(int(value))
    elif isinstance(value, numbers.Real):
        text = repr(float(value))
    elif type(value).__name__ in ("bool_", "bool"):
        return "on" if value else "off"
    else:
        raise Error("cannot take this value", name, f"it is a {type(value).__name__}", "give a number, a text, True or False")
    if "\0" in text:
        raise Error("cannot take this value", name, "there is a zero character in it")
    return text


def _one(row: Mapping[str, Any], value: Any) -> list[str]:
    name, flag = row["name"], row["flag"]
    if row["value"] == "":
        if not isinstance(value, bool):
            raise Error("cannot take this value", name, "it is a switch", "give True or False")
        return [flag] if value else []
    if isinstance(value, (list, tuple)):
        texts = [text_of(name, each) for each in value]
        return [f"{flag}={','.join(texts)}"] if row["value"] in _JOINED else [f"{flag}={text}" for text in texts]
    return [f"{flag}={text_of(name, value)}"]


def _nearest(function: str, name: str, allowed: Mapping[str, Any]) -> str:
    """The keyword that was probably meant; '' for none."""
    import arete

    taken = {*allowed, *inspect.signature(getattr(arete, function, lambda: None)).parameters}
    meant = next((own for own, others in _MEANT.items() if name in others and own in taken), None)
    return meant or str(_arete.nearest(name, list(allowed)))


def arguments(function: str, groups: Iterable[str], given: Mapping[str, Any]) -> list[bytes]:
    """Keywords as arguments of a command line; those that are None are not given. Raises Error for unknown ones."""
    allowed = known(groups)
    words: list[str] = []
    for keyword, value in given.items():
        name = keyword[:-1] if keyword.endswith("_") else keyword
        if name not in allowed:
            near = _nearest(function, name, allowed)
            hint = f"did you mean {near}?" if near else f"help(arete.{function}) lists them"
            raise WrongTypeError("unknown keyword", keyword, f"{function}() has none of that name", hint)
        if value is not None:
            words += _one(allowed[name], value)
    return [os.fsencode(word) for word in words]


def split(function: str, groups: Iterable[str], keywords: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Keywords by the group that they belong to. Raises Error for unknown ones before anything is read."""
    arguments(function, groups, {name: None for name in keywords})
    own: dict[str, dict[str, Any]] = {group: {} for group in groups}
    for name, value in keywords.items():
        own[next(group for group in groups if name.rstrip("_") in rows(group))][name] = value
    return own


def keyword_of(name: str) -> str:
    """As it is written in Python, where class is a word of the language."""
    return name + "_" if name in _PYTHON_WORDS else name


def choices_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """The values that a keyword takes, where they are few."""
    found = re.search(r" \(([^;()]+); default ", row["help"]) if row["value"] == "CHOICE" else None
    return tuple(found[1].split(", ")) if found else tuple(row["choices"])


def _kind_of(row: Mapping[str, Any]) -> str:
    choices = choices_of(row)
    if set(choices) == {"on", "off"}:
        return "bool"
    return f"Literal[{', '.join(repr(each) for each in choices)}]" if choices else _TYPES.get(row["value"], "str")


def type_of(row: Mapping[str, Any]) -> str:
    """The type of a keyword's value, for signatures."""
    kind = _kind_of(row)
    if row["value"] in _JOINED or row["repeated"]:
        return f"{kind} | Sequence[{kind} | float] | None" if row["value"] in _JOINED else f"{kind} | Sequence[{kind}] | None"
    return "bool" if row["value"] == "" else f"{kind} | None"


def _parameter(row: Mapping[str, Any]) -> inspect.Parameter:
    default = False if row["value"] == "" else None
    return inspect.Parameter(keyword_of(row["name"]), inspect.Parameter.KEYWORD_ONLY, default=default, annotation=type_of(row))


def _docs(names: Iterable[str], table: Mapping[str, dict[str, Any]]) -> str:
    lines, group = [], None
    for name in names:
        row = table[name]
        if row["group"] != group:
            group = row["group"]
            lines += ["", f"{group}:"]
        lines += textwrap.wrap(f"{keyword_of(name)} : {row['help']}", 118, initial_indent="  ", subsequent_indent="      ")
    return "\n".join(lines)


def overloads(*ways: Mapping[str, str]) -> Callable[[Function], Function]:
    """For type checkers: other types of parameters, by name, and what is returned for them ('return'), the first that fits. A default is '...'."""

    def mark(function: Function) -> Function:
        function.__overloads__ = ways  # type: ignore[attr-defined]
        return function

    return mark


def takes(*groups: str, without: Iterable[str] = ()) -> Callable[[Function], Function]:
    """A function whose **keywords are the flags of these groups: gives it their signature and describes them."""

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)
        own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        taken, table = {p.name for p in own} | set(without), known(groups)
        names = [name for name in table if name not in taken]
        more = [_parameter(table[name]) for name in names]
        function.__signature__ = signature.replace(parameters=own + more)  # type: ignore[attr-defined]
        about = [name for name in table if name not in set(without)]
        head = inspect.cleandoc(function.__doc__ or "") + "\n\nKeywords that are flags of arete-cli; None leaves the default.\n"
        function.__doc__ = head + _docs(about, table) + "\n"
        return function

    return decorate
