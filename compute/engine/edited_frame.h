// A frame after the edits of a job: what is exported, reported and shown.
#pragma once

#include <memory>
#include <stop_token>

#include "compute/edit/apply_edits.h"
#include "compute/engine/frame.h"

namespace arete {

/// How exactly edits find their places in this frame's curve: within half of R1.
EditTolerances editTolerances(const Frame& frame);

/// The frame with `edits` made on its curve: `chosen`, `curve`, columns and hash are those of what is left and added, `job.edits` are these, and
/// `edited` says what became of each. It must not be edited already. How sure an edited network is, is not known yet. A frame whose
/// detection is not finished, and any frame where there are no edits, is given back as it is. Throws Cancelled.
std::shared_ptr<const Frame> editedFrame(const std::shared_ptr<const Frame>& frame, const EditList& edits, std::stop_token stop = {});

}  // namespace arete
