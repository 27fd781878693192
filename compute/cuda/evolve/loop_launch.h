// The kernel of accelerated evolve for a dimension. Compiled: d = 2 and 3 with d known, and one version for every other d; each for float and
// double (a file each).
#pragma once

namespace arete::cuda {

/// For a cooperative launch.
template <class T>
const void* loopKernelFor(int dimension);

}  // namespace arete::cuda
