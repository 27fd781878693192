#include "compute/io/read/column_blocks.h"

#include <algorithm>

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

ColumnBlocks::ColumnBlocks(const Source& source, std::span<const Column> columns, size_t kept, uint64_t count)
    : file_(source.file()), count_(count), data_(source.head()) {
  columns = checked(source, columns, count, source.size()).first(std::min(columns.size(), kept));
  columns_.assign(columns.begin(), columns.end());
  here_ = columns_;
  begin_ = UINT64_MAX;
  for (const Column& column : columns_) {
    begin_ = std::min(begin_, column.offset);
    end_ = std::max(end_, column.offset + sizeOf(column.type));
  }
  const uint64_t stride = columns_.front().stride;
  together_ = end_ - begin_ <= stride && std::ranges::all_of(columns_, [&](const Column& column) { return column.stride == stride; });
}

ColumnBlocks::ColumnBlocks(const Source& source, std::vector<std::byte> unpacked, std::span<const Column> columns, size_t kept, uint64_t count)
    : count_(count), buffer_(std::move(unpacked)), data_(buffer_) {
  columns = checked(source, columns, count, data_.size()).first(std::min(columns.size(), kept));
  columns_.assign(columns.begin(), columns.end());
  here_ = columns_;
}

ColumnBlocks::ColumnBlocks(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count)
    : unpacks_(std::move(unpacks)), columns_(columns.begin(), columns.end()), here_(columns_), count_(count) {}

size_t ColumnBlocks::load(uint64_t first, size_t wanted, bool last) {
  rowsHere_ = size_t(std::min(kRows, count_ - first));
  if (unpacks_) {
    data_ = unpacks_->block(first, rowsHere_, last);
    return rowsHere_;
  }
  if (file_ == nullptr) {
    firstHere_ = first;
    return rowsHere_;
  }
  uint64_t end = 0;
  for (size_t k = 0; k < (together_ ? 1 : wanted); ++k) {
    const uint64_t from = together_ ? begin_ : columns_[k].offset, at = end;
    end += (rowsHere_ - 1) * columns_[k].stride + (together_ ? end_ - begin_ : sizeOf(columns_[k].type));
    if (buffer_.size() < end) buffer_.resize(end);
    file_->read(from + first * columns_[k].stride, std::span(buffer_).subspan(at, end - at));
    here_[k].offset = at;
  }
  if (together_)
    for (size_t k = 0; k < here_.size(); ++k) here_[k].offset = columns_[k].offset - begin_;
  data_ = buffer_;
  return rowsHere_;
}

}  // namespace arete
