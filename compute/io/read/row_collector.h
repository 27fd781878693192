// Rows that come one by one: gone through once, and kept compactly until they are put where they stay.
// One for each thread that parses, or the one of a CloudBuilder whose reader is alone.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "compute/core/row_survey.h"
#include "compute/io/read/compact_numbers.h"

namespace arete {

/// Rows of finite coordinates, and what is known of them.
struct RowPiece {
  RowPiece(size_t dimension, size_t values) : kept(values), survey(int(dimension)) {}

  CompactNumbers kept;  ///< block i · values + k: column k of some rows
  RowSurvey survey;
  uint64_t pointsInFile = 0, nonFinite = 0;
  uint64_t rows = 0;              ///< with those that cannot be read
  std::vector<uint64_t> leftOut;  ///< of these, from 0
};

class RowCollector {
 public:
  /// `rows`: the same ones, whole.
  using TakeRows = std::function<void(std::span<const double> coordinates, std::span<const double> rows)>;

  /// Rows of `values` numbers, of which the first `dimension` are coordinates. `keep`: false where they only go to `take`, which gets some thousand
  /// rows at a time and may be empty.
  RowCollector(size_t dimension, size_t values, bool keep = true, TakeRows take = {})
      : dimension_(dimension),
        values_(values),
        keep_(keep),
        take_(std::move(take)),
        waiting_(CompactNumbers::kBlock * values),
        piece_(dimension, values) {}

  /// `values` may point to more numbers than are taken.
  void add(const double* values) {
    ++piece_.pointsInFile;
    const uint64_t row = piece_.rows++;
    double spoiled = 0;
    for (size_t k = 0; k < dimension_; ++k) spoiled += values[k] - values[k];
    if (spoiled != 0) {  // NaN: one of them is not finite
      ++piece_.nonFinite;
      piece_.leftOut.push_back(row);
      return;
    }
    std::copy_n(values, values_, waiting_.data() + waitingRows_ * values_);
    if (++waitingRows_ == CompactNumbers::kBlock) takeWaiting();
  }

  /// A row of the file that cannot be read.
  void skip() { piece_.leftOut.push_back(piece_.rows++); }

  uint64_t pointsInFile() const { return piece_.pointsInFile; }
  uint64_t rows() const { return piece_.rows; }
  size_t dimension() const { return dimension_; }
  /// What was added since the last time.
  RowPiece take();
  /// Forgets it.
  void drop();

 private:
  void takeWaiting();

  size_t dimension_, values_;
  bool keep_;
  TakeRows take_;
  std::vector<double> waiting_, coordinates_;
  size_t waitingRows_ = 0;
  RowPiece piece_;
};

}  // namespace arete
