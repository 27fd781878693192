#include "compute/io/write_branches.h"

#include <cmath>

#include "compute/files/text_file.h"
#include "compute/measures/bodies/branch_columns.h"

namespace arete {

template <class Row>
static std::vector<std::string> writeRows(const std::filesystem::path& path, std::string_view what, std::span<const BodyTableColumn<Row>> columns,
                                          const std::vector<Row>& rows, std::stop_token stop) {
  TextFile file(path, std::move(stop));
  file.put(what);
  for (const auto& column : columns) file.put(',', column.name);
  file.put('\n');
  for (size_t i = 0; i < rows.size(); ++i) {
    file.put(i);
    for (const auto& column : columns) {
      const double value = column.value(rows[i]);
      file.put(',');
      if (column.isNumber) file.put(int64_t(value));
      else if (std::isfinite(value)) file.put(value);
    }
    file.put('\n');
  }
  if (!file.commit()) return {std::string(kNotDurable)};
  return {};
}

std::vector<std::string> writeBranches(const std::filesystem::path& path, const BranchTable& table, std::stop_token stop) {
  return writeRows(path, "branch", branchColumns(), table.branches, std::move(stop));
}

std::vector<std::string> writeBodies(const std::filesystem::path& path, const BranchTable& table, std::stop_token stop) {
  return writeRows(path, "component", totalsColumns(), table.components, std::move(stop));
}

}  // namespace arete
