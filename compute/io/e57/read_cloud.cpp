// E57 as a cloud: the points of every scan, turned and moved by its pose, with the numbers that the scans have besides coordinates. Points that
// the scanner marked invalid are left out as those are that are not finite. Spherical coordinates go through the C library's sine and cosine, the
// only ones in this program, so their last bit may differ between systems; all else here is + and ×.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "compute/io/e57/packets.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/column_names.h"
#include "compute/io/read/readers.h"

namespace arete {

namespace {

using e57::Field, e57::Scan, e57::Pose;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr size_t kMissing = SIZE_MAX;

size_t indexOf(const Scan& scan, std::string_view name) {
  const auto found = std::ranges::find(scan.fields, name, &Field::name);
  return found == scan.fields.end() ? kMissing : size_t(found - scan.fields.begin());
}

/// Which fields say where a point is, and whether.
struct Place {
  bool spherical = false;
  std::array<size_t, 3> coordinates = {kMissing, kMissing, kMissing};  // x y z, or range, azimuth, elevation
  size_t invalid = kMissing;                                           // 0 where a point is valid
};

Place placeOf(const Scan& scan) {
  Place place{false, {indexOf(scan, "cartesianX"), indexOf(scan, "cartesianY"), indexOf(scan, "cartesianZ")}, indexOf(scan, "cartesianInvalidState")};
  if (std::ranges::find(place.coordinates, kMissing) == place.coordinates.end()) return place;
  return {true,
          {indexOf(scan, "sphericalRange"), indexOf(scan, "sphericalAzimuth"), indexOf(scan, "sphericalElevation")},
          indexOf(scan, "sphericalInvalidState")};
}

/// "colorRed" is red and "rowIndex" row_index; "" where a field is no attribute: coordinates and marks of what is invalid.
std::string attributeName(const Field& field) {
  if (field.kind == Field::Kind::text || field.name.starts_with("cartesian") || field.name.starts_with("spherical")) return {};
  if (field.name.starts_with("is") && field.name.ends_with("Invalid")) return {};
  std::string name;
  for (const char c : field.name.starts_with("color") ? std::string_view(field.name).substr(5) : std::string_view(field.name)) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && !name.empty()) name += '_';
    name += upper ? char(c - 'A' + 'a') : c;
  }
  return name;
}

/// The field that says, with 1, that the values of this one are invalid.
size_t markOf(const Scan& scan, const Field& field) {
  if (field.name.starts_with("color")) return indexOf(scan, "isColorInvalid");
  if (field.name == "intensity") return indexOf(scan, "isIntensityInvalid");
  return field.name == "timeStamp" ? indexOf(scan, "isTimeStampInvalid") : kMissing;
}

std::vector<std::string> attributesOf(const std::vector<Scan>& scans) {
  std::vector<std::string> names;
  for (const Scan& scan : scans)
    for (const Field& field : scan.fields)
      if (std::string name = attributeName(field); !name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  if (scans.size() > 1) names.push_back("scan");
  return names;
}

std::array<double, 3> fromSpherical(const std::array<double, 3>& p) {
  const double flat = p[0] * std::cos(p[2]);
  return {flat * std::cos(p[1]), flat * std::sin(p[1]), p[0] * std::sin(p[2])};
}

/// p turned by the quaternion q: p + 2 w (v × p) + 2 v × (v × p), then moved.
std::array<double, 3> posed(const Pose& pose, const std::array<double, 3>& p) {
  const auto& [w, x, y, z] = pose.rotation;
  const double a = 2 * (y * p[2] - z * p[1]), b = 2 * (z * p[0] - x * p[2]), c = 2 * (x * p[1] - y * p[0]);
  return {p[0] + w * a + (y * c - z * b) + pose.translation[0], p[1] + w * b + (z * a - x * c) + pose.translation[1],
          p[2] + w * c + (x * b - y * a) + pose.translation[2]};
}

/// One scan's way from decoded columns to the values of all scans: x, y, z, then the attributes.
class ScanRows {
 public:
  /// `names` of the attributes of all scans; `used`: which of x, y, z and these are needed.
  ScanRows(const Source& source, const Scan& scan, size_t number, std::span<const std::string> names, const std::vector<bool>& used)
      : scan_(scan), place_(placeOf(scan)), number_(double(number)), values_(3 + names.size(), kMissing), marks_(values_.size(), kMissing) {
    const std::string where = "scan " + std::to_string(number);
    for (const size_t field : place_.coordinates)
      if (field == kMissing || scan.fields[field].kind == Field::Kind::text)
        source.refuse(where, "its points have neither Cartesian nor spherical coordinates", "export it with Cartesian coordinates");
    for (size_t i = 0; i < names.size(); ++i) {
      const auto found = std::ranges::find(scan.fields, names[i], attributeName);
      if (!used[3 + i] || found == scan.fields.end()) continue;
      values_[3 + i] = size_t(found - scan.fields.begin());
      marks_[3 + i] = markOf(scan, *found);
    }
    if (scan.count > 8 * source.size() && scan.count > kFreePoints)
      source.refuse(where, "it claims " + std::to_string(scan.count) + " points, more than the file has bits",
                    "the file is damaged: export it again");
  }

  /// For each field whether it is needed.
  std::vector<char> wanted() const {
    std::vector<char> wanted(scan_.fields.size(), 0);
    const auto want = [&](size_t field) {
      if (field != kMissing && scan_.fields[field].kind != Field::Kind::text) wanted[field] = 1;
    };
    std::ranges::for_each(place_.coordinates, want);
    std::ranges::for_each(values_, want);
    std::ranges::for_each(marks_, want);
    want(place_.invalid);
    return wanted;
  }

  /// Point i of the columns; a value that the scan lacks is NaN, and so are coordinates of invalid points.
  void row(const std::vector<std::vector<double>>& columns, size_t i, bool numbered, std::span<double> values) const {
    std::array<double, 3> p;
    for (size_t k = 0; k < 3; ++k) p[k] = columns[place_.coordinates[k]][i];
    if (place_.invalid != kMissing && !columns[place_.invalid].empty() && columns[place_.invalid][i] != 0) p = {kNone, kNone, kNone};
    p = posed(scan_.pose, place_.spherical ? fromSpherical(p) : p);
    std::ranges::copy(p, values.begin());
    for (size_t v = 3; v < values.size(); ++v) {
      const bool marked = marks_[v] != kMissing && columns[marks_[v]][i] != 0;
      values[v] = values_[v] == kMissing || marked ? kNone : columns[values_[v]][i];
    }
    if (numbered) values.back() = number_;
  }

 private:
  static constexpr uint64_t kFreePoints = 1 << 16;  // points that take no bits at all, since every number of theirs is the same

  const Scan& scan_;
  Place place_;
  double number_;
  std::vector<size_t> values_, marks_;  // fields
};

std::vector<size_t> coordinatesInOrder(const Source& source, std::span<const std::string> names) {
  std::vector<size_t> columns = columnsByOption(source, names);
  if (!columns.empty()) return columns;
  const int dimension = source.options().dimension.value_or(3);
  if (dimension < 2 || dimension > 3) source.refuseOption("points of scans have two or three coordinates", "give --dim 2 or 3, or none");
  columns = {0, 1, 2};
  columns.resize(size_t(dimension));
  return columns;
}

/// All scans go through here, one after the other.
class ScanReading {
 public:
  ScanReading(const Source& source, e57::Pages& pages, const std::vector<Scan>& scans)
      : source_(source), pages_(pages), scans_(scans), names_({"x", "y", "z"}) {
    std::ranges::copy(attributesOf(scans), std::back_inserter(names_));
    order_ = coordinatesInOrder(source, names_);
    dimension_ = order_.size();
    for (size_t i = 0; i < names_.size(); ++i)
      if (std::find(order_.begin(), order_.begin() + std::ptrdiff_t(dimension_), i) == order_.begin() + std::ptrdiff_t(dimension_))
        order_.push_back(i);
  }

  CloudFile read() {
    std::vector<std::string> attributes;
    for (size_t i = dimension_; i < order_.size(); ++i) attributes.push_back(names_[order_[i]]);
    CloudBuilder builder(source_, dimension_, attributes);
    uint64_t points = 0;
    for (const Scan& scan : scans_) builder.expect(scan.count), points += scan.count, builder.expect(points);
    order_.resize(builder.columnsUsed());
    for (size_t s = 0; s < scans_.size(); ++s) readScan(scans_[s], s + 1, builder);
    return std::move(builder).finish("E57, " + std::to_string(scans_.size()) + (scans_.size() == 1 ? " scan" : " scans"));
  }

 private:
  /// What a thread has of a piece of points.
  struct Own {
    RowCollector collector;
    std::vector<std::vector<double>> columns;  // by field
    std::vector<double> values, row;           // of a point: as names_, and as the builder gets it
  };

  /// By all threads: pieces are cut from the packets one after the other, as only those before tell where a point's numbers begin.
  void readScan(const Scan& scan, size_t number, CloudBuilder& builder) {
    std::vector<bool> used(names_.size(), false);
    for (const size_t column : order_) used[column] = true;
    const ScanRows rows(source_, scan, number, std::span(names_).subspan(3), used);
    const std::vector<char> wanted = rows.wanted();
    e57::Packets packets(pages_, source_, scan, "scan " + std::to_string(number), wanted);
    const auto pieces = size_t((scan.count + e57::Packets::kPiece - 1) / e57::Packets::kPiece);
    const auto ownOfThread = [&] {
      return Own{builder.collector(), std::vector<std::vector<double>>(scan.fields.size()), std::vector<double>(names_.size()),
                 std::vector<double>(order_.size())};
    };
    const auto addRows = [&](e57::PackedPoints piece, Own& own, auto& to) {
      e57::unpack(scan, wanted, piece, own.columns);
      for (size_t i = 0; i < piece.points; ++i) {
        rows.row(own.columns, i, scans_.size() > 1, own.values);
        for (size_t k = 0; k < order_.size(); ++k) own.row[k] = own.values[order_[k]];
        to.add(own.row.data());
      }
    };
    if (source_.streaming()) {  // which takes rows one after the other
      Own own = ownOfThread();
      for (size_t i = 0; i < pieces; ++i, builder.tick(packets.position())) addRows(packets.next(), own, builder);
      return;
    }
    std::vector<Own> own;
    for (int i = 0; i < builder.threads().sizeFor(pieces); ++i) own.push_back(ownOfThread());
    std::atomic<uint64_t> position = packets.position();
    const auto cut = [&](size_t) {
      e57::PackedPoints piece = packets.next();
      position = packets.position();
      return piece;
    };
    const auto make = [&](e57::PackedPoints piece, int thread) {
      Own& mine = own[size_t(thread)];
      addRows(std::move(piece), mine, mine.collector);
      return mine.collector.take();
    };
    const auto take = [&](size_t, RowPiece&& piece) {
      builder.addPiece(std::move(piece));
      return true;
    };
    builder.threads().forEachCutInOrder(pieces, cut, make, take, [&] { builder.tick(position); });
  }

  const Source& source_;
  e57::Pages& pages_;
  const std::vector<Scan>& scans_;
  std::vector<std::string> names_;  // x, y, z and the attributes of all scans
  std::vector<size_t> order_;       // of what the builder gets
  size_t dimension_ = 0;
};

}  // namespace

CloudFile readE57(const Source& source) {
  e57::Pages pages(source);
  const e57::Scans scans = e57::readScans(pages, source);
  CloudFile file = ScanReading(source, pages, scans.scans).read();
  file.crs.definition = scans.crs;
  return file;
}

}  // namespace arete
