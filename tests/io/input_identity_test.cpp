// Texts of an input differ where it gives other points, and only there.
#include "compute/io/input_identity.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tests/io/write_support.h"

namespace arete {
namespace {

struct InputIdentityTest : test::TemporaryFolder {};

TEST_F(InputIdentityTest, IsAnotherForWhateverDecidesWhichPointsThereAre) {
  const test::fs::path file = put("a.csv", "x;y\n1;2\n");
  std::set<std::vector<std::string>> all;
  const auto add = [&](const std::function<void(ReadOptions&, Filter&)>& change) {
    ReadOptions read;
    Filter filter;
    change(read, filter);
    return all.insert(inputIdentity(std::span(&file, 1), read, filter)).second;
  };
  const auto tube = [](double place, double reach) {
    return FilterTube{.dimension = 2, .corners = {place, 0, 1, 1}, .edges = {{0, 1}}, .reach = reach};
  };
  EXPECT_TRUE(add([](ReadOptions&, Filter&) {}));
  EXPECT_FALSE(add([](ReadOptions& read, Filter&) { read.threads = 3, read.crs = Crs{"EPSG:4326"}; })) << "these change no point";
  EXPECT_TRUE(add([](ReadOptions& read, Filter&) { read.separator = ';'; }));
  EXPECT_TRUE(add([](ReadOptions& read, Filter&) { read.decimalComma = true; }));
  EXPECT_TRUE(add([](ReadOptions& read, Filter&) { read.decimalComma = false; }));
  EXPECT_TRUE(add([](ReadOptions& read, Filter&) { read.skipLines = 1; }));
  EXPECT_TRUE(add([](ReadOptions& read, Filter&) { read.scalar = Scalar::float64; }));
  EXPECT_TRUE(add([](ReadOptions& read, Filter&) { read.columns = {"y", "x"}; }));
  EXPECT_TRUE(add([](ReadOptions&, Filter& filter) { filter.order = PointOrder::scattered; }));
  EXPECT_TRUE(add([](ReadOptions&, Filter& filter) { filter.every = 2; }));
  EXPECT_TRUE(add([&](ReadOptions&, Filter& filter) { filter.tubes = {tube(0, 1)}; })) << "what edits call noise is left out";
  EXPECT_TRUE(add([&](ReadOptions&, Filter& filter) { filter.tubes = {tube(0.5, 1)}; }));
  EXPECT_TRUE(add([&](ReadOptions&, Filter& filter) { filter.tubes = {tube(0, 2)}; }));
  put("a.csv", "x;y\n1;3\n");
  EXPECT_TRUE(add([](ReadOptions&, Filter&) {}));
}

}  // namespace
}  // namespace arete
