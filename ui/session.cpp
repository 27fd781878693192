#include "ui/session.h"

namespace arete {

std::vector<std::filesystem::path> Session::files() const {
  std::vector<std::filesystem::path> all;
  if (!file.empty()) all.push_back(file);
  all.insert(all.end(), moreFiles.begin(), moreFiles.end());
  return all;
}

}  // namespace arete
