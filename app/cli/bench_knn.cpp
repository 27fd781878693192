// bench knn: every version of stage knn on the cases of the version study and on large ones.
#include <algorithm>
#include <iostream>
#include <optional>

#include "app/cli/bench.h"
#include "app/cli/bench_origin.h"
#include "app/cli/knn_cases.h"
#include "app/cli/progress.h"
#include "app/cli/search_estimate.h"
#include "app/cli/text.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"

namespace arete::cli {

namespace {

constexpr double kCheckedWork = 4e9;  // coordinates that row 0 compares for a check: some seconds

struct KnnRow {
  std::string_view version;
  std::optional<KnnTimes> times;  ///< medians; none where the reason says why
  std::string equality;           ///< "equal", "equal (1000 queries)", "recall 0.98"
  std::string reason;             ///< why it was not timed, or a note
};

struct KnnResult {
  const KnnCase& input;
  double floor_ms;     ///< everything read once and the answer written, at the device's bandwidth; 0: not known
  double allPairs_ms;  ///< the distances of all pairs at the device's operations a second, one subtraction, product and sum each; 0: not known
  std::vector<KnnRow> rows;
};

class KnnBench {
 public:
  KnnBench(const BenchOptions& options, const KnnCase& input, Device& device, const std::stop_token& stop)
      : options_(options),
        input_(input),
        device_(device),
        context_{device, stop, {}},
        params_(options.params),
        reference_(knnPoints(input.reference, input.dimension, input.clustered, options.seed)),
        queries_(knnPoints(input.queries, input.dimension, input.clustered, options.seed + 1)),
        checked_(checkedQueries()) {
    const auto cpu = makeCpuDevice(1);
    expected_ = nearestNeighbours(functionOf(versions(Stage::knn).front()), {reference_, params_}, {checked_, input.k}, {*cpu, stop, {}});
  }

  /// Everything read once and the answer written.
  double bytes() const {
    return double(reference_.bytes() + queries_.bytes()) + double(input_.queries) * input_.k * (sizeof(uint32_t) + sizeof(float));
  }

  double operationsOfAllPairs() const { return 3.0 * input_.queries * input_.reference * input_.dimension; }

  KnnRow measure(const Version& version) {
    KnnRow row{.version = version.id};
    if (!version.available()) {
      row.reason = version.unavailable();
      return row;
    }
    if (version.backend == Backend::cuda && device_.backend() != Backend::cuda) {
      row.reason = "needs --backend cuda";
      return row;
    }
    try {
      const double expectedSeconds = check(version, row);
      if (expectedSeconds > options_.maxSeconds) row.reason = "would take about " + shortNumber(expectedSeconds, 2) + " s (--max-seconds)";
      else row.times = timed(version, row);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::wrongUse) throw;
      row.reason = error.reason();
    }
    return row;
  }

 private:
  static KnnFunction functionOf(const Version& version) { return version.as<Stage::knn>(); }
  bool checksAll() const { return checked_.size() == queries_.size(); }

  /// As many evenly spread queries as row 0 answers in a few seconds.
  PointArray checkedQueries() const {
    const double each = double(input_.reference) * input_.dimension;
    return someQueries(uint32_t(std::clamp(kCheckedWork / each, 1.0, double(input_.queries))));
  }

  PointArray someQueries(uint32_t count) const {
    std::vector<uint32_t> indices(count);
    for (uint32_t i = 0; i < count; ++i) indices[i] = uint32_t(uint64_t(i) * input_.queries / count);
    return queries_.subset(indices);
  }

  /// Throws when the answer is wrong. Returns an estimate of how many seconds all queries take.
  double check(const Version& version, KnnRow& row) {
    const auto searcher = makeSearcher(functionOf(version), {reference_, params_}, context_);
    const Neighbours found = searcher->query({checked_, input_.k}, context_);
    const bool equal = found.indices == expected_.indices && found.squaredDistances == expected_.squaredDistances;
    if (version.exact && !equal)
      throw Error(ErrorKind::internal, "the answers differ, so they are not timed", version.id,
                  "it is marked exact but differs from row 0 in case " + std::string(input_.id));
    row.equality = equal ? "equal" : "recall " + shortNumber(recall(found), 3);
    if (!checksAll()) row.equality += " (" + countText(checked_.size()) + " queries)";
    return (found.times.build + found.times.transfer) / 1000 + secondsOfAll(queries_.size(), checked_.size(), [&](uint32_t count) {
             return searcher->query({count == queries_.size() ? queries_ : someQueries(count), input_.k}, context_).times.total / 1000;
           });
  }

  double recall(const Neighbours& found) const {
    size_t hits = 0;
    for (size_t row = 0; row < found.queries; ++row) {
      const auto begin = expected_.indices.begin() + ptrdiff_t(row * found.k), end = begin + ptrdiff_t(found.k);
      for (size_t j = 0; j < found.k; ++j) hits += std::find(begin, end, found.indices[row * found.k + j]) != end;
    }
    return double(hits) / double(found.indices.size());
  }

  KnnTimes timed(const Version& version, KnnRow& row) {
    std::vector<KnnTimes> times;
    for (int i = 0; i < options_.repeat; ++i) {
      const Neighbours found = nearestNeighbours(functionOf(version), {reference_, params_}, {queries_, input_.k}, context_);
      row.reason = found.note;
      times.push_back(found.times);
    }
    const auto median = times.begin() + ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), median, times.end(), [](const KnnTimes& a, const KnnTimes& b) { return a.total < b.total; });
    return *median;
  }

  const BenchOptions& options_;
  const KnnCase& input_;
  Device& device_;
  const StageContext context_;
  const ParamValues params_;
  const PointArray reference_, queries_, checked_;
  Neighbours expected_;
};

std::string caseText(const KnnCase& input) {
  return "case " + std::string(input.id) + ": d " + std::to_string(input.dimension) + ", m " + countText(input.queries) + ", n " +
         countText(input.reference) + ", k " + std::to_string(input.k) + (input.clustered ? ", clustered" : ", uniform");
}

/// The floor as a share of build and query.
double shareOfFloor(const KnnResult& result, const KnnTimes& times) { return result.floor_ms / (times.build + times.query); }

void printTables(const BenchOptions& options, const std::vector<KnnResult>& results) {
  const auto right = Table::Align::right;
  for (const KnnResult& result : results) {
    Table table({{"version"},
                 {"transfer ms", right},
                 {"build ms", right},
                 {"query ms", right},
                 {"total ms", right},
                 {"of floor", right},
                 {"bits"},
                 {"remark"}});
    for (const KnnRow& row : result.rows) {
      const auto number = [&](double KnnTimes::*part) { return row.times ? shortNumber((*row.times).*part) : std::string("–"); };
      const std::string share = row.times && result.floor_ms > 0 ? shortNumber(100 * shareOfFloor(result, *row.times), 2) + " %" : "";
      table.add({std::string(row.version), number(&KnnTimes::transfer), number(&KnnTimes::build), number(&KnnTimes::query), number(&KnnTimes::total),
                 share, row.equality, row.reason});
    }
    std::cout << '\n' << caseText(result.input);
    if (result.floor_ms > 0) std::cout << "; floor " << shortNumber(result.floor_ms) << " ms";
    if (result.allPairs_ms > 0) std::cout << "; all pairs " << shortNumber(result.allPairs_ms) << " ms";
    std::cout << (options.markdown ? "\n\n" : "\n") << (options.markdown ? table.markdown() : table.text());
  }
}

void printJson(const BenchOptions& options, const std::vector<KnnResult>& results, const Speed& peak, Device& device) {
  Json json = benchOrigin("knn", device);
  json.update({{"bytes_per_second", peak.bytesPerSecond},
               {"operations_per_second", peak.operationsPerSecond},
               {"seed", options.seed},
               {"repeat", options.repeat},
               {"cases", Json::array()}});
  for (const KnnResult& result : results) {
    Json rows = Json::array();
    for (const KnnRow& row : result.rows) {
      Json each = {{"version", row.version}, {"bits", row.equality}, {"remark", row.reason}};
      if (row.times)
        each.update({{"transfer_ms", row.times->transfer},
                     {"build_ms", row.times->build},
                     {"query_ms", row.times->query},
                     {"total_ms", row.times->total},
                     {"share_of_floor", shareOfFloor(result, *row.times)}});
      rows.push_back(std::move(each));
    }
    const KnnCase& input = result.input;
    json["cases"].push_back({{"case", input.id},
                             {"dimension", input.dimension},
                             {"queries", input.queries},
                             {"reference", input.reference},
                             {"k", input.k},
                             {"clustered", input.clustered},
                             {"floor_ms", result.floor_ms},
                             {"all_pairs_ms", result.allPairs_ms},
                             {"rows", std::move(rows)}});
  }
  std::cout << jsonText(json);
}

}  // namespace

void benchKnn(const BenchOptions& options, Device& device, std::stop_token stop) {
  const Speed peak = device.peak();
  Progress progress;
  std::vector<KnnResult> results;
  for (const std::string& id : options.cases) {
    const KnnCase& input = findKnnCase(id);
    KnnBench bench(options, input, device, stop);
    const auto milliseconds = [](double work, double perSecond) { return perSecond > 0 ? 1000 * work / perSecond : 0; };
    results.push_back(
        {input, milliseconds(bench.bytes(), peak.bytesPerSecond), milliseconds(bench.operationsOfAllPairs(), peak.operationsPerSecond), {}});
    for (const Version& version : versions(Stage::knn)) {
      const bool named = std::find(options.versionIds.begin(), options.versionIds.end(), version.id) != options.versionIds.end();
      if (!named && (!options.versionIds.empty() || version.backend != device.backend())) continue;
      progress.show(0, "measuring " + std::string(version.id) + ", case " + id);
      results.back().rows.push_back(bench.measure(version));
    }
  }
  progress.clear();
  if (options.json) return printJson(options, results, peak, device);
  std::cout << device.description() << "; seed " << options.seed << "; median of " << plural(uint64_t(options.repeat), "run") << " after a check\n"
            << "memory is read at " << shortNumber(peak.bytesPerSecond / 1e9) << " GB/s, " << shortNumber(peak.operationsPerSecond / 1e9)
            << " thousand million operations a second\n"
            << "floor: all points read once and the answer written, at that speed; of floor: floor / (build + query)\n"
            << "all pairs: the operations of all distances, at that speed, for versions that leave out none\n";
  printTables(options, results);
}

}  // namespace arete::cli
