// Points too near to wires, gathered to places along their spans, while points come block by block.
//
// Idea     Every span is divided into metres; each keeps its nearest point and counts. Metres with points that follow each other are a place.
// Memory   a record a metre of wire that has a point below the limit; nothing a point.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "compute/wires/wire_search.h"

namespace arete {

struct DangerPlace {
  uint32_t span = 0;                                  ///< number of the span, from 0
  double from = 0, to = 0;                            ///< along the span, from its start
  uint64_t points = 0;                                ///< below the limit
  double distance = 0, horizontal = 0, vertical = 0;  ///< of the nearest; vertical: of the wire above it
  shared::Vector3 place;                              ///< the nearest point
  uint64_t number = 0;                                ///< of that point
  int classOf = -1;
  friend bool operator==(const DangerPlace&, const DangerPlace&) = default;
};

class DangerTally {
 public:
  /// `starts`: s of the start of each span.
  explicit DangerTally(std::vector<double> starts) : starts_(std::move(starts)) {}
  /// A point below the limit. `wire`: the nearest place of the wire, where it hangs or swings to.
  void add(const NearestWire& near, const shared::Vector3& point, const shared::Vector3& wire, uint64_t number, int classOf);
  /// Ascending by span and place. Places of a span that are nearer than `apart` are one.
  std::vector<DangerPlace> places(double apart) const;
  uint64_t points() const { return points_; }

 private:
  std::vector<double> starts_;
  std::map<std::pair<uint32_t, uint32_t>, DangerPlace> metres_;
  uint64_t points_ = 0;
};

}  // namespace arete
