// Eigenvalues and eigenvectors of a symmetric 3 x 3 matrix by cyclic Jacobi rotations: + - * / and sqrt in one order, so every machine finds the
// same bits. A matrix of the plane has zeros on the third axis, and that axis stays an eigenvector. Source: network, step 4; Golub, Van Loan,
// Matrix Computations, 8.5.
#pragma once

#include "compute/core/vector3.h"

namespace arete::shared {

/// Symmetric: m[a][b] = m[b][a].
struct Matrix3 {
  double m[3][3] = {};
};

/// Greatest value first; of equal values, that of the lower axis first.
struct Eigen3 {
  double value[3];
  Vector3 vector[3];  ///< of length 1
};

namespace eigen {

/// Turns the axes p < q so that m[p][q] becomes 0; the columns of `axes` turn with them.
ARETE_HD void rotate(Matrix3& a, Matrix3& axes, int p, int q) {
  if (a.m[p][q] == 0) return;
  const double theta = (a.m[q][q] - a.m[p][p]) / (2 * a.m[p][q]);
  const double root = std::sqrt(theta * theta + 1);
  const double tangent = theta >= 0 ? 1 / (theta + root) : -1 / (root - theta);
  const double cosine = 1 / std::sqrt(tangent * tangent + 1), sine = tangent * cosine;
  for (int k = 0; k < 3; ++k) {
    const double kp = a.m[k][p], kq = a.m[k][q];
    a.m[k][p] = cosine * kp - sine * kq;
    a.m[k][q] = sine * kp + cosine * kq;
  }
  for (int k = 0; k < 3; ++k) {
    const double pk = a.m[p][k], qk = a.m[q][k];
    a.m[p][k] = cosine * pk - sine * qk;
    a.m[q][k] = sine * pk + cosine * qk;
  }
  a.m[p][q] = a.m[q][p] = 0;
  for (int k = 0; k < 3; ++k) {
    const double kp = axes.m[k][p], kq = axes.m[k][q];
    axes.m[k][p] = cosine * kp - sine * kq;
    axes.m[k][q] = sine * kp + cosine * kq;
  }
}

}  // namespace eigen

namespace eigen {

inline constexpr int kSweeps = 30;  // five are enough; the loop must end for any numbers

/// From a matrix that is diagonal now, and the axes that turned with it.
ARETE_HD Eigen3 ordered(const Matrix3& a, const Matrix3& axes) {
  int order[3] = {0, 1, 2};
  constexpr int kSwaps[] = {0, 1, 0};
  for (const int first : kSwaps)  // three times neighbours are swapped if need be: sorted, and equal values keep their order
    if (a.m[order[first]][order[first]] < a.m[order[first + 1]][order[first + 1]]) {
      const int other = order[first];
      order[first] = order[first + 1];
      order[first + 1] = other;
    }
  Eigen3 result{};
  for (int k = 0; k < 3; ++k) {
    result.value[k] = a.m[order[k]][order[k]];
    result.vector[k] = {axes.m[0][order[k]], axes.m[1][order[k]], axes.m[2][order[k]]};
  }
  return result;
}

}  // namespace eigen

ARETE_HD Eigen3 symmetricEigen(Matrix3 a) {
  Matrix3 axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int sweep = 0; sweep < eigen::kSweeps && (a.m[0][1] != 0 || a.m[0][2] != 0 || a.m[1][2] != 0); ++sweep) {
    eigen::rotate(a, axes, 0, 1);
    eigen::rotate(a, axes, 0, 2);
    eigen::rotate(a, axes, 1, 2);
  }
  return eigen::ordered(a, axes);
}

}  // namespace arete::shared
