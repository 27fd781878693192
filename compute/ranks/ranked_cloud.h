// Makes of what ranks have read the points of one cloud: origin, type of coordinates, filter and bounds are decided over all, by the rules of a cloud
// that one process reads, so that it is the same cloud to the bit.
#pragma once

#include "compute/chains/parts/ranked_points.h"
#include "compute/crs/crs.h"
#include "compute/filter/filter.h"
#include "compute/ranks/read_share.h"

namespace arete::ranks {

struct RankedCloud {
  cpu::RankedPoints points;
  uint64_t read = 0;              ///< points of all ranks, before the filter
  uint64_t nonFinite = 0;         ///< left out, of all ranks; also those that are marked as withheld
  uint64_t rows = 0;              ///< of files, that this rank has read; they come after those of the ranks before
  std::vector<uint64_t> leftOut;  ///< which of them are no points
  PointList taken;                ///< which of the others the filter keeps; empty where it keeps all
  Crs crs;
  std::vector<std::string> warnings;  ///< of all ranks
};

/// `about`: as aboutFiles() gave it. Throws, on all ranks alike: Error(badInput) where files do not fit each other, distances are out of the range of
/// the coordinates' type, or coordinates are so small that only all points in one place could tell; what filters throw; Cancelled.
RankedCloud rankedCloud(Share share, std::span<const FileAbout> about, const ReadOptions& options, const Filter& filter, parts::Ranks& ranks,
                        const StageContext& context);

}  // namespace arete::ranks
