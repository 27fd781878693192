// What can be read only once and from front to back, as a file that can be read at places.
#pragma once

#include <filesystem>
#include <stop_token>

#include "compute/files/disk_file.h"

namespace arete {

/// Whether this is a pipe, or standard input that is one or a socket.
bool namesPipe(const std::filesystem::path& path);

/// All that comes out of the pipe until its writer closes it, in a file without a name in the system's temporary folder. Throws Error(io), Cancelled.
DiskFile spooled(const std::filesystem::path& pipe, const std::stop_token& stop);

}  // namespace arete
