#include "app/cli/knn_within.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "app/cli/read_flags.h"
#include "compute/io/write_table.h"

namespace arete::cli {

namespace {

constexpr size_t kPairsAtATime = 1 << 16;

/// A row (query, neighbour) for each pair.
void putPairs(const PointsWithin& found, const RowsOfBoth& rows, TableWriter& table) {
  std::vector<uint32_t> pairs;
  const auto flush = [&] {
    table.put(std::span<const uint32_t>(pairs));
    pairs.clear();
  };
  for (size_t query = 0; query + 1 < found.starts.size(); ++query)
    for (uint64_t at = found.starts[query]; at < found.starts[query + 1]; ++at) {
      pairs.push_back(rows.queries[query]);
      pairs.push_back(rows.reference[found.indices[at]]);
      if (pairs.size() >= 2 * kPairsAtATime) flush();
    }
  flush();
}

template <class T>
void putDistances(const LargeVector<T>& squared, TableWriter& table) {
  std::vector<T> distances;
  for (size_t begin = 0; begin < squared.size(); begin += kPairsAtATime) {
    distances.assign(squared.begin() + ptrdiff_t(begin), squared.begin() + ptrdiff_t(std::min(begin + kPairsAtATime, squared.size())));
    for (T& each : distances) each = std::sqrt(each);
    table.put(std::span<const T>(distances));
  }
}

/// A number for each row of the queries' file, none where the row is no point.
std::vector<uint32_t> countsByRow(const PointsWithin& found, const RowsOfBoth& rows) {
  std::vector<uint32_t> counts(rows.queryRows, kNoIndex);
  for (size_t query = 0; query + 1 < found.starts.size(); ++query)
    counts[rows.queries[query]] = uint32_t(found.starts[query + 1] - found.starts[query]);
  return counts;
}

void writeBalls(const KnnWithin& wanted, const PointsWithin& found, const std::stop_token& stop) {
  const size_t pairs = found.indices.size();
  TableWriter table(wanted.output, pairs, {std::span<const uint32_t>(), 2, {}, stop, "query,neighbour"});
  putPairs(found, wanted.rows, table);
  std::optional<TableWriter> distances, counts;
  if (!wanted.distances.empty())
    std::visit(
        [&]<class T>(const LargeVector<T>& squared) {
          distances.emplace(wanted.distances, pairs, TableInput{std::span<const T>(), 1, {}, stop, "distance"});
          putDistances(squared, *distances);
        },
        found.squaredDistances);
  if (!wanted.counts.empty()) {
    const std::vector<uint32_t> byRow = countsByRow(found, wanted.rows);
    counts.emplace(wanted.counts, byRow.size(), TableInput{std::span<const uint32_t>(), 1, {}, stop, "neighbours"});
    counts->put(std::span<const uint32_t>(byRow));
  }
  warn(table.commit());
  for (std::optional<TableWriter>* each : {&distances, &counts})
    if (*each) warn((*each)->commit());
}

}  // namespace

void checkWithin(double radius) {
  if (!(radius >= 0))
    throw Error(ErrorKind::wrongUse, "cannot search within a radius", "--within", numberText(radius) + " is no length",
                "give 0 or more: 0 finds equal points");
}

Json eachOf(std::vector<uint64_t> counts) {
  if (counts.empty()) return nullptr;
  std::ranges::sort(counts);
  const size_t half = counts.size() / 2;
  const double median = (double(counts[half]) + double(counts[(counts.size() - 1) / 2])) / 2;
  return {{"least", counts.front()}, {"median", median}, {"greatest", counts.back()}};
}

Json eachOf(const Neighbours& found) {
  std::vector<uint64_t> counts(found.queries);
  for (size_t i = 0; i < found.indices.size(); ++i) counts[i / found.k] += found.indices[i] == kNoIndex ? 0 : 1;
  return eachOf(std::move(counts));
}

Json findNeighboursWithin(const KnnWithin& wanted, const StageContext& context) {
  const PointsWithin found =
      neighboursWithin(wanted.version.as<Stage::within>(), wanted.reference, {wanted.queries, wanted.radius, wanted.excludeSelf}, context);
  writeBalls(wanted, found, context.stop);
  std::vector<uint64_t> counts(found.starts.size() - 1);
  for (size_t i = 0; i < counts.size(); ++i) counts[i] = found.starts[i + 1] - found.starts[i];
  return {{"queries", counts.size()},      {"neighbours", found.indices.size()},  {"neighbours_each", eachOf(std::move(counts))},
          {"total_ms", found.times.total}, {"transfer_ms", found.times.transfer}, {"build_ms", found.times.build},
          {"query_ms", found.times.query}};
}

void leaveOutBeyond(double radius, Neighbours& found) {
  withScalarType(found.squaredDistances.index() == 0 ? Scalar::float32 : Scalar::float64, [&]<class T>() {
    const T limit = largestSquaredWithin<T>(radius);
    for (size_t i = 0; i < found.indices.size(); ++i) {
      if (found.squared<T>()[i] <= limit) continue;
      found.indices[i] = kNoIndex;
      found.squared<T>()[i] = std::numeric_limits<T>::quiet_NaN();
    }
  });
}

}  // namespace arete::cli
