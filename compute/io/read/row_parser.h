// Rows of numbers in text: which column goes where. Plain rows are parsed in one pass, others field by field.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compute/io/read/number.h"
#include "compute/io/read/words.h"

namespace arete {

/// Splits a line; blanks around fields and double quotes around whole fields are removed. The separator ' ' stands for any run of blanks.
void splitFields(std::string_view line, char separator, std::vector<std::string_view>& fields);

enum class RowKind : uint8_t {
  sound,
  shortened,   ///< trailing attributes are missing (NaN); the coordinates are there
  miscounted,  ///< not the expected number of fields
  notNumber,   ///< a coordinate is text
  tooLarge     ///< a number that a double cannot hold
};

class RowParser {
 public:
  /// `columns`: the columns wanted, coordinates first, from 0; the first `dimension` of them must be numbers.
  /// `kinds`: of each column of the file; none: all are numbers.
  RowParser(size_t columnCount, std::span<const size_t> columns, size_t dimension, char separator = ' ', bool decimalComma = false,
            std::span<const FieldKind> kinds = {});

  size_t columnCount() const { return slots_.size(); }
  /// Fills one value per wanted column, missing ones with NaN.
  RowKind parse(std::string_view line, double* values);
  /// For the last broken row: its number of fields, and the field at fault.
  size_t fieldsSeen() const { return fields_.size(); }
  std::string_view culprit() const { return culprit_; }

 private:
  static constexpr int kUnused = -1;
  bool parsePlain(std::string_view line, double* values) const;
  RowKind parseFields(std::string_view line, double* values);

  Number valueOf(std::string_view field, size_t column) const;

  std::vector<int> slots_;        // per column: index into the values, or kUnused
  std::vector<FieldKind> kinds_;  // per column
  size_t dimension_;
  char separator_;
  bool decimalComma_;
  std::vector<std::string_view> fields_;
  std::string_view culprit_;
};

}  // namespace arete
