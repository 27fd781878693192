// Numbers of text that are read on the short way are those of the long one, to the bit.
#include "compute/io/read/number.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <string>

#include "tests/support/zoo.h"

namespace arete {
namespace {

TEST(ParseDecimal, GivesTheDoubleThatIsNearest) {
  test::Random random(3);
  size_t taken = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text = i % 2 ? "-" : "";
    for (size_t n = size_t(random.uniform(0, 11)); n > 0; --n) text += char('0' + int(random.uniform(0, 10)));
    if (i % 3) text += '.';
    for (size_t n = i % 3 ? size_t(random.uniform(0, 11)) : 0; n > 0; --n) text += char('0' + int(random.uniform(0, 10)));
    double value = 7, expected = 7;
    const char *const begin = text.data(), *const end = begin + text.size();
    const char* const stopped = parseDecimal(begin, end, '.', value);
    if (stopped == nullptr) continue;
    ++taken;
    const auto answer = std::from_chars(begin, end, expected);
    ASSERT_EQ(answer.ec, std::errc()) << text;
    EXPECT_EQ(stopped, answer.ptr) << text;
    EXPECT_EQ(std::bit_cast<uint64_t>(value), std::bit_cast<uint64_t>(expected)) << text;
  }
  EXPECT_GT(taken, 100'000u);
}

TEST(ParseDecimal, LeavesWhatIsLongOrNoNumberToOthers) {
  for (const std::string text : {"", "-", ".", "-.", "+1", "x", "nan", "inf", "1e5", "1.5E-3", "1234567890123456", "0.1234567890123456"}) {
    double value = 0;
    EXPECT_EQ(parseDecimal(text.data(), text.data() + text.size(), '.', value), nullptr) << text;
  }
  const std::string comma = "-1,25;", zero = "-0.0";
  double value = 0;
  EXPECT_EQ(parseDecimal(comma.data(), comma.data() + comma.size(), ',', value), comma.data() + 5);
  EXPECT_EQ(value, -1.25);
  EXPECT_EQ(parseDecimal(zero.data(), zero.data() + zero.size(), '.', value), zero.data() + 4);
  EXPECT_TRUE(std::signbit(value));
}

}  // namespace
}  // namespace arete
