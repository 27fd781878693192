// The points of one part of a sorted cloud that is on disk part by part, each a slab of space. A slab enters memory when there is room for it and
// leaves again. While it is there, strips are read when they are first due, and what became known of them is written when it leaves. So a slab that
// stays for many iterations is read once, and what is never due is not read at all.
//
// Two files: coordinates (strip_file.h); for each strip its deadlines and its assignments, from a multiple of 8 bytes on. Neighbouring strips are
// read and written together. Memory: a slab that is there takes that of its points; always 9 bytes a strip.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "compute/chains/evolve/strip_file.h"
#include "compute/chains/evolve/strip_source.h"
#include "compute/chains/paged/arena.h"

namespace arete::cpu {

/// What all slabs of a cloud have in common.
struct SlabFile {
  /// `coordinates`: of all slabs, one after the other. The file of what is known is temporary, in the folder.
  SlabFile(std::shared_ptr<const StripFile> coordinates, const std::filesystem::path& scratch)
      : coordinates(std::move(coordinates)), state(DiskFile::temporary(scratch)) {}

  const std::shared_ptr<const StripFile> coordinates;
  DiskFile state;
  uint64_t stateBytes = 0;  ///< of all that has a place in it
  std::atomic<uint64_t> readBytes = 0, writtenBytes = 0;
  std::mutex mutex;  ///< of room
  Arena room;        ///< for slabs in memory
};

template <class T>
class SlabPages final : public StripSource<T> {
 public:
  /// So many points are before those of the slab.
  SlabPages(std::shared_ptr<SlabFile> file, uint64_t before, int dimension)
      : file_(std::move(file)), dimension_(size_t(dimension)), coordinatesAt_(file_->coordinates->begin + coordinateBytes(before)) {}

  /// The slab has these strips. Takes room in the file for what will be known of their points, but reserves none on the disk.
  void setStrips(std::span<const Strip> strips);

  uint64_t bytes() const { return coordinateBytes(points_) + stateBytes(); }
  bool isPresent() const { return here_ != nullptr; }
  bool hasRoom() const {
    const std::lock_guard lock(file_->mutex);
    return file_->room.fits(roomBytes());
  }
  void enter();
  void leave();  ///< and writes what changed

  /// It leaves.
  void reset() override;
  void prepare(std::span<const uint32_t> due, size_t threads) override;
  StripPage<T> bring(uint32_t index, const Strip& strip, size_t thread) override;
  void takeBack(uint32_t index, const Strip&, size_t) override { flags_[index] |= kKnown | kChanged; }

 private:
  // Of a strip: it was looked at since reset(); it is in memory; what is known differs from the disk; it is asked for.
  static constexpr uint8_t kKnown = 1, kHere = 2, kChanged = 4, kDue = 8;

  uint64_t coordinateBytes(uint64_t points) const { return points * dimension_ * sizeof(T); }
  uint64_t stateBytes() const { return stateAt_.empty() ? 0 : uint64_t(stateAt_.back()) * kStateUnit; }
  /// In memory, where coordinates may be read on for a packet.
  uint64_t stateFrom() const { return (coordinateBytes(points_) + kPacketPoints * sizeof(T) + kStateUnit - 1) / kStateUnit * kStateUnit; }
  uint64_t roomBytes() const { return stateFrom() + stateBytes(); }
  std::byte* stateOf(size_t strip) const { return here_ + stateFrom() + uint64_t(stateAt_[strip]) * kStateUnit; }
  void free();
  template <class Wanted, class Move>
  void forEachRun(const Wanted& wanted, uint64_t mostBetween, const Move& move) const;
  void readRun(size_t first, size_t end);

  static constexpr uint64_t kStateUnit = 8;  // bytes

  const std::shared_ptr<SlabFile> file_;
  const size_t dimension_;
  const uint64_t coordinatesAt_;
  uint64_t stateIn_ = 0;  // the file
  uint64_t points_ = 0;
  std::vector<uint32_t> firstPoint_{0};  // by strip, and the end
  std::vector<uint32_t> stateAt_{0};     // by strip, and the end, in units
  std::vector<uint8_t> flags_;           // by strip
  std::byte* here_ = nullptr;            // coordinates, then state; null while it is not present
};

}  // namespace arete::cpu
