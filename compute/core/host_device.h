// One formula for every machine: what must agree bit for bit between CPU and GPU is written once in this folder and compiled by both compilers.
// The build adds -ffp-contract=off (host) and --fmad=false (device); only + - * / and sqrt decide anything.
#pragma once

#if defined(__CUDACC__)
#define ARETE_HD __host__ __device__ __forceinline__
#define ARETE_HD_ALWAYS ARETE_HD
#else
#define ARETE_HD inline
#define ARETE_HD_ALWAYS [[gnu::always_inline]] inline  ///< for vector registers, which functions compiled for another processor cannot take
#endif

namespace arete::shared {

/// The smaller of two numbers, neither of them NaN; of two vector registers element by element.
template <class V>
ARETE_HD_ALWAYS V lesser(V a, V b) {
#if defined(__CUDA_ARCH__)
  return min(a, b);  // one instruction, which a comparison is not
#else
  return a < b ? a : b;
#endif
}

/// The larger of them.
template <class V>
ARETE_HD_ALWAYS V greater(V a, V b) {
#if defined(__CUDA_ARCH__)
  return max(a, b);
#else
  return a < b ? b : a;
#endif
}

}  // namespace arete::shared
