// Divides a sorted cloud whose points are in a file into slabs across the last axis of its grid, which are parts of it.
//
// A part is at most half an iteration ahead of its neighbours, so with so many slabs in memory the first one can be about that many iterations ahead
// of the last: slabs are thin. An iteration reaches over two cells, so that below two nothing is gained but that they fit better. They are thicker
// where there would be too many, or where parts would take more memory than their points.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/chains/grid/cell_grid.h"
#include "compute/chains/paged/sort_stream.h"

namespace arete::cpu {

template <class T>
class SlabMaker {
 public:
  SlabMaker(const GridShape& shape, int dimension) : shape_(shape), grid_(shape), dimension_(dimension), axis_(std::max(0, shape.axes - 1)) {
    const uint32_t cells = shape.count[size_t(axis_)];
    thickness_ = std::max(kThinnest, (cells + kMostUnits - 1) / kMostUnits);
    counts_.resize((cells + thickness_ - 1) / thickness_);
  }

  void count(const Cell& cell, uint32_t points) { counts_[unitOf(cell)] += points; }

  /// What is known of the cloud once some of it is sorted.
  struct Size {
    double cells = 0, chosen = 0, pointBytes = 0;
    int threads = 1;
  };

  /// `kept_bytes`: memory for points. False where all fit, or where slabs would be read more often than strips are in every iteration.
  ///
  /// Slabs: what does not fit, once for as many iterations as the largest one fits. Strips: what does not fit, in a part of the iterations. Where
  /// three times the first came to less than the second, slabs read less, or took less time, on spirals, spirals in a row and LiDAR.
  bool divide(uint64_t kept_bytes, const Size& size) {
    constexpr double kSlabsAtATime = 64, kMostSlabs = 1024, kAgainstStrips = 3, kWorthThicker = 0.9;
    double all = 0, occupied = 0;  // bytes, units
    for (const uint64_t each : counts_) all += double(each) * size.pointBytes, occupied += each > 0;
    const double kept = double(kept_bytes), columns = occupied * thickness_;
    if (all <= kept) return false;
    const double ofSlab = kSlabBytes + (kSeenColumns * size.cells * kFollowerBytes + 2 * size.chosen * kKnownBytes) / columns;
    double best = all, bestSize = 0;
    for (double slab = std::max(kept / kSlabsAtATime, all / kMostSlabs); slab < kept; slab *= 1.25) {
      cutInto(uint64_t(slab / size.pointBytes));
      const double room = kept - double(sizes_.size()) * ofSlab;
      const double largest = double(std::ranges::max(sizes_)) * size.pointBytes;
      if (largest * (1 + size.threads) > room) continue;
      if (const double perIteration = (all - room) * largest / room; perIteration < kWorthThicker * best) best = perIteration, bestSize = slab;
    }
    if (bestSize == 0 || kAgainstStrips * best >= all - kept) return false;
    cutInto(uint64_t(bestSize / size.pointBytes));
    room_ = uint64_t(kept - double(sizes_.size()) * ofSlab);
    return true;
  }

  /// After divide(): the cells come.
  void open(std::shared_ptr<const StripFile> coordinates, const std::filesystem::path& scratch) {
    made_.file = std::make_shared<SlabFile>(std::move(coordinates), scratch);
    made_.room_bytes = room_;
    made_.parting = std::make_shared<const parts::Parting>(parts::Parting::slabs(shape_, axis_, cuts_));
    uint64_t before = 0;
    for (const uint64_t size : sizes_) {
      made_.slabs.push_back({SortedCloud<T>(shape_, dimension_, true), std::make_shared<SlabPages<T>>(made_.file, before, dimension_)});
      before += size;
    }
  }
  /// By ascending keys.
  void append(uint64_t key, uint32_t points) { made_.slabs[slabOf_[unitOf(grid_.cell(key))]].cells.append(key, points); }

  SortedSlabs<T> finish() {
    for (auto& slab : made_.slabs) slab.pages->setStrips(slab.cells.strips());
    made_.file->state.reserve(made_.file->stateBytes);
    made_.file->room = Arena(room_);
    return std::move(made_);
  }

 private:
  static constexpr uint32_t kThinnest = 1, kMostUnits = 10'000;
  // What a slab takes besides its points, cells and chosen points (measured): some, and more for what it sees of the columns beside it.
  static constexpr double kSlabBytes = 4 << 10, kFollowerBytes = 64, kKnownBytes = 200;
  static constexpr double kSeenColumns = 4;

  /// Slabs of whole units with so many points, or little less.
  void cutInto(uint64_t fewest) {
    sizes_.assign(1, 0);
    cuts_.clear();
    slabOf_.resize(counts_.size());
    for (uint32_t unit = 0; unit < counts_.size(); ++unit) {
      if (sizes_.back() > 0 && sizes_.back() + counts_[unit] / 2 > fewest) cuts_.push_back(unit * thickness_), sizes_.push_back(0);
      slabOf_[unit] = uint32_t(sizes_.size() - 1);
      sizes_.back() += counts_[unit];
    }
  }

  uint32_t unitOf(const Cell& cell) const { return cell.at[size_t(axis_)] / thickness_; }

  const GridShape shape_;
  const CellGrid grid_;
  const int dimension_;
  const int axis_;
  uint32_t thickness_ = kThinnest;
  std::vector<uint64_t> counts_;  // of points, by unit: so many cells along the axis
  std::vector<uint32_t> slabOf_;  // by unit
  std::vector<uint64_t> sizes_;   // of slabs, in points
  std::vector<uint32_t> cuts_;
  uint64_t room_ = 0;
  SortedSlabs<T> made_;
};

}  // namespace arete::cpu
