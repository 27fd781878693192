#include "compute/cpu/network/eigen_lanes.h"

#include <cstdint>
#if defined(__x86_64__) && !defined(__clang__)  // as in ball_kernel.cpp
#define ARETE_FOUR_LANES 1
#include <immintrin.h>
#endif

namespace arete::cpu {

using shared::Eigen3;
using shared::Matrix3;

void eigensInTurn(const Matrix3* matrices, int count, Eigen3* results) {
  for (int i = 0; i < count; ++i) results[i] = shared::symmetricEigen(matrices[i]);
}

#if defined(ARETE_FOUR_LANES)
namespace {

typedef double Values __attribute__((vector_size(32)));
typedef int64_t Masks __attribute__((vector_size(32)));

/// Four matrices, a lane each.
struct Matrices {
  Values m[3][3];
};

[[gnu::target("avx2"), gnu::always_inline]] inline void takeRoot(Values& values) { values = _mm256_sqrt_pd(values); }

/// What shared::eigen::rotate() does, in the lanes where there is something to do.
template <int p, int q>
[[gnu::target("avx2"), gnu::always_inline]] inline void rotate(Matrices& a, Matrices& axes) {
  const Values pq = a.m[p][q], zero{};
  const Masks turns = pq != zero;
  const Values theta = (a.m[q][q] - a.m[p][p]) / (2 * pq);
  Values length = theta * theta + 1;
  takeRoot(length);
  const Masks isUp = theta >= zero;
  const Values tangent = (isUp ? zero + 1 : zero - 1) / (isUp ? theta + length : length - theta);
  Values secant = tangent * tangent + 1;
  takeRoot(secant);
  const Values cosine = 1 / secant, sine = tangent * cosine;
  for (int k = 0; k < 3; ++k) {
    const Values kp = a.m[k][p], kq = a.m[k][q];
    a.m[k][p] = turns ? cosine * kp - sine * kq : kp;
    a.m[k][q] = turns ? sine * kp + cosine * kq : kq;
  }
  for (int k = 0; k < 3; ++k) {
    const Values pk = a.m[p][k], qk = a.m[q][k];
    a.m[p][k] = turns ? cosine * pk - sine * qk : pk;
    a.m[q][k] = turns ? sine * pk + cosine * qk : qk;
  }
  a.m[p][q] = turns ? zero : a.m[p][q];
  a.m[q][p] = turns ? zero : a.m[q][p];
  for (int k = 0; k < 3; ++k) {
    const Values kp = axes.m[k][p], kq = axes.m[k][q];
    axes.m[k][p] = turns ? cosine * kp - sine * kq : kp;
    axes.m[k][q] = turns ? sine * kp + cosine * kq : kq;
  }
}

[[gnu::target("avx2")]] void eigensByFour(const Matrix3* matrices, int count, Eigen3* results) {
  Matrices a{}, axes{};
  for (int lane = 0; lane < count; ++lane)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) a.m[i][j][lane] = matrices[lane].m[i][j];
  for (int i = 0; i < 3; ++i) axes.m[i][i] = axes.m[i][i] + 1;
  for (int sweep = 0; sweep < shared::eigen::kSweeps; ++sweep) {
    const Masks open = (a.m[0][1] != 0) | (a.m[0][2] != 0) | (a.m[1][2] != 0);
    if (_mm256_movemask_pd(reinterpret_cast<__m256d>(open)) == 0) break;
    rotate<0, 1>(a, axes);
    rotate<0, 2>(a, axes);
    rotate<1, 2>(a, axes);
  }
  for (int lane = 0; lane < count; ++lane) {
    Matrix3 diagonal, turned;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) diagonal.m[i][j] = a.m[i][j][lane], turned.m[i][j] = axes.m[i][j][lane];
    results[lane] = shared::eigen::ordered(diagonal, turned);
  }
}

}  // namespace
#endif

EigenKernel eigenKernel() {
#if defined(ARETE_FOUR_LANES)
  if (__builtin_cpu_supports("avx2")) return eigensByFour;
#endif
  return eigensInTurn;
}

}  // namespace arete::cpu
