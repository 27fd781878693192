// The GPU's neighbour searches where row 0 takes too long for the tests of all versions, and in sizes that a sanitizer gets through.
#include <gtest/gtest.h>

#include <thread>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

class CudaKnn : public testing::Test {
 protected:
  void SetUp() override {
    if (!cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    device_ = makeCudaDevice();
  }

  static KnnFunction function(std::string_view id) { return findVersion(id).as<Stage::knn>(); }
  StageContext context() { return {*device_, {}, {}}; }

  static Neighbours onCpu(std::string_view id, const PointArray& reference, const KnnQuery& query) {
    const auto device = makeCpuDevice();
    return nearestNeighbours(function(id), {reference, {}}, query, {*device, {}, {}});
  }
  /// Of queries begin … end − 1 by row 0.
  static Neighbours expected(const PointArray& reference, const PointArray& queries, uint32_t begin, uint32_t end) {
    std::vector<uint32_t> some;
    for (uint32_t i = begin; i < end; ++i) some.push_back(i);
    return onCpu("knn.cpu.v0", reference, {queries.subset(some), 1});
  }

  static bool any(std::string_view) { return true; }
  /// v1 takes the smallest distance by the library, whose answer has bytes that nobody writes, and comes to the host whole: initcheck reports that.
  static bool isOurs(std::string_view id) { return id != "knn.cuda.v1"; }
  static bool isTheLibrarys(std::string_view id) { return !isOurs(id); }

  /// The CUDA versions that are `wanted`, each asked for several k of one searcher.
  void compare(const PointArray& reference, const PointArray& queries, bool (*wanted)(std::string_view) = any) {
    const ParamValues params;
    std::vector<std::pair<const Version*, std::unique_ptr<KnnSearcher>>> searchers;
    for (const Version& version : versions(Stage::knn))
      if (version.backend == Backend::cuda && version.exact && wanted(version.id))
        searchers.emplace_back(&version, makeSearcher(function(version.id), {reference, params}, context()));
    for (const uint32_t k : {1u, 8u, 1u, 20u, 40u})
      for (const bool self : {false, true}) {
        const KnnQuery query{self ? reference : queries, k, self};
        const Neighbours right = onCpu("knn.cpu.v0", reference, query);
        for (const auto& [version, searcher] : searchers) try {
            const Neighbours found = searcher->query(query, context());
            ASSERT_EQ(found.indices, right.indices) << version->id << ", k " << k << (self ? ", itself" : "");
            ASSERT_TRUE(found.squaredDistances == right.squaredDistances) << version->id << ", k " << k;
          } catch (const Error& error) {  // only what the row says
            ASSERT_FALSE(version->limit.empty()) << error.what();
          }
      }
  }

  /// The nearest of so many queries that `best` takes its filter.
  void compareFilter(const PointArray& reference) {
    compareNearest(reference, (1u << 22) / (reference.size() * uint32_t(reference.dimension())) + 100);
  }
  /// By `best`; some queries are points of the cloud, one of many is a stray.
  void compareNearest(const PointArray& reference, uint32_t count) {
    const uint32_t n = reference.size();
    PointArray queries = test::uniformBox(count, reference.dimension(), 30, n).withScalar(reference.scalar());
    for (uint32_t i = 1; i < std::min(count, 40u); ++i)
      for (int k = 0; k < reference.dimension(); ++k) queries.setCoordinate(i, k, reference.coordinate(i % n, k));
    if (count > 41) queries.setCoordinate(41, 0, 1e30);
    const Neighbours right = onCpu("knn.cpu.v0", reference, {queries, 1});
    const Neighbours found = nearestNeighbours(function("knn.cuda.best"), {reference, {}}, {queries, 1}, context());
    ASSERT_EQ(found.indices, right.indices);
    ASSERT_TRUE(found.squaredDistances == right.squaredDistances);
  }

  std::unique_ptr<Device> device_;
};

PointArray floats(const PointArray& points, Layout layout = Layout::row) { return points.withScalar(Scalar::float32).withLayout(layout); }

TEST_F(CudaKnn, SmallCloudsTakeEveryKernel) {
  for (const int d : {2, 3, 7, 16}) {
    SCOPED_TRACE(std::to_string(d) + " dimensions");
    const Scalar scalar = d == 7 ? Scalar::float64 : Scalar::float32;
    const Layout layout = d % 2 == 0 ? Layout::row : Layout::column;
    const auto of = [&](const PointArray& points) { return points.withScalar(scalar).withLayout(layout); };
    compare(of(test::uniformBox(260, d, 10, 3)), of(test::uniformBox(150, d, 12, 4)), isOurs);
    compareFilter(of(test::uniformBox(2100, d, 30, 5)));
    if (HasFatalFailure()) return;
  }
}

TEST_F(CudaKnn, SmallCloudsTakeTheLibrarysMinimum) {
  for (const int d : {2, 7}) {
    const Scalar scalar = d == 7 ? Scalar::float64 : Scalar::float32;
    compare(test::uniformBox(260, d, 10, 3).withScalar(scalar), test::uniformBox(150, d, 12, 4).withScalar(scalar), isTheLibrarys);
  }
}

TEST_F(CudaKnn, BoundsHoldOnTheZoo) {
  for (const test::ZooCloud& each : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      if (each.points.size() < 50) continue;
      SCOPED_TRACE(each.name + (scalar == Scalar::float32 ? ", float" : ", double"));
      compareFilter(each.points.withScalar(scalar));
      if (HasFatalFailure()) return;
    }
}

/// Half of the points within a part of the extent that is `share` of it.
PointArray crowded(uint32_t n, double share, uint64_t seed) {
  test::Random random(seed);
  PointArray points(Scalar::float32, 3, n);
  for (uint32_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) points.setCoordinate(i, k, i % 2 == 0 ? random.uniform(0, 100) : 60 + share * random.uniform(0, 100));
  return points;
}

TEST_F(CudaKnn, CrowdedCellsAreSorted) {
  for (const double share : {0.02, 1e-5}) compare(crowded(5000, share, 6), crowded(900, share, 7));  // windows of few cells; codes of 64 bits
}

TEST_F(CudaKnn, CasesTenAndElevenOfTheStudyAreThoseOfTheReference) {
  constexpr uint32_t kQueries = 1024, kPoints = 1 << 20;
  for (const int d : {3, 16}) {
    const PointArray reference = floats(test::uniformBox(kPoints, d, 1, 11)), queries = floats(test::uniformBox(kQueries, d, 1, 12));
    const Neighbours found = nearestNeighbours(function("knn.cuda.best"), {reference, {}}, {queries, 1}, context());
    const uint32_t threads = std::clamp(std::thread::hardware_concurrency(), 1u, kQueries);
    std::vector<Neighbours> right(threads);
    std::vector<std::jthread> workers;
    for (uint32_t t = 0; t < threads; ++t)
      workers.emplace_back([&, t] { right[t] = expected(reference, queries, kQueries * t / threads, kQueries * (t + 1) / threads); });
    workers.clear();
    size_t at = 0;
    for (const Neighbours& part : right)
      for (size_t i = 0; i < part.indices.size(); ++i, ++at) {
        ASSERT_EQ(found.indices[at], part.indices[i]) << d << " dimensions, query " << at;
        ASSERT_EQ(found.squared<float>()[at], part.squared<float>()[i]) << at;
      }
    ASSERT_EQ(at, kQueries);
  }
}

TEST_F(CudaKnn, AHundredMillionNeighboursAreThoseOfTheCpu) {
  constexpr uint32_t kPoints = 10'000'000, kNeighbours = 10;
  const PointArray reference = floats(test::uniformBox(kPoints, 3, 1, 21)), queries = floats(test::uniformBox(kPoints, 3, 1, 22));
  const Neighbours found = nearestNeighbours(function("knn.cuda.best"), {reference, {}}, {queries, kNeighbours}, context());
  const Neighbours right = onCpu("knn.cpu.best", reference, {queries, kNeighbours});
  EXPECT_TRUE(found.indices == right.indices);
  EXPECT_TRUE(found.squaredDistances == right.squaredDistances);
}

}  // namespace
}  // namespace arete
