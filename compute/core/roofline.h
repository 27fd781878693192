// A roofline: how near a version comes to the most that a device can do, and which of its limits is in the way. It is drawn over operations a byte:
// where they are few the memory's speed is the roof, where they are many that of operations.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_array.h"

namespace arete {

/// What a stage costs a version without a structure: every pair compared, the input read once, the answer written. Zeros where that is not known.
inline constexpr double kOperationsOfPair = 3;  ///< a coordinate: a subtraction, a product and a sum
struct StageCost {
  double operations = 0;
  double bytes = 0;
  Scalar scalar = Scalar::float32;

  bool isKnown() const { return operations > 0 && bytes > 0; }
  double operationsPerByte() const { return operations / bytes; }
};

/// The most that a device can do with numbers of one type; 0 where unknown.
struct Roof {
  double operationsPerSecond = 0, bytesPerSecond = 0;

  bool isKnown() const { return operationsPerSecond > 0 && bytesPerSecond > 0; }
  double at(double operationsPerByte) const { return std::min(operationsPerSecond, operationsPerByte * bytesPerSecond); }
  /// Operations a byte from which on the memory is not in the way.
  double ridge() const { return operationsPerSecond / bytesPerSecond; }
};
/// CPUs make half as many operations with doubles. How many a GPU makes of them, its data sheet as read here does not say.
Roof roofOf(const Speed& peak, Scalar scalar, Backend backend);

struct RooflineDot {
  std::string label;
  double milliseconds = 0;
  bool ofUser = false;
};

struct Roofline {
  StageCost cost;
  Roof roof;
  std::vector<RooflineDot> dots;  ///< of versions that were timed

  bool isKnown() const { return cost.isKnown() && roof.isKnown() && !dots.empty(); }
  /// Operations of the model in a second: above the roof where a version leaves pairs out.
  double rateOf(const RooflineDot& dot) const { return cost.operations / (dot.milliseconds / 1000); }
  double shareOf(const RooflineDot& dot) const { return rateOf(dot) / roof.at(cost.operationsPerByte()); }
  /// A sentence: what bounds it, computed from its time, or that it cannot be told.
  std::string boundOf(const RooflineDot& dot) const;
};

}  // namespace arete
