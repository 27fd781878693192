"""The exceptions of this module, and its warning."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import threading
import warnings
from collections.abc import Iterator
from typing import Any

#: What the module has to tell that nobody needs to act on.
log = logging.getLogger("arete")
log.addHandler(logging.NullHandler())


class Error(RuntimeError):
    """Something was refused or failed. Has the same four parts as the messages of the program.

    failed : str -- what failed.
    where : str -- on what: a file with its byte or line, a keyword, the id of a version; may be empty.
    reason : str -- why; may be empty.
    hint : str -- what to do about it; may be empty.
    kind : str -- 'bad_input', 'wrong_use', 'io', 'out_of_memory', 'device_lost' or 'internal'.

    It is also what Python has for it: a ValueError for 'bad_input' and 'wrong_use', a TypeError for an unknown keyword, an OSError for 'io', such as
    FileNotFoundError, a MemoryError for 'out_of_memory', and scikit-learn's NotFittedError of an estimator before fit().
    """

    def __new__(cls, *parts: Any, **named: Any) -> Error:
        made = _class_of(*parts, **named) if cls is Error else cls
        return (OSError if issubclass(made, OSError) else RuntimeError).__new__(made)

    def __init__(self, failed: str, where: str = "", reason: str = "", hint: str = "", kind: str = "wrong_use") -> None:
        RuntimeError.__init__(self, failed, where, reason, hint, kind)
        self.failed = failed
        self.where = where
        self.reason = reason
        self.hint = hint
        self.kind = kind
        if isinstance(self, OSError):
            self.errno, self.strerror, self.filename = _number_of(reason), reason, where

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.failed, self.where, self.reason) if part)
        return text + (f"\n  hint: {self.hint}" if self.hint else "")


class InputError(Error, ValueError):
    """What was given cannot be taken."""


class WrongTypeError(InputError, TypeError):
    """What was given is of a type that cannot be taken, or there is no keyword of that name."""


class RoomError(Error, MemoryError):
    """There is not enough memory."""


class FileError(Error, OSError):
    """A file cannot be read or written."""


class NoFileError(FileError, FileNotFoundError):
    """There is no such file."""


class FolderError(FileError, IsADirectoryError):
    """A folder where a file is wanted."""


class DeniedError(FileError, PermissionError):
    """A file that may not be read or written."""


class FileThereError(FileError, FileExistsError):
    """A file that is there already."""


_OF_KINDS = {"bad_input": InputError, "wrong_use": InputError, "io": FileError, "out_of_memory": RoomError}
_OF_NUMBERS = {
    errno.ENOENT: NoFileError,
    errno.EISDIR: FolderError,
    errno.EACCES: DeniedError,
    errno.EPERM: DeniedError,
    errno.EEXIST: FileThereError,
}


def _number_of(reason: str) -> int | None:
    """The system's number of an error that a reason names in the system's words."""
    if reason.lower().startswith("no such file"):
        return errno.ENOENT
    return next((number for number in errno.errorcode if reason.endswith(os.strerror(number))), None)


def _class_of(failed: str, where: str = "", reason: str = "", hint: str = "", kind: str = "wrong_use") -> type[Error]:
    found = _OF_KINDS.get(kind, Error)
    return _OF_NUMBERS.get(_number_of(reason) or 0, found) if kind == "io" else found


class AreteWarning(UserWarning):
    """What a file or a format could not hold, or what was done in another way than asked for; nothing failed."""


# Messages of the engine name flags of arete-cli, which are keywords here.

_thread = threading.local()
_VALUE = r"\"[^\"]*\"|[A-Z]+:\d+|[A-Z][A-Z,]*\b(?![a-z])|-?\d[\w.]*(?<!\.)|[a-z_0-9]+(?:\.[a-z_0-9]+)*"
_FLAG = re.compile(rf"(?<![\w-])--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:[ =]({_VALUE}))?")
#: Values that flags of files take, besides those that their tables list.
_CHOICES = {"scalar": ("float", "double"), "geojson_crs": ("keep", "wgs84"), "to_crs": ("utm", "sphere"), "crs": ("none",)}
_GROUPS = ("job", "read", "long", "picture", "animation", "knn", "measures", "shapes")


@contextlib.contextmanager
def as_typed() -> Iterator[None]:
    """Within it, messages keep the flags that were typed."""
    _thread.typed = True
    try:
        yield
    finally:
        _thread.typed = False


def _keyword(found: re.Match[str]) -> str:
    from arete._flags import choices_of, keyword_of, known

    name, value = found[1].replace("-", "_"), found[2]
    if name == "help":
        return "help() of the function" + found[0][len("--help") :]
    row = known(_GROUPS).get(name)
    keyword = keyword_of(name)
    rest = "" if value is None else found[0][2 + len(found[1]) :]
    if row is not None and row["value"] == "":
        return f"{keyword}=True{rest}"
    if value is None or (value[0].islower() and "." not in value and value not in (*_CHOICES.get(name, ()), *(choices_of(row) if row else ()))):
        return keyword + rest
    is_plain = value[0] in '"-0123456789' or re.fullmatch("[A-Z,]+", value)
    return f"{keyword}={value}" if is_plain else f'{keyword}="{value}"'


def in_keywords(text: str) -> str:
    """A message of the engine in the words of this module."""
    return text if getattr(_thread, "typed", False) or "--" not in text else _FLAG.sub(_keyword, text)


def of_engine(failed: str, where: str, reason: str, hint: str, kind: str) -> Error:
    """What the engine threw."""
    return Error(in_keywords(failed), in_keywords(where) if where.startswith("--") else where, in_keywords(reason), in_keywords(hint), kind)


def warn(texts: list[str]) -> None:
    """Each text as a warning at the line that called the public function."""
    for text in texts:
        warnings.warn(in_keywords(text), AreteWarning, stacklevel=4)
