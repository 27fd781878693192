// The layout for kernels that read all coordinates of a point: 16 bytes of a point together, followed by the same coordinates of the next
// points, 32 in all; then the next 16 bytes of those. A warp reads 512 consecutive bytes. Source: vocabulary tree text, "packed, interleaved".
#pragma once

#include <cstddef>
#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::cuda {

inline constexpr uint32_t kPackedGroup = 32;

/// Coordinates that lie together.
template <class T>
inline constexpr int kTogether = 16 / sizeof(T);

/// Coordinates stored per point: those beyond the dimension are 0 and add nothing to a distance.
template <class T>
constexpr int packedDimension(int dimension) {
  int padded = kTogether<T>;
  while (padded < dimension) padded *= 2;
  return padded;
}

/// Where coordinate k of a point lies.
template <class T>
ARETE_HD size_t packedAt(size_t point, int k, int padded) {
  constexpr int together = kTogether<T>;
  return point / kPackedGroup * kPackedGroup * padded + k / together * kPackedGroup * together + point % kPackedGroup * together + k % together;
}

#if defined(__CUDACC__)
template <class T, int D>
__device__ void loadPacked(const T* packed, size_t point, T (&x)[D]) {
  struct alignas(16) Together {
    T each[kTogether<T>];
  };
#pragma unroll
  for (int k = 0; k < D; k += kTogether<T>) {
    const Together part = *reinterpret_cast<const Together*>(packed + packedAt<T>(point, k, D));
#pragma unroll
    for (int i = 0; i < kTogether<T>; ++i) x[k + i] = part.each[i];
  }
}
#endif

/// Calls f.operator()<D>() for the packed dimension.
template <class T, class F>
void withPackedDimension(int dimension, const F& f) {
  switch (packedDimension<T>(dimension)) {
    case 2:
      if constexpr (kTogether<T> == 2) f.template operator()<2>();
      break;
    case 4: f.template operator()<4>(); break;
    case 8: f.template operator()<8>(); break;
    default: f.template operator()<16>();
  }
}

}  // namespace arete::cuda
