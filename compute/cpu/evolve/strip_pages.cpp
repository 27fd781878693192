#include "compute/cpu/evolve/strip_pages.h"

#include <algorithm>

#include "compute/stages/evolve.h"

namespace arete::cpu {

template <class T>
StripPages<T>::StripPages(uint64_t points, uint64_t kept, int dimension, const std::filesystem::path& scratch)
    : points_(points),
      mostKept_(std::min(points, kept)),
      dimension_(dimension),
      scratch_(scratch),
      coordinates_(size_t(mostKept_) * size_t(dimension) + kPacketPoints),
      deadlines_(size_t(mostKept_)),
      assigned_(size_t(mostKept_)) {}

template <class T>
void StripPages<T>::append(const SortedCloud<T>& next) {
  constexpr size_t kTogether = 1 << 20;  // bytes
  const auto d = size_t(dimension_);
  std::vector<T> waiting;
  uint64_t at = 0;
  const auto writeOut = [&] {
    file_->write(at, std::as_bytes(std::span(waiting)));
    at += waiting.size() * sizeof(T);
    waiting.clear();
  };
  for (const Strip& strip : next.strips()) {
    if (!file_ && appended_ + strip.count <= mostKept_) {
      keep(next, strip);
    } else {
      if (!file_) {
        file_.emplace(DiskFile::temporary(scratch_));
        file_->reserve(coordinatesAt(points_));
      }
      if (waiting.empty() && at == 0) at = coordinatesAt(appended_);
      for (size_t k = 0; k < d; ++k) {
        const T* const from = next.coordinates() + k * next.stride() + strip.first;
        waiting.insert(waiting.end(), from, from + strip.count);
      }
      if (waiting.size() * sizeof(T) >= kTogether) writeOut();
    }
    appended_ += strip.count, packets_ += packetsOf(strip), ++strips_;
  }
  if (!waiting.empty()) writeOut();
}

template <class T>
void StripPages<T>::keep(const SortedCloud<T>& from, const Strip& strip) {
  T* to = coordinates_.data() + appended_ * uint64_t(dimension_);
  for (size_t k = 0; k < size_t(dimension_); ++k) to = std::copy_n(from.coordinates() + k * from.stride() + strip.first, strip.count, to);
  keptEnd_ = appended_ + strip.count;
  keptPackets_ = packets_ + packetsOf(strip);
  ++keptStrips_;
}

template <class T>
void StripPages<T>::finish() {
  if (file_) file_->reserve(fileBytes());
}

template <class T>
void StripPages<T>::reset() {
  isFresh_.assign(strips_, 1);
}

template <class T>
void StripPages<T>::prepare(std::span<const uint32_t>, size_t threads) {
  while (desks_.size() < threads)
    desks_.push_back({Buffer<T>(size_t(kStripPoints) * size_t(dimension_) + kPacketPoints),
                      Buffer<std::byte>(stateBytes(kStripPoints, kStripPoints / kPacketPoints))});
}

template <class T>
StripPage<T> StripPages<T>::bring(uint32_t index, const Strip& strip, size_t thread) {
  Desk& desk = desks_[thread];
  const size_t packets = packetsOf(strip);
  StripPage<T> page{};
  if (isKept(index)) {
    page = {coordinates_.data() + size_t(strip.first) * size_t(dimension_), strip.count, deadlines_.data() + strip.firstPacket,
            assigned_.data() + strip.first};
  } else {
    std::byte* const state = desk.state.data();
    page = {desk.coordinates.data(), strip.count, reinterpret_cast<double*>(state), reinterpret_cast<uint32_t*>(state + packets * sizeof(double))};
    const std::span coordinates(desk.coordinates.data(), size_t(strip.count) * size_t(dimension_));
    file_->read(coordinatesAt(strip.first), std::as_writable_bytes(coordinates));
    std::fill_n(desk.coordinates.data() + coordinates.size(), kPacketPoints, T(0));
    desk.readBytes += coordinates.size_bytes();
    if (!isFresh_[index]) {
      const std::span known(state, stateBytes(strip.count, packets));
      file_->read(stateAt(strip.first, strip.firstPacket), known);
      desk.readBytes += known.size();
    }
  }
  if (isFresh_[index]) {
    std::fill_n(page.deadlines, packets, 0.0);
    std::fill_n(page.assigned, strip.count, kUnassigned);
    isFresh_[index] = 0;
  }
  return page;
}

template <class T>
void StripPages<T>::takeBack(uint32_t index, const Strip& strip, size_t thread) {
  if (isKept(index)) return;
  Desk& desk = desks_[thread];
  const auto state = desk.state.span().first(stateBytes(strip.count, packetsOf(strip)));
  file_->write(stateAt(strip.first, strip.firstPacket), state);
  desk.writtenBytes += state.size();
}

template <class T>
uint64_t StripPages<T>::readBytes() const {
  uint64_t bytes = 0;
  for (const Desk& desk : desks_) bytes += desk.readBytes;
  return bytes;
}

template <class T>
uint64_t StripPages<T>::writtenBytes() const {
  uint64_t bytes = 0;
  for (const Desk& desk : desks_) bytes += desk.writtenBytes;
  return bytes;
}

template class StripPages<float>;
template class StripPages<double>;

}  // namespace arete::cpu
