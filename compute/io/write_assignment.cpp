#include "compute/io/write_assignment.h"

#include "compute/core/error.h"
#include "compute/io/format_table.h"
#include "compute/io/write/npy_header_text.h"

namespace arete {

void checkAssignmentPath(const std::filesystem::path& path) {
  if (extensionOr("npy", path) == "npy") return;
  throw Error(ErrorKind::wrongUse, "cannot write the assignment", path.string(), "its name does not end in .npy", "give it such a name");
}

AssignmentWriter::AssignmentWriter(const std::filesystem::path& path, uint64_t points, std::stop_token stop)
    : file_(path, stop), stop_(std::move(stop)) {
  write::npyHeader(file_, "<u4", points);
}

void AssignmentWriter::put(std::span<const uint32_t> chosen) {
  constexpr size_t kAtATime = 1 << 20;
  for (size_t begin = 0; begin < chosen.size(); begin += kAtATime) {
    if (stop_.stop_requested()) throw Cancelled{};
    file_.write(std::as_bytes(chosen.subspan(begin, std::min(kAtATime, chosen.size() - begin))));
  }
}

std::vector<std::string> AssignmentWriter::commit() {
  if (stop_.stop_requested()) throw Cancelled{};
  if (!file_.commit()) return {std::string(kNotDurable)};
  return {};
}

}  // namespace arete
