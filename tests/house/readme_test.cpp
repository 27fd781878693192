// Each folder of the engine says what is in it, where to begin and what it may use, in few lines. A stage's folder says it in its contract.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "tests/house/sources.h"

namespace arete {
namespace {

namespace fs = std::filesystem;
constexpr size_t kMostLinesOfRoom = 10;

/// compute, its folders, and the rooms of chains and networks that are no stage's.
std::vector<fs::path> foldersWithAWord() {
  const fs::path compute = house::kRoot / "compute";
  std::vector<fs::path> folders = {compute};
  for (const fs::path& parent : {compute, compute / "chains", compute / "network"})
    for (const auto& entry : fs::directory_iterator(parent))
      if (entry.is_directory() && (parent == compute || !fs::exists(entry.path() / "stage.h"))) folders.push_back(entry.path());
  return folders;
}

TEST(Readme, EveryFolderOfTheEngineHasOneOfAtMostTenLines) {
  const std::vector<fs::path> folders = foldersWithAWord();
  ASSERT_GT(folders.size(), 20u);
  for (const fs::path& folder : folders) {
    const std::vector<std::string> lines = house::linesOf(folder / "README.md");
    EXPECT_FALSE(lines.empty()) << folder << " has no README.md";
    if (folder.filename() != "gpu") EXPECT_LE(lines.size(), kMostLinesOfRoom) << folder << "; that of gpu alone is a chapter";
  }
}

TEST(Readme, EveryStageBeginsWithItsContract) {
  size_t stages = 0;
  for (const house::Source& source : house::sources())
    if (const fs::path path = house::kRoot / source.path; path.filename() == "stage.h") {
      ++stages;
      for (const char* file : {"contract.h", "versions.cpp"})
        EXPECT_TRUE(fs::exists(path.parent_path() / file)) << path.parent_path() << ": " << file;
      EXPECT_TRUE(house::linesOf(path.parent_path() / "contract.h").front().starts_with("// ")) << path;
    }
  EXPECT_GT(stages, 30u);
}

TEST(Readme, TheSourcesThatItNamesAreThere) {
  static const std::regex file("`((?:\\w+/)*\\w+\\.(?:h|cuh|cu|cpp))`");
  for (const fs::path& folder : foldersWithAWord())
    for (const std::string& line : house::linesOf(folder / "README.md"))
      for (auto it = std::sregex_iterator(line.begin(), line.end(), file); it != std::sregex_iterator(); ++it) {
        const std::string path = (*it)[1];
        const bool isOfStages = path == "contract.h" || path == "stage.h" || path == "versions.cpp";
        EXPECT_TRUE(isOfStages || fs::exists(folder / path) || fs::exists(house::kRoot / "compute" / path) || fs::exists(house::kRoot / path))
            << folder << " names " << path;
      }
}

}  // namespace
}  // namespace arete
