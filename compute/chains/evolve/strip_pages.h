// The points of a sorted cloud where they do not all fit into memory: the first strips are kept, the others are in a file and brought strip by strip,
// each by the thread that looks at it. Coordinates never change; assignments and deadlines are written back when they did.
//
// Two files: coordinates (strip_file.h), of strips that are not kept or, in a store that outlives the detection, of all; for each strip that is not
// kept its deadlines and its assignments. So what is read is up to 1024 points, and what is written 4.5 bytes a point.
// Memory: what is kept, a byte a strip, and a strip for each thread.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "compute/chains/evolve/strip_file.h"
#include "compute/chains/evolve/strip_source.h"
#include "compute/core/buffer.h"
#include "compute/core/device.h"

namespace arete::cpu {

template <class T>
class StripPages final : public StripSource<T> {
 public:
  /// For `points` points in all; up to `kept` of them, from the first strip on, stay in memory. Files are temporary, in the folder.
  StripPages(uint64_t points, uint64_t kept, int dimension, const std::filesystem::path& scratch);
  static size_t bytesOfPoint(int dimension) { return size_t(dimension) * sizeof(T) + sizeof(uint32_t) + sizeof(double) / kPacketPoints; }

  /// The points of the next strips, in the order of SortedCloud::append(). Throws Error(io).
  void append(const SortedCloud<T>& next);
  /// Instead of append(): all strips, with the points of a file that has them all.
  void take(std::shared_ptr<const StripFile> coordinates, std::span<const Strip> strips, const StageContext& context);
  /// Says that all points are there, and reserves disk space for what will be known of them. Throws Error(io).
  void finish();
  void reset() override;
  void prepare(std::span<const uint32_t> due, size_t threads) override;
  StripPage<T> bring(uint32_t index, const Strip& strip, size_t thread) override;
  void takeBack(uint32_t index, const Strip& strip, size_t thread) override;

  /// Read from the file, since the points are there.
  uint64_t readBytes() const;
  uint64_t writtenBytes() const;
  uint64_t pagedBytes() const { return coordinateBytes(points_ - keptEnd_) + stateAt(points_, packets_); }
  uint64_t keptBytes() const { return coordinateBytes(keptEnd_) + stateBytes(keptEnd_, keptPackets_); }

 private:
  /// Of a thread.
  struct Desk {
    Buffer<T> coordinates;
    Buffer<std::byte> state;  // deadlines, then assignments
    uint64_t readBytes = 0, writtenBytes = 0;
  };

  uint64_t coordinateBytes(uint64_t points) const { return points * uint64_t(dimension_) * sizeof(T); }
  bool isKept(uint32_t index) const { return index < keptStrips_; }
  static uint64_t stateBytes(uint64_t points, uint64_t packets) { return points * sizeof(uint32_t) + packets * sizeof(double); }
  uint64_t coordinatesAt(uint64_t point) const { return file_->begin + coordinateBytes(point - firstInFile_); }
  uint64_t stateAt(uint64_t point, uint64_t packet) const { return stateBytes(point - keptEnd_, packet - keptPackets_); }
  bool keeps(const Strip& strip);
  void keep(const SortedCloud<T>& from, const Strip& strip);

  const uint64_t points_, mostKept_;
  const int dimension_;
  const std::filesystem::path scratch_;
  std::shared_ptr<const StripFile> file_;  // once a strip does not fit into memory
  uint64_t firstInFile_ = 0;               // point
  std::shared_ptr<StripFile> own_;         // that file, where it is temporary
  std::optional<StripWriter<T>> writer_;   // into it
  std::optional<DiskFile> state_;          // where there is a file

  uint64_t appended_ = 0, packets_ = 0;
  uint32_t strips_ = 0;
  uint32_t keptStrips_ = 0;
  uint64_t keptEnd_ = 0, keptPackets_ = 0;  // points and packets of these
  Buffer<T> coordinates_;                   // of strips that are kept, strip after strip
  Buffer<double> deadlines_;
  Buffer<uint32_t> assigned_;
  std::vector<uint8_t> isFresh_;  // by strip: nothing is known since reset()
  std::vector<Desk> desks_;
};

}  // namespace arete::cpu
