#include "compute/wires/bundle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace arete {

namespace {

constexpr size_t kMostConductors = 4;

/// A place across the curve.
struct CrossPlace {
  double beside = 0, up = 0;
};

double squaredApart(const CrossPlace& a, const CrossPlace& b) {
  return (a.beside - b.beside) * (a.beside - b.beside) + (a.up - b.up) * (a.up - b.up);
}

struct CrossGroups {
  std::array<CrossPlace, kMostConductors> centres{};
  std::array<size_t, kMostConductors> counts{};
  double squares = 0;
  size_t count = 1;

  size_t nearestTo(const CrossPlace& place) const {
    size_t best = 0;
    for (size_t c = 1; c < count; ++c)
      if (squaredApart(place, centres[c]) < squaredApart(place, centres[best])) best = c;
    return best;
  }
};

/// Begins on an ellipse of the deviations: two along the longer axis, three and four around.
CrossGroups groupsOf(std::span<const CrossPlace> places, size_t count) {
  CrossGroups groups;
  groups.count = count;
  CrossPlace mean;
  const auto all = double(places.size());
  for (const CrossPlace& p : places) mean.beside += p.beside / all, mean.up += p.up / all;
  double bb = 0, bu = 0, uu = 0;
  for (const CrossPlace& p : places) {
    const double b = p.beside - mean.beside, u = p.up - mean.up;
    bb += b * b / all, bu += b * u / all, uu += u * u / all;
  }
  const double half = (bb - uu) / 2, root = std::sqrt(half * half + bu * bu);
  const double x = half >= 0 ? half + root : bu, y = half >= 0 ? bu : root - half, length = std::sqrt(x * x + y * y);
  const CrossPlace along = length > 0 ? CrossPlace{x / length, y / length} : CrossPlace{1, 0};
  const double major = std::sqrt((bb + uu) / 2 + root), minor = std::sqrt(std::max(0.0, (bb + uu) / 2 - root));
  static constexpr double kBegin[3][kMostConductors][2] = {
      {{1, 0}, {-1, 0}}, {{1, -0.6}, {-1, -0.6}, {0, 1.2}}, {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};  // of two, three and four
  groups.centres[0] = mean;
  for (size_t c = 0; c < count && count > 1; ++c) {
    const double a = kBegin[count - 2][c][0] * major, b = kBegin[count - 2][c][1] * minor;
    groups.centres[c] = {mean.beside + a * along.beside - b * along.up, mean.up + a * along.up + b * along.beside};
  }
  constexpr int kTurns = 12;
  for (int turn = 0; turn < kTurns; ++turn) {
    std::array<CrossPlace, kMostConductors> sums{};
    groups.counts = {}, groups.squares = 0;
    for (const CrossPlace& p : places) {
      const size_t c = groups.nearestTo(p);
      groups.squares += squaredApart(p, groups.centres[c]), ++groups.counts[c];
      sums[c].beside += p.beside, sums[c].up += p.up;
    }
    for (size_t c = 0; c < count; ++c)
      if (groups.counts[c] > 0) groups.centres[c] = {sums[c].beside / double(groups.counts[c]), sums[c].up / double(groups.counts[c])};
  }
  return groups;
}

}  // namespace

Bundle bundleOf(const Catenary& curve, std::span<const shared::Vector3> points, double widest) {
  constexpr double kClear = 4, kLeastSpacing = 0.08, kEven = 0.4;  // deviations; metres; of an even share
  std::vector<CrossPlace> places;
  for (const shared::Vector3& point : points) {
    const OffCatenary off = offCatenary(curve, point);
    if (off.beside * off.beside + off.up * off.up < widest * widest) places.push_back({off.beside, off.up});
  }
  Bundle bundle;
  if (places.empty()) return bundle;
  for (size_t count = 1; count <= kMostConductors; ++count) {
    const CrossGroups groups = groupsOf(places, count);
    const double rmse = std::sqrt(groups.squares / double(places.size())), deviation = rmse / std::sqrt(2.0);
    double nearest = INFINITY, farthest = 0;
    bool isEven = true;
    for (size_t a = 0; a < count; ++a) {
      isEven = isEven && double(groups.counts[a]) * double(count) > kEven * double(places.size());
      for (size_t b = 0; b < a; ++b) {
        const double apart = std::sqrt(squaredApart(groups.centres[a], groups.centres[b]));
        nearest = std::min(nearest, apart), farthest = std::max(farthest, apart);
      }
    }
    // The diagonal of a square is longer than its side.
    if (count > 1 && (!isEven || nearest < std::max(kClear * deviation, kLeastSpacing) || farthest > widest * std::sqrt(2.0))) continue;
    bundle = {uint32_t(count), count > 1 ? nearest : 0, rmse};
  }
  return bundle;
}

}  // namespace arete
