// Tree of bounding boxes over segments: halves at the median middle along the widest axis, depth first, the nearer child looked at first.
// Memory: 16·d bytes a segment and about as much again for the boxes. Loses to a uniform grid for short segments spread evenly.
#include "compute/core/segment_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace arete {

static constexpr uint32_t kLeafSegments = 6;
static constexpr size_t kDeepest = 64;  // halving 2^32 segments goes 32 levels down

static std::vector<double> piecesOf(const Polylines& lines) {
  std::vector<double> pieces;
  const auto add = [&](std::span<const double> a, std::span<const double> b) {
    pieces.insert(pieces.end(), a.begin(), a.end());
    pieces.insert(pieces.end(), b.begin(), b.end());
  };
  for (size_t line = 0; line < lines.size(); ++line) {
    const size_t vertices = lines.vertexCount(line);
    if (vertices == 1) add(lines.vertex(line, 0), lines.vertex(line, 0));
    for (size_t v = 0; v + 1 < vertices; ++v) add(lines.vertex(line, v), lines.vertex(line, v + 1));
    if (lines.closed[line] && vertices > 2) add(lines.vertex(line, vertices - 1), lines.vertex(line, 0));
  }
  return pieces;
}

SegmentTree::SegmentTree(const Polylines& lines) : dimension_(lines.dimension) { build(piecesOf(lines), nullptr); }
SegmentTree::SegmentTree(std::vector<double> segments, int dimension) : dimension_(dimension) { build(segments, nullptr); }
SegmentTree::SegmentTree(std::vector<double> segments, int dimension, ThreadPool& threads) : dimension_(dimension) { build(segments, &threads); }

/// How many nodes a tree of so many segments has, and one of one more: so each part knows where its nodes are before those before it are made.
static std::pair<uint32_t, uint32_t> nodesOfTrees(uint32_t segments) {
  if (segments < kLeafSegments) return {1, 1};
  const auto [half, more] = nodesOfTrees(segments / 2);
  const uint32_t even = 1 + 2 * half, odd = 1 + half + more, nextEven = 1 + 2 * more;
  if (segments == kLeafSegments) return {1, odd};
  return segments % 2 == 0 ? std::pair(even, odd) : std::pair(odd, nextEven);
}

void SegmentTree::build(const std::vector<double>& segments, ThreadPool* threads) {
  if (segments.empty()) return;
  const size_t stride = 2 * size_t(dimension_);
  count_ = uint32_t(segments.size() / stride);
  number_.resize(count_);
  std::iota(number_.begin(), number_.end(), 0u);
  const uint32_t nodes = nodesOfTrees(count_).first;
  nodes_.resize(nodes), boxes_.resize(nodes * stride), ends_.resize(segments.size());
  std::vector<Middle> middles(count_);
  const Building from{segments, middles};
  const Part root{0, 0, count_};
  if (threads == nullptr || threads->size() == 1) return fill(root, from);
  const std::vector<Part> parts = splitByThreads(root, from, *threads);
  threads->forEachRange(parts.size(), 1, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) fill(parts[i], from);
  });
}

/// Parts that threads fill side by side, some for each.
std::vector<SegmentTree::Part> SegmentTree::splitByThreads(const Part& root, const Building& from, ThreadPool& threads) {
  constexpr uint32_t kWorthwhile = 256;  // segments: less is quicker than a hand-over
  constexpr size_t kEach = 2;
  std::vector<Part> parts = {root};
  while (parts.size() < kEach * size_t(threads.size()) && parts.front().size() > kWorthwhile) {
    std::vector<Part> halves(2 * parts.size());
    threads.forEachRange(parts.size(), 1, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) {
        Part both[2];
        split(parts[i], from, both);
        std::copy_n(both, 2, &halves[2 * i]);
      }
    });
    parts = std::move(halves);
  }
  return parts;
}

void SegmentTree::fill(const Part& part, const Building& from) {
  Part halves[2];
  if (split(part, from, halves)) return fill(halves[0], from), fill(halves[1], from);
  const size_t stride = 2 * size_t(dimension_);
  for (size_t i = part.begin; i < part.end; ++i) std::copy_n(&from.segments[number_[i] * stride], stride, &ends_[i * stride]);
}

/// The box around these segments of dimension D, or of `d` where D is 0. With D known it is in registers until it is written.
template <int D>
static void writeBox(const double* segments, std::span<const uint32_t> numbers, size_t d, double* box) {
  if constexpr (D > 0) d = D;
  const double* const first = segments + numbers[0] * 2 * d;
  double own[D > 0 ? 2 * D : 1];
  double* const low = D > 0 ? own : box;
  double* const high = low + d;
  for (size_t k = 0; k < d; ++k) low[k] = high[k] = first[k];
  for (const uint32_t number : numbers) {
    const double *const from = segments + number * 2 * d, *const to = from + d;
    for (size_t k = 0; k < d; ++k) {
      low[k] = std::min({low[k], from[k], to[k]});
      high[k] = std::max({high[k], from[k], to[k]});
    }
  }
  if constexpr (D > 0) std::copy_n(own, 2 * D, box);
}

/// Writes the part's box, and says along which axis it is longest.
size_t SegmentTree::widestAxis(const Part& part, const std::vector<double>& segments) {
  const size_t d = size_t(dimension_);
  double* const low = &boxes_[part.node * 2 * d];
  const double* const high = low + d;
  const auto write = d == 2 ? writeBox<2> : d == 3 ? writeBox<3> : writeBox<0>;
  write(segments.data(), std::span(number_).subspan(part.begin, part.size()), d, low);
  size_t widest = 0;
  for (size_t k = 1; k < d; ++k)
    if (high[k] - low[k] > high[widest] - low[widest]) widest = k;
  return widest;
}

/// Writes the part's node and box. False: it is a leaf.
bool SegmentTree::split(const Part& part, const Building& from, Part (&halves)[2]) {
  const size_t d = size_t(dimension_), widest = widestAxis(part, from.segments);
  nodes_[part.node] = {part.begin, part.size(), 0};
  if (part.size() <= kLeafSegments) return false;
  std::vector<Middle>& middles = from.middles;
  for (uint32_t i = part.begin; i < part.end; ++i) {  // side by side, as they are compared again and again
    const double* const ends = &from.segments[number_[i] * 2 * d];
    middles[i] = {ends[widest] + ends[d + widest], number_[i]};
  }
  const uint32_t half = part.begin + part.size() / 2;
  std::nth_element(middles.begin() + part.begin, middles.begin() + half, middles.begin() + part.end,
                   [](const Middle& a, const Middle& b) { return a.twice != b.twice ? a.twice < b.twice : a.number < b.number; });
  for (uint32_t i = part.begin; i < part.end; ++i) number_[i] = middles[i].number;
  halves[0] = {part.node + 1, part.begin, half};
  halves[1] = {part.node + 1 + nodesOfTrees(halves[0].size()).first, half, part.end};
  nodes_[part.node] = {part.begin, 0, halves[1].node};
  return true;
}

SegmentTree::Nearest SegmentTree::nearest(std::span<const double> point, uint32_t hint) const {
  Nearest best;
  if (empty()) return best;
  if (hint != kNone) best = {view().squaredDistanceTo(point.data(), hint), hint};
  return nearerThan(best, point);
}

SegmentTree::Nearest SegmentTree::nearestWithin(std::span<const double> point, double squaredDistance) const {
  if (empty()) return {};
  const Nearest found = nearerThan({squaredDistance, kNone}, point);
  return found.segment == kNone ? Nearest() : found;
}

SegmentTree::Nearest SegmentTree::nearerThan(Nearest best, std::span<const double> point) const {
  const auto search = [&]<int D>() {
    const auto [squared, segment] = view().nearer<D>({best.squaredDistance, best.segment}, point.data());
    return Nearest{squared, segment};
  };
  switch (dimension_) {
    case 2: return search.operator()<2>();
    case 3: return search.operator()<3>();
    default: return search.operator()<0>();
  }
}

void SegmentTree::forEachWithin(std::span<const double> point, double radius, const std::function<void(uint32_t)>& found) const {
  if (empty()) return;
  uint32_t stack[kDeepest];
  size_t depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const uint32_t node = stack[--depth];
    if (view().squaredDistanceToBox(point.data(), node, radius * radius) > radius * radius) continue;
    const shared::SegmentNode& at = nodes_[node];
    for (uint32_t i = at.first; i < at.first + at.count; ++i)
      if (view().squaredDistanceTo(point.data(), i) <= radius * radius) found(number_[i]);
    if (at.count > 0) continue;
    stack[depth++] = node + 1;
    stack[depth++] = at.right;
  }
}

}  // namespace arete
