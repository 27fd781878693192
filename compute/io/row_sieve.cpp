#include "compute/io/row_sieve.h"

#include <algorithm>
#include <limits>

#include "compute/filter/point_rules.h"
#include "compute/io/join_files.h"
#include "compute/io/read_clouds.h"

namespace arete {

RowSieve::RowSieve(const Filter& filter) : rules_(filter) { rules_.order = PointOrder::file, rules_.every = 1, rules_.thin = 0; }

void RowSieve::addFile(std::span<const Attribute> columns, bool several) {
  std::vector<std::string> names;
  if (several) {
    names = joinedNames(columns);
    names.emplace_back(kSourceFile);
    for (const std::string& name : names)
      if (!name.empty() && std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
  } else {
    for (const Attribute& column : columns) names.push_back(column.name);
    names_ = names;
  }
  namesOfFile_.push_back(std::move(names));
}

PointCloud RowSieve::block(size_t file, PointArray points, const PointCloud::Origin& origin, std::span<const Attribute> columns) const {
  const size_t count = points.size();
  std::vector<Attribute> attributes;
  const std::vector<std::string>& own = namesOfFile_[file];
  for (size_t i = 0; i < names_.size(); ++i) {
    const bool alone = namesOfFile_.size() == 1;  // two columns may have one name
    const size_t at = alone ? i : size_t(std::ranges::find(own, names_[i]) - own.begin());
    attributes.push_back({names_[i], {}});
    if (at < columns.size()) attributes.back().values = columns[at].values;
    else attributes.back().values.resize(count, at + 1 == own.size() ? double(file + 1) : std::numeric_limits<double>::quiet_NaN());
  }
  return PointCloud::inRange(std::move(points), origin, {}, std::move(attributes));  // no rule asks for the bounds
}

std::vector<uint8_t> RowSieve::kept(const PointCloud& block) const {
  std::vector<uint8_t> kept(block.size(), 1);
  if (!keepsAll()) applyRules(pointRules(block, rules_), 0, kept);
  return kept;
}

}  // namespace arete
