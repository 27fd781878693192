// `arete --offscreen`: a picture without a window, with the numbers that need Qt's fonts.
#pragma once

namespace arete {

/// Runs the rest of the program and returns its exit code. Throws Error.
int runOffscreen(int argc, char** argv);

}  // namespace arete
