#include "compute/io/read_flags.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"

namespace arete {

namespace {

[[noreturn]] void refuse(const std::string& text, std::string_view why, const std::string& hint) {
  throw Error(ErrorKind::wrongUse, "'" + text + "' " + std::string(why), "", "", hint);
}

int wholeNumber(const std::string& text, int least, int most, std::string_view why, const std::string& hint) {
  const auto number = numberFrom<int>(text);
  if (!number || *number < least || *number > most) refuse(text, why, hint);
  return *number;
}

Scalar scalarFrom(const std::string& text, const std::string& hint) {
  if (text != "float" && text != "double") refuse(text, "is not a type of numbers", hint);
  return text == "float" ? Scalar::float32 : Scalar::float64;
}

constexpr std::pair<std::string_view, char> kSeparators[] = {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'},
                                                             {"\\t", '\t'},  {"space", ' '},     {"bar", '|'}};

char separatorFrom(const std::string& text) {
  for (const auto& [name, separator] : kSeparators)
    if (text == name) return separator;
  if (text.size() != 1) refuse(text, "is not one character", "give comma, semicolon, tab, space, bar or the character itself");
  return text[0];
}

std::vector<std::string> columnsFrom(const std::string& text) {
  std::vector<std::string> columns;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    columns.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  for (const std::string& column : columns)
    if (column.empty() || columns.size() > size_t(kMaxDimension))
      refuse(text, "is not a list of columns", "give 1 to " + std::to_string(kMaxDimension) + " names or numbers, as in x,y or 3,4,5");
  return columns;
}

// The way back

using Words = std::vector<std::string>;

Words numberTold(const auto& number) { return number ? Words{std::to_string(*number)} : Words(); }
Words scalarTold(const std::optional<Scalar>& scalar) { return scalar ? Words{*scalar == Scalar::float32 ? "float" : "double"} : Words(); }
Words switchTold(bool isOn) { return isOn ? Words{""} : Words(); }

Words columnsTold(const ReadOptions& options) {
  std::string text;
  for (const std::string& column : options.columns) text += (text.empty() ? "" : ",") + column;
  return text.empty() ? Words() : Words{text};
}

Words separatorTold(const ReadOptions& options) {
  if (options.separator == 0) return {};
  for (const auto& [name, separator] : kSeparators)
    if (options.separator == separator) return {std::string(name)};
  return {std::string(1, options.separator)};
}

Words crsTold(const ReadOptions& options) {
  if (!options.crs) return {};
  return {options.crs->known() ? options.crs->definition : "none"};
}

std::vector<ReadFlag> makeReadFlags() {
  using Options = ReadOptions;
  using Text = const std::string&;
  static const std::string kDimensions = "1 to " + std::to_string(kMaxDimension);
  return {
      {{"dim"},
       "D",
       "Number of coordinates, " + kDimensions + ". Raw rows (.f32, .f64) need it; otherwise it is detected.",
       false,
       [](Options& options, Text text) {
         options.dimension = wholeNumber(text, 1, kMaxDimension, "is not a number of coordinates", "give " + kDimensions);
       },
       [](const Options& options) { return numberTold(options.dimension); }},
      {{"columns"},
       "LIST",
       "The coordinate columns in order, by name or by number from 1: x,y or 3,4,5.",
       false,
       [](Options& options, Text text) { options.columns = columnsFrom(text); },
       columnsTold},
      {{"track-column"},
       "NAME|NUMBER",
       "The column that says on which track a point lies, by name or by number from 1; words are taken, too. Otherwise track, track_id, trip, "
       "trip_id or trajectory.",
       false,
       [](Options& options, Text text) {
         if (text.empty()) refuse(text, "is no column", "give its name, or its number from 1");
         options.trackColumn = text;
       },
       [](const Options& options) { return options.trackColumn.empty() ? Words() : Words{options.trackColumn}; }},
      {{"separator"},
       "CHAR",
       "What separates columns of text: comma, semicolon, tab, space, bar, or the character itself. Otherwise it is detected.",
       false,
       [](Options& options, Text text) { options.separator = separatorFrom(text); },
       separatorTold},
      {{"decimal-comma"},
       "",
       "Numbers like 1,5. Otherwise it is detected.",
       false,
       [](Options& options, Text) { options.decimalComma = true; },
       [](const Options& options) { return switchTold(options.decimalComma == true); }},
      {{"decimal-point"},
       "",
       "Numbers like 1.5. Otherwise it is detected.",
       false,
       [](Options& options, Text) { options.decimalComma = false; },
       [](const Options& options) { return switchTold(options.decimalComma == false); }},
      {{"skip-lines"},
       "N",
       "Lines of text to pass over at the start.",
       false,
       [](Options& options, Text text) { options.skipLines = wholeNumber(text, 0, INT_MAX, "is not a number of lines", "give 0 or more"); },
       [](const Options& options) { return numberTold(options.skipLines); }},
      {{"max-points"},
       "N",
       "Of a COPC file: only as many levels, from the coarsest on, as have at most N points. Other files have no levels and refuse it.",
       false,
       [](Options& options, Text text) {
         options.maxPoints = uint64_t(wholeNumber(text, 1, INT_MAX, "is not a number of points", "give a whole number from 1 on"));
       },
       [](const Options& options) { return numberTold(options.maxPoints); }},
      {{"scalar"},
       "TYPE",
       "Type of the coordinates in memory: auto, float, double. auto takes float where that loses nothing that matters.",
       false,
       [](Options& options, Text text) {
         options.scalar.reset();
         if (text != "auto") options.scalar = scalarFrom(text, "give auto, float or double");
       },
       [](const Options& options) { return scalarTold(options.scalar); }},
      {{"raw-scalar"},
       "TYPE",
       "Type of the numbers in a .raw or .bin file: float, double (default float).",
       false,
       [](Options& options, Text text) { options.rawScalar = scalarFrom(text, "give float or double"); },
       [](const Options& options) { return scalarTold(options.rawScalar); }},
      {{"withheld"},
       "",
       "Also read points of LAS and LAZ files that are marked as withheld, which means deleted. Otherwise they are left out.",
       false,
       [](Options& options, Text) { options.withheld = true; },
       [](const Options& options) { return switchTold(options.withheld); }},
      {{"skip-bad-files"},
       "",
       "Of several files leave out those that cannot be opened, are cut off or do not fit the others, as far as their heads tell, with a warning.",
       false,
       [](Options& options, Text) { options.skipBadFiles = true; },
       [](const Options& options) { return switchTold(options.skipBadFiles); }},
      {{"crs"},
       "SYSTEM",
       "Coordinate system, whatever the file says: a number as in EPSG:28992 or EPSG:28992+5709, WKT or a name that PROJ knows; none for none. Else "
       "it is read from LAS and LAZ, or from a .prj file beside the cloud; columns called longitude and latitude are WGS 84.",
       false,
       [](Options& options, Text text) { options.crs = crsFrom(text); },
       crsTold},
  };
}

}  // namespace

const std::vector<ReadFlag>& readFlags() {
  static const std::vector<ReadFlag> flags = makeReadFlags();
  return flags;
}

}  // namespace arete
