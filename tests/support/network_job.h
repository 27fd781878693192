// A job that asks for a network, and two stars with three arms to ask it of.
#pragma once

#include "compute/engine/job.h"
#include "tests/support/network.h"

namespace arete::test {

inline const std::vector<Segment> kY = star({{0, 90}, {78, -45}, {-78, -45}});
inline const std::vector<Segment> kY3 = star({{0, 90, 30}, {78, -45, 30}, {-78, -45, 30}});

inline Job networkJob(double r1 = 4) {
  Job job;
  job.params.set(kR1Param, r1);
  job.params.set(kCurveParam, double(CurveKind::network));
  return job;
}

}  // namespace arete::test
