// detect --assignment: for each row of the files, in their order, the row of --chosen that it belongs to.
#include <cstring>
#include <functional>
#include <sstream>

#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

constexpr double kNear = 8.34;

class AssignmentCliTest : public CliTest {
 protected:
  using Rows = std::vector<std::vector<double>>;

  Rows rowsOf(const std::string& name) const {
    std::istringstream text(read(name));
    Rows rows;
    std::string line;
    std::getline(text, line);  // names
    while (std::getline(text, line)) {
      std::istringstream words(line);
      rows.emplace_back();
      for (std::string word; std::getline(words, word, ',');) rows.back().push_back(std::stod(word));
    }
    return rows;
  }
  static double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return std::sqrt(sum);
  }
  /// Checks the array against the points and the chosen points as they are in files; returns how many points belong to one. `kept`: which take part.
  size_t check(const Rows& points, const std::function<bool(const std::vector<double>&)>& kept = {}) const {
    const Rows chosen = rowsOf("chosen.csv");
    const std::string file = read("a.npy");
    EXPECT_NE(file.find("'<u4', 'fortran_order': False, 'shape': (" + std::to_string(points.size()) + ",)"), std::string::npos);
    std::vector<uint32_t> numbers(points.size());
    EXPECT_GT(file.size(), numbers.size() * sizeof(uint32_t));
    std::memcpy(numbers.data(), file.data() + file.size() - numbers.size() * sizeof(uint32_t), numbers.size() * sizeof(uint32_t));
    constexpr double kRounding = 1e-3;
    size_t assigned = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      double least = INFINITY;
      for (const auto& each : chosen) least = std::min(least, distance(points[i], each));
      if (kept && !kept(points[i])) {
        EXPECT_EQ(numbers[i], UINT32_MAX) << "left out: " << i;
        continue;
      }
      if (numbers[i] == UINT32_MAX) {
        EXPECT_GT(least, kNear - kRounding) << "point " << i;
        continue;
      }
      ++assigned;
      EXPECT_LT(numbers[i], chosen.size());
      EXPECT_LT(distance(points[i], chosen.at(numbers[i])), std::min(least, kNear) + kRounding) << "point " << i;
      if (HasFailure()) break;
    }
    return assigned;
  }
};

TEST_F(AssignmentCliTest, NamesTheChosenPointOfEachPointInTheOrderOfTheFileWhateverOrderTheyTakePartIn) {
  const std::string cloud = spiral(3000);
  ASSERT_EQ(runCli({"convert", cloud, "-o", path("points.csv")}).code, 0);
  const Rows points = rowsOf("points.csv");
  ASSERT_EQ(points.size(), 3000u);
  for (const char* const order : {"file", "scattered"}) {
    SCOPED_TRACE(order);
    const CliResult outcome = runCli({"detect", path("points.csv"), "--r1", kSpiralR1, "--point-order", order, "--chosen", path("chosen.csv"),
                                      "--assignment", path("a.npy"), "--session", path("s.arete")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(hashIn(outcome.out), hashIn(runCli({"detect", cloud, "--r1", kSpiralR1, "--point-order", order}).out));
    EXPECT_GT(check(points), 2500u);
    const std::string first = read("a.npy");
    ASSERT_EQ(runCli({"replay", path("s.arete"), "--assignment", path("b.npy")}).code, 0);
    EXPECT_EQ(read("b.npy"), first) << "replayed";
  }
}

TEST_F(AssignmentCliTest, HasARowWithoutAChosenPointWhereTheFilterLeavesOneOut) {
  ASSERT_EQ(runCli({"convert", spiral(3000), "-o", path("points.csv")}).code, 0);
  const Rows points = rowsOf("points.csv");
  ASSERT_EQ(runCli({"detect", path("points.csv"), "--r1", kSpiralR1, "--where", "x > 0", "--point-order", "scattered", "--chosen", path("chosen.csv"),
                    "--assignment", path("a.npy")})
                .code,
            0);
  EXPECT_GT(check(points, [](const std::vector<double>& point) { return point[0] > 0; }), 300u);
}

TEST_F(AssignmentCliTest, IsRefusedWithTheReasonBeforeAnythingIsComputed) {
  const std::string cloud = spiral(500);
  const struct {
    std::vector<std::string> flags;
    std::string reason;
  } cases[] = {{{"--assignment", path("a.csv")}, "does not end in .npy"},
               {{"--assignment", path("a.npy"), "--curve", "network"}, "points belong to the chosen points of chains"},
               {{"--assignment", path("a.npy"), "--every", "2"}, "goes by the order of all points"},
               {{"--assignment", path("a.npy"), "--max-memory", "64M"}, "with --max-memory it is not in memory"}};
  for (const auto& each : cases) {
    std::vector<std::string> words{"detect", cloud, "--r1", kSpiralR1, "-o", path("curve.ply")};
    words.insert(words.end(), each.flags.begin(), each.flags.end());
    const CliResult outcome = runCli(words);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_NE(outcome.err.find(each.reason), std::string::npos) << outcome.err;
    EXPECT_FALSE(exists("curve.ply"));
    EXPECT_FALSE(exists("a.npy"));
  }
}

}  // namespace
}  // namespace arete::test
