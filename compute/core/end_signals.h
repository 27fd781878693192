// Signals that end a program: which of them are a wish to end in order, and which are better told by the call that fails.
#pragma once

#include <vector>

namespace arete {

/// SIGINT, SIGTERM, SIGHUP, SIGXCPU and SIGALRM, less those that are ignored: a program under nohup, or in the background of a script, goes on.
std::vector<int> endSignals();

/// Whether a second one means that somebody is tired of waiting. The others come again by themselves: SIGXCPU each second of computing,
/// SIGHUP from the shell and from the terminal.
bool endsAtOnceWhenRepeated(int signal);

/// Writes beyond the limit on a file's size and into a pipe that nobody reads fail (EFBIG, EPIPE) and become errors with their reason,
/// where SIGXFSZ and SIGPIPE would end the program on the spot.
void letWritesFail();

}  // namespace arete
