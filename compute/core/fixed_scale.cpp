#include "compute/core/fixed_scale.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace arete {

shared::FixedScale makeFixedScale(const PointCloud& cloud) {
  constexpr int kBits = 62, kLargestExponent = 1000;  // the inverse must stay a normal double
  double largest = 0;
  for (int k = 0; k < cloud.dimension(); ++k) {
    const auto axis = size_t(k);
    largest = std::max({largest, std::abs(cloud.bounds().minimum[axis]), std::abs(cloud.bounds().maximum[axis])});
  }
  if (largest == 0) return {};
  int exponent = 0;
  std::frexp(largest, &exponent);  // largest < 2^exponent
  const int countBits = cloud.scalar() == Scalar::float32 ? std::bit_width(cloud.size()) : 0;
  const int shift = std::clamp(kBits - countBits - exponent, -kLargestExponent, kLargestExponent);
  return {std::ldexp(1.0, shift), std::ldexp(1.0, -shift)};
}

}  // namespace arete
