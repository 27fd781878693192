#include "arete/neighbours.h"

#include <cmath>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/distance_range.h"
#include "compute/engine/job.h"
#include "compute/neighbours/knn/contract.h"
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

const Version& versionFrom(const SearchOptions& options) {
  Job job;
  job.backend = backendFrom(options.backend);
  if (options.version.empty()) {
    checkUsable(job.backend);
    return defaultVersion(Stage::knn, job.standardBackend());
  }
  const Version& version = findVersion(options.version, Stage::knn);
  if (job.backend && *job.backend != version.backend)
    throw arete::Error(ErrorKind::wrongUse, kCannot, options.version, "it is a version of another backend than the one that is asked for",
                       "leave one of the two out");
  return version;
}

}  // namespace

struct Searcher::Inside {
  PointArray reference;
  const Version& version;
  std::unique_ptr<Device> device;
  ParamValues params = {};
  std::unique_ptr<KnnSearcher> searcher = {};  ///< after what it looks at

  StageContext context(const Control& control) {
    return {*device, control.stop, [&control](double done) {
              if (control.progress) control.progress(done, "searching neighbours");
            }};
  }

  Neighbours search(const PointArray& queries, uint32_t k, bool excludesSelf, const Control& control) {
    const PointArray* const both[] = {&reference, &queries};
    if (queries.dimension() == reference.dimension() && queries.scalar() == reference.scalar())  // else the search refuses them
      if (const auto why = distancesOutOfRange(std::span(both).first(&queries == &reference ? 1 : 2)))
        throw arete::Error(ErrorKind::badInput, kCannot, why->place, why->reason, why->hint);
    device->comeHere();
    const arete::Neighbours found = searcher->query({queries, k, excludesSelf}, context(control));
    Neighbours answer{found.queries, found.k, {found.indices.begin(), found.indices.end()}, {}};
    answer.distances.reserve(found.indices.size());
    std::visit(
        [&](const auto& squared) {
          for (const auto each : squared) answer.distances.push_back(double(std::sqrt(each)));
        },
        found.squaredDistances);
    return answer;
  }
};

Searcher::Searcher(const Rows& reference, const SearchOptions& options, const Control& control)
    : inside_(translated([&] {
        const Version& version = versionFrom(options);
        const int threads = checkedThreads(options.threads);
        auto device = version.backend == arete::Backend::cpu ? makeCpuDevice(threads) : makeCudaDevice(standardGpu(), threads);
        auto inside = std::make_unique<Inside>(Inside{pointsOf(reference, "reference"), version, std::move(device)});
        inside->searcher = makeSearcher(version.as<Stage::knn>(), {inside->reference, inside->params}, inside->context(control));
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

Neighbours knn(const Rows& reference, const Rows& queries, uint32_t k, const SearchOptions& options, const Control& control) {
  return Searcher(reference, options, control).query(queries, k, control);
}

}  // namespace arete::compute
