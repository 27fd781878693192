// What a detection would take, before it is made: for detect --dry-run and info --r1.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "app/cli/text.h"
#include "compute/chains/paged/detection_needs.h"
#include "compute/engine/job.h"
#include "compute/io/read_cloud.h"

namespace arete::cli {

struct DetectionPlan {
  double r1 = 0;
  DetectionSize size;
  uint64_t allowed_bytes = 0;  ///< --max-memory; 0: not given
};

/// Goes through the points.
DetectionPlan planOf(const PointStream& points, const Job& job, size_t columnBytes, uint64_t allowed_bytes, const std::stop_token& stop);

Json planJson(const DetectionPlan& plan);
/// Lines like those of info.
std::string planText(const DetectionPlan& plan);
/// The first of them: R1, and how many points would be chosen.
std::string chosenText(const DetectionPlan& plan);
/// "1 234 MB".
std::string sizeText(uint64_t bytes);

/// "classes     ground (2)  1 234 567", a line for each class that points have.
std::string classesText(std::span<const uint64_t> counts);

/// detect --dry-run: looks through the files, piece by piece where that can be, and prints what would be done. Throws Error(wrongUse)
/// for a job whose needs are not known, and the errors of reading. `needs`: says what it would take; `store`: --store, "" without.
void printDryRun(std::span<const std::filesystem::path> files, const ReadOptions& read, Job job, uint64_t allowed_bytes, const std::stop_token& stop,
                 const std::function<std::string(const DetectionPlan&)>& needs = planText, const std::filesystem::path& store = {});

}  // namespace arete::cli
