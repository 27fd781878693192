// The neighbours of one query, found in any order, sorted at the end.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/neighbours/knn/nearest_keys.h"

namespace arete::cpu {

template <class T>
class FoundRow {
 public:
  /// Room for this many, and for one that add() leaves out.
  void start(size_t room) {
    if (keys_.size() <= room) keys_.resize(room + 1);
    count_ = 0;
  }
  /// Where it is not wanted, the next one takes its place: without a branch, which nobody could predict.
  void add(T squared, uint32_t index, bool isWanted) {
    keys_[count_] = nearestKey(squared, index);
    count_ += isWanted ? 1 : 0;
  }
  /// Nearest first, ties by lower index.
  void write(uint32_t* indices, T* distances) {
    std::sort(keys_.begin(), keys_.begin() + ptrdiff_t(count_));
    for (size_t i = 0; i < count_; ++i) indices[i] = uint32_t(keys_[i]), distances[i] = squaredOf<T>(keys_[i]);
  }

 private:
  std::vector<NearestKey<T>> keys_;
  size_t count_ = 0;
};

}  // namespace arete::cpu
