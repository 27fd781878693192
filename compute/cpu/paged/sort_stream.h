// Sorts the points of a stream into strips on disk within bounded memory: passes over the source count the points by cells and then bring them to the
// slab of cells that each belongs to; slab after slab is sorted in memory, as evolve.cpu.accelerated sorts a whole cloud, and appended to the strips.
#pragma once

#include <filesystem>
#include <memory>

#include "compute/core/device.h"
#include "compute/core/point_stream.h"
#include "compute/cpu/evolve/sorted_cloud.h"
#include "compute/cpu/evolve/strip_pages.h"

namespace arete::cpu {

struct SortMemory {
  size_t all_bytes = 0;   ///< for points, tables and the sort
  size_t kept_bytes = 0;  ///< of these, what is needed for something else once the points are sorted, when the sort's memory is free again
};

template <class T>
struct SortedStrips {
  SortedCloud<T> cells;  ///< without points
  std::shared_ptr<StripPages<T>> pages;
  uint32_t inputReads = 0;
};

/// Throws Error(wrongUse) where the memory is too little, with what would do; Error(io), what the stream throws, Cancelled.
template <class T>
SortedStrips<T> sortStream(const PointStream& points, const GridShape& shape, const SortMemory& memory, const std::filesystem::path& scratch,
                           const StageContext& context);

}  // namespace arete::cpu
