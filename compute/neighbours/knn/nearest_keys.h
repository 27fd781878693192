// The k nearest so far, each as one integer made of its squared distance and its index: ties order themselves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace arete::cpu {

/// Squared distances are not negative, so their bits compare as they do.
template <class T>
using NearestKey = std::conditional_t<sizeof(T) == 4, uint64_t, unsigned __int128>;

template <class T>
NearestKey<T> nearestKey(T squared, uint32_t index) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  return NearestKey<T>(std::bit_cast<Bits>(squared)) << 32 | index;
}
template <class T>
T squaredOf(NearestKey<T> key) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  return std::bit_cast<T>(Bits(key >> 32));
}

/// Small k: sorted by insertion. Larger k: entries are only collected, and cut down to the k nearest whenever there are twice as
/// many: constant time for a point on average.
/// Lists of different threads lie on cache lines of their own.
template <class T>
class alignas(128) NearestKeys {
 public:
  using Key = NearestKey<T>;

  void start(uint32_t k, uint32_t leftOut) {
    k_ = k;
    leftOut_ = leftOut;
    count_ = 0;
    worst_ = std::numeric_limits<T>::infinity();
    last_ = ~Key(0);
    const size_t size = k <= kSorted ? 2 * kSorted : 2 * size_t(k);
    if (keys_.size() < size) keys_.resize(size);
    if (k <= kSorted) std::fill_n(keys_.begin(), k, ~Key(0));
  }

  /// Continues a list that finish() has written.
  void startFrom(uint32_t k, uint32_t leftOut, const uint32_t* indices, const T* distances) {
    start(k, leftOut);
    for (uint32_t i = 0; i < k && indices[i] != UINT32_MAX; ++i) keys_[count_++] = nearestKey(distances[i], indices[i]);
    if (count_ < k) return;
    last_ = keys_[k - 1];
    worst_ = squaredOf<T>(last_);
  }

  /// A point farther than this cannot enter the list; an equally far one can if its index is low enough.
  T worst() const { return worst_; }
  /// Whether a point could enter the list that is at least this far and has at least this index.
  bool wants(T squared, uint32_t index) const { return nearestKey(squared, index) < last_; }

  void offer(T squared, uint32_t index) {
    const Key key = nearestKey(squared, index);
    if (key >= last_ || index == leftOut_) return;
    if (k_ <= kSorted) insert(key);
    else collect(key);
  }

  /// Writes the k nearest, nearest first; where there are fewer, the remaining indices are UINT32_MAX.
  void finish(uint32_t* indices, T* distances) {
    if (k_ > kSorted) {
      cut();
      std::sort(keys_.begin(), keys_.begin() + ptrdiff_t(count_));
      std::fill(keys_.begin() + ptrdiff_t(count_), keys_.begin() + ptrdiff_t(k_), ~Key(0));
    }
    for (uint32_t i = 0; i < k_; ++i) {
      indices[i] = uint32_t(keys_[i]);
      distances[i] = squaredOf<T>(keys_[i]);
    }
  }
  /// The same as keys, in any order, for another list to take: `count` of them.
  void takeAll(const NearestKeys& other) {
    const uint32_t count = other.k_ <= kSorted ? other.k_ : other.count_;
    for (uint32_t i = 0; i < count; ++i)
      if (const Key key = other.keys_[i]; key < last_) k_ <= kSorted ? insert(key) : collect(key);
  }

 private:
  static constexpr uint32_t kSorted = 32;

  void insert(Key key) {
    uint32_t place = k_ - 1;
    for (; place > 0 && keys_[place - 1] > key; --place) keys_[place] = keys_[place - 1];
    keys_[place] = key;
    last_ = keys_[k_ - 1];
    if (last_ != ~Key(0)) worst_ = squaredOf<T>(last_);
  }

  void collect(Key key) {
    keys_[count_++] = key;
    if (count_ == 2 * k_) cut();
  }

  void cut() {
    if (count_ <= k_) return;
    std::nth_element(keys_.begin(), keys_.begin() + ptrdiff_t(k_ - 1), keys_.begin() + ptrdiff_t(count_));
    count_ = k_;
    last_ = keys_[k_ - 1];
    worst_ = squaredOf<T>(last_);
  }

  std::vector<Key> keys_;
  Key last_ = 0;
  T worst_ = 0;
  uint32_t k_ = 0, count_ = 0, leftOut_ = 0;
};

}  // namespace arete::cpu
