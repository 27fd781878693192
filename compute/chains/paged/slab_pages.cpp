#include "compute/chains/paged/slab_pages.h"

#include <algorithm>
#include <utility>

#include "compute/chains/evolve/contract.h"

namespace arete::cpu {

template <class T>
void SlabPages<T>::setStrips(std::span<const Strip> strips) {
  firstPoint_.reserve(strips.size() + 1);
  stateAt_.reserve(strips.size() + 1);
  for (const Strip& strip : strips) {
    points_ += strip.count;
    firstPoint_.push_back(uint32_t(points_));
    stateAt_.push_back(stateAt_.back() + uint32_t(packetsOf(strip) + (strip.count + 1) / 2));
  }
  flags_.assign(strips.size(), 0);
  stateIn_ = file_->stateBytes;
  file_->stateBytes += stateBytes();
}

template <class T>
void SlabPages<T>::enter() {
  const std::lock_guard lock(file_->mutex);
  here_ = file_->room.take(roomBytes());
}

template <class T>
void SlabPages<T>::free() {
  if (!isPresent()) return;
  const std::lock_guard lock(file_->mutex);
  file_->room.giveBack(std::exchange(here_, nullptr), roomBytes());
}

/// Calls move(first, end) for runs of strips, from one that is wanted to one that is wanted, with at most so many bytes of state between two of them.
template <class T>
template <class Wanted, class Move>
void SlabPages<T>::forEachRun(const Wanted& wanted, uint64_t mostBetween, const Move& move) const {
  size_t first = 0, end = 0;  // of the run, empty at first
  for (size_t strip = 0; strip < flags_.size(); ++strip) {
    if (!wanted(strip)) continue;
    if (end > first && (uint64_t(stateAt_[strip]) - stateAt_[end]) * kStateUnit > mostBetween) move(first, end), end = first;
    if (end == first) first = strip;
    end = strip + 1;
  }
  if (end > first) move(first, end);
}

template <class T>
void SlabPages<T>::leave() {
  if (!isPresent()) return;
  forEachRun([&](size_t strip) { return (flags_[strip] & kChanged) != 0; }, 0,
             [&](size_t first, size_t end) {
               const uint64_t from = uint64_t(stateAt_[first]) * kStateUnit, to = uint64_t(stateAt_[end]) * kStateUnit;
               file_->state.write(stateIn_ + from, std::span(stateOf(first), to - from));
               file_->writtenBytes += to - from;
             });
  for (uint8_t& flags : flags_) flags &= kKnown;
  free();
}

template <class T>
void SlabPages<T>::reset() {
  std::ranges::fill(flags_, uint8_t(0));
  free();
}

/// Coordinates and, where something is known, state; what lies between two strips that are due comes with them, if it is not here already.
template <class T>
void SlabPages<T>::readRun(size_t first, size_t end) {
  const uint64_t from = coordinateBytes(firstPoint_[first]), to = coordinateBytes(firstPoint_[end]);
  file_->coordinates->file.read(coordinatesAt_ + from, std::span(here_ + from, to - from));
  file_->readBytes += to - from;
  for (size_t strip = first; strip < end;) {
    if ((flags_[strip] & kKnown) == 0) {
      const size_t packets = (firstPoint_[strip + 1] - firstPoint_[strip] + kPacketPoints - 1) / kPacketPoints;
      std::fill_n(reinterpret_cast<double*>(stateOf(strip)), packets, 0.0);
      std::fill(reinterpret_cast<uint32_t*>(stateOf(strip) + packets * sizeof(double)), reinterpret_cast<uint32_t*>(stateOf(strip + 1)), kUnassigned);
      ++strip;
      continue;
    }
    size_t last = strip + 1;
    while (last < end && (flags_[last] & kKnown) != 0) ++last;
    const std::span state(stateOf(strip), stateOf(last));
    file_->state.read(stateIn_ + uint64_t(stateAt_[strip]) * kStateUnit, state);
    file_->readBytes += state.size();
    strip = last;
  }
  for (size_t strip = first; strip < end; ++strip) flags_[strip] |= kHere;
}

template <class T>
void SlabPages<T>::prepare(std::span<const uint32_t> due, size_t) {
  constexpr uint64_t kBetween = 1024;  // bytes of state: reading on costs less than asking again
  if (due.empty()) return;
  for (const uint32_t strip : due) flags_[strip] |= kDue;
  const auto isMissing = [&](size_t strip) { return (flags_[strip] & (kDue | kHere)) == kDue; };
  forEachRun(isMissing, kBetween, [&](size_t first, size_t end) {
    // What is here may have changed: it must not be read over.
    for (size_t strip = first; strip < end;) {
      size_t last = strip;
      while (last < end && (flags_[last] & kHere) == 0) ++last;
      if (last > strip) readRun(strip, last);
      strip = std::max(last, strip + 1);
    }
  });
  for (const uint32_t strip : due) flags_[strip] &= uint8_t(~kDue);
}

template <class T>
StripPage<T> SlabPages<T>::bring(uint32_t index, const Strip& strip, size_t) {
  std::byte* const state = stateOf(index);
  return {reinterpret_cast<const T*>(here_) + size_t(firstPoint_[index]) * dimension_, strip.count, reinterpret_cast<double*>(state),
          reinterpret_cast<uint32_t*>(state + packetsOf(strip) * sizeof(double))};
}

template class SlabPages<float>;
template class SlabPages<double>;

}  // namespace arete::cpu
