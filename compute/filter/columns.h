// The columns of a cloud by the names that filters call them by.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

/// Where the values of a column are.
struct ColumnPlace {
  int axis = -1;         ///< file coordinates along it, or
  size_t attribute = 0;  ///< the attribute's number
  friend bool operator==(const ColumnPlace&, const ColumnPlace&) = default;
};

/// An attribute of just this name, else the axis x, y, z, x4 …, else class for classification and the other way round, else an attribute that
/// differs in case only.
std::optional<ColumnPlace> findColumn(const PointCloud& cloud, std::string_view name);

/// The attribute that holds ASPRS classes; null where there is none.
const Attribute* classColumn(const PointCloud& cloud);

/// How many points have each class 0…255; empty without a class column.
std::vector<uint64_t> classCounts(const PointCloud& cloud);
/// The same of some of them.
std::vector<uint64_t> classCounts(const PointCloud& cloud, std::span<const uint32_t> points);

/// "x, y, z, intensity": what there is, for a hint.
std::string columnNames(const PointCloud& cloud);

}  // namespace arete
