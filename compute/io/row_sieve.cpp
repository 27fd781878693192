#include "compute/io/row_sieve.h"

#include <algorithm>
#include <optional>

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
  std::vector<ScalarType> types;
  for (const Attribute& column : columns) types.push_back(column.values.type());
  namesOfFile_.push_back(std::move(names));
  typesOfFile_.push_back(std::move(types));
}

size_t RowSieve::columnBytes() const {
  size_t bytes = 0;
  for (size_t i = 0; i < names_.size(); ++i) {
    std::optional<ScalarType> type;
    bool isMissing = false;
    for (size_t file = 0; file < namesOfFile_.size(); ++file) {
      const std::vector<std::string>& own = namesOfFile_[file];
      const size_t at = placeInFile(file, i);
      isMissing = isMissing || at >= own.size();
      if (at >= own.size()) continue;
      const ScalarType here = at < typesOfFile_[file].size() ? typesOfFile_[file][at] : sourceFileOf(0, file).type();
      type = type ? commonType(*type, here) : here;
    }
    bytes += sizeOf(isMissing ? withMissing(type.value_or(ScalarType::float32)) : *type);
  }
  return bytes;
}

/// Two columns of a file that is alone may have one name.
size_t RowSieve::placeInFile(size_t file, size_t column) const {
  const std::vector<std::string>& own = namesOfFile_[file];
  return namesOfFile_.size() == 1 ? column : size_t(std::ranges::find(own, names_[column]) - own.begin());
}

PointCloud RowSieve::block(size_t file, PointArray points, const PointCloud::Origin& origin, std::span<const Attribute> columns) const {
  const size_t count = points.size();
  std::vector<Attribute> attributes;
  const std::vector<std::string>& own = namesOfFile_[file];
  for (size_t i = 0; i < names_.size(); ++i) {
    const size_t at = placeInFile(file, i);
    attributes.push_back({names_[i], AttributeValues(ScalarType::float32)});
    if (at < columns.size()) attributes.back().values = columns[at].values;
    else if (at + 1 == own.size()) attributes.back().values = sourceFileOf(count, file);
    else attributes.back().values.appendMissing(count);
  }
  return PointCloud::inRange(std::move(points), origin, {}, std::move(attributes));  // no rule asks for the bounds
}

std::vector<uint8_t> RowSieve::kept(const PointCloud& block) const {
  std::vector<uint8_t> kept(block.size(), 1);
  if (!keepsAll()) applyRules(pointRules(block, rules_), 0, kept);
  return kept;
}

}  // namespace arete
