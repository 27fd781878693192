// A cloud made ready to draw: three axes as floats about the middle of the bounds, in drawing order, and a colour per point. No GL.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/thread_pool.h"
#include "compute/engine/frame.h"
#include "render/draw_order.h"
#include "render/overlay.h"
#include "render/view.h"

namespace arete {

class CloudPoints {
 public:
  CloudPoints() = default;
  CloudPoints(PointCloud cloud, const std::array<int, 3>& axes, ThreadPool& threads);

  uint32_t size() const { return order_.size(); }
  const std::array<int, 3>& axes() const { return axes_; }
  const Box& box() const { return box_; }
  /// What was taken off the coordinates before they became floats.
  glm::dvec3 centre() const { return box_.centre(); }
  /// Coordinates along one axis, in drawing order, centre taken off.
  const std::vector<float>& coordinates(int axis) const { return coordinates_[size_t(axis)]; }
  uint32_t cloudIndex(uint32_t drawn) const { return order_(drawn); }
  /// As it is in the cloud, not rounded to float.
  glm::dvec3 position(uint32_t cloudIndex) const;

  /// Packed colours in drawing order for what the view colours by; empty when that takes none (uniform, depth, no such attribute).
  std::vector<uint32_t> colours(const View& view, const Frame* frame, ThreadPool& threads) const;
  /// What the colours mean; empty when they do not stand for numbers.
  std::optional<ColourBar> colourBar(const View& view) const;

 private:
  PointCloud cloud_;
  std::array<int, 3> axes_{kNoAxis, kNoAxis, kNoAxis};
  Box box_;
  DrawOrder order_;
  std::array<std::vector<float>, 3> coordinates_;
};

}  // namespace arete
