// Points as CSV and XYZ text.
#include <cmath>

#include "compute/core/coordinate_names.h"
#include "compute/core/short_coordinate.h"
#include "compute/io/write/point_writers.h"

namespace arete {

/// A CSV field, in quotes where it needs them. Source: RFC 4180, section 2.
static std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

/// Whether the first point is 0, 1, 2 … or 1, 2, 3 …: without names above it, readers would take it for the numbers of the columns.
static bool startsLikeNumbersOfColumns(const PointsInput& input) {
  const int dimension = input.points.dimension();
  if (input.points.size() == 0 || dimension < 2) return false;
  const auto place = [&](int k) { return input.points.coordinate(0, k) + input.origin[size_t(k)]; };
  bool ascends = place(0) == 0 || place(0) == 1;
  for (int k = 1; k < dimension; ++k) ascends = ascends && place(k) == place(0) + k;
  return ascends;
}

/// Rows with `separator`, coordinates with the fewest digits that reproduce the cloud. Attributes come after the coordinates; one that a
/// point lacks is an empty field. `named`: names stand above them.
static void textRows(const PointsInput& input, TextFile& file, char separator, std::span<const Attribute> attributes, bool named) {
  const bool pointed = !named && startsLikeNumbersOfColumns(input);
  const int dimension = input.points.dimension();
  const Scalar scalar = shortIsReadAlike(input.points, input.origin) ? input.points.scalar() : Scalar::float64;
  write::forEachPiece(input, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      for (int k = 0; k < dimension; ++k) {
        if (k > 0) file.put(separator);
        file.put(shortCoordinate(scalar, input.points.coordinate(i, k), input.origin[size_t(k)]));
        if (pointed && i == 0 && k == 0) file.put(".0");
      }
      for (const Attribute& attribute : attributes) {
        file.put(separator);
        if (!std::isnan(attribute.values[i])) file.put(attribute.values[i]);
      }
      file.put('\n');
    }
  });
}

std::vector<std::string> write::csvPoints(const PointsInput& input, TextFile& file) {
  for (int k = 0; k < input.points.dimension(); ++k) file.put(k == 0 ? "" : ",", kCoordinateNames[size_t(k)]);
  for (const Attribute& attribute : input.attributes) file.put(',', csvField(attribute.name));
  file.put('\n');
  textRows(input, file, ',', input.attributes, true);
  return {};
}

std::vector<std::string> write::xyzPoints(const PointsInput& input, TextFile& file) {
  textRows(input, file, ' ', {}, false);
  return {};
}

}  // namespace arete
