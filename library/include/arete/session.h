// Sessions (.arete): a cloud, what was detected in it and the result's hash, which the window, arete-cli and Python open as well.
#pragma once

#include "arete/api.h"  // first: it says which standard is needed

#include <string>
#include <vector>

#include "arete/cloud.h"
#include "arete/control.h"
#include "arete/detect.h"

namespace arete::compute {

/// Saves how `curve` was found, whole or not at all: its cloud's file by name, R1, versions and parameters, the step, and after the last one the
/// hash. Points that are from no file go into NAME.points.npy beside NAME.arete, in file coordinates. Returns what should be known of it, a sentence
/// each. Throws Error: wrongUse for a name that does not end in .arete and for a cloud that cannot be read again, io, cancelled.
ARETE_API std::vector<std::string> saveSession(const Curve& curve, const std::string& path, const Control& control = {});

/// What a session says, made again.
struct Replay {
  Cloud cloud;                        ///< as the session reads and filters it
  Curve curve;                        ///< after the last step, whichever the session was saved at
  std::vector<std::string> warnings;  ///< keys that this version does not know, a cloud that has changed, and the cloud's own
};

/// Reads the cloud of a session, whichever door has saved it, and repeats its detection to the end. Throws Error: badInput for what is no session or
/// has no cloud, internal where the session knows its result and the bits differ, and what read() and detect() throw.
ARETE_API Replay replay(const std::string& path, const Control& control = {});

}  // namespace arete::compute
