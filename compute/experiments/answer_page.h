// Where the answer of a user's version differs from the reference's, on a page.
#pragma once

#include "compute/experiments/page.h"
#include "compute/mine/trial.h"

namespace arete {

/// "Same bits in all 52 tasks", or what differs first, in words; a table of the points of the cloud that differ, and where they lie.
void addAnswer(Page& page, const mine::Trial& trial);

}  // namespace arete
