#include "compute/core/counted_time.h"

namespace arete {

double& uncountedTime_ms() {
  thread_local double milliseconds = 0;
  return milliseconds;
}

}  // namespace arete
