// A file that is being made in a folder. Nothing of it stays when its program is killed: it has no name until it is whole, where the file
// system can do that (O_TMPFILE); else it is locked while its program lives, and who writes into the folder next removes what is not.
#pragma once

#include <filesystem>

namespace arete {

struct TemporaryFile {
  int descriptor = -1;         ///< to read and write; whoever opened it closes it
  std::filesystem::path name;  ///< empty: it has none, and is gone with its descriptor
};

/// Opens one with the permissions of the umask, and first removes what programs that are gone left in the folder ("" for the present one),
/// once for each folder. A descriptor below 0: errno says why not.
TemporaryFile openTemporary(const std::filesystem::path& folder);

/// Gives one that has no name a name in its folder, for rename(), which needs one. False: errno says why not.
bool nameTemporary(TemporaryFile& file, const std::filesystem::path& folder);

}  // namespace arete
