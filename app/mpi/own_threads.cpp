#include "app/mpi/own_threads.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace arete::mpi {

int ownThreads(uint32_t ranksOfHost) {
  const auto all = int(std::max(1u, std::thread::hardware_concurrency()));
  cpu_set_t mayUse;
  const int own = sched_getaffinity(0, sizeof mayUse, &mayUse) == 0 ? CPU_COUNT(&mayUse) : all;
  return std::max(1, std::min(own, std::max(1, all / int(ranksOfHost))));
}

}  // namespace arete::mpi
