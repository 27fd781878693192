// A roofline on a page.
#pragma once

#include <string>

#include "compute/core/roofline.h"
#include "compute/experiments/page.h"

namespace arete {

/// Where the dots and the roof lie, on logarithmic axes from 0 to 1: for whoever draws them.
class RooflineScale {
 public:
  explicit RooflineScale(const Roofline& roofline);
  double across(double operationsPerByte) const;
  double up(double operationsPerSecond) const;
  /// Powers of ten within.
  std::vector<double> ticksAcross() const { return ticks(left_, right_); }
  std::vector<double> ticksUp() const { return ticks(low_, high_); }
  double left() const { return left_; }  ///< the least and the most operations a byte
  double right() const { return right_; }

 private:
  static std::vector<double> ticks(double from, double to);
  double left_, right_, low_, high_;
};

/// One `<svg>` element, of a roofline that is known.
std::string svgOf(const Roofline& roofline);
/// With a heading, the plot and a sentence for each version; nothing where it is not known.
void addRoofline(Page& page, const Roofline& roofline);

}  // namespace arete
