// Threads besides those of a ThreadPool. The system may refuse one: that is an error like any other, not the end of the program.
#pragma once

#include <system_error>
#include <thread>
#include <utility>

#include "compute/core/error.h"

namespace arete {

/// As std::jthread(work...). Throws Error(outOfMemory) when the system starts no more threads: `what` cannot be done then.
template <class... Work>
std::jthread startThread(std::string_view what, Work&&... work) {
  try {
    return std::jthread(std::forward<Work>(work)...);
  } catch (const std::system_error&) {
    throw Error(ErrorKind::outOfMemory, what, "", "the system starts no more threads",
                "end other programs, or raise the limit of processes (ulimit -u)");
  }
}

}  // namespace arete
