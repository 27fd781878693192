// Signals that end a program: which of them request an orderly end, and which are better reported by the call that fails.
#pragma once

#include <vector>

namespace arete {

/// SIGINT, SIGTERM, SIGHUP, SIGXCPU and SIGALRM, except those that are ignored: a program under nohup, or in the background of a script, goes on.
std::vector<int> endSignals();

/// Whether a second one means that the user is tired of waiting. The others are repeated automatically: SIGXCPU each second of computing,
/// SIGHUP from the shell and from the terminal.
bool endsAtOnceWhenRepeated(int signal);

/// Makes writes beyond the limit on file size, and into a pipe without a reader, fail (EFBIG, EPIPE) and become errors with a reason,
/// where SIGXFSZ and SIGPIPE would end the program at once.
void letWritesFail();

}  // namespace arete
