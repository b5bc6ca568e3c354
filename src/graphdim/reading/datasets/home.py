"""Where dataset files live: the folder GRAPHDIM_DATA, else the user's cache, else their public home.

A file is checked against its SHA-256 wherever it comes from, and written whole or not at all.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from graphdim.errors import DatasetError
from graphdim.folders import cache_folder

if TYPE_CHECKING:
    from typing import BinaryIO

    from graphdim.reading.datasets.catalogue import File

__all__ = ["at_hand", "data_folders", "fetch"]

CHUNK = 2**16
PATIENCE = 30  # seconds without an answer


def data_folders() -> list[Path]:
    """The folders that may hold datasets, in the order in which they are searched."""
    named = os.environ.get("GRAPHDIM_DATA")
    return [*([Path(named).expanduser()] if named else []), cache_folder()]


def at_hand(file: File) -> Path | None:
    """Where the file is on this machine, if anywhere."""
    return next((path for folder in data_folders() if (path := folder / file.path).is_file()), None)


def fetch(file: File) -> bytes:
    """The content of a dataset file, downloaded into the cache if it is nowhere else."""
    path = at_hand(file) or _download(file)
    try:
        content = path.read_bytes()
    except OSError as error:
        msg = f"{path}: {error.strerror}"
        raise DatasetError(msg) from error
    if file.sha256 and hashlib.sha256(content).hexdigest() != file.sha256:
        msg = f"{path}: not the published file, its SHA-256 differs; delete it and try again"
        raise DatasetError(msg)
    return content


def _download(file: File) -> Path:
    # Imported here: half of the time that a local dataset takes would go into these.
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import urlopen

    target = cache_folder() / file.path
    if not file.url:
        places = " or ".join(map(str, data_folders()))
        msg = f"{file.path}: not in {places}; set GRAPHDIM_DATA to the folder that holds it"
        raise DatasetError(msg)
    handle, part = _part_of(target)
    try:
        with os.fdopen(handle, "wb") as written, urlopen(file.url, timeout=PATIENCE) as answer:  # noqa: S310 - https, from the catalogue
            digest = _copy(answer, written, answer.length, target.name)
        if digest != file.sha256:
            msg = f"{file.url}: the download is not the published file, its SHA-256 differs; nothing was kept"
            raise DatasetError(msg)
        Path(part).replace(target)
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError):
            error.close()  # it is the server's answer too
        reason = getattr(error, "reason", error)
        msg = f"{file.url}: download failed ({reason}); put the file at {target} or set GRAPHDIM_DATA"
        raise DatasetError(msg) from error
    finally:
        Path(part).unlink(missing_ok=True)
    return target


def _part_of(target: Path) -> tuple[int, str]:
    """An open file beside the target, for a download that is not whole yet."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")
    except OSError as error:
        msg = f"{target.parent}: cannot write there ({error.strerror}); set XDG_CACHE_HOME or GRAPHDIM_DATA"
        raise DatasetError(msg) from error


def _copy(answer: BinaryIO, written: BinaryIO, n_bytes: int | None, name: str) -> str:
    """Copy with a progress bar on stderr; returns the SHA-256 of what was copied."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    digest = hashlib.sha256()
    columns = ("{task.description}", BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=n_bytes)
        while chunk := answer.read(CHUNK):
            digest.update(chunk)
            written.write(chunk)
            progress.advance(task, len(chunk))
    return digest.hexdigest()
