// How far a branch stands out from what is on both sides of it. Source: network, step 10; 2D, step 10; in space 3D, G.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "compute/network/crest/contract.h"
#include "compute/network/graph/beside_branch.h"

namespace arete {

using shared::kCrestBins;
/// How far off a branch its bins reach, in bins.
inline constexpr double kCrestSight = kCrestBins + 0.5;

/// Weight beside a branch by its distance: the centre at kCrestBins, on either side four bins.
using CrestProfile = std::array<int64_t, 2 * kCrestBins + 1>;

struct CrestRelief {
  double centre, valley;
};

/// In the plane, and on the sphere.
inline CrestRelief reliefOfSides(const CrestProfile& bins) {
  const auto sides = std::span(bins);
  return {double(bins[kCrestBins]), double(std::ranges::min(sides.first(kCrestBins)) + std::ranges::min(sides.last(kCrestBins))) / 2};
}

/// In space the bins of both sides are a ring: with the centre the first one is a disc of 1.5 bins, ring i > 1 has 2 i times the area of one of
/// radius 1.
inline CrestRelief reliefOfRings(const CrestProfile& bins) {
  constexpr double kDisc = 1.5 * 1.5;
  const auto ring = [&](int i) { return double(bins[size_t(kCrestBins - i)] + bins[size_t(kCrestBins + i)]); };
  CrestRelief relief{double(bins[kCrestBins]) + ring(1), ring(2) * kDisc / 4};
  for (int i = 3; i <= kCrestBins; ++i) relief.valley = std::min(relief.valley, ring(i) * kDisc / (2 * i));
  return relief;
}

/// Width of its bins.
inline double crestBin(const CrestInput& in, const Branch& branch) {
  return in.rules.crestBin * std::min(meanRadius(branch, in.nodes), in.rules.crestWidest * in.r1);
}

/// The part of a branch that counts. `Graph` is one of compute/network/graph/node_graph.h.
template <class Graph>
Stretch crestStretch(const CrestInput& in, const Graph& graph, const Branch& branch) {
  const auto skip = [&](uint32_t node) { return graph.degree(node) > 2 ? in.rules.crestSkip * in.nodes[node].radius : 0; };
  return clearOf(skip(branch.nodes[0]), skip(branch.nodes.back()), branch.length());
}

/// Whether an inner branch is tested. One whose junctions are so close that they will be one is a part of their crossing: what it sees are the arms.
inline bool isInnerTested(const CrestInput& in, const Branch& branch) {
  const double radius = (in.nodes[branch.nodes[0]].radius + in.nodes[branch.nodes.back()].radius) / 2;
  const bool isCrossing = branch.nodes[0] != branch.nodes.back() && branch.length() < in.rules.crestInnerShortest * radius;
  return !isCrossing && lengthInRadii(branch, in.nodes) <= in.rules.crestInnerLongest;
}

inline double crestScore(const CrestInput& in, const CrestProfile& bins) {
  const NetworkRules& rules = in.rules;
  const double k = rules.crestValley;
  const auto [centre, valley] = in.points.isSurface() ? reliefOfSides(bins) : reliefOfRings(bins);
  if (centre == 0) return 0;
  return (centre - k * valley) / std::sqrt(centre + k * k * valley + 1) / std::min(rules.crestFull, rules.crestPerRoot * std::sqrt(centre));
}

/// The score of a branch, from what lies within kCrestSight bins of it.
template <class Graph>
double crestScore(const CrestInput& in, const Graph& graph, const Branch& branch, std::span<const Beside> around) {
  const double width = crestBin(in, branch);
  const Stretch stretch = crestStretch(in, graph, branch);
  CrestProfile bins{};
  for (const Beside& beside : around)
    if (const int bin = crestBinOf(beside, width); bin >= 0 && stretch.holds(beside.along)) bins[size_t(bin)] += beside.weight;
  return crestScore(in, bins);
}

}  // namespace arete
