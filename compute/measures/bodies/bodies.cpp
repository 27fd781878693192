#include "compute/measures/bodies/bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compute/measures/bodies/path_points.h"

namespace arete {

namespace {

/// Every n-th, where there are more than would say anything new.
template <class T>
void thinOut(std::vector<T>& section) {
  const size_t every = (section.size() + kMostInSection - 1) / kMostInSection;
  if (every < 2) return;
  size_t kept = 0;
  for (size_t i = 0; i < section.size(); i += every) section[kept++] = section[i];
  section.resize(kept);
}

/// The body of points that are no wall, around the curve: robust by leaving out what is farther than three times the median.
NodeBody bodyAround(std::vector<double> distances) {
  constexpr size_t kFewest = 3;
  constexpr double kFar = 3;
  if (distances.size() < kFewest) return {};
  std::vector<double> sorted = distances;
  const auto middle = sorted.begin() + ptrdiff_t(sorted.size() / 2);
  std::ranges::nth_element(sorted, middle);
  const double most = kFar * *middle;
  double count = 0, sum = 0, squares = 0, fourth = 0;
  for (const double each : distances)
    if (each <= most) ++count, sum += each, squares += each * each, fourth += each * each * each * each;
  const double mean = squares / count, radius = std::sqrt(mean);
  if (!(radius > 0)) return {};
  const double variance = std::max(0.0, fourth / count - mean * mean);
  return {
      .radius = radius, .error = std::sqrt(variance / count) / (2 * radius), .spread = std::sqrt(std::max(0.0, mean - sum / count * (sum / count)))};
}

class BodyFinder {
 public:
  BodyFinder(const PointArray& points, const CurveEdges& curve, std::span<const CurvePlace> places, const BodyWish& wish, const StageContext& context)
      : curve_(curve), wish_(wish), context_(context), points_(points, curve, places, wish, context) {}

  CurveBodies find() {
    layOut();
    fit();
    for (size_t path = 0; path < curve_.paths.size(); ++path) bridgeWalls(path);
    for (size_t path = 0; path < curve_.paths.size(); ++path) leaveThicker(path);
    putNodes();
    return std::move(found_);
  }

 private:
  void layOut() {
    found_.enters.resize(curve_.edges.size());
    for (size_t path = 0; path < curve_.paths.size(); ++path) {
      found_.first.push_back(uint32_t(found_.vertex.size()));
      const std::span<const uint32_t> edges = points_.edges(path);
      for (const uint32_t e : edges) {
        const CurveEdge& edge = curve_.edges[e];
        found_.enters[e] = uint32_t(found_.vertex.size());
        found_.vertex.push_back(edge.backwards ? edge.b : edge.a), found_.arc.push_back(edge.start), pathOf_.push_back(uint32_t(path));
      }
      if (edges.empty() || curve_.paths[path].closed) continue;
      const CurveEdge& last = curve_.edges[edges.back()];
      found_.vertex.push_back(last.backwards ? last.a : last.b), found_.arc.push_back(curve_.paths[path].length), pathOf_.push_back(uint32_t(path));
    }
    found_.first.push_back(uint32_t(found_.vertex.size()));
    found_.ofPaths.resize(found_.vertex.size());
    found_.inside.resize(found_.vertex.size());
  }

  void fit() {
    constexpr size_t kGrain = 16;
    context_.device.threads().forEachRange(found_.ofPaths.size(), kGrain, [&](size_t begin, size_t end, int) {
      context_.checkStop();
      std::vector<PlanePlace> section;
      std::vector<double> distances;
      for (size_t i = begin; i < end; ++i) found_.ofPaths[i] = bodyAt(pathOf_[i], found_.arc[i], section, distances);
    });
  }

  NodeBody bodyAt(uint32_t path, double arc, std::vector<PlanePlace>& section, std::vector<double>& distances) const {
    double half = wish_.step;
    for (int times = 1;; times *= 2, half *= 2) {
      points_.distances(path, arc, half, distances);
      if (distances.size() >= kEnoughInSection || times >= kWidestSection) break;
    }
    thinOut(distances);
    NodeBody around = bodyAround(distances);
    around.length = 2 * half;
    if (curve_.dimension != 3) return around;
    points_.cut(path, arc, half, section);
    thinOut(section);
    const std::optional<FittedCircle> circle = robustTube(section);
    if (!circle || !(circle->deviation < kRoundBody * circle->radius) || !(circle->error < kKnownBody * circle->radius)) return around;
    const PlanePlace& centre = circle->centre;
    return {.radius = circle->radius,
            .error = circle->radiusError,
            .spread = circle->deviation,
            .seen = shareOfAngle(section, centre),
            .offset = std::sqrt(centre.x * centre.x + centre.y * centre.y),
            .length = 2 * half};
  }

  std::span<NodeBody> bodies(size_t path) {
    return std::span(found_.ofPaths).subspan(found_.first[path], found_.first[path + 1] - found_.first[path]);
  }

  /// Where at least half of a path's sections are walls, the others lie between the walls beside them; else those without points between the others.
  void bridgeWalls(size_t path) {
    const std::span<NodeBody> all = bodies(path);
    const double* const arc = found_.arc.data() + found_.first[path];
    const auto walls = size_t(std::ranges::count_if(all, [](const NodeBody& body) { return body.seen > 0; }));
    const bool isWall = walls > 0 && 2 * walls >= all.size();
    const auto isKnown = [&](size_t i) { return isWall ? all[i].seen > 0 : all[i].radius > 0; };
    size_t before = all.size(), after = 0;
    for (size_t i = 0; i < all.size(); ++i) {
      if (isKnown(i)) {
        before = i;
        continue;
      }
      for (after = std::max(after, i); after < all.size() && !isKnown(after);) ++after;
      if (before == all.size() && after == all.size()) return;
      if (before == all.size()) all[i] = beside(all[after], arc[after] - arc[0]);
      else if (after == all.size()) all[i] = beside(all[before], arc[all.size() - 1] - arc[before]);
      else all[i] = between(all[before], all[after], (arc[i] - arc[before]) / (arc[after] - arc[before]), arc[after] - arc[before]);
    }
  }

  static NodeBody beside(const NodeBody& known, double way) {
    return {.radius = known.radius, .error = std::max(known.error, known.spread), .length = std::max(way, known.length)};
  }
  /// It may be off by half of what the known ones differ by.
  static NodeBody between(const NodeBody& before, const NodeBody& after, double share, double way) {
    const double radius = before.radius + (way > 0 ? share : 0) * (after.radius - before.radius);
    return {.radius = radius, .error = std::max({before.error, after.error, std::abs(after.radius - before.radius) / 2}), .length = way};
  }

  /// The radius of a path where it meets others: of its first sections, or of the first ones farther than `beyond` along it, the median.
  double radiusFrom(size_t path, bool fromStart, double beyond) {
    constexpr size_t kFew = 5;
    const std::span<const NodeBody> all = bodies(path);
    const double* const arc = found_.arc.data() + found_.first[path];
    std::vector<double> near;
    for (size_t i = 0; i < all.size() && near.size() < kFew; ++i) {
      const size_t at = fromStart ? i : all.size() - 1 - i;
      const double way = fromStart ? arc[at] : curve_.paths[path].length - arc[at];
      if (way >= beyond || (near.empty() && i + 1 == all.size())) near.push_back(all[at].radius);
    }
    if (near.empty()) return 0;
    std::ranges::nth_element(near, near.begin() + ptrdiff_t(near.size() / 2));
    return near[near.size() / 2];
  }

  struct PathEnd {
    uint32_t path;
    bool isStart;
    double radius;
  };

  /// The ends of open paths at each vertex, the thickest first.
  const std::vector<std::vector<PathEnd>>& ends() {
    if (!ends_.empty()) return ends_;
    ends_.resize(wish_.reach.size());
    for (uint32_t path = 0; path < curve_.paths.size(); ++path) {
      if (curve_.paths[path].closed || found_.first[path] == found_.first[path + 1]) continue;
      for (const bool isStart : {true, false})
        ends_[found_.vertex[isStart ? found_.first[path] : found_.first[path + 1] - 1]].push_back({path, isStart, radiusFrom(path, isStart, 0)});
    }
    for (std::vector<PathEnd>& each : ends_) {
      double thickest = 0;  // near the vertex thin ones lie in it and show its wall
      for (const PathEnd& end : each) thickest = std::max(thickest, end.radius);
      for (PathEnd& end : each) end.radius = radiusFrom(end.path, end.isStart, thickest + wish_.step);
      std::ranges::stable_sort(each, std::ranges::greater(), &PathEnd::radius);
    }
    return ends_;
  }

  /// Whether a path that begins at this vertex is a branch of a thicker one that passes there, and how thick that is; else 0.
  double radiusLeft(uint32_t vertex, uint32_t path, bool isStart) {
    constexpr size_t kPassing = 2;
    const std::vector<PathEnd>& all = ends()[vertex];
    for (size_t i = kPassing; i < all.size(); ++i)
      if (all[i].path == path && all[i].isStart == isStart) return all[kPassing - 1].radius;
    return 0;
  }

  /// Sections that lie in the body of a thicker path show its wall, or nothing; so do those that reach into it.
  void leaveThicker(size_t path) {
    const std::span<NodeBody> all = bodies(path);
    if (all.empty() || curve_.paths[path].closed) return;
    const uint32_t first = found_.first[path];
    const double length = curve_.paths[path].length;
    const double before = radiusLeft(found_.vertex[first], uint32_t(path), true),
                 behind = radiusLeft(found_.vertex[first + all.size() - 1], uint32_t(path), false);
    std::vector<size_t> outside;
    for (size_t i = 0; i < all.size(); ++i) {
      const double arc = found_.arc[first + i];
      const auto isWithin = [&](double more) { return (before > 0 && arc < before + more) || (behind > 0 && length - arc < behind + more); };
      found_.inside[first + i] = isWithin(0);
      if (!isWithin(wish_.step)) outside.push_back(i);
    }
    if (outside.empty()) return;
    for (size_t i = 0; i < outside.front(); ++i) all[i] = beside(all[outside.front()], before);
    for (size_t i = outside.back() + 1; i < all.size(); ++i) all[i] = beside(all[outside.back()], behind);
  }

  void putNodes() {
    found_.nodes.resize(wish_.reach.size());
    for (size_t i = 0; i < found_.ofPaths.size(); ++i) {
      NodeBody& node = found_.nodes[found_.vertex[i]];
      if (found_.ofPaths[i].radius > node.radius) node = found_.ofPaths[i];
    }
  }

  const CurveEdges& curve_;
  const BodyWish wish_;
  const StageContext& context_;
  const PathPoints points_;
  CurveBodies found_;
  std::vector<uint32_t> pathOf_;
  std::vector<std::vector<PathEnd>> ends_;
};

}  // namespace

double CurveBodies::radiusAt(size_t path, double along) const {
  const std::span<const NodeBody> all = ofPath(path);
  const std::span<const double> arcs = std::span(arc).subspan(first[path], all.size());
  const auto behind = size_t(std::ranges::upper_bound(arcs, along) - arcs.begin());
  const NodeBody* const before = behind > 0 ? &all[behind - 1] : nullptr;
  const NodeBody* const after = behind < all.size() ? &all[behind] : nullptr;
  const double way = before && after ? arcs[behind] - arcs[behind - 1] : 0;
  const double share = way > 0 ? (along - arcs[behind - 1]) / way : 0;
  const double radius = before && after ? before->radius + share * (after->radius - before->radius)
                        : before        ? before->radius
                        : after         ? after->radius
                                        : 0;
  return radius > 0 ? radius : std::numeric_limits<double>::quiet_NaN();
}

CurveBodies bodiesOf(const PointArray& points, const CurveEdges& curve, std::span<const CurvePlace> places, const BodyWish& wish,
                     const StageContext& context) {
  return BodyFinder(points, curve, places, wish, context).find();
}

}  // namespace arete
