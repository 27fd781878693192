// A cloud prepared for drawing: three axes as floats relative to the middle of the bounds, in drawing order, and a colour per point. No GL.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/large_vector.h"
#include "compute/core/thread_pool.h"
#include "compute/engine/curve_explanation.h"
#include "compute/engine/frame.h"
#include "render/draw_order.h"
#include "render/overlay.h"
#include "render/point_selection.h"
#include "render/view.h"

namespace arete {

struct DrawnCloud;

class CloudPoints {
 public:
  CloudPoints() = default;
  /// Nothing is ready yet: takes no time.
  CloudPoints(PointCloud cloud, const std::array<int, 3>& axes);
  /// Some points of a cloud, in the order of the list: what a filter keeps, or leaves out. Their numbers are places in the list; `bounds` are theirs.
  CloudPoints(PointCloud cloud, std::shared_ptr<const PointList> some, const Bounds& bounds, const std::array<int, 3>& axes);
  /// The same of the points that are selected, or of all others, copied from a cloud that is ready: much quicker where they are many, because both
  /// lie in one drawing order. As exact as the coordinates of `all`.
  CloudPoints(std::shared_ptr<const DrawnCloud> all, std::shared_ptr<const PointSelection> selection, bool others, const Bounds& bounds);
  /// All of it is ready.
  CloudPoints(PointCloud cloud, const std::array<int, 3>& axes, ThreadPool& threads) : CloudPoints(std::move(cloud), axes) {
    makeReady(size(), threads);
  }

  /// The same points on other axes, where nothing is ready yet.
  CloudPoints onAxes(const std::array<int, 3>& axes) const;

  uint32_t ready() const { return uint32_t(coordinates_[0].size()); }
  /// Has at least the first `count` coordinates ready. Not while another thread uses these points.
  void makeReady(uint32_t count, ThreadPool& threads);
  uint32_t size() const { return size_; }
  const std::array<int, 3>& axes() const { return axes_; }
  const Box& box() const { return box_; }
  /// What was subtracted from the coordinates before they became floats.
  const glm::dvec3& centre() const { return centre_; }
  /// Coordinates along one axis, in drawing order, relative to the centre; as many as are ready.
  const LargeVector<float>& coordinates(int axis) const { return coordinates_[size_t(axis)]; }
  /// The number of a drawn point, which is ready, in the cloud or in the list; of `others` in the cloud.
  uint32_t cloudIndex(uint32_t drawn) const;
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

  /// In the cloud that has the coordinates and attributes.
  uint32_t placeOf(uint32_t cloudIndex) const { return some_ ? (*some_)[cloudIndex] : cloudIndex; }
  uint32_t placeOfDrawn(uint32_t drawn) const;
  void copyReady(uint32_t count, ThreadPool& threads);

  PointCloud cloud_;
  std::shared_ptr<const PointList> some_;            ///< not set: all of it
  std::shared_ptr<const DrawnCloud> all_;            ///< that these are copied from; may be null
  std::shared_ptr<const PointSelection> selection_;  ///< of `all_`
  bool others_ = false;
  Bounds bounds_{};
  std::array<int, 3> axes_{kNoAxis, kNoAxis, kNoAxis};
  Box box_;
  glm::dvec3 centre_{0};
  uint32_t size_ = 0;
  DrawOrder order_;                   ///< of what is copied only a fair sample: that is drawn in the order of `all_`
  LargeVector<uint32_t> drawnOfAll_;  ///< place in the drawing order of `all_`, of each that is ready
  uint32_t next_ = 0;                 ///< in that order: points before it have been looked at
  std::array<LargeVector<float>, 3> coordinates_;
};

/// A cloud that is ready, and its drawing order as a list: where each drawn point is in the cloud. Memory: 4 bytes a point for the list.
struct DrawnCloud {
  DrawnCloud(std::shared_ptr<const CloudPoints> ready, ThreadPool& threads);

  std::shared_ptr<const CloudPoints> points;
  LargeVector<uint32_t> places;
};

inline uint32_t CloudPoints::placeOfDrawn(uint32_t drawn) const { return all_ ? all_->places[drawnOfAll_[drawn]] : placeOf(order_(drawn)); }

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
  const LargeVector<float>* heights_ = nullptr;  ///< per point, in drawing order
  const AttributeValues* values_ = nullptr;      ///< per cloud point
  const LargeVector<float>* ofCurve_ = nullptr;  ///< per cloud point
  std::span<const uint32_t> assignment_;         ///< per cloud point, of `ofChosen_`
  std::string column_;                           ///< the name of a column of categories
  std::vector<uint32_t> ofChosen_;               ///< colours by chosen point, component, or category
  uint32_t nobody_ = 0;
};

}  // namespace arete
