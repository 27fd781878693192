// Columns of a file, block by block, from memory or from the disk: in any order, by any thread, as often as asked.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "compute/core/large_vector.h"
#include "compute/io/read/column.h"
#include "compute/io/read/row_source.h"
#include "compute/io/read/source.h"

namespace arete {

class ColumnBlocks {
 public:
  /// Rows of a block as they lie in the file: a thread's own, used again for block after block.
  class Loaded {
   public:
    size_t rows() const { return rows_; }
    /// Column k into every `outStride`-th double of `out`.
    void copy(size_t k, double* out, size_t outStride) const { copyColumn(data_, columns_[k], first_, rows_, out, outStride); }
    /// The same into those from `at` on, which are of its held type.
    void copy(size_t k, AttributeValues& out, size_t at) const { copyColumn(data_, columns_[k], first_, rows_, out, at); }
    /// The first `columns` columns where they are floats of this machine, side by side with nothing between the rows; else empty.
    std::span<const float> floats(size_t columns) const;

   private:
    friend ColumnBlocks;
    std::vector<std::byte> buffer_;
    std::vector<Column> columns_;  // within data_
    std::span<const std::byte> data_;
    uint64_t first_ = 0;
    size_t rows_ = 0;
  };

  /// No rows.
  ColumnBlocks() = default;
  /// `count` rows of the file itself; only the first `kept` columns are wanted. Refuses columns that reach past its end, whether wanted or not.
  ColumnBlocks(const Source& source, std::span<const Column> columns, size_t kept, uint64_t count);
  /// The same in `unpacked`, which is kept.
  ColumnBlocks(const Source& source, LargeVector<std::byte> unpacked, std::span<const Column> columns, size_t kept, uint64_t count);
  /// `count` rows that are unpacked on demand; all columns have the stride of these rows.
  ColumnBlocks(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count);

  /// Block 0 begins with row `first`; rows from `end` on are not wanted.
  void beginWith(uint64_t first, uint64_t end = UINT64_MAX) {
    base_ = std::min(first, count_);
    count_ = std::clamp(end, base_, count_);
    if (unpacks_) unpacks_->beginWith(base_);
  }
  uint64_t count() const { return count_; }
  /// What an attribute keeps column k in.
  ScalarType heldTypeOf(size_t k) const { return heldType(columns_[k]); }
  size_t blocks() const { return size_t((count_ - base_ + blockRows_ - 1) / blockRows_); }
  uint64_t rowsOf(size_t block) const { return std::min(blockRows_, count_ - firstOf(block)); }
  /// A row of the file.
  uint64_t firstOf(size_t block) const { return base_ + block * blockRows_; }

  /// The columns behind the first `wanted` may be left out.
  void load(size_t block, size_t wanted, Loaded& to) const;
  /// Whether narrow() may be called: rows are unpacked, begin with the first `columns` columns, and all values of these are finite.
  bool canNarrow(size_t columns) const;
  /// Of this block only the first `columns` columns are wanted from now on.
  void narrow(size_t block, size_t columns);
  /// Nobody asks for this block again.
  void release(size_t block) const;

 private:
  const DiskFile* file_ = nullptr;      // null: data_ holds everything
  std::unique_ptr<RowSource> unpacks_;  // or this does
  std::vector<Column> columns_;
  std::vector<uint8_t> isNarrow_;  // by block
  size_t bytesOfFirst(size_t columns) const;
  uint64_t count_ = 0, base_ = 0, blockRows_ = RowSource::kBlockRows;
  uint64_t begin_ = 0, end_ = 0;     // of the columns in the first row
  bool together_ = false;            // all columns of a row lie side by side
  LargeVector<std::byte> unpacked_;  // what was unpacked before
  std::span<const std::byte> data_;
};

}  // namespace arete
