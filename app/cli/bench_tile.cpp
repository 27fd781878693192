// bench tile: building the tree of tiles, every version and kind.
#include <algorithm>
#include <chrono>
#include <limits>

#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "compute/core/error.h"

namespace arete::cli {

namespace {

/// Row 0 compares every leaf with every point: beyond this many points, trees are checked against the CPU's default instead.
constexpr uint32_t kMostForReference = 200'000;

class TileBench {
 public:
  TileBench(const BenchOptions& options, BenchInput input, Device& device, std::stop_token stop)
      : options_(options), input_(std::move(input)), context_{device, std::move(stop), {}} {}

  BenchRow measure(const Version& version, TileKind kind) {
    input_.job.params = options_.params;
    input_.job.params.set(kTileKindParam, double(kind));
    const bool small = input_.cloud.size() <= kMostForReference;
    const Version& base = small ? versions(Stage::tile).front() : defaultVersion(Stage::tile, Backend::cpu);
    if (&base != &version && !(build(version) == build(base)))
      throw Error(ErrorKind::internal, "the trees differ, so they are not timed", version.id, "its tree is not that of " + std::string(base.id));
    BenchRow row = timed(options_.repeat, [&] {
      const auto start = std::chrono::steady_clock::now();
      const TileTree tree = build(version);
      return BenchRun{std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count(), 0, true};
    });
    row.what = std::string(version.id) + ", " + input_.job.params.text(kTileKindParam);
    row.points = input_.cloud.size();
    row.dimension = input_.cloud.dimension();
    row.bits = "equal";
    row.speedUp = std::numeric_limits<double>::quiet_NaN();
    return row;
  }

 private:
  TileTree build(const Version& version) const { return version.as<Stage::tile>()({input_.cloud, r1(), input_.job.params}, context_); }
  double r1() const { return options_.r1 > 0 ? options_.r1 : 2 * findShape(options_.shape).defaultNoise; }

  const BenchOptions& options_;
  BenchInput input_;
  const StageContext context_;
};

}  // namespace

std::vector<BenchRow> benchTile(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  std::vector<BenchRow> rows;
  for (const auto& [dimension, points] : cloudsOf(options)) {
    TileBench bench(options, makeInput(options, pointCount(points), dimension, device, stop), device, stop);
    for (const TileKind kind : {TileKind::local, TileKind::grouped, TileKind::extended}) {
      const size_t first = rows.size();
      for (const Version& version : versions(Stage::tile)) {
        const bool named = std::ranges::find(options.versionIds, version.id) != options.versionIds.end();
        const bool runsHere = version.available() && (version.backend == Backend::cpu || device.backend() == Backend::cuda);
        if (options.versionIds.empty() ? !runsHere : !named) continue;
        progress.show(0, "measuring " + std::string(version.id) + ", " + points + " points");
        rows.push_back(bench.measure(version, kind));
      }
      for (size_t i = first; i < rows.size() && rows[first].what.starts_with(versions(Stage::tile).front().id); ++i)
        rows[i].speedUp = rows[first].median / rows[i].median;
    }
  }
  return rows;
}

}  // namespace arete::cli
