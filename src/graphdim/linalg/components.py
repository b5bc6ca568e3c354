"""The spectrum of a graph in several pieces: that of its connected components, merged by magnitude.

A vector is exactly zero outside its component, and an eigenvalue that many equal components share is found as often as
it occurs, which a Krylov basis from one block cannot promise. Small components of one size are solved together.

A rectangular matrix B is a part of the symmetric [0 B; Bᵀ 0], whose eigenvalues are ±σ with vectors (u, ±v)/√2. Small
components are solved in this form, large ones by their rectangular parts.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import block_array, csr_array
from scipy.sparse.csgraph import connected_components

from graphdim.linalg.solvers import DENSE, RectangularSolver, SymmetricSolver
from graphdim.linalg.spectrum import NEGLIGIBLE, Spectrum, by_magnitude, n_significant
from graphdim.linalg.tall import precision

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from graphdim.linalg.spectrum import Values, Vectors

    Nodes = NDArray[np.intp]

__all__ = ["ComponentSolver", "RectangularComponentSolver", "rectangular_solver", "symmetric_solver"]

# Entries of dense matrices that are solved at once.
STACK = 2**22


class Part(NamedTuple):
    """Some eigenpairs: column k of `vectors` stands in the rows of `nodes[k]`, or in the same rows for all."""

    values: Values
    nodes: Nodes  # (size,), or (count, size)
    vectors: Vectors  # (size, count)
    complete: bool


def symmetric_solver(matrix: csr_array, seed: int) -> SymmetricSolver | ComponentSolver:
    """The solver for a matrix of this size."""
    if matrix.shape[0] <= DENSE:
        return SymmetricSolver(matrix, seed)
    return ComponentSolver(matrix, seed)


def rectangular_solver(matrix: csr_array, seed: int) -> RectangularSolver | RectangularComponentSolver:
    """The solver for a rectangular matrix of this size."""
    if min(matrix.shape) <= DENSE:
        return RectangularSolver(matrix, seed)
    by_components = RectangularComponentSolver(matrix, seed)
    # Rows and columns without entries, which are components too, change nothing.
    return by_components if by_components.n_with_entries > 1 else RectangularSolver(matrix, seed)


class ComponentSolver:
    """Eigenpairs of a symmetric matrix by connected components."""

    def __init__(self, matrix: csr_array, seed: int) -> None:
        self.n_values = matrix.shape[0]
        self._matrix, self._seed = matrix, seed
        # The strong components of a symmetric matrix are its components, and SciPy finds them without a transpose.
        _, labels = connected_components(matrix, connection="strong")
        # Hubs come first in each component: their rows are fetched most often and then share the cache.
        self._nodes = np.lexsort((-np.diff(matrix.indptr), labels))
        sizes = np.bincount(labels)
        self._sizes, self._starts = sizes, np.cumsum(sizes) - sizes
        self._large = [self._members(component) for component in np.flatnonzero(sizes > DENSE).tolist()]

    @property
    def n_with_entries(self) -> int:
        """How many components have more than one node."""
        return int(np.count_nonzero(self._sizes > 1))

    def spectrum(self, rank: int) -> Spectrum:
        """The `rank` leading eigenpairs of all components."""
        parts = [*self._large_parts(rank), *self._small_parts(rank)]
        values = np.concatenate([part.values for part in parts])
        order = by_magnitude(values)
        complete = all(part.complete for part in parts) and n_significant(values[order]) <= rank
        vectors = _assembled(parts, order[:rank], self._matrix.shape[0])
        return Spectrum(values[order[:rank]], vectors, vectors, complete)

    def _members(self, component: int) -> Nodes:
        return self._nodes[self._starts[component] :][: self._sizes[component]]

    def _large_parts(self, rank: int) -> Iterator[Part]:
        for nodes, solver in self._large_solvers:
            spectrum = solver.spectrum(min(rank, solver.n_values))
            yield Part(spectrum.values, nodes, spectrum.left, spectrum.complete)

    @cached_property
    def _large_solvers(self) -> list[tuple[Nodes, SymmetricSolver]]:
        return [(nodes, SymmetricSolver(_induced(self._matrix, nodes), self._seed)) for nodes in self._large]

    def _small_parts(self, rank: int) -> Iterator[Part]:
        """The leading pairs of each size of components, in stacks of bounded memory."""
        for size in np.unique(self._sizes[self._sizes <= DENSE]):
            starts = self._starts[self._sizes == size]
            for chunk in np.array_split(starts, -(-len(starts) * size**2 // STACK)):
                yield _stacked(self._matrix, self._nodes[chunk[:, None] + np.arange(size)], rank)


class RectangularComponentSolver(ComponentSolver):
    """Singular triplets of a rectangular matrix by connected components; fewer than asked if there are fewer."""

    def __init__(self, matrix: csr_array, seed: int) -> None:
        both: list[list[Any]] = [[None, matrix], [matrix.T, None]]
        super().__init__(csr_array(block_array(both)), seed)
        self.n_values, self._n_rows, self._rectangle = min(matrix.shape), matrix.shape[0], matrix

    def spectrum(self, rank: int) -> Spectrum:
        """The `rank` leading singular triplets of all components."""
        # Half of the values of a small component are negative, and half of those of a large one are left out.
        whole = super().spectrum(2 * rank)
        positive = np.flatnonzero(whole.values > NEGLIGIBLE * whole.values[0])
        chosen = positive[:rank]
        vectors = whole.left[:, chosen] * whole.left.dtype.type(np.sqrt(2))
        complete = whole.complete and len(positive) <= rank
        return Spectrum(whole.values[chosen], vectors[: self._n_rows], vectors[self._n_rows :], complete)

    def _large_parts(self, rank: int) -> Iterator[Part]:
        for nodes, solver in self._rectangular_solvers:
            spectrum = solver.spectrum(min(rank // 2, solver.n_values))
            vectors = np.concatenate([spectrum.left, spectrum.right]) / np.sqrt(2)
            yield Part(spectrum.values, nodes, vectors, spectrum.complete)

    @cached_property
    def _rectangular_solvers(self) -> list[tuple[Nodes, RectangularSolver]]:
        solvers = []
        for nodes in self._large:
            is_row = nodes < self._n_rows
            rows, columns = nodes[is_row], nodes[~is_row]
            part = self._rectangle[rows][:, columns - self._n_rows]
            solvers.append((np.concatenate([rows, columns]), RectangularSolver(part, self._seed)))
        return solvers


def _induced(matrix: csr_array, nodes: Nodes) -> csr_array:
    """The matrix of one component, whose rows have no entries outside."""
    rows = matrix[nodes]
    number = np.empty(matrix.shape[0], rows.indices.dtype)
    number[nodes] = np.arange(len(nodes))
    columns = csr_array((rows.data, number[rows.indices], rows.indptr), shape=(len(nodes), len(nodes))).tocsc()
    # By symmetry the columns are the rows, and SciPy has put the entries of each in order, which products gain from.
    return csr_array((columns.data, columns.indices, columns.indptr), shape=columns.shape)


def _stacked(matrix: csr_array, nodes: Nodes, rank: int) -> Part:
    """The `rank` leading pairs of components of one size; `nodes` has a row for each component."""
    count, size = nodes.shape
    small = _induced(matrix, nodes.ravel()).tocoo()
    stack = np.zeros((count, size, size))
    np.add.at(stack, (small.row // size, small.row % size, small.col % size), small.data)
    values, vectors = np.linalg.eigh(stack)
    order = by_magnitude(values.ravel())
    leading = order[:rank]
    component, column = leading // size, leading % size
    complete = n_significant(values.ravel()[order]) <= rank
    return Part(values.ravel()[leading], nodes[component], vectors[component, :, column].T, complete)


def _assembled(parts: Sequence[Part], order: Nodes, n_nodes: int) -> Vectors:
    """The columns of all parts side by side in `order`, zero outside their nodes."""
    vectors = np.zeros((n_nodes, len(order)), precision(n_nodes))
    ends = np.cumsum([len(part.values) for part in parts])
    owners = np.searchsorted(ends, order, side="right")
    for owner, part in enumerate(parts):
        targets = np.flatnonzero(owners == owner)
        columns = order[targets] - (ends[owner] - len(part.values))
        rows = part.nodes[columns].T if part.nodes.ndim > 1 else part.nodes[:, None]
        vectors[rows, targets] = part.vectors[:, columns]
    return vectors
