#include "app/cli/plan.h"

#include <algorithm>
#include <iostream>
#include <utility>

#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "compute/core/asprs_classes.h"
#include "compute/core/error.h"
#include "compute/core/machine_memory.h"
#include "compute/core/short_coordinate.h"
#include "compute/engine/run_job.h"
#include "compute/filter/columns.h"
#include "compute/io/file_heads.h"
#include "compute/io/read/spool.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/streamed/network_needs.h"
#include "compute/ondisk/disk_detection.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace fs = std::filesystem;

static constexpr int kMegabyte = 20;  // as a power of two

static uint64_t megabytes(uint64_t bytes) { return (bytes >> kMegabyte) + 1; }
std::string sizeText(uint64_t bytes) { return countText(megabytes(bytes)) + " MB"; }

DetectionPlan planOf(const PointStream& points, const Job& job, size_t columnBytes, uint64_t allowed_bytes, const std::stop_token& stop) {
  DetectionPlan plan{job.r1(), sizeOf(points, job.r1(), stop), allowed_bytes};
  plan.size.columnBytes = columnBytes;
  plan.size.threads = makeDevice(job.onCpu())->threads().size();
  return plan;
}

/// Of the store, what is read again and again.
static uint64_t pagedBytes(const DetectionPlan& plan) { return needsOf(plan.size).store_bytes - residentStore(plan.size, plan.allowed_bytes); }

Json planJson(const DetectionPlan& plan) {
  const DetectionNeeds needs = needsOf(plan.size);
  const MachineMemory machine = machineMemory();
  Json json = {{"r1", plan.r1},
               {"points", plan.size.points},
               {"cells", plan.size.cells},
               {"chosen", plan.size.chosen},
               {"memory_bytes", needs.memory_bytes},
               {"machine_bytes", machine.all_bytes},
               {"free_bytes", machine.free_bytes},
               {"least_bytes", needs.least_bytes},
               {"scratch_bytes", needs.scratch_bytes + needs.store_bytes}};
  if (plan.allowed_bytes == 0) return json;
  json["max_memory_bytes"] = plan.allowed_bytes;
  json["is_enough"] = plan.allowed_bytes >= needs.least_bytes;
  json["store_bytes"] = needs.store_bytes;
  json["resident_bytes"] = residentStore(plan.size, plan.allowed_bytes);
  const bool isPaged = pagedBytes(plan) > 0;
  json["passes"] = {isPaged ? kFewestPasses : 0, isPaged ? kMostPasses : 0};
  return json;
}

static std::string allowedText(const DetectionPlan& plan) {
  const DetectionNeeds needs = needsOf(plan.size);
  if (plan.allowed_bytes < needs.least_bytes) return "not enough: give some " + sizeText(needs.least_bytes) + " or a larger R1";
  const uint64_t paged = pagedBytes(plan);
  if (paged == 0) return "all points stay in memory";
  return sizeText(needs.store_bytes - paged) + " of " + sizeText(needs.store_bytes) + " of points stay in memory; the rest is read " +
         std::to_string(kFewestPasses) + " to " + std::to_string(kMostPasses) + " times, " + sizeText(paged * kFewestPasses) + " to " +
         sizeText(paged * kMostPasses);
}

std::string chosenText(const DetectionPlan& plan) {
  return "R1          " + numberText(plan.r1) + ": some " + countText(plan.size.chosen) + " points would be chosen first, in some " +
         countText(plan.size.cells) + " cells\n";
}

std::string planText(const DetectionPlan& plan) {
  const DetectionNeeds needs = needsOf(plan.size);
  const MachineMemory machine = machineMemory();
  std::string text = chosenText(plan);
  text += "memory      some " + sizeText(needs.memory_bytes) + " with all points in it";
  if (machine.all_bytes > 0) text += "; this machine has " + sizeText(machine.all_bytes) + ", and " + sizeText(machine.free_bytes) + " free";
  text += "\ndisk        with --max-memory, from some " + sizeText(needs.least_bytes) + " on: some " +
          sizeText(needs.scratch_bytes + needs.store_bytes) + " in the scratch folder\n";
  if (plan.allowed_bytes > 0) text += "in " + std::to_string(plan.allowed_bytes >> kMegabyte) + " MB: " + allowedText(plan) + '\n';
  return text;
}

std::string classesText(std::span<const uint64_t> counts) {
  size_t width = 0;
  for (size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) width = std::max(width, asprsClassText(int(i)).size());
  const char* title = "classes     ";
  std::string all;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const std::string text = asprsClassText(int(i));
    all += std::exchange(title, "            ") + text + std::string(width - text.size() + 2, ' ') + countText(counts[i]) + '\n';
  }
  return all;
}

namespace {

/// The points of files, from the disk piece by piece or, where some are only read whole, from memory.
struct LookedThrough {
  CloudFile file;  // its cloud only where points are in memory
  CloudFacts facts;
  std::unique_ptr<PointStream> points;
  std::vector<uint64_t> classes;
  size_t columnBytes = 0;
};

bool areReadPieceByPiece(std::span<const fs::path> files, const ReadOptions& read, const std::stop_token& stop) {
  return std::ranges::all_of(files, [&](const fs::path& file) { return !namesPipe(file) && headOf(file, read, stop).byRows; });
}

LookedThrough lookThrough(std::span<const fs::path> files, const ReadOptions& read, const Filter& filter, const std::stop_token& stop) {
  LookedThrough all;
  if (!areReadPieceByPiece(files, read, stop)) {
    all.file = readWithProgress(files, read, filter, stop);
    all.facts = factsOf(all.file.cloud);
    all.points = std::make_unique<ArrayStream>(all.file.cloud.points());
    all.classes = classCounts(all.file.cloud);
    all.columnBytes = bytesOfEach(all.file.cloud.attributes());
    return all;
  }
  Progress progress;
  auto stream = std::make_unique<FileStream>(
      files, read, filter, stop,
      [&](const ReadProgress& done) {
        if (progress.due()) progress.show(double(done.bytesDone) / double(std::max<uint64_t>(done.bytesTotal, 1)), "looking through the files");
      },
      true);
  progress.clear();
  all.file = stream->about();
  warnOf(all.file);
  all.facts = factsOf(*stream, stop);
  all.classes = stream->classes(stop);
  all.columnBytes = stream->columnBytes();
  all.points = std::move(stream);
  return all;
}

/// What a network takes: its cells must fit into memory, its points need not.
std::string networkPlanText(const PointStream& points, const CloudFacts& facts, const Job& job, uint64_t allowed_bytes, const std::stop_token& stop) {
  const PointCloud standIn(PointArray(facts.scalar, facts.dimension, 0), facts.origin);
  const uint64_t cells = networkCells(points, job.r1(), networkRules(standIn, job.params), stop);
  const uint64_t pointBytes = uint64_t(facts.dimension) * (facts.scalar == Scalar::float32 ? sizeof(float) : sizeof(double));
  std::string text = "R1          " + numberText(job.r1()) + ": some " + countText(cells) + " cells have points, " +
                     std::to_string(kNetworkCellBytes) + " bytes each\n";
  text += "disk        with --max-memory, from some " + sizeText(networkBytes(cells)) + " on: at most some " + sizeText(points.size() * pointBytes) +
          " in the scratch folder\n";
  if (allowed_bytes == 0) return text;
  const bool isEnough = cells <= mostNetworkCells(allowed_bytes);
  return text + "in " + std::to_string(allowed_bytes >> kMegabyte) + " MB: " +
         (isEnough ? "the points are read once more and stay on the disk as far as need be\n"
                   : "not enough: give some " + sizeText(networkBytes(cells)) + " or a larger R1\n");
}

std::string boundsText(const CloudFacts& facts) {
  constexpr int kDigits = 10;
  std::string text;
  for (size_t k = 0; k < size_t(facts.dimension) && facts.count > 0; ++k)
    text += (k == 0 ? "bounds      " : "            ") +
            shortNumber(shortCoordinate(facts.scalar, facts.bounds.minimum[k], facts.origin[k]), kDigits) + " to " +
            shortNumber(shortCoordinate(facts.scalar, facts.bounds.maximum[k], facts.origin[k]), kDigits) + '\n';
  return text;
}

}  // namespace

void printDryRun(std::span<const fs::path> files, const ReadOptions& read, Job job, uint64_t allowed_bytes, const std::stop_token& stop,
                 const std::function<std::string(const DetectionPlan&)>& needs, const fs::path& store) {
  checkOnDisk(job, "cannot say what this detection would take");
  const Filter filter = job.inputFilter();
  const LookedThrough all = lookThrough(files, read, filter, stop);
  const bool isNetwork = job.curveKind() == CurveKind::network, suggest = job.r1() == 0;
  if (suggest) takeSuggestion(suggestedBy(*all.points, all.facts, job, stop), job);
  checkJob(job);
  const DetectionPlan plan = isNetwork ? DetectionPlan{} : planOf(*all.points, job, all.columnBytes, allowed_bytes, stop);
  std::cout << "files       " << files.size() << ", " << all.file.format << '\n'
            << "points      " << countText(all.file.points()) << '\n'
            << (filter.empty() ? "" : "filter      " + printable(describe(filter)) + ": " + countText(all.facts.count) + " kept\n")  //
            << "dimension   " << all.facts.dimension << ", kept as " << name(all.facts.scalar) << '\n'
            << boundsText(all.facts) << classesText(all.classes)
            << (isNetwork ? networkPlanText(*all.points, all.facts, job, allowed_bytes, stop) : needs(plan))
            << (store.empty() ? "" : "store       " + printable(storeText(files, read, job, store, plan.size)) + '\n')
            << (suggest ? "R1 is suggested from the cloud. " : "") << "Nothing was computed or written.\n";
}

}  // namespace arete::cli
