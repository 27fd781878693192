// The layout of a text file of points: detected from its first lines, or given by the options.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/io/read/source.h"
#include "compute/io/read/words.h"

namespace arete {

struct TextLayout {
  char separator = ' ';
  bool decimalComma = false;
  size_t columnCount = 0;
  std::vector<std::string> names;        ///< one per column, "" where unknown
  std::vector<size_t> coordinates;       ///< columns, in order
  std::vector<size_t> attributes;        ///< the other columns that are numeric, or of tracks
  std::vector<FieldKind> kinds;          ///< one per column
  std::optional<size_t> trackColumn;     ///< that the options name
  uint64_t firstLine = 1;                ///< of the first row, from 1
  std::optional<uint64_t> declaredRows;  ///< a line before the rows with nothing but a count (PTS, CloudCompare)
  std::vector<std::string> warnings;
};

/// Looks at the first lines of `text`. Refuses a text without rows of numbers.
TextLayout findLayout(const Source& source, std::string_view text);

/// "comma" and the like.
std::string_view separatorName(char separator);

}  // namespace arete
