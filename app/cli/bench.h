// bench: what its kinds share.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/text.h"
#include "compute/core/device.h"
#include "compute/engine/job.h"
#include "compute/generate/shapes.h"

namespace CLI {
class App;
}

namespace arete::cli {

class ParamFlags;

struct BenchOptions {
  std::vector<std::string> points = {"100000"};
  std::vector<int> dimensions = {2};
  std::string shape = "spiral";
  std::string cloud;                                                                     ///< a file instead of the shape; "" for none
  std::vector<std::string> versionIds;                                                   ///< to be measured; empty: chosen by the kind of bench
  std::vector<std::string> versionFiles;                                                 ///< of the user's; their versions are in the catalogue
  std::vector<std::string> axes;                                                         ///< of tune: "block=64,128"
  std::vector<std::string> cases = {"0", "1", "2", "3", "4", "5", "6", "7"};             ///< of knn
  std::vector<uint32_t> leafCapacities = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20};  ///< of leaves, in points
  std::vector<uint32_t> partCounts = {1, 2, 4, 16};                                      ///< of parts
  double maxSeconds = 60;                                                                ///< of knn: what would take longer is not timed
  double r1 = 0;                                                                         ///< 0: twice the shape's noise
  double tolerance = kToleranceParam.defaultValue;
  std::string backend = "auto";  ///< of the defaults, as --backend of detect
  int repeat = 5, threads = 0;
  uint32_t maxBruteIterations = 20;
  uint64_t seed = 1;
  ParamValues params;  ///< of network, found, tile and leaves
  bool json = false, markdown = false;
};

/// A cloud that is to be measured, as the user asked for it.
struct BenchCloud {
  int dimension = 2;
  std::string points;  ///< how many
};
/// One after the other: the file, which says its dimension itself, or clouds of each dimension and size.
std::vector<BenchCloud> cloudsOf(const BenchOptions& options);

/// A generated cloud and the radius to look at it with.
struct BenchInput {
  PointCloud cloud;
  Job job;
};

/// One row of the result.
struct BenchRow {
  std::string what;  ///< a version, or "defaults"
  uint32_t points = 0;
  int dimension = 0;
  double median = 0, minimum = 0;  ///< ms
  uint64_t iterations = 0;         ///< of evolve; 0 for the other stages
  bool complete = true;            ///< false: stopped after maxBruteIterations
  double speedUp = 0;              ///< over the row that it is compared with; NaN where there is none
  std::string bits;                ///< "equal", or "inexact: differ"
};

/// What one run took and did.
struct BenchRun {
  double milliseconds = 0;
  uint64_t iterations = 0;
  bool complete = true;
};

/// The baseline for speed-ups of evolve and of whole detections. Above this many points brute force is stopped after maxBruteIterations.
inline constexpr std::string_view kBruteForceId = "evolve.cpu.brute_force";
inline constexpr uint32_t kMostBruteForcePoints = 100'000;
/// Whether a version's time grows with points x chosen points in every evolve iteration.
bool isBruteForce(const Version& version);

/// `given` is a count like 100000 or 1e6. Throws Error(wrongUse).
uint32_t pointCount(const std::string& given);
BenchInput makeInput(const BenchOptions& options, uint32_t points, int dimension, Device& device, std::stop_token stop);

/// Runs `once` `repeat` times (the caller has warmed up) and takes median and minimum.
BenchRow timed(int repeat, const std::function<BenchRun()>& once);

std::vector<BenchRow> benchDetect(const BenchOptions& options, Device& device, std::stop_token stop);
std::vector<BenchRow> benchTile(const BenchOptions& options, Device& device, std::stop_token stop);
void benchKnn(const BenchOptions& options, Device& device, std::stop_token stop);
std::vector<BenchRow> benchStages(const BenchOptions& options, Device& device, std::stop_token stop);
/// Prints its own tables. `device` must be a GPU.
void benchTune(const BenchOptions& options, Device& device, std::stop_token stop);
/// The same for versions of the user's, by the parameters that their files declare.
void benchTuneOwn(const BenchOptions& options, Device& device, std::stop_token stop);

/// Adds every flag but WHAT; `options` and `params` are filled in when the command line is read and must live until then.
void addBenchFlags(CLI::App& app, BenchOptions& options, ParamFlags& params);

/// Factors of R1 in the benches that try all its sizes.
inline constexpr double kRadiusFactors[] = {1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1, 3, 10, 30, 100, 1000};
/// One object per row, all with the same keys.
Json benchFound(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchNetwork(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchParts(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchClearance(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchProject(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchRadius(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchDrag(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchCancel(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchRead(const BenchOptions& options, Device& device, std::stop_token stop);
Json benchLeaves(const BenchOptions& options, Device& device, std::stop_token stop);

}  // namespace arete::cli
