// What a user's code may not do: start processes, connect, write files, take all memory. The kernel forbids it; who tries ends the worker.
#pragma once

#include <cstddef>

namespace arete::mine {

/// No core file, no written file, and no more memory than this beyond the present one; 0: no limit on memory.
void limitResources(size_t memoryBytes);

/// From here on a call that starts a process or program, opens a connection or looks into another process is answered by SIGSYS, in all threads.
/// False where the system cannot forbid them.
bool forbidProcesses();

/// "fork", "execve", … of a number of such a call; "a system call" of others.
const char* nameOfCall(int number);

}  // namespace arete::mine
