// Sorts the points of a stream into strips on disk within bounded memory: passes over the source count the points by cells and then bring them to the
// piece of cells that each belongs to; piece after piece is sorted in memory, as evolve.cpu.accelerated sorts a whole cloud, and appended to the
// strips: of one cloud, or of slabs that are parts. Or all of them go into a store (kept_store.h), from which later the same is made without the
// source.
#pragma once

#include <filesystem>
#include <memory>

#include "compute/chains/evolve/sorted_cloud.h"
#include "compute/chains/evolve/strip_pages.h"
#include "compute/chains/paged/kept_store.h"
#include "compute/chains/paged/slab_pages.h"
#include "compute/chains/parts/parting.h"
#include "compute/core/device.h"
#include "compute/core/point_stream.h"

namespace arete::cpu {

struct SortMemory {
  size_t all_bytes = 0;   ///< for points, tables and the sort
  size_t kept_bytes = 0;  ///< of these, what is needed for something else once the points are sorted, when the sort's memory is free again
  uint32_t chosen = 0;    ///< points at first
};

/// Slabs across the last axis of the grid, whose numbers are ascending.
template <class T>
struct SortedSlabs {
  struct Slab {
    SortedCloud<T> cells;  ///< without points
    std::shared_ptr<SlabPages<T>> pages;
  };
  std::vector<Slab> slabs;
  std::shared_ptr<const parts::Parting> parting;
  std::shared_ptr<SlabFile> file;
  uint64_t room_bytes = 0;  ///< for those that are in memory at a time
};

/// A sorted cloud whose points are not all in memory.
template <class T>
struct SortedStrips {
  SortedCloud<T> cells;  ///< without points
  std::shared_ptr<StripPages<T>> pages;
  SortedSlabs<T> slabs;  ///< instead of these two, where there are any
  uint32_t inputReads = 0;
};

/// `ahead`: in slabs, where points do not fit into memory and enough slabs of them do. Throws Error(wrongUse) where the memory is too little, with
/// what would do; Error(io), what the stream throws, Cancelled.
template <class T>
SortedStrips<T> sortStream(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch,
                           bool ahead, const StageContext& context);

/// Into a store that is empty. Gives how often the source was gone through. Throws alike.
template <class T>
uint32_t sortIntoStore(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch,
                       StoreWriter<T>& store, const StageContext& context);

/// The same of a store. Throws Error(badInput) where it is not what was written.
template <class T>
SortedStrips<T> fromStore(const KeptStore& store, const SortMemory& memory, const std::filesystem::path& scratch, bool ahead,
                          const StageContext& context);

}  // namespace arete::cpu
