#include "compute/core/underflow_search.h"

#include "compute/core/distance.h"

namespace arete {

/// A direction along which points of lattices do not coincide, neither on axes nor on diagonals.
static double weight(size_t axis) { return 1 + std::fmod(0.6180339887498949 * double(axis + 1), 1.0); }

template <class T>
UnderflowSearch<T>::UnderflowSearch(int dimension, const PointCloud::Origin& origin, double largest, uint64_t count)
    : d_(size_t(dimension)), origin_(origin), near_(UnderflowLimits<T>::near(dimension)) {
  constexpr uint64_t kComparisonsPerPoint = 16, kFewest = 1 << 16;
  constexpr double kRoundoff = 2 * std::numeric_limits<double>::epsilon();
  double weights = 0;
  for (size_t k = 0; k < d_; ++k) weights += weight(k);
  window_ = weights * (near_ + double(d_) * kRoundoff * largest);
  comparisons_ = kComparisonsPerPoint * count + kFewest;
  low_.fill(std::numeric_limits<double>::infinity());
  high_.fill(-std::numeric_limits<double>::infinity());
}

template <class T>
double UnderflowSearch<T>::keyOf(const T* row) const {
  double key = 0;
  for (size_t k = 0; k < d_; ++k) key += weight(k) * double(row[k]);
  return key;
}

template <class T>
bool UnderflowSearch<T>::isSmall(const T* row) const {
  return std::any_of(row, row + d_, [](T x) { return x != 0 && std::abs(double(x)) < UnderflowLimits<T>::kSmall; });
}

/// A point that is not kept can have a tiny difference from a kept one only where it has a 0.
template <class T>
bool UnderflowSearch<T>::mayBeNear(const T* row) const {
  bool within = true, zero = false;
  for (size_t k = 0; k < d_; ++k) {
    within = within && row[k] >= low_[k] && row[k] <= high_[k];
    zero = zero || row[k] == 0;
  }
  return within && zero && !isSmall(row);
}

/// The sum of the same squares, multiplied by a power of two, in the normal range, and back.
template <class T>
static bool underflowShows(const T* a, const T* b, size_t d) {
  constexpr int kUp = 1 - UnderflowLimits<T>::kTiny;
  const T up = T(std::ldexp(1.0, kUp));
  T sum = 0;
  for (size_t k = 0; k < d; ++k) {
    const T difference = (a[k] - b[k]) * up, square = difference * difference;
    sum = k == 0 ? square : sum + square;
  }
  return std::ldexp(double(shared::squaredDistance(a, 1, b, 1, int(d))), 2 * kUp) != double(sum);
}

template <class T>
void UnderflowSearch<T>::comparePair(const T* a, uint32_t pointA, const T* b, uint32_t pointB) {
  if (comparisons_-- == 0) gaveUp_ = true;
  for (size_t k = 0; k < d_; ++k)
    if (std::abs(double(a[k]) - double(b[k])) > near_) return;
  if (underflowShows(a, b, d_)) found_ = std::minmax(pointA, pointB);
}

template <class T>
bool UnderflowSearch<T>::keep(std::span<const double> rows) {
  for (size_t i = 0; i < rows.size() && !known(); i += d_, ++nextKept_) {
    localRow(&rows[i]);
    if (!isSmall(local_.data())) continue;
    kept_.push_back({keyOf(local_.data()), uint32_t(kept_.size()), nextKept_});
    rows_.insert(rows_.end(), local_.begin(), local_.begin() + ptrdiff_t(d_));
    for (size_t k = 0; k < d_; ++k) {
      low_[k] = std::min(low_[k], double(local_[k]) - near_);
      high_[k] = std::max(high_[k], double(local_[k]) + near_);
    }
    gaveUp_ = rows_.size() > kMostKept;
  }
  return known();
}

template <class T>
bool UnderflowSearch<T>::compareKept() {
  const auto order = [this](const Kept& a, const Kept& b) {
    if (a.key != b.key) return a.key < b.key;
    return std::lexicographical_compare(kept(a), kept(a) + d_, kept(b), kept(b) + d_);
  };
  std::sort(kept_.begin(), kept_.end(), order);
  const auto end =
      std::unique(kept_.begin(), kept_.end(), [this](const Kept& a, const Kept& b) { return std::equal(kept(a), kept(a) + d_, kept(b)); });
  kept_.erase(end, kept_.end());
  for (size_t i = 0; i < kept_.size(); ++i)
    for (size_t j = i + 1; j < kept_.size() && kept_[j].key - kept_[i].key <= window_ && !known(); ++j)
      comparePair(kept(kept_[i]), kept_[i].point, kept(kept_[j]), kept_[j].point);
  return known() || kept_.empty();
}

template <class T>
bool UnderflowSearch<T>::compare(std::span<const double> rows) {
  for (size_t i = 0; i < rows.size() && !known(); i += d_, ++nextCompared_) {
    localRow(&rows[i]);
    if (!mayBeNear(local_.data())) continue;
    const double key = keyOf(local_.data());
    auto each = std::ranges::lower_bound(kept_, key - window_, {}, &Kept::key);
    for (; each != kept_.end() && each->key <= key + window_ && !known(); ++each) comparePair(local_.data(), nextCompared_, kept(*each), each->point);
  }
  return known();
}

template class UnderflowSearch<float>;
template class UnderflowSearch<double>;

}  // namespace arete
