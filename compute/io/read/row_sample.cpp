#include "compute/io/read/row_sample.h"

#include <algorithm>

namespace arete {

void RowSample::add(std::span<const double> rows) {
  const size_t count = rows.size() / dimension_;
  for (; next_ < count; next_ += every_) {
    if (kept_.size() == kSamplePoints * dimension_) {
      thin();
      if (next_ >= count) break;
    }
    const double* row = rows.data() + next_ * dimension_;
    kept_.insert(kept_.end(), row, row + dimension_);
  }
  next_ -= count;
}

/// Keeps every second row; the next row to keep follows in the same spacing.
void RowSample::thin() {
  const size_t rows = kept_.size() / dimension_;
  for (size_t row = 2; row < rows; row += 2) std::copy_n(kept_.data() + row * dimension_, dimension_, kept_.data() + row / 2 * dimension_);
  kept_.resize((rows + 1) / 2 * dimension_);
  if (rows % 2 != 0) next_ += every_;
  every_ *= 2;
}

}  // namespace arete
