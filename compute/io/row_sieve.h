// Which points of files that are read block by block a filter keeps: those that it keeps of the cloud in memory, to the bit.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/filter/filter.h"

namespace arete {

class RowSieve {
 public:
  /// Only its rules on single points are looked at.
  explicit RowSieve(const Filter& filter);

  /// Whether there is a rule at all, and one that may ask for other columns than coordinates.
  bool keepsAll() const { return rules_.empty(); }
  bool asksForColumns() const { return !rules_.where.empty() || rules_.classes || !rules_.ranges.empty(); }

  /// The columns of the next file: of several files the cloud has those of all, and kSourceFile. Before any points are looked at.
  void addFile(std::span<const Attribute> columns, bool several);
  /// Of the cloud: how many columns besides coordinates, and what they take of each point.
  size_t columns() const { return names_.size(); }
  std::span<const std::string> columnNames() const { return names_; }
  size_t columnBytes() const;
  /// Points of a file (from 0) with the values of its columns, as they are in the cloud; without its bounds.
  PointCloud block(size_t file, PointArray points, const PointCloud::Origin& origin, std::span<const Attribute> columns) const;
  /// 1 for each point of a block that is kept. Throws as pointRules().
  std::vector<uint8_t> kept(const PointCloud& block) const;

 private:
  size_t placeInFile(size_t file, size_t column) const;

  Filter rules_;
  std::vector<std::string> names_;                     // of the cloud's columns
  std::vector<std::vector<std::string>> namesOfFile_;  // what its columns are called there; "" for one that goes
  std::vector<std::vector<ScalarType>> typesOfFile_;   // without kSourceFile
};

}  // namespace arete
