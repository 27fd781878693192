// What was done, as commands of `arete-cli`: every detection that came to its end, and every file that was written of one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compute/io/session_file.h"

namespace arete {

class Journal {
 public:
  /// A detection came to its end. `change`: how often the session had been changed; for one change (R1, while it is dragged) the last detection
  /// counts.
  void detected(SessionFile session, const std::filesystem::path& reference, int change);
  /// A file was written of what was detected last: `flag` as `detect` and `replay` call it.
  void wrote(SessionFile session, const std::string& flag, const std::filesystem::path& file, const std::string& format = {});
  /// A picture was written: `words` are the flags that say so to `arete` and to `arete-cli render`, which draws no `labels`.
  void drew(SessionFile session, bool labels, std::vector<std::string> words);
  bool empty() const { return entries_.empty(); }

  /// A shell script that does it again. What flags cannot say (areas drawn on the picture, edits, cameras) is in sessions, in a folder beside the
  /// script that is named after it. Returns warnings. Throws Error(io).
  std::vector<std::string> write(const std::filesystem::path& script) const;

 private:
  enum class Kind : uint8_t { detection, picture, labelledPicture };
  struct Entry {
    Kind kind = Kind::detection;
    SessionFile session;
    std::vector<std::string> words;  ///< beside those that say what is detected
    int change = 0;
  };
  class Script;

  std::vector<Entry> entries_;
};

}  // namespace arete
