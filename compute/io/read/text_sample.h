// The first lines of a text, and what they are when they are separated in one way.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compute/io/read/source.h"

namespace arete {

struct SampleLine {
  std::string_view text;
  uint64_t number;
};

/// A way to read lines.
struct Candidate {
  char separator;
  bool decimalComma;
};
/// How a candidate reads the sample.
struct Finding {
  Candidate candidate{};
  size_t columnCount = 0;
  std::vector<bool> numeric;  ///< per column
  size_t numericCount = 0;
  double coverage = 0;  ///< share of the rows that have columnCount fields
  double purity = 0;    ///< share of their fields that are numbers
  size_t rows = 0;      ///< that have columnCount fields
  size_t firstRow = 0;  ///< index into the sample
};

/// How many fields are numbers.
size_t countNumbers(std::span<const std::string_view> fields, bool decimalComma);

/// What the rows of the sample say of a column.
struct ColumnFacts {
  size_t rows = 0, whole = 0;
  bool counts = true;   ///< whole numbers, each one more than the one before
  bool ascends = true;  ///< or more than one more
  bool varies = false, hasNumber = false;
  size_t textAt = 0;  ///< the first line of the sample with something that is no number
  std::string_view text, last;
  int64_t before = 0;

  bool isCount() const { return counts && rows >= 3; }
  void add(std::string_view field, size_t at, bool decimalComma);
};

/// The facts of all columns, from a line of the sample on.
std::vector<ColumnFacts> factsOf(std::span<const SampleLine> sample, const Finding& finding, size_t firstRow);

/// A line that holds no row: blank, or beginning with #, //, % or !. Tabs alone are a row without values where tabs separate.
bool isPassedOver(std::string_view line, char separator = ' ');

inline constexpr std::string_view kHowToRead = "say how to read it with --separator, --decimal-comma or --columns, or write plain numbers (4.5)";
/// "line 2: lon is '4d30E', which is no number".
[[noreturn]] void refuseField(const Source& source, uint64_t line, std::string_view name, std::string_view value);

}  // namespace arete
