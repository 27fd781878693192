// What is told of points before they are computed with: strays, and places that are many points.
#include <cmath>

#include "tests/cli/run_cli.h"

namespace arete::test {
namespace {

struct OddPointsCliTest : CliTest {
  static std::string ring(int points) {
    std::string rows = "x,y\n";
    for (int i = 0; i < points; ++i)
      rows += std::to_string(std::cos(i * 0.7) * (1 + 0.01 * (i % 7))) + "," + std::to_string(std::sin(i * 0.7)) + "\n";
    return rows;
  }
};

TEST_F(OddPointsCliTest, AStrayIsNamedWithItsRowAndSuggestsNoRadius) {
  write("ring.csv", ring(1500));
  write("stray.csv", ring(1500) + "3.4028235e38,3.4028235e38\n");
  const auto plain = runCli({"info", path("ring.csv"), "--json"}), odd = runCli({"info", path("stray.csv"), "--json"});
  ASSERT_EQ(odd.code, 0) << odd.err;
  EXPECT_GT(plain.json()["suggested_r1"].get<double>(), 0);
  EXPECT_TRUE(odd.json()["suggested_r1"].is_null()) << odd.out;
  EXPECT_EQ(runCli({"info", path("stray.csv"), "--max-memory", "1G"}).out.find("R1"), std::string::npos);
  EXPECT_EQ(runCli({"detect", path("stray.csv"), "--r1", "1e24", "-o", path("out.csv")}).err.find("suggested is"), std::string::npos);
  EXPECT_NE(odd.err.find("(row 1501) lies far away from all others"), std::string::npos) << odd.err;
  const auto found = runCli({"detect", path("stray.csv"), "--curve", "network", "-o", path("out.csv")});
  EXPECT_EQ(found.code, 2);
  EXPECT_NE(found.err.find("leave stray points out"), std::string::npos) << found.err;
  EXPECT_EQ(found.err.find("is not allowed"), std::string::npos) << found.err;
}

TEST_F(OddPointsCliTest, AStrayThatHarmsNothingTakesNoSuggestionAway) {
  write("ring.csv", ring(1500));
  write("stray.csv", ring(1500) + "100000,100000\n");
  const double plain = runCli({"info", path("ring.csv"), "--json"}).json()["suggested_r1"].get<double>();
  const double odd = runCli({"info", path("stray.csv"), "--json"}).json()["suggested_r1"].get<double>();
  EXPECT_NEAR(odd, plain, 0.2 * plain);
}

TEST_F(OddPointsCliTest, APlaceThatIsHalfOfThePointsIsToldWithTheFilterThatLeavesItOut) {
  std::string rows = ring(60);
  for (int i = 0; i < 60; ++i) rows += "0,0\n";
  write("scan.csv", rows);
  const auto info = runCli({"info", path("scan.csv")});
  EXPECT_NE(info.err.find("60 of 120 points are one and the same place, at 0, 0 (row 61)"), std::string::npos) << info.err;
  EXPECT_NE(info.err.find("--where \"!(x == 0 && y == 0)\""), std::string::npos) << info.err;
  const auto kept = runCli({"info", path("scan.csv"), "--where", "!(x == 0 && y == 0)", "--json"});
  EXPECT_EQ(kept.json()["filter"]["points"], 60);
  EXPECT_EQ(kept.err.find("one and the same"), std::string::npos) << kept.err;
}

TEST_F(OddPointsCliTest, ACloudWithoutPointsIsRefusedAsANetworkAndAsChains) {
  write("empty.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n");
  write("nowhere.csv", "x,y,z\nnan,nan,nan\nnan,nan,nan\n");
  for (const char* name : {"empty.ply", "nowhere.csv"})
    for (const char* kind : {"chains", "network"}) {
      const auto result = runCli({"detect", path(name), "--curve", kind, "-o", path("out.csv")});
      EXPECT_EQ(result.code, 2) << name << ' ' << kind << ' ' << result.err;
      EXPECT_FALSE(result.err.empty());
    }
}

TEST_F(OddPointsCliTest, OneAndEqualPointsSuggestNoRadiusInAnyWord) {
  write("one.csv", "x,y,z\n1,2,3\n");
  write("equal.csv", "x,y,z\n1,2,3\n1,2,3\n1,2,3\n");
  for (const char* name : {"one.csv", "equal.csv"})
    for (const char* kind : {"chains", "network"}) {
      const auto result = runCli({"detect", path(name), "--curve", kind, "-o", path("out.csv")});
      EXPECT_EQ(result.code, 2) << name << ' ' << kind;
      EXPECT_NE(result.err.find("fewer than 2 distinct points"), std::string::npos) << result.err;
    }
  EXPECT_NE(runCli({"info", path("equal.csv")}).err.find("All 3 points are one and the same place"), std::string::npos);
}

}  // namespace
}  // namespace arete::test
