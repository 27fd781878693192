#include "compute/wires/danger_places.h"

#include <algorithm>
#include <cmath>

namespace arete {

using shared::Vector3;

void DangerTally::add(const NearestWire& near, const Vector3& point, const Vector3& wire, uint64_t number, int classOf) {
  const double along = std::max(0.0, near.along - starts_[near.span]), distance = std::sqrt(near.squared);
  const auto [at, isNew] = metres_.try_emplace({near.span, uint32_t(along)});
  DangerPlace& place = at->second;
  const bool nearer = isNew || distance < place.distance || (distance == place.distance && number < place.number);
  place.span = near.span;
  place.from = isNew ? along : std::min(place.from, along), place.to = isNew ? along : std::max(place.to, along);
  ++place.points, ++points_;
  if (!nearer) return;
  place.distance = distance, place.place = point, place.number = number, place.classOf = classOf;
  place.horizontal = std::hypot(wire.x - point.x, wire.y - point.y), place.vertical = wire.z - point.z;
}

std::vector<DangerPlace> DangerTally::places(double apart) const {
  std::vector<DangerPlace> places;
  for (const auto& [unused, metre] : metres_) {
    if (places.empty() || places.back().span != metre.span || metre.from - places.back().to >= apart) {
      places.push_back(metre);
      continue;
    }
    DangerPlace& place = places.back();
    const DangerPlace before = place;
    if (metre.distance < place.distance || (metre.distance == place.distance && metre.number < place.number)) place = metre;
    place.from = std::min(before.from, metre.from), place.to = std::max(before.to, metre.to), place.points = before.points + metre.points;
  }
  return places;
}

}  // namespace arete
