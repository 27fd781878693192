#include "compute/filter/columns.h"

#include <algorithm>

#include "compute/core/asprs_classes.h"
#include "compute/core/coordinate_names.h"

namespace arete {

static bool sameWord(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::optional<ColumnPlace> findColumn(const PointCloud& cloud, std::string_view name) {
  const auto attributes = cloud.attributes();
  const auto where = [&](const auto& isIt) -> std::optional<ColumnPlace> {
    const auto found = std::ranges::find_if(attributes, [&](const Attribute& each) { return isIt(each.name); });
    if (found == attributes.end()) return {};
    return ColumnPlace{.axis = -1, .attribute = size_t(found - attributes.begin())};
  };
  if (const auto exact = where([&](const std::string& each) { return each == name; })) return exact;
  for (int k = 0; k < cloud.dimension(); ++k)
    if (sameWord(kCoordinateNames[size_t(k)], name)) return ColumnPlace{.axis = k};
  if (const auto alike = where([&](const std::string& each) { return sameWord(each, name); })) return alike;
  if (isClassColumn(name)) return where([](const std::string& each) { return isClassColumn(each); });
  return {};
}

const Attribute* classColumn(const PointCloud& cloud) {
  const auto place = findColumn(cloud, "classification");
  return place && place->axis < 0 ? &cloud.attributes()[place->attribute] : nullptr;
}

/// Counts those of `count` points, by index(i).
template <class Index>
static std::vector<uint64_t> countClasses(const PointCloud& cloud, size_t count, Index index) {
  const Attribute* const column = classColumn(cloud);
  if (column == nullptr) return {};
  std::vector<uint64_t> counts(kMostClasses);
  column->values.visit([&](auto values) {
    for (size_t i = 0; i < count; ++i)
      if (const auto value = double(values[index(i)]); value >= 0 && value < kMostClasses && value == double(int(value))) ++counts[size_t(value)];
  });
  return counts;
}

std::vector<uint64_t> classCounts(const PointCloud& cloud) {
  return countClasses(cloud, cloud.size(), [](size_t i) { return i; });
}

std::vector<uint64_t> classCounts(const PointCloud& cloud, std::span<const uint32_t> points) {
  return countClasses(cloud, points.size(), [&](size_t i) { return points[i]; });
}

std::string columnNames(const PointCloud& cloud) {
  std::string names;
  for (int k = 0; k < cloud.dimension(); ++k) names.append(k == 0 ? "" : ", ").append(kCoordinateNames[size_t(k)]);
  for (const Attribute& attribute : cloud.attributes()) names.append(", ").append(attribute.name);
  return names;
}

}  // namespace arete
