#include "compute/mine/sanitize.h"

#include <cstdlib>
#include <memory>

#include "compute/core/error.h"
#include "compute/files/find_program.h"

namespace arete::mine {

namespace fs = std::filesystem;

static constexpr const char* kCannotSanitize = "cannot look for faults by compute-sanitizer";

fs::path sanitizerProgram() {
  if (fs::path found = findProgram("compute-sanitizer"); !found.empty()) return found;
  for (const char* place : {"/usr/local/cuda/bin/compute-sanitizer", "/opt/cuda/bin/compute-sanitizer"}) {
    std::error_code ignored;
    if (fs::is_regular_file(place, ignored)) return place;
  }
  return {};
}

void checkSanitizer(const UserVersion& version) {
  if (version.backend != Backend::cuda)
    throw Error(ErrorKind::wrongUse, kCannotSanitize, version.file, "it looks at kernels, and this version has none", "leave --sanitize out");
  if (sanitizerProgram().empty())
    throw Error(ErrorKind::wrongUse, kCannotSanitize, version.file, "there is no compute-sanitizer in the folders of PATH, nor in /usr/local/cuda",
                "install it with the CUDA Toolkit");
}

uint64_t Sanitized::errors() const {
  constexpr std::string_view kSummary = "ERROR SUMMARY: ";
  const size_t at = text.rfind(kSummary);
  return at == text.npos ? 0 : std::strtoull(text.c_str() + at + kSummary.size(), nullptr, 10);
}

Sanitized sanitizeVersion(const fs::path& file, const fs::path& program, const StageContext& context) {
  constexpr std::chrono::minutes kLimit{2};  // every access is looked at
  const auto said = std::make_shared<std::string>();
  const auto version = std::make_shared<const UserVersion>(file, UserVersionWish{.limit = kLimit, .sanitizer = program, .said = said}, context.stop);
  Sanitized sanitized;
  sanitized.trial = tryVersion(version, {}, context);
  version->rest();  // its process ends, and the sanitizer sums up
  sanitized.text = *said;
  return sanitized;
}

}  // namespace arete::mine
