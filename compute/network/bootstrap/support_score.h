// Whether a network that says how sure it is knows where it is wrong: how much of it is true, by how sure it is. Source: network, section 6.
#pragma once

#include <array>

#include "compute/measures/quality/contract.h"
#include "compute/network/bootstrap/network_support.h"

namespace arete {

struct SupportScore {
  /// Shares of the length within the tolerance of the truth, of four parts of equal length, from the edges of the least spread to those of the
  /// most. Where spread says what is wrong, they fall. NaN without edges.
  std::array<double, 4> quartiles;
};

/// An edge is as true as its middle. `origin`: of the curve; `truth` in file coordinates. Throws Cancelled.
SupportScore supportScore(const Curve& curve, const NetworkSupport& support, const PointCloud::Origin& origin, const Polylines& truth,
                          double tolerance, const StageContext& context);

/// Rows like those of a Quality.
std::vector<QualityRow> qualityRows(const SupportScore& score);

}  // namespace arete
