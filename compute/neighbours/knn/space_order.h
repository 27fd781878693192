// Points in an order in which neighbours in space are mostly neighbours in the order.
#pragma once

#include <array>
#include <vector>

#include "compute/core/buffer.h"
#include "compute/core/device.h"
#include "compute/core/point_cloud.h"

namespace arete::cpu {

/// Morton codes of 32 bits over a grid of cubes in a box, of the axes with the largest extents when there are more than kAxes.
class MortonCode {
 public:
  static constexpr int kBits = 32, kAxes = 8;

  MortonCode() = default;
  MortonCode(const Bounds& box, int dimension);

  /// Points outside the box get the code of a cube at its border.
  template <class T>
  uint32_t operator()(const T* point, size_t stride) const {
    uint32_t code = 0;
    for (int a = 0; a < axes_; ++a) {
      const double at = (double(point[size_t(axis_[a]) * stride]) * 0.5 - halfLow_[a]) * scale_;
      const auto cell = uint32_t(at > 0 ? (at < last_ ? at : last_) : 0);
      for (int byte = 0; byte * 8 < bitsPerAxis_; ++byte) code |= uint32_t((*spread_)[cell >> (8 * byte) & 0xFF] << (8 * byte * axes_ + a));
    }
    return code;
  }

 private:
  using Spread = std::array<uint64_t, 256>;  // the bits of a byte, spread apart by the number of axes
  static const Spread& spread(int axes);

  int axes_ = 0, bitsPerAxis_ = 0;
  const Spread* spread_ = nullptr;
  std::array<int, kAxes> axis_{};
  std::array<double, kAxes> halfLow_{};  // halves, because an extent of doubles may overflow a double
  double scale_ = 0, last_ = 0;
};

/// All points by Morton code; points that share a cube with more than kCrowd others are sorted again over the box of those points alone,
/// as often as it takes. So dense places, far outliers and scales that differ by orders of magnitude cost another pass over some of the
/// points and not a slow search later.
struct SpaceOrder {
  static constexpr size_t kCrowd = 32;

  Buffer<uint32_t> points;  ///< indices in that order
  Buffer<uint32_t> codes;   ///< of the first pass, ascending
  MortonCode code;          ///< of the first pass

  template <class T>
  SpaceOrder(const PointsView<T>& view, const StageContext& context);
};

}  // namespace arete::cpu
