#include "compute/io/e57/scans.h"

#include <bit>
#include <cmath>
#include <limits>
#include <new>
#include <pugixml.hpp>

#include "compute/core/flag.h"

namespace arete::e57 {

namespace {

constexpr std::string_view kDamagedScan = "the file is damaged: fetch or export it again";

class ScanReader {
 public:
  ScanReader(Pages& pages, const Source& source) : pages_(pages), source_(source), xml_(pages.xmlBytes(), '\0') {
    pages.read(pages.xmlBegin(), std::as_writable_bytes(std::span(xml_)), "its XML");
  }

  Scans read() {
    const pugi::xml_parse_result result = document_.load_buffer(xml_.data(), xml_.size());
    if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!result) refuse("in its XML, byte " + std::to_string(result.offset), std::string("the XML is not sound: ") + result.description());
    const pugi::xml_node root = document_.document_element();
    Scans scans;
    scans.crs = root.child("coordinateMetadata").text().get();
    for (const pugi::xml_node& child : root.child("data3D").children()) {
      if (child.type() != pugi::node_element) continue;
      place_ = "scan " + std::to_string(++scans_);
      if (Scan found = scan(child); found.count > 0) scans.scans.push_back(std::move(found));
    }
    if (scans.scans.empty()) source_.refuse("", "it has no points in its scans", scans_ == 0 ? "it may hold pictures only" : "");
    return scans;
  }

 private:
  [[noreturn]] void refuse(std::string_view place, std::string_view reason) const { source_.refuse(place, reason, kDamagedScan); }

  template <class T>
  T number(std::string_view text, std::string_view what) const {
    const auto value = numberFrom<T>(text);
    if (!value) refuse(place_, std::string(what) + " is no number that E57 allows: " + quoted(text));
    return *value;
  }
  template <class T>
  T attribute(const pugi::xml_node& node, const char* name, T otherwise) const {
    const pugi::xml_attribute found = node.attribute(name);
    return found ? number<T>(found.value(), std::string(node.name()) + ' ' + name) : otherwise;
  }
  double real(const pugi::xml_node& node) const {
    const std::string_view text = node.text().get();  // an empty element is 0
    const double value = text.empty() ? 0 : number<double>(text, node.name());
    if (!std::isfinite(value)) refuse(place_, std::string(node.name()) + " is not finite");
    return value;
  }

  Scan scan(const pugi::xml_node& node) {
    const pugi::xml_node points = node.child("points");
    Scan scan;
    if (!points) return scan;
    scan.count = attribute<uint64_t>(points, "recordCount", 0);
    if (scan.count == 0) return scan;
    scan.section = pages_.logical(attribute<uint64_t>(points, "fileOffset", 0), "the points of " + place_);
    for (const pugi::xml_node& child : points.child("prototype").children())
      if (child.type() == pugi::node_element) scan.fields.push_back(field(child));
    if (scan.fields.size() > kMaxProperties) refuse(place_, "its points have " + std::to_string(scan.fields.size()) + " numbers each");
    if (const pugi::xml_node pose = node.child("pose")) scan.pose = poseFrom(pose);
    return scan;
  }

  Field field(const pugi::xml_node& node) const {
    const std::string_view type = node.attribute("type").value();
    Field field{.name = node.name()};
    if (type == "Float") {
      const bool single = std::string_view(node.attribute("precision").value()) == "single";
      field.kind = single ? Field::Kind::float32 : Field::Kind::float64;
      field.bits = single ? 32 : 64;
    } else if (type == "Integer" || type == "ScaledInteger") {
      integer(node, type == "ScaledInteger", field);
    } else if (type == "String") {
      field.kind = Field::Kind::text;
    } else {
      refuse(place_, field.name + " has the type " + quoted(type) + ", which no number of a point can have");
    }
    return field;
  }

  void integer(const pugi::xml_node& node, bool scaled, Field& field) const {
    field.kind = Field::Kind::integer;
    field.minimum = attribute<int64_t>(node, "minimum", std::numeric_limits<int64_t>::min());
    const auto maximum = attribute<int64_t>(node, "maximum", std::numeric_limits<int64_t>::max());
    if (maximum < field.minimum) refuse(place_, field.name + " has a maximum below its minimum");
    field.bits = std::bit_width(uint64_t(maximum) - uint64_t(field.minimum));
    if (!scaled) return;
    field.scale = attribute<double>(node, "scale", 1);
    field.offset = attribute<double>(node, "offset", 0);
    if (!std::isfinite(field.scale) || !std::isfinite(field.offset)) refuse(place_, field.name + " has a scale or offset that is not finite");
  }

  Pose poseFrom(const pugi::xml_node& node) const {
    Pose pose;
    if (const pugi::xml_node turn = node.child("rotation"))
      pose.rotation = {real(turn.child("w")), real(turn.child("x")), real(turn.child("y")), real(turn.child("z"))};
    if (const pugi::xml_node move = node.child("translation"))
      pose.translation = {real(move.child("x")), real(move.child("y")), real(move.child("z"))};
    double length2 = 0;
    for (const double part : pose.rotation) length2 += part * part;
    if (std::abs(length2 - 1) > 0.01) refuse(place_, "the rotation of its pose is no unit quaternion");
    return pose;
  }

  Pages& pages_;
  const Source& source_;
  std::string xml_, place_;
  pugi::xml_document document_;
  size_t scans_ = 0;
};

}  // namespace

Scans readScans(Pages& pages, const Source& source) { return ScanReader(pages, source).read(); }

}  // namespace arete::e57
