#include "compute/stages/side_lines.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "compute/network/side_profile.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr int kHalfBand = 4, kFirstBand = 9, kLastBand = 24;  // bins: from its middle to its edge; the least and the greatest middle

/// Sums of the first so many bins of one side.
class SideSums {
 public:
  explicit SideSums(const SideBins& bins) {
    for (size_t k = 0; k < kSideBins; ++k) sums_[k + 1] = sums_[k] + bins[k];
  }
  int64_t of(int from, int to) const { return sums_[size_t(to)] - sums_[size_t(from)]; }

 private:
  std::array<int64_t, kSideBins + 1> sums_{};
};

/// What one side of a branch has more than the other, at a station.
struct Excess {
  uint32_t station;
  bool left;
  double deviations, off;  ///< off the branch, in bins
};

/// Excesses in a row.
struct SideRun {
  std::span<const Excess> excesses;
  double deviations;
};

class SideFinder {
 public:
  SideFinder(const SideLinesInput& in, const StageContext& context)
      : in_(in), context_(context), profiles_(in, context), shortest_(std::max(in.rules.sideShortest, size_t(std::ceil(in.rules.leaf)))) {}

  SideLines found();

 private:
  std::vector<Excess> excesses();
  void addExcesses(const SideStretch& stretch, std::vector<Excess>& found) const;
  std::optional<Excess> excessOf(const SideStretch& stretch, uint32_t station, const SideProfile& profile, bool left, int64_t busy) const;
  double centre(const SideStretch& stretch, const Excess& excess) const;
  std::vector<SideRun> runs(std::span<const Excess> excesses) const;
  std::vector<Vector3> places(const SideRun& run) const;
  Vector3 place(const Excess& excess, double off) const;
  void addParts(std::span<const Vector3> places, SideLines& lines) const;
  void addLine(std::span<const Vector3> places, SideLines& lines) const;
  void join(std::span<const Vector3> fromEnd, uint32_t end, SideLines& lines) const;

  const SideLinesInput& in_;
  const StageContext& context_;
  const SideProfiles profiles_;
  const size_t shortest_;  ///< stations
};

Vector3 SideFinder::place(const Excess& excess, double off) const {
  const SideStation& station = profiles_.station(excess.station);
  const double distance = off * in_.r1 / kBinsOnR1;
  return in_.points.held(station.place + station.leftwards * (excess.left ? distance : -distance));
}

std::optional<Excess> SideFinder::excessOf(const SideStretch& stretch, uint32_t station, const SideProfile& profile, bool left, int64_t busy) const {
  constexpr double kClear = 0.8;  // of the distance: what is nearer to another place of the network is that one's
  const SideSums here(left ? profile.left : profile.right), mirrored(left ? profile.right : profile.left);
  const auto excess = [&](int from, int to) { return here.of(from, to) - mirrored.of(from, to); };
  Excess best{station, left, 0, 0};
  int middle = 0;
  for (int k = kFirstBand; k <= kLastBand; ++k) {
    const double both = double(here.of(k - kHalfBand, k + kHalfBand) + mirrored.of(k - kHalfBand, k + kHalfBand) + 1);
    const double deviations = double(excess(k - kHalfBand, k + kHalfBand)) / std::sqrt(both);
    if (deviations > best.deviations) best.deviations = deviations, middle = k;
  }
  if (middle == 0 || best.deviations < in_.rules.sideDeviations) return {};
  const int64_t more = excess(middle - kHalfBand, middle + kHalfBand),
                before = excess(middle - 9, middle - 3);  // 8 bins, and the 6 around its near edge
  const bool isCrest = 4 * before < 3 * more;
  if (here.of(middle - kHalfBand, middle + kHalfBand) < in_.rules.sideWeight || !isCrest || double(more) < in_.rules.sideShare * double(busy))
    return {};
  best.off = middle;
  if (profiles_.isNearer(place(best, middle), kClear * middle * in_.r1 / kBinsOnR1)) return {};
  best.off = centre(stretch, best);
  return best;
}

/// Centre of the excess near its band, of fewer stations, so that it follows the line.
double SideFinder::centre(const SideStretch& stretch, const Excess& excess) const {
  constexpr int kAround = 6;
  constexpr int64_t kLeast = 5;  // with less the centre is chance
  const SideProfile profile = profiles_.around(stretch, excess.station, in_.rules.sideNear);
  const SideBins &here = excess.left ? profile.left : profile.right, &mirrored = excess.left ? profile.right : profile.left;
  const int middle = int(excess.off);
  int64_t sum = 0, moment = 0;  // twice the moment: of the middles of bins
  for (int k = middle - kAround; k < std::min(middle + kAround, kSideBins); ++k) {
    const int64_t more = here[size_t(k)] - mirrored[size_t(k)];
    sum += more, moment += more * (2 * k + 1);
  }
  if (sum < kLeast) return excess.off;
  return std::clamp(double(moment) / double(2 * sum), excess.off - kAround, excess.off + kAround);
}

void SideFinder::addExcesses(const SideStretch& stretch, std::vector<Excess>& found) const {
  const uint32_t end = stretch.first + stretch.count, sight = in_.rules.sideSight;
  std::vector<Excess> right;
  for (uint32_t station = stretch.first; station < end; ++station) {
    const int64_t busy = profiles_.weightNear(stretch, station, sight, kHalfBand);
    if (busy < in_.rules.sideBusy) continue;
    const SideProfile profile = profiles_.around(stretch, station, sight);
    if (const auto excess = excessOf(stretch, station, profile, true, busy)) found.push_back(*excess);
    if (const auto excess = excessOf(stretch, station, profile, false, busy)) right.push_back(*excess);
  }
  found.insert(found.end(), right.begin(), right.end());
}

/// By branch, then the left side's, then by station.
std::vector<Excess> SideFinder::excesses() {
  constexpr size_t kGrain = 4;
  const auto stretches = profiles_.stretches();
  std::vector<std::vector<Excess>> ofEach(stretches.size());
  context_.device.threads().forEachRange(stretches.size(), kGrain, [&](size_t begin, size_t end, int) {
    context_.checkStop();
    for (size_t i = begin; i < end; ++i) addExcesses(stretches[i], ofEach[i]);
  });
  std::vector<Excess> all;
  for (const std::vector<Excess>& some : ofEach) all.insert(all.end(), some.begin(), some.end());
  return all;
}

/// The clearest first.
std::vector<SideRun> SideFinder::runs(std::span<const Excess> excesses) const {
  constexpr double kStep = 4;  // bins farther off from one to the next
  const auto goesOn = [&](const Excess& one, const Excess& next) {
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
    places.push_back(place(run.excesses[i], sum / double(end - begin)));
  }
  return places;
}

/// Of a line, what is clear of those before.
void SideFinder::addParts(std::span<const Vector3> places, SideLines& lines) const {
  constexpr double kApart = 4.0 / 3;  // R1
  const double apart = kApart * in_.r1;
  const size_t before = lines.added.size();
  const auto isClear = [&](const Vector3& place) {
    return std::ranges::none_of(std::span(lines.added).first(before),
                                [&](const RidgeNode& node) { return squaredDistance(node.place, place) <= apart * apart; });
  };
  for (size_t begin = 0; begin < places.size();) {
    size_t end = begin;
    while (end < places.size() && isClear(places[end])) ++end;
    if (end - begin >= shortest_) addLine(places.subspan(begin, end - begin), lines);
    begin = end + 1;
  }
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
  const uint32_t node = profiles_.nodeNear(in_.points.held(fromEnd[0] + outwards * (kAhead * in_.r1)), kFarthest * in_.r1);
  if (node != UINT32_MAX) lines.edges.push_back({node, end});
}

SideLines SideFinder::found() {
  SideLines lines{.added = {}, .edges = {in_.edges.begin(), in_.edges.end()}};
  const std::vector<Excess> all = excesses();
  for (const SideRun& run : runs(all)) addParts(places(run), lines);
  sortEdges(lines.edges, in_.nodes.size() + lines.added.size());
  return lines;
}

}  // namespace

SideLines sideLines(const SideLinesInput& in, const StageContext& context) {
  if (!in.rules.sideLines || in.edges.empty()) return {.added = {}, .edges = {in.edges.begin(), in.edges.end()}};
  return SideFinder(in, context).found();
}

}  // namespace arete
