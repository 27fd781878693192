#include "compute/io/read/row_collector.h"

#include <utility>

namespace arete {

void RowCollector::takeWaiting() {
  if (waitingRows_ == 0) return;
  coordinates_.resize(waitingRows_ * dimension_);
  for (size_t row = 0; row < waitingRows_; ++row) std::copy_n(waiting_.data() + row * values_, dimension_, coordinates_.data() + row * dimension_);
  for (size_t k = 0; keep_ && k < values_; ++k) piece_.kept.append(waiting_.data() + k, waitingRows_, values_);
  const size_t rows = std::exchange(waitingRows_, 0);
  piece_.survey.add(coordinates_);
  if (take_) take_(coordinates_, std::span(waiting_).first(rows * values_));
}

RowPiece RowCollector::take() {
  takeWaiting();
  return std::exchange(piece_, RowPiece(dimension_, values_));
}

void RowCollector::drop() {
  waitingRows_ = 0;
  piece_ = RowPiece(dimension_, values_);
}

}  // namespace arete
