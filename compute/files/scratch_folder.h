// A folder for a while, which nobody else may enter.
#pragma once

#include <filesystem>
#include <string_view>

namespace arete {

class ScratchFolder {
 public:
  /// Where temporary files lie; its name begins with this one. Throws Error(io).
  explicit ScratchFolder(std::string_view name);
  /// Removes it with all that is in it.
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace arete
