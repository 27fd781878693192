#include "compute/network/streamed/distinct_store.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "compute/core/error.h"

namespace arete::cpu {

namespace {

constexpr size_t kLeastChunk = 1 << 10, kMostChunk = 1 << 16;               // bytes
constexpr int kSlotBytes = 8, kMostSlots = 4;                               // of a point in a PlaceSet
constexpr uint64_t kLookedAtShare = 4, kOpenShare = 8, kResidentShare = 4;  // parts of the memory, by which it is divided
constexpr int kPartBits = 16;                                               // of a hash that say the part, at most

/// Equal places have equal hashes. Its first bits say the part of a point, its last ones a slot.
uint64_t hashOf(const std::byte* point, size_t bytes) {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  uint64_t hash = kOdd;
  for (size_t i = 0; i < bytes; i += sizeof(uint32_t)) {
    uint32_t word = 0;
    std::memcpy(&word, point + i, sizeof(word));
    hash = (hash ^ word) * kOdd;
    hash ^= hash >> 32;
  }
  return hash * kOdd;
}

/// The places among points that come one after the other, which stay where they are kept.
class PlaceSet {
 public:
  PlaceSet(std::vector<std::byte>& kept, size_t pointBytes) : kept_(kept), pointBytes_(pointBytes), slots_(kFewest) {}

  /// Appends the point where its place is new.
  void add(const std::byte* point) {
    if (2 * (used_ + 1) > slots_.size()) grow();
    const uint64_t hash = hashOf(point, pointBytes_);
    size_t at = hash >> kShift & (slots_.size() - 1);
    for (; slots_[at].number != 0; at = (at + 1) & (slots_.size() - 1))
      if (slots_[at].hash == uint32_t(hash >> kShift) && std::memcmp(kept_.data() + (slots_[at].number - 1) * pointBytes_, point, pointBytes_) == 0)
        return;
    slots_[at] = {uint32_t(hash >> kShift), uint32_t(++used_)};
    kept_.insert(kept_.end(), point, point + pointBytes_);
  }

 private:
  static constexpr size_t kFewest = 1 << 10;
  static constexpr int kShift = 64 - kPartBits - 32;
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = 0;  // of the place, from 1; 0: free
  };

  void grow() {
    std::vector<Slot> slots(2 * slots_.size());
    for (const Slot& slot : slots_) {
      if (slot.number == 0) continue;
      size_t at = slot.hash & (slots.size() - 1);
      while (slots[at].number != 0) at = (at + 1) & (slots.size() - 1);
      slots[at] = slot;
    }
    slots_ = std::move(slots);
  }

  std::vector<std::byte>& kept_;
  const size_t pointBytes_;
  std::vector<Slot> slots_;
  size_t used_ = 0;
};

}  // namespace

/// Bytes of all parts while threads look at them, times threads: points twice, as their list grows, and a set of these.
static uint64_t lookedAtBytes(uint64_t points, size_t pointBytes, int threads) {
  return points * (2 * pointBytes + kSlotBytes * kMostSlots) * uint64_t(threads);
}

static size_t bytesOfPoint(int dimension, Scalar scalar) { return size_t(dimension) * (scalar == Scalar::float32 ? sizeof(float) : sizeof(double)); }

uint64_t DistinctStore::leastMemory(uint64_t points, int dimension, Scalar scalar, int threads) {
  // The number of parts is a power of two: a share of the memory holds a chunk of each, and another share those that are looked at.
  const double looked = double(lookedAtBytes(points, bytesOfPoint(dimension, scalar), threads));
  const double least = std::sqrt(2.0 * double(kLookedAtShare * kOpenShare * kLeastChunk) * looked);
  return std::max(uint64_t(least), uint64_t(8 * threads) * kOpenShare * kLeastChunk);
}

DistinctStore::DistinctStore(const PointStream& points, Room room, const StageContext& context)
    : room_(std::move(room)),
      scalar_(points.scalar()),
      dimension_(points.dimension()),
      pointBytes_(bytesOfPoint(dimension_, scalar_)),
      expected_(points.size()) {
  const int threads = context.device.threads().size();
  checkMemory(threads);
  const uint64_t fewest = lookedAtBytes(expected_, pointBytes_, threads) / (room_.memory_bytes / kLookedAtShare) + 1;
  const uint64_t most = std::min(room_.memory_bytes / kOpenShare / kLeastChunk, uint64_t(1) << kPartBits);
  parts_.resize(size_t(std::min(std::bit_ceil(std::max(fewest, uint64_t(4 * threads))), std::bit_floor(most))));
  chunkBytes_ = std::clamp(room_.memory_bytes / kOpenShare / parts_.size(), kLeastChunk, kMostChunk) / pointBytes_ * pointBytes_;
  deal(points, context);
}

void DistinctStore::checkMemory(int threads) const {
  const uint64_t least = leastMemory(expected_, dimension_, scalar_, threads);
  if (room_.memory_bytes >= least) return;
  throw Error(ErrorKind::wrongUse, "cannot detect within this memory", "--max-memory",
              "points that have one place cannot be found in " + std::to_string(room_.memory_bytes >> 20) + " MB",
              "give at least " + std::to_string((least >> 20) + 1) + " MB more than what the program itself needs");
}

void DistinctStore::deal(const PointStream& points, const StageContext& context) {
  struct Open {
    Bytes memory;
    size_t bytes = 0;
  };
  std::vector<Open> open(parts_.size());
  const int shift = 64 - std::countr_zero(parts_.size());
  points.read(
      0,
      [&](const PointArray& block, uint64_t) {
        context.checkStop();
        const auto* point = withScalarType(scalar_, [&]<class T>() { return reinterpret_cast<const std::byte*>(block.view<T>().data); });
        for (uint32_t i = 0; i < block.size(); ++i, point += pointBytes_) {
          const size_t part = size_t(hashOf(point, pointBytes_) >> shift);
          Open& here = open[part];
          if (here.bytes == chunkBytes_) keep(parts_[part], here.memory, std::exchange(here.bytes, 0));
          if (!here.memory) here.memory = std::make_unique_for_overwrite<std::byte[]>(chunkBytes_);
          std::memcpy(here.memory.get() + here.bytes, point, pointBytes_);
          here.bytes += pointBytes_;
        }
        size_ += block.size();
        context.report(double(size_) / double(std::max<uint64_t>(expected_, 1)));
      },
      context.stop);
  for (size_t part = 0; part < parts_.size(); ++part)
    if (open[part].bytes > 0) keep(parts_[part], open[part].memory, open[part].bytes);
}

/// Takes the chunk's memory where there is room for it; else writes it to the file.
void DistinctStore::keep(Part& part, Bytes& memory, size_t bytes) {
  const uint64_t all = expected_ * pointBytes_, room = room_.memory_bytes / kResidentShare;
  Chunk chunk{.memory = nullptr, .at = fileEnd_, .bytes = bytes};
  if (resident_ + chunkBytes_ <= room) {
    chunk.memory = std::move(memory);
    resident_ += chunkBytes_;
  } else {
    if (!file_) {
      file_.emplace(DiskFile::temporary(room_.scratch));
      file_->reserve(all > resident_ ? all - resident_ : 0);  // so that a full disk shows now
    }
    file_->write(fileEnd_, {memory.get(), bytes});
    fileEnd_ += chunkBytes_, written_ += bytes;
  }
  part.chunks.push_back(std::move(chunk));
}

std::span<const std::byte> DistinctStore::bytesOf(const Chunk& chunk, Bytes& spare) {
  if (chunk.memory) return {chunk.memory.get(), chunk.bytes};
  if (!spare) spare = std::make_unique_for_overwrite<std::byte[]>(chunkBytes_);
  file_->read(chunk.at, {spare.get(), chunk.bytes});
  read_ += chunk.bytes;
  return {spare.get(), chunk.bytes};
}

std::vector<std::byte> DistinctStore::distinctOf(Part& part, const StageContext& context) {
  std::vector<std::byte> kept;
  PlaceSet places(kept, pointBytes_);
  Bytes spare;
  size_t bytes = 0;
  for (const Chunk& chunk : part.chunks) {
    context.checkStop();
    const std::span<const std::byte> points = bytesOf(chunk, spare);
    for (size_t i = 0; i < points.size(); i += pointBytes_) places.add(points.data() + i);
    bytes += points.size();
  }
  if (kept.size() < bytes) writeAgain(part, kept);
  return kept;
}

/// Without those that were repeated.
void DistinctStore::writeAgain(Part& part, std::span<const std::byte> points) {
  size_t chunks = 0;
  for (; !points.empty(); ++chunks) {
    Chunk& chunk = part.chunks[chunks];
    chunk.bytes = std::min(points.size(), chunkBytes_);
    if (chunk.memory) std::ranges::copy(points.first(chunk.bytes), chunk.memory.get());
    else file_->write(chunk.at, points.first(chunk.bytes)), written_ += chunk.bytes;
    points = points.subspan(chunk.bytes);
  }
  part.chunks.erase(part.chunks.begin() + ptrdiff_t(chunks), part.chunks.end());
}

void DistinctStore::forEach(const StageContext& context, const TakeBytes& take) {
  std::mutex mutex;
  size_t done = 0;
  uint64_t size = 0;
  context.device.threads().forEachRange(parts_.size(), 1, [&](size_t begin, size_t end, int thread) {
    for (Part& part : std::span(parts_).subspan(begin, end - begin)) {
      Bytes spare;
      uint64_t bytes = 0;
      const auto handOn = [&](std::span<const std::byte> points) {
        context.checkStop();
        take(points, thread);
        bytes += points.size();
      };
      if (part.isDistinct) {
        for (const Chunk& chunk : part.chunks) handOn(bytesOf(chunk, spare));
      } else {
        const std::vector<std::byte> points = distinctOf(part, context);
        part.isDistinct = true;
        for (size_t i = 0; i < points.size(); i += chunkBytes_) handOn(std::span(points).subspan(i, std::min(chunkBytes_, points.size() - i)));
      }
      const std::lock_guard lock(mutex);
      size += bytes / pointBytes_;
      context.report(double(++done) / double(parts_.size()));
    }
  });
  size_ = size;
}

}  // namespace arete::cpu
