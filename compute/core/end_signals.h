// Signals that end a program: which of them request an orderly end, which of them end it at once, and which are better reported by the call that
// fails.
#pragma once

#include <vector>

namespace arete {

/// The exit code of a program that a signal has ended.
inline constexpr int kEndedBySignal = 130;

/// SIGINT, SIGTERM, SIGHUP, SIGXCPU and SIGALRM, except those that are ignored: a program under nohup, or in the background of a script, goes on.
std::vector<int> endSignals();

/// Whether it ends the program at once when another one came before. SIGXCPU does not: the system repeats it each second of computing.
bool endsAtOnceWhenRepeated(int signal);

/// From here on these signals end the program at once, with kEndedBySignal, after removing what is half-written (half_written.h). A handler may call
/// it.
void endAtOnceOnSignals() noexcept;
/// The same for the signals after this first one. One that follows within 20 ms is the same request, which gets a second: `timeout`, and a terminal
/// and its shell, send two.
void endAtOnceOnNextSignal() noexcept;

/// Makes writes beyond the limit on file size, and into a pipe without a reader, fail (EFBIG, EPIPE) and become errors with a reason,
/// where SIGXFSZ and SIGPIPE would end the program at once.
void letWritesFail();

}  // namespace arete
