// Files as programs that are not ours see them.
#pragma once

#include <cstdlib>

#include "tests/io/write_support.h"

namespace arete::test {

struct ForeignReader : TemporaryFolder {
  /// What the command prints; it must succeed.
  std::string output(const std::string& command) const {
    const fs::path output = folder / "output.txt";
    EXPECT_EQ(std::system(("(" + command + ") >'" + output.string() + "' 2>&1").c_str()), 0) << command << '\n' << get(output);
    return get(output);
  }
  /// What `script` prints of the file, which it finds in sys.argv[1].
  std::string python(const std::string& script, const fs::path& file) const {
    return output("/usr/bin/python3 '" + put("script.py", script).string() + "' '" + file.string() + "'");
  }
  /// Whether the command can be run here.
  static bool works(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }
};

}  // namespace arete::test
