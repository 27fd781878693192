#include "compute/chains/parts/near_chosen.h"

#include <numeric>

namespace arete::cpu {

NearChosen::NearChosen(const PointArray& chosen, const GridShape& shape, const parts::Parting& parting, Partition partition, const PartRange& range,
                       const StageContext& context) {
  if (range.all == 1 || partition == Partition::dealt) {
    lists_.resize(1);
    lists_[0].resize(chosen.size());
    std::iota(lists_[0].begin(), lists_[0].end(), 0u);
    return;
  }
  lists_.resize(range.count);
  const CellGrid grid(shape);
  StopTicker checkStop(context);
  withScalarType(chosen.scalar(), [&]<class T>() {
    const PointsView<T> points = chosen.view<T>();
    for (uint32_t slot = 0; slot < points.count; ++slot) {
      checkStop();
      const parts::CellPlace cell = grid.cellOf(points.point(slot), points.coordinateStride).at;
      parting.forEachHome(parts::CellBox::around(cell, 1), [&](uint32_t part) {
        if (part >= range.first && part < range.first + range.count) lists_[part - range.first].push_back(slot);
      });
    }
  });
}

std::vector<uint8_t> keepSlots(std::vector<uint32_t>& present, std::span<const uint32_t> kept, size_t slots) {
  std::vector<uint32_t> left;
  left.reserve(kept.size());
  std::vector<uint8_t> stays(slots);
  for (const uint32_t place : kept) left.push_back(present[place]), stays[present[place]] = 1;
  present = std::move(left);
  return stays;
}

}  // namespace arete::cpu
