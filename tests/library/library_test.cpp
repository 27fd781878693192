// The library as its users see it, beside the engine that answers.
#include <arete/compute.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "compute/core/cuda_support.h"
#include "compute/engine/run_job.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

namespace lib = compute;

constexpr double kR1 = 3;

std::vector<double> spiralRows() {
  const PointArray points = test::spiral(2000, 2, 1, 5);
  std::vector<double> rows;
  for (size_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < 2; ++k) rows.push_back(points.coordinate(i, k));
  return rows;
}

lib::Cloud spiral() { return lib::Cloud(spiralRows(), 2); }

lib::DetectOptions withR1(double r1) {
  lib::DetectOptions options;
  options.r1 = r1;
  return options;
}

struct Scratch {
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / ("arete_library_" + std::to_string(getpid()));
  Scratch() { std::filesystem::create_directories(folder); }
  ~Scratch() { std::filesystem::remove_all(folder); }
  std::string path(const char* name) const { return (folder / name).string(); }
};

/// What the call throws.
template <class Call>
lib::Error errorOf(Call&& call) {
  try {
    call();
  } catch (const lib::Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {lib::Fault::internal, "", "", "", ""};
}

TEST(Library, AFilterThatKeepsNothingDoesNotHideWhatIsWrongWithTheFile) {
  const Scratch scratch;
  const std::string path = scratch.path("cloud.csv");
  std::ofstream(path) << "x,y,z\n0,0,5\n2,2\n1,1,6\n";
  lib::ReadOptions options;
  options.where = "z > 100";
  const lib::Error nothing = errorOf([&] { lib::read(path, options); });
  EXPECT_EQ(nothing.fault(), lib::Fault::wrongUse);
  EXPECT_EQ(nothing.reason(), "the filter keeps none of 2 points");
  EXPECT_EQ(nothing.warnings(), lib::read(path).warnings());
  EXPECT_EQ(nothing.warnings().size(), 1u);
}

TEST(Library, DetectsWhatTheEngineDetects) {
  Job job;
  job.params.set(kR1Param, kR1);
  const auto frame = runJob(PointCloud::recentred(spiralRows(), 2), job, {}, {}).frame;
  const lib::Curve curve = lib::detect(spiral(), withR1(kR1));
  EXPECT_EQ(curve.hash(), frame->hash);
  EXPECT_TRUE(curve.finished());
  EXPECT_EQ(curve.step(), frame->step);
  EXPECT_EQ(curve.size(), frame->chosen.size());
  EXPECT_EQ(curve.origins(), frame->chosenOrigin);
  EXPECT_EQ(curve.points().size(), size_t(2) * curve.size());
  EXPECT_EQ(curve.edges().size(), frame->curve.edges.size());
  EXPECT_EQ(curve.length(), frame->curve.length);
  ASSERT_EQ(curve.chains().size(), frame->curve.polylines.size());
  size_t steps = 0;
  for (const auto& chain : curve.chains()) steps += chain.size() - 1;
  EXPECT_EQ(steps, curve.edges().size()) << "every edge is on one chain";
}

TEST(Library, StepsEndWhereADetectionEndsAndGoOnAfterACancelledOne) {
  lib::Steps steps(spiral(), withR1(kR1));
  EXPECT_EQ(errorOf([&] { steps.now(); }).fault(), lib::Fault::wrongUse);
  ASSERT_TRUE(steps.next());
  EXPECT_EQ(steps.now().stage(), "choose");
  EXPECT_EQ(steps.now().hash(), "");
  const lib::Error early = errorOf([&] { lib::write(steps.now(), "never.obj"); });
  EXPECT_EQ(early.fault(), lib::Fault::wrongUse);
  EXPECT_FALSE(std::filesystem::exists("never.obj"));

  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_EQ(errorOf([&] { steps.next({.stop = stopped.get_token()}); }).fault(), lib::Fault::cancelled);
  uint32_t made = 1;
  for (bool more = true; more; made += more) std::jthread([&] { more = steps.next(); });  // each by another thread
  const lib::Curve whole = lib::detect(spiral(), withR1(kR1));
  EXPECT_EQ(steps.now().hash(), whole.hash());
  EXPECT_EQ(made, whole.step() + 1);
  EXPECT_FALSE(steps.next());
}

TEST(Library, OptionsAreThoseOfTheFlags) {
  lib::DetectOptions options = withR1(kR1);
  options.parameters = {{"max-iterations", "1"}};
  options.versions = {"evolve.cpu.brute_force"};
  options.threads = 1;
  EXPECT_LT(lib::detect(spiral(), options).step(), lib::detect(spiral(), withR1(kR1)).step());
  options.parameters = {{"tolerence", "0.1"}};
  const lib::Error unknown = errorOf([&] { lib::detect(spiral(), options); });
  EXPECT_EQ(unknown.fault(), lib::Fault::wrongUse);
  EXPECT_NE(unknown.reason().find("tolerance"), std::string::npos) << unknown.what();
  options.parameters = {{"tile-detection", "local"}};
  options.network = true;
  EXPECT_EQ(errorOf([&] { lib::detect(spiral(), options); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([&] { lib::detect(spiral(), withR1(-1)); }).fault(), lib::Fault::wrongUse);
}

TEST(Library, TwoVersionsOfAStageAndWhatIsNoneAreRefused) {
  const auto refusal = [](std::vector<std::string> versions) {
    lib::DetectOptions options = withR1(kR1);
    options.versions = std::move(versions);
    return errorOf([&] { lib::detect(spiral(), options); });
  };
  const std::vector<std::string> two = {"evolve.cpu.brute_force", "evolve.cpu.accelerated"}, same(2, "evolve.cpu.brute_force");
  for (const auto& versions : {two, same}) {
    const lib::Error error = refusal(versions);
    EXPECT_EQ(error.fault(), lib::Fault::wrongUse) << error.what();
    EXPECT_EQ(error.where(), versions.back());
    EXPECT_NE(error.reason().find(versions.front()), std::string::npos) << error.what();
    EXPECT_FALSE(error.hint().empty());
  }
  for (const std::string id : {"evolve.cpu.none", "", "knn.cpu.v0"}) EXPECT_EQ(refusal({id}).fault(), lib::Fault::wrongUse) << id;

  lib::DetectOptions options = withR1(kR1);
  options.backend = lib::Backend(7);
  EXPECT_EQ(errorOf([&] { lib::detect(spiral(), options); }).where(), "backend");
  EXPECT_EQ(errorOf([&] { lib::Steps(spiral(), options); }).where(), "backend");
  const std::vector<double> rows = {0, 0, 1, 1};
  EXPECT_EQ(errorOf([&] { lib::Searcher({rows, 2}, {.backend = lib::Backend(7)}); }).where(), "backend");
  EXPECT_EQ(errorOf([&] { lib::Searcher({rows, 2}, {.version = "evolve.cpu.brute_force"}); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([&] { lib::Searcher({rows, 2}, {.backend = lib::Backend::cuda, .version = "knn.cpu.v0"}); }).where(), "knn.cpu.v0");
  EXPECT_EQ(errorOf([&] { lib::Searcher({rows, 2}, {.threads = -1}); }).where(), "threads");
}

TEST(Library, CudaThatCannotRunIsRefusedAndNotReplaced) {
  const std::string& why = cudaUnavailableReason();
  if (why.empty()) GTEST_SKIP() << "there is a GPU";
  const std::vector<double> rows = {0, 0, 1, 1};
  lib::DetectOptions options = withR1(kR1);
  options.backend = lib::Backend::cuda;
  for (const lib::Error& error : {errorOf([&] { lib::detect(spiral(), options); }), errorOf([&] { lib::Steps(spiral(), options); }), errorOf([&] {
                                    lib::Searcher({rows, 2}, {.backend = lib::Backend::cuda});
                                  }),
                                  errorOf([&] {
                                    lib::knn({rows, 2}, {rows, 2}, 1, {.backend = lib::Backend::cuda});
                                  })}) {
    EXPECT_EQ(error.fault(), lib::Fault::wrongUse);
    EXPECT_EQ(error.where(), "cuda");
    EXPECT_EQ(error.reason(), why);
  }
}

TEST(Library, WhatWasMovedFromIsRefusedWhateverIsAskedOfIt) {
  const auto isRefused = [](auto&& use) {
    const lib::Error error = errorOf(use);
    EXPECT_EQ(error.fault(), lib::Fault::wrongUse) << error.what();
    EXPECT_NE(error.reason().find("moved from"), std::string::npos) << error.what();
    EXPECT_FALSE(error.failed().empty() || error.where().empty() || error.hint().empty());
  };
  lib::Cloud cloud = spiral();
  lib::Curve curve = lib::detect(cloud, withR1(kR1));
  const std::string hash = curve.hash();
  lib::Steps steps(cloud, withR1(kR1));
  lib::Searcher searcher({std::vector<double>{0, 0, 1, 1}, 2});
  lib::Cloud newCloud = std::move(cloud);
  lib::Curve newCurve = std::move(curve);
  lib::Steps newSteps = std::move(steps);
  lib::Searcher newSearcher = std::move(searcher);
  isRefused([&] { cloud.size(); }), isRefused([&] { cloud.dimension(); }), isRefused([&] { cloud.coordinates(); });
  isRefused([&] { cloud.attributes(); }), isRefused([&] { cloud.attribute("z"); });
  isRefused([&] { cloud.crs(); }), isRefused([&] { cloud.warnings(); });
  isRefused([&] { lib::detect(cloud); }), isRefused([&] { lib::Steps(cloud, {}); });
  isRefused([&] { curve.dimension(); }), isRefused([&] { curve.size(); }), isRefused([&] { curve.points(); });
  isRefused([&] { curve.origins(); }), isRefused([&] { curve.edges(); }), isRefused([&] { curve.chains(); });
  isRefused([&] { curve.length(); }), isRefused([&] { curve.r1(); }), isRefused([&] { curve.finished(); });
  isRefused([&] { curve.step(); }), isRefused([&] { curve.stage(); }), isRefused([&] { curve.hash(); }), isRefused([&] { curve.device(); });
  isRefused([&] { lib::write(curve, "never.ply"); }), isRefused([&] { lib::saveSession(curve, "never.arete"); });
  isRefused([&] { steps.next(); }), isRefused([&] { steps.now(); });
  isRefused([&] { searcher.queryItself(1); }), isRefused([&] { searcher.query({std::vector<double>{0, 0}, 2}, 1); });
  cloud = newCloud;
  curve = std::move(newCurve);
  EXPECT_EQ(cloud.size(), newCloud.size());
  EXPECT_EQ(curve.hash(), hash);
  EXPECT_TRUE(newSteps.next());
  EXPECT_EQ(newSearcher.queryItself(1).k, 1u);
}

TEST(Library, NumbersAtNoAddressAreRefused) {
  const std::span<const double> doubles(static_cast<const double*>(nullptr), 4);
  const std::span<const float> floats(static_cast<const float*>(nullptr), 4);
  const std::vector<double> some = {0, 0, 1, 1};
  EXPECT_EQ(errorOf([&] { lib::Cloud(doubles, 2); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([&] { lib::Cloud(floats, 2); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([&] { lib::Searcher({doubles, 2}); }).where(), "reference");
  EXPECT_EQ(errorOf([&] { lib::knn({some, 2}, {floats, 2}, 1); }).where(), "queries");
  lib::Rows both(some, 2);
  const std::vector<float> others = {0, 0};
  both.floats = others;
  EXPECT_EQ(errorOf([&] { lib::Searcher{both}; }).where(), "reference");
}

TEST(Library, NamesWithNulAreRefusedAndNothingIsWritten) {
  const Scratch scratch;
  const std::string base = scratch.path("a");
  const std::string name = base + std::string("\0b", 2);
  std::ofstream(base) << "0,0\n1,1\n";
  const lib::Curve curve = lib::detect(spiral(), withR1(kR1));
  const auto isRefused = [](auto&& use) {
    const lib::Error error = errorOf(use);
    EXPECT_EQ(error.fault(), lib::Fault::badInput) << error.what();
    EXPECT_NE(std::string(error.what()).find("NUL"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\0'), std::string::npos);
  };
  isRefused([&] { lib::read(name); });
  isRefused([&] { lib::replay(name); });
  isRefused([&] { lib::write(curve, name + ".ply"); });
  isRefused([&] { lib::saveSession(curve, name + ".arete"); });
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.folder), {}), 1);
  EXPECT_EQ(std::filesystem::file_size(base), 8u);
}

TEST(Library, WithoutR1TheCloudSuggestsOneAndProgressIsTold) {
  std::vector<std::string> told;
  lib::Control control;
  control.progress = [&](double fraction, std::string_view what) {
    EXPECT_TRUE(fraction >= 0 && fraction <= 1) << fraction;
    if (told.empty() || told.back() != what) told.emplace_back(what);
  };
  const lib::Curve curve = lib::detect(spiral(), {}, control);
  EXPECT_GT(curve.r1(), 0);
  EXPECT_TRUE(std::ranges::find(told, "evolve") != told.end());
  const std::vector<double> same = {1, 1, 1, 1};
  EXPECT_EQ(errorOf([&] { lib::detect(lib::Cloud(same, 2)); }).fault(), lib::Fault::wrongUse);
}

TEST(Library, NeighboursAreThoseOfTheRowsAsGiven) {
  const std::vector<double> far = {1e6, 5, 1e6 + 1, 5, 1e6 + 3, 5, 1e6 + 3, 5};
  const lib::Neighbours own = lib::Searcher({far, 2}).queryItself(2);
  EXPECT_EQ(own.indices, (std::vector<uint32_t>{1, 2, 0, 2, 3, 1, 2, 1})) << "equally near ones by index";
  EXPECT_EQ(own.distances, (std::vector<double>{1, 3, 1, 2, 0, 2, 0, 2}));
  const std::vector<double> asked = {1e6 + 2.5, 5};
  EXPECT_EQ(lib::knn({far, 2}, {asked, 2}, 1).indices, std::vector<uint32_t>{2});
  const std::vector<float> floats = {0, 0};
  EXPECT_EQ(errorOf([&] { lib::knn({far, 2}, {floats, 2}, 1); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([&] { lib::knn({far, 2}, {asked, 2}, 5); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([&] { lib::knn({far, 3}, {asked, 2}, 1); }).fault(), lib::Fault::wrongUse);
  const std::vector<double> bad = {0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_NE(std::string(errorOf([&] { lib::knn({bad, 2}, {asked, 2}, 1); }).what()).find("point 0"), std::string::npos);
}

TEST(Library, NeighboursWithinARadiusAreCountedAndInOrder) {
  const std::vector<double> far = {1e6, 5, 1e6 + 1, 5, 1e6 + 3, 5, 1e6 + 3, 5}, asked = {1e6 + 2, 5, 0, 0};
  using Starts = std::vector<uint64_t>;
  using Indices = std::vector<uint32_t>;
  const lib::NeighboursWithin found = lib::neighboursWithin({far, 2}, {asked, 2}, 1);
  EXPECT_EQ(found.starts, (Starts{0, 3, 3})) << "a distance of the radius is within";
  EXPECT_EQ(found.indices, (Indices{1, 2, 3}));
  EXPECT_EQ(found.distances, (std::vector<double>{1, 1, 1}));
  for (const char* version : {"", "within.cpu.v0", "within.cpu.v9", "knn.cpu.v9"}) {
    lib::Searcher searcher({far, 2}, {.threads = 2, .version = version});
    EXPECT_EQ(searcher.queryItselfWithin(0).starts, (Starts{0, 0, 0, 1, 2})) << version;
    EXPECT_EQ(searcher.queryItselfWithin(0).indices, (Indices{3, 2})) << version;
    EXPECT_EQ(searcher.queryWithin({asked, 2}, 2).indices, (Indices{1, 2, 3, 0})) << version;
    EXPECT_EQ(searcher.queryItself(1).indices, (Indices{1, 0, 3, 2})) << version;
  }
  for (const double radius : {-1., std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(errorOf([&] { lib::neighboursWithin({far, 2}, {asked, 2}, radius); }).where(), "radius");
  EXPECT_EQ(errorOf([&] { lib::neighboursWithin({far, 2}, {std::vector<float>{0, 0}, 2}, 1); }).fault(), lib::Fault::wrongUse);
}

TEST(Library, ReadsWhatItWasToldToAndSaysWhatAFileHas) {
  const Scratch scratch;
  const std::string path = scratch.path("points.csv");
  std::ofstream(path) << "x,y,kind\n1,2,0\n3,4,1\n5,6,1\n";
  const lib::Cloud all = lib::read(path);
  EXPECT_EQ(all.size(), 3u);
  EXPECT_EQ(all.attributes(), std::vector<std::string>{"kind"});
  lib::ReadOptions options;
  options.where = "kind == 1";
  const lib::Cloud some = lib::read(path, options);
  EXPECT_EQ(some.coordinates(), (std::vector<double>{3, 4, 5, 6}));
  EXPECT_EQ(some.attribute("kind"), (std::vector<double>{1, 1}));
  EXPECT_EQ(errorOf([&] { some.attribute("other"); }).fault(), lib::Fault::wrongUse);
  options.where = "kind ==";
  EXPECT_EQ(errorOf([&] { lib::read(path, options); }).fault(), lib::Fault::wrongUse);
  const lib::Error missing = errorOf([&] { lib::read(scratch.path("none.ply")); });
  EXPECT_TRUE(missing.warnings().empty());
  EXPECT_EQ(missing.fault(), lib::Fault::io);
  EXPECT_FALSE(missing.failed().empty() || missing.where().empty() || missing.reason().empty());
}

TEST(Library, CloudsFromMemoryAreChecked) {
  EXPECT_EQ(errorOf([] { lib::Cloud(std::vector<double>{1, 2, 3}, 2); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([] { lib::Cloud(std::vector<double>{1, 2}, 17); }).fault(), lib::Fault::wrongUse);
  EXPECT_EQ(errorOf([] { lib::Cloud(std::vector<double>{}, 2); }).fault(), lib::Fault::wrongUse);
  const std::vector<float> bad = {1, std::numeric_limits<float>::infinity()};
  EXPECT_EQ(errorOf([&] { lib::Cloud(bad, 2); }).fault(), lib::Fault::badInput);
  const std::vector<double> utm = {500000.25, 5600000.5, 500001.25, 5600001.5};
  EXPECT_EQ(lib::Cloud(utm, 2).coordinates(), utm);
  EXPECT_STREQ(lib::version(), ARETE_VERSION);
}

}  // namespace
}  // namespace arete
