// Where lines meet that miss each other: the place with the least sum of squared distances to them.
#pragma once

#include "compute/network/rules/symmetric_eigen.h"

namespace arete::shared {

/// m += outer product of v with itself, times a factor.
inline void addOuter(Matrix3& m, const Vector3& v, double factor) {
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) m.m[a][b] += factor * v[a] * v[b];
}

inline Vector3 times(const Matrix3& m, const Vector3& v) {
  Vector3 result;
  for (int a = 0; a < 3; ++a) result.set(a, m.m[a][0] * v.x + m.m[a][1] * v.y + m.m[a][2] * v.z);
  return result;
}

/// The sum of the squared distances is xᵀ matrix x - 2 x · vector + what does not depend on x.
struct LineMeeting {
  Matrix3 matrix;
  Vector3 vector;
  int lines = 0;

  void addLine(const Vector3& through, const Vector3& direction) {
    Matrix3 across{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    addOuter(across, direction, -1);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) matrix.m[a][b] += across.m[a][b];
    vector = vector + times(across, through);
    ++lines;
  }
  /// With this weight it also stays near a place.
  Vector3 place(const Vector3& stays, double weight) const {
    Matrix3 left = matrix;
    for (int k = 0; k < 3; ++k) left.m[k][k] += weight;
    const Vector3 right = vector + stays * weight;
    const Eigen3 eigen = symmetricEigen(left);
    Vector3 result;
    for (int k = 0; k < 3; ++k) result = result + eigen.vector[k] * (dot(eigen.vector[k], right) / eigen.value[k]);
    return result;
  }
};

}  // namespace arete::shared
