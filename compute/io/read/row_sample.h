// An evenly spread sample of the rows read so far, for a picture while the rest is read.
#pragma once

#include <span>
#include <vector>

#include "compute/io/read_cloud.h"

namespace arete {

class RowSample {
 public:
  explicit RowSample(size_t dimension) : dimension_(dimension) {}

  void add(std::span<const double> rows);
  /// At most kSamplePoints rows, and at least half as many if the file has them.
  std::span<const double> rows() const { return kept_; }

 private:
  void thin();

  size_t dimension_, every_ = 1;
  size_t next_ = 0;  // of the rows to come, the first that is kept
  std::vector<double> kept_;
};

}  // namespace arete
