// Which rows of the files the points of a cloud are.
#pragma once

#include <span>
#include <stop_token>

#include "compute/core/large_vector.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"

namespace arete {

/// The rows of a cloud that no filter has gone through. Rows are those of all files, one after the other, from 0; those that were left out count.
class RowNumbers {
 public:
  explicit RowNumbers(const CloudFile& file);
  /// `leftOut`: which of the rows are no points, ascending.
  RowNumbers(std::span<const uint64_t> leftOut, uint64_t rows);

  uint64_t rows() const { return rows_; }
  bool areAllPoints() const { return before_.empty(); }
  uint64_t rowOf(uint64_t point) const;

 private:
  uint64_t rows_ = 0;
  std::vector<uint64_t> before_;  // for each row that was left out: how many points come before it
};

/// A cloud whose points know their rows.
struct NumberedCloud {
  CloudFile file;
  uint64_t rows = 0;  ///< of the files
  PointList rowOf;    ///< of each point, in their order
};

/// As readFiltered(), to the bit. The points that the filter does not keep are in memory for a while. Throws as that, and Error(badInput) where there
/// are more rows than 32 bits count.
NumberedCloud readNumbered(std::span<const std::filesystem::path> files, const Filter& filter, const ReadOptions& options = {},
                           std::stop_token stop = {}, const ReadProgressFunction& progress = {});

}  // namespace arete
