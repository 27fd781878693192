// Where an answer differs first from the reference's, in words that say what is right and why.
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

}  // namespace arete::mine
