#include "compute/cpu/paged/sort_stream.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "compute/core/error.h"
#include "compute/stages/detection_needs.h"

namespace arete::cpu {

namespace {

constexpr size_t kMegabyte = 1 << 20;

/// Points by runs of cells in the order of their keys, and the slabs made of these.
class Slabs {
 public:
  explicit Slabs(uint64_t cells) : shift_(std::max(0, int(std::bit_width(cells)) - kRunBits)), counts_((cells >> shift_) + 1) {}

  void count(uint64_t key) { ++counts_[key >> shift_]; }
  /// Runs together as long as they have at most this many points.
  void divide(uint64_t most) {
    slabOf_.resize(counts_.size());
    for (size_t run = 0; run < counts_.size(); ++run) {
      if (sizes_.empty() || (sizes_.back() > 0 && sizes_.back() + counts_[run] > most)) sizes_.push_back(0);
      slabOf_[run] = uint32_t(sizes_.size() - 1);
      sizes_.back() += counts_[run];
    }
  }
  uint32_t slabOf(uint64_t key) const { return slabOf_[key >> shift_]; }
  const std::vector<uint64_t>& sizes() const { return sizes_; }

 private:
  static constexpr int kRunBits = 19;

  const int shift_;
  std::vector<uint64_t> counts_;  // by run
  std::vector<uint32_t> slabOf_;
  std::vector<uint64_t> sizes_;  // by slab
};

template <class T>
class Sorter {
 public:
  Sorter(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch,
         const StageContext& context)
      : points_(points),
        shape_(shape),
        grid_(shape),
        memory_(memory),
        scratch_(scratch),
        context_(context),
        d_(size_t(points.dimension())),
        slabs_(grid_.cells()) {}

  SortedStrips<T> sort() {
    forEachPoint(kCountedShare, [&](const T* point) { slabs_.count(grid_.key(grid_.cellOf(point, 1))); });
    slabs_.divide(mostPoints());
    const uint64_t largest = std::ranges::max(slabs_.sizes());
    if (largest > mostPoints())
      refuse(std::to_string(largest) + " points lie in so few cells that they must be sorted together",
             memory_.all_bytes + (largest - mostPoints()) * sortBytes());
    if (slabs_.sizes().size() > 1) distribute();
    SortedStrips<T> sorted{SortedCloud<T>(shape_, int(d_)), nullptr, 0};
    for (uint32_t slab = 0; slab < slabs_.sizes().size(); ++slab) {
      if (slabs_.sizes()[slab] == 0) continue;
      const SortedCloud<T> part(slabPoints(slab).template view<T>(), shape_, std::nullopt, context_);
      if (!sorted.pages) sorted.pages = makePages(part);
      sorted.cells.append(part);
      sorted.pages->append(part);
      context_.report(kDistributedShare + (1 - kDistributedShare) * double(slab + 1) / double(slabs_.sizes().size()));
    }
    if (sorted.pages) sorted.pages->finish();
    sorted.inputReads = inputReads_;
    return sorted;
  }

 private:
  static constexpr double kCountedShare = 0.2, kDistributedShare = 0.5;  // of the progress

  /// A point while its slab is sorted: as it was read and as it is sorted, keys twice, its number, its share of the tables.
  size_t sortBytes() const { return 2 * d_ * sizeof(T) + 2 * 2 * sizeof(uint64_t) + sizeof(uint32_t) + sizeof(uint32_t); }
  uint64_t mostPoints() const { return std::max<uint64_t>(memory_.all_bytes / 3 / sortBytes(), kStripPoints); }

  [[noreturn]] void refuse(const std::string& reason, uint64_t needed) const {
    throw Error(ErrorKind::wrongUse, "cannot detect within this memory", "--max-memory", reason,
                "give at least " + std::to_string(needed / kMegabyte + 1) + " MB more than what the program itself needs");
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

  /// Every point to its slab's place in a file.
  void distribute() {
    constexpr size_t kLeastBuffered = 64, kMostBuffered = 4096;
    const size_t slabs = slabs_.sizes().size();
    const size_t room = std::clamp(memory_.all_bytes / 4 / slabs / (d_ * sizeof(T)), kLeastBuffered, kMostBuffered) * d_;
    file_.emplace(DiskFile::temporary(scratch_));
    file_->reserve(points_.size() * d_ * sizeof(T));
    begins_.resize(slabs);
    std::vector<uint64_t> next(slabs), left = slabs_.sizes();
    for (size_t slab = 1; slab < slabs; ++slab) next[slab] = begins_[slab] = begins_[slab - 1] + slabs_.sizes()[slab - 1] * d_ * sizeof(T);
    std::vector<std::vector<T>> waiting(slabs);
    const auto writeOut = [&](uint32_t slab) {
      file_->write(next[slab], std::as_bytes(std::span(waiting[slab])));
      next[slab] += waiting[slab].size() * sizeof(T);
      waiting[slab].clear();
    };
    forEachPoint(kDistributedShare, [&](const T* point) {
      const uint32_t slab = slabs_.slabOf(grid_.key(grid_.cellOf(point, 1)));
      if (left[slab]-- == 0) changed();
      auto& here = waiting[slab];
      if (here.capacity() == 0) here.reserve(room);
      here.insert(here.end(), point, point + d_);
      if (here.size() == room) writeOut(slab);
    });
    for (uint32_t slab = 0; slab < slabs; ++slab) {
      if (left[slab] != 0) changed();
      writeOut(slab);
    }
  }
  [[noreturn]] static void changed() {
    throw Error(ErrorKind::io, "cannot sort the points", "", "the source changed while it was read", "start again when the file is complete");
  }

  PointArray slabPoints(uint32_t slab) {
    PointArray points = PointArray::toBeWritten(points_.scalar(), int(d_), uint32_t(slabs_.sizes()[slab]));
    auto& elements = points.elements<T>();
    if (file_) {
      file_->read(begins_[slab], std::as_writable_bytes(std::span<T>(elements.data(), elements.size())));
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

  /// What fits besides the tables, which will be as dense as those of the first slab, and the sort.
  std::shared_ptr<StripPages<T>> makePages(const SortedCloud<T>& first) const {
    const double share = double(points_.size()) / double(first.size());
    const double tables = share * double(first.cells() * kCellBytes + first.strips().size() * kStripBytes);
    const size_t besides = std::max(memory_.kept_bytes, slabs_.sizes().size() > 1 ? memory_.all_bytes / 3 : 0);
    if (tables + double(besides) > double(memory_.all_bytes))
      refuse("tables of cells and what is known of the chosen points take more", uint64_t(tables) + besides);
    const double pointBytes = double(d_ * sizeof(T) + sizeof(uint32_t)) + double(first.packets()) / first.size() * sizeof(double);
    const auto kept = uint64_t((double(memory_.all_bytes - besides) - tables) / pointBytes);
    return std::make_shared<StripPages<T>>(points_.size(), kept, int(d_), scratch_);
  }

  const PointStream& points_;
  const GridShape& shape_;
  const CellGrid grid_;
  const SortMemory memory_;
  const std::filesystem::path scratch_;
  const StageContext& context_;
  const size_t d_;
  Slabs slabs_;
  std::optional<DiskFile> file_;  // of points in slabs; none where one slab has them all
  std::vector<uint64_t> begins_;  // of slabs in it
  uint32_t inputReads_ = 0;
  double progress_ = 0;
};

}  // namespace

template <class T>
SortedStrips<T> sortStream(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch,
                           const StageContext& context) {
  return Sorter<T>(points, shape, memory, scratch, context).sort();
}
template SortedStrips<float> sortStream(const PointStream&, const GridShape&, const SortMemory&, const std::filesystem::path&, const StageContext&);
template SortedStrips<double> sortStream(const PointStream&, const GridShape&, const SortMemory&, const std::filesystem::path&, const StageContext&);

}  // namespace arete::cpu
