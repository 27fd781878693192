// Stores: what one detection sorted is the next one's, with the same bits; nothing damaged is believed.
#include "compute/chains/paged/kept_store.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstring>
#include <fstream>
#include <functional>

#include "compute/chains/paged/paged_points.h"
#include "compute/core/error.h"
#include "tests/stages/paged_support.h"
#include "tests/support/seal_store.h"

namespace arete {
namespace {

namespace fs = std::filesystem;
using cpu::KeptStore;
using cpu::StoreHeader;
using test::InMemory;

class KeptStoreTest : public testing::Test {
 protected:
  KeptStoreTest() : folder_(fs::temp_directory_path() / ("arete-store-test-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~KeptStoreTest() override { fs::remove_all(folder_); }

  fs::path path(const std::string& name) const { return folder_ / name; }
  static std::string bytesOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

  cpu::PagedOptions options(double r1, size_t memory) const { return {.r1 = r1, .params = {}, .memory_bytes = memory, .scratch = folder_}; }
  /// The chosen points and an evolver that has made a store.
  std::unique_ptr<StreamedPoints> madeOf(const PointStream& stream, double r1, size_t memory, const fs::path& store) const {
    cpu::PagedOptions making = options(r1, memory);
    making.store = cpu::StoreWish{store, {.input = {"7 bytes, x", "read"}, .about = "as it was"}};
    return cpu::makePagedPoints(stream, making);
  }
  static std::shared_ptr<const KeptStore> opened(const fs::path& store) { return std::make_shared<const KeptStore>(DiskFile::openToRead(store)); }
  /// Makes one of a small cloud.
  std::string smallStore() const {
    const PointArray points = test::spiral(300, 3, 0.3, 1).withScalar(Scalar::float32);
    const ArrayStream stream(points);
    const auto made = madeOf(stream, 1, 1 << 20, path("small"));
    const uint32_t chosen = made->choose(here_).points.size();
    made->evolver(chosen, here_);
    return bytesOf(path("small"));
  }

  /// Everything that is read of a store, as bytes; what is thrown goes on.
  std::string contentOf(const fs::path& file) const {
    const KeptStore store(DiskFile::openToRead(file));
    std::string all = store.head().label.about;
    for (const std::string& text : store.head().label.input) all += text;
    store.forEachCell([&](uint64_t key, uint32_t points) { all += std::to_string(key) + ' ' + std::to_string(points) + ' '; });
    const StreamedPoints::Chosen chosen = store.chosen();
    for (const uint64_t origin : chosen.origins) all += std::to_string(origin) + ' ';
    store.checkCoordinates(here_);
    return all + std::to_string(store.head().r1) + std::to_string(store.head().facts.count);
  }
  /// "": it is believed, and then it is what was written.
  std::string refusal(const std::string& bytes, const std::string& sound) const {
    write(path("damaged"), bytes);
    try {
      EXPECT_EQ(contentOf(path("damaged")), sound);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput) << error.what();
      EXPECT_NE(error.where().find("damaged"), std::string::npos);
      EXPECT_FALSE(error.hint().empty());
      return error.reason();
    }
    return "";
  }

  const std::unique_ptr<Device> device_ = makeCpuDevice(2);
  const StageContext here_{*device_, {}, {}};
  const fs::path folder_;
};

void expectSteps(Evolver& evolver, const InMemory& reference, const StageContext& here) {
  evolver.reset(reference.first, here);
  for (size_t i = 0; i < reference.steps.size(); ++i) {
    const test::Step& step = reference.steps[i];
    if (!step.kept.empty()) evolver.keep(step.kept, here);
    else EXPECT_EQ(evolver.step(here).moved, step.moved) << "step " << i;
    ASSERT_TRUE(evolver.chosen() == step.after) << "step " << i;
  }
}

TEST_F(KeptStoreTest, GivesTheBitsOfTheReferenceToWhoeverMakesItAndToTheNextWithAnyMemory) {
  int made = 0, onDisk = 0;
  for (const auto& [name, points, r1] : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64}) {
      const PointCloud cloud(points.withScalar(scalar));
      if (cloud.size() > 3000 || cloud.empty() || !cloud.distancesInRange()) continue;
      SCOPED_TRACE(name + (scalar == Scalar::float32 ? ", float" : ", double"));
      const InMemory reference(cloud, r1, {});
      const ArrayStream stream(cloud.points());
      fs::remove(path("store"));
      const auto maker = madeOf(stream, r1, size_t(1) << 21, path("store"));
      const StreamedPoints::Chosen chosen = maker->choose(here_);
      EXPECT_FALSE(fs::exists(path("store"))) << "before the points are sorted";
      expectSteps(*maker->evolver(chosen.points.size(), here_), reference, here_);
      ++made;
      const std::string bytes = bytesOf(path("store"));
      for (const size_t memory : {size_t(1) << 15, size_t(1) << 16, size_t(1) << 17, size_t(1) << 18, size_t(1) << 23}) {
        const auto next = cpu::makeStoredPoints(opened(path("store")), options(r1, memory));
        const StreamedPoints::Chosen again = next->choose(here_);
        EXPECT_TRUE(again.points == chosen.points && again.origins == chosen.origins);
        std::unique_ptr<Evolver> evolver;
        try {
          evolver = next->evolver(again.points.size(), here_);
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::wrongUse) << error.what();
          continue;
        }
        expectSteps(*evolver, reference, here_);
        EXPECT_EQ(next->report().inputReads, 0U);
        onDisk += next->report().store_bytes > next->report().resident_bytes;
        if (HasFailure()) return;
      }
      EXPECT_EQ(bytesOf(path("store")), bytes) << "a detection has changed it";
    }
  EXPECT_GT(made, 20);
  EXPECT_GT(onDisk, 5);
}

TEST_F(KeptStoreTest, IsInSlabsThatRunAheadAsTheStreamWouldBe) {
  const PointCloud cloud(test::longCloud(test::spiral(5000, 3, 0.3, 3), 100, 45).withScalar(Scalar::float32));
  const ArrayStream stream(cloud.points());
  const auto run = [&](StreamedPoints& points) {
    const StreamedPoints::Chosen chosen = points.choose(here_);
    const auto evolver = points.evolver(chosen.points.size(), here_);
    evolver->reset(chosen.points, here_);
    evolver->run(
        40, [](const EvolveStep&) {}, EvolveVisit::counters, here_);
    return evolver->chosen();
  };
  const auto without = cpu::makePagedPoints(stream, options(8, size_t(3500) << 10));
  const PointArray expected = run(*without);
  EXPECT_TRUE(run(*madeOf(stream, 8, size_t(3500) << 10, path("store"))) == expected);
  const auto next = cpu::makeStoredPoints(opened(path("store")), options(8, size_t(3500) << 10));
  EXPECT_TRUE(run(*next) == expected);
  EXPECT_EQ(next->report().store_bytes, without->report().store_bytes);
  EXPECT_GT(next->report().written_bytes, 0U) << "all fits into memory: this tests nothing";
  EXPECT_LT(next->report().passes(), 2 * without->report().passes());
}

TEST_F(KeptStoreTest, IsMadeWithoutChoosingFirstWhereADetectionGoesOnFromACheckpoint) {
  const PointArray points = test::spiral(3000, 3, 0.3, 1).withScalar(Scalar::float32);
  const ArrayStream stream(points);
  const auto made = madeOf(stream, 1, 1 << 22, path("store"));
  made->evolver(3000, here_);
  const StreamedPoints::Chosen chosen = cpu::makePagedPoints(stream, options(1, 1 << 22))->choose(here_), kept = opened(path("store"))->chosen();
  EXPECT_TRUE(kept.points == chosen.points && kept.origins == chosen.origins);
}

TEST_F(KeptStoreTest, IsNotThereWhereTheDetectionWasStoppedBeforeItWasWhole) {
  const PointArray points = test::spiral(3000, 3, 0.3, 1).withScalar(Scalar::float32);
  const ArrayStream stream(points);
  std::stop_source source;
  const auto made = madeOf(stream, 1, 1 << 22, path("store"));
  made->choose(here_);
  source.request_stop();
  EXPECT_THROW(made->evolver(3000, {*device_, source.get_token(), {}}), Cancelled);
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(KeptStoreTest, RefusesEveryFlippedByteAndEveryTruncation) {
  const std::string bytes = smallStore(), sound = contentOf(path("small"));
  ASSERT_GT(bytes.size(), 8000u);
  const KeptStore store(DiskFile::openToRead(path("small")));
  const cpu::StorePlaces places(store.head());
  size_t believed = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = char(damaged[i] ^ (1 << i % 8));
    believed += refusal(damaged, sound).empty();
    if (i % 7 == 0) {
      EXPECT_NE(refusal(bytes.substr(0, i), sound), "") << "cut at " << i;
    }
    if (HasFailure()) FAIL() << "byte " << i;
  }
  const size_t text = cpu::textOf(store.head().label).size();
  EXPECT_LE(believed, places.coordinates - places.texts - text + 3 * 8) << "only what lies between the parts says nothing";
  EXPECT_NE(refusal(bytes + "more....", sound), "");
}

TEST_F(KeptStoreTest, RefusesNumbersThatNoStoreHasThoughTheirChecksumIsRight) {
  const std::string bytes = smallStore();
  const cpu::StorePlaces places(KeptStore(DiskFile::openToRead(path("small"))).head());
  StoreHeader was;
  std::memcpy(&was, bytes.data(), sizeof was);
  const auto forged = [&](const std::function<void(std::string&, StoreHeader&)>& change) {
    std::string all = bytes;
    StoreHeader header = was;
    change(all, header);
    std::memcpy(all.data(), &header, sizeof header);
    test::sealStore(all, places, was);
    return refusal(all, contentOf(path("small")));
  };
  EXPECT_EQ(forged([](std::string&, StoreHeader&) {}), "") << "the seal is right";
  const auto inHead = [&](const std::function<void(StoreHeader&)>& change) {
    return forged([&](std::string&, StoreHeader& header) { change(header); });
  };
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_NE(inHead([](StoreHeader& h) { h.version = 2; }).find("version 2, and this program reads version 1"), std::string::npos);
  EXPECT_NE(inHead([](StoreHeader& h) { h.magic[0] = 'b'; }).find("not a store"), std::string::npos);
  for (const uint32_t bad : {0u, 1u, 5u, 17u, 1u << 21, UINT32_MAX}) {
    EXPECT_NE(inHead([&](StoreHeader& h) { h.dimension = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.scalarBytes = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.points = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.cells = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.chosen = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.inputs = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.textBytes = bad; }), "") << bad;
    if (bad <= 2) continue;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.axes = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.axis[1] = bad; }), "") << bad;
  }
  EXPECT_NE(inHead([](StoreHeader& h) { h.axis[1] = h.axis[0]; }), "");
  EXPECT_NE(inHead([](StoreHeader& h) { h.count[0] = 0; }), "");
  EXPECT_NE(inHead([](StoreHeader& h) { h.count[2] = UINT32_MAX; }), "");
  EXPECT_NE(inHead([](StoreHeader& h) { h.last[1] = 1e9; }), "");
  for (const double bad : {infinite, -infinite, std::nan(""), -1.0, 0.0}) {
    EXPECT_NE(inHead([&](StoreHeader& h) { h.r1 = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.inverseEdge[0] = bad; }), "") << bad;
    if (bad == 0) continue;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.last[0] = bad; }), "") << bad;
    EXPECT_NE(inHead([&](StoreHeader& h) { h.maximum[2] = bad < 0 ? -1e9 : bad; }), "") << bad;
  }
  const auto word = [&](uint64_t at, auto value) {
    return forged([&](std::string& all, StoreHeader&) { std::memcpy(&all[at], &value, sizeof value); });
  };
  for (const uint32_t bad : {0u, UINT32_MAX}) EXPECT_NE(word(places.cells + 8, bad), "") << "points of the first cell";
  EXPECT_NE(word(places.cells, uint64_t(1) << 60), "") << "its key";
  EXPECT_NE(word(places.chosen, uint64_t(300)), "") << "of no point";
  EXPECT_NE(word(places.chosen + was.chosen * sizeof(uint64_t), std::nanf("")), "") << "no place";
  for (const float bad : {std::nanf(""), 1e30F, -1e30F}) EXPECT_NE(word(places.coordinates + 120, bad), "") << bad;
}

}  // namespace
}  // namespace arete
