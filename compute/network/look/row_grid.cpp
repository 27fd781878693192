#include "compute/network/look/row_grid.h"

#include <algorithm>

#include "compute/core/pieces.h"
#include "compute/core/radix_sort.h"

namespace arete::cpu {

RowGrid::RowGrid(std::span<const shared::Vector3> places, std::span<const int64_t> weights, int dimension, double smallest,
                 const StageContext& context)
    : dimension_(dimension) {
  if (places.empty()) return;
  shared::Vector3 minimum = places[0], maximum = places[0];
  for (const shared::Vector3& place : places)
    for (int k = 0; k < dimension_; ++k) {
      minimum.set(k, std::min(minimum[k], place[k]));
      maximum.set(k, std::max(maximum[k], place[k]));
    }
  const double wider = dimension == 3 ? 2 : 1;  // in space it takes longer to find a row than to read the places in it that are beside the ball
  view_.layout = shared::rowLayout(minimum, maximum, dimension, wider * smallest);
  sort(places, weights, context);
  view_.places = {x_.data(), y_.data(), dimension == 3 ? z_.data() : nullptr, weight_.data()};
  view_.index = index_.data(), view_.alongCells = alongCells_.data();
  view_.columnCells = columnCells_.data(), view_.columnStarts = columnStarts_.data();
  view_.rowCells = rowCells_.data(), view_.rowStarts = rowStarts_.data();
  view_.columns = uint32_t(columnCells_.size());
  view_.rowsOfColumn = uint32_t(view_.layout.row.last) + 1;
  tableRows(places.size());
}

void RowGrid::sort(std::span<const shared::Vector3> places, std::span<const int64_t> weights, const StageContext& context) {
  constexpr size_t kReadBeyond = 8;
  const size_t count = places.size();
  Buffer<Keyed<uint64_t>> order(count), spare(count);
  forEachPiece(count, context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) order[i] = {view_.layout.key(places[i]), uint32_t(i)};
  });
  radixSort(order, spare, view_.layout.bits(), context);

  x_ = Buffer<double>(count + kReadBeyond), y_ = Buffer<double>(count + kReadBeyond), weight_ = Buffer<double>(count + kReadBeyond);
  if (dimension_ == 3) z_ = Buffer<double>(count + kReadBeyond);
  index_ = Buffer<uint32_t>(count), alongCells_ = Buffer<uint32_t>(count);
  const uint64_t alongMask = (uint64_t(1) << view_.layout.along.bits) - 1;
  forEachPiece(count, context, [&](size_t begin, size_t end) {
    for (size_t at = begin; at < end; ++at) {
      const uint32_t i = order[at].index;
      x_[at] = places[i].x, y_[at] = places[i].y, weight_[at] = weights.empty() ? 1 : double(weights[i]);
      if (dimension_ == 3) z_[at] = places[i].z;
      index_[at] = i, alongCells_[at] = uint32_t(order[at].key & alongMask);
    }
  });
  for (size_t at = count; at < count + kReadBeyond; ++at) {
    x_[at] = y_[at] = weight_[at] = 0;
    if (dimension_ == 3) z_[at] = 0;
  }
  findRows([&](size_t at) { return order[at].key >> view_.layout.along.bits; }, count);
}

/// Where rows and columns begin, from each place's row number.
template <class Key>
void RowGrid::findRows(const Key& keyAt, size_t count) {
  const int bits = view_.layout.row.bits;
  uint64_t before = UINT64_MAX;
  for (size_t at = 0; at < count; ++at) {
    const uint64_t row = keyAt(at);
    if (row == before) continue;
    if (at == 0 || row >> bits != before >> bits) columnCells_.push_back(uint32_t(row >> bits)), columnStarts_.push_back(uint32_t(rowCells_.size()));
    rowCells_.push_back(uint32_t(row & ((uint64_t(1) << bits) - 1))), rowStarts_.push_back(uint32_t(at));
    before = row;
  }
  columnStarts_.push_back(uint32_t(rowCells_.size())), rowStarts_.push_back(uint32_t(count));
}

/// Which rows of the box are stored, unless there are many more of them than places.
void RowGrid::tableRows(size_t places) {
  constexpr double kMost = 4, kFew = 1024;  // a place, and in any case
  const double rows = (view_.layout.column.last + 1) * (view_.layout.row.last + 1);
  if (rows > std::max(kMost * double(places), kFew)) return;
  rowsOfBox_.resize(size_t(rows) + 1);
  size_t next = 0;
  for (uint32_t column = 0; column < view_.columns; ++column)
    for (uint32_t row = columnStarts_[column]; row < columnStarts_[column + 1]; ++row)
      for (const size_t at = size_t(columnCells_[column]) * view_.rowsOfColumn + rowCells_[row]; next <= at; ++next) rowsOfBox_[next] = row;
  std::fill(rowsOfBox_.begin() + ptrdiff_t(next), rowsOfBox_.end(), uint32_t(rowCells_.size()));
  view_.rowsOfBox = rowsOfBox_.data();
}

}  // namespace arete::cpu
