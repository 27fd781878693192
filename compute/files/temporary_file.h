// A file that is being made in a folder. Nothing of it stays when its program is killed: it has no name until it is complete, where the file
// system can do that (O_TMPFILE); else it is locked while its program runs, and the next program that writes into the folder removes unlocked ones.
// A program that a signal ends at once removes its own.
#pragma once

#include <filesystem>

#include "compute/core/half_written.h"

namespace arete {

struct TemporaryFile {
  int descriptor = -1;         ///< to read and write; the caller closes it
  std::filesystem::path name;  ///< empty: it has none, and is gone with its descriptor
  HalfWritten mark = {};       ///< of the name: a program that is ended at once removes it
};

/// Removes what dead programs left in the folder ("" for the current one), once per folder.
void removeAbandoned(const std::filesystem::path& folder);

/// Opens one with the permissions of the umask, after removeAbandoned(). A descriptor below 0: errno says why.
TemporaryFile openTemporary(const std::filesystem::path& folder);

/// Gives a file without a name one in its folder, as rename() needs one. False: errno says why.
bool nameTemporary(TemporaryFile& file, const std::filesystem::path& folder);

}  // namespace arete
