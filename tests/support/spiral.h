// The thesis's spiral, made anew: a cloud whose curve is known.
#pragma once

#include "compute/generate/generate.h"

namespace arete::test {

inline constexpr double kSpiralR1 = 8.34;  // twice its noise

inline PointCloud spiralCloud(const GenerateOptions& options) {
  ThreadPool threads(2);
  return generate(findShape("spiral"), options, threads);
}

}  // namespace arete::test
