"""Files of datasets: from the folder that GRAPHDIM_DATA names, else from the user's cache, else downloaded.

The SHA-256 of every file is checked, wherever it comes from. A download is kept only if it is complete.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from graphdim.errors import DatasetError
from graphdim.folders import cache_folder, user_path

if TYPE_CHECKING:
    from typing import BinaryIO

    from graphdim.reading.datasets.catalogue import File

__all__ = ["data_folders", "fetch", "local_path"]

CHUNK = 2**16
PATIENCE = 30  # seconds to wait for an answer


def data_folders() -> list[Path]:
    """The folders that may hold datasets, in the order in which they are searched."""
    named = os.environ.get("GRAPHDIM_DATA")
    return [*([user_path(named)] if named else []), cache_folder()]


def local_path(file: File) -> Path | None:
    """Where the file is on this machine, or None."""
    return next((path for folder in data_folders() if (path := folder / file.path).is_file()), None)


def fetch(file: File) -> bytes:
    """The content of a file, which is downloaded into the cache if it is not on this machine."""
    path = local_path(file) or _download(file)
    try:
        content = path.read_bytes()
    except OSError as error:
        msg = f"{path}: {error.strerror}"
        raise DatasetError(msg) from error
    if file.sha256 and hashlib.sha256(content).hexdigest() != file.sha256:
        msg = f"{path}: this is not the published file, because its SHA-256 differs; delete it and try again"
        raise DatasetError(msg)
    return content


def _download(file: File) -> Path:
    # Imported here, because these imports take half as long as reading a local dataset.
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import urlopen

    target = cache_folder() / file.path
    if not file.url:
        places = " or ".join(map(str, data_folders()))
        msg = f"{file.path} is not in {places}; set GRAPHDIM_DATA to the folder that holds it"
        raise DatasetError(msg)
    handle, part = _part_of(target)
    try:
        with os.fdopen(handle, "wb") as written, urlopen(file.url, timeout=PATIENCE) as answer:  # noqa: S310 - https, from the catalogue
            digest = _copy(answer, written, answer.length, target.name)
        if digest != file.sha256:
            msg = f"{file.url}: the download is not the published file, because its SHA-256 differs; it was not kept"
            raise DatasetError(msg)
        Path(part).replace(target)
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError):
            error.close()  # it holds the connection
        reason = getattr(error, "reason", error)
        msg = (
            f"{file.url}: the download failed ({reason}); save the file as {target}, or set GRAPHDIM_DATA to its folder"
        )
        raise DatasetError(msg) from error
    finally:
        Path(part).unlink(missing_ok=True)
    return target


def _part_of(target: Path) -> tuple[int, str]:
    """A new file in the folder of the target, open for a download that is not complete yet."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")
    except OSError as error:
        msg = f"{target.parent}: files cannot be written there ({error.strerror}); set XDG_CACHE_HOME or GRAPHDIM_DATA"
        raise DatasetError(msg) from error


def _copy(answer: BinaryIO, written: BinaryIO, n_bytes: int | None, name: str) -> str:
    """Copy the answer of a server, with a progress bar on stderr; returns its SHA-256."""
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
