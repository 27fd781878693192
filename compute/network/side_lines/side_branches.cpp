#include "compute/network/side_lines/side_branches.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "compute/network/graph/beside_branch.h"

namespace arete {

using shared::Vector3;

namespace {

/// Places at lengths along a branch, each as long as the one before or longer.
class WalkAlong {
 public:
  WalkAlong(const Branch& branch, std::span<const RidgeNode> nodes) : branch_(branch), nodes_(nodes) {}

  Vector3 at(double along) {
    while (i_ + 1 < branch_.nodes.size() && branch_.along[i_] < along) ++i_;
    const double length = branch_.along[i_] - branch_.along[i_ - 1];
    const Vector3 from = nodes_[branch_.nodes[i_ - 1]].place, to = nodes_[branch_.nodes[i_]].place;
    return length > 0 ? from + (to - from) * ((along - branch_.along[i_ - 1]) / length) : from;
  }

 private:
  const Branch& branch_;
  std::span<const RidgeNode> nodes_;
  size_t i_ = 1;  // the node ahead
};

}  // namespace

/// To the left of a direction: in the plane, or on the outside of a sphere.
static Vector3 leftOf(const Vector3& along, const Vector3& place, const shared::NodeSurface& surface) {
  const Vector3 up = surface.isSphere ? place - surface.centre : Vector3{0, 0, 1};
  return shared::unit({up.y * along.z - up.z * along.y, up.z * along.x - up.x * along.z, up.x * along.y - up.y * along.x});
}

SideBranches::SideBranches(const SideLinesInput& in, std::span<const Branch> branches, const StageContext& context) : in_(in) {
  constexpr size_t kGrain = 16;
  std::vector<uint32_t> firstEdges;
  uint32_t stations = 0, edges = 0;
  for (const Branch& branch : branches) {
    const double length = branch.length();
    const auto count = length > 0 ? uint32_t(std::max(1.0, std::ceil(length / in.r1))) : 0;
    stretches_.push_back({stations, count, length});
    firstEdges.push_back(edges);
    stations += count, edges += uint32_t(branch.nodes.size() - 1);
  }
  stations_.resize(stations), edges_.resize(edges);
  context.device.threads().forEachRange(branches.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) putEdges(branches[i], uint32_t(i), firstEdges[i]), putStations(branches[i], stretches_[i]);
  });
  if (edges < in.edges.size()) addRings();
}

void SideBranches::putEdges(const Branch& branch, uint32_t number, uint32_t first) {
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i)
    edges_[first + i] = {edgeOf(in_.nodes, branch, i), branch.nodes[i], branch.nodes[i + 1], number};
}

void SideBranches::addRings() {
  std::vector<Edge> ofBranches, rings;
  for (const SideEdge& edge : edges_) ofBranches.push_back({std::min(edge.a, edge.b), std::max(edge.a, edge.b)});
  std::ranges::sort(ofBranches);
  std::ranges::set_difference(in_.edges, ofBranches, std::back_inserter(rings));
  for (const auto& [a, b] : rings) edges_.push_back({{in_.nodes[a].place, in_.nodes[b].place, 0, 0, false, false}, a, b, SideEdge::kOfRing});
}

void SideBranches::putStations(const Branch& branch, const SideStretch& stretch) {
  constexpr double kChord = 4.0 / 3;  // R1 to either side: where the branch leads
  const double reach = kChord * in_.r1;
  WalkAlong behind(branch, in_.nodes), here = behind, ahead = behind;
  for (uint32_t i = 0; i < stretch.count; ++i) {
    const double along = (i + 0.5) * stretch.length / stretch.count;
    const Vector3 place = here.at(along), chord = ahead.at(std::min(along + reach, stretch.length)) - behind.at(std::max(along - reach, 0.0));
    stations_[stretch.first + i] = {place, leftOf(chord, place, in_.points.surface())};
  }
}

std::vector<double> endsOf(std::span<const SideEdge> edges, int dimension) {
  const size_t d = size_t(dimension);
  std::vector<double> ends(edges.size() * 2 * d);
  double* to = ends.data();
  for (const SideEdge& edge : edges)
    for (const Vector3& end : {edge.edge.from, edge.edge.to})
      for (size_t k = 0; k < d; ++k) *to++ = end[int(k)];
  return ends;
}

}  // namespace arete
