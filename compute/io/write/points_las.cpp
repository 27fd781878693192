// Points as LAS: coordinates are whole steps from an offset. Version 1.2 and point formats 0 to 3, or 1.4 where there is a coordinate system or the
// attributes need formats 6 to 8.
// Source: ASPRS LAS Specification 1.4 R15.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/io/write/las_layout.h"
#include "compute/io/write/point_writers.h"

namespace arete {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

namespace {

constexpr size_t kAxes = 3;
constexpr double kMostSteps = 2147483647;

void checkStop(const PointsInput& input, size_t i) {
  constexpr size_t kEvery = 1 << 18;
  if (i % kEvery == 0 && input.stop.stop_requested()) throw Cancelled{};
}

double coordinate(const PointsInput& input, size_t i, size_t k) { return int(k) < input.points.dimension() ? input.coordinate(i, int(k)) : 0; }

double steps(double x, double scale, double offset) { return std::round((x - offset) / scale); }

/// How well one axis fits a grid: 0 where all coordinates are on it, else the largest error; infinity where they do not fit. That steps and offset
/// add up to a neighbour of the nearest double is no loss: 0.3 is not 3 · 0.1.
double errorOn(const PointsInput& input, size_t k, double scale, double offset, bool untilFirst) {
  constexpr double kNeighbours = 4 * std::numeric_limits<double>::epsilon();
  double largest = 0;
  for (size_t i = 0; i < input.points.size(); ++i) {
    checkStop(input, i);
    const double x = coordinate(input, i, k), number = steps(x, scale, offset);
    if (!(std::abs(number) <= kMostSteps)) return INFINITY;
    const double error = std::abs(number * scale + offset - x);
    if (error > kNeighbours * std::max(std::abs(x), std::abs(offset))) largest = std::max(largest, error);
    if (untilFirst && largest > 0) return largest;
  }
  return largest;
}

/// The coarsest power of ten that keeps every coordinate; where none does the finest that they fit on.
void findGrid(const PointsInput& input, size_t k, LasGrid& grid) {
  static constexpr double kScales[] = {1, 0.1, 0.01, 0.001, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < input.points.size(); ++i) {
    checkStop(input, i);
    low = std::min(low, coordinate(input, i, k)), high = std::max(high, coordinate(input, i, k));
  }
  const double middle = std::round(low / 2 + high / 2);
  grid.offset[k] = input.points.empty() || std::abs(middle) < kMostSteps / 1e6 ? 0 : middle;
  const double farthest = input.points.empty() ? 0 : std::max(high - grid.offset[k], grid.offset[k] - low);
  grid.scale[k] = 1;
  while (farthest / grid.scale[k] > kMostSteps) grid.scale[k] *= 10;
  for (const double scale : kScales) {
    if (farthest / scale > kMostSteps) break;
    grid.scale[k] = scale;
    if (errorOn(input, k, scale, grid.offset[k], true) == 0) break;
  }
}

/// The grid that was asked for where it holds the coordinates as well as any; returns by how much they are rounded.
double chooseGrid(const PointsInput& input, LasGrid& grid) {
  double largest = 0;
  for (size_t k = 0; k < kAxes; ++k) {
    const bool given = input.grid && input.grid->scale[k] > 0;
    double error = INFINITY;
    if (given) {
      grid.scale[k] = input.grid->scale[k];
      grid.offset[k] = input.grid->offset[k];
      error = errorOn(input, k, grid.scale[k], grid.offset[k], false);
    }
    if (error > 0) {
      LasGrid found;
      findGrid(input, k, found);
      const double own = errorOn(input, k, found.scale[k], found.offset[k], false);
      if (own < error) grid.scale[k] = found.scale[k], grid.offset[k] = found.offset[k], error = own;
    }
    largest = std::max(largest, error);
  }
  return largest;
}

/// Bytes that are filled in by their place.
class Bytes {
 public:
  explicit Bytes(size_t size) : bytes_(size) {}
  template <class T>
  void put(size_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  void put(size_t at, std::string_view text) { std::memcpy(bytes_.data() + at, text.data(), text.size()); }
  std::byte* data() { return bytes_.data(); }
  std::span<const std::byte> all() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

void putReturns(const PointsInput& input, Bytes& header, bool isNew) {
  constexpr size_t kOldReturns = 5, kNewReturns = 15, kOldAt = 111, kNewAt = 255;
  const auto column = std::ranges::find(input.attributes, "return_number", &Attribute::name);
  if (column == input.attributes.end()) return;
  std::array<uint64_t, kNewReturns + 1> counts{};
  for (const double value : column->values)
    if (value >= 1 && value <= double(kNewReturns)) ++counts[size_t(value)];
  for (size_t i = 0; i < kNewReturns && isNew; ++i) header.put(kNewAt + i * sizeof(uint64_t), counts[i + 1]);
  for (size_t i = 0; i < kOldReturns && !isNew; ++i) header.put(kOldAt + i * sizeof(uint32_t), uint32_t(counts[i + 1]));
}

/// A record of variable length between header and points.
struct Record {
  std::string_view user;
  uint16_t id;
  std::string bytes;
};

/// The descriptions of columns that LAS does not know, and the coordinate system as well-known text.
std::vector<Record> recordsOf(const PointsInput& input, write::LasLayout& layout) {
  constexpr size_t kDescription = 192, kMostBytes = UINT16_MAX;
  constexpr char kDouble = 10;
  std::vector<Record> records;
  if (!layout.extraNames.empty()) {
    Record& record = records.emplace_back(Record{"LASF_Spec", 4, std::string(layout.extraNames.size() * kDescription, '\0')});
    for (size_t i = 0; i < layout.extraNames.size(); ++i) {
      record.bytes[i * kDescription + 2] = kDouble;
      record.bytes.replace(i * kDescription + 4, layout.extraNames[i].size(), layout.extraNames[i]);
    }
  }
  if (!input.crs.known()) return records;
  std::string text = aboutCrs(input.crs).wkt;
  if (text.empty() || text.size() >= kMostBytes)
    layout.warnings.push_back("the coordinate system is left out: " +
                              (projMissing().empty() ? "its words do not fit into LAS" : std::string(projMissing())));
  else records.push_back({"LASF_Projection", 2112, text + '\0'});
  return records;
}

/// Least and most of each axis, as the steps give them.
void putBounds(const PointsInput& input, const LasGrid& grid, Bytes& header) {
  for (size_t k = 0; k < kAxes; ++k) {
    header.put(131 + k * sizeof(double), grid.scale[k]);
    header.put(155 + k * sizeof(double), grid.offset[k]);
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < input.points.size(); ++i) {
      checkStop(input, i);
      const double x = steps(coordinate(input, i, k), grid.scale[k], grid.offset[k]) * grid.scale[k] + grid.offset[k];
      low = std::min(low, x), high = std::max(high, x);
    }
    header.put(179 + 2 * k * sizeof(double), input.points.empty() ? 0 : high);
    header.put(187 + 2 * k * sizeof(double), input.points.empty() ? 0 : low);
  }
}

/// A file with well-known text is LAS 1.4, which also takes the old point formats; one with neither is LAS 1.2, which every program reads.
void putHeader(const PointsInput& input, const write::LasLayout& layout, const LasGrid& grid, std::span<const Record> records, TextFile& file) {
  constexpr size_t kOldHeader = 227, kNewHeader = 375, kRecordHead = 54;
  const bool hasText = std::ranges::any_of(records, [](const Record& record) { return record.id == 2112; });
  const bool isNew = layout.isNew() || hasText;
  const size_t headerBytes = isNew ? kNewHeader : kOldHeader;
  size_t bytes = headerBytes;
  for (const Record& record : records) bytes += kRecordHead + record.bytes.size();
  Bytes header(bytes);
  header.put(0, std::string_view("LASF"));
  constexpr uint16_t kAdjustedTime = 1, kWkt = 16;  // new point formats say so even where there is no coordinate system
  header.put(6, uint16_t((grid.adjustedTime ? kAdjustedTime : 0) | (isNew ? kWkt : 0)));
  header.put(24, uint8_t(1));
  header.put(25, uint8_t(isNew ? 4 : 2));
  header.put(26, std::string_view("EXTRACTION"));
  header.put(58, std::string_view("arete " ARETE_VERSION));
  header.put(94, uint16_t(headerBytes));
  header.put(96, uint32_t(bytes));
  header.put(100, uint32_t(records.size()));
  header.put(104, uint8_t(layout.format));
  header.put(105, uint16_t(layout.recordBytes));
  if (!layout.isNew()) header.put(107, uint32_t(input.points.size()));
  if (isNew) header.put(247, uint64_t(input.points.size()));
  if (!layout.isNew()) putReturns(input, header, false);
  if (isNew) putReturns(input, header, true);
  putBounds(input, grid, header);
  for (size_t at = headerBytes; const Record& record : records) {
    header.put(at + 2, record.user);
    header.put(at + 18, record.id);
    header.put(at + 20, uint16_t(record.bytes.size()));
    header.put(at + kRecordHead, std::string_view(record.bytes));
    at += kRecordHead + record.bytes.size();
  }
  file.write(header.all());
}

template <class T>
void putNumber(std::byte* at, double number) {
  const T value = static_cast<T>(number);
  std::memcpy(at, &value, sizeof value);
}

void putField(const write::LasField& field, double value, std::byte* record) {
  std::byte* const at = record + field.offset;
  const double number = field.unit == 1 ? value : std::round(value / field.unit);
  switch (field.type) {
    case write::LasType::uint8: *at |= std::byte(uint8_t(number) << field.shift); break;
    case write::LasType::int8: putNumber<int8_t>(at, number); break;
    case write::LasType::uint16: putNumber<uint16_t>(at, number); break;
    case write::LasType::int16: putNumber<int16_t>(at, number); break;
    case write::LasType::float64: putNumber<double>(at, value); break;
  }
}

}  // namespace

std::vector<std::string> write::lasPoints(const PointsInput& input, TextFile& file) {
  if (input.points.dimension() < 2 || input.points.dimension() > int(kAxes))
    throw Error(ErrorKind::wrongUse, "cannot write the points", "LAS",
                "a point of it has x, y and z, and these have " + std::to_string(input.points.dimension()) + " coordinates", "write PLY, NPY or CSV");
  LasLayout layout = lasLayout(input.attributes);
  LasGrid grid;
  if (input.grid) grid.adjustedTime = input.grid->adjustedTime;
  const double error = chooseGrid(input, grid);
  putHeader(input, layout, grid, recordsOf(input, layout), file);
  std::vector<std::byte> buffer;
  forEachPiece(input, [&](size_t begin, size_t end) {
    buffer.assign((end - begin) * layout.recordBytes, std::byte{});
    for (size_t i = begin; i < end; ++i) {
      std::byte* const record = buffer.data() + (i - begin) * layout.recordBytes;
      for (size_t k = 0; k < kAxes; ++k)
        putNumber<int32_t>(record + k * sizeof(int32_t), steps(coordinate(input, i, k), grid.scale[k], grid.offset[k]));
      for (const LasField& field : layout.fields) putField(field, field.attribute->values[i], record);
    }
    file.write(buffer);
  });
  if (error > 0)
    withNumberText(static_cast<float>(error), [&](std::string_view text) {
      layout.warnings.push_back("coordinates are rounded by up to " + std::string(text) +
                                " units, as LAS keeps whole steps (PLY, NPY and CSV keep them)");
    });
  return std::move(layout.warnings);
}

}  // namespace arete
