// Doubles kept compactly come back to the bit, and in few bytes where they are decimals or floats.
#include "compute/io/read/compact_numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "tests/support/zoo.h"

namespace arete {
namespace {

using Numbers = std::vector<double>;

/// Puts the numbers in as blocks of one column and takes them out again. Returns how many bytes they took.
size_t expectBack(const Numbers& numbers) {
  CompactNumbers kept(1);
  for (size_t i = 0; i < numbers.size(); i += CompactNumbers::kBlock)
    kept.append(numbers.data() + i, std::min(CompactNumbers::kBlock, numbers.size() - i), 1);
  const size_t bytes = kept.bytes();
  Numbers out(CompactNumbers::kBlock);
  for (size_t block = 0, i = 0; block < kept.blocks(); ++block) {
    kept.copy(block, out.data(), 1);
    for (size_t n = 0; n < kept.count(block); ++n, ++i) {
      EXPECT_EQ(std::bit_cast<uint64_t>(out[n]), std::bit_cast<uint64_t>(numbers[i])) << i;
      if (testing::Test::HasFailure()) return 0;
    }
    kept.release(block + 1);
  }
  EXPECT_EQ(kept.bytes(), 0u);
  return bytes;
}

Numbers made(size_t count, const std::function<double(test::Random&, size_t)>& number) {
  test::Random random(5);
  Numbers numbers;
  for (size_t i = 0; i < count; ++i) numbers.push_back(number(random, i));
  return numbers;
}

constexpr size_t kCount = 1'000'000;
constexpr size_t kSlack = size_t(2) << 20;

TEST(CompactNumbers, DecimalsTakeAsManyBytesAsTheirDigitsNeed) {
  for (const double power : {1.0, 10.0, 1e3, 1e6})
    for (const double offset : {0.0, -432'100.0, 5'412'345.0}) {
      const Numbers numbers =
          made(kCount, [&](test::Random& random, size_t) { return std::round((offset + random.uniform(0, 500)) * power) / power; });
      EXPECT_LE(expectBack(numbers), kCount * 4 + kSlack) << power << ' ' << offset;
    }
}

TEST(CompactNumbers, FloatsTakeFourBytesAndDoublesEight) {
  EXPECT_LE(expectBack(made(kCount, [](test::Random& random, size_t) { return double(float(random.uniform(-1, 1))); })), kCount * 4 + kSlack);
  EXPECT_LE(expectBack(made(kCount, [](test::Random& random, size_t) { return random.uniform(-1, 1); })), kCount * 8 + kSlack);
}

TEST(CompactNumbers, WhatIsNoDecimalAmongDecimalsComesBackToo) {
  const double odd[] = {-0.0, std::nan(""), std::numeric_limits<double>::infinity(), 1.0 / 3, 5e-324, -1e300, 0x1p51, 0x1p53 + 2};
  const Numbers numbers = made(kCount, [&](test::Random& random, size_t i) {
    return i % 997 == 0 ? odd[i / 997 % std::size(odd)] : std::round(random.uniform(0, 1e5) * 100) / 100;
  });
  EXPECT_LE(expectBack(numbers), kCount * 4 + kSlack);
  expectBack(Numbers(odd, std::end(odd)));
  for (const double x : odd) expectBack({x});
}

TEST(CompactNumbers, DigitsMayBecomeMoreAndFewerOnTheWay) {
  expectBack(made(kCount, [](test::Random& random, size_t i) {
    const double power = std::pow(10, double(i / 50'000 % 19));
    return i / 100'000 % 3 == 2 ? random.uniform(-1e9, 1e9) : std::round(random.uniform(-1, 1) * power) / power;
  }));
}

}  // namespace
}  // namespace arete
