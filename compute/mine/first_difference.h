// Where an answer differs from the reference's, in words that say what is right and why.
#pragma once

#include <string>

#include "compute/mine/trial_task.h"

namespace arete::mine {

struct AnswerDifference {
  uint64_t count = 0;      ///< elements of the answer that differ
  uint32_t first = 0;      ///< the point, or for knn the query, of the first of them
  std::string words = {};  ///< of the first
};

/// Both answers have the size that the task asks for.
AnswerDifference differenceOf(const TrialTask& task, const TeachingNumbers& expected, const TeachingNumbers& given);

/// All points whose answers differ, to go from one to the next.
struct DifferingPoints {
  TrialTask task;
  TeachingNumbers expected, given;
  std::vector<size_t> elements;  ///< of the answer, ascending; for knn the first of each query

  /// Its number among the task's points, or for knn its queries.
  uint32_t pointOf(size_t number) const { return uint32_t(task.k > 0 ? elements[number] / task.k : elements[number]); }
  /// These points, in their order.
  PointArray places() const;
  std::string words(size_t number) const;
};
DifferingPoints differingPoints(TrialTask task, TeachingNumbers expected, TeachingNumbers given);

}  // namespace arete::mine
