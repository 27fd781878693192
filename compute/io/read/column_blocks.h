// Columns of a file, some rows at a time, from memory or from the disk: as often as asked.
#pragma once

#include <memory>
#include <vector>

#include "compute/io/read/column.h"
#include "compute/io/read/row_source.h"
#include "compute/io/read/source.h"

namespace arete {

class ColumnBlocks {
 public:
  static constexpr uint64_t kRows = RowSource::kBlockRows;

  /// Nothing: no rows.
  ColumnBlocks() = default;
  ColumnBlocks(ColumnBlocks&&) = default;
  ColumnBlocks& operator=(ColumnBlocks&&) = default;
  /// `count` rows of the file itself; of the columns the first `kept` are wanted. Refuses columns that reach past its end, whether wanted or not.
  ColumnBlocks(const Source& source, std::span<const Column> columns, size_t kept, uint64_t count);
  /// The same in `unpacked`, which is kept.
  ColumnBlocks(const Source& source, std::vector<std::byte> unpacked, std::span<const Column> columns, size_t kept, uint64_t count);

  /// `count` rows that are unpacked as they are asked for; all columns have their stride.
  ColumnBlocks(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count);

  uint64_t count() const { return count_; }
  /// At most kRows rows from `first` on; the columns behind the first `wanted` may be left out. `last`: nobody asks for these rows, or those before
  /// them, again. Returns how many rows they are.
  size_t load(uint64_t first, size_t wanted, bool last);
  /// Column k of the rows loaded into every `outStride`-th double of `out`.
  void copy(size_t k, double* out, size_t outStride) const { copyColumn(data_, here_[k], firstHere_, rowsHere_, out, outStride); }

 private:
  const DiskFile* file_ = nullptr;      // null: data_ holds everything
  std::unique_ptr<RowSource> unpacks_;  // or this does
  std::vector<Column> columns_, here_;
  uint64_t count_ = 0, begin_ = 0, end_ = 0;  // end_: after the first row
  bool together_ = false;                     // all columns of a row lie side by side
  std::vector<std::byte> buffer_;             // the block, or what was unpacked
  std::span<const std::byte> data_;
  uint64_t firstHere_ = 0;
  size_t rowsHere_ = 0;
};

}  // namespace arete
