// The index file: bounded leaves, resumed builds, full disks, files that were altered.
#include <sys/mount.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "tests/outofcore/two_level_support.h"

namespace arete {
namespace {

using namespace outofcore;

struct IndexFile : test::TemporaryFolder {
  PointArray points = test::clusters(50'000, 3, 7).withScalar(Scalar::float32);
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  BuildOptions options{.leafCapacity = 500, .memory_bytes = test::kMemory, .checkpointPoints = 10'000};

  std::filesystem::path path() const { return folder / "cloud.index"; }
  DiskFile build() const { return buildIndex(test::NamedStream(points), path(), options, context); }
};

TEST_F(IndexFile, HoldsEveryPointOnceInLeavesThatAreNotTooLarge) {
  const LeafIndex<float> index(build());
  EXPECT_EQ(filesInFolder(), 1u);
  std::vector<int> seen(points.size());
  for (uint32_t leaf = 0; leaf < index.leaves().size(); ++leaf) {
    const LeafPoints<float> here = index.load(leaf);
    ASSERT_LE(here.indices.size(), options.leafCapacity);
    ASSERT_TRUE(std::is_sorted(here.indices.begin(), here.indices.end()));
    ASSERT_EQ(here.indices.front(), index.leaves()[leaf].leastIndex);
    for (size_t i = 0; i < here.indices.size(); ++i) {
      ++seen[here.indices[i]];
      for (int k = 0; k < 3; ++k) {
        ASSERT_EQ(here.view().at(i, k), points.view<float>().at(here.indices[i], k));
        ASSERT_GE(here.view().at(i, k), index.boxes()[leaf * 6 + size_t(k)]);
        ASSERT_LE(here.view().at(i, k), index.boxes()[leaf * 6 + 3 + size_t(k)]);
      }
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), ptrdiff_t(seen.size()));
}

TEST_F(IndexFile, IsTheSameWhenItsBuffersNeedSeveralPasses) {
  const std::string expected = (build(), get(path()));
  options.memory_bytes = 600 << 10;  // buffers for some of the leaves
  test::fs::remove(path());
  build();
  EXPECT_TRUE(get(path()) == expected);
}

/// Kills a child with SIGKILL when the build is so far.
void killAt(const IndexFile& test, double fraction) {
  const pid_t child = fork();
  if (child == 0) {
    const auto device = makeCpuDevice(1);
    const StageContext context{*device, {}, [&](double done) {
                                 if (done >= fraction) kill(getpid(), SIGKILL);
                               }};
    buildIndex(test::NamedStream(test.points), test.path(), test.options, context);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST_F(IndexFile, AKilledBuildGoesOnAndGivesTheSameBytes) {
  const std::string expected = (build(), get(path()));
  for (const uint32_t memory_kb : {32 << 10, 600})
    for (const double fraction : {0.1, 0.5, 0.8, 0.99}) {
      SCOPED_TRACE(std::to_string(fraction) + ", " + std::to_string(memory_kb) + " kB");
      options.memory_bytes = size_t(memory_kb) << 10;
      test::fs::remove(path());
      killAt(*this, fraction);
      EXPECT_FALSE(test::fs::exists(path()));
      EXPECT_EQ(test::fs::exists(path().string() + ".state"), fraction > 0.45);
      std::vector<uint64_t> firsts;
      struct Watched final : PointStream {
        const test::NamedStream from;
        std::vector<uint64_t>& firsts;
        Watched(const PointArray& points, std::vector<uint64_t>& first) : from(points), firsts(first) {}
        uint64_t size() const override { return from.size(); }
        int dimension() const override { return from.dimension(); }
        Scalar scalar() const override { return from.scalar(); }
        std::string identity() const override { return from.identity(); }
        void read(uint64_t first, const Take& take, const std::stop_token& stop) const override {
          firsts.push_back(first);
          from.read(first, take, stop);
        }
      };
      buildIndex(Watched(points, firsts), path(), options, context);
      EXPECT_TRUE(get(path()) == expected);
      EXPECT_EQ(filesInFolder(), 1u);
      if (fraction > 0.45) {
        ASSERT_FALSE(firsts.empty());
        EXPECT_GT(firsts.front(), 0u) << "it counted again";
      }
    }
}

TEST_F(IndexFile, AnotherCloudBeginsAnew) {
  killAt(*this, 0.6);
  const PointArray other = test::clusters(50'000, 3, 8).withScalar(Scalar::float32);
  const LeafIndex<float> index(buildIndex(test::NamedStream(other, "another"), path(), options, context));
  EXPECT_EQ(index.info().identity, "another");
  const LeafPoints<float> leaf = index.load(0);
  EXPECT_EQ(leaf.coordinates[0], other.view<float>().at(leaf.indices[0], 0));
}

TEST_F(IndexFile, CancelledBuildsLeaveNothingOrWhatTheyCanGoOnFrom) {
  std::stop_source source;
  const StageContext stopped{*device, source.get_token(), [&](double done) { done > 0.1 && source.request_stop(); }};
  EXPECT_THROW(buildIndex(test::NamedStream(points), path(), options, stopped), Cancelled);
  EXPECT_EQ(filesInFolder(), 0u);
  std::stop_source later;
  const StageContext stoppedLater{*device, later.get_token(), [&](double done) { done > 0.7 && later.request_stop(); }};
  EXPECT_THROW(buildIndex(test::NamedStream(points), path(), options, stoppedLater), Cancelled);
  EXPECT_EQ(filesInFolder(), 2u);  // .part and .state
  build();
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(IndexFile, AnUnfinishedBuildBesideAnIndexThatIsUsedGoes) {
  const std::string whole = (build(), get(path()));
  killAt(*this, 0.6);
  EXPECT_EQ(filesInFolder(), 3u);
  removeAbandonedBuild(path());
  EXPECT_EQ(filesInFolder(), 1u);
  EXPECT_TRUE(get(path()) == whole);
}

TEST_F(IndexFile, AnUnfinishedBuildThatSomebodyWritesOrThatIsNotOursStays) {
  build();
  killAt(*this, 0.6);
  {
    const DiskFile written = DiskFile::openToWrite(path().string() + ".part");
    removeAbandonedBuild(path());
    EXPECT_EQ(filesInFolder(), 3u);
  }
  const std::string part = get(path().string() + ".part"), state = path().string() + ".state";
  test::fs::remove(state);
  put(state, "a letter");
  removeAbandonedBuild(path());
  EXPECT_EQ(filesInFolder(), 3u);
  test::fs::remove(state);
  put(path().string() + ".part", "a letter");
  removeAbandonedBuild(path());
  EXPECT_EQ(filesInFolder(), 2u);
}

TEST_F(IndexFile, WhoTakesAbandonedBuildsAwayDisturbsNoBuild) {
  points = test::clusters(3'000, 3, 7).withScalar(Scalar::float32);
  const std::string whole = (build(), get(path()));
  const std::jthread remover([this](const std::stop_token& stop) {
    for (; !stop.stop_requested(); std::this_thread::sleep_for(std::chrono::milliseconds(1))) removeAbandonedBuild(path());
  });
  for (int i = 0; i < 100; ++i) {
    ASSERT_NO_THROW(build());
    ASSERT_TRUE(get(path()) == whole);
  }
}

TEST_F(IndexFile, FullDisksGiveOneErrorAndLeaveNothing) {
  if (::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256k") != 0) GTEST_SKIP() << "no small disk can be mounted here: " << std::strerror(errno);
  const Error named = test::errorOf([&] { build(); });
  EXPECT_EQ(filesInFolder(), 0u);
  const Error temporary = test::errorOf([&] { buildTemporaryIndex(ArrayStream(points), folder, options, context); });
  EXPECT_EQ(filesInFolder(), 0u);
  ::umount(folder.c_str());
  for (const Error* error : {&named, &temporary}) {
    EXPECT_EQ(error->kind(), ErrorKind::io);
    EXPECT_EQ(error->reason(), "No space left on device: 1 MB are wanted, and 0 MB are free");
    EXPECT_EQ(error->hint(), "free some space, or write to another disk");
  }
}

TEST_F(IndexFile, AlteredFilesAreRefusedWithTheReason) {
  build();
  const std::string whole = get(path());
  const auto reasonOf = [&](const std::string& bytes, bool all) {
    put("altered.index", bytes);
    return test::errorOf([&] {
             const LeafIndex<float> index(DiskFile::openToRead(folder / "altered.index"));
             for (uint32_t leaf = 0; all && leaf < index.leaves().size(); ++leaf) index.load(leaf);
           })
        .reason();
  };
  const auto changed = [&](size_t at) {
    std::string bytes = whole;
    bytes[at] = char(bytes[at] ^ 4);
    return bytes;
  };
  EXPECT_EQ(reasonOf("", false), "it is not an index of this program: it is too short");
  EXPECT_EQ(reasonOf(changed(0), false), "it is not an index of this program");
  EXPECT_NE(reasonOf(changed(8), false).find("its format is version"), std::string::npos);
  EXPECT_EQ(reasonOf(changed(16), false), "its header was altered or damaged");
  EXPECT_EQ(reasonOf(changed(600), false), "its list of leaves was altered or damaged");
  EXPECT_NE(reasonOf(whole.substr(0, whole.size() - 1), false).find("it was cut off"), std::string::npos);
  EXPECT_NE(reasonOf(changed(whole.size() - 1), true).find("was altered or damaged"), std::string::npos);
  EXPECT_NE(reasonOf(changed(whole.size() / 2), true).find("was altered or damaged"), std::string::npos);
  EXPECT_THROW(LeafIndex<double>(DiskFile::openToRead(path())), Error);
}

TEST_F(IndexFile, TwoBuildersOfOneIndexDoNotMeet) {
  const DiskFile other = DiskFile::openToWrite(path().string() + ".part");
  EXPECT_EQ(test::errorOf([&] { build(); }).reason(), "another program is writing it");
}

}  // namespace
}  // namespace arete
