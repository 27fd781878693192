// A table of points in order: coordinates, then the name of the line that the point is on. Adjacent rows with the same name
// are joined; a blank line begins a new line.
#include <limits>

#include "compute/core/join_rows.h"
#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/read_curve/text_lines.h"

namespace arete::read_curve {

static bool isName(std::string_view word) { return word.find_first_of("+-.0123456789") != 0; }

CurveFile xyz(std::string_view text, const std::string& name) {
  TextLines lines(text, name);
  std::vector<double> rows;
  std::vector<std::string> groups;
  size_t width = 0, blanks = 0;
  while (lines.next()) {
    std::string_view rest = lines.line().substr(0, lines.line().find('#'));
    size_t numbers = 0;
    std::string group;
    for (std::string_view word = TextLines::takeWord(rest); !word.empty(); word = TextLines::takeWord(rest)) {
      if (!group.empty()) lines.fail("something follows the name \"" + group + "\"", "a row is its coordinates, then at most one name");
      if (numbers > 0 && isName(word)) {
        group = word;
        continue;
      }
      if (numbers == size_t(kMaxDimension)) lines.fail("more than 16 coordinates");
      rows.push_back(lines.number(word, "coordinate " + std::to_string(++numbers)));
    }
    if (numbers == 0) {
      blanks += lines.line().empty();
      continue;
    }
    if (width != 0 && numbers != width) lines.fail(std::to_string(numbers) + " coordinates, and " + std::to_string(width) + " in the rows before");
    width = numbers;
    groups.push_back(std::to_string(blanks) + ' ' + group);
  }
  CurveFile file;
  if (width == 0) return file;
  file.polylines = joinRows(rows, int(width), groups, std::numeric_limits<double>::infinity());
  size_t joined = 0;
  for (size_t line = 0; line < file.polylines.size(); ++line) joined += file.polylines.vertexCount(line);
  if (joined < groups.size())
    file.warnings.push_back("rows with no other of their line beside them are left out: " + std::to_string(groups.size() - joined));
  return file;
}

}  // namespace arete::read_curve
