// The kernel of accelerated evolve for a dimension. Compiled: d = 2 and 3 with d known, for small clouds and for large ones, and one
// version for every other d; each for float and double (a file each).
#pragma once

namespace arete::cuda {

/// For a cooperative launch. `large`: d is 2 or 3, and the state has balls.
template <class T>
const void* loopKernelFor(int dimension, bool large);

}  // namespace arete::cuda
