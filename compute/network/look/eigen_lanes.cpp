#include "compute/network/look/eigen_lanes.h"

#include <algorithm>
#include <cstdint>
#if defined(__x86_64__) && !defined(__clang__)  // as in ball_kernel.cpp
#define ARETE_LANES 1
#include <immintrin.h>
#endif

namespace arete::cpu {

using shared::Eigen3;
using shared::Matrix3;

void eigensInTurn(const Matrix3* matrices, int count, Eigen3* results) {
  for (int i = 0; i < count; ++i) results[i] = shared::symmetricEigen(matrices[i]);
}

#if defined(ARETE_LANES)
namespace {

/// Numbers side by side in a register of `Bytes` bytes.
template <class T, int Bytes>
struct EigenRegister {
  typedef T Type __attribute__((vector_size(Bytes)));
};

struct FourEigens {
  static constexpr int kCount = 4;
  using Values = EigenRegister<double, 32>::Type;
  using Masks = EigenRegister<int64_t, 32>::Type;
  [[gnu::target("avx2")]] static inline void takeRoot(Values& values) { values = _mm256_sqrt_pd(values); }
  [[gnu::target("avx2")]] static inline bool isAny(const Masks& masks) { return _mm256_movemask_pd(reinterpret_cast<__m256d>(masks)) != 0; }
};
struct EightEigens {
  static constexpr int kCount = 8;
  using Values = EigenRegister<double, 64>::Type;
  using Masks = EigenRegister<int64_t, 64>::Type;
  [[gnu::target("avx512f,avx512dq")]] static inline void takeRoot(Values& values) { values = _mm512_sqrt_pd(values); }
  [[gnu::target("avx512f,avx512dq")]] static inline bool isAny(const Masks& masks) {
    return _mm512_movepi64_mask(reinterpret_cast<__m512i>(masks)) != 0;
  }
};

/// Several matrices, a lane each; of symmetric ones only the upper half is there.
template <class L>
struct Matrices {
  typename L::Values m[3][3];
};

/// What shared::eigen::rotate() does, in the lanes where there is something to do. The third axis is r; a number and that across the diagonal are
/// the same to the bit, so one of them is enough.
template <class L, int p, int q>
[[gnu::always_inline]] inline void rotate(Matrices<L>& a, Matrices<L>& axes) {
  using Values = typename L::Values;
  constexpr int r = 3 - p - q;
  Values &pp = a.m[p][p], &qq = a.m[q][q], &pq = a.m[p][q], &rp = a.m[std::min(r, p)][std::max(r, p)], &rq = a.m[std::min(r, q)][std::max(r, q)];
  const Values zero{};
  const typename L::Masks turns = pq != zero;
  const Values theta = (qq - pp) / (2 * pq);
  Values length = theta * theta + 1;
  L::takeRoot(length);
  const typename L::Masks isUp = theta >= zero;
  const Values tangent = (isUp ? zero + 1 : zero - 1) / (isUp ? theta + length : length - theta);
  Values secant = tangent * tangent + 1;
  L::takeRoot(secant);
  const Values cosine = 1 / secant, sine = tangent * cosine;
  const Values columnP = cosine * pp - sine * pq, columnQ = sine * pp + cosine * pq, belowP = cosine * pq - sine * qq,
               belowQ = sine * pq + cosine * qq;
  pp = turns ? cosine * columnP - sine * belowP : pp;
  qq = turns ? sine * columnQ + cosine * belowQ : qq;
  pq = turns ? zero : pq;
  const Values besideP = rp, besideQ = rq;
  rp = turns ? cosine * besideP - sine * besideQ : besideP;
  rq = turns ? sine * besideP + cosine * besideQ : besideQ;
  for (int k = 0; k < 3; ++k) {
    const Values kp = axes.m[k][p], kq = axes.m[k][q];
    axes.m[k][p] = turns ? cosine * kp - sine * kq : kp;
    axes.m[k][q] = turns ? sine * kp + cosine * kq : kq;
  }
}

template <class L>
[[gnu::always_inline]] inline void eigensInLanes(const Matrix3* matrices, int count, Eigen3* results) {
  Matrices<L> a{}, axes{};
  for (int lane = 0; lane < count; ++lane)
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) a.m[i][j][lane] = matrices[lane].m[i][j];
  for (int i = 0; i < 3; ++i) axes.m[i][i] = axes.m[i][i] + 1;
  for (int sweep = 0; sweep < shared::eigen::kSweeps; ++sweep) {
    if (!L::isAny((a.m[0][1] != 0) | (a.m[0][2] != 0) | (a.m[1][2] != 0))) break;
    rotate<L, 0, 1>(a, axes);
    rotate<L, 0, 2>(a, axes);
    rotate<L, 1, 2>(a, axes);
  }
  for (int lane = 0; lane < count; ++lane) {
    Matrix3 diagonal, turned;
    for (int i = 0; i < 3; ++i) {
      diagonal.m[i][i] = a.m[i][i][lane];
      for (int j = 0; j < 3; ++j) turned.m[i][j] = axes.m[i][j][lane];
    }
    results[lane] = shared::eigen::ordered(diagonal, turned);
  }
}

// One for each kind of processor: what is inlined into it is compiled for that kind.
[[gnu::target("avx2")]] void eigensByFour(const Matrix3* matrices, int count, Eigen3* results) {
  for (int from = 0; from < count; from += FourEigens::kCount)
    eigensInLanes<FourEigens>(matrices + from, std::min(count - from, FourEigens::kCount), results + from);
}
[[gnu::target("avx512f,avx512dq,avx512vl")]] void eigensByEight(const Matrix3* matrices, int count, Eigen3* results) {
  eigensInLanes<EightEigens>(matrices, count, results);
}

}  // namespace
#endif

std::vector<EigenKernel> eigenKernels() {
  std::vector<EigenKernel> all{eigensInTurn};
#if defined(ARETE_LANES)
  if (__builtin_cpu_supports("avx2")) all.push_back(eigensByFour);
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) all.push_back(eigensByEight);
#endif
  return all;
}

}  // namespace arete::cpu
