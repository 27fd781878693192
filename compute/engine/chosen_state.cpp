#include "compute/engine/chosen_state.h"

#include <algorithm>

namespace arete {

size_t PointColumn::bytes() const {
  return std::visit([]<class T>(const std::vector<T>& all) { return all.size() * sizeof(T); }, *values);
}

PointColumn PointColumn::subset(std::span<const uint32_t> kept) const {
  return std::visit([&](const auto& all) { return PointColumn{name, picked(all, kept)}; }, *values);
}

size_t ChosenState::bytes() const {
  size_t bytes = points->bytes() + origin->size() * sizeof(uint64_t) + edges->size() * sizeof(Edge);
  for (const PointColumn& column : columns) bytes += column.bytes();
  return bytes;
}

std::vector<Edge> edgesBetween(std::span<const uint32_t> kept, uint32_t count, const std::vector<Edge>& edges) {
  if (edges.empty()) return {};
  std::vector<uint32_t> place(count, UINT32_MAX);
  for (uint32_t i = 0; i < kept.size(); ++i) place[kept[i]] = i;
  std::vector<Edge> result;
  for (const Edge& edge : edges)
    if (place[edge.a] != UINT32_MAX && place[edge.b] != UINT32_MAX) result.push_back({place[edge.a], place[edge.b]});
  return result;
}

ChosenState ChosenState::subset(std::span<const uint32_t> kept) const {
  ChosenState result{points->subset(kept), picked(*origin, kept), {}, edgesBetween(kept, points->size(), *edges)};
  for (const PointColumn& column : columns) result.columns.push_back(column.subset(kept));
  return result;
}

const PointColumn* ChosenState::column(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &PointColumn::name);
  return found == columns.end() ? nullptr : &*found;
}

namespace {

/// The points that two states have in common, as places in both, ascending; and those of `before` that are gone.
struct Match {
  std::vector<uint32_t> inBefore, gone;  // the points in common are the first inBefore.size() of `after`

  Match(const ChosenState& before, const ChosenState& after) {
    const std::vector<uint64_t>&old = *before.origin, &now = *after.origin;
    for (uint32_t i = 0; i < old.size(); ++i) {
      const size_t next = inBefore.size();
      if (next < now.size() && now[next] == old[i]) inBefore.push_back(i);
      else gone.push_back(i);
    }
  }
};

}  // namespace

PointArray previousPoints(const ChosenState& before, const ChosenState& after) {
  if (before.origin == after.origin) return *before.points;
  const Match match(before, after);
  if (match.inBefore.size() == after.origin->size()) return before.points->subset(match.inBefore);
  PointArray previous = *after.points;
  for (uint32_t i = 0; i < match.inBefore.size(); ++i)
    for (int k = 0; k < previous.dimension(); ++k) previous.setCoordinate(i, k, before.points->coordinate(match.inBefore[i], k));
  return previous;
}

PointArray removedPoints(const ChosenState& before, const ChosenState& after) {
  if (before.origin == after.origin) return before.points->subset({});
  return before.points->subset(Match(before, after).gone);
}

}  // namespace arete
