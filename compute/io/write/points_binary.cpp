// Points as binary PLY, NPY and raw rows: little endian, floats where they hold every coordinate to the bit, else doubles.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "compute/core/coordinate_names.h"
#include "compute/core/error.h"
#include "compute/io/write/npy_header_text.h"
#include "compute/io/write/point_writers.h"

namespace arete {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

namespace {

/// Writes piece by piece through one buffer: `fill(i, put)` calls put(value) for each value of point i.
template <class F>
void binaryPieces(const PointsInput& input, TextFile& file, F&& fill) {
  std::vector<std::byte> buffer;
  const auto put = [&buffer](const auto& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    buffer.insert(buffer.end(), bytes.begin(), bytes.end());
  };
  write::forEachPiece(input, [&](size_t begin, size_t end) {
    buffer.clear();
    for (size_t i = begin; i < end; ++i) fill(i, put);
    file.write(buffer);
  });
}

/// `put`s the file coordinates of point i as T.
template <class T, class Put>
void putCoordinates(const PointsInput& input, size_t i, Put& put) {
  for (int k = 0; k < input.points.dimension(); ++k) put(static_cast<T>(input.coordinate(i, k)));
}

/// A PLY property is one word of its own: anything but letters, digits and _ becomes _, and a name that is taken gets another _.
std::vector<std::string> propertyNames(const PointsInput& input) {
  std::vector<std::string> names(kCoordinateNames.begin(), kCoordinateNames.begin() + input.points.dimension());
  for (const Attribute& attribute : input.attributes) {
    std::string word(attribute.name.empty() ? "attribute" : attribute.name);
    for (char& c : word)
      if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')) c = '_';
    while (std::find(names.begin(), names.end(), word) != names.end()) word += '_';
    names.push_back(std::move(word));
  }
  return names;
}

}  // namespace

std::vector<std::string> write::plyPoints(const PointsInput& input, TextFile& file) {
  const std::string_view type = input.exactScalar() == Scalar::float32 ? "float" : "double";
  file.put("ply\nformat binary_little_endian 1.0\ncomment arete " ARETE_VERSION ", points\nelement vertex ", input.points.size(), '\n');
  const std::vector<std::string> names = propertyNames(input);
  for (size_t i = 0; i < names.size(); ++i) file.put("property ", i < size_t(input.points.dimension()) ? type : "double", ' ', names[i], '\n');
  file.put("end_header\n");
  withScalarType(input.exactScalar(), [&]<class T>() {
    binaryPieces(input, file, [&](size_t i, auto& put) {
      putCoordinates<T>(input, i, put);
      for (const Attribute& attribute : input.attributes) put(attribute.values[i]);
    });
  });
  return {};
}

/// NumPy refuses two fields of one name; a quote would end it.
static std::string npyRecord(const PointsInput& input) {
  const std::string_view type = input.exactScalar() == Scalar::float32 ? "<f4" : "<f8";
  std::vector<std::string> names(kCoordinateNames.begin(), kCoordinateNames.begin() + input.points.dimension());
  std::string record;
  for (const std::string& name : names) record.append(record.empty() ? "[('" : ", ('").append(name).append("', '").append(type).append("')");
  for (const Attribute& attribute : input.attributes) {
    std::string name = attribute.name.empty() ? "attribute" : attribute.name;
    std::ranges::replace_if(
        name, [](char c) { return c == '\'' || c == '\\' || (c >= 0 && c < ' '); }, '_');
    while (std::ranges::find(names, name) != names.end()) name += '_';
    record.append(", ('").append(name).append("', '<f8')");
    names.push_back(std::move(name));
  }
  return record + ']';
}

std::vector<std::string> write::npyPoints(const PointsInput& input, TextFile& file) {
  if (!input.attributes.empty()) {
    npyRecordsHeader(file, npyRecord(input), input.points.size());
    withScalarType(input.exactScalar(), [&]<class T>() {
      binaryPieces(input, file, [&](size_t i, auto& put) {
        putCoordinates<T>(input, i, put);
        for (const Attribute& attribute : input.attributes) put(attribute.values[i]);
      });
    });
    return {};
  }
  const std::string_view type = input.exactScalar() == Scalar::float32 ? "<f4" : "<f8";
  npyHeader(file, type, input.points.size(), size_t(input.points.dimension()));
  withScalarType(input.exactScalar(), [&]<class T>() { binaryPieces(input, file, [&](size_t i, auto& put) { putCoordinates<T>(input, i, put); }); });
  return {};
}

std::vector<std::string> write::rawFloatPoints(const PointsInput& input, TextFile& file) {
  double largest = 0;
  binaryPieces(input, file, [&](size_t i, auto& put) {
    for (int k = 0; k < input.points.dimension(); ++k) {
      const double x = input.coordinate(i, k);
      const float rounded = static_cast<float>(x);
      if (!std::isfinite(rounded))
        throw Error(ErrorKind::badInput, "cannot write the points", file.target().string(),
                    "point " + std::to_string(i) + " is too far from zero for floats of 32 bits", "write raw doubles (.f64), or another format");
      largest = std::max(largest, std::abs(x - double(rounded)));
      put(rounded);
    }
  });
  if (largest == 0) return {};
  std::string error;
  withNumberText(static_cast<float>(largest), [&](std::string_view text) { error = text; });
  return {"coordinates are rounded to 32 bits, by up to " + error + " units (the other formats keep them)"};
}

std::vector<std::string> write::rawDoublePoints(const PointsInput& input, TextFile& file) {
  binaryPieces(input, file, [&](size_t i, auto& put) { putCoordinates<double>(input, i, put); });
  return {};
}

}  // namespace arete
