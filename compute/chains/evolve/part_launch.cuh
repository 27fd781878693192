// The kernels of evolve in parts. Compiled: the look for d = 2 and 3 with d known, for small parts and for large ones, and one version for every
// other d; the others for any d; each for float and double (a file each).
#pragma once

namespace arete::cuda {

/// Kernels of LoopState<T> and, the first two, PartOrder<T>; `move` and `list` are for cooperative launches.
struct PartKernels {
  const void *look, *move, *list, *writeRows;
};

/// `large`: d is 2 or 3, and the state has balls.
template <class T>
PartKernels partKernelsFor(int dimension, bool large);

}  // namespace arete::cuda
