// The curves that clouds are generated around: one table that the command line, the panels and the tests walk.
#pragma once

#include <span>
#include <string_view>

#include "compute/core/param_info.h"

namespace arete {

/// Writes the place of part `part` of the curve at `s` in [0, 1]. `parameters`: values in the order of ShapeInfo::parameters.
/// `point` comes zeroed, one element per dimension. Built on compute/core/portable_math.h: the same bits on every machine.
using ShapeFunction = void (*)(std::span<const double> parameters, int part, double s, std::span<double> point);

struct ShapeInfo {
  std::string_view id;             ///< snake_case
  std::string_view label;          ///< for menus
  std::string_view help;           ///< one sentence
  int minDimension, maxDimension;  ///< allowed; axes that the shape does not use hold noise only
  int parts;                       ///< pieces of equal share of the points; they meet in a point or are apart
  bool closed;                     ///< each part ends where it starts
  double defaultNoise;             ///< total σ
  std::span<const ParamInfo* const> parameters;
  ShapeFunction function;
};

std::span<const ShapeInfo> shapes();
/// Throws Error(wrongUse) that lists the known ids, the closest first.
const ShapeInfo& findShape(std::string_view id);

}  // namespace arete
