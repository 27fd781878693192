// Tasks that a user's version is compared on, and what our versions say to them in the teaching form.
#pragma once

#include <string>
#include <vector>

#include "compute/catalog/version.h"
#include "compute/core/point_cloud.h"
#include "compute/core/roofline.h"
#include "compute/mine/teaching.h"

namespace arete::mine {

struct TrialTask {
  std::string name;  ///< "lattice in 3 dimensions, 343 points, float"
  Stage stage{};
  PointCloud cloud;        ///< points of choose and evolve, chosen ones of decimate, references of knn
  PointArray others = {};  ///< chosen points of evolve, queries of knn
  double radius = 1;
  uint32_t k = 0;  ///< of knn; else 0

  /// Comparisons of two points that a version without a structure makes.
  double pairs() const;
};

/// `answer`: of the reference; it says how many chosen points each one is compared with.
StageCost costOf(const TrialTask& task, const TeachingNumbers& answer);

/// Small ones: ties, equal points, one point, 1 to 16 dimensions, sizes about multiples of a block, both types.
std::vector<TrialTask> zooOf(Stage stage, const StageContext& context);
/// The stage's task in a detection of the cloud, or its own points as queries.
TrialTask taskOf(Stage stage, const PointCloud& cloud, double r1, uint32_t k, const StageContext& context);

/// The same as it is asked of a user's version.
TeachingQuestion questionOf(const TrialTask& task, int threads);
/// What a version of ours says; `milliseconds`: its time for this alone, where it is not null.
TeachingNumbers answerOf(const Version& version, const TrialTask& task, const StageContext& context, double* milliseconds = nullptr);

}  // namespace arete::mine
