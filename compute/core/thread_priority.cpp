#include "compute/core/thread_priority.h"

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace arete {

void giveWay() {
#if defined(__linux__)
  constexpr int kNice = 2;                                      // two thirds of the weight: preempted at once, but not starved by other programs
  setpriority(PRIO_PROCESS, id_t(syscall(SYS_gettid)), kNice);  // refused only where it is already lower
#endif
}

}  // namespace arete
