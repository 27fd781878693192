// Which branches, and which parts of them, hold no more than strewn points explain, whatever counts the points. Source: 2D, step 9b.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "compute/cpu/network/node_graph.h"
#include "compute/shared/portable_math.h"
#include "compute/stages/background.h"

namespace arete::cpu {

inline constexpr double kCircle = 3.141592653589793;  // area of one of radius 1

/// What lies off the network.
struct Background {
  double intensity = 0;  ///< weight a unit area; 0: none that matters
  bool clumped = false;
};

/// Intensity of what lies off the network; 0 where it does not matter. `free` of `count` places strewn over the area are off it.
inline double strewnIntensity(int64_t off, int64_t weight, double free, double count, double area, const NetworkRules& rules) {
  if (free <= rules.backgroundLeastOff * count || area == 0) return 0;
  const double intensity = double(off) / (area * free / count);
  return intensity * area < rules.backgroundLeastFog * double(weight) ? 0 : intensity;
}

/// By how many of the circles off the network, each of this radius, are empty.
inline bool isClumpedBy(int64_t empty, int64_t circles, double intensity, double radius, const NetworkRules& rules) {
  constexpr int64_t kFewest = 200;  // circles that say something
  if (circles < kFewest || empty == 0) return false;
  return -shared::naturalLog(double(empty) / double(circles)) < rules.backgroundClumped * intensity * kCircle * radius * radius;
}
/// The circle that should hold a weight of 1, but not too wide.
inline double voidRadius(double intensity, double r1, const NetworkRules& rules) {
  return std::min(1 / std::sqrt(kCircle * intensity), rules.backgroundVoid * r1);
}

/// `Graph` is one of compute/cpu/network/node_graph.h; weightBeside(branch, stretch, width) is the weight of the super-points within the width of the
/// branch, beside that stretch of it.
template <class Graph, class WeightBeside>
class BackgroundJudge {
 public:
  BackgroundJudge(const BackgroundInput& in, const Graph& graph, const Background& background, WeightBeside weightBeside)
      : in_(in), rules_(in.rules), graph_(graph), background_(background), weightBeside_(std::move(weightBeside)) {}

  /// What of a branch goes.
  std::vector<Branch> failing(const Branch& branch) const {
    return isEnd(branch.nodes[0]) || isEnd(branch.nodes.back()) ? failingLeaf(branch) : failingInner(branch);
  }

 private:
  std::vector<Branch> failingLeaf(const Branch& branch) const;
  std::vector<Branch> failingInner(const Branch& branch) const;
  bool fails(const Branch& part, double skip, double power, double factor, double deviations) const;
  std::vector<Branch> parts(const Branch& branch) const;
  double halfWidth(const Branch& branch) const { return std::min(meanRadius(branch, in_.nodes), rules_.backgroundWidest * in_.r1); }
  double expected(const Branch& branch, double length) const {
    return rules_.backgroundFactor * background_.intensity * 2 * halfWidth(branch) * length;
  }
  bool isEnd(uint32_t node) const { return graph_.degree(node) == 1; }

  const BackgroundInput& in_;
  const NetworkRules& rules_;
  const Graph& graph_;
  const Background& background_;
  WeightBeside weightBeside_;
};

template <class Graph, class WeightBeside>
bool BackgroundJudge<Graph, WeightBeside>::fails(const Branch& part, double skip, double power, double factor, double deviations) const {
  const auto skipAt = [&](uint32_t node) { return graph_.degree(node) > 2 ? skip * meanRadius(part, in_.nodes) : 0; };
  const Stretch stretch = clearOf(skipAt(part.nodes[0]), skipAt(part.nodes.back()), part.length());
  const double strewn = factor * expected(part, stretch.length());
  if (strewn < power) return false;
  const int64_t weight = weightBeside_(part, stretch, halfWidth(part));
  return double(weight) < strewn + deviations * rules_.backgroundDeviations * std::sqrt(strewn);
}

/// At least two, or none where the branch is too short for that.
template <class Graph, class WeightBeside>
std::vector<Branch> BackgroundJudge<Graph, WeightBeside>::parts(const Branch& branch) const {
  const double least = std::max(rules_.backgroundPiece * meanRadius(branch, in_.nodes), rules_.backgroundPower / expected(branch, 1));
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

template <class Graph, class WeightBeside>
std::vector<Branch> BackgroundJudge<Graph, WeightBeside>::failingLeaf(const Branch& branch) const {
  const bool clumped = background_.clumped;
  const double skip = clumped ? rules_.backgroundSkip : rules_.backgroundLeafSkip, power = rules_.backgroundLeafPower;
  if (fails(branch, skip, power, clumped ? 1 : rules_.backgroundLeaf, clumped ? 1 : rules_.backgroundLeafDeviations)) return {branch};
  std::vector<Branch> failed;
  for (const Branch& inwards : {branch, turned(branch)}) {
    if (!isEnd(inwards.nodes[0])) continue;
    for (Branch& part : parts(inwards)) {
      if (!fails(part, skip, power, 1, 1)) break;
      failed.push_back(std::move(part));
    }
  }
  return failed;
}

template <class Graph, class WeightBeside>
std::vector<Branch> BackgroundJudge<Graph, WeightBeside>::failingInner(const Branch& branch) const {
  if (fails(branch, rules_.backgroundSkip, rules_.backgroundPower, 1, 1)) return {branch};
  std::vector<Branch> failed;
  for (Branch& part : parts(branch))
    if (fails(part, rules_.backgroundSkip, rules_.backgroundLeafPower, rules_.backgroundPart, rules_.backgroundPartDeviations))
      failed.push_back(std::move(part));
  return failed;
}

}  // namespace arete::cpu
