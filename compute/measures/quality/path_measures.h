// The measures that make up PathQuality, each in a file of its own.
#pragma once

#include <vector>

#include "compute/measures/quality/path_network.h"
#include "compute/measures/quality/paths.h"

namespace arete::cpu {

/// The part of the progress bar that a measure covers.
struct ProgressSpan {
  double begin, end;
};

/// Mean similarities of paths that start in one network and are looked up in another; NaN where no path is long enough.
struct PathSimilarity {
  double all, local;
  double localEnds;  ///< share of the local paths whose two places the other network has
};
PathSimilarity pathSimilarity(const PathNetwork& from, const PathNetwork& in, double tolerance, ProgressSpan progress, const StageContext& context);

/// Precision and recall of TOPO over seeds on both.
Agreement topoAgreement(const PathNetwork& curve, const PathNetwork& truth, double tolerance, ProgressSpan progress, const StageContext& context);

/// Rows of coordinates.
struct SpecialPoints {
  std::vector<double> junctions;
  std::vector<double> firmJunctions;  ///< those with three arms that are long or lead to another junction
  std::vector<double> ends;
};
SpecialPoints specialPoints(const VertexGraph& graph, double tolerance, const StageContext& context);

/// Found points and true ones; those that must be found may be fewer than those that are accepted.
Agreement pointAgreement(const std::vector<double>& found, const std::vector<double>& accepted, const std::vector<double>& asked, size_t dimension,
                         double radius);

/// F from both; NaN when one is.
Agreement agreement(double precision, double recall);

/// Calls `body(i, thread)` for all i on all threads, looks at the stop token before each and reports progress.
template <class Body>
void forEachDraw(uint32_t count, ProgressSpan progress, const StageContext& context, Body&& body) {
  context.device.threads().forEachRange(count, 1, [&](size_t begin, size_t end, int thread) {
    for (size_t i = begin; i < end; ++i) {
      context.checkStop();
      body(uint32_t(i), thread);
    }
    if (thread == 0) context.report(progress.begin + (progress.end - progress.begin) * double(end) / count);
  });
}

}  // namespace arete::cpu
