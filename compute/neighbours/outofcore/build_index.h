// Builds the index of a cloud on disk within bounded memory. Passes over the source: one or more to count cells (CellTree), one to write
// every point to its place in its leaf, through a buffer for each leaf (several when there are more leaves than memory for buffers).
// A build that was killed resumes where it was last safe on the disk and gives the same bytes; neither counting nor writing is repeated.
#pragma once

#include <filesystem>

#include "compute/core/device.h"
#include "compute/core/point_stream.h"
#include "compute/neighbours/outofcore/leaf_index.h"

namespace arete::outofcore {

struct BuildOptions {
  uint32_t leafCapacity = 0;
  size_t memory_bytes = 0;              ///< for the tables and buffers of the build
  uint64_t checkpointPoints = 1 << 25;  ///< points between two states from which a killed build can resume
};

/// Suffixes of the files beside an index while it is built: the unfinished index, and its state.
inline constexpr std::string_view kBuildCompanions[] = {".part", ".state"};

/// How many points it gives. Throws Error(badInput) where they are more than the indices of 32 bits in an answer can name.
uint32_t nameablePoints(const PointStream& points);

/// The properties of this stream's index. Throws like nameablePoints(). Numbers of the stream's points must have no gaps.
IndexInfo indexInfoOf(const PointStream& points, uint32_t leafCapacity);

/// Builds FILE: as FILE.part, renamed when it is complete and on the disk, with FILE.state beside it, which says how far it is. Cancelled, and a
/// program that is killed, leave the two for the next call with the same stream and options; an Error removes them. Throws Error(badInput) when
/// one of the three exists and does not belong to an index, Error(io), Error(wrongUse) when the memory is too little, what the stream throws,
/// Cancelled.
DiskFile buildIndex(const PointStream& points, const std::filesystem::path& file, const BuildOptions& options, const StageContext& context);

/// Removes the unfinished build beside an index that is used as it is, unless a program is still building: a program that was killed while it built
/// the index anew left it. Nothing but what is this program's, and this user's, is touched.
void removeAbandonedBuild(const std::filesystem::path& file);

/// The same as buildIndex() in a file without a name, which goes with the object.
DiskFile buildTemporaryIndex(const PointStream& points, const std::filesystem::path& folder, const BuildOptions& options,
                             const StageContext& context);

}  // namespace arete::outofcore
