#include "app/cli/read_in_order.h"

#include "app/cli/read_flags.h"

namespace arete::cli {

CloudFile readFor(const OutputFlags& output, std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter,
                  std::stop_token stop) {
  if (output.assignment().empty()) return readWithProgress(files, options, filter, std::move(stop));
  NumberedCloud numbered = readNumberedWithProgress(files, options, filter, std::move(stop));
  output.setRows(std::move(numbered.rowOf), numbered.rows);
  return std::move(numbered.file);
}

}  // namespace arete::cli
