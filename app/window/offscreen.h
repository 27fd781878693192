// `arete --offscreen`: a picture without a window, with the numbers that need Qt's fonts.
#pragma once

namespace arete {

/// The program from here to its exit code. Throws Error.
int runOffscreen(int argc, char** argv);

}  // namespace arete
