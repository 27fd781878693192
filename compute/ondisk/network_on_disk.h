// Detections of networks whose points stay on the disk: only super-points look at them all, and those are made while the points stream by.
#pragma once

#include <string_view>

#include "compute/ondisk/disk_detection.h"

namespace arete {

/// Throws Error(wrongUse) for a network that needs points in memory: `what` cannot be done.
void checkNetworkOnDisk(const Job& job, std::string_view what);

/// Whether the columns of these files decide what the network is made of: where they have tracks, of these. Throws what headOf() throws.
bool mayHaveTracks(std::span<const std::filesystem::path> files, const ReadOptions& read, const Job& job, const std::stop_token& stop);
/// Throws Error(wrongUse) where the stream, which looks at columns, has tracks: they are joined in memory.
void refuseTracks(const FileStream& stream);

/// The detection of a network. `made`: with the facts of the stream, which must outlive it, and the job; both are settled. Throws Error(wrongUse) for
/// a cloud that needs its points in memory, what checkJob() and reading the points throw.
void makeNetworkOnDisk(const PointStream& stream, DiskDetection& made, const DiskOptions& options, const std::stop_token& stop);

}  // namespace arete
