#include "compute/io/gpx/tracks.h"

#include <pugixml.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>

#include "compute/core/flag.h"
#include "compute/io/read/words.h"

namespace arete::gpx {

namespace {

constexpr std::string_view kDamaged = "the file is damaged: fetch or export it again";

/// Without the prefix of its namespace.
std::string_view nameOf(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const size_t colon = name.find(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlanks);
  return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::optional<double> finite(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto number = numberFrom<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

class TrackReader {
 public:
  TrackReader(std::string_view text, const Refuse& refuse) : text_(text), refuse_(refuse) {}

  Tracks read() {
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!result) refuse_(lineAt(size_t(std::max<ptrdiff_t>(0, result.offset))), std::string("it is no sound XML: ") + result.description(), kDamaged);
    const pugi::xml_node root = document_.document_element();
    if (nameOf(root) != "gpx") refuse_("", "it is no GPX: its first element is not gpx", "open a GPX file");
    for (const pugi::xml_node& child : root.children()) {
      if (nameOf(child) == "trk") track(child);
      if (nameOf(child) == "wpt") ++tracks_.waypoints;
    }
    for (const pugi::xml_node& child : root.children())
      if (nameOf(child) == "rte") piece(child, "rtept", ++track_, 1);
    return std::move(tracks_);
  }

 private:
  void track(const pugi::xml_node& node) {
    ++track_;
    uint32_t segment = 0;
    for (const pugi::xml_node& child : node.children())
      if (nameOf(child) == "trkseg") piece(child, "trkpt", track_, ++segment);
  }

  void piece(const pugi::xml_node& node, std::string_view what, uint32_t track, uint32_t segment) {
    TrackPiece piece{track, segment, {}};
    for (const pugi::xml_node& child : node.children())
      if (nameOf(child) == what) piece.points.push_back(point(child));
    if (!piece.points.empty()) tracks_.pieces.push_back(std::move(piece));
  }

  TrackPoint point(const pugi::xml_node& node) {
    TrackPoint point{.longitude = degrees(node, "lon", 180), .latitude = degrees(node, "lat", 90)};
    for (const pugi::xml_node& child : node.children()) {
      if (nameOf(child) == "ele") point.elevation = finite(child.text().get()).value_or(point.elevation);
      if (nameOf(child) != "time") continue;
      point.time = secondsOf(trimmed(child.text().get()));
      tracks_.badTimes += std::isnan(point.time);
    }
    return point;
  }

  double degrees(const pugi::xml_node& node, const char* name, int most) const {
    const std::string text = node.attribute(name).value();
    const auto value = finite(text);
    if (!value || std::abs(*value) > most)
      refuse_(
          lineAt(size_t(std::max<ptrdiff_t>(0, node.offset_debug()))),
          std::string("a point of a track has ") + (text.empty() ? "no " + std::string(name) : std::string(name) + " '" + text.substr(0, 40) + '\''),
          "degrees from -" + std::to_string(most) + " to " + std::to_string(most) + " are expected there");
    return value.value_or(0);
  }

  std::string lineAt(size_t byte) const {
    const auto end = text_.begin() + ptrdiff_t(std::min(byte, text_.size()));
    return "line " + std::to_string(1 + std::count(text_.begin(), end, '\n'));
  }

  std::string_view text_;
  const Refuse& refuse_;
  pugi::xml_document document_;
  Tracks tracks_;
  uint32_t track_ = 0;
};

}  // namespace

Tracks readTracks(std::string_view text, const Refuse& refuse) { return TrackReader(text, refuse).read(); }

}  // namespace arete::gpx
