// How near points come to wires, block by block: as these hang now, with more sag, or anywhere while they swing.
//
// Idea: Distances of a block are found by all threads (wire_search.h), then its points below the limit are gathered in their order. So a cloud
// that memory does not hold gives the same places, bit for bit, as one that it does.
// Memory: 24 bytes a point of a block. Cost: about 0.1 microseconds a point and core.
#pragma once

#include <optional>

#include "compute/core/point_cloud.h"
#include "compute/wires/danger_places.h"
#include "compute/wires/spans.h"

namespace arete {

/// Wires, towers and what joins them, of ASPRS.
inline constexpr int kWireClasses[] = {13, 14, 15, 16};
/// Metres, of a cloud without classes: points nearer to the wires are taken for their own.
inline constexpr double kOwnWithoutClasses = 0.75;
/// The class of each point; empty where the cloud has none.
std::vector<uint8_t> pointClasses(const PointCloud& cloud);

struct ClearanceOptions {
  double limit = 5;     ///< metres: points below it are told
  double extraSag = 0;  ///< metres more for every span, as at the temperature of design
  double swing = 0;     ///< radians to both sides about the chord, as by wind
  double own = 0;       ///< metres: points nearer to the wires as they hang, without more sag or swing, are the wires' own; 0: none are
  double apart = 10;    ///< metres: places of a span that are nearer to each other are one
};

class Clearance {
 public:
  /// `spans`: in the coordinates of the points. `box`: theirs. Throws Error(wrongUse) for options out of range, Cancelled.
  Clearance(std::span<const Span> spans, const ClearanceOptions& options, const WireBox& box, const StageContext& context);

  struct Block {
    const PointArray& points;
    uint32_t begin = 0, end = 0;            ///< of these
    uint64_t first = 0;                     ///< the number of the first of `points`
    std::span<const uint8_t> classes = {};  ///< of all `points`; empty: there are none
    std::span<const uint8_t> left = {};     ///< for each of 256 classes, 1 where its points are not looked at; empty: all are
  };
  /// The wire that is nearest to each, infinitely far for what is not looked at or the wires' own; valid until the next call.
  std::span<const NearestWire> add(const Block& block, const StageContext& context);

  std::vector<DangerPlace> places() const { return tally_.places(options_.apart); }
  uint64_t looked() const { return looked_; }  ///< points
  uint64_t below() const { return tally_.points(); }
  uint64_t own() const { return own_; }
  double least() const;                                            ///< distance of all; infinity without points
  const std::vector<Catenary>& curves() const { return curves_; }  ///< with the extra sag

 private:
  void measure(const Block& block, const StageContext& context);
  bool isOwn(const NearestWire& near, const shared::Vector3& point) const;
  shared::Vector3 wirePlace(const NearestWire& near, const shared::Vector3& point) const;

  ClearanceOptions options_;
  std::vector<Catenary> curves_;
  std::optional<WireSearch> search_;
  std::optional<WireSearch> hanging_;  ///< of the wires as they hang, where `search_` is of others
  DangerTally tally_;
  LargeVector<NearestWire> near_;
  uint64_t looked_ = 0, own_ = 0;
  double leastSquared_;
};

}  // namespace arete
