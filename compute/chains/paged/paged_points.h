// The points of a stream on disk, for detections that may use only so much memory: chosen from the stream, sorted into strips (sort_stream.h), and
// evolved as evolve.cpu.accelerated evolves a cloud in memory, except for where the points of a strip are while nobody looks at them: in slabs that
// are parts and run ahead of each other (slab_evolver.h), or strip by strip in each iteration (strip_pages.h), where too few slabs fit into memory.
//
// Why the answer is the same to the bit. Choosing takes the points in the same order and compares them alike. Evolve's code is that of the version
// for clouds in memory: cells, margins, sums and ties know nothing of where points are. Only what must be looked at is read. Memory: 110 bytes a
// chosen point, more where many threads work; some 200 bytes an occupied cell; what is left holds points. Cost: strip by strip, in an iteration the
// strips in which something is due are read once, and written back where an assignment or a deadline changed; slabs are read and written once for as
// many iterations as slabs fit into memory, about.
//
// A store (kept_store.h) keeps the points as they are sorted, and those that are chosen, for the next detection: that one needs the stream no more.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "compute/chains/paged/kept_store.h"
#include "compute/chains/paged/streamed_points.h"
#include "compute/core/param_info.h"
#include "compute/core/point_stream.h"

namespace arete::cpu {

struct StoreWish {
  std::filesystem::path path;
  StoreLabel label;
};

struct PagedOptions {
  double r1 = 0;
  ParamValues params;
  bool scattered = false;               ///< points are taken in the order of PointOrder::scattered
  size_t memory_bytes = 0;              ///< for all that this holds, and the chosen points
  size_t allowed_bytes = 0;             ///< as asked for, for the report
  std::filesystem::path scratch = {};   ///< for temporary files
  std::optional<StoreWish> store = {};  ///< to be made, where none is
  bool ahead = true;                    ///< slabs run ahead of each other where points do not fit into memory, and enough slabs do
};

/// The stream must outlive it. Throws Error(wrongUse) when R1 does not suit the coordinates' type.
std::unique_ptr<StreamedPoints> makePagedPoints(const PointStream& points, const PagedOptions& options);

/// Of a store instead of a stream. `options`: with its R1; in its point order.
std::unique_ptr<StreamedPoints> makeStoredPoints(std::shared_ptr<const KeptStore> store, const PagedOptions& options);

}  // namespace arete::cpu
