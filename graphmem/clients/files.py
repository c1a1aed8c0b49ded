"""A configuration file of another program: read whole, shown as a difference, replaced at once."""

from __future__ import annotations

import difflib
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class Change:
    """The present and future text of a file; None for no file. A new file gets the `mode`."""

    path: Path
    before: str | None
    after: str | None
    mode: int = 0o600

    @property
    def diff(self) -> str:
        """The changed lines with their context; "" without a change."""
        if self.before == self.after:
            return ""
        (was, old), (becomes, new) = (
            (os.devnull if text is None else str(self.path), (text or "").splitlines())
            for text in (self.before, self.after)
        )
        return "\n".join(difflib.unified_diff(old, new, was, becomes, lineterm=""))

    def write(self) -> None:
        """Replace the file at once, with its mode.

        Raises InvalidInputError if it changed since it was read, and OSError.
        """
        if read(self.path) != self.before:
            raise InvalidInputError(f"{self.path} changed in the meantime.", field="file", remedy="Run it once more.")
        target = self.path.resolve()
        if self.after is None:
            target.unlink(missing_ok=True)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode & 0o777 if target.exists() else self.mode
        draft = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
        try:
            draft.write_bytes(self.after.encode())
            draft.chmod(mode)
            os.replace(draft, target)  # noqa: PTH105  the same as Path.replace, which says less
        finally:
            draft.unlink(missing_ok=True)


def read(path: Path) -> str | None:
    """The text with its own line ends; None without a file. Raises InvalidInputError for binary content."""
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise unreadable(path, "it is not UTF-8") from error
    except OSError as error:
        raise unreadable(path, error.strerror or str(error)) from error


def unreadable(path: Path, why: str) -> InvalidInputError:
    """The error about a file that cannot be read in its form."""
    return InvalidInputError(
        f"{path} is no settings file: {why}.", field="file", remedy="Mend it, or name another file."
    )
