#include "compute/io/write/resample.h"

#include <algorithm>
#include <cmath>

namespace arete::write {

namespace {

NodeBody between(const NodeBody& a, const NodeBody& b, double share) {
  const auto mix = [&](double NodeBody::*value) { return a.*value + share * (b.*value - a.*value); };
  return {.radius = mix(&NodeBody::radius),
          .error = std::max(a.error, b.error),
          .spread = mix(&NodeBody::spread),
          .seen = mix(&NodeBody::seen),
          .offset = mix(&NodeBody::offset),
          .length = std::max(a.length, b.length)};
}

class LineStepper {
 public:
  LineStepper(const Curve& curve, std::span<const NodeBody> bodies, double step)
      : curve_(curve), bodies_(bodies), step_(step), kept_(curve.nodes.size(), kNone) {}

  SteppedCurve make() {
    for (const Polyline& line : curve_.polylines) walk(line);
    const auto dimension = curve_.nodes.dimension();
    PointArray nodes(curve_.nodes.scalar(), dimension, uint32_t(rows_.size() / size_t(dimension)));
    for (uint32_t i = 0; i < nodes.size(); ++i)
      for (int k = 0; k < dimension; ++k) nodes.setCoordinate(i, k, rows_[size_t(i) * size_t(dimension) + size_t(k)]);
    return {makeCurve(std::move(nodes), std::move(edges_)), std::move(made_)};
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t add(uint32_t a, uint32_t b, double share) {
    for (int k = 0; k < curve_.nodes.dimension(); ++k) {
      const double from = curve_.nodes.coordinate(a, k);
      rows_.push_back(from + share * (curve_.nodes.coordinate(b, k) - from));
    }
    if (!bodies_.empty()) made_.push_back(between(bodies_[a], bodies_[b], share));
    return uint32_t(rows_.size() / size_t(curve_.nodes.dimension())) - 1;
  }
  uint32_t keep(uint32_t node) {
    if (kept_[node] == kNone) kept_[node] = add(node, node, 0);
    return kept_[node];
  }
  void join(uint32_t a, uint32_t b) { edges_.push_back({std::min(a, b), std::max(a, b)}); }

  void walk(const Polyline& line) {
    std::vector<uint32_t> way = line.nodes;
    if (line.closed) way.push_back(way.front());
    std::vector<double> arc{0};
    for (size_t i = 1; i < way.size(); ++i)
      arc.push_back(arc.back() + edgeLength(curve_, {std::min(way[i - 1], way[i]), std::max(way[i - 1], way[i])}));
    constexpr double kFewestOfRing = 3;
    const bool returns = way.front() == way.back();  // a closed one, or a loop at a junction
    const double pieces = std::max(std::round(arc.back() / step_), returns ? kFewestOfRing : 1.0);
    uint32_t last = keep(way.front());
    size_t behind = 1;
    for (double i = 1; i < pieces; ++i) {
      const double at = arc.back() * i / pieces;
      while (behind + 1 < way.size() && arc[behind] < at) ++behind;
      const double piece = arc[behind] - arc[behind - 1];
      const uint32_t next = add(way[behind - 1], way[behind], piece > 0 ? std::clamp((at - arc[behind - 1]) / piece, 0.0, 1.0) : 0);
      join(last, next), last = next;
    }
    join(last, keep(way.back()));
  }

  const Curve& curve_;
  const std::span<const NodeBody> bodies_;
  const double step_;
  std::vector<uint32_t> kept_;  // for each node, the one that it became
  std::vector<double> rows_;
  std::vector<NodeBody> made_;
  std::vector<Edge> edges_;
};

}  // namespace

SteppedCurve withStep(const Curve& curve, std::span<const NodeBody> bodies, double step) { return LineStepper(curve, bodies, step).make(); }

}  // namespace arete::write
