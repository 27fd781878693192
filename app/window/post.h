// How other threads reach the window's thread: by events in its queue.
#pragma once

#include "compute/core/mailbox.h"

namespace arete {

/// Returns a function that posts calls to the calling thread. Calls still queued when its last copy is destroyed are dropped: keep one on that
/// thread.
Post postToThisThread();

}  // namespace arete
