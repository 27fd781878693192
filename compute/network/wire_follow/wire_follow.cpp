#include "compute/network/wire_follow/wire_follow.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "compute/core/device.h"
#include "compute/network/graph/beside_once.h"
#include "compute/network/wire_follow/free_points.h"
#include "compute/network/wire_follow/sag_curve.h"
#include "compute/network/wire_gaps/strand_gaps.h"

namespace arete {

using shared::Vector3;

namespace {

/// A wire from one of its ends on: its curve, how far it is known along that, and how far along the last points are, ascending.
struct Trail {
  SagCurve curve;
  std::vector<double> last;
  uint32_t node;  ///< the last one so far
};

/// What lies before the other node of an edge.
struct Before {
  Vector3 place, way;
  bool holds(const Vector3& point) const { return dot(point - place, way) < 0; }
};

/// The next point of a wire.
struct Next {
  uint32_t point;
  double along;
};

class Follower {
 public:
  Follower(const WireFollowInput& in, const StageContext& context)
      : in_(in),
        context_(context),
        r1_(in.r1),
        nodes_(in.nodes.begin(), in.nodes.end()),
        edges_(in.edges.begin(), in.edges.end()),
        free_(in),
        beside_(in.points, free_.grid()) {}

  void fillLongEdges() {
    const NodeGraph graph(nodes_.size(), edges_);
    for (size_t i = 0; i < in_.edges.size(); ++i) {
      const auto [a, b] = in_.edges[i];
      if (distance(nodes_[a].place, nodes_[b].place) <= in_.rules.wireFollowLong * r1_ || graph.degree(a) != 2 || graph.degree(b) != 2) continue;
      context_.checkStop();
      free_.setThere(i, false);
      const Vector3 way = unit(nodes_[b].place - nodes_[a].place);
      const uint32_t fromA = followed(graph, a, behind(graph, a, b), Before{nodes_[b].place, way});
      const uint32_t fromB = followed(graph, b, behind(graph, b, a), Before{nodes_[fromA].place, way * -1});
      free_.setThere(i, true);
      edges_[i] = {std::min(fromA, fromB), std::max(fromA, fromB)};
    }
  }

  void followEnds() {
    const NodeGraph graph(nodes_.size(), edges_);
    for (uint32_t end = 0, count = uint32_t(nodes_.size()); end < count; ++end)
      if (graph.degree(end) == 1) context_.checkStop(), followed(graph, end, graph.neighbours(end)[0], {});
  }

  void reachOverPylons() {
    const NodeGraph graph(nodes_.size(), edges_);
    for (uint32_t end = 0, count = uint32_t(nodes_.size()); end < count; ++end) {
      if (graph.degree(end) != 1) continue;
      context_.checkStop();
      if (std::optional<Trail> beyond = beyondPylon(graph, end)) follow(*beyond, {});
    }
  }

  FollowedWires result() {
    sortEdges(edges_, nodes_.size());
    return {{nodes_.begin() + ptrdiff_t(in_.nodes.size()), nodes_.end()}, std::move(edges_)};
  }

 private:
  static uint32_t behind(const NodeGraph& graph, uint32_t node, uint32_t ahead) {
    const auto both = graph.neighbours(node);
    return both[0] == ahead ? both[1] : both[0];
  }

  /// The last node, from an end whose strand goes on over `next`.
  uint32_t followed(const NodeGraph& graph, uint32_t end, uint32_t next, const std::optional<Before>& bound) {
    std::optional<Trail> trail = trailOf(branchAsFarAs(graph, nodes_, end, next, in_.rules.wireSight * r1_));
    if (!trail) return end;
    follow(*trail, bound);
    return trail->node;
  }

  // What is known of a wire behind its end

  /// Super-points of the strand by how far they are behind its start.
  std::vector<Beside> pointsBehind(const Branch& strand) {
    std::vector<Beside> points = beside_.around(strand, nodes_, r1_);
    std::erase_if(points, [](const Beside& point) { return point.along < 0; });
    std::ranges::sort(points, {}, [](const Beside& point) { return std::pair(point.along, point.point); });
    return points;
  }

  const Vector3& placeOf(const Beside& point) const { return in_.points.places[point.point]; }

  /// How far those points are off the curve on the mean.
  double meanMiss(std::span<const Beside> points, const SagCurve& curve) const {
    Vector3 sum{};
    for (const Beside& point : points) sum = sum + (placeOf(point) - curve.at(curve.along(placeOf(point))));
    return lengthOf(sum) / double(points.size());
  }

  std::optional<Trail> trailOf(const Branch& strand) {
    constexpr size_t kFewest = 6;
    const std::vector<Beside> points = pointsBehind(strand);
    if (points.size() < kFewest) return {};
    const uint32_t end = strand.nodes[0];
    const double least = std::max(in_.rules.wireSightLeast * r1_, in_.rules.wireSightRadii * nodes_[end].radius);
    size_t used = std::min(points.size(), in_.rules.wireSightPoints);
    while (used < points.size() && points[used].along < least) ++used;
    size_t back = 0;
    while (back + 1 < strand.nodes.size() && strand.along[back] < points[used - 1].along) ++back;
    SagCurve curve(nodes_[end].place, unit(nodes_[end].place - nodes_[strand.nodes[back]].place), r1_, in_.rules);
    for (size_t i = 0; i < used; ++i) curve.add(placeOf(points[i]));
    curve.fit();
    lookBack(points, used, curve);
    if (distance(curve.at(0), nodes_[end].place) > in_.rules.wireTipMiss * r1_) return {};
    Trail trail{curve, {}, end};
    for (size_t i = std::min(points.size(), in_.rules.wireSightPoints); i-- > 0;) trail.last.push_back(-points[i].along);
    return trail;
  }

  /// Adds points to the curve as far back as they lie on it.
  void lookBack(std::span<const Beside> points, size_t used, SagCurve& curve) const {
    const auto first = points.first(std::min(used, in_.rules.wireSightPoints));
    while (used < points.size()) {
      size_t end = used;
      while (end < points.size() && points[end].along <= points[used].along + in_.rules.wireSightStep * r1_) ++end;
      const auto step = points.subspan(used, end - used);
      if (meanMiss(step, curve) > in_.rules.wireSightMiss * r1_ + curve.deviationAt(-points[used].along)) return;
      SagCurve longer = curve;
      for (const Beside& point : step) longer.add(placeOf(point));
      longer.fit();
      if (meanMiss(first, longer) > in_.rules.wireSightStays * r1_) return;
      curve = longer, used = end;
    }
  }

  // Onwards

  void follow(Trail& trail, const std::optional<Before>& bound) {
    const Vector3 start = trail.curve.at(0), way = trail.curve.tangentAt(0);
    const double slack = 1e-3 * r1_;
    double ofNode = trail.last.back() > 0 ? trail.last.back() : 0, reached = ofNode;
    int around = 0;
    while (const std::optional<Next> next = nextPoint(trail, reached, start, way, bound, around)) {
      context_.checkStop();
      free_.take(next->point);
      trail.curve.add(in_.points.places[next->point]);
      trail.curve.fit();
      reached = next->along;
      trail.last.push_back(reached);
      if (reached - ofNode >= in_.rules.wireNodes * r1_) addNode(trail, reached), ofNode = reached;
    }
    if (reached > ofNode + slack) addNode(trail, reached);
  }

  /// How far on the next point may be.
  double hole(const Trail& trail, double reached) const {
    const size_t count = std::min(trail.last.size(), in_.rules.wireSightPoints);
    const double apart = std::max(reached - trail.last[trail.last.size() - count], r1_) / double(count);
    return std::clamp(in_.rules.wireHoles * apart, in_.rules.wireTail * r1_, in_.rules.wireHole * r1_);
  }

  /// The nearest free one ahead in the tube; none where more than are allowed are around. `around` counts those on the way.
  std::optional<Next> nextPoint(const Trail& trail, double reached, const Vector3& start, const Vector3& way, const std::optional<Before>& bound,
                                int& around) const {
    constexpr double kWider = 3, kDeviations = 3;
    const double tube = in_.rules.wireTube * r1_, far = hole(trail, reached);
    Next next{std::numeric_limits<uint32_t>::max(), reached + far};
    std::vector<double> beside;  // how far along they are
    free_.grid().visitBall(trail.curve.at(reached + far / 2), far / 2 + (kWider + 1) * tube, [&](uint32_t point, double) {
      const Vector3& place = in_.points.places[point];
      const double along = trail.curve.along(place), deviation = trail.curve.deviationAt(along);
      if (along <= reached || along > next.along || deviation > in_.rules.wireTrust * r1_ || (bound && !bound->holds(place))) return;
      const double off = distance(place, trail.curve.at(along)), width = std::sqrt(tube * tube + kDeviations * kDeviations * deviation * deviation);
      if (off > kWider * width || !free_.isFree(point, start, way)) return;
      if (off > width) beside.push_back(along);
      else if (along < next.along || point < next.point) next = {point, along};
    });
    if (next.point == std::numeric_limits<uint32_t>::max()) return {};
    around += int(std::ranges::count_if(beside, [&](double along) { return along <= next.along; }));
    return around > in_.rules.wireAround ? std::nullopt : std::optional(next);
  }

  void addNode(Trail& trail, double along) {
    RidgeNode node = nodes_[trail.node];
    node.place = trail.curve.at(along), node.tangent = trail.curve.tangentAt(along);
    const auto number = uint32_t(nodes_.size());
    free_.addEdge(nodes_[trail.node].place, node.place);
    edges_.push_back({trail.node, number});
    nodes_.push_back(node);
    trail.node = number;
  }

  // Over a pylon

  /// Free super-points ahead of an end, not farther aside than a wire turns, by number; none where they are more than `wireOverMost`.
  std::vector<uint32_t> freeAhead(const StrandEnd& end, double far) const {
    std::vector<uint32_t> ahead;
    const double bend = in_.rules.wireOverBend, aside = std::sqrt(1 - bend * bend) / bend;
    const double farAside = aside * far + in_.rules.wireMeet * r1_;
    const double around = (1 + 0x1p-10) * std::sqrt(far * far / 4 + farAside * farAside);  // holds all that is ahead, and less behind than a ball
    const bool areMany = free_.grid().anyInBall(end.place + end.outwards * (far / 2), around, [&](uint32_t point) {
      const Vector3 to = in_.points.places[point] - end.place;
      const double along = dot(to, end.outwards);
      if (along <= 0 || squaredLength(to) > far * far || lengthOf(across(to, end.outwards)) > aside * along + in_.rules.wireMeet * r1_) return false;
      if (free_.isFree(point, end.place, end.outwards)) ahead.push_back(point);
      return ahead.size() > in_.rules.wireOverMost;
    });
    if (areMany) return {};
    std::ranges::sort(ahead);
    return ahead;
  }

  /// Those on the line from one place in a direction, by number; none where there are many around it.
  std::vector<uint32_t> onLine(std::span<const uint32_t> ahead, const Vector3& from, const Vector3& way) const {
    constexpr double kWider = 3;
    const double tube = in_.rules.wireTube * r1_;
    std::vector<uint32_t> on;
    size_t around = 0;
    for (const uint32_t point : ahead) {
      const Vector3 to = in_.points.places[point] - from;
      const double along = dot(to, way), off = lengthOf(across(to, way));
      if (along < 0 || along > in_.rules.wireOverLong * r1_ || off > kWider * tube) continue;
      if (off <= tube) on.push_back(point);
      else ++around;
    }
    return double(around) > in_.rules.wireOverShare * double(on.size()) ? std::vector<uint32_t>() : on;
  }

  /// Whether the line through two places may be the wire's beyond a pylon.
  bool mayGoOn(const StrandEnd& end, const Vector3& from, const Vector3& to) const {
    const Vector3 gap = from - end.place, line = to - from;
    const double length = lengthOf(line), far = lengthOf(gap);
    if (length < in_.rules.wireSightLeast * r1_ || length > in_.rules.wireOverLong * r1_ || far > in_.rules.wireHole * r1_) return false;
    const StrandEnd other{from, unit(line) * -1, length, end.node + 1, end.strand + 1};
    return -dot(other.outwards, end.outwards) >= in_.rules.wireOverBend && missOf(end, other, gap, far, r1_, in_.rules) >= 0;
  }

  std::optional<Trail> beyondPylon(const NodeGraph& graph, uint32_t node) {
    const Branch strand = branchAsFarAs(graph, nodes_, node, graph.neighbours(node)[0], in_.rules.wireSight * r1_);
    const StrandEnd end{nodes_[node].place, pointsTo(strand, nodes_, r1_, in_.rules), strand.length(), node, 0};
    const std::vector<uint32_t> ahead = freeAhead(end, (in_.rules.wireHole + in_.rules.wireOverLong) * r1_);
    if (ahead.size() < in_.rules.wireOverLeast) return {};
    std::vector<uint32_t> best;
    Vector3 from, way;
    for (const uint32_t one : ahead) {
      context_.checkStop();
      for (const uint32_t other : ahead) {
        const Vector3 &begin = in_.points.places[one], &to = in_.points.places[other];
        if (!mayGoOn(end, begin, to)) continue;
        std::vector<uint32_t> on = onLine(ahead, begin, unit(to - begin));
        if (on.size() >= in_.rules.wireOverLeast && on.size() > best.size()) best = std::move(on), from = begin, way = unit(to - begin);
      }
    }
    if (best.empty()) return {};
    return trailOn(best, {SagCurve(from, way, r1_, in_.rules), {}, node});
  }

  /// The wire along these points.
  Trail trailOn(std::vector<uint32_t> points, Trail trail) {
    std::ranges::sort(points, {}, [&](uint32_t point) { return std::pair(trail.curve.along(in_.points.places[point]), point); });
    for (const uint32_t point : points) {
      free_.take(point);
      trail.curve.add(in_.points.places[point]);
      trail.last.push_back(trail.curve.along(in_.points.places[point]));
    }
    trail.curve.fit();
    for (double of = -HUGE_VAL; const double along : trail.last)
      if (along - of >= in_.rules.wireNodes * r1_) addNode(trail, along), of = along;
    return trail;
  }

  const WireFollowInput& in_;
  const StageContext& context_;
  const double r1_;
  std::vector<RidgeNode> nodes_;
  std::vector<Edge> edges_;
  FreePoints free_;
  BesideOnce<ColumnGrid> beside_;
};

}  // namespace

FollowedWires followWires(const WireFollowInput& in, const StageContext& context) {
  context.checkStop();
  if (in.edges.empty() || !in.rules.wireFollow) return {{}, {in.edges.begin(), in.edges.end()}};
  Follower follower(in, context);
  follower.fillLongEdges();
  follower.followEnds();
  follower.reachOverPylons();
  return follower.result();
}

}  // namespace arete
