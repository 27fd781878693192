#include "compute/cpu/network/row_grid.h"

#include <bit>

#include "compute/cpu/grid/pieces.h"
#include "compute/cpu/grid/radix_sort.h"

namespace arete::cpu {

RowGrid::RowGrid(std::span<const shared::Vector3> places, std::span<const int64_t> weights, int dimension, double smallest,
                 const StageContext& context)
    : dimension_(dimension) {
  rowStarts_ = {0};
  if (places.empty()) return;
  layOut(places, smallest);
  sort(places, weights, context);
}

/// Sides of the cells, and how many there are along each axis.
void RowGrid::layOut(std::span<const shared::Vector3> places, double smallest) {
  constexpr double kRowsOfRadius = 2, kCellsOfRow = 4;
  shared::Vector3 minimum = places[0], maximum = places[0];
  for (const shared::Vector3& place : places)
    for (int k = 0; k < dimension_; ++k) {
      minimum.set(k, std::min(minimum[k], place[k]));
      maximum.set(k, std::max(maximum[k], place[k]));
    }
  const double most = dimension_ == 3 ? 0x1p20 : 0x1p30;  // cells of an axis: those of all axes fit into a key of 64 bits
  const auto axis = [&](int k, double side, int& bits) {
    Axis result{k, minimum[k], std::max(side, (maximum[k] - minimum[k]) / most), 0};
    result.last = std::floor((maximum[k] - minimum[k]) / result.side);
    bits = std::bit_width(uint64_t(result.last));
    return result;
  };
  const double side = smallest / kRowsOfRadius;
  if (dimension_ == 3) column_ = axis(0, side, columnBits_);
  row_ = axis(dimension_ - 2, side, rowBits_);
  along_ = axis(dimension_ - 1, side / kCellsOfRow, alongBits_);
}

void RowGrid::sort(std::span<const shared::Vector3> places, std::span<const int64_t> weights, const StageContext& context) {
  constexpr size_t kReadBeyond = 8;
  const size_t count = places.size();
  Buffer<Keyed<uint64_t>> order(count), spare(count);
  forEachPiece(count, context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const uint64_t column = dimension_ == 3 ? column_.cell(places[i][0]) : 0;
      const uint64_t row = column << rowBits_ | row_.cell(places[i][row_.axis]);
      order[i] = {row << alongBits_ | along_.cell(places[i][along_.axis]), uint32_t(i)};
    }
  });
  radixSort(order, spare, columnBits_ + rowBits_ + alongBits_, context);

  for (Buffer<double>* const list : {&x_, &y_, &weight_}) *list = Buffer<double>(count + kReadBeyond);
  if (dimension_ == 3) z_ = Buffer<double>(count + kReadBeyond);
  index_ = Buffer<uint32_t>(count), alongCell_ = Buffer<uint32_t>(count);
  forEachPiece(count, context, [&](size_t begin, size_t end) {
    for (size_t at = begin; at < end; ++at) {
      const uint32_t i = order[at].index;
      x_[at] = places[i].x, y_[at] = places[i].y, weight_[at] = weights.empty() ? 1 : double(weights[i]);
      if (dimension_ == 3) z_[at] = places[i].z;
      index_[at] = i, alongCell_[at] = uint32_t(order[at].key & ((uint64_t(1) << alongBits_) - 1));
    }
  });
  for (size_t at = count; at < count + kReadBeyond; ++at) {
    x_[at] = y_[at] = weight_[at] = 0;
    if (dimension_ == 3) z_[at] = 0;
  }
  rowStarts_.clear();
  uint64_t before = UINT64_MAX;
  for (size_t at = 0; at < count; ++at) {
    const uint64_t row = order[at].key >> alongBits_;
    if (row == before) continue;
    if (at == 0 || row >> rowBits_ != before >> rowBits_)
      columnCells_.push_back(uint32_t(row >> rowBits_)), columnStarts_.push_back(uint32_t(rowCells_.size()));
    rowCells_.push_back(uint32_t(row & ((uint64_t(1) << rowBits_) - 1))), rowStarts_.push_back(uint32_t(at));
    before = row;
  }
  columnStarts_.push_back(uint32_t(rowCells_.size())), rowStarts_.push_back(uint32_t(count));
}

}  // namespace arete::cpu
