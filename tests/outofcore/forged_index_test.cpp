// Index files and states of builds whose numbers were altered and whose checksums are right: made by hand, not by a failing disk.
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>

#include "compute/io/scattered_rows.h"
#include "tests/outofcore/two_level_support.h"

namespace arete {
namespace {

using namespace outofcore;

// The form of an index, once more: these are the bytes that a forger would change.
constexpr size_t kScalarAt = 12, kDimensionAt = 16, kPointsAt = 20, kCapacityAt = 24, kLeafCountAt = 28, kFileBytesAt = 32, kOriginAt = 40,
                 kIdentityAt = 168, kTablesSumAt = 424, kHeaderSumAt = 432, kLeavesAt = 448, kLeafBytes = sizeof(Leaf);
constexpr uint32_t kPoints = 2000, kDimension = 3, kCapacity = 100;

/// An index in memory.
struct Forgery {
  std::string bytes;

  template <class V>
  V get(size_t at) const {
    V value{};
    EXPECT_LE(at + sizeof value, bytes.size());
    std::memcpy(&value, &bytes[at], sizeof value);
    return value;
  }
  template <class V>
  void put(size_t at, V value) {
    ASSERT_LE(at + sizeof value, bytes.size());
    std::memcpy(&bytes[at], &value, sizeof value);
  }
  size_t leaf(size_t i) const { return kLeavesAt + i * kLeafBytes; }
  size_t box(size_t i) const { return kLeavesAt + leaves * kLeafBytes + i * 2 * kDimension * sizeof(float); }
  size_t coordinates(size_t i) const { return offsets[i]; }
  size_t indices(size_t i) const { return offsets[i] + counts[i] * kDimension * sizeof(float); }

  explicit Forgery(std::string whole) : bytes(std::move(whole)), leaves(get<uint32_t>(kLeafCountAt)) {
    for (size_t i = 0; i < leaves; ++i) {
      offsets.push_back(get<uint64_t>(leaf(i)));
      counts.push_back(get<uint32_t>(leaf(i) + 8));
    }
  }

  Checksum sumOf(size_t from, size_t size) const {
    Checksum sum;
    if (from + size <= bytes.size()) sum.add(std::as_bytes(std::span(bytes)).subspan(from, size));
    return sum;
  }
  /// Right checksums, as far as the file as it is now has places for them.
  void seal() {
    for (size_t i = 0; i < leaves; ++i)
      put(leaf(i) + 16, leafChecksum(sumOf(coordinates(i), indices(i) - coordinates(i)), sumOf(indices(i), counts[i] * sizeof(uint32_t))));
    const uint64_t count = get<uint32_t>(kLeafCountAt), boxBytes = 2 * uint64_t(get<uint32_t>(kDimensionAt)) * get<uint32_t>(kScalarAt);
    put(kTablesSumAt, sumOf(kLeavesAt, count * (kLeafBytes + boxBytes)).value());
    put(kHeaderSumAt, sumOf(0, kHeaderSumAt).value());
  }

  size_t leaves;
  std::vector<uint64_t> offsets;
  std::vector<uint32_t> counts;
};

/// In blocks so small that a build of few points is stopped between two.
class SmallBlocks final : public PointStream {
 public:
  explicit SmallBlocks(const PointArray& points) : points_(points) {}

  uint64_t size() const override { return points_.size(); }
  int dimension() const override { return points_.dimension(); }
  Scalar scalar() const override { return points_.scalar(); }
  std::string identity() const override { return "points of a test"; }
  void read(uint64_t first, const Take& take, const std::stop_token& stop) const override {
    constexpr uint32_t kBlock = 250;
    for (auto begin = uint32_t(first); begin < size(); begin += kBlock) {
      if (stop.stop_requested()) throw Cancelled{};
      std::vector<uint32_t> indices;
      for (uint32_t i = begin; i < std::min<uint64_t>(begin + kBlock, size()); ++i) indices.push_back(i);
      take(points_.subset(indices), begin);
    }
  }

 private:
  const PointArray& points_;
};

struct ForgedIndex : test::TemporaryFolder {
  PointArray points = test::clusters(kPoints, kDimension, 7).withScalar(Scalar::float32);
  std::unique_ptr<Device> device = makeCpuDevice(1);
  StageContext context{*device, {}, {}};
  BuildOptions options{.leafCapacity = kCapacity, .memory_bytes = test::kMemory, .checkpointPoints = 300};

  std::filesystem::path path() const { return folder / "cloud.index"; }
  DiskFile build() const { return buildIndex(SmallBlocks(points), path(), options, context); }
  void loadAll() const {
    const LeafIndex<float> index(DiskFile::openToRead(path()));
    for (uint32_t leaf = 0; leaf < index.leaves().size(); ++leaf) index.load(leaf);
  }
};

struct Field {
  const char* name;
  std::function<void(Forgery&)> forge;
  const char* reason;  ///< a part of it
};

template <class V>
std::function<void(Forgery&)> set(size_t at, V value) {
  return [=](Forgery& file) { file.put(at, value); };
}

const std::vector<Field>& headerFields() {
  constexpr uint32_t kMost = UINT32_MAX;
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  static const std::vector<Field> fields = {
      {"no bytes a coordinate", set(kScalarAt, 0U), "coordinates have 0 bytes"},
      {"3 bytes a coordinate", set(kScalarAt, 3U), "coordinates have 3 bytes"},
      {"doubles", set(kScalarAt, 8U), "of another type"},
      {"no dimension", set(kDimensionAt, 0U), "have 0 coordinates"},
      {"17 dimensions", set(kDimensionAt, 17U), "have 17 coordinates"},
      {"2^32 dimensions", set(kDimensionAt, kMost), "coordinates"},
      {"another dimension", set(kDimensionAt, 2U), ""},
      {"no points", set(kPointsAt, 0U), "more than it can"},
      {"a point less", set(kPointsAt, kPoints - 1), ""},
      {"a point more", set(kPointsAt, kPoints + 1), "hold 2000 points instead of 2001"},
      {"2^32 points", set(kPointsAt, kMost), "too many points"},
      {"leaves without room", set(kCapacityAt, 0U), "room for no point"},
      {"leaves with less room", set(kCapacityAt, 10U), "which no leaf here has"},
      {"no leaves", set(kLeafCountAt, 0U), "hold 0 points"},
      {"a leaf less", [](Forgery& file) { file.put(kLeafCountAt, uint32_t(file.leaves - 1)); }, ""},
      {"more leaves than points", set(kLeafCountAt, kPoints + 1), "more than it can"},
      {"2^32 leaves", set(kLeafCountAt, kMost), "more than it can"},
      {"a byte more", [](Forgery& file) { file.put(kFileBytesAt, uint64_t(file.bytes.size() + 1)); }, "it was cut off"},
      {"a longer file",
       [](Forgery& file) {
         file.bytes += "more";
         file.put(kFileBytesAt, uint64_t(file.bytes.size()));
       },
       "do not fill it"},
      {"an origin that is not finite", set(kOriginAt + 8, kNaN), "origin is not finite"},
      {"a name without an end", [](Forgery& file) { std::fill_n(&file.bytes[kIdentityAt], 256, 'x'); }, "does not end"},
  };
  return fields;
}

const std::vector<Field>& leafFields() {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(), kInfinite = std::numeric_limits<float>::infinity();
  const auto atLeaf = [](size_t offset, auto value) { return [=](Forgery& file) { file.put(file.leaf(1) + offset, value); }; };
  const auto atBox = [](size_t end, float value) { return [=](Forgery& file) { file.put(file.box(1) + end * sizeof(float), value); }; };
  static const std::vector<Field> fields = {
      {"a leaf at byte 0", atLeaf(0, uint64_t(0)), "where they cannot be"},
      {"a leaf beyond the file", atLeaf(0, UINT64_MAX - 64), "where they cannot be"},
      {"a leaf over another", [](Forgery& file) { file.put(file.leaf(1), file.offsets[0]); }, "where they cannot be"},
      {"an empty leaf", atLeaf(8, 0U), "it has 0 points"},
      {"a leaf of 2^32 points", atLeaf(8, UINT32_MAX), "which no leaf here has"},
      {"a point more in a leaf", [](Forgery& file) { file.put(file.leaf(1) + 8, file.counts[1] + 1); }, ""},
      {"a first point that is not there", atLeaf(12, kPoints), "it names point 2000 of 2000"},
      {"another first point", [](Forgery& file) { file.put(file.leaf(1) + 12, file.get<uint32_t>(file.leaf(1) + 12) ^ 1); }, "first point"},
      {"a box that is not a number", atBox(0, kNaN), "its box is none, along axis 0"},
      {"an endless box", atBox(4, kInfinite), "its box is none, along axis 1"},
      {"a box inside out", atBox(2, 1e30f), "its box is none, along axis 2"},
      {"a box beside its points", [](Forgery& file) { file.put(file.box(1), file.get<float>(file.box(1) + 12)); }, "outside its box"},
      {"a coordinate that is not a number", [=](Forgery& file) { file.put(file.coordinates(1), kNaN); }, "outside its box"},
      {"a point that is not there", [](Forgery& file) { file.put(file.indices(1) + (file.counts[1] - 1) * sizeof(uint32_t), kPoints); },
       "it names point 2000 of 2000"},
      {"a point twice", [](Forgery& file) { file.put(file.indices(1) + 4, file.get<uint32_t>(file.indices(1))); }, "order of their indices"},
      {"2^32 for a point in the middle", [](Forgery& file) { file.put(file.indices(1) + 8, UINT32_MAX); }, "order of their indices"},
  };
  return fields;
}

TEST_F(ForgedIndex, IsRefusedWhateverFieldWasAltered) {
  build();
  const std::string whole = get(path());
  for (const auto* fields : {&headerFields(), &leafFields()})
    for (const Field& field : *fields) {
      SCOPED_TRACE(field.name);
      Forgery file(whole);
      field.forge(file);
      file.seal();
      put("cloud.index", file.bytes);
      const Error error = test::errorOf([&] { loadAll(); });
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      EXPECT_NE(error.where().find(path().string()), std::string::npos) << error.where();
      EXPECT_NE(error.reason().find(field.reason), std::string::npos) << error.reason();
      EXPECT_FALSE(error.reason().empty() || error.hint().empty());
    }
}

TEST_F(ForgedIndex, SealingAnUnalteredOneChangesNothing) {
  build();
  const std::string whole = get(path());
  Forgery file(whole);
  file.seal();
  EXPECT_TRUE(file.bytes == whole);
  loadAll();
}

TEST_F(ForgedIndex, WithEveryWordOfItsTablesAlteredIsRefusedOrHoldsTheSamePoints) {
  build();
  const std::string whole = get(path());
  const Forgery sound(whole);
  for (size_t at = 8; at < sound.box(sound.leaves); at += sizeof(uint32_t))
    for (const uint32_t bits : {1U, 0x80000000U, UINT32_MAX}) {
      Forgery file = sound;
      file.put(at, file.get<uint32_t>(at) ^ bits);
      file.seal();
      put("cloud.index", file.bytes);
      try {
        loadAll();
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::badInput) << "byte " << at;
      }
    }
}

// A point that two leaves name, each in its order: no leaf is wrong, but one row of the answer is missing.
TEST_F(ForgedIndex, ThatNamesAPointInTwoLeavesGivesNoAnswer) {
  build();
  Forgery file(get(path()));
  std::optional<size_t> place;
  for (size_t i = 0; !place && i + 1 < file.counts[0]; ++i) {
    const auto here = file.get<uint32_t>(file.indices(0) + i * 4), next = file.get<uint32_t>(file.indices(0) + (i + 1) * 4);
    if (i > 0 && next > here + 1) place = i;
  }
  ASSERT_TRUE(place);
  file.put(file.indices(0) + *place * 4, file.get<uint32_t>(file.indices(0) + *place * 4) + 1);
  file.seal();
  put("cloud.index", file.bytes);
  loadAll();  // nothing to see in one leaf
  const LeafIndex<float> index(DiskFile::openToRead(path()));
  const auto inLeaf = findVersion("knn.cpu.two_level").leafSearch->make<float>(kDimension, {});
  DiskSearch<float> search(index, *inLeaf, test::kMemory);
  ScatteredRows rows(kPoints, sizeof(uint32_t), 1 << 20, folder);
  const auto putAll = [&] {
    search.ofItself(
        1, false,
        [&](const QueryBatch<float>& batch) {
          for (uint32_t i = 0; i < batch.count(); ++i) rows.put(batch.names[i], std::as_bytes(std::span(&batch.indices[i], 1)));
        },
        context);
    rows.giveInOrder([](uint32_t, std::span<const std::byte>) {}, {});
  };
  const Error error = test::errorOf(putAll);
  EXPECT_EQ(error.kind(), ErrorKind::badInput);
  EXPECT_NE(error.hint().find("--rebuild-index"), std::string::npos);
}

// Builds that go on

struct ForgedState : ForgedIndex {
  std::string part, state, whole;

  /// A build that was stopped on its way.
  void SetUp() override {
    ForgedIndex::SetUp();
    whole = (build(), get(path()));
    test::fs::remove(path());
    std::stop_source source;
    const StageContext stopped{*device, source.get_token(), [&](double done) { done > 0.6 && source.request_stop(); }};
    options.checkpointPoints = 1;
    ASSERT_THROW(buildIndex(SmallBlocks(points), path(), options, stopped), Cancelled);
    options.checkpointPoints = 1 << 25;
    part = get(path().string() + ".part");
    state = get(path().string() + ".state");
  }

  /// What going on from it gives: an error, an index that is refused, or one with the points of the cloud.
  void expectNoHarm(const std::string& forged) {
    put("cloud.index.part", part);
    put("cloud.index.state", forged);
    test::fs::remove(path());
    try {
      const LeafIndex<float> index(build());
      std::vector<int> seen(kPoints);
      for (uint32_t leaf = 0; leaf < index.leaves().size(); ++leaf) {
        const LeafPoints<float> here = index.load(leaf);
        for (size_t i = 0; i < here.indices.size(); ++i) {
          ++seen[here.indices[i]];
          for (int k = 0; k < int(kDimension); ++k) ASSERT_EQ(here.view().at(i, k), points.view<float>().at(here.indices[i], k));
        }
      }
      ASSERT_EQ(std::count(seen.begin(), seen.end(), 1), ptrdiff_t(kPoints));
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::io) << error.what();
    }
  }
  static std::string sealed(std::string bytes) {
    Checksum sum;
    sum.add(std::as_bytes(std::span(bytes)).first(bytes.size() - sizeof(uint64_t)));
    const uint64_t value = sum.value();
    std::memcpy(&bytes[bytes.size() - sizeof value], &value, sizeof value);
    return bytes;
  }
};

TEST_F(ForgedState, UnalteredGoesOnAndGivesTheSameBytes) {
  EXPECT_EQ(sealed(state), state);
  ASSERT_LT(state.size(), 64u << 10);
  expectNoHarm(state);
  EXPECT_TRUE(get(path()) == whole);
}

TEST_F(ForgedState, AlteredInAnyWordDoesNoHarm) {
  constexpr size_t kFewWords = 512;
  const size_t words = state.size() / sizeof(uint32_t) - 2, step = std::max<size_t>(words / kFewWords, 1);
  for (size_t word = 0; word < words; word += word < 32 || word + kFewWords > words ? 1 : step)  // all at both ends: counters, leaves
    for (const uint32_t bits : {1U, UINT32_MAX}) {
      SCOPED_TRACE("word " + std::to_string(word) + " of " + std::to_string(words) + " ^ " + std::to_string(bits));
      std::string forged = state;
      uint32_t value;
      std::memcpy(&value, &forged[word * sizeof value], sizeof value);
      value ^= bits;
      std::memcpy(&forged[word * sizeof value], &value, sizeof value);
      expectNoHarm(sealed(forged));
      if (HasFatalFailure()) return;
    }
}

TEST_F(ForgedState, CutOffAnywhereBeginsAnew) {
  for (size_t bytes = 0; bytes < state.size(); bytes += 1 + state.size() / 64) {
    if (bytes < sizeof(uint64_t)) continue;  // not known to be ours: FilesOfSomebodyElse
    expectNoHarm(state.substr(0, bytes));
    EXPECT_TRUE(get(path()) == whole) << bytes << " bytes";
  }
}

TEST_F(ForgedIndex, FilesOfSomebodyElseAreNotReplaced) {
  for (const char* ending : {"", ".part", ".state"}) {
    const std::string name = std::string("cloud.index") + ending, text = "three years of work, all of it in this file";
    put(name, text);
    const Error error = test::errorOf([&] { build(); });
    EXPECT_EQ(error.kind(), ErrorKind::badInput);
    EXPECT_EQ(error.where(), (folder / name).string());
    EXPECT_EQ(get(folder / name), text);
    EXPECT_EQ(filesInFolder(), 1u);
    test::fs::remove(folder / name);
  }
}

}  // namespace
}  // namespace arete
