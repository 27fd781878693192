// Eigenvectors of several matrices at once, one in each lane of a register. Each rotation waits for two divisions and two roots, which take
// no longer for several lanes; the operations are those of shared::symmetricEigen, so the bits are the same.
#pragma once

#include <vector>

#include "compute/network/rules/symmetric_eigen.h"

namespace arete::cpu {

inline constexpr int kEigenLanes = 8;

/// Of `count` matrices, at most kEigenLanes.
using EigenKernel = void (*)(const shared::Matrix3* matrices, int count, shared::Eigen3* results);
/// One after the other.
void eigensInTurn(const shared::Matrix3* matrices, int count, shared::Eigen3* results);
/// Those that this processor can run, the fastest last.
std::vector<EigenKernel> eigenKernels();

}  // namespace arete::cpu
