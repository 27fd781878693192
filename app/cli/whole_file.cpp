#include "app/cli/whole_file.h"

#include "app/cli/read_flags.h"
#include "compute/files/text_file.h"
#include "compute/io/format_table.h"

namespace arete::cli {

void writeWholeFile(const std::string& path, const std::string& text, const std::stop_token& stop) {
  if (path.empty()) return;
  TextFile file(path, stop);
  file.put(text);
  if (!file.commit()) warn(kNotDurable);
}

}  // namespace arete::cli
