#include "arete/neighbours.h"

#include <cmath>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/distance_range.h"
#include "compute/engine/job.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/within/contract.h"
#include "library/inside.h"

namespace arete::compute {

namespace {

constexpr std::string_view kCannot = "cannot search neighbours";

/// A copy; every coordinate is finite.
template <class T>
PointArray checked(std::span<const T> values, int dimension, std::string_view what) {
  for (size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw arete::Error(ErrorKind::badInput, kCannot, what,
                         "point " + std::to_string(i / size_t(dimension)) + " has a coordinate that is not finite", "leave such points out");
  return PointArray::fromRows(values, dimension);
}

PointArray pointsOf(const Rows& rows, std::string_view what) {
  checkView(rows.floats, kCannot, what), checkView(rows.doubles, kCannot, what);
  if (!rows.floats.empty() && !rows.doubles.empty())
    throw arete::Error(ErrorKind::wrongUse, kCannot, what, "there are floats and doubles", "give one of the two");
  const size_t count = std::max(rows.floats.size(), rows.doubles.size());
  if (rows.dimension < 1 || rows.dimension > kMaxDimension || count == 0 || count % size_t(rows.dimension) != 0)
    throw arete::Error(ErrorKind::wrongUse, kCannot, what,
                       std::to_string(count) + " numbers are no points of dimension " + std::to_string(rows.dimension),
                       "give n · dimension numbers, 1 to 16 coordinates");
  if (count / size_t(rows.dimension) >= UINT32_MAX - 1)
    throw arete::Error(ErrorKind::badInput, kCannot, what, "there are more than 4 294 967 293 points", "take a part of them");
  return rows.floats.empty() ? checked(rows.doubles, rows.dimension, what) : checked(rows.floats, rows.dimension, what);
}

/// What searches: the version that is named for its stage, the default for the other.
struct SearchVersions {
  const Version& nearest;
  const Version& within;
};
SearchVersions versionsFrom(const SearchOptions& options) {
  Job job;
  job.backend = backendFrom(options.backend);
  if (options.version.empty()) {
    checkUsable(job.backend);
    return {defaultVersion(Stage::knn, job.standardBackend()), defaultVersion(Stage::within, job.standardBackend())};
  }
  const bool isWithin = findVersion(options.version).stage == Stage::within;
  const Version& version = findVersion(options.version, isWithin ? Stage::within : Stage::knn);
  if (job.backend && *job.backend != version.backend)
    throw arete::Error(ErrorKind::wrongUse, kCannot, options.version, "it is a version of another backend than the one that is asked for",
                       "leave one of the two out");
  const Version& other = defaultVersion(isWithin ? Stage::knn : Stage::within, version.backend);
  return isWithin ? SearchVersions{other, version} : SearchVersions{version, other};
}

/// As callers get them.
std::vector<double> distancesOf(const std::variant<LargeVector<float>, LargeVector<double>>& squaredDistances) {
  std::vector<double> distances;
  std::visit(
      [&](const auto& squared) {
        distances.reserve(squared.size());
        for (const auto each : squared) distances.push_back(double(std::sqrt(each)));
      },
      squaredDistances);
  return distances;
}

}  // namespace

struct Searcher::Inside {
  PointArray reference;
  const SearchVersions versions;
  std::unique_ptr<Device> device;
  ParamValues params = {};
  std::unique_ptr<KnnSearcher> searcher = {};  ///< after what it looks at
  std::unique_ptr<WithinSearcher> within = {};

  StageContext context(const Control& control) {
    return {*device, control.stop, [&control](double done) {
              if (control.progress) control.progress(done, "searching neighbours");
            }};
  }

  void prepare(const PointArray& queries) {
    const PointArray* const both[] = {&reference, &queries};
    if (queries.dimension() == reference.dimension() && queries.scalar() == reference.scalar())  // else the search refuses them
      if (const auto why = distancesOutOfRange(std::span(both).first(&queries == &reference ? 1 : 2)))
        throw arete::Error(ErrorKind::badInput, kCannot, why->place, why->reason, why->hint);
    device->comeHere();
  }

  Neighbours search(const PointArray& queries, uint32_t k, bool excludesSelf, const Control& control) {
    prepare(queries);
    const arete::Neighbours found = searcher->query({queries, k, excludesSelf}, context(control));
    return {found.queries, found.k, {found.indices.begin(), found.indices.end()}, distancesOf(found.squaredDistances)};
  }

  NeighboursWithin searchWithin(const PointArray& queries, double radius, bool excludesSelf, const Control& control) {
    prepare(queries);
    if (!within) within = makeWithinSearcher(versions.within.as<Stage::within>(), reference, context(control));
    const PointsWithin found = within->query({queries, radius, excludesSelf}, context(control));
    return {{found.starts.begin(), found.starts.end()}, {found.indices.begin(), found.indices.end()}, distancesOf(found.squaredDistances)};
  }
};

Searcher::Searcher(const Rows& reference, const SearchOptions& options, const Control& control)
    : inside_(translated([&] {
        const SearchVersions versions = versionsFrom(options);
        const int threads = checkedThreads(options.threads);
        auto device = versions.nearest.backend == arete::Backend::cpu ? makeCpuDevice(threads) : makeCudaDevice(standardGpu(), threads);
        auto inside = std::make_unique<Inside>(Inside{pointsOf(reference, "reference"), versions, std::move(device)});
        inside->searcher = makeSearcher(versions.nearest.as<Stage::knn>(), {inside->reference, inside->params}, inside->context(control));
        return inside;
      })) {}
Searcher::~Searcher() = default;
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;

Neighbours Searcher::query(const Rows& queries, uint32_t k, const Control& control) {
  return translated([&] { return held(inside_, "Searcher").search(pointsOf(queries, "queries"), k, false, control); });
}

Neighbours Searcher::queryItself(uint32_t k, const Control& control) {
  return translated([&] {
    Inside& my = held(inside_, "Searcher");
    return my.search(my.reference, k, true, control);
  });
}

NeighboursWithin Searcher::queryWithin(const Rows& queries, double radius, const Control& control) {
  return translated([&] { return held(inside_, "Searcher").searchWithin(pointsOf(queries, "queries"), radius, false, control); });
}

NeighboursWithin Searcher::queryItselfWithin(double radius, const Control& control) {
  return translated([&] {
    Inside& my = held(inside_, "Searcher");
    return my.searchWithin(my.reference, radius, true, control);
  });
}

Neighbours knn(const Rows& reference, const Rows& queries, uint32_t k, const SearchOptions& options, const Control& control) {
  return Searcher(reference, options, control).query(queries, k, control);
}

NeighboursWithin neighboursWithin(const Rows& reference, const Rows& queries, double radius, const SearchOptions& options, const Control& control) {
  return Searcher(reference, options, control).queryWithin(queries, radius, control);
}

}  // namespace arete::compute
