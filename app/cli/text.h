// Numbers, lists and tables for people, and JSON for programs.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/network/radius/suggest_radius.h"

namespace arete::cli {

using Json = nlohmann::ordered_json;

/// With `digits` significant digits: 0.123, 12.3, 1230.
std::string shortNumber(double value, int digits = 4);
/// With `digits` digits behind the point; "" where it is not finite.
std::string fixedNumber(double value, int digits);
/// "1 234 567".
std::string countText(uint64_t value);
/// "1 loop", "2 loops".
std::string plural(uint64_t count, std::string_view noun);
/// "a, b, c".
std::string joined(std::span<const std::string_view> parts, std::string_view separator = ", ");

/// What is said where R1 is not given.
std::string suggestionText(const RadiusSuggestion& suggestion);
/// A GPU failed with this error, and the same work begins on the CPU.
std::string cpuTakesOverText(const Error& error);

/// Indented, with a newline at the end. A file name that is not UTF-8 gets replacement characters instead of an exception.
std::string jsonText(const Json& json);

/// Of wall time.
inline double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Rows of text in aligned columns.
class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// One cell per column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;
  std::string markdown() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace arete::cli
