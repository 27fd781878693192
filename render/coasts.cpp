#include "render/coasts.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "coast_data.h"

namespace arete {

/// TopoJSON: an arc is its first place and the way from each to the next, in steps of `scale`. Source: the TopoJSON Format Specification, 2.1.4.
static Coasts readCoasts(std::string_view text) {
  constexpr double kCut = 180, kRounding = 1e-6;
  const auto json = nlohmann::json::parse(text);
  const auto pair = [](const nlohmann::json& two) { return glm::dvec2(two[0].get<double>(), two[1].get<double>()); };
  const glm::dvec2 scale = pair(json["transform"]["scale"]), origin = pair(json["transform"]["translate"]);
  const auto onCut = [](const glm::dvec2& place) { return std::abs(place.x) > kCut - kRounding; };
  Coasts coasts;
  for (const auto& arc : json["arcs"]) {
    glm::dvec2 steps(0), before(0);
    for (size_t i = 0; i < arc.size(); ++i) {
      steps += pair(arc[i]);
      const glm::dvec2 place = steps * scale + origin;
      const bool acrossCut = (onCut(before) && onCut(place)) || std::abs(place.x - before.x) > kCut;
      if (i > 0 && !acrossCut) coasts.push_back({before, place});
      before = place;
    }
  }
  return coasts;
}

const Coasts& worldCoasts() {
  static const Coasts coasts = readCoasts(coast_data::text("land-110m.json"));
  return coasts;
}

}  // namespace arete
