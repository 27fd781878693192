// How other threads reach the window's: as events in its queue.
#pragma once

#include "compute/core/mailbox.h"

namespace arete {

/// Has calls made on the thread that asks for it here. What is still queued when the last copy goes is dropped: keep one on that thread.
Post postToThisThread();

}  // namespace arete
