// What detections on disk are made of, wherever their points come from.
#pragma once

#include "compute/chains/paged/paged_points.h"
#include "compute/ondisk/disk_detection.h"

namespace arete {

/// With the versions that can.
DiskDetection withoutPoints(const CloudFacts& facts, const Job& job);
/// Where the job has no R1. Throws what checkJob() throws.
void suggestRadius(const PointStream& stream, DiskDetection& made, const std::stop_token& stop);
/// Steps of chains on these points.
StepsMaker stepsOf(std::shared_ptr<StreamedPoints> points);
/// `job`: with its R1.
cpu::PagedOptions pagedOptions(const Job& job, const DiskOptions& options);

}  // namespace arete
