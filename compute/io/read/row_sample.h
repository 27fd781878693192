// Some of the rows that were read so far, spread evenly over them: for a picture while the rest comes.
#pragma once

#include <span>
#include <vector>

#include "compute/io/read_cloud.h"

namespace arete {

class RowSample {
 public:
  explicit RowSample(size_t dimension) : dimension_(dimension) {}

  void add(std::span<const double> rows);
  /// At most kSamplePoints rows, at least half as many where there are.
  std::span<const double> rows() const { return kept_; }

 private:
  void thin();

  size_t dimension_, every_ = 1;
  size_t next_ = 0;  // of the rows to come, the first that is kept
  std::vector<double> kept_;
};

}  // namespace arete
