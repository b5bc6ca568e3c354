"""Matrix Market: what SciPy's reader would pass over, or run on behind."""

import gzip

import pytest

import graphdim as gd
from graphdim.errors import SourceError

REAL = "%%MatrixMarket matrix coordinate real general\n%\n3 3 2\n"
PATTERN = "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n"


@pytest.fixture(params=[".mtx", ".mtx.gz"])
def put(request, tmp_path):
    """Writes a text into a file, plain or packed."""
    path = tmp_path / f"a{request.param}"

    def written(text):
        path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
        return path

    return written


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (REAL + "1 2 0,5\n2 3 0,7\n", "line 4 holds ','"),
        (REAL + "1 2 1.5\n2 3 2D1\n", "line 5 holds 'D'"),
        (REAL + "1 2 1\n2 3 0x10", "line 5 holds 'x'"),
        (PATTERN + "1 2\n2 3\0" + "1" * 5000, "line 4 holds .*x00"),
        (REAL + "1 2.0 1.0\n2 3.0 1.0\n", "its first entry is '1 2.0 1.0'; rows and columns are whole"),
        (REAL + "1 2 1\n", "Truncated file"),
    ],
)
def test_what_is_no_number_is_refused(put, text, fault):
    with pytest.raises(SourceError, match=f"not a readable Matrix Market file: .*{fault}"):
        gd.read(put(text))


def test_the_last_line_may_lack_its_end(put):
    assert gd.read(put(REAL + "1 2 0.5\n2 3 2E1"), weight="data").weights.tolist() == [0.5, 20]
    # What stands behind the last whole number is looked for to the end of the line.
    assert gd.read(put(PATTERN + "1 2\n2 1e-320")).n_edges == 1
