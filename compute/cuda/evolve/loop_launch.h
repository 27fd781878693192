// The kernels of accelerated evolve for a dimension. Compiled: d = 2 and 3 with d known, and one version for every other d; each for
// float and double (a file each), for the whole GPU and for one cluster of it.
#pragma once

namespace arete::cuda {

struct LoopKernels {
  const void* wide;   // cooperative launch
  const void* tight;  // one cluster; compute capability 9.0
};

template <class T>
LoopKernels loopKernels(int dimension);

}  // namespace arete::cuda
