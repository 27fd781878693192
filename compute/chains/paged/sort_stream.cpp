#include "compute/chains/paged/sort_stream.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "compute/chains/paged/detection_needs.h"
#include "compute/chains/paged/slab_maker.h"
#include "compute/core/distinct_cells.h"
#include "compute/core/error.h"

namespace arete::cpu {

namespace {

constexpr size_t kMegabyte = 1 << 20;

[[noreturn]] void refuseMemory(const std::string& reason, uint64_t needed) {
  throw Error(ErrorKind::wrongUse, "cannot detect within this memory", "--max-memory", reason,
              "give at least " + std::to_string(needed / kMegabyte + 1) + " MB more than what the program itself needs");
}

/// What memory has for points besides tables of cells and what else is needed. Throws Error(wrongUse) where it has nothing.
template <class T>
class PageRoom {
 public:
  PageRoom(uint64_t points, double cells, int dimension, size_t besides, const SortMemory& memory) : cells_(cells), chosen_(memory.chosen) {
    const uint64_t tables = tableBytes(points, uint64_t(cells));
    if (tables + besides > memory.all_bytes) refuseMemory("tables of cells and what is known of the chosen points take more", tables + besides);
    const double packets = double(points) / kPacketPoints + cells / 2;
    pointBytes_ = double(size_t(dimension) * sizeof(T) + sizeof(uint32_t)) + packets / double(points) * sizeof(double);
    kept_ = uint64_t(double(memory.all_bytes - besides - tables) / pointBytes_);
  }

  uint64_t kept() const { return kept_; }
  bool suitsSlabs(SlabMaker<T>& slabs, const StageContext& context) const {
    return slabs.divide(uint64_t(double(kept_) * pointBytes_),
                        {.cells = cells_, .chosen = double(chosen_), .pointBytes = pointBytes_, .threads = context.device.threads().size()});
  }

 private:
  const double cells_;
  const uint32_t chosen_;
  double pointBytes_ = 0;
  uint64_t kept_ = 0;  // points
};

/// Points by runs of cells in the order of their keys, and the pieces made of these.
class Pieces {
 public:
  explicit Pieces(uint64_t cells) : shift_(std::max(0, int(std::bit_width(cells)) - kRunBits)), counts_((cells >> shift_) + 1) {}

  void count(uint64_t key) { ++counts_[key >> shift_]; }
  /// Runs together as long as they have at most this many points.
  void divide(uint64_t most) {
    pieceOf_.resize(counts_.size());
    for (size_t run = 0; run < counts_.size(); ++run) {
      if (sizes_.empty() || (sizes_.back() > 0 && sizes_.back() + counts_[run] > most)) sizes_.push_back(0);
      pieceOf_[run] = uint32_t(sizes_.size() - 1);
      sizes_.back() += counts_[run];
    }
  }
  uint32_t pieceOf(uint64_t key) const { return pieceOf_[key >> shift_]; }
  const std::vector<uint64_t>& sizes() const { return sizes_; }

 private:
  static constexpr int kRunBits = 19;

  const int shift_;
  std::vector<uint64_t> counts_;  // by run
  std::vector<uint32_t> pieceOf_;
  std::vector<uint64_t> sizes_;  // by piece
};

template <class T>
class Sorter {
 public:
  Sorter(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch, bool ahead,
         const StageContext& context)
      : points_(points),
        shape_(shape),
        grid_(shape),
        memory_(memory),
        scratch_(scratch),
        context_(context),
        d_(size_t(points.dimension())),
        pieces_(grid_.cells()) {
    if (ahead) slabs_.emplace(shape, int(d_));
  }

  SortedStrips<T> intoPages() {
    SortedStrips<T> sorted{SortedCloud<T>(shape_, int(d_)), nullptr, {}, 0};
    forEachPiece([&](const SortedCloud<T>& piece) {
      if (!sorted.pages && !slabFile_) makePages(piece, sorted);
      if (slabFile_) return appendToSlabs(piece);
      sorted.cells.append(piece, 0, piece.cells());
      sorted.pages->append(piece);
    });
    if (sorted.pages) sorted.pages->finish();
    if (slabFile_) slabWriter_->finish(), sorted.slabs = slabs_->finish();
    sorted.inputReads = inputReads_;
    return sorted;
  }

  uint32_t intoStore(StoreWriter<T>& store) {
    forEachPiece([&](const SortedCloud<T>& piece) { store.append(piece); });
    return inputReads_;
  }

 private:
  static constexpr double kCountedShare = 0.2, kDistributedShare = 0.5;  // of the progress

  /// A point while its piece is sorted: as it was read and as it is sorted, keys twice, its number, its share of the tables.
  size_t sortBytes() const { return 2 * d_ * sizeof(T) + 2 * 2 * sizeof(uint64_t) + sizeof(uint32_t) + sizeof(uint32_t); }
  uint64_t mostPoints() const { return std::max<uint64_t>(memory_.all_bytes / 3 / sortBytes(), kStripPoints); }

  /// Calls take(piece) for sorted pieces of the cloud, by ascending keys.
  template <class Take>
  void forEachPiece(const Take& take) {
    forEachPoint(kCountedShare, [&](const T* point) {
      const Cell cell = grid_.cellOf(point, 1);
      pieces_.count(grid_.key(cell));
      cells_.addCell(grid_.key(cell));
      if (slabs_) slabs_->count(cell, 1);
    });
    pieces_.divide(mostPoints());
    const uint64_t largest = std::ranges::max(pieces_.sizes());
    if (largest > mostPoints())
      refuseMemory(std::to_string(largest) + " points lie in so few cells that they must be sorted together",
                   memory_.all_bytes + (largest - mostPoints()) * sortBytes());
    if (pieces_.sizes().size() > 1) distribute();
    for (uint32_t piece = 0; piece < pieces_.sizes().size(); ++piece) {
      if (pieces_.sizes()[piece] == 0) continue;
      const SortedCloud<T> sorted(piecePoints(piece).template view<T>(), shape_, std::nullopt, context_);
      take(sorted);
      context_.report(kDistributedShare + (1 - kDistributedShare) * double(piece + 1) / double(pieces_.sizes().size()));
    }
  }

  template <class Visit>
  void forEachPoint(double share, const Visit& visit) {
    const double from = progress_;
    uint64_t seen = 0;
    points_.read(
        0,
        [&](const PointArray& block, uint64_t) {
          const PointsView<T> view = block.view<T>();
          for (uint32_t i = 0; i < view.count; ++i) visit(view.point(i));
          seen += view.count;
          context_.report(progress_ = from + (share - from) * double(seen) / double(points_.size()));
        },
        context_.stop);
    ++inputReads_;
  }

  /// Every point to its piece's place in a file.
  void distribute() {
    constexpr size_t kLeastBuffered = 64, kMostBuffered = 4096;
    const size_t pieces = pieces_.sizes().size();
    const size_t room = std::clamp(memory_.all_bytes / 4 / pieces / (d_ * sizeof(T)), kLeastBuffered, kMostBuffered) * d_;
    file_.emplace(DiskFile::temporary(scratch_));
    file_->reserve(points_.size() * d_ * sizeof(T));
    begins_.resize(pieces);
    std::vector<uint64_t> next(pieces), left = pieces_.sizes();
    for (size_t piece = 1; piece < pieces; ++piece) next[piece] = begins_[piece] = begins_[piece - 1] + pieces_.sizes()[piece - 1] * d_ * sizeof(T);
    std::vector<std::vector<T>> waiting(pieces);
    const auto writeOut = [&](uint32_t piece) {
      file_->write(next[piece], std::as_bytes(std::span(waiting[piece])));
      next[piece] += waiting[piece].size() * sizeof(T);
      waiting[piece].clear();
    };
    forEachPoint(kDistributedShare, [&](const T* point) {
      const uint32_t piece = pieces_.pieceOf(grid_.key(grid_.cellOf(point, 1)));
      if (left[piece]-- == 0) changed();
      auto& here = waiting[piece];
      if (here.capacity() == 0) here.reserve(room);
      here.insert(here.end(), point, point + d_);
      if (here.size() == room) writeOut(piece);
    });
    for (uint32_t piece = 0; piece < pieces; ++piece) {
      if (left[piece] != 0) changed();
      writeOut(piece);
    }
  }
  [[noreturn]] static void changed() {
    throw Error(ErrorKind::io, "cannot sort the points", "", "the source changed while it was read", "start again when the file is complete");
  }

  PointArray piecePoints(uint32_t piece) {
    PointArray points = PointArray::toBeWritten(points_.scalar(), int(d_), uint32_t(pieces_.sizes()[piece]));
    auto& elements = points.elements<T>();
    if (file_) {
      file_->read(begins_[piece], std::as_writable_bytes(std::span<T>(elements.data(), elements.size())));
      return points;
    }
    T *to = elements.data(), *const end = to + elements.size();
    forEachPoint(kDistributedShare, [&](const T* point) {
      if (to == end) changed();
      to = std::copy_n(point, d_, to);
    });
    if (to != end) changed();
    return points;
  }

  /// Tables will be about as dense as those of the first piece.
  void makePages(const SortedCloud<T>& first, SortedStrips<T>& sorted) {
    constexpr double kFewestOfCounted = 0.85;  // the first piece may lie where cells have the most points
    const double counted = cells_.count(), share = double(points_.size()) / double(first.size());
    const double cells = std::clamp(share * first.cells(), kFewestOfCounted * counted, counted);
    const size_t besides = std::max(memory_.kept_bytes, pieces_.sizes().size() > 1 ? memory_.all_bytes / 3 : 0);
    const PageRoom<T> room(points_.size(), cells, int(d_), besides, memory_);
    if (slabs_ && room.suitsSlabs(*slabs_, context_)) {
      slabFile_ = std::make_shared<StripFile>(StripFile{DiskFile::temporary(scratch_)});
      slabFile_->file.reserve(points_.size() * d_ * sizeof(T));
      slabWriter_.emplace(slabFile_->file, slabFile_->begin);
      slabs_->open(slabFile_, scratch_);
    } else {
      sorted.pages = std::make_shared<StripPages<T>>(points_.size(), room.kept(), int(d_), scratch_);
    }
  }
  void appendToSlabs(const SortedCloud<T>& piece) {
    for (const Strip& strip : piece.strips()) slabWriter_->put(piece, strip);
    for (uint32_t cell = 0; cell < piece.cells(); ++cell) slabs_->append(piece.cellKey(cell), piece.pointsIn(cell));
  }

  const PointStream& points_;
  const GridShape& shape_;
  const CellGrid grid_;
  const SortMemory memory_;
  const std::filesystem::path scratch_;
  const StageContext& context_;
  const size_t d_;
  Pieces pieces_;
  DistinctCells cells_{1, 1};
  std::optional<SlabMaker<T>> slabs_;
  std::shared_ptr<StripFile> slabFile_;       // once there are slabs
  std::optional<StripWriter<T>> slabWriter_;  // into it
  std::optional<DiskFile> file_;              // of points in pieces; none where one piece has them all
  std::vector<uint64_t> begins_;              // of pieces in it
  uint32_t inputReads_ = 0;
  double progress_ = 0;
};

}  // namespace

template <class T>
SortedStrips<T> sortStream(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch,
                           bool ahead, const StageContext& context) {
  return Sorter<T>(points, shape, memory, scratch, ahead, context).intoPages();
}
template <class T>
uint32_t sortIntoStore(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch,
                       StoreWriter<T>& store, const StageContext& context) {
  return Sorter<T>(points, shape, memory, scratch, false, context).intoStore(store);
}
template <class T>
SortedStrips<T> fromStore(const KeptStore& store, const SortMemory& memory, const std::filesystem::path& scratch, bool ahead,
                          const StageContext& context) {
  const StoreHead& head = store.head();
  SortedStrips<T> sorted{SortedCloud<T>(head.shape, head.facts.dimension), nullptr, {}, 0};
  const CellGrid grid(head.shape);
  SlabMaker<T> slabs(head.shape, head.facts.dimension);
  store.forEachCell([&](uint64_t key, uint32_t points) { slabs.count(grid.cell(key), points); });
  const PageRoom<T> room(head.facts.count, head.cells, head.facts.dimension, memory.kept_bytes, memory);
  if (ahead && room.suitsSlabs(slabs, context)) {
    slabs.open(store.coordinates(), scratch);
    store.forEachCell([&](uint64_t key, uint32_t points) { slabs.append(key, points); });
    sorted.slabs = slabs.finish();
    return sorted;
  }
  store.forEachCell([&](uint64_t key, uint32_t points) { sorted.cells.append(key, points); });
  sorted.pages = std::make_shared<StripPages<T>>(head.facts.count, room.kept(), head.facts.dimension, scratch);
  sorted.pages->take(store.coordinates(), sorted.cells.strips(), context);
  sorted.pages->finish();
  return sorted;
}
template SortedStrips<float> sortStream(const PointStream&, const GridShape&, const SortMemory&, const std::filesystem::path&, bool,
                                        const StageContext&);
template SortedStrips<double> sortStream(const PointStream&, const GridShape&, const SortMemory&, const std::filesystem::path&, bool,
                                         const StageContext&);
template uint32_t sortIntoStore(const PointStream&, const GridShape&, const SortMemory&, const std::filesystem::path&, StoreWriter<float>&,
                                const StageContext&);
template uint32_t sortIntoStore(const PointStream&, const GridShape&, const SortMemory&, const std::filesystem::path&, StoreWriter<double>&,
                                const StageContext&);
template SortedStrips<float> fromStore(const KeptStore&, const SortMemory&, const std::filesystem::path&, bool, const StageContext&);
template SortedStrips<double> fromStore(const KeptStore&, const SortMemory&, const std::filesystem::path&, bool, const StageContext&);

}  // namespace arete::cpu
