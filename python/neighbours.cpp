// Nearest neighbours: a reference that is built once and asked often.
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "app/cli/job_flags.h"
#include "app/cli/knn_cases.h"
#include "compute/core/cuda_support.h"
#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/gpu_points.h"
#include "compute/neighbours/knn/knn_on_gpu.h"
#include "python/arrays.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/gpu_arrays.h"
#include "python/subjects.h"
#include "python/working.h"

namespace arete::python {

namespace {

/// Points for a search: as they are given, in their own type, so that no distance is rounded twice.
struct Points {
  PointArray rows;
  double smallest, largest;              ///< sizes of coordinates other than 0
  std::optional<PointCloud> lying = {};  ///< instead of rows: on a GPU

  const PointArray& array() const { return lying ? *lying->sharedPoints() : rows; }
  std::optional<int> gpu() const { return lying ? std::optional(gpuPointsOf(array())->gpu()) : std::nullopt; }
  /// Their coordinates are on the host from here on, at the same place.
  void comeHome() const {
    if (lying) lying->points();
  }
  void widen() {
    comeHome();
    rows = array().withScalar(Scalar::float64);
    lying.reset();
  }
};

Points pointsFrom(const py::array& array, std::string_view what) {
  SurveyedRows copied = copiedRows(array, what);
  return {std::move(copied.rows), copied.survey.smallest(), copied.survey.largest()};
}

/// An array of the host, or one that lies on a GPU and stays there.
Points pointsOf(const py::object& object, std::string_view what) {
  if (!py::isinstance<GivenArray>(object)) return pointsFrom(object.cast<py::array>(), what);
  TakenRows rows = taken(object.cast<const GivenArray&>(), {.asGiven = true, .wanted = {}}, what);
  return {{}, rows.smallest, rows.largest, std::move(rows.cloud)};
}

/// What the flags of `arete-cli knn` say of how to search: the version that is named for its stage, the default for the other.
struct Search {
  const Version* version;
  const Version* within;
  ParamValues params;
};

Search searchFrom(const Arguments& arguments) {
  CLI::App app;
  std::string id, backend = "auto";
  cli::ParamFlags params;
  static const ParamInfo* const kOfDevice[] = {&kThreadsParam};
  static constexpr Stage kBoth[] = {Stage::knn, Stage::within};
  cli::addVersionFlag(app, kBoth, id, "", "--version");
  app.add_option("--backend", backend)->check(CLI::IsMember({"cpu", "cuda", "auto"}));
  params.add(app, kOfDevice, "");
  for (const Version& version : versions(Stage::knn)) params.add(app, version.parameters, "");
  parse(app, arguments);
  const Backend usual = cli::backendNamed(backend);
  Search search{&defaultVersion(Stage::knn, usual), &defaultVersion(Stage::within, usual), {}};
  if (!id.empty()) {
    const bool isWithin = id.starts_with(std::string(name(Stage::within)) + '.');
    (isWithin ? search.within : search.version) = &findVersion(id, isWithin ? Stage::within : Stage::knn);
  }
  params.apply(search.params);
  return search;
}

std::unique_ptr<Device> deviceOf(const Search& search, const Points& reference) {
  const int threads = int(search.params.get(kThreadsParam));
  if (search.version->backend == Backend::cpu) return makeCpuDevice(threads);
  return makeCudaDevice(reference.gpu().value_or(standardGpu()), threads);
}

struct Answer {
  Neighbours found;                         ///< whose indices are of 64 bits and whose distances are true ones now
  std::optional<GpuNeighbours> onGpu = {};  ///< instead of these
};

/// Indices of 64 bits and true distances, as callers in Python get them. Throws Cancelled on a stop request.
template <class Found>
void bringToPythonsTypes(Found& found, const StageContext& context) {
  widen(found.indices, context);
  std::visit([&](auto& squared) { takeRoots(std::span(squared), context); }, found.squaredDistances);
}

class Searcher {
 public:
  /// `inBalls`: it is asked for neighbours within a radius alone.
  Searcher(const py::object& reference, const Arguments& arguments, bool inBalls, const py::object& progress)
      : search_(searchFrom(arguments)), reference_(pointsOf(reference, "reference")) {
    inBackground(progress, [&](Working& working) {
      device_ = inBalls ? makeCpuDevice(int(search_.params.get(kThreadsParam))) : deviceOf(search_, reference_);
      return inBalls || build(working);
    });
  }

  /// `queries`: None for the reference itself. Threads that share a searcher take turns.
  py::tuple query(const py::object& queries, uint32_t k, bool excludeSelf, const py::object& progress) {
    const std::unique_lock<std::timed_mutex> turn = waitForTurn();
    std::optional<Points> asked;
    if (!queries.is_none()) asked = pointsOf(queries, "query");
    Answer answer = inBackground(progress, [&](Working& working) {
      device_->comeHere();
      return search(asked, k, excludeSelf, working);
    });
    if (answer.onGpu) return answerOnGpu(*answer.onGpu);
    const std::vector<py::ssize_t> shape = {py::ssize_t(answer.found.queries), py::ssize_t(answer.found.k)};
    py::dict about;
    about["version"] = textOf(search_.version->id);
    about["note"] = textOf(answer.found.note);
    about["milliseconds"] = answer.found.times.total;
    about["recall"] = answer.found.recall ? py::object(py::float_(*answer.found.recall)) : py::object(py::none());
    const auto kept = std::make_shared<const LargeVector<uint32_t>>(std::move(answer.found.indices));
    const py::array indices = ownOf(reinterpret_cast<const int64_t*>(kept->data()), shape, kept);
    const py::array distances =
        std::visit([&](auto&& values) { return arrayOf(std::forward<decltype(values)>(values), shape); }, std::move(answer.found.squaredDistances));
    return py::make_tuple(indices, distances, about);
  }

  /// All neighbours that are no farther than the radius: starts, indices and distances, in their type. `isRoundedDown`: the radius is compared as a
  /// double, so that no distance is above it, rather than in their type. On CPU threads.
  py::tuple within(const py::object& queries, double radius, bool isRoundedDown, bool excludeSelf, const py::object& progress) {
    const std::unique_lock<std::timed_mutex> turn = waitForTurn();
    std::optional<Points> asked;
    if (!queries.is_none()) asked = pointsOf(queries, "query");
    PointsWithin found = inBackground(progress, [&](Working& working) {
      device_->comeHere();
      return searchBalls(asked, radius, isRoundedDown, excludeSelf, working);
    });
    const auto sizeOf = [](const auto& values) { return std::vector<py::ssize_t>{py::ssize_t(values.size())}; };
    const auto starts = std::make_shared<const LargeVector<uint64_t>>(std::move(found.starts));
    const auto kept = std::make_shared<const LargeVector<uint32_t>>(std::move(found.indices));
    const std::vector<py::ssize_t> pairs = {py::ssize_t(std::visit([](const auto& values) { return values.size(); }, found.squaredDistances))};
    py::array distances =
        std::visit([&](auto&& values) { return arrayOf(std::forward<decltype(values)>(values), pairs); }, std::move(found.squaredDistances));
    return py::make_tuple(ownOf(reinterpret_cast<const int64_t*>(starts->data()), sizeOf(*starts), starts),
                          ownOf(reinterpret_cast<const int64_t*>(kept->data()), pairs, kept), std::move(distances));
  }

  /// A copy of the reference, in the type that it has by now.
  py::array points() {
    const std::unique_lock<std::timed_mutex> turn = waitForTurn();
    reference_.comeHome();
    const PointArray& rows = reference_.array();
    const std::vector<py::ssize_t> shape = {py::ssize_t(rows.size()), rows.dimension()};
    return withScalarType(rows.scalar(), [&]<class T>() { return arrayOf(LargeVector<T>(rows.elements<T>()), shape); });
  }

 private:
  /// Others of Python run meanwhile; what a signal's handler raises ends it.
  std::unique_lock<std::timed_mutex> waitForTurn() {
    constexpr std::chrono::milliseconds kBetweenLooks(20);
    std::unique_lock<std::timed_mutex> turn(busy_, std::try_to_lock);
    while (!turn.owns_lock()) {
      {
        const py::gil_scoped_release others;
        (void)turn.try_lock_for(kBetweenLooks);
      }
      if (!turn.owns_lock() && PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    return turn;
  }

  py::tuple answerOnGpu(const GpuNeighbours& found) const {
    py::dict about;
    about["version"] = textOf(search_.version->id);
    about["note"] = "";
    about["milliseconds"] = found.times.total;
    about["recall"] = py::none();
    return py::make_tuple(found.indices, found.distances, about);
  }

  /// Whether the answers stay on the GPU: all points lie there, and the standard version searches.
  bool staysOnGpu(const std::optional<Points>& asked) const {
    return search_.version == &defaultVersion(Stage::knn, Backend::cuda) && reference_.lying && (!asked || asked->gpu() == reference_.gpu());
  }

  StageContext context(Working& working) { return {*device_, working.stop(), working.reporting("searching neighbours")}; }

  bool build(Working& working) {
    searcher_.reset();
    if (search_.version != &defaultVersion(Stage::knn, Backend::cuda)) reference_.comeHome();
    if (reference_.array().scalar() == Scalar::float32 && !distancesSurelyInRange(Scalar::float32, reference_.smallest, reference_.largest))
      checkRange(nullptr);
    searcher_ = makeSearcher(search_.version->as<Stage::knn>(), {reference_.array(), search_.params}, context(working));
    return true;
  }

  /// Whether distances between all points are in range of the reference's type.
  std::optional<OutOfRange> outOfRange(const Points* queries) const {
    const double smallest = queries ? std::min(reference_.smallest, queries->smallest) : reference_.smallest;
    const double largest = queries ? std::max(reference_.largest, queries->largest) : reference_.largest;
    if (distancesSurelyInRange(reference_.array().scalar(), smallest, largest)) return {};
    reference_.comeHome();
    if (queries) queries->comeHome();
    const PointArray* const both[] = {&reference_.array(), queries ? &queries->array() : &reference_.array()};
    return distancesOutOfRange(std::span(both).first(queries ? 2 : 1));
  }

  /// Both become double where floats cannot hold the distances, or where one of them is.
  void checkRange(Points* queries) {
    const auto widen = [&] {
      searcher_.reset(), balls_.reset();  // which look at what goes
      reference_.widen();
      if (queries) queries->widen();
    };
    if (queries && queries->array().dimension() != reference_.array().dimension()) return;  // the search refuses them
    if (queries && queries->array().scalar() != reference_.array().scalar()) {
      if (reference_.array().scalar() == Scalar::float32) widen();
      else queries->widen();
    }
    if (!outOfRange(queries)) return;
    if (reference_.array().scalar() == Scalar::float32) widen();
    if (const auto why = outOfRange(queries)) throw Error(ErrorKind::badInput, "cannot search neighbours", why->place, why->reason, why->hint);
  }

  Answer search(std::optional<Points>& asked, uint32_t k, bool excludeSelf, Working& working) {
    checkRange(asked ? &*asked : nullptr);
    if (!searcher_) build(working);
    if (excludeSelf && asked)
      throw Error(ErrorKind::wrongUse, "cannot leave points out of their own neighbours", "exclude_self", "the queries are another cloud",
                  "give no query, or leave it out");
    Answer answer;
    const KnnQuery query{asked ? asked->array() : reference_.array(), k, excludeSelf, sizeof(int64_t) / sizeof(uint32_t)};
    if (staysOnGpu(asked)) {
      answer.onGpu = neighboursOnGpu(*searcher_, reference_.array(), query, context(working));
      return answer;
    }
    reference_.comeHome();
    if (asked) asked->comeHome();
    const StageContext watched = context(working);
    answer.found = searcher_->query(query, watched);
    bringToPythonsTypes(answer.found, watched);
    return answer;
  }

  PointsWithin searchBalls(std::optional<Points>& asked, double radius, bool isRoundedDown, bool excludeSelf, Working& working) {
    checkRange(asked ? &*asked : nullptr);
    reference_.comeHome();
    if (asked) asked->comeHome();
    if (!balls_) balls_ = makeWithinSearcher(search_.within->as<Stage::within>(), reference_.array(), context(working));
    if (isRoundedDown && reference_.array().scalar() == Scalar::float32 && radius < double(std::numeric_limits<float>::max()))
      if (const float nearest = float(radius); double(nearest) > radius) radius = std::nextafter(nearest, 0.F);
    const WithinQuery query{asked ? asked->array() : reference_.array(), radius, excludeSelf, sizeof(int64_t) / sizeof(uint32_t)};
    const StageContext watched = context(working);
    PointsWithin found = balls_->query(query, watched);
    bringToPythonsTypes(found, watched);
    return found;
  }

  const Search search_;
  Points reference_;
  std::timed_mutex busy_;
  std::unique_ptr<Device> device_;
  std::unique_ptr<KnnSearcher> searcher_;  // after what they look at
  std::unique_ptr<WithinSearcher> balls_;
};

/// The points that `arete-cli bench knn` measures on.
py::array benchPoints(uint32_t count, int dimension, bool clustered, uint64_t seed) {
  PointArray points = cli::knnPoints(count, dimension, clustered, seed);
  return arrayOf(std::move(points.elements<float>()), {py::ssize_t(count), dimension});
}

}  // namespace

void addNeighbours(py::module_& module) {
  py::class_<Searcher>(module, "Searcher")
      .def(py::init<const py::object&, const Arguments&, bool, const py::object&>())
      .def("query", &Searcher::query)
      .def("within", &Searcher::within)
      .def("points", &Searcher::points);
  module.def("bench_points", &benchPoints);
}

}  // namespace arete::python
