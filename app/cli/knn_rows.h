// Answers about points become answers about the rows of their files: what counts points, counts rows.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "compute/core/large_vector.h"

namespace arete::cli {

/// In the place of an index or a distance where a row of the queries is no point, or one that the filter does not keep.
template <class T>
inline constexpr T kNoAnswer = std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN() : std::numeric_limits<T>::max();

/// Which rows of their files queries and reference points are.
struct RowsOfBoth {
  const PointList& reference;
  const PointList& queries;
  uint64_t queryRows = 0;
};

/// Rows of an answer, in the order of points, as rows of a table for a file.
template <class T>
class AnswersByRow {
 public:
  explicit AnswersByRow(size_t k) : k_(k) {}

  /// Those of the next point, which is in this row.
  void add(uint64_t row, std::span<const T> values) {
    fillTo(row);
    rows_.insert(rows_.end(), values.begin(), values.end());
    ++next_;
  }
  /// There are no more points before this row.
  void fillTo(uint64_t row) {
    rows_.resize(rows_.size() + (row - next_) * k_, kNoAnswer<T>);
    next_ = row;
  }
  /// What was added since the last time.
  std::vector<T> take() { return std::exchange(rows_, {}); }

 private:
  size_t k_;
  uint64_t next_ = 0;
  std::vector<T> rows_;
};

}  // namespace arete::cli
