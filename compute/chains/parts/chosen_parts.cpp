#include "compute/chains/parts/chosen_parts.h"

#include "compute/chains/grid/cell_grid.h"
#include "compute/chains/parts/parting.h"

namespace arete::cpu {

namespace {

constexpr size_t kPiece = 1 << 14;

/// By some of the points: even enough, and the same everywhere.
template <class T>
parts::Parting partingOf(const PointsView<T>& points, const CellGrid& grid, const GridShape& shape, uint32_t count) {
  constexpr uint64_t kCounted = 1 << 16;
  const uint64_t wanted = std::min<uint64_t>(points.count, kCounted);
  parts::Parting parting(shape, count);
  while (parting.open()) {
    std::vector<uint64_t> counts = parting.counts();
    for (uint64_t i = 0; i < wanted; ++i)
      parting.count(grid.cellOf(points.point(uint32_t(points.count * i / wanted)), points.coordinateStride).at, counts);
    parting.cut(counts);
  }
  return parting;
}

struct Found {
  uint32_t part, slot;
  Owner owner;
};

template <class T>
class Divider {
 public:
  Divider(const PointsView<T>& points, double reach, const PartRange& parts)
      : points_(points),
        parts_(parts),
        shape_(gridShape(points, reach * (1 + 2 * CellGrid::kSlack), nullptr)),
        grid_(shape_),
        parting_(partingOf(points, grid_, shape_, parts.all)) {}

  std::vector<KnownChosen> divide(const StageContext& context) const {
    std::vector<std::vector<Found>> found((points_.count + kPiece - 1) / kPiece);
    context.device.threads().forEachRange(points_.count, kPiece, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t slot = begin; slot < end; ++slot) find(uint32_t(slot), found[begin / kPiece]);
    });
    std::vector<KnownChosen> known(parts_.count);
    for (const auto& piece : found)
      for (const Found& each : piece) {
        known[each.part - parts_.first].slots.push_back(each.slot);
        known[each.part - parts_.first].owners.push_back(each.owner);
      }
    for (uint32_t i = 0; i < parts_.count; ++i) known[i].neighbours = neighboursOf(parts_.first + i);
    return known;
  }

 private:
  void find(uint32_t slot, std::vector<Found>& found) const {
    const parts::CellPlace cell = grid_.cellOf(points_.point(slot), points_.coordinateStride).at;
    const parts::CellBox around = parts::CellBox::around(cell, 1);
    if (parts_.count == 1 && !parting_.region(parts_.first).meets(around)) return;
    const uint32_t home = parting_.home(cell);
    bool near = false;
    parting_.forEachHome(around, [&](uint32_t part) { near = near || part != home; });
    parting_.forEachHome(around, [&](uint32_t part) {
      if (part < parts_.first || part >= parts_.first + parts_.count) return;
      found.push_back({part, slot, part != home ? Owner::another : near ? Owner::selfNear : Owner::self});
    });
  }

  std::vector<uint32_t> neighboursOf(uint32_t part) const {
    std::vector<uint32_t> neighbours;
    if (parting_.region(part).empty()) return neighbours;
    parting_.forEachHome(parting_.region(part).widened(1), [&](uint32_t other) {
      if (other != part) neighbours.push_back(other);
    });
    return neighbours;
  }

  const PointsView<T> points_;
  const PartRange parts_;
  const GridShape shape_;
  const CellGrid grid_;
  const parts::Parting parting_;
};

}  // namespace

std::vector<KnownChosen> dividedChosen(const PointArray& chosen, double reach, const PartRange& parts, const StageContext& context) {
  if (chosen.empty()) return std::vector<KnownChosen>(parts.count);
  return withScalarType(chosen.scalar(), [&]<class T>() { return Divider<T>(chosen.view<T>(), reach, parts).divide(context); });
}

}  // namespace arete::cpu
