// What a worker did, in words.
#pragma once

#include "compute/core/error.h"
#include "compute/mine/worker_process.h"

namespace arete::mine {

/// How the process ended: waitpid's status; or it was late and was ended.
struct WorkerEnd {
  int status = 0;
  bool isLate = false;
};

Error errorOf(const WorkerEnd& end, const Control& control, const WorkerWish& wish, const std::string& printed);
/// It wrote outside of an array and went on.
Error errorOfCanary(const Control& control, const WorkerWish& wish);

/// "points", "nearest": the task's name of an array.
const char* nameOf(TeachingStage stage, Slot slot);

}  // namespace arete::mine
