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

SegmentTree::SegmentTree(const Polylines& lines) : dimension_(lines.dimension) { build(piecesOf(lines)); }
SegmentTree::SegmentTree(std::vector<double> segments, int dimension) : dimension_(dimension) { build(std::move(segments)); }

void SegmentTree::build(std::vector<double> segments) {
  if (segments.empty()) return;
  const size_t stride = 2 * size_t(dimension_);
  count_ = uint32_t(segments.size() / stride);
  number_.resize(count_);
  std::iota(number_.begin(), number_.end(), 0u);
  nodes_.reserve(2 * count_ / kLeafSegments + 2), boxes_.reserve((2 * count_ / kLeafSegments + 2) * stride);
  std::vector<Middle> middles(count_);
  addNode(segments, 0, count_, middles);
  ends_.resize(segments.size());
  for (size_t i = 0; i < count_; ++i) std::copy_n(&segments[number_[i] * stride], stride, &ends_[i * stride]);
}

/// `middles`: room for those of all segments.
uint32_t SegmentTree::addNode(const std::vector<double>& segments, uint32_t begin, uint32_t end, std::vector<Middle>& middles) {
  const size_t d = size_t(dimension_);
  const auto node = uint32_t(nodes_.size());
  nodes_.push_back({begin, end - begin, 0});
  boxes_.resize(boxes_.size() + 2 * d);
  double* const low = &boxes_[node * 2 * d];
  double* const high = low + d;
  std::copy_n(&segments[number_[begin] * 2 * d], d, low);
  std::copy_n(low, d, high);
  for (uint32_t i = begin; i < end; ++i) {
    const double *const from = &segments[number_[i] * 2 * d], *const to = from + d;
    for (size_t k = 0; k < d; ++k) {
      low[k] = std::min({low[k], from[k], to[k]});
      high[k] = std::max({high[k], from[k], to[k]});
    }
  }
  if (end - begin <= kLeafSegments) return node;
  size_t widest = 0;
  for (size_t k = 1; k < d; ++k)
    if (high[k] - low[k] > high[widest] - low[widest]) widest = k;
  for (uint32_t i = begin; i < end; ++i) {  // side by side, as they are compared again and again
    const double* const from = &segments[number_[i] * 2 * d];
    middles[i] = {from[widest] + from[d + widest], number_[i]};
  }
  const uint32_t half = begin + (end - begin) / 2;
  std::nth_element(middles.begin() + begin, middles.begin() + half, middles.begin() + end,
                   [](const Middle& a, const Middle& b) { return a.twice != b.twice ? a.twice < b.twice : a.number < b.number; });
  for (uint32_t i = begin; i < end; ++i) number_[i] = middles[i].number;
  nodes_[node].count = 0;
  addNode(segments, begin, half, middles);
  const uint32_t right = addNode(segments, half, end, middles);
  nodes_[node].right = right;
  return node;
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
