"""The exception of this module, and its warning."""

from __future__ import annotations

import warnings


class Error(RuntimeError):
    """Something was refused or failed. Has the same four parts as the messages of the program.

    failed : str -- what failed.
    where : str -- on what: a file with its byte or line, a keyword, the id of a version; may be empty.
    reason : str -- why; may be empty.
    hint : str -- what to do about it; may be empty.
    kind : str -- 'bad_input', 'wrong_use', 'io', 'out_of_memory', 'device_lost' or 'internal'.
    """

    def __init__(self, failed: str, where: str = "", reason: str = "", hint: str = "", kind: str = "wrong_use") -> None:
        super().__init__(failed, where, reason, hint, kind)
        self.failed = failed
        self.where = where
        self.reason = reason
        self.hint = hint
        self.kind = kind

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.failed, self.where, self.reason) if part)
        return text + (f"\n  hint: {self.hint}" if self.hint else "")


class AreteWarning(UserWarning):
    """What a file or a format could not hold, or what was done in another way than asked for; nothing failed."""


def warn(texts: list[str]) -> None:
    """Each text as a warning at the line that called the public function."""
    for text in texts:
        warnings.warn(text, AreteWarning, stacklevel=4)
