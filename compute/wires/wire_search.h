// The nearest of many spans to any point, exact by their catenaries, also while they swing.
//
// Idea: A grid over the points: each cell keeps the spans that can be nearest to a place in it, found by halving boxes: a span farther from the
// middle of a box than the nearest one by more than its diagonal is never nearest. For a span, Newton's steps begin below the point; the curve is
// known by its derivatives at places so close together that five terms of Taylor's series are exact to 1e-10 metres. A span that swings is no
// other curve: the point is turned about its chord instead, as far as the swing allows.
// Memory: Four bytes a cell, at most 2^17 cells, and their lists. Cost: about one and a half spans a point.
// Exact: The distance to the set of places that the wire takes: within 1e-8 metres of distanceTo() (tests/wires).
// Source: The bound is that of projection.cpu.boxes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/wires/catenary.h"

namespace arete {

struct NearestWire {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t span;   ///< no default values: a list of these is as long as a cloud
  double squared;  ///< distance²
  double along;    ///< where on the span

  friend bool operator==(const NearestWire&, const NearestWire&) = default;
};

struct WireBox {
  shared::Vector3 low, high;
};

class WireSearch {
 public:
  /// `swing`: radians from 0 to a right angle, to both sides of where a wire hangs. `box`: where most points will be.
  WireSearch(std::span<const Catenary> spans, double swing, const WireBox& box, const StageContext& context);

  /// Ties go to the lower number. Without spans: kNone.
  NearestWire nearest(const shared::Vector3& point) const;
  /// The same, looking at every span.
  NearestWire nearestOfAll(const shared::Vector3& point) const;
  size_t size() const { return spans_.size(); }

 private:
  struct Arc {
    double s, y, first, second, third, fourth;  // of a place: along, height, derivatives
  };
  struct Prepared {
    Catenary curve;
    shared::Vector3 normal;
    double arcsPerLength = 0;
    uint32_t firstArc = 0, arcs = 0;
    double chordAlong = 1, chordUp = 0, startUp = 0;  // direction of the chord in the plane
  };
  struct CellRange {
    uint32_t low[3], high[3];
  };

  void prepare(const Catenary& curve);
  void offer(uint32_t span, const shared::Vector3& point, NearestWire& best) const;
  /// A span from the middle of a box: how far, and the direction to its nearest place.
  struct Seen {
    double distance = 0;
    shared::Vector3 way;
    double curvature = 0;
    bool fromBelow = false;
  };
  Seen seenFrom(uint32_t span, const shared::Vector3& point) const;
  bool canBeNearest(const Seen& seen, const Seen& first, double radius) const;
  void turn(const Prepared& span, double& s, double& y, double& off) const;
  void makeGrid(const StageContext& context);
  void descend(const CellRange& range, std::span<const uint32_t> candidates, std::vector<std::vector<uint32_t>>& lists,
               std::vector<uint32_t>& listOf) const;

  std::vector<Prepared> spans_;
  std::vector<Arc> arcs_;
  double swing_, cosine_, sine_;
  WireBox box_;
  double cell_ = 1, cellsPerLength_ = 1;
  uint32_t cells_[3] = {0, 0, 0};
  std::vector<uint32_t> listOf_;            // of each cell
  std::vector<uint32_t> begins_, members_;  // of each list
};

}  // namespace arete
