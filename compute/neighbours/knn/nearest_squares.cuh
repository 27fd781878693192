// Networks that sort numbers in registers, and the K least squared distances kept by them.
#pragma once

#include <bit>
#include <limits>
#include <type_traits>

#include "compute/neighbours/knn/keys.cuh"

namespace arete::cuda {

/// The lesser comes first: two instructions for floats, six for keys.
template <class V>
__device__ void exchange(V& low, V& high) {
  if constexpr (std::is_floating_point_v<V>) {
    const V less = fmin(low, high);
    high = fmax(low, high), low = less;
  } else if (high < low) {
    const V less = high;
    high = low, low = less;
  }
}

/// A network works on a power of two of values. Where there are fewer, least values that nothing displaces would come first: they are left out.
template <int N>
inline constexpr int kAbsent = int(std::bit_ceil(unsigned(N))) - N;

/// Source: Batcher 1968, odd-even merge sort.
template <int N, class V>
__device__ void sortInRegisters(V (&values)[N]) {
  constexpr int kAll = N + kAbsent<N>;
#pragma unroll
  for (int run = 1; run < kAll; run *= 2)
#pragma unroll
    for (int apart = run; apart >= 1; apart /= 2)
#pragma unroll
      for (int low = 0; low < kAll; ++low) {
        const int high = low + apart, first = apart % run;
        const bool isPair = low >= first && (low - first) / apart % 2 == 0 && high < kAll && low / (2 * run) == high / (2 * run);
        if (isPair && low >= kAbsent<N>) exchange(values[low - kAbsent<N>], values[high - kAbsent<N>]);
      }
}

/// The K least squared distances so far, in order, without their points.
template <class T, int K>
struct NearestSquares {
  static constexpr int kTogether = K < 8 ? K : 8;  ///< that join() takes
  T squares[K];

  /// Looks for k ≤ K: slots before the last k hold 0, which nothing displaces.
  __device__ explicit NearestSquares(uint32_t k) {
#pragma unroll
    for (int i = 0; i < K; ++i) squares[i] = i < K - int(k) ? T(0) : std::numeric_limits<T>::infinity();
  }
  __device__ T last() const { return squares[K - 1]; }
  __device__ void insert(T squared) {
#pragma unroll
    for (int i = K - 1; i > 0; --i) squares[i] = fmax(squares[i - 1], fmin(squares[i], squared));
    squares[0] = fmin(squares[0], squared);
  }
  /// Some at once, in any order: they are sorted, and the two orders merged.
  __device__ void join(T (&more)[kTogether]) {
    sortInRegisters(more);
#pragma unroll
    for (int i = 0; i < kTogether; ++i) {
      T& here = squares[K - kTogether + i];
      here = fmin(here, more[kTogether - 1 - i]);
    }
#pragma unroll
    for (int apart = (K + kAbsent<K>) / 2; apart >= 1; apart /= 2)
#pragma unroll
      for (int low = kAbsent<K>; low < K + kAbsent<K>; ++low)
        if ((low & apart) == 0) exchange(squares[low - kAbsent<K>], squares[low + apart - kAbsent<K>]);
  }
};

}  // namespace arete::cuda
