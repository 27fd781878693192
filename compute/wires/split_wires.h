// Cuts the lines of a network where they pass pylons: where a parabola in the plan and in height ends and the next one begins.
//
// Idea     The points of a line are averaged in bins along it. The best cuts are those with the least squares of parabolas between them, plus a price
// a
//          cut, by dynamic programming. A cut stays where the wire comes up to it and goes down behind it, or turns in the plan: only pylons do that.
// Cost     bins² a line; bins are at most 800.
// Source   Bellman and Roth 1969, "Curve fitting by segmented straight lines".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/vector3.h"

namespace arete {

/// A point on a line of the network, `along` metres of its way in the plan from its start.
struct OnLine {
  double along = 0;
  shared::Vector3 place;
};

/// Where the line is cut: ascending, without its ends. `points`: in any order.
std::vector<double> cutsOf(std::span<const OnLine> points, double shortest);

}  // namespace arete
