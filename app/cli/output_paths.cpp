#include "app/cli/output_paths.h"

#include <filesystem>

#include "compute/core/error.h"

namespace arete::cli {

namespace fs = std::filesystem;

static bool counts(const std::string& name) {
  std::error_code ignored;
  return !name.empty() && name != "-" && (!fs::exists(name, ignored) || fs::is_regular_file(name, ignored));
}

static bool isSameFile(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error) && !error) return true;
  const fs::path first = fs::weakly_canonical(a, error), second = fs::weakly_canonical(b, error);
  return !error && first == second;
}

void refuseSameFiles(std::span<const std::string> inputs, std::span<const std::string> outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!counts(outputs[i])) continue;
    for (const std::string& input : inputs)
      if (counts(input) && isSameFile(input, outputs[i]))
        throw Error(ErrorKind::wrongUse, "cannot write", outputs[i], "it is the input file, which would be lost", "give another name");
    for (size_t j = 0; j < i; ++j)
      if (counts(outputs[j]) && isSameFile(outputs[j], outputs[i]))
        throw Error(ErrorKind::wrongUse, "cannot write", outputs[i], "two results would go to this one file", "give each a name of its own");
  }
}

}  // namespace arete::cli
