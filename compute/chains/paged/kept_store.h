// A store: the points of a cloud sorted by cells, in a file that outlives the detection, for the next one of the same points and R1. What differs
// from detection to detection (which chosen point a point belongs to, when it is due) is not in it: nothing in it ever changes.
//
// What is small has one checksum a kind, coordinates one for each megabyte, so that all of it is checked by reading it once from front to back, with
// 8 bytes of memory a megabyte. It comes into being as all files do (compute/files/atomic_file.h): whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "compute/chains/evolve/strip_file.h"
#include "compute/chains/paged/store_format.h"
#include "compute/chains/paged/streamed_points.h"
#include "compute/core/device.h"
#include "compute/files/atomic_file.h"

namespace arete::cpu {

class KeptStore {
 public:
  /// Reads the head. Nothing in the file is trusted: numbers are checked against each other, even if checksums are right. Throws Error(badInput)
  /// where it is no store of this version, or is damaged; Error(io).
  explicit KeptStore(DiskFile file);

  const StoreHead& head() const { return head_; }
  const std::filesystem::path& path() const { return coordinates_->file.path(); }
  std::shared_ptr<const StripFile> coordinates() const { return coordinates_; }

  /// Calls visit(key, points) for the cells by ascending keys. Throws Error(badInput) where they are damaged: at the end.
  void forEachCell(const std::function<void(uint64_t key, uint32_t points)>& visit) const;
  /// Throws Error(badInput) where they are damaged.
  StreamedPoints::Chosen chosen() const;
  /// Reads all coordinates by the device's threads. Throws Error(badInput) where they are not what was written, Cancelled.
  void checkCoordinates(const StageContext& context) const;

 private:
  [[noreturn]] void refuse(std::string_view reason, std::string_view place = {}) const;
  template <class T>
  void checkBlocks(const StageContext& context) const;

  StoreHead head_;
  uint64_t cellSum_ = 0, chosenSum_ = 0, blockSum_ = 0;
  std::shared_ptr<StripFile> coordinates_;
};

/// Writes a store.
template <class T>
class StoreWriter {
 public:
  /// `head`: all but the number of cells. Reserves room on the disk. Throws Error(io).
  StoreWriter(const std::filesystem::path& path, StoreHead head, const std::stop_token& stop);

  /// By ascending keys. Throws Error(io).
  void append(const SortedCloud<T>& piece);
  /// The store, which has its name from now on. `chosen`: as many as the head says. Throws Error(io); then there is none.
  std::shared_ptr<const KeptStore> finish(const StreamedPoints::Chosen& chosen);

 private:
  void writeOutCells();

  StoreHead head_;
  AtomicFile target_;
  DiskFile file_;
  StripWriter<T> strips_;
  uint64_t cellsAt_;             // of the next cells that are written
  std::vector<uint32_t> cells_;  // waiting
  Checksum cellSum_;
};

}  // namespace arete::cpu
