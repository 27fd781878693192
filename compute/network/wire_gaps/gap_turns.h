// Wires side by side turn at the same pylon: the ends that were joined there say where it is, and so which others cannot belong together.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "compute/network/wire_gaps/strand_gaps.h"

namespace arete {

class GapTurns {
 public:
  GapTurns(double r1, const NetworkRules& rules) : r1_(r1), rules_(rules), side_((rules.wireAbreast + rules.wireGap / 2) * r1) {}

  /// Two ends that were joined; where their lines hardly turn, they do not say where.
  void add(const StrandEnd& a, const StrandEnd& b) {
    const double together = dot(a.outwards, b.outwards);
    if (rules_.wireAbreast <= 0 || 1 - together * together < rules_.wirePylon * rules_.wirePylon) return;
    const shared::Vector3 gap = b.place - a.place;
    const Meeting meeting = meetingOf(a, b, gap, lengthOf(gap));
    const shared::Vector3 place = (meeting.onA + meeting.onB) * 0.5;
    cells_[cellOf(place)].push_back({place, unit(a.outwards - b.outwards)});
  }

  /// Whether the lines of two ends pass every turn beside them together.
  bool agree(const StrandEnd& a, const StrandEnd& b) const {
    if (cells_.empty()) return true;
    const auto [x, y, z] = cellOf((a.place + b.place) * 0.5);
    for (int64_t i = x - 1; i <= x + 1; ++i)
      for (int64_t j = y - 1; j <= y + 1; ++j)
        for (int64_t k = z - 1; k <= z + 1; ++k)
          if (const auto cell = cells_.find({i, j, k}); cell != cells_.end())
            if (std::ranges::any_of(cell->second, [&](const Turn& turn) { return part(turn, a, b); })) return false;
    return true;
  }

 private:
  using Cell = std::array<int64_t, 3>;
  struct Turn {
    shared::Vector3 place, way;
  };

  Cell cellOf(const shared::Vector3& place) const {
    const auto of = [&](double x) { return int64_t(std::floor(x / side_)); };
    return {of(place.x), of(place.y), of(place.z)};
  }

  static constexpr double kMissLong = 2;  ///< of what lines may miss each other by for the gap's length: here it is not where they are nearest

  /// Whether two lines are apart where they pass a turn beside them: in the plane in which wires turn there.
  bool part(const Turn& turn, const StrandEnd& a, const StrandEnd& b) const {
    const double length = distance(a.place, b.place), beyond = rules_.wireTail * r1_;
    if (distance(turn.place, (a.place + b.place) * 0.5) > rules_.wireAbreast * r1_ + length / 2) return false;
    const double aimA = dot(a.outwards, turn.way), aimB = dot(b.outwards, turn.way);
    if (aimA * aimB >= 0 || std::abs(aimA) < rules_.wireBend || std::abs(aimB) < rules_.wireBend) return false;
    const double alongA = dot(turn.place - a.place, turn.way) / aimA, alongB = dot(turn.place - b.place, turn.way) / aimB;
    if (std::min(alongA, alongB) < -beyond || std::max(alongA, alongB) > length + beyond) return false;
    const double meet = rules_.wireMeet * r1_ + kMissLong * rules_.wireMeetLong * length;
    return distance(a.place + a.outwards * alongA, b.place + b.outwards * alongB) > meet;
  }

  const double r1_;
  const NetworkRules& rules_;
  const double side_;                        // of cells: no gap reaches farther than the next one
  std::map<Cell, std::vector<Turn>> cells_;  // by their places
};

}  // namespace arete
