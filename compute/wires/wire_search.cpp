#include "compute/wires/wire_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/portable_math.h"

namespace arete {

using shared::Vector3;

namespace {

constexpr double kLongestArc = 10, kFlat = 0.012;  // metres; of the radius of curvature
constexpr uint32_t kMostArcs = 1 << 16, kMostCells = 1 << 17;
constexpr double kSmallestCell = 4;
constexpr double kSlack = 1e-6;  // metres: more than what distances err
constexpr double kSurely = 1 + 1e-9;
constexpr int kMostSteps = 12;
constexpr double kNearlyStill = 0.01;  // metres: Newton's next step would be some 1e-8, which changes the distance by its square

}  // namespace

WireSearch::WireSearch(std::span<const Catenary> spans, double swing, const WireBox& box, const StageContext& context) : swing_(swing), box_(box) {
  const shared::SinCos turn = shared::sinCos(swing);
  cosine_ = turn.cos, sine_ = turn.sin;
  for (const Catenary& each : spans) prepare(each);
  makeGrid(context);
}

void WireSearch::prepare(const Catenary& curve) {
  Prepared span{curve, curve.normal()};
  const double length = curve.to - curve.from, steep = std::max(std::abs(curve.slopeAt(curve.from)), std::abs(curve.slopeAt(curve.to)));
  const double step = std::min(kLongestArc, kFlat / std::max(std::abs(curve.curvature) * (1 + steep), 1e-12));
  span.arcs = uint32_t(std::clamp(std::ceil(length / step), 1.0, double(kMostArcs)));
  span.firstArc = uint32_t(arcs_.size()), span.arcsPerLength = span.arcs / std::max(length, 1e-12);
  for (uint32_t i = 0; i < span.arcs; ++i) {
    const double s = curve.from + (i + 0.5) * length / span.arcs, first = curve.slopeAt(s), k = curve.curvature, q = std::sqrt(1 + first * first);
    // y'' = k √(1 + y'²), y''' = k² y', y'''' = k² y''
    arcs_.push_back({s, curve.height(s), first, k * q, k * k * first, k * k * k * q});
  }
  const Vector3 chord = curve.end() - curve.start();
  const double reach = lengthOf(chord);
  if (reach > 0) span.chordAlong = dot(chord, curve.along) / reach, span.chordUp = dot(chord, curve.up) / reach;
  span.startUp = curve.height(curve.from);
  spans_.push_back(span);
}

void WireSearch::turn(const Prepared& span, double& s, double& y, double& off) const {
  // Along the chord, below it and beside the plane; then towards the wire by as much as it swings.
  const double ds = s - span.curve.from, dy = y - span.startUp;
  const double along = ds * span.chordAlong + dy * span.chordUp, below = ds * span.chordUp - dy * span.chordAlong, beside = std::abs(off);
  double nowBelow, nowBeside;
  if (below > 0 && beside * cosine_ <= below * sine_) nowBelow = std::sqrt(below * below + beside * beside), nowBeside = 0;
  else nowBelow = below * cosine_ + beside * sine_, nowBeside = beside * cosine_ - below * sine_;
  s = span.curve.from + along * span.chordAlong + nowBelow * span.chordUp;
  y = span.startUp + along * span.chordUp - nowBelow * span.chordAlong;
  off = nowBeside;
}

void WireSearch::offer(uint32_t number, const Vector3& point, NearestWire& best) const {
  const Prepared& span = spans_[number];
  const Vector3 d = point - span.curve.middle;
  double s = dot(d, span.curve.along), y = dot(d, span.curve.up), off = dot(d, span.normal);
  if (swing_ > 0) turn(span, s, y, off);
  const double beside = off * off;
  if (beside > best.squared) return;
  const Arc* const arcs = arcs_.data() + span.firstArc;
  double t = std::clamp(s, span.curve.from, span.curve.to), rise = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    const double place = (t - span.curve.from) * span.arcsPerLength;
    const Arc& arc = arcs[std::min(span.arcs - 1, uint32_t(place))];
    const double x = t - arc.s;
    rise = arc.y + x * (arc.first + x * (arc.second * (1.0 / 2) + x * (arc.third * (1.0 / 6) + x * (arc.fourth * (1.0 / 24))))) - y;
    const double tilt = arc.first + x * (arc.second + x * (arc.third * (1.0 / 2) + x * (arc.fourth * (1.0 / 6))));
    // The curve lies above its tangents: a point below one is at least as far from the curve as from the tangent.
    if (rise > 0 && span.curve.curvature >= 0 && rise * rise > (best.squared - beside) * (1 + tilt * tilt) * kSurely) return;
    const double curving = arc.second + x * (arc.third + x * (arc.fourth * (1.0 / 2))), slope = 1 + tilt * tilt + rise * curving;
    if (!(slope > 0.25)) {  // near the middle of its circle: there may be two places
      t = nearestAlong(span.curve, s, y, span.curve.from, span.curve.to);
      rise = span.curve.height(t) - y;
      break;
    }
    const double change = ((t - s) + rise * tilt) / slope, next = std::clamp(t - change, span.curve.from, span.curve.to);
    const double moved = next - t;
    t = next;
    if (std::abs(moved) < kNearlyStill) {
      rise += moved * (tilt + moved * curving * (1.0 / 2));
      break;
    }
  }
  const double squared = (t - s) * (t - s) + rise * rise + beside;
  if (squared < best.squared || (squared == best.squared && number < best.span)) best = {number, squared, t};
}

WireSearch::Seen WireSearch::seenFrom(uint32_t number, const Vector3& point) const {
  NearestWire found{NearestWire::kNone, INFINITY, 0};
  offer(number, point, found);
  const double distance = std::sqrt(found.squared);
  if (swing_ > 0 || !(distance > 0)) return {distance, {}, 1, false};
  const Catenary& curve = spans_[number].curve;
  const Vector3 way = (curve.at(found.along) - point) * (1 / distance);
  return {distance, way, std::abs(curve.curvature), curve.curvature >= 0 && dot(way, curve.up) >= 0};
}

bool WireSearch::canBeNearest(const Seen& seen, const Seen& first, double radius) const {
  if (!(seen.distance <= first.distance + 2 * radius + kSlack)) return false;
  const bool isFlat = seen.curvature * (seen.distance + radius) < 0.5;
  if ((!seen.fromBelow && !isFlat) || !(first.distance > 2 * radius)) return true;
  // Seen from below a wire lies behind the plane across the way to it. From above it comes before that plane by its bend, within the 2 radii by
  // which its nearest place can move. The first one is no farther than its place that is nearest to the middle.
  const double bend = radius * radius / (2 * (first.distance - radius)) + (seen.fromBelow ? 0 : 3 * seen.curvature * radius * radius);
  return seen.distance - first.distance <= radius * distance(seen.way, first.way) + bend + kSlack;
}

NearestWire WireSearch::nearestOfAll(const Vector3& point) const {
  NearestWire best{NearestWire::kNone, INFINITY, 0};
  for (uint32_t i = 0; i < spans_.size(); ++i) offer(i, point, best);
  return best;
}

NearestWire WireSearch::nearest(const Vector3& point) const {
  uint32_t cell = 0;
  for (int k = 2; k >= 0; --k) {
    const double place = (point[k] - box_.low[k]) * cellsPerLength_;
    if (!(place >= 0 && place < cells_[k])) return nearestOfAll(point);
    cell = cell * cells_[k] + uint32_t(place);
  }
  const uint32_t list = listOf_[cell];
  NearestWire best{NearestWire::kNone, INFINITY, 0};
  for (uint32_t i = begins_[list]; i < begins_[list + 1]; ++i) offer(members_[i], point, best);
  return best;
}

void WireSearch::descend(const CellRange& range, std::span<const uint32_t> candidates, std::vector<std::vector<uint32_t>>& lists,
                         std::vector<uint32_t>& listOf) const {
  Vector3 centre;
  double squared = 0;
  int widest = 0;
  for (int k = 0; k < 3; ++k) {
    const double low = range.low[k] * cell_, high = range.high[k] * cell_;
    centre.set(k, box_.low[k] + (low + high) / 2), squared += (high - low) * (high - low) / 4;
    if (range.high[k] - range.low[k] > range.high[widest] - range.low[widest]) widest = k;
  }
  std::vector<Seen> seen;
  for (const uint32_t each : candidates) seen.push_back(seenFrom(each, centre));
  const Seen first = *std::ranges::min_element(seen, {}, &Seen::distance);
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (canBeNearest(seen[i], first, std::sqrt(squared))) kept.push_back(uint32_t(i));
  std::ranges::sort(kept, {}, [&](uint32_t i) { return std::pair(seen[i].distance, i); });  // the first is nearest to most points
  for (uint32_t& each : kept) each = candidates[each];
  constexpr size_t kFew = 2;
  if (range.high[widest] - range.low[widest] > 1 && kept.size() > kFew) {
    CellRange below = range, above = range;
    below.high[widest] = above.low[widest] = (range.low[widest] + range.high[widest]) / 2;
    descend(below, kept, lists, listOf);
    descend(above, kept, lists, listOf);
    return;
  }
  lists.push_back(kept);
  for (uint32_t z = range.low[2]; z < range.high[2]; ++z)
    for (uint32_t y = range.low[1]; y < range.high[1]; ++y)
      for (uint32_t x = range.low[0]; x < range.high[0]; ++x) listOf[(size_t(z) * cells_[1] + y) * cells_[0] + x] = uint32_t(lists.size() - 1);
}

void WireSearch::makeGrid(const StageContext& context) {
  if (spans_.empty()) return;
  double extents[3], volume = 1;
  for (int k = 0; k < 3; ++k) extents[k] = std::max(box_.high[k] - box_.low[k], kSmallestCell), volume *= extents[k];
  cell_ = std::max(kSmallestCell, std::cbrt(volume / kMostCells));
  const auto counted = [&] {
    double all = 1;
    for (int k = 0; k < 3; ++k) all *= std::floor(extents[k] / cell_) + 1;
    return all;
  };
  while (counted() > kMostCells) cell_ *= 1.1;
  cellsPerLength_ = 1 / cell_;
  for (int k = 0; k < 3; ++k) cells_[k] = uint32_t(extents[k] / cell_) + 1;
  std::vector<uint32_t> all(spans_.size());
  std::iota(all.begin(), all.end(), 0u);
  listOf_.assign(size_t(cells_[0]) * cells_[1] * cells_[2], 0);
  // A column of cells for each thread in turn; lists are joined in the order of the columns.
  const int wide = cells_[0] >= cells_[1] ? 0 : 1;
  constexpr uint32_t kColumns = 16;
  const uint32_t columns = std::min(kColumns, cells_[wide]);
  std::vector<std::vector<std::vector<uint32_t>>> lists(columns);
  const auto rangeOf = [&](uint32_t column) {
    CellRange range{{0, 0, 0}, {cells_[0], cells_[1], cells_[2]}};
    range.low[wide] = cells_[wide] * column / columns, range.high[wide] = cells_[wide] * (column + 1) / columns;
    return range;
  };
  context.device.threads().forEachRange(columns, 1, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) {
      context.checkStop();
      descend(rangeOf(uint32_t(i)), all, lists[i], listOf_);
    }
  });
  begins_ = {0};
  for (uint32_t column = 0; column < columns; ++column) {
    const auto before = uint32_t(begins_.size() - 1);
    for (const std::vector<uint32_t>& list : lists[column])
      members_.insert(members_.end(), list.begin(), list.end()), begins_.push_back(uint32_t(members_.size()));
    const CellRange range = rangeOf(column);
    for (uint32_t z = range.low[2]; z < range.high[2]; ++z)
      for (uint32_t y = range.low[1]; y < range.high[1]; ++y)
        for (uint32_t x = range.low[0]; x < range.high[0]; ++x) listOf_[(size_t(z) * cells_[1] + y) * cells_[0] + x] += before;
  }
}

}  // namespace arete
