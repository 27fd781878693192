// Checkpoints as files: every bit comes back, nothing damaged is believed, one of two is always whole.
#include "compute/io/checkpoint.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>
#include <limits>

#include "compute/core/error.h"

namespace arete {
namespace {

namespace fs = std::filesystem;

class CheckpointTest : public testing::Test {
 protected:
  CheckpointTest() : folder_(fs::temp_directory_path() / ("arete-checkpoint-test-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~CheckpointTest() override { fs::remove_all(folder_); }

  static Checkpoint sample(Scalar scalar, int dimension, uint32_t steps = 3) {
    Checkpoint made;
    made.facts = {
        .count = uint64_t(5) << 32, .dimension = dimension, .scalar = scalar, .origin = {}, .bounds = {}, .distancesInRange = true, .scale = {}};
    made.facts.origin[0] = 500000;
    for (size_t k = 0; k < size_t(dimension); ++k) made.facts.bounds.minimum[k] = -1.5, made.facts.bounds.maximum[k] = 0.1 + double(k);
    made.facts.scale = makeFixedScale(made.facts);
    made.input = {"12 bytes, abc", "read dim 3", ""};
    made.settings = {"r1 0.1", "tolerance 0.01"};
    for (uint32_t i = 0; i < steps; ++i)
      made.history.push_back({.stage = i == 0 ? Stage::choose : Stage::evolve,
                              .round = i > 0,
                              .inRound = i,
                              .chosen = 4,
                              .moved = i,
                              .lookedAt = uint64_t(7) << 33,
                              .milliseconds = 0.25 * i});
    made.state.points = PointArray(scalar, dimension, 4);
    for (uint32_t i = 0; i < 4; ++i) {
      made.state.origin.edit().push_back((uint64_t(i) << 32) + 3);
      for (int k = 0; k < dimension; ++k) made.state.points.edit().setCoordinate(i, k, 0.1 * i - k / 3.0);
    }
    return made;
  }
  fs::path path(const std::string& name) const { return folder_ / name; }
  static std::string bytesOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }
  static std::string refusal(const fs::path& file) {
    try {
      readCheckpoint(file);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::badInput);
      return error.reason();
    }
    return "";
  }

  const fs::path folder_;
};

void expectSame(const Checkpoint& a, const Checkpoint& b) {
  EXPECT_EQ(a.facts.count, b.facts.count);
  EXPECT_EQ(a.facts.dimension, b.facts.dimension);
  EXPECT_EQ(a.facts.scalar, b.facts.scalar);
  EXPECT_EQ(a.facts.origin, b.facts.origin);
  EXPECT_EQ(a.facts.bounds.minimum, b.facts.bounds.minimum);
  EXPECT_EQ(a.facts.bounds.maximum, b.facts.bounds.maximum);
  EXPECT_EQ(a.facts.scale.toFixed, b.facts.scale.toFixed);
  EXPECT_EQ(a.input, b.input);
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_EQ(a.state, b.state);
  ASSERT_EQ(a.history.size(), b.history.size());
  for (size_t i = 0; i < a.history.size(); ++i) {
    EXPECT_EQ(a.history[i].stage, b.history[i].stage);
    EXPECT_EQ(a.history[i].round, b.history[i].round);
    EXPECT_EQ(a.history[i].moved, b.history[i].moved);
    EXPECT_EQ(a.history[i].lookedAt, b.history[i].lookedAt);
    EXPECT_EQ(a.history[i].milliseconds, b.history[i].milliseconds);
  }
}

TEST_F(CheckpointTest, GivesBackEveryBit) {
  for (const Scalar scalar : {Scalar::float32, Scalar::float64})
    for (const int dimension : {1, 3, kMaxDimension}) {
      const Checkpoint made = sample(scalar, dimension);
      writeCheckpoint(path("a"), made);
      expectSame(readCheckpoint(path("a")), made);
    }
}

TEST_F(CheckpointTest, RefusesEveryFlippedByteAndEveryTruncation) {
  writeCheckpoint(path("a"), sample(Scalar::float32, 3));
  const std::string bytes = bytesOf(path("a"));
  ASSERT_GT(bytes.size(), 300u);
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = char(damaged[i] ^ (1 << i % 8));
    write(path("b"), damaged);
    EXPECT_NE(refusal(path("b")), "") << "byte " << i;
    write(path("b"), bytes.substr(0, i));
    EXPECT_NE(refusal(path("b")), "") << "cut at " << i;
  }
  write(path("b"), bytes + "more");
  EXPECT_NE(refusal(path("b")), "");
}

TEST_F(CheckpointTest, RefusesNumbersThatNoDetectionHasThoughTheirChecksumIsRight) {
  const auto refused = [&](const auto& change) {
    Checkpoint made = sample(Scalar::float64, 2);
    change(made);
    writeCheckpoint(path("a"), made);
    return refusal(path("a")) != "";
  };
  EXPECT_FALSE(refused([](Checkpoint&) {}));
  EXPECT_TRUE(refused([](Checkpoint& made) { made.state.points.edit().setCoordinate(1, 1, std::numeric_limits<double>::infinity()); }));
  EXPECT_TRUE(refused([](Checkpoint& made) { made.facts.bounds.minimum[0] = 3; }));
  EXPECT_TRUE(refused([](Checkpoint& made) { made.facts.origin[1] = std::numeric_limits<double>::quiet_NaN(); }));
  EXPECT_TRUE(refused([](Checkpoint& made) { made.state.origin.edit()[2] = (*made.state.origin)[1]; }));
  EXPECT_TRUE(refused([](Checkpoint& made) { made.state.origin.edit()[3] = made.facts.count; }));
  EXPECT_TRUE(refused([](Checkpoint& made) { made.history[1].milliseconds = -1; }));
}

TEST_F(CheckpointTest, WritesOverTheOlderOfTwo) {
  CheckpointFolder folder(folder_);
  std::vector<std::string> warnings;
  EXPECT_FALSE(folder.any());
  EXPECT_FALSE(folder.newest(warnings));
  for (uint32_t steps = 1; steps <= 5; ++steps) {
    folder.write(sample(Scalar::float32, 2, steps));
    CheckpointFolder seen(folder_);
    EXPECT_TRUE(seen.any());
    EXPECT_EQ(seen.newest(warnings)->history.size(), steps);
    seen.write(sample(Scalar::float32, 2, steps));  // where another one that goes on would
    EXPECT_EQ(CheckpointFolder(folder_).newest(warnings)->history.size(), steps);
  }
  EXPECT_TRUE(warnings.empty());
  folder.remove();
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(CheckpointTest, TakesTheWholeOneWhereTheNewerIsDamaged) {
  CheckpointFolder folder(folder_);
  folder.write(sample(Scalar::float32, 2, 1));
  folder.write(sample(Scalar::float32, 2, 2));
  const fs::path newer = CheckpointFolder::files(folder_)[1];
  write(newer, bytesOf(newer).substr(0, 100));
  std::vector<std::string> warnings;
  CheckpointFolder seen(folder_);
  EXPECT_EQ(seen.newest(warnings)->history.size(), 1u);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("checkpoint.2"), std::string::npos) << warnings[0];
  seen.write(sample(Scalar::float32, 2, 3));  // over the damaged one
  warnings.clear();
  EXPECT_EQ(CheckpointFolder(folder_).newest(warnings)->history.size(), 3u);
  EXPECT_TRUE(warnings.empty());
  for (const fs::path& file : CheckpointFolder::files(folder_)) write(file, "x");
  EXPECT_THROW(CheckpointFolder(folder_).newest(warnings), Error);
}

TEST_F(CheckpointTest, NamesTheFileThatIsAnother) {
  Checkpoint kept = sample(Scalar::float32, 2);
  kept.input = {"1 bytes, a", "2 bytes, b", "read"};
  const std::vector<fs::path> files = {"one.las", "two.las"};
  const auto refusal = [&](const std::vector<std::string>& input) {
    try {
      checkSameInput(kept, input, files);
    } catch (const Error& error) {
      return error.where() + ": " + error.reason();
    }
    return std::string();
  };
  EXPECT_EQ(refusal(kept.input), "");
  EXPECT_NE(refusal({"1 bytes, a", "2 bytes, c", "read"}).find("two.las: it was begun with another file"), std::string::npos);
  EXPECT_NE(refusal({"1 bytes, a", "2 bytes, b", "read dim 2"}).find("another way"), std::string::npos);
  EXPECT_NE(refusal({"1 bytes, a", "read"}).find("another number of files"), std::string::npos);
}

}  // namespace
}  // namespace arete
