#include "compute/chains/evolve/strip_pages.h"

#include <algorithm>

#include "compute/chains/evolve/contract.h"

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

/// The next strip, which is kept where it and all before it fit.
template <class T>
bool StripPages<T>::keeps(const Strip& strip) {
  const bool kept = keptStrips_ == strips_ && appended_ + strip.count <= mostKept_;
  appended_ += strip.count, packets_ += packetsOf(strip), ++strips_;
  if (kept) keptStrips_ = strips_, keptEnd_ = appended_, keptPackets_ = packets_;
  return kept;
}

template <class T>
void StripPages<T>::append(const SortedCloud<T>& next) {
  for (const Strip& strip : next.strips()) {
    if (keeps(strip)) {
      keep(next, strip);
      continue;
    }
    if (!own_) {
      own_ = std::make_shared<StripFile>(StripFile{DiskFile::temporary(scratch_)});
      own_->file.reserve(coordinateBytes(points_ - keptEnd_));
      file_ = own_;
      firstInFile_ = keptEnd_;
      writer_.emplace(own_->file, own_->begin);
    }
    writer_->put(next, strip);
  }
}

/// The last one that was counted.
template <class T>
void StripPages<T>::keep(const SortedCloud<T>& from, const Strip& strip) {
  T* to = coordinates_.data() + (keptEnd_ - strip.count) * uint64_t(dimension_);
  for (size_t k = 0; k < size_t(dimension_); ++k) to = std::copy_n(from.coordinates() + k * from.stride() + strip.first, strip.count, to);
}

template <class T>
void StripPages<T>::take(std::shared_ptr<const StripFile> coordinates, std::span<const Strip> strips, const StageContext& context) {
  file_ = std::move(coordinates);
  for (const Strip& strip : strips) keeps(strip);
  std::span bytes(reinterpret_cast<std::byte*>(coordinates_.data()), coordinateBytes(keptEnd_));
  for (uint64_t at = file_->begin; !bytes.empty();) {
    context.checkStop();
    const size_t next = std::min(bytes.size(), kBlockBytes);
    file_->file.read(at, bytes.first(next));
    bytes = bytes.subspan(next), at += next;
  }
}

template <class T>
void StripPages<T>::finish() {
  if (writer_) writer_->finish();
  writer_.reset();
  if (keptStrips_ == strips_) return;
  state_.emplace(DiskFile::temporary(scratch_));
  state_->reserve(stateAt(points_, packets_));
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
    file_->file.read(coordinatesAt(strip.first), std::as_writable_bytes(coordinates));
    std::fill_n(desk.coordinates.data() + coordinates.size(), kPacketPoints, T(0));
    desk.readBytes += coordinates.size_bytes();
    if (!isFresh_[index]) {
      const std::span known(state, stateBytes(strip.count, packets));
      state_->read(stateAt(strip.first, strip.firstPacket), known);
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
  state_->write(stateAt(strip.first, strip.firstPacket), state);
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
