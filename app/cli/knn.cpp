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
#include "app/cli/knn_within.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "app/cli/version_files.h"
#include "compute/core/cuda_support.h"
#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/gpu_params.h"
#include "compute/engine/quicker_backend.h"
#include "compute/io/write_table.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace {

struct KnnWish {
  std::string reference, query, version, backend = "auto", output, distances, counts, index;
  std::vector<std::string> versionFiles;
  uint32_t k = 0;                ///< 0: not given
  std::optional<double> within;  ///< alone: all neighbours in the ball; with k the nearest of them
  bool excludeSelf = false, rebuildIndex = false, json = false;
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

Json summaryOf(const Neighbours& found) {
  Json summary = {{"queries", found.queries}, {"k", found.k}};
  const KnnTimes& times = found.times;
  summary["total_ms"] = times.total, summary["transfer_ms"] = times.transfer, summary["build_ms"] = times.build, summary["query_ms"] = times.query;
  if (found.recall) summary["recall"] = *found.recall;
  if (!found.note.empty()) summary["note"] = found.note;
  return summary;
}

/// How many neighbours were found: "4 queries, 2 neighbours each", "4 queries, 9 neighbours within 0.5: 1 to 4 each, median 2".
std::string foundText(const Json& summary) {
  const std::string queries = countText(summary["queries"].get<uint64_t>()) + " queries, ";
  if (!summary.contains("within")) return queries + plural(summary["k"].get<uint64_t>(), "neighbour") + " each";
  const Json& each = summary["neighbours_each"];
  const std::string all =
      queries + plural(summary["neighbours"].get<uint64_t>(), "neighbour") + " within " + numberText(summary["within"].get<double>());
  if (each.is_null()) return all;
  return all + ": " + countText(each["least"].get<uint64_t>()) + " to " + countText(each["greatest"].get<uint64_t>()) + " each, median " +
         shortNumber(each["median"]);
}

void summarise(const KnnWish& options, const Json& found, const Version& version, const Device& device) {
  Json summary = {{"version", version.id}, {"device", device.description()}};
  summary.update(found);
  for (const std::string& file : {options.output, options.distances, options.counts})
    if (!file.empty()) summary["written"].push_back(file);
  if (options.json) {
    std::cout << jsonText(summary);
    return;
  }
  const auto number = [&](const char* key) { return shortNumber(summary[key].get<double>()); };
  std::cout << version.id << " on " << device.description() << '\n'
            << foundText(summary) << '\n'
            << "time        " << number("total_ms") << " ms (transfer " << number("transfer_ms") << ", build " << number("build_ms") << ", query "
            << number("query_ms") << ")\n";
  if (summary.contains("recall")) std::cout << "recall      " << number("recall") << " (share of true neighbours found, from a sample)\n";
  if (summary.contains("note")) std::cout << "note        " << summary["note"].get<std::string>() << '\n';
  std::string written;
  for (const Json& file : summary["written"]) written += (written.empty() ? "" : ", ") + file.get<std::string>();
  std::cout << "written     " << printable(written) << '\n';
}

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

bool findsBalls(const KnnWish& options) { return options.within && options.k == 0; }

[[noreturn]] void refuseFlag(std::string_view where, std::string_view reason, std::string_view hint) {
  throw Error(ErrorKind::wrongUse, "cannot search neighbours", where, reason, hint);
}

/// The version that searches, and what is to be told of it.
struct ChosenVersion {
  const Version& version;
  std::string note = {};
};
ChosenVersion chosenVersion(const KnnWish& options, Backend backend) {
  const Stage stage = findsBalls(options) ? Stage::within : Stage::knn;
  if (!options.version.empty()) return {findVersion(options.version, stage)};
  const Version& version = defaultVersion(stage, backend);
  if (version.backend == backend) return {version};
  return {version, "no version of '" + std::string(name(stage)) + "' runs on a GPU: the CPU searches"};
}

bool isAutomatic(const KnnWish& options) { return options.version.empty() && options.backend == "auto"; }

/// The CPU where it has finished before CUDA has started, else what there is.
Backend quickerBackend(const KnnWish& options, const ParamValues& params, const PointArray& reference, const PointArray& queries) {
  const bool asksForGpus = params.get(kGpusParam) != 1 || params.get(kGpuPartsParam) > 0;
  const bool isMeasured = !findsBalls(options) && !asksForGpus && reference.dimension() <= 3;
  const double cpuTime = cpuTimeOfNeighbours(reference.size(), queries.size(), std::max(options.k, 1U), int(params.get(kThreadsParam)));
  return isMeasured && endsBeforeCudaStarts(cpuTime) ? Backend::cpu : backendNamed(options.backend);
}

/// What is wrong with the flags is said before anything is read.
void checkFlags(const KnnWish& options, const Version& version) {
  if (options.excludeSelf && !options.query.empty())
    throw Error(ErrorKind::wrongUse, "cannot leave points out of their own neighbours", "--exclude-self", "the queries are another cloud",
                "give no QUERY, or leave the flag out");
  if (options.within) checkWithin(*options.within);
  if (!options.counts.empty() && !findsBalls(options)) refuseFlag("--counts", "every query has K neighbours", "give --within, and no -k");
  for (const std::string& file : {options.output, options.distances, options.counts})
    if (!file.empty()) checkTablePath(file);
  if (version.leafSearch && !options.read.filter().empty())
    refuseFlag(version.id, "versions that leave clouds on disk do not filter them", "write a filtered file with 'arete-cli convert' first");
  if (version.leafSearch && options.within) refuseFlag("--within", std::string(version.id) + " knows no radius", "leave one of the two out");
  if (version.leafSearch && options.json) refuseFlag("--json", std::string(version.id) + " has its summary as text", "leave one of the two out");
  if (!version.leafSearch && (!options.index.empty() || options.rebuildIndex))
    refuseFlag(options.index.empty() ? "--rebuild-index" : "--index", std::string(version.id) + " uses no index",
               "give --version knn.cpu.two_level, or leave the flag out");
}

/// Searches and writes.
Json answer(const KnnWish& options, const Version& version, const KnnInput& input, const PointArray& queries, const RowsOfBoth& rows,
            const StageContext& context) {
  if (findsBalls(options)) {
    Json summary = findNeighboursWithin(
        {version, input.reference, queries, *options.within, options.excludeSelf, rows, options.output, options.distances, options.counts}, context);
    summary["within"] = *options.within;
    return summary;
  }
  Neighbours found = nearestNeighbours(version.as<Stage::knn>(), input, {queries, std::max(options.k, 1U), options.excludeSelf}, context);
  Json summary = summaryOf(found);
  if (options.within) {
    leaveOutBeyond(*options.within, found);
    summary["within"] = *options.within;
    summary["neighbours"] = std::ranges::count_if(found.indices, [](uint32_t index) { return index != kNoIndex; });
    summary["neighbours_each"] = eachOf(found);
  }
  writeTables(options, found, rows, context.stop);
  return summary;
}

void run(const KnnWish& options, std::stop_token stop) {
  const bool withItself = options.query.empty();
  const ChosenVersion wanted = chosenVersion(options, isAutomatic(options) ? Backend::cpu : backendNamed(options.backend));
  checkFlags(options, wanted.version);
  ParamValues params;
  options.params.apply(params);
  if (wanted.version.leafSearch)
    return findNeighboursOnDisk(
        {wanted.version, options.reference, options.query, options.read.options(), params, options.params.given(kLeafCapacityParam),
         std::max(options.k, 1U), options.excludeSelf, options.index, options.rebuildIndex, options.output, options.distances},
        std::move(stop));
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
  const PointArray& queries = withItself ? reference.points() : moved;
  const auto [version, note] = isAutomatic(options) ? chosenVersion(options, quickerBackend(options, params, reference.points(), queries)) : wanted;
  const auto device = version.backend == Backend::cuda ? makeCudaDevice(0, threads) : makeCpuDevice(threads);
  Progress progress;
  const StageContext context{*device, stop, [&](double fraction) { progress.show(fraction, "searching neighbours"); }};
  Json summary = answer(options, version, {reference.points(), params}, queries, {ofReference.rowOf, ofQueries.rowOf, ofQueries.rows}, context);
  progress.clear();
  if (!note.empty()) summary["note"] = note;
  summarise(options, summary, version, *device);
}

}  // namespace

Run addKnn(CommandApp& app) {
  const auto options = std::make_shared<KnnWish>();
  app.addInput("REFERENCE", options->reference, "The points among which neighbours are searched.")->required();
  app.addInput("QUERY", options->query, "The points whose neighbours are searched; without it, the reference's own.");
  app.add_option("-k,--neighbours", options->k, "Neighbours of each query, nearest first, ties by lower index (default 1; with --within: all).")
      ->type_name("K")
      ->check(CLI::Range(1U, kMostNeighbours));
  app.add_option(
         "--within", options->within,
         "All neighbours that are no farther than this, 0: equal points; with -k the nearest K of them. In the units of the cloud, rounded to "
         "the type of its coordinates.")
      ->type_name("RADIUS");
  app.add_flag("--exclude-self", options->excludeSelf, "Without QUERY: a point is not its own neighbour.");
  app.addStream(
         "-o,--output", options->output,
         "Rows of REFERENCE, counted from 0, in a row per row of the queries: .npy (64-bit integers) or .csv. Rows without coordinates, and those "
         "that the filter leaves out, count; such a query has the answer -1. With --within alone a row (query, neighbour) for each pair.")
      ->required();
  app.addStream("--distances", options->distances,
                "The distances, of the same shape, nan where there is no answer: .npy or .csv. With --within alone one for each pair.");
  app.addStream("--counts", options->counts,
                "With --within alone: how many neighbours each row of the queries has, -1 where it is no point: .npy or .csv.");
  app.add_flag("--json", options->json, "The summary as JSON: numbers of neighbours, times, files.");
  const std::string group = "How to compute it (the answer is the same for all exact versions)";
  static constexpr Stage kBoth[] = {Stage::knn, Stage::within};
  addVersionFlag(app, kBoth, options->version, group, "--version");
  addVersionFiles(app, options->versionFiles, group);
  app.add_option("--backend", options->backend,
                 "Where it runs when no version is named: cpu, cuda, auto (whichever has finished first; default auto).")
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
