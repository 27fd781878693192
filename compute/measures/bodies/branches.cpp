#include "compute/measures/bodies/branches.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <queue>
#include <tuple>
#include <utility>

namespace arete {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A path with its bodies, from the root on.
class BranchView {
 public:
  BranchView(const CurveEdges& curve, const CurveBodies& bodies, uint32_t path, bool isBackwards)
      : curve_(curve), bodies_(bodies), first_(bodies.first[path]), count_(bodies.first[path + 1] - first_), backwards_(isBackwards) {
    length_ = curve.paths[path].length;
  }
  size_t size() const { return count_; }
  const NodeBody& body(size_t i) const { return bodies_.ofPaths[at(i)]; }
  double arc(size_t i) const { return backwards_ ? length_ - bodies_.arc[at(i)] : bodies_.arc[at(i)]; }
  bool isInside(size_t i) const { return bodies_.inside[at(i)]; }
  uint32_t vertex(size_t i) const { return bodies_.vertex[at(i)]; }

  /// The place this far along it.
  std::vector<double> place(double arc) const {
    size_t behind = 1;
    while (behind + 1 < count_ && this->arc(behind) < arc) ++behind;
    const std::span<const double> a = curve_.vertex(vertex(behind - 1)), b = curve_.vertex(vertex(behind));
    const double way = this->arc(behind) - this->arc(behind - 1);
    const double share = way > 0 ? std::clamp((arc - this->arc(behind - 1)) / way, 0.0, 1.0) : 0;
    std::vector<double> place;
    for (size_t k = 0; k < a.size(); ++k) place.push_back(a[k] + share * (b[k] - a[k]));
    return place;
  }

 private:
  size_t at(size_t i) const { return first_ + (backwards_ ? count_ - 1 - i : i); }

  const CurveEdges& curve_;
  const CurveBodies& bodies_;
  size_t first_, count_;
  bool backwards_;
  double length_;
};

/// A sum over sections whose radii have errors.
struct Sums {
  double value = 0, variance = 0;
  /// What a section adds to the error: `slope` per radius, for its share of a section that others beside it share.
  void addError(double slope, const NodeBody& body, double spacing) {
    const double shared = spacing > 0 ? std::max(1.0, body.length / spacing) : 1;
    variance += slope * slope * body.error * body.error * shared;
  }
  double error() const { return std::sqrt(variance); }
};

void measureBody(const BranchView& view, bool isClosed, double length, BodyBranch& branch) {
  Sums surface, volume, radius;
  double lengths = 0, seen = 0;
  const auto piece = [&](size_t i, size_t k, double way) {
    const NodeBody &a = view.body(i), &b = view.body(k);
    radius.value += way * (a.radius + b.radius) / 2, seen += way * (a.seen + b.seen) / 2, lengths += way;
    for (const NodeBody* body : {&a, &b}) radius.addError(way / 2, *body, way);
    if (view.isInside(i) && view.isInside(k)) return;
    const double outside = view.isInside(i) || view.isInside(k) ? way / 2 : way, slope = b.radius - a.radius;
    surface.value += std::numbers::pi * (a.radius + b.radius) * std::sqrt(outside * outside + slope * slope);
    volume.value += std::numbers::pi / 3 * outside * (a.radius * a.radius + a.radius * b.radius + b.radius * b.radius);
    for (const NodeBody* body : {&a, &b}) {
      surface.addError(std::numbers::pi * outside, *body, way);
      volume.addError(std::numbers::pi * body->radius * outside, *body, way);
    }
  };
  for (size_t i = 1; i < view.size(); ++i) piece(i - 1, i, std::abs(view.arc(i) - view.arc(i - 1)));
  if (isClosed && view.size() > 1) piece(view.size() - 1, 0, length - std::abs(view.arc(view.size() - 1) - view.arc(0)));
  branch.surface = surface.value, branch.surfaceError = surface.error();
  branch.volume = volume.value, branch.volumeError = volume.error();
  if (!(lengths > 0)) return;
  branch.radius = radius.value / lengths, branch.radiusError = radius.error() / lengths, branch.seen = seen / lengths;
}

/// By least squares over its vertices, those inside of thicker branches left out.
double taperOf(const BranchView& view) {
  double count = 0, arc = 0, radius = 0, arcs = 0, products = 0;
  const auto each = [&](const auto& use) {
    for (size_t i = 0; i < view.size(); ++i)
      if (!view.isInside(i)) use(view.arc(i), view.body(i).radius);
  };
  each([&](double a, double r) { ++count, arc += a, radius += r; });
  each([&](double a, double r) { arcs += (a - arc / count) * (a - arc / count), products += (a - arc / count) * (r - radius / count); });
  return arcs > 0 ? -products / arcs : 0;
}

double angleBetween(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& c, const std::vector<double>& d) {
  double products = 0, first = 0, second = 0;
  for (size_t k = 0; k < a.size(); ++k) {
    const double u = b[k] - a[k], v = d[k] - c[k];
    products += u * v, first += u * u, second += v * v;
  }
  if (!(first > 0) || !(second > 0)) return kUnknown;
  return std::acos(std::clamp(products / std::sqrt(first * second), -1.0, 1.0)) * 180 / std::numbers::pi;
}

class BranchFinder {
 public:
  BranchFinder(const CurveEdges& curve, const CurveBodies& bodies, std::span<const uint32_t> roots) : curve_(curve), bodies_(bodies), roots_(roots) {}

  BranchTable find() {
    layOut();
    reach();
    for (uint32_t path = 0; path < table_.branches.size(); ++path) measure(path);
    orderByStrahler();
    addUp();
    return std::move(table_);
  }

 private:
  bool isEmpty(uint32_t path) const { return bodies_.first[path] == bodies_.first[path + 1]; }
  uint32_t start(uint32_t path) const { return bodies_.vertex[bodies_.first[path]]; }
  uint32_t end(uint32_t path) const { return curve_.paths[path].closed ? start(path) : bodies_.vertex[bodies_.first[path + 1] - 1]; }

  void layOut() {
    table_.branches.resize(curve_.paths.size());
    at_.resize(bodies_.nodes.size());
    for (uint32_t path = 0; path < curve_.paths.size(); ++path) {
      BodyBranch& branch = table_.branches[path];
      branch.component = curve_.paths[path].component, branch.closed = curve_.paths[path].closed, branch.length = curve_.paths[path].length;
      if (isEmpty(path)) continue;
      at_[start(path)].push_back(path);
      if (end(path) != start(path)) at_[end(path)].push_back(path);
    }
    backwards_.resize(curve_.paths.size());
    reached_.resize(curve_.paths.size());
  }

  struct Step {
    double way;
    uint32_t vertex, by;
    bool operator>(const Step& other) const { return std::tie(way, vertex, by) > std::tie(other.way, other.vertex, other.by); }
  };
  using Queue = std::priority_queue<Step, std::vector<Step>, std::greater<>>;

  /// Ways from the roots, the shortest first: each branch begins where it is reached first.
  void reach() {
    Queue queue;
    std::vector<uint32_t> pathAt(bodies_.nodes.size(), BodyBranch::kNone);
    for (size_t i = 0; i < bodies_.vertex.size(); ++i) pathAt[bodies_.vertex[i]] = pathOf(i);
    for (const uint32_t root : roots_) {
      if (!at_[root].empty() || pathAt[root] == BodyBranch::kNone) queue.push({0, root, BodyBranch::kNone});
      else beginInside(root, pathAt[root], queue);
    }
    std::vector<bool> done(bodies_.nodes.size());
    while (!queue.empty()) {
      const Step step = queue.top();
      queue.pop();
      if (done[step.vertex]) continue;
      done[step.vertex] = true;
      for (const uint32_t path : at_[step.vertex])
        if (!std::exchange(reached_[path], uint8_t(1))) leave(path, step, queue);
    }
  }

  uint32_t pathOf(size_t place) const { return uint32_t(std::ranges::upper_bound(bodies_.first, uint32_t(place)) - bodies_.first.begin()) - 1; }

  void leave(uint32_t path, const Step& step, Queue& queue) {
    BodyBranch& branch = table_.branches[path];
    backwards_[path] = start(path) != step.vertex;
    branch.parent = step.by, branch.order = step.by == BodyBranch::kNone ? 1 : table_.branches[step.by].order + 1;
    sequence_.push_back(path);
    if (!branch.closed) queue.push({step.way + branch.length, backwards_[path] ? start(path) : end(path), path});
  }

  /// A root between the ends of a path: from there it goes both ways.
  void beginInside(uint32_t root, uint32_t path, Queue& queue) {
    reached_[path] = true, sequence_.push_back(path);
    const auto all = std::span(bodies_.vertex).subspan(bodies_.first[path], bodies_.first[path + 1] - bodies_.first[path]);
    const double arc = bodies_.arc[bodies_.first[path] + size_t(std::ranges::find(all, root) - all.begin())];
    if (curve_.paths[path].closed) return;
    queue.push({arc, start(path), path}), queue.push({curve_.paths[path].length - arc, end(path), path});
  }

  void measure(uint32_t path) {
    if (isEmpty(path)) return;
    BodyBranch& branch = table_.branches[path];
    const BranchView view(curve_, bodies_, path, backwards_[path]);
    branch.from = view.vertex(0), branch.to = branch.closed ? branch.from : view.vertex(view.size() - 1);
    branch.radiusFrom = view.body(0).radius, branch.radiusTo = branch.closed ? branch.radiusFrom : view.body(view.size() - 1).radius;
    measureBody(view, branch.closed, branch.length, branch);
    branch.taper = branch.closed ? 0 : taperOf(view);
    branch.angle = angleAt(path, view);
  }

  /// Between the last piece of the parent and the first one of the branch, each six radii long, outside of the balls where they meet.
  double angleAt(uint32_t path, const BranchView& view) const {
    constexpr double kRadii = 6, kBend = 2;  // where a branch leaves, its curve bends into the junction of the thicker one
    const BodyBranch& branch = table_.branches[path];
    if (branch.parent == BodyBranch::kNone || view.size() < 2) return kUnknown;
    const BodyBranch& parent = table_.branches[branch.parent];
    const bool isOther = !parent.closed && end(branch.parent) != branch.from;  // of a root inside of its path
    const BranchView before(curve_, bodies_, branch.parent, isOther);
    if (before.size() < 2) return kUnknown;
    const double around = bodies_.nodes[branch.from].radius, own = branch.radiusFrom, its = before.body(before.size() - 1).radius;
    const double begin = std::min(kBend * around, branch.length / kBend), end = parent.length - std::min(around, parent.length / kBend);
    const double tip = own > 0 ? std::min(begin + kRadii * own, branch.length) : branch.length;
    const double foot = its > 0 ? std::max(end - kRadii * its, 0.0) : 0;
    return angleBetween(before.place(foot), before.place(end), view.place(begin), view.place(tip));
  }

  /// From the tips on: children come after their parents in the sequence.
  void orderByStrahler() {
    struct Greatest {
      uint32_t value = 0, count = 0;
    };
    std::vector<Greatest> children(table_.branches.size());
    for (size_t i = sequence_.size(); i-- > 0;) {
      BodyBranch& branch = table_.branches[sequence_[i]];
      const Greatest& greatest = children[sequence_[i]];
      branch.strahler = greatest.count == 0 ? 1 : greatest.value + (greatest.count > 1);
      if (branch.parent == BodyBranch::kNone) continue;
      Greatest& up = children[branch.parent];
      if (branch.strahler > up.value) up = {branch.strahler, 1};
      else if (branch.strahler == up.value) ++up.count;
    }
  }

  void addUp() {
    for (uint32_t i = 0; i < curve_.components; ++i) table_.components.push_back({.component = i, .root = roots_[i]});
    for (const BodyBranch& branch : table_.branches) {
      if (branch.component >= table_.components.size()) continue;
      BodyTotals& all = table_.components[branch.component];
      ++all.branches, all.strahler = std::max(all.strahler, branch.strahler);
      all.length += branch.length, all.surface += branch.surface, all.volume += branch.volume;
      all.surfaceError += branch.surfaceError * branch.surfaceError, all.volumeError += branch.volumeError * branch.volumeError;
    }
    for (BodyTotals& all : table_.components) all.surfaceError = std::sqrt(all.surfaceError), all.volumeError = std::sqrt(all.volumeError);
  }

  const CurveEdges& curve_;
  const CurveBodies& bodies_;
  const std::span<const uint32_t> roots_;
  BranchTable table_;
  std::vector<std::vector<uint32_t>> at_;  // paths at each vertex
  std::vector<uint8_t> backwards_, reached_;
  std::vector<uint32_t> sequence_;  // branches as they were reached
};

}  // namespace

BranchTable branchesOf(const CurveEdges& curve, const CurveBodies& bodies, std::span<const uint32_t> roots) {
  return BranchFinder(curve, bodies, roots).find();
}

}  // namespace arete
