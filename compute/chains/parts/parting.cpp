#include "compute/chains/parts/parting.h"

#include <algorithm>

namespace arete::parts {

static constexpr uint32_t kNone = UINT32_MAX;

CellBox CellBox::widened(uint32_t cells) const {
  CellBox wide = *this;
  for (size_t a = 0; a < low.size(); ++a) wide.low[a] -= std::min(low[a], cells), wide.high[a] += cells;
  return wide;
}

bool CellBox::contains(const CellBox& other) const {
  for (size_t a = 0; a < low.size(); ++a)
    if (other.low[a] < low[a] || other.high[a] > high[a]) return false;
  return true;
}

bool CellBox::meets(const CellBox& other) const {
  for (size_t a = 0; a < low.size(); ++a)
    if (other.high[a] <= low[a] || other.low[a] >= high[a]) return false;
  return !empty() && !other.empty();
}

Parting::Parting(const GridShape& shape, uint32_t parts) : nodes_(1), regions_(parts) {
  std::vector<Open> first;
  settle({0, 0, parts, {{}, {shape.count[0], shape.count[1], shape.count[2]}}}, first);
  open_ = std::move(first);
  openOf_.assign(1, open_.empty() ? kNone : 0);
  constexpr size_t kBinsOfFirst = 4096;
  bins_ = kBinsOfFirst;
}

Parting Parting::slabs(const GridShape& shape, int axis, const std::vector<uint32_t>& cuts) {
  Parting parting;
  const auto parts = uint32_t(cuts.size() + 1);
  parting.nodes_.resize(1);
  parting.regions_.resize(parts);
  parting.halve(0, 0, parts, {{}, {shape.count[0], shape.count[1], shape.count[2]}}, axis, cuts);
  return parting;
}

void Parting::halve(uint32_t node, uint32_t first, uint32_t count, const CellBox& box, int axis, const std::vector<uint32_t>& cuts) {
  if (count == 1) {
    nodes_[node].first = first;
    regions_[first] = box;
    return;
  }
  const uint32_t below = count / 2, cut = cuts[first + below - 1], children = uint32_t(nodes_.size());
  nodes_[node] = {axis, cut, children};
  nodes_.resize(nodes_.size() + 2);
  CellBox low = box, high = box;
  low.high[size_t(axis)] = high.low[size_t(axis)] = cut;
  halve(children, first, below, low, axis, cuts);
  halve(children + 1, first + below, count - below, high, axis, cuts);
}

/// A box for one part is that part's region; others are to be cut.
void Parting::settle(const Open& open, std::vector<Open>& next) {
  if (open.parts > 1) {
    next.push_back(open);
    return;
  }
  nodes_[open.node].first = open.part;
  regions_[open.part] = open.box;
}

uint32_t Parting::leafOf(const CellPlace& cell) const {
  uint32_t node = 0;
  while (nodes_[node].axis < kLeaf) node = nodes_[node].first + (cell[size_t(nodes_[node].axis)] < nodes_[node].cut ? 0 : 1);
  return node;
}

void Parting::count(const CellPlace& cell, std::vector<uint64_t>& counts) const {
  const uint32_t place = openOf_[leafOf(cell)];
  if (place == kNone) return;
  const CellBox& box = open_[place].box;
  for (int a = 0; a < GridShape::kAxes; ++a)
    ++counts[(size_t(place) * GridShape::kAxes + size_t(a)) * bins_ + (cell[size_t(a)] - box.low[size_t(a)]) / binWidth(box, a)];
}

Parting::Choice Parting::bestCut(const Open& open, const uint64_t* counts) const {
  Choice best;
  uint64_t longest = 0;
  size_t firstBin = 0, lastBin = 0;
  for (int a = 0; a < GridShape::kAxes; ++a) {
    const uint64_t *const begin = counts + size_t(a) * bins_, *const end = begin + bins_;
    const auto occupied = [](uint64_t count) { return count > 0; };
    const uint64_t* const first = std::find_if(begin, end, occupied);
    if (first == end) continue;
    const uint64_t* last = end - 1;
    while (*last == 0) --last;
    const uint64_t length = uint64_t(last - first + 1) * binWidth(open.box, a);
    if (length > longest) longest = length, best.axis = a, firstBin = size_t(first - begin), lastBin = size_t(last - begin);
  }
  const auto axis = size_t(best.axis);
  const uint32_t width = binWidth(open.box, best.axis), low = open.box.low[axis], high = open.box.high[axis];
  if (longest == 0) {  // without points: anywhere
    best.cut = low + (high - low) / 2;
    return best;
  }
  const uint64_t* const bins = counts + axis * bins_;
  uint64_t total = 0;
  for (size_t bin = firstBin; bin <= lastBin; ++bin) total += bins[bin];
  const double wanted = double(total) * double(open.parts / 2) / double(open.parts);
  double least = -1;
  uint64_t below = 0;
  for (size_t bin = firstBin; bin <= lastBin; ++bin) {
    below += bins[bin];
    const double off = double(below) > wanted ? double(below) - wanted : wanted - double(below);
    if (least < 0 || off < least) least = off, best.cut = uint32_t(std::min<uint64_t>(low + (bin + 1) * uint64_t(width), high));
  }
  return best;
}

void Parting::cut(const std::vector<uint64_t>& counts) {
  constexpr size_t kBinsOfLevel = 1 << 15, kFewestBins = 64, kMostBins = 4096;
  std::vector<Open> next;
  for (size_t i = 0; i < open_.size(); ++i) {
    const Open& open = open_[i];
    const Choice choice = bestCut(open, counts.data() + i * GridShape::kAxes * bins_);
    const auto axis = size_t(choice.axis);
    const auto children = uint32_t(nodes_.size());
    nodes_[open.node] = {choice.axis, choice.cut, children};
    nodes_.resize(nodes_.size() + 2);
    Open first{children, open.part, open.parts / 2, open.box},
        second{children + 1, open.part + open.parts / 2, open.parts - open.parts / 2, open.box};
    first.box.high[axis] = second.box.low[axis] = choice.cut;
    settle(first, next);
    settle(second, next);
  }
  open_ = std::move(next);
  openOf_.assign(nodes_.size(), kNone);
  for (uint32_t i = 0; i < open_.size(); ++i) openOf_[open_[i].node] = i;
  if (!open_.empty()) bins_ = std::clamp(kBinsOfLevel / open_.size(), kFewestBins, kMostBins);
}

}  // namespace arete::parts
