// Tables of numbers, one row per point: the results of neighbour searches. NPY for programs, CSV for everything else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace arete {

/// Row after row.
using TableValues = std::variant<std::span<const uint32_t>, std::span<const float>, std::span<const double>>;

struct TableInput {
  TableValues values;
  size_t columns;               ///< ≥ 1
  std::string_view columnName;  ///< CSV's first line is name_1,name_2,…
  std::stop_token stop = {};
  std::string_view header = {};  ///< CSV's first line, where columns have names of their own
};

/// An index that is none: it is written as −1.
inline constexpr uint32_t kNoIndex = UINT32_MAX;

/// By the extension, CSV for a stream without one: .npy writes an array of shape (rows, columns), of 64-bit integers for indices, else of the type of
/// the values; .csv the same as text under a line of names. All or nothing. Returns warnings. Throws Error(wrongUse), Error(io), Cancelled.
std::vector<std::string> writeTable(const std::filesystem::path& path, const TableInput& input);
/// Throws what writeTable would throw because of the name: a check before long computations.
void checkTablePath(const std::filesystem::path& path);

/// The same, some rows at a time.
class TableWriter {
 public:
  /// `rows`: of the whole table; `about`: its other properties and the type of its values; no values are written yet.
  TableWriter(const std::filesystem::path& path, size_t rows, const TableInput& about);
  ~TableWriter();

  /// Writes whole rows, of the given type.
  void put(TableValues values);
  /// Must be called at the end, otherwise nothing is written. Returns warnings.
  std::vector<std::string> commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
