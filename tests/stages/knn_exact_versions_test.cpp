// Every exact version of stage knn gives the indices and bits of row 0.
#include <gtest/gtest.h>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "tests/support/sanitizers.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

/// Runs for the versions of one backend.
class KnnExact : public testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::cuda && !cudaUnavailableReason().empty()) GTEST_SKIP() << cudaUnavailableReason();
    if (GetParam() == Backend::cuda) devices_.push_back(makeCudaDevice());
    else
      for (const int threads : {1, 3}) devices_.push_back(makeCpuDevice(threads));
  }

  static KnnFunction function(const Version& version) { return version.as<Stage::knn>(); }
  static StageContext context(Device& device) { return {device, {}, {}}; }

  /// Every exact version of the backend that can run here, but row 0.
  std::vector<const Version*> versionsUnderTest() const {
    std::vector<const Version*> result;
    for (const Version& version : versions(Stage::knn))
      if (version.backend == GetParam() && version.exact && version.available() && &version != versions(Stage::knn).data())
        result.push_back(&version);
    return result;
  }

  static Neighbours reference(const PointArray& cloud, const KnnQuery& query) {
    const auto device = makeCpuDevice(1);
    return nearestNeighbours(function(versions(Stage::knn)[0]), {cloud, {}}, query, context(*device));
  }

  /// Neighbours of `queries`, and of a small cloud in itself, for every k that there are points for.
  void check(const PointArray& cloud, const PointArray& queries, std::initializer_list<uint32_t> neighbours) {
    constexpr uint32_t kSmall = 900;  // row 0 takes long for more
    const ParamValues params;
    for (const uint32_t k : neighbours)
      for (const bool self : {false, true}) {
        if (k + self > cloud.size() || (self && cloud.size() > kSmall)) continue;
        const KnnQuery query{self ? cloud : queries, k, self};
        const Neighbours expected = reference(cloud, query);
        for (const Version* version : versionsUnderTest())
          for (const auto& device : devices_) {
            SCOPED_TRACE(std::string(version->id) + ", k " + std::to_string(k) + (self ? ", itself" : ""));
            checkOne(*version, {cloud, params}, query, expected, context(*device));
            if (HasFatalFailure()) return;
          }
      }
  }

  static void checkOne(const Version& version, const KnnInput& input, const KnnQuery& query, const Neighbours& expected, const StageContext& here) {
    const auto searcher = makeSearcher(function(version), input, here);
    for (int turn = 0; turn < 2; ++turn) try {
        const Neighbours found = searcher->query(query, here);
        ASSERT_EQ(found.indices, expected.indices);
        ASSERT_TRUE(found.squaredDistances == expected.squaredDistances);
        ASSERT_GE(found.times.total, found.times.query);
      } catch (const Error& error) {  // only what the row says
        ASSERT_FALSE(version.limit.empty()) << error.what();
        ASSERT_GT(query.k, 1u) << "every limit is that of k: " << error.what();
        ASSERT_EQ(error.kind(), ErrorKind::wrongUse);
        ASSERT_FALSE(error.hint().empty());
      }
  }

  std::vector<std::unique_ptr<Device>> devices_;
};

TEST_P(KnnExact, VersionsEqualTheReferenceOverTheZoo) {
  for (const test::ZooCloud& cloud : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const Layout layout : {Layout::row, Layout::column}) {
        if (cloud.points.empty()) continue;
        SCOPED_TRACE(cloud.name + (scalar == Scalar::float32 ? ", float" : ", double") + (layout == Layout::row ? ", row" : ", column"));
        const PointArray points = cloud.points.withScalar(scalar);
        const uint32_t n = points.size();
        PointArray queries = test::uniformBox(40, points.dimension(), 30, n).withScalar(scalar);
        for (uint32_t i = 0; i < 10; ++i)
          for (int k = 0; k < points.dimension(); ++k) queries.setCoordinate(i, k, points.coordinate(i % n, k));
        queries.setCoordinate(11, 0, 1e30);
        check(points.withLayout(layout), queries.withLayout(layout), {1, 2, 8, std::min(n, 33U)});
        if (HasFatalFailure()) return;
      }
}

TEST_P(KnnExact, VersionsEqualTheReferenceForEveryKAroundTheNumberOfPoints) {
  for (const uint32_t n : {1U, 2U, 31U, 32U, 33U, 64U, 65U, 127U, 129U, 1023U, 1024U, 1025U}) {
    SCOPED_TRACE(std::to_string(n) + " points");
    for (const int d : {1, 2, 3, 7}) {
      const PointArray points = test::uniformBox(n, d, 10, n + uint32_t(d)).withScalar(Scalar::float32);
      const PointArray one = test::uniformBox(1, d, 10, 3).withScalar(Scalar::float32);
      check(points, one, {1, std::max(n, 2U) - 1, std::min(n, kMostNeighbours)});
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(KnnExact, AMillionNeighboursAreThoseOfTheReference) {
  constexpr uint32_t kPoints = test::kSanitized ? 1500 : 10'000, kNeighbours = 50;
  const auto floats = [](const PointArray& points) { return points.withScalar(Scalar::float32); };
  check(floats(test::uniformBox(kPoints, 3, 1, 21)), floats(test::uniformBox(kPoints, 3, 1, 22)), {kNeighbours});
  check(floats(test::clusters(kPoints, 3, 23)), floats(test::clusters(kPoints, 3, 24)), {kNeighbours});
}

TEST_P(KnnExact, VersionsStopWhenAsked) {
  const PointArray points = test::uniformBox(3000, 3, 10, 1);
  std::stop_source source;
  const StageContext stopped{*devices_.back(), source.get_token(), {}};
  const ParamValues params;
  for (const Version* version : versionsUnderTest()) {
    const auto searcher = makeSearcher(function(*version), {points, params}, context(*devices_.back()));
    source.request_stop();
    EXPECT_THROW(searcher->query({points, 1}, stopped), Cancelled) << version->id;
    EXPECT_EQ(searcher->query({points, 1}, context(*devices_.back())).indices[5], 5u) << version->id;
  }
}

INSTANTIATE_TEST_SUITE_P(On, KnnExact, testing::Values(Backend::cpu, Backend::cuda), [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace arete
