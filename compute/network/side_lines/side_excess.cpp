#include "compute/network/side_lines/side_excess.h"

#include <algorithm>
#include <cmath>

namespace arete {

using shared::Vector3;

namespace {

constexpr int kHalfBand = 4, kFirstBand = 9, kLastBand = 24;  // bins: from its middle to its edge; the least and the greatest middle

void addTo(SideProfile& sum, const SideProfile& one, int64_t times) {
  for (size_t k = 0; k < kSideBins; ++k) sum.left[k] += times * one.left[k], sum.right[k] += times * one.right[k];
}

/// The sum of the profiles of a station and of `sight` stations to either side, for one station of a stretch after the other.
class SideWindow {
 public:
  SideWindow(std::span<const SideProfile> profiles, const SideStretch& stretch, uint32_t first, uint32_t sight)
      : profiles_(profiles), end_(stretch.first + stretch.count), sight_(sight), from_(first - std::min(first - stretch.first, sight)), to_(from_) {}

  const SideProfile& around(uint32_t station) {
    for (const uint32_t to = std::min(station + sight_ + 1, end_); to_ < to; ++to_) addTo(sum_, profiles_[to_], 1);
    for (; from_ + sight_ < station; ++from_) addTo(sum_, profiles_[from_], -1);
    return sum_;
  }

 private:
  const std::span<const SideProfile> profiles_;
  const uint32_t end_, sight_;
  uint32_t from_, to_;
  SideProfile sum_{};
};

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

}  // namespace

/// As seen from one of them.
struct ExcessFinder::Sides {
  const SideSums &here, &mirrored;

  int64_t more(int from, int to) const { return here.of(from, to) - mirrored.of(from, to); }
  int64_t both(int from, int to) const { return here.of(from, to) + mirrored.of(from, to); }
  /// How far off the branch half of the mirrored points are, in bins.
  double spread() const {
    int bins = 0;
    while (bins < kSideBins && 2 * mirrored.of(0, bins) < mirrored.of(0, kSideBins)) ++bins;
    return bins - 0.5;
  }
};

/// Some stations of a branch, and what is found there.
struct ExcessFinder::Piece {
  const SideStretch* stretch;
  uint32_t begin, end;
  std::vector<SideExcess> left, right;
};

Vector3 ExcessFinder::place(const SideExcess& excess, double off) const {
  const SideStation& station = branches_.stations()[excess.station];
  const double distance = off * in_.r1 / kBinsOnR1;
  return in_.points.held(station.place + station.leftwards * (excess.left ? distance : -distance));
}

/// Its middle; 0: none has enough deviations.
int ExcessFinder::clearestBand(const Sides& sides, double& deviations) const {
  constexpr double kSure = 1 - 1e-9;  // what has less than this of the square needs no root, which takes most of the time
  const double enough = in_.rules.sideDeviations * in_.rules.sideDeviations * kSure;
  int middle = 0;
  for (int k = std::max(kFirstBand, int(std::ceil(in_.rules.sideSpread * sides.spread()))); k <= kLastBand; ++k) {
    const auto more = double(sides.more(k - kHalfBand, k + kHalfBand)), both = double(sides.both(k - kHalfBand, k + kHalfBand) + 1);
    if (more <= 0 || more * more < enough * both) continue;
    if (const double found = more / std::sqrt(both); found > deviations) deviations = found, middle = k;
  }
  return deviations < in_.rules.sideDeviations ? 0 : middle;
}

std::optional<SideExcess> ExcessFinder::excessOf(const SideStretch& stretch, uint32_t station, bool left, const Sides& sides) const {
  constexpr double kClear = 0.8;  // of the distance: what is nearer to another place of the network is that one's
  SideExcess best{station, left, 0, 0};
  const int middle = clearestBand(sides, best.deviations);
  if (middle == 0) return {};
  const int64_t more = sides.more(middle - kHalfBand, middle + kHalfBand),
                before = sides.more(middle - 9, middle - 3);  // 8 bins, and the 6 around its near edge
  const bool isCrest = 4 * before < 3 * more;
  if (sides.here.of(middle - kHalfBand, middle + kHalfBand) < in_.rules.sideWeight || !isCrest ||
      double(more) < in_.rules.sideShare * double(sides.both(0, kHalfBand)))
    return {};
  best.off = middle;
  if (nearest_(place(best, middle), kClear * middle * in_.r1 / kBinsOnR1) != UINT32_MAX) return {};
  best.off = centre(stretch, best);
  return best;
}

/// Centre of the excess near its band, of fewer stations, so that it follows the line.
double ExcessFinder::centre(const SideStretch& stretch, const SideExcess& excess) const {
  constexpr int kAround = 6;
  constexpr int64_t kLeast = 5;  // with less the centre is chance
  const SideProfile profile = SideWindow(profiles_, stretch, excess.station, in_.rules.sideNear).around(excess.station);
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

void ExcessFinder::fill(Piece& piece) const {
  SideWindow window(profiles_, *piece.stretch, piece.begin, in_.rules.sideSight);
  for (uint32_t station = piece.begin; station < piece.end; ++station) {
    const SideProfile& profile = window.around(station);
    const SideSums left(profile.left), right(profile.right);
    if (left.of(0, kHalfBand) + right.of(0, kHalfBand) < in_.rules.sideBusy) continue;
    if (const auto excess = excessOf(*piece.stretch, station, true, {left, right})) piece.left.push_back(*excess);
    if (const auto excess = excessOf(*piece.stretch, station, false, {right, left})) piece.right.push_back(*excess);
  }
}

/// So that long branches are shared too.
std::vector<ExcessFinder::Piece> ExcessFinder::pieces() const {
  constexpr uint32_t kMost = 64;  // stations
  std::vector<Piece> pieces;
  for (const SideStretch& stretch : branches_.stretches())
    for (uint32_t begin = stretch.first, end = stretch.first + stretch.count; begin < end; begin += kMost)
      pieces.push_back({&stretch, begin, std::min(begin + kMost, end), {}, {}});
  return pieces;
}

std::vector<SideExcess> ExcessFinder::all(const StageContext& context) const {
  constexpr size_t kGrain = 4;
  std::vector<Piece> pieces = this->pieces();
  context.device.threads().forEachRange(pieces.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) fill(pieces[i]);
  });
  std::vector<SideExcess> all;
  for (size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
    while (end < pieces.size() && pieces[end].stretch == pieces[begin].stretch) ++end;
    const auto ofBranch = std::span(pieces).subspan(begin, end - begin);
    for (const Piece& piece : ofBranch) all.insert(all.end(), piece.left.begin(), piece.left.end());
    for (const Piece& piece : ofBranch) all.insert(all.end(), piece.right.begin(), piece.right.end());
  }
  return all;
}

}  // namespace arete
