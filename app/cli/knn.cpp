// knn: the nearest reference points of every query point.
#include "compute/neighbours/knn/contract.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/job_flags.h"
#include "app/cli/knn_on_disk.h"
#include "app/cli/knn_rows.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/cuda_support.h"
#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/io/write_table.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace {

struct KnnWish {
  std::string reference, query, version, backend = "auto", output, distances, index;
  uint32_t k = 1;
  bool excludeSelf = false, rebuildIndex = false;
  ReadFlags read;
  ParamFlags params;
};

/// The queries relative to the reference's origin, in its coordinate type.
PointArray inFrameOf(const PointCloud& reference, const PointCloud& queries) {
  if (reference.origin() == queries.origin()) return queries.points().withScalar(reference.scalar());
  PointArray moved = queries.points().withScalar(Scalar::float64);
  for (int k = 0; k < std::min(queries.dimension(), reference.dimension()); ++k) {
    const double shift = queries.origin()[size_t(k)] - reference.origin()[size_t(k)];
    for (uint32_t i = 0; i < moved.size(); ++i) moved.at<double>(i, k) += shift;
  }
  return moved.withScalar(reference.scalar());
}

/// Both in double where one of the files needs it.
PointCloud widened(const PointCloud& cloud, const PointCloud& other) {
  return other.scalar() == Scalar::float64 || other.origin() != cloud.origin() ? cloud.withScalar(Scalar::float64) : cloud;
}

/// The reference and the queries relative to its origin; both in double where queries lie so close to its points that distances need it.
std::pair<PointCloud, PointArray> together(const KnnWish& options, PointCloud reference, const PointCloud& queries) {
  reference = widened(reference, queries);
  for (;;) {
    PointArray moved = inFrameOf(reference, queries);
    const PointArray* const both[] = {&reference.points(), &moved};
    const auto why = moved.dimension() == reference.dimension() ? distancesOutOfRange(both) : std::nullopt;  // otherwise the search refuses them
    if (!why) return {std::move(reference), std::move(moved)};
    if (reference.scalar() == Scalar::float64)
      throw Error(ErrorKind::badInput, "cannot search neighbours", options.reference + " and " + options.query, why->reason, why->hint);
    reference = reference.withScalar(Scalar::float64);
  }
}

void makeTrue(Neighbours& found) {
  std::visit(
      [](auto& values) {
        for (auto& value : values) value = std::sqrt(value);
      },
      found.squaredDistances);
}

void summarise(const KnnWish& options, const Neighbours& found, const Version& version, Device& device) {
  const KnnTimes& times = found.times;
  std::cout << version.id << " on " << device.description() << '\n'
            << countText(found.queries) << " queries, " << found.k << (found.k == 1 ? " neighbour each" : " neighbours each") << '\n'
            << "time        " << shortNumber(times.total) << " ms (transfer " << shortNumber(times.transfer) << ", build " << shortNumber(times.build)
            << ", query " << shortNumber(times.query) << ")\n";
  if (found.recall) std::cout << "recall      " << shortNumber(*found.recall) << " (share of true neighbours found, from a sample)\n";
  if (!found.note.empty()) std::cout << "note        " << found.note << '\n';
  std::cout << "written     " << printable(options.output + (options.distances.empty() ? "" : ", " + options.distances)) << '\n';
}

/// Which rows of their files queries and reference points are.
struct RowsOfBoth {
  const PointList& reference;
  const PointList& queries;
  uint64_t queryRows = 0;
};

/// A row for each row of the queries' file.
template <class T>
std::vector<T> byRows(std::span<const T> values, size_t k, const RowsOfBoth& rows) {
  std::vector<T> table(rows.queryRows * k, kNoAnswer<T>);
  for (size_t i = 0; i < rows.queries.size(); ++i) std::ranges::copy(values.subspan(i * k, k), table.begin() + ptrdiff_t(rows.queries[i] * k));
  return table;
}

/// Both or none.
void writeTables(const KnnWish& options, Neighbours& found, const RowsOfBoth& rows, const std::stop_token& stop) {
  for (uint32_t& index : found.indices)
    if (index != kNoIndex) index = rows.reference[index];
  const std::vector<uint32_t> rowIndices = byRows(std::span<const uint32_t>(found.indices), found.k, rows);
  const TableInput ofIndices{std::span(rowIndices), found.k, "neighbour", stop};
  TableWriter indices(options.output, rows.queryRows, ofIndices);
  indices.put(ofIndices.values);
  std::optional<TableWriter> distances;
  if (!options.distances.empty()) {
    makeTrue(found);
    std::visit(
        [&](const auto& values) {
          const auto rowDistances = byRows(std::span(values.data(), values.size()), found.k, rows);
          const TableInput ofDistances{std::span(rowDistances), found.k, "distance", stop};
          distances.emplace(options.distances, rows.queryRows, ofDistances);
          distances->put(ofDistances.values);
        },
        found.squaredDistances);
  }
  warn(indices.commit());
  if (distances) warn(distances->commit());
}

void run(const KnnWish& options, std::stop_token stop) {
  const bool withItself = options.query.empty();
  if (options.excludeSelf && !withItself)
    throw Error(ErrorKind::wrongUse, "cannot leave points out of their own neighbours", "--exclude-self", "the queries are another cloud",
                "give no QUERY, or leave the flag out");
  checkTablePath(options.output);
  if (!options.distances.empty()) checkTablePath(options.distances);
  const Version& version =
      options.version.empty() ? defaultVersion(Stage::knn, backendNamed(options.backend)) : findVersion(options.version, Stage::knn);
  ParamValues params;
  options.params.apply(params);
  if (version.leafSearch && !options.read.filter().empty())
    throw Error(ErrorKind::wrongUse, "cannot search neighbours", version.id, "versions that leave clouds on disk do not filter them",
                "write a filtered file with 'arete-cli convert' first");
  if (version.leafSearch)
    return findNeighboursOnDisk({version, options.reference, options.query, options.read.options(), params, options.params.given(kLeafCapacityParam),
                                 options.k, options.excludeSelf, options.index, options.rebuildIndex, options.output, options.distances},
                                std::move(stop));
  if (!options.index.empty() || options.rebuildIndex)
    throw Error(ErrorKind::wrongUse, "cannot search neighbours", options.index.empty() ? "--rebuild-index" : "--index",
                std::string(version.id) + " uses no index", "give --version knn.cpu.two_level, or leave the flag out");
  const int threads = int(params.get(kThreadsParam));

  const auto numbered = [&](const std::string& file) {
    const std::filesystem::path path = file;
    return readNumberedWithProgress(std::span(&path, 1), options.read.options(), options.read.filter(), stop);
  };
  const NumberedCloud ofReference = numbered(options.reference);
  const NumberedCloud ofQueries = withItself ? ofReference : numbered(options.query);
  PointCloud reference = ofReference.file.cloud;
  PointArray moved;
  if (!withItself) std::tie(reference, moved) = together(options, std::move(reference), ofQueries.file.cloud);
  const auto device = version.backend == Backend::cuda ? makeCudaDevice(0, threads) : makeCpuDevice(threads);
  Progress progress;
  const StageContext context{*device, stop, [&](double fraction) { progress.show(fraction, "searching neighbours"); }};
  Neighbours found = nearestNeighbours(version.as<Stage::knn>(), {reference.points(), params},
                                       {withItself ? reference.points() : moved, options.k, options.excludeSelf}, context);
  progress.clear();

  writeTables(options, found, {ofReference.rowOf, ofQueries.rowOf, ofQueries.rows}, stop);
  summarise(options, found, version, *device);
}

}  // namespace

Run addKnn(CommandApp& app) {
  const auto options = std::make_shared<KnnWish>();
  app.addInput("REFERENCE", options->reference, "The points among which neighbours are searched.")->required();
  app.addInput("QUERY", options->query, "The points whose neighbours are searched; without it, the reference's own.");
  app.add_option("-k,--neighbours", options->k, "Neighbours of each query, nearest first, ties by lower index (default 1).")
      ->type_name("K")
      ->check(CLI::Range(1U, kMostNeighbours));
  app.add_flag("--exclude-self", options->excludeSelf, "Without QUERY: a point is not its own neighbour.");
  app.addStream(
         "-o,--output", options->output,
         "Rows of REFERENCE, counted from 0, in a row per row of the queries: .npy (64-bit integers) or .csv. Rows without coordinates, and those "
         "that the filter leaves out, count; such a query has the answer -1.")
      ->required();
  app.addStream("--distances", options->distances, "The distances, of the same shape, nan where there is no answer: .npy or .csv.");
  const std::string group = "How to compute it (the answer is the same for all exact versions)";
  addVersionFlag(app, Stage::knn, options->version, group, "--version");
  app.add_option("--backend", options->backend, "Where it runs when no version is named: cpu, cuda, auto (cuda where there is one; default auto).")
      ->type_name("NAME")
      ->check(CLI::IsMember({"cpu", "cuda", "auto"}))
      ->group(group);
  static const ParamInfo* const kThreads[] = {&kThreadsParam};
  options->params.add(app, kThreads, group);
  for (const Version& version : versions(Stage::knn)) options->params.add(app, version.parameters, "Parameters of versions");
  const std::string onDisk = "Clouds that do not fit into memory (versions that leave them on disk)";
  app.addKept("--index", options->index,
              "Keep the index in this file, and use it when it is there already and fits. Without this flag it is temporary.",
              outofcore::kBuildCompanions)
      ->group(onDisk);
  app.add_flag("--rebuild-index", options->rebuildIndex, "Build the index again even if there is one.")->group(onDisk);
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
