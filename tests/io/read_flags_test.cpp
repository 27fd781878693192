// The flags that say how to read a file.
#include "compute/io/read_flags.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "compute/core/error.h"

namespace arete {
namespace {

ReadOptions optionsWith(std::initializer_list<std::pair<const char*, const char*>> given) {
  ReadOptions options;
  for (const auto& [name, value] : given) {
    const auto flag = std::ranges::find_if(readFlags(), [&](const ReadFlag& each) { return each.names.back() == name; });
    if (flag == readFlags().end()) throw std::out_of_range(name);
    flag->set(options, value);
  }
  return options;
}

TEST(ReadFlags, HaveNamesOfTheirOwnAndHelp) {
  std::set<std::string> names;
  for (const ReadFlag& flag : readFlags()) {
    for (const std::string& name : flag.names) EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(flag.help.empty());
  }
}

TEST(ReadFlags, SetWhatTheySay) {
  const ReadOptions options = optionsWith({{"dim", "3"},
                                           {"columns", "x,2,y z"},
                                           {"separator", "semicolon"},
                                           {"decimal-comma", ""},
                                           {"skip-lines", "0"},
                                           {"scalar", "double"},
                                           {"raw-scalar", "float"},
                                           {"track-column", "Vehicle"}});
  EXPECT_EQ(options.dimension, 3);
  EXPECT_EQ(options.columns, (std::vector<std::string>{"x", "2", "y z"}));
  EXPECT_EQ(options.trackColumn, "Vehicle");
  EXPECT_EQ(options.separator, ';');
  EXPECT_EQ(options.decimalComma, true);
  EXPECT_EQ(options.skipLines, 0);
  EXPECT_EQ(options.scalar, Scalar::float64);
  EXPECT_EQ(options.rawScalar, Scalar::float32);
  EXPECT_FALSE(options.skipBadFiles);
  EXPECT_TRUE(optionsWith({{"skip-bad-files", ""}}).skipBadFiles);
  EXPECT_EQ(optionsWith({{"decimal-point", ""}}).decimalComma, false);
  EXPECT_EQ(optionsWith({{"separator", "|"}}).separator, '|');
  EXPECT_FALSE(optionsWith({{"scalar", "double"}, {"scalar", "auto"}}).scalar);
}

TEST(ReadFlags, RefuseWhatIsNotAllowedAndSayWhatIs) {
  const std::pair<const char*, const char*> wrong[] = {{"dim", "0"},         {"dim", "17"},
                                                       {"dim", "two"},       {"dim", "2.5"},
                                                       {"columns", ""},      {"columns", "x,,y"},
                                                       {"separator", "ab"},  {"separator", ""},
                                                       {"skip-lines", "-1"}, {"skip-lines", "1e3"},
                                                       {"scalar", "half"},   {"raw-scalar", "auto"},
                                                       {"track-column", ""}, {"columns", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"}};
  for (const auto& each : wrong) {
    try {
      optionsWith({each});
      ADD_FAILURE() << each.first << ' ' << each.second;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::wrongUse);
      EXPECT_FALSE(error.hint().empty()) << each.first;
    }
  }
}

}  // namespace
}  // namespace arete
