// background.cpu.sequential: row 0 of its stage. Intensity, branches and parts one after the other.
// Memory: the graph, grids of the super-points and of the strewn places. Cost: a round looks around every edge for what is near, and beside every
// branch twice, as a whole and in parts. Loses to a thread a branch. Source: 2D, step 9b.
#include <algorithm>
#include <cmath>

#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/network/beside_branch.h"
#include "compute/cpu/network/kernel_look.h"
#include "compute/cpu/network/leaf_sweeps.h"
#include "compute/cpu/network_versions.h"
#include "compute/shared/philox.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

constexpr double kPi = 3.141592653589793;

/// What lies off the network.
struct Background {
  double intensity = 0;  // weight a unit area; 0: none that matters
  bool clumped = false;
};

/// The map, and places strewn over it.
struct Sheet {
  Sheet(const SuperPoints& points, const NetworkRules& rules);

  double area = 0;
  std::vector<Vector3> places;
};

Sheet::Sheet(const SuperPoints& points, const NetworkRules& rules) {
  Vector3 low = points.places[0], high = low;
  for (const Vector3& place : points.places)
    for (int k = 0; k < 2; ++k) low.set(k, std::min(low[k], place[k])), high.set(k, std::max(high[k], place[k]));
  area = (high.x - low.x) * (high.y - low.y);
  for (int i = 0; i < rules.backgroundPlaces; ++i) {
    shared::IndexedRandom random(0, uint32_t(i));
    const double x = random.uniform(), y = random.uniform();
    places.push_back({low.x + (high.x - low.x) * x, low.y + (high.y - low.y) * y});
  }
}

class BackgroundTest {
 public:
  explicit BackgroundTest(const BackgroundInput& in)
      : in_(in),
        rules_(in.rules),
        graph_(in.nodes.size(), in.edges),
        sheet_(in.points, in.rules),
        look_(in.points, in.r1, in.rules.backgroundVoid * in.r1),
        strewn_(sheet_.places, 2, in.r1, 2 * in.rules.backgroundVoid * in.r1) {}

  /// Whether something failed.
  bool round(const StageContext& context);
  std::vector<Edge> edges() const { return graph_.edges(); }

 private:
  Background background() const;
  bool isClumped(double intensity) const;
  std::vector<bool> nearNetwork(const BallGrid& grid, std::span<const Vector3> places, double width) const;
  std::vector<Branch> failing(const Branch& branch, const Background& background) const;
  std::vector<Branch> failingLeaf(const Branch& branch, const Background& background) const;
  std::vector<Branch> failingInner(const Branch& branch, const Background& background) const;
  bool fails(const Branch& part, const Background& background, double skip, double power, double factor, double deviations) const;
  std::vector<Branch> parts(const Branch& branch, const Background& background) const;
  double halfWidth(const Branch& branch) const { return std::min(meanRadius(branch, in_.nodes), rules_.backgroundWidest * in_.r1); }
  double expected(const Branch& branch, const Background& background, double length) const {
    return rules_.backgroundFactor * background.intensity * 2 * halfWidth(branch) * length;
  }
  bool isEnd(uint32_t node) const { return graph_.degree(node) == 1; }

  const BackgroundInput& in_;
  const NetworkRules& rules_;
  NodeGraph graph_;
  Sheet sheet_;
  KernelLook look_;
  BallGrid strewn_;
};

/// Of places and their grid whether they are within the width of an edge.
std::vector<bool> BackgroundTest::nearNetwork(const BallGrid& grid, std::span<const Vector3> places, double width) const {
  std::vector<bool> isNear(places.size());
  for (const Edge& edge : graph_.edges()) {
    const Vector3 from = in_.nodes[edge.a].place, to = in_.nodes[edge.b].place;
    grid.visitBall((from + to) * 0.5, width + distance(from, to) / 2, [&](uint32_t i, double) {
      if (footOn(from, to, places[i]).squared <= width * width) isNear[i] = true;
    });
  }
  return isNear;
}

Background BackgroundTest::background() const {
  const double away = rules_.backgroundAway * in_.r1;
  const std::vector<bool> isNear = nearNetwork(look_.grid(), in_.points.places, away);
  int64_t weight = 0, off = 0;
  for (uint32_t i = 0; i < in_.points.size(); ++i) weight += in_.points.weights[i], off += isNear[i] ? 0 : in_.points.weights[i];
  const auto free = double(std::ranges::count(nearNetwork(strewn_, sheet_.places, away), false));
  const auto count = double(sheet_.places.size());
  if (free <= rules_.backgroundLeastOff * count || sheet_.area == 0) return {};
  const double intensity = double(off) / (sheet_.area * free / count);
  if (intensity * sheet_.area < rules_.backgroundLeastFog * double(weight) || intensity == 0) return {};
  return {intensity, isClumped(intensity)};
}

bool BackgroundTest::isClumped(double intensity) const {
  constexpr int kFewest = 200;  // circles that say something
  const double radius = std::min(1 / std::sqrt(kPi * intensity), rules_.backgroundVoid * in_.r1);
  const std::vector<bool> isNear = nearNetwork(strewn_, sheet_.places, rules_.backgroundAway * in_.r1 + radius);
  int circles = 0, empty = 0;
  for (size_t i = 0; i < isNear.size(); ++i)
    if (!isNear[i]) ++circles, empty += look_.weight(sheet_.places[i], radius) == 0;
  if (circles < kFewest || empty == 0) return false;
  return -shared::naturalLog(double(empty) / circles) < rules_.backgroundClumped * intensity * kPi * radius * radius;
}

bool BackgroundTest::fails(const Branch& part, const Background& background, double skip, double power, double factor, double deviations) const {
  const double width = halfWidth(part);
  const auto skipAt = [&](uint32_t node) { return graph_.degree(node) > 2 ? skip * meanRadius(part, in_.nodes) : 0; };
  const Stretch stretch = clearOf(skipAt(part.nodes[0]), skipAt(part.nodes.back()), part.length());
  const double strewn = factor * expected(part, background, stretch.length());
  if (strewn < power) return false;
  int64_t weight = 0;
  for (const Beside& beside : besideBranch(in_.points, look_.grid(), in_.nodes, part, width))
    weight += stretch.holds(beside.along) ? beside.weight : 0;
  return double(weight) < strewn + deviations * rules_.backgroundDeviations * std::sqrt(strewn);
}

/// At least two, or none where the branch is too short for that.
std::vector<Branch> BackgroundTest::parts(const Branch& branch, const Background& background) const {
  const double least = std::max(rules_.backgroundPiece * meanRadius(branch, in_.nodes), rules_.backgroundPower / expected(branch, background, 1));
  const auto count = int64_t(branch.length() / least);
  std::vector<Branch> result;
  if (count < 2) return result;
  size_t first = 0;
  for (size_t i = 1; i < branch.nodes.size(); ++i) {
    const double until = branch.length() * double(result.size() + 1) / double(count);
    if (branch.along[i] < until && i + 1 < branch.nodes.size()) continue;
    result.push_back(partOf(branch, first, i));
    first = i;
  }
  return result;
}

std::vector<Branch> BackgroundTest::failingLeaf(const Branch& branch, const Background& background) const {
  const double skip = background.clumped ? rules_.backgroundSkip : rules_.backgroundLeafSkip, power = rules_.backgroundLeafPower;
  if (fails(branch, background, skip, power, background.clumped ? 1 : rules_.backgroundLeaf,
            background.clumped ? 1 : rules_.backgroundLeafDeviations))
    return {branch};
  std::vector<Branch> failed;
  for (const Branch& inwards : {branch, turned(branch)}) {
    if (!isEnd(inwards.nodes[0])) continue;
    for (Branch& part : parts(inwards, background)) {
      if (!fails(part, background, skip, power, 1, 1)) break;
      failed.push_back(std::move(part));
    }
  }
  return failed;
}

std::vector<Branch> BackgroundTest::failingInner(const Branch& branch, const Background& background) const {
  if (fails(branch, background, rules_.backgroundSkip, rules_.backgroundPower, 1, 1)) return {branch};
  std::vector<Branch> failed;
  for (Branch& part : parts(branch, background))
    if (fails(part, background, rules_.backgroundSkip, rules_.backgroundLeafPower, rules_.backgroundPart, rules_.backgroundPartDeviations))
      failed.push_back(std::move(part));
  return failed;
}

bool BackgroundTest::round(const StageContext& context) {
  const Background found = background();
  if (found.intensity == 0) return false;
  std::vector<Branch> failed;
  for (const Branch& branch : allBranches(graph_, in_.nodes)) {
    context.checkStop();
    const bool isLeaf = isEnd(branch.nodes[0]) || isEnd(branch.nodes.back());
    for (Branch& part : isLeaf ? failingLeaf(branch, found) : failingInner(branch, found)) failed.push_back(std::move(part));
  }
  for (const Branch& part : failed) remove(graph_, part);
  if (!failed.empty()) sweepLeaves(graph_, in_.nodes, rules_, context);
  return !failed.empty();
}

}  // namespace

std::vector<Edge> backgroundSequential(const BackgroundInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  BackgroundTest test(in);
  for (int round = 0; round < in.rules.backgroundRounds && test.round(context); ++round) context.checkStop();
  return test.edges();
}

}  // namespace arete::cpu
