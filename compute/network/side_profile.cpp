#include "compute/network/side_profile.h"

#include <algorithm>
#include <cmath>

#include "compute/network/beside_branch.h"

namespace arete {

using shared::Vector3;

/// The place at this length along a branch.
static Vector3 placeAt(const Branch& branch, std::span<const RidgeNode> nodes, double along) {
  const auto after = std::ranges::lower_bound(branch.along, along);
  const size_t i = std::clamp<size_t>(size_t(after - branch.along.begin()), 1, branch.nodes.size() - 1);
  const double length = branch.along[i] - branch.along[i - 1];
  const Vector3 from = nodes[branch.nodes[i - 1]].place, to = nodes[branch.nodes[i]].place;
  return length > 0 ? from + (to - from) * ((along - branch.along[i - 1]) / length) : from;
}

/// To the left of a direction: in the plane, or on the outside of a sphere.
static Vector3 leftOf(const Vector3& along, const Vector3& place, const shared::NodeSurface& surface) {
  const Vector3 up = surface.isSphere ? place - surface.centre : Vector3{0, 0, 1};
  return shared::unit({up.y * along.z - up.z * along.y, up.z * along.x - up.x * along.z, up.x * along.y - up.y * along.x});
}

SideProfiles::SideProfiles(const SideLinesInput& in, const StageContext& context) : in_(in), tree_({}, in.points.dimension) {
  addPieces();
  tree_ = treeOfPieces();
  sortPieces();
  profiles_.resize(stations_.size());
  context.checkStop();
  count(context);
}

void SideProfiles::addPieces() {
  const ShrinkingGraph graph(in_.nodes.size(), in_.edges);
  for (const Branch& branch : allBranches(graph, in_.nodes)) {
    const auto number = uint32_t(stretches_.size());
    for (size_t i = 0; i + 1 < branch.nodes.size(); ++i)
      pieces_.push_back({edgeOf(in_.nodes, branch, i), branch.nodes[i], branch.nodes[i + 1], number});
    lengths_.push_back(branch.length());
    addStations(branch);
  }
  if (pieces_.size() < in_.edges.size()) addRings(graph);
}

void SideProfiles::addRings(const ShrinkingGraph& graph) {
  std::vector<Edge> ofBranches;
  for (const SidePiece& piece : pieces_) ofBranches.push_back({std::min(piece.a, piece.b), std::max(piece.a, piece.b)});
  std::ranges::sort(ofBranches);
  std::vector<Edge> rings;
  std::ranges::set_difference(graph.edges(), ofBranches, std::back_inserter(rings));
  for (const Edge& edge : rings)
    pieces_.push_back({{in_.nodes[edge.a].place, in_.nodes[edge.b].place, 0, 0, false, false}, edge.a, edge.b, SidePiece::kOfRing});
}

void SideProfiles::addStations(const Branch& branch) {
  constexpr double kChord = 4.0 / 3;  // R1 to either side: where the branch leads
  const double length = branch.length(), reach = kChord * in_.r1;
  const auto first = uint32_t(stations_.size());
  const auto count = uint32_t(std::max(1.0, std::ceil(length / in_.r1)));
  for (uint32_t i = 0; length > 0 && i < count; ++i) {
    const double along = (i + 0.5) * length / count;
    const Vector3 place = placeAt(branch, in_.nodes, along);
    const Vector3 chord = placeAt(branch, in_.nodes, std::min(along + reach, length)) - placeAt(branch, in_.nodes, std::max(along - reach, 0.0));
    stations_.push_back({place, leftOf(chord, place, in_.points.surface())});
  }
  stretches_.push_back({first, uint32_t(stations_.size()) - first});
}

SegmentTree SideProfiles::treeOfPieces() const {
  std::vector<double> ends;
  ends.reserve(pieces_.size() * 2 * size_t(in_.points.dimension));
  for (const SidePiece& piece : pieces_)
    for (const Vector3& end : {piece.edge.from, piece.edge.to})
      for (int k = 0; k < in_.points.dimension; ++k) ends.push_back(end[k]);
  return {std::move(ends), in_.points.dimension};
}

void SideProfiles::sortPieces() {
  std::vector<SidePiece> sorted;
  sorted.reserve(pieces_.size());
  for (uint32_t i = 0; i < pieces_.size(); ++i) sorted.push_back(pieces_[tree_.number(i)]);
  pieces_ = std::move(sorted);
}

SideSearch SideProfiles::search() const { return {tree_.view(), pieces_.data(), stretches_.data(), lengths_.data(), in_.points.surface(), in_.r1}; }

void SideProfiles::count(const StageContext& context) {
  if (context.device.backend() != Backend::cuda) return countByThreads(context);
  const SideSizes sizes{tree_.ends().size(), tree_.nodes().size(), tree_.boxes().size(), pieces_.size(), lengths_.size()};
  countSidesOnGpu(in_.points, search(), sizes, profiles_, context);
}

void SideProfiles::countByThreads(const StageContext& context) {
  constexpr size_t kGrain = 256;
  const SideSearch search = this->search();
  std::vector<SideCount> counts(in_.points.size());
  context.device.threads().forEachRange(counts.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i)
      counts[i] = in_.points.dimension == 2 ? search.countOf<2>(in_.points.places[i]) : search.countOf<3>(in_.points.places[i]);
  });
  for (uint32_t i = 0; i < in_.points.size(); ++i) {
    const auto [station, bin] = counts[i];
    if (station == SideCount::kNowhere) continue;
    SideProfile& profile = profiles_[station];
    (bin < kSideBins ? profile.left[size_t(bin)] : profile.right[size_t(bin - kSideBins)]) += in_.points.weights[i];
  }
}

SegmentTree::Nearest SideProfiles::nearest(const Vector3& place, double distance) const {
  const double coordinates[] = {place.x, place.y, place.z};
  return tree_.nearestWithin({coordinates, size_t(in_.points.dimension)}, distance * distance);
}

bool SideProfiles::isNearer(const Vector3& place, double distance) const { return nearest(place, distance).segment != SegmentTree::kNone; }

uint32_t SideProfiles::nodeNear(const Vector3& place, double distance) const {
  const SegmentTree::Nearest found = nearest(place, distance);
  if (found.segment == SegmentTree::kNone) return UINT32_MAX;
  const SidePiece& piece = pieces_[found.segment];
  return squaredDistance(place, in_.nodes[piece.b].place) < squaredDistance(place, in_.nodes[piece.a].place) ? piece.b : piece.a;
}

/// Calls `look` with the profile of each station of the stretch that is so near to this one.
static void forEachAround(const SideStretch& stretch, uint32_t number, uint32_t sight, const auto& look) {
  const uint32_t begin = number - std::min(number - stretch.first, sight), end = std::min(number + sight + 1, stretch.first + stretch.count);
  for (uint32_t i = begin; i < end; ++i) look(i);
}

SideProfile SideProfiles::around(const SideStretch& stretch, uint32_t number, uint32_t sight) const {
  SideProfile sum;
  forEachAround(stretch, number, sight, [&](uint32_t i) {
    for (size_t k = 0; k < kSideBins; ++k) sum.left[k] += profiles_[i].left[k], sum.right[k] += profiles_[i].right[k];
  });
  return sum;
}

int64_t SideProfiles::weightNear(const SideStretch& stretch, uint32_t number, uint32_t sight, int bins) const {
  int64_t sum = 0;
  forEachAround(stretch, number, sight, [&](uint32_t i) {
    for (size_t k = 0; k < size_t(bins); ++k) sum += profiles_[i].left[k] + profiles_[i].right[k];
  });
  return sum;
}

}  // namespace arete
