#include "compute/network/graph/beside_search.h"

namespace arete::cpu {

using shared::Vector3;

std::span<const Beside> BesideSearch::around(const Branch& branch, double width, double narrow) {
  for (const uint32_t slot : taken_) slots_[slot] = kFree;
  taken_.clear(), found_.clear();
  for (size_t i = 0; i + 1 < branch.nodes.size(); ++i) {
    const shared::BranchEdge edge = edgeOf(nodes_, branch, i);
    if (edge.length == 0) continue;
    look(edge, points_.dimension == 2 ? stripOf(branch, i, width) : shared::EdgeStrip{}, width, narrow);
  }
  return found_;
}

void BesideSearch::look(const shared::BranchEdge& edge, const shared::EdgeStrip& strip, double width, double narrow) {
  const Vector3 middle = edge.middle();
  const double reach = edge.reach(width), most = width * width;
  const auto visit = [&](uint32_t point) {
    const Beside beside = besideOf(edge, points_, point);
    if (beside.squared <= most) offer(beside);
  };
  if (points_.dimension == 3) {
    look_.grid(reach).visitBall(middle, reach, [&](uint32_t point, double) { visit(point); });
    return;
  }
  const shared::RowView& grid = look_.grid(narrow).view();
  visitStrip(grid, strip, [&](uint32_t at) {
    if (squaredDistance(grid.place<2>(at), middle) <= reach * reach) visit(grid.index[at]);
  });
}

/// Holds every point within the width whose nearest place on the branch is on this edge.
shared::EdgeStrip BesideSearch::stripOf(const Branch& branch, size_t i, double width) const {
  const auto place = [&](size_t at) -> const Vector3& { return nodes_[branch.nodes[at]].place; };
  const Vector3 &from = place(i), &to = place(i + 1), edge = to - from;
  const double before = i == 0 ? width : shared::beyondVertex(edge, from - place(i - 1), width);
  const double after = i + 2 == branch.nodes.size() ? width : shared::beyondVertex(edge, place(i + 2) - to, width);
  return shared::stripAcross(from, to, before, after, width);
}

void BesideSearch::offer(const Beside& beside) {
  const size_t slot = slotOf(beside.point);
  if (slots_[slot] == kFree) {
    slots_[slot] = uint32_t(found_.size());
    found_.push_back(beside), taken_.push_back(uint32_t(slot));
    if (2 * found_.size() > slots_.size()) grow();
  } else if (Beside& before = found_[slots_[slot]]; beside.isBefore(before)) {
    before = beside;
  }
}

/// The slot of the point, or the free one that it would get.
size_t BesideSearch::slotOf(uint32_t point) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = (point * 0x9E3779B1u >> 7) & mask;
  while (slots_[slot] != kFree && found_[slots_[slot]].point != point) slot = (slot + 1) & mask;
  return slot;
}

void BesideSearch::grow() {
  slots_.assign(2 * slots_.size(), kFree);
  for (uint32_t i = 0; i < found_.size(); ++i) {
    taken_[i] = uint32_t(slotOf(found_[i].point));
    slots_[taken_[i]] = i;
  }
}

}  // namespace arete::cpu
