// A cloud prepared for drawing: three axes as floats relative to the middle of the bounds, in drawing order, and a colour per point. No GL.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/thread_pool.h"
#include "compute/engine/curve_explanation.h"
#include "compute/engine/frame.h"
#include "render/draw_order.h"
#include "render/overlay.h"
#include "render/view.h"

namespace arete {

class CloudPoints {
 public:
  CloudPoints() = default;
  /// Nothing is ready yet: takes no time.
  CloudPoints(PointCloud cloud, const std::array<int, 3>& axes);
  /// All of it is ready.
  CloudPoints(PointCloud cloud, const std::array<int, 3>& axes, ThreadPool& threads) : CloudPoints(std::move(cloud), axes) {
    makeReady(size(), threads);
  }

  uint32_t ready() const { return uint32_t(coordinates_[0].size()); }
  /// Has at least the first `count` coordinates ready.
  void makeReady(uint32_t count, ThreadPool& threads);
  uint32_t size() const { return order_.size(); }
  const std::array<int, 3>& axes() const { return axes_; }
  const Box& box() const { return box_; }
  /// What was subtracted from the coordinates before they became floats.
  glm::dvec3 centre() const { return box_.centre(); }
  /// Coordinates along one axis, in drawing order, relative to the centre; as many as are ready.
  const std::vector<float>& coordinates(int axis) const { return coordinates_[size_t(axis)]; }
  uint32_t cloudIndex(uint32_t drawn) const { return order_(drawn); }
  /// As it is in the cloud, not rounded to float.
  glm::dvec3 position(uint32_t cloudIndex) const;

  /// What the colours mean; empty when they do not represent numbers, or when these are not known: distances are those of `explanation`.
  std::optional<ColourBar> colourBar(const View& view, const CurveExplanation* explanation = nullptr) const;

  /// What the colours stand for at up to `count` points, a fair sample, in file coordinates: what limits are chosen from. Empty where these are no
  /// numbers, or not known.
  std::vector<double> sampledValues(const View& view, uint32_t count, const CurveExplanation* explanation = nullptr) const;

 private:
  friend class PointColours;
  /// As the values are spread, whatever limits the view has.
  std::optional<ColourBar> ownBar(const View& view, const CurveExplanation* explanation) const;

  PointCloud cloud_;
  std::array<int, 3> axes_{kNoAxis, kNoAxis, kNoAxis};
  Box box_;
  DrawOrder order_;
  std::array<std::vector<float>, 3> coordinates_;
};

/// Colours of single points: by height, an attribute, what the curve says of them, or the chosen point that they belong to. Refers to the points, the
/// frame and the explanation.
class PointColours {
 public:
  PointColours() = default;
  PointColours(const CloudPoints& points, const View& view, const Frame* frame, const CurveExplanation* explanation = nullptr);

  /// False when the view needs none (uniform, depth, no such attribute).
  bool any() const { return source_ != Source::none; }
  /// Packed colours of the points [begin, end) of the drawing order, whose coordinates are ready, into `colours`, from `begin` on.
  void make(uint32_t begin, uint32_t end, std::vector<uint32_t>& colours, ThreadPool& threads) const;

 private:
  enum class Source : uint8_t { none, height, attribute, category, chosen, curve };

  Source source_ = Source::none;
  const CloudPoints* points_ = nullptr;
  ColourTable table_{ColourMap::viridis};
  double low_ = 0, width_ = 0;
  const std::vector<float>* heights_ = nullptr;  ///< per point, in drawing order
  const LargeVector<double>* values_ = nullptr;  ///< per cloud point
  const LargeVector<float>* ofCurve_ = nullptr;  ///< per cloud point
  std::span<const uint32_t> assignment_;         ///< per cloud point, of `ofChosen_`
  std::string column_;                           ///< the name of a column of categories
  std::vector<uint32_t> ofChosen_;               ///< colours by chosen point, component, or category
  uint32_t nobody_ = 0;
};

}  // namespace arete
