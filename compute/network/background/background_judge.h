// Which branches, and which parts of them, hold no more than strewn points explain, however points are counted. Source: 2D, step 9b.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "compute/core/portable_math.h"
#include "compute/network/background/contract.h"
#include "compute/network/graph/node_graph.h"

namespace arete {

inline constexpr double kCircle = 3.141592653589793;  // area of one of radius 1

/// What lies off the network.
struct Background {
  double intensity = 0;  ///< weight per unit area; 0: none that matters
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

/// The rules by which short leaf branches go at last, where there is fog that is not clumped: clumps of it hang on every curve.
inline std::optional<NetworkRules> leafRulesInFog(const Background& background, NetworkRules rules) {
  if (background.intensity == 0 || background.clumped || rules.backgroundShortest <= rules.leaf) return {};
  rules.leaf = rules.backgroundShortest;
  return rules;
}

/// What may be asked of a branch: how much lies within the width of this part of it, beside that stretch. A branch is asked as a whole first (group
/// 0), then in parts from one end inwards (group 1), then from the other (group 2).
struct BackgroundQuestion {
  Branch part;
  Stretch stretch;
  double width;
  double least;  ///< weight that it needs; with less it fails. 0: there is too little to decide
  int group;
  size_t number = 0;  ///< among those that are asked, where they are asked at once
};

/// `Graph` is one of compute/network/graph/node_graph.h.
template <class Graph>
class BackgroundJudge {
 public:
  BackgroundJudge(const BackgroundInput& in, const Graph& graph, const Background& background)
      : in_(in), rules_(in.rules), graph_(graph), background_(background) {}

  std::vector<BackgroundQuestion> questions(Branch branch) const;
  /// Which part of a branch goes; `weight(i)`: the answer to its i-th question, asked for only where it decides.
  template <class Weight>
  std::vector<Branch> failing(std::span<const BackgroundQuestion> questions, const Weight& weight) const;

 private:
  /// What a question asks for: R left out at a junction, points expected for a decision, factor and deviations.
  struct Bounds {
    double skip, power, factor, deviations;
  };
  BackgroundQuestion question(Branch part, const Bounds& bounds, int group) const;
  void addParts(const Branch& branch, const Bounds& bounds, int group, std::vector<BackgroundQuestion>& all) const;
  bool isLeaf(const Branch& branch) const { return isEnd(branch.nodes[0]) || isEnd(branch.nodes.back()); }
  /// Clumps vary by more than strewn points do.
  double deviations() const { return background_.clumped ? rules_.backgroundDeviations : rules_.backgroundFogDeviations; }
  double halfWidth(const Branch& branch) const { return std::min(meanRadius(branch, in_.nodes), rules_.backgroundWidest * in_.r1); }
  double expected(double halfWidth, double length) const { return rules_.backgroundFactor * background_.intensity * 2 * halfWidth * length; }
  bool isEnd(uint32_t node) const { return graph_.degree(node) == 1; }

  const BackgroundInput& in_;
  const NetworkRules& rules_;
  const Graph& graph_;
  const Background& background_;
};

template <class Graph>
BackgroundQuestion BackgroundJudge<Graph>::question(Branch part, const Bounds& bounds, int group) const {
  const double radius = meanRadius(part, in_.nodes), width = halfWidth(part);
  const auto skipAt = [&](uint32_t node) { return graph_.degree(node) > 2 ? bounds.skip * radius : 0; };
  const Stretch stretch = clearOf(skipAt(part.nodes[0]), skipAt(part.nodes.back()), part.length());
  const double strewn = bounds.factor * expected(width, stretch.length());
  const double least = strewn < bounds.power ? 0 : strewn + bounds.deviations * std::sqrt(strewn);
  return {std::move(part), stretch, width, least, group};
}

/// At least two, or none where the branch is too short for that.
template <class Graph>
void BackgroundJudge<Graph>::addParts(const Branch& branch, const Bounds& bounds, int group, std::vector<BackgroundQuestion>& all) const {
  const double least = std::max(rules_.backgroundPiece * meanRadius(branch, in_.nodes), rules_.backgroundPower / expected(halfWidth(branch), 1));
  const auto count = int64_t(branch.length() / least);
  if (count < 2) return;
  int64_t made = 0;
  size_t first = 0;
  for (size_t i = 1; i < branch.nodes.size(); ++i) {
    const double until = branch.length() * double(made + 1) / double(count);
    if (branch.along[i] < until && i + 1 < branch.nodes.size()) continue;
    all.push_back(question(arete::partOf(branch, first, i), bounds, group));
    first = i, ++made;
  }
}

template <class Graph>
std::vector<BackgroundQuestion> BackgroundJudge<Graph>::questions(Branch branch) const {
  std::vector<BackgroundQuestion> all(1);  // the first one is of the whole
  if (!isLeaf(branch)) {
    addParts(branch, {rules_.backgroundSkip, rules_.backgroundLeafPower, rules_.backgroundPart, rules_.backgroundPartDeviations}, 1, all);
    all[0] = question(std::move(branch), {rules_.backgroundSkip, rules_.backgroundPower, 1, deviations()}, 0);
    return all;
  }
  const bool clumped = background_.clumped;
  const Bounds ofParts{clumped ? rules_.backgroundSkip : rules_.backgroundLeafSkip, rules_.backgroundLeafPower, 1, deviations()};
  Bounds ofWhole = ofParts;
  if (!clumped) ofWhole.factor = rules_.backgroundLeaf, ofWhole.deviations = rules_.backgroundLeafDeviations;
  if (isEnd(branch.nodes[0])) addParts(branch, ofParts, 1, all);
  if (isEnd(branch.nodes.back())) addParts(turned(branch), ofParts, 2, all);
  all[0] = question(std::move(branch), ofWhole, 0);
  return all;
}

template <class Graph>
template <class Weight>
std::vector<Branch> BackgroundJudge<Graph>::failing(std::span<const BackgroundQuestion> questions, const Weight& weight) const {
  const auto fails = [&](size_t i) { return questions[i].least > 0 && double(weight(i)) < questions[i].least; };
  if (fails(0)) return {questions[0].part};
  const bool fromTheEnd = isLeaf(questions[0].part);
  std::vector<Branch> failed;
  int closed = 0;  // the last group that keeps a part: a leaf goes only as far as there
  for (size_t i = 1; i < questions.size(); ++i) {
    if (fromTheEnd && questions[i].group == closed) continue;
    if (fails(i)) failed.push_back(questions[i].part);
    else closed = questions[i].group;
  }
  return failed;
}

}  // namespace arete
