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
  /// Points of a file (from 0) with the values of its columns: 1 for each that is kept. Throws as pointRules().
  std::vector<uint8_t> kept(size_t file, PointArray points, const PointCloud::Origin& origin, std::span<const Attribute> columns) const;

 private:
  Filter rules_;
  std::vector<std::string> names_;                     // of the cloud's columns
  std::vector<std::vector<std::string>> namesOfFile_;  // what its columns are called there; "" for one that goes
};

}  // namespace arete
