#include "compute/network/side_lines/side_finder.h"

#include <algorithm>
#include <cmath>

#include "compute/network/look/place_box.h"

namespace arete {

using shared::Vector3;

namespace {

/// Excesses in a row.
struct SideRun {
  std::span<const SideExcess> excesses;
  double deviations;
};

/// Nodes of a line among those that were added, and the box of what is near them.
struct AddedLine {
  uint32_t first, count;
  PlaceBox near;

  bool mayBeNear(const Vector3& place) const {
    bool may = true;
    for (int k = 0; k < 3; ++k) may = may && place[k] >= near.low[k] && place[k] <= near.high[k];
    return may;
  }
};

class SideFinder {
 public:
  SideFinder(const SideLinesInput& in, std::span<const SideEdge> edges, const ExcessFinder& excesses, const NearestEdge& nearest)
      : in_(in),
        edges_(edges),
        excesses_(excesses),
        nearest_(nearest),
        shortest_(std::max(in.rules.sideShortest, size_t(std::ceil(in.rules.leaf)))) {}

  SideLines found(const StageContext& context) const;

 private:
  std::vector<SideRun> runs(std::span<const SideExcess> excesses) const;
  std::vector<Vector3> places(const SideRun& run) const;
  void addParts(std::span<const Vector3> places, SideLines& lines, std::vector<AddedLine>& before) const;
  void addLine(std::span<const Vector3> places, SideLines& lines) const;
  void join(std::span<const Vector3> fromEnd, uint32_t end, SideLines& lines) const;

  const SideLinesInput& in_;
  const std::span<const SideEdge> edges_;
  const ExcessFinder& excesses_;
  const NearestEdge& nearest_;
  const size_t shortest_;  ///< stations
};

/// The clearest first.
std::vector<SideRun> SideFinder::runs(std::span<const SideExcess> excesses) const {
  constexpr double kStep = 4;  // bins farther off from one to the next
  const auto goesOn = [&](const SideExcess& one, const SideExcess& next) {
    return one.left == next.left && next.station > one.station && next.station - one.station <= 2 && std::abs(one.off - next.off) <= kStep;
  };
  std::vector<SideRun> runs;
  for (size_t begin = 0, end = 0; begin < excesses.size(); begin = end) {
    double deviations = 0;
    do deviations += excesses[end++].deviations;
    while (end < excesses.size() && goesOn(excesses[end - 1], excesses[end]));
    if (end - begin >= shortest_) runs.push_back({excesses.subspan(begin, end - begin), deviations});
  }
  std::ranges::stable_sort(runs, std::greater(), &SideRun::deviations);
  return runs;
}

std::vector<Vector3> SideFinder::places(const SideRun& run) const {
  constexpr size_t kAround = 2;
  std::vector<Vector3> places;
  for (size_t i = 0; i < run.excesses.size(); ++i) {
    const size_t begin = i - std::min(i, kAround), end = std::min(i + kAround + 1, run.excesses.size());
    double sum = 0;
    for (size_t k = begin; k < end; ++k) sum += run.excesses[k].off;
    places.push_back(excesses_.place(run.excesses[i], sum / double(end - begin)));
  }
  return places;
}

/// Of a line, what is clear of those before.
void SideFinder::addParts(std::span<const Vector3> places, SideLines& lines, std::vector<AddedLine>& before) const {
  constexpr double kApart = 4.0 / 3, kMore = 1 + 1e-9;  // R1; so that rounding hides nothing
  const double apart = kApart * in_.r1, sight = apart * kMore;
  const auto isNear = [&](const RidgeNode& node, const Vector3& place) { return squaredDistance(node.place, place) <= apart * apart; };
  const auto isClear = [&](const Vector3& place) {
    return std::ranges::none_of(before, [&](const AddedLine& line) {
      const auto nodes = std::span(lines.added).subspan(line.first, line.count);
      return line.mayBeNear(place) && std::ranges::any_of(nodes, [&](const RidgeNode& node) { return isNear(node, place); });
    });
  };
  std::vector<AddedLine> parts;  // which do not keep clear of each other
  for (size_t begin = 0; begin < places.size();) {
    size_t end = begin;
    while (end < places.size() && isClear(places[end])) ++end;
    if (end - begin >= shortest_) {
      const auto part = places.subspan(begin, end - begin);
      const auto [low, high] = boxOf(part);
      parts.push_back(
          {uint32_t(lines.added.size()), uint32_t(part.size()), {low - Vector3{sight, sight, sight}, high + Vector3{sight, sight, sight}}});
      addLine(part, lines);
    }
    begin = end + 1;
  }
  before.insert(before.end(), parts.begin(), parts.end());
}

void SideFinder::addLine(std::span<const Vector3> places, SideLines& lines) const {
  const auto first = uint32_t(in_.nodes.size() + lines.added.size()), count = uint32_t(places.size());
  for (uint32_t i = 0; i < count; ++i) {
    const Vector3 tangent = unit(places[std::min(i + 1, count - 1)] - places[i - std::min(i, 1u)]);
    lines.added.push_back({.place = places[i], .tangent = tangent, .radius = in_.r1, .still = true});
    if (i > 0) lines.edges.push_back({first + i - 1, first + i});
  }
  const std::vector<Vector3> turned(places.rbegin(), places.rend());
  join(places, first, lines);
  join(turned, first + count - 1, lines);
}

void SideFinder::join(std::span<const Vector3> fromEnd, uint32_t end, SideLines& lines) const {
  constexpr size_t kBehind = 3;                // nodes: where the end points
  constexpr double kAhead = 2, kFarthest = 3;  // R1
  const Vector3 outwards = unit(fromEnd[0] - fromEnd[std::min(kBehind, fromEnd.size() - 1)]);
  const Vector3 ahead = in_.points.held(fromEnd[0] + outwards * (kAhead * in_.r1));
  const uint32_t edge = nearest_(ahead, kFarthest * in_.r1);
  if (edge == UINT32_MAX) return;
  const uint32_t a = edges_[edge].a, b = edges_[edge].b;
  lines.edges.push_back({squaredDistance(ahead, in_.nodes[b].place) < squaredDistance(ahead, in_.nodes[a].place) ? b : a, end});
}

SideLines SideFinder::found(const StageContext& context) const {
  SideLines lines = noSideLines(in_);
  const std::vector<SideExcess> all = excesses_.all(context);
  std::vector<AddedLine> before;
  for (const SideRun& run : runs(all)) addParts(places(run), lines, before);
  sortEdges(lines.edges, in_.nodes.size() + lines.added.size());
  return lines;
}

}  // namespace

SideLines linesBeside(const SideLinesInput& in, const SideBranches& branches, std::span<const SideProfile> profiles, const NearestEdge& nearest,
                      const StageContext& context) {
  return SideFinder(in, branches.edges(), ExcessFinder(in, branches, profiles, nearest), nearest).found(context);
}

}  // namespace arete
