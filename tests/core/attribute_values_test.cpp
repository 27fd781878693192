// The values of an attribute in the type of their file: what types become of what is added, and that values stay what they are.
#include "compute/core/attribute_values.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "compute/core/point_cloud.h"

namespace arete {
namespace {

constexpr std::array kHeldTypes = {ScalarType::int8,  ScalarType::uint8,  ScalarType::int16,   ScalarType::uint16,
                                   ScalarType::int32, ScalarType::uint32, ScalarType::float32, ScalarType::float64};
using Numbers = std::vector<double>;

/// The least and the greatest value of a type, and some between.
Numbers extremesOf(ScalarType type) {
  return withHeldType(type, []<class T>() {
    return Numbers{double(std::numeric_limits<T>::lowest()), double(std::numeric_limits<T>::max()), 0, 1, 100};
  });
}

AttributeValues valuesIn(ScalarType type, const Numbers& numbers) {
  AttributeValues values(type, numbers.size());
  values.put(0, numbers);
  return values;
}

Numbers numbersOf(const AttributeValues& values) { return {values.begin(), values.end()}; }

TEST(AttributeValues, AreTheSameNumbersHoweverTheyAreAskedFor) {
  for (const ScalarType type : kHeldTypes) {
    const Numbers numbers = extremesOf(type);
    const AttributeValues values = valuesIn(type, numbers);
    EXPECT_EQ(values.bytes(), numbers.size() * sizeOf(type));
    EXPECT_EQ(numbersOf(values), numbers);
    for (size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(values[i], numbers[i]);
    Numbers block(3);
    values.copy(1, block);
    EXPECT_EQ(block, Numbers(numbers.begin() + 1, numbers.begin() + 4));
    values.visit([&]<class T>(std::span<const T> own) { EXPECT_EQ(Numbers(own.begin(), own.end()), numbers); });
    const std::array<uint32_t, 3> some = {4, 0, 1};
    EXPECT_EQ(numbersOf(values.at(some)), (Numbers{numbers[4], numbers[0], numbers[1]}));
    EXPECT_EQ(values.at(some).type(), type);
  }
}

TEST(AttributeValues, OfTwoTypesAreTogetherInTheSmallestThatHasBoth) {
  for (const ScalarType one : kHeldTypes)
    for (const ScalarType other : kHeldTypes) {
      Numbers all = extremesOf(one);
      AttributeValues values = valuesIn(one, all);
      const Numbers more = extremesOf(other);
      values.append(valuesIn(other, more));
      all.insert(all.end(), more.begin(), more.end());
      EXPECT_EQ(numbersOf(values), all) << int(one) << ' ' << int(other);
      EXPECT_EQ(values.type(), commonType(one, other));
      EXPECT_EQ(commonType(one, other), commonType(other, one));
      size_t smallest = sizeof(double);
      for (const ScalarType type : kHeldTypes)
        if (numbersOf(valuesIn(one, extremesOf(one)).inType(type)) == extremesOf(one) && numbersOf(valuesIn(other, more).inType(type)) == more &&
            type != one && type != other)
          smallest = std::min(smallest, sizeOf(type));
      if (commonType(one, other) != one && commonType(one, other) != other) {
        EXPECT_EQ(sizeOf(values.type()), smallest);
      }
    }
  EXPECT_EQ(commonType(ScalarType::uint8, ScalarType::int8), ScalarType::int16);
  EXPECT_EQ(commonType(ScalarType::uint32, ScalarType::int8), ScalarType::float64);
  EXPECT_EQ(commonType(ScalarType::uint16, ScalarType::float32), ScalarType::float32);
  EXPECT_EQ(commonType(ScalarType::int32, ScalarType::float32), ScalarType::float64);
}

TEST(AttributeValues, ThatAreMissingMakeIntegersFloatsAndChangeNoneOfThem) {
  for (const ScalarType type : kHeldTypes) {
    const Numbers numbers = extremesOf(type);
    AttributeValues values = valuesIn(type, numbers);
    values.appendMissing(numbers.size());
    EXPECT_EQ(values.type(), type) << "none is missing";
    values.appendMissing(numbers.size() + 2);
    EXPECT_EQ(values.type(), withMissing(type));
    ASSERT_EQ(values.size(), numbers.size() + 2);
    for (size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(values[i], numbers[i]);
    EXPECT_TRUE(std::isnan(values[numbers.size()]) && std::isnan(values[numbers.size() + 1]));
  }
  EXPECT_EQ(withMissing(ScalarType::uint16), ScalarType::float32);
  EXPECT_EQ(withMissing(ScalarType::uint32), ScalarType::float64);
}

TEST(AttributeValues, OfAPointTakeAsMuchAsTheirTypesSay) {
  const std::vector<Attribute> attributes = {{"a", AttributeValues(ScalarType::uint8)}, {"b", AttributeValues(ScalarType::int16)}, {"c", {}}};
  EXPECT_EQ(bytesOfEach(attributes), 11u);
}

}  // namespace
}  // namespace arete
