#include "compute/io/read/column_blocks.h"

#include <algorithm>
#include <cmath>

#include "compute/io/read/cursor.h"

namespace arete {

static std::span<const Column> checked(const Source& source, std::span<const Column> columns, uint64_t count, uint64_t size) {
  for (const Column& column : columns) {
    if (count == 0) break;
    const auto last = checkedProduct(count - 1, column.stride);
    const uint64_t bytes = sizeOf(column.type);
    if (!last || column.offset > size || *last > size - column.offset || bytes > size - column.offset - *last)
      source.refuse(atByte(size), "the file ends in the middle of its points", "it was probably cut off: fetch or export it again");
  }
  return columns;
}

/// So many that what a thread reads at a time stays in its cache; rows may be kilobytes long.
static uint64_t blockRowsFor(uint64_t rowBytes) {
  constexpr uint64_t kBlockBytes = 1 << 20, kFewest = 16;
  return std::clamp(kBlockBytes / std::max<uint64_t>(rowBytes, 1), kFewest, RowSource::kBlockRows);
}

std::span<const float> ColumnBlocks::Loaded::floats(size_t columns) const {
  const Column& head = columns_.front();
  const std::byte* const begin = data_.data() + head.offset + first_ * head.stride;
  if (head.stride != columns * sizeof(float) || reinterpret_cast<uintptr_t>(begin) % alignof(float) != 0) return {};
  for (size_t k = 0; k < columns; ++k) {
    const Column& each = columns_[k];
    if (each.type != ScalarType::float32 || each.order != std::endian::native || each.offset != head.offset + k * sizeof(float) ||
        each.stride != head.stride || each.scale != 1 || each.add != 0)
      return {};
  }
  return {reinterpret_cast<const float*>(begin), rows_ * columns};
}

ColumnBlocks::ColumnBlocks(const Source& source, std::span<const Column> columns, size_t kept, uint64_t count)
    : file_(source.file()), count_(count), data_(source.head()) {
  columns = checked(source, columns, count, source.size()).first(std::min(columns.size(), kept));
  columns_.assign(columns.begin(), columns.end());
  begin_ = UINT64_MAX;
  uint64_t bytes = 0;
  for (const Column& column : columns_) {
    begin_ = std::min(begin_, column.offset);
    end_ = std::max(end_, column.offset + sizeOf(column.type));
    bytes += column.stride;
  }
  const uint64_t stride = columns_.front().stride;
  together_ = end_ - begin_ <= stride && std::ranges::all_of(columns_, [&](const Column& column) { return column.stride == stride; });
  blockRows_ = blockRowsFor(together_ ? stride : bytes);
}

ColumnBlocks::ColumnBlocks(const Source& source, LargeVector<std::byte> unpacked, std::span<const Column> columns, size_t kept, uint64_t count)
    : count_(count), unpacked_(std::move(unpacked)), data_(unpacked_) {
  columns = checked(source, columns, count, data_.size()).first(std::min(columns.size(), kept));
  columns_.assign(columns.begin(), columns.end());
}

ColumnBlocks::ColumnBlocks(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count)
    : unpacks_(std::move(unpacks)), columns_(columns.begin(), columns.end()), count_(count) {
  isNarrow_.resize(blocks());
}

void ColumnBlocks::load(size_t block, size_t wanted, Loaded& to) const {
  const uint64_t first = firstOf(block);
  to.rows_ = size_t(rowsOf(block));
  to.columns_ = columns_;
  to.first_ = 0;
  if (unpacks_) {
    to.data_ = unpacks_->block(first, to.rows_);
    if (block < isNarrow_.size() && isNarrow_[block] != 0)
      for (Column& column : to.columns_) column.stride = to.data_.size() / to.rows_;
    return;
  }
  if (file_ == nullptr) {
    to.data_ = data_;
    to.first_ = first;
    return;
  }
  uint64_t end = 0;
  for (size_t k = 0; k < (together_ ? 1 : wanted); ++k) {
    const uint64_t from = together_ ? begin_ : columns_[k].offset, at = end;
    end += (to.rows_ - 1) * columns_[k].stride + (together_ ? end_ - begin_ : sizeOf(columns_[k].type));
    if (to.buffer_.size() < end) to.buffer_.resize(end);
    file_->read(from + first * columns_[k].stride, std::span(to.buffer_).subspan(at, end - at));
    to.columns_[k].offset = at;
  }
  if (together_)
    for (size_t k = 0; k < columns_.size(); ++k) to.columns_[k].offset = columns_[k].offset - begin_;
  to.data_ = to.buffer_;
}

size_t ColumnBlocks::bytesOfFirst(size_t columns) const {
  size_t bytes = 0;
  for (size_t k = 0; k < columns; ++k) bytes = std::max(bytes, size_t(columns_[k].offset) + sizeOf(columns_[k].type));
  return bytes;
}

bool ColumnBlocks::canNarrow(size_t columns) const {
  constexpr double kMost = 0x1p64;
  const auto isFinite = [](const Column& column) {
    return heldType(column.type) != ScalarType::float32 && column.type != ScalarType::float64 &&
           std::isfinite(std::abs(column.scale) * kMost + std::abs(column.add));
  };
  return unpacks_ && count_ > 0 && 2 * bytesOfFirst(columns) <= columns_.front().stride &&
         std::all_of(columns_.begin(), columns_.begin() + ptrdiff_t(columns), isFinite);
}

void ColumnBlocks::narrow(size_t block, size_t columns) {
  unpacks_->narrow(firstOf(block), size_t(rowsOf(block)), bytesOfFirst(columns));
  isNarrow_[block] = 1;
}

void ColumnBlocks::release(size_t block) const {
  if (unpacks_) unpacks_->release(firstOf(block));
}

}  // namespace arete
