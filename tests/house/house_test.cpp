// The rules of DESIGN.md that a machine can check: who may include whom, how long files are, that ids and files match.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "compute/catalog/version.h"
#include "tests/house/sources.h"

namespace arete {
namespace {

using house::kRoot;
using house::Source;
using house::sources;
namespace fs = std::filesystem;

/// For each part (longest matching prefix counts) the prefixes it may include besides itself.
const std::map<std::string, std::vector<std::string>> kMayInclude = {
    {"compute/shared/", {}},
    {"compute/core/", {"compute/shared/"}},
    {"compute/stages/", {"compute/core/", "compute/shared/"}},
    {"compute/network/", {"compute/stages/", "compute/core/", "compute/shared/"}},
    {"compute/filter/", {"compute/core/", "compute/shared/"}},
    {"compute/edit/", {"compute/core/", "compute/shared/"}},
    {"compute/generate/", {"compute/core/", "compute/shared/"}},
    {"compute/outofcore/", {"compute/files/atomic_file.h", "compute/files/disk_file.h", "compute/stages/", "compute/core/", "compute/shared/"}},
    {"compute/parts/", {"compute/stages/", "compute/core/", "compute/shared/"}},
    {"compute/cpu/",
     {"compute/files/atomic_file.h", "compute/files/disk_file.h", "compute/parts/", "compute/outofcore/", "compute/network/", "compute/stages/",
      "compute/core/", "compute/shared/"}},
    {"compute/cuda/", {"compute/parts/", "compute/outofcore/", "compute/network/", "compute/stages/", "compute/core/", "compute/shared/"}},
    {"compute/catalog/",
     {"compute/cpu/versions.h", "compute/cpu/network_versions.h", "compute/cpu/wire_versions.h", "compute/cuda/versions.h",
      "compute/cuda/network_versions.h", "compute/cuda/wire_versions.h", "compute/outofcore/leaf_search.h", "compute/parts/", "compute/stages/",
      "compute/core/"}},
    {"compute/engine/", {"compute/catalog/", "compute/parts/", "compute/edit/", "compute/filter/", "compute/stages/", "compute/core/"}},
    {"compute/mpi/", {"compute/parts/", "compute/core/"}},
    {"compute/ondisk/",
     {"compute/engine/", "compute/cpu/paged/kept_store.h", "compute/cpu/paged/paged_points.h", "compute/files/text_file.h", "compute/io/",
      "compute/stages/", "compute/core/"}},
    {"compute/ranks/",
     {"compute/engine/", "compute/cpu/parts/", "compute/parts/", "compute/io/", "compute/files/", "compute/crs/", "compute/filter/",
      "compute/core/"}},
    {"compute/experiments/",
     {"compute/engine/", "compute/generate/", "compute/catalog/", "compute/cuda/measured_kernels.h", "compute/stages/", "compute/files/",
      "compute/core/"}},
    {"compute/check/", {"compute/generate/", "compute/catalog/", "compute/stages/", "compute/core/", "compute/shared/"}},
    {"compute/crs/", {"compute/core/"}},
    {"compute/io/",
     {"compute/engine/checkpoint.h", "compute/engine/frame.h", "compute/engine/job.h", "compute/crs/", "compute/edit/", "compute/filter/",
      "compute/files/", "compute/core/"}},
    {"render/",
     {"compute/core/", "compute/engine/curve_explanation.h", "compute/engine/frame.h", "compute/engine/links.h", "compute/engine/network_state.h",
      "render/cuda/", "render/interop/"}},
    {"render/cuda/",
     {"compute/core/", "compute/cuda/buffer.h", "compute/cuda/check.h", "compute/cuda/launch_shapes.h", "compute/cuda/warp.cuh",
      "compute/cuda/watch.h", "render/"}},
    {"render/interop/", {"compute/core/", "compute/cuda/check.h", "compute/cuda/watch.h", "render/"}},
    {"ui/", {"compute/", "render/"}},
    {"app/offscreen/", {"compute/", "render/"}},
    {"app/cli/", {"compute/", "app/guarded_main.h", "app/offscreen/", "render/points_benchmark.h"}},
    {"app/mpi/", {"compute/", "app/cli/", "app/guarded_main.h"}},
    {"app/", {"compute/", "render/", "ui/", "app/offscreen/"}},
    {"python/", {"compute/", "app/cli/", "app/offscreen/"}},
    {"library/", {"compute/"}},
    {"library/include/", {}},
    {"examples/", {}},
};

std::string partOf(const std::string& path) {
  std::string best;
  for (const auto& [prefix, unused] : kMayInclude)
    if (path.starts_with(prefix) && prefix.size() > best.size()) best = prefix;
  return best;
}

/// What the lines of a source include, as written.
std::vector<std::string> includesOf(const Source& source) {
  const std::regex include("^\\s*#include \"([^\"]+)\"");
  std::vector<std::string> targets;
  for (const std::string& line : source.lines)
    if (std::smatch match; std::regex_search(line, match, include)) targets.push_back(match[1]);
  return targets;
}

TEST(House, PartsIncludeOnlyWhatTheDesignAllows) {
  for (const Source& source : sources()) {
    const std::string part = partOf(source.path);
    if (part.empty()) continue;
    for (const std::string& target : includesOf(source)) {
      if (partOf(target).empty() || partOf(target) == part) continue;  // own part, generated and library headers
      bool allowed = false;
      for (const std::string& prefix : kMayInclude.at(part)) allowed = allowed || target.starts_with(prefix);
      EXPECT_TRUE(allowed) << source.path << " includes " << target;
    }
  }
}

/// "compute/io" for compute/io/read/ply.cpp, "render" for everything below render: folders within these are theirs alone.
std::string folderOf(const std::string& path) {
  const size_t first = path.find('/'), second = path.find('/', first + 1);
  const bool hasParts = path.starts_with("compute/") || path.starts_with("app/");
  return path.substr(0, hasParts ? second : first);
}

TEST(House, FoldersDoNotIncludeEachOtherInACircle) {
  std::map<std::string, std::map<std::string, std::string>> includes;  // by folder, by the folder included: who does
  for (const Source& source : sources())
    if (!source.path.starts_with("tests/"))
      for (const std::string& target : includesOf(source))
        if (target.find('/') != std::string::npos && folderOf(target) != folderOf(source.path))
          includes[folderOf(source.path)].try_emplace(folderOf(target), source.path + " includes " + target);
  ASSERT_GT(includes.size(), 10u);
  // Folders that include nothing but what is gone already go, until none is left, or only those on circles and what leads there.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto folder = includes.begin(); folder != includes.end();) {
      std::erase_if(folder->second, [&](const auto& target) { return !includes.contains(target.first); });
      const bool last = folder->second.empty();
      folder = last ? includes.erase(folder) : std::next(folder);
      changed = changed || last;
    }
  }
  for (const auto& [folder, targets] : includes)
    for (const auto& [target, who] : targets) ADD_FAILURE() << "on a circle, or leading to one: " << who;
}

TEST(House, QtIsOnlyInTheWindowImGuiOnlyInPanelsAndMpiOnlyInItsFolder) {
  const std::regex qt("^\\s*#include <Q"), imgui("^\\s*#include <(imgui|backends/imgui)"), interop("cuda_gl_interop"), mpi("^\\s*#include <mpi\\.h>");
  for (const Source& source : sources())
    for (const std::string& line : source.lines) {
      if (std::regex_search(line, qt)) {
        EXPECT_TRUE(source.path.starts_with("app/window/") || source.path == "app/arete.cpp" || source.path.starts_with("tests/window/"))
            << source.path;
      }
      if (std::regex_search(line, imgui)) {
        EXPECT_TRUE(source.path.starts_with("ui/") || source.path.starts_with("app/window/imgui_bridge") || source.path.starts_with("tests/ui/"))
            << source.path;
      }
      if (std::regex_search(line, mpi)) {
        EXPECT_TRUE(source.path.starts_with("compute/mpi/")) << source.path;
      }
      if (std::regex_search(line, interop)) {
        EXPECT_TRUE(source.path.starts_with("render/interop/") || source.path.starts_with("tests/house/")) << source.path;
      }
    }
}

TEST(House, FilesHaveAtMost400Lines) {
  for (const Source& source : sources()) EXPECT_LE(source.lines.size(), 400u) << source.path;
}

/// Characters, not bytes: text in UTF-8 has more of these.
size_t columnsOf(const std::string& line) {
  return size_t(std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

TEST(House, LinesHaveAtMost150Columns) {
  for (const Source& source : sources())
    for (size_t i = 0; i < source.lines.size(); ++i) EXPECT_LE(columnsOf(source.lines[i]), 150u) << source.path << ":" << i + 1;
}

/// Where device code has branches on what it is compiled for. Only the first two change what a launch may do; the host asks their kernels
/// (compiledFor).
const std::set<std::string> kArchitectureBranches = {"compute/cuda/cluster.cuh",            // clusters: the host asks mostInCluster()
                                                     "compute/cuda/knn/matrix_filter.cuh",  // matrix units: the host asks in knn/best.cu
                                                     "compute/cuda/warp.cuh",  // sums of a warp by one instruction or five, with the same result
                                                     "compute/cuda/tile/bucket_kernels.cuh",  // the same
                                                     "compute/cuda/tile/leaf_kernels.cuh",    // registers for more or fewer blocks
                                                     "compute/shared/host_device.h"};         // device or host

TEST(House, WhatWasCompiledDecidesWhatALaunchMayDoAndNotTheCard) {
  const std::regex capability(R"([.>](major|minor)\b)");
  for (const Source& source : sources()) {
    const bool isOfGpu = source.path.starts_with("compute/cuda/") || source.path.starts_with("compute/shared/") ||
                         source.path.starts_with("render/cuda/") || source.path.starts_with("render/interop/");
    if (!isOfGpu) continue;
    for (const std::string& line : source.lines) {
      const bool saysOnly = source.path == "compute/cuda/cuda_device.cpp";  // its description and its peak speeds
      EXPECT_TRUE(saysOnly || !std::regex_search(line, capability)) << source.path << " asks the card: " << line;
      if (line.starts_with("#if") && line.find("__CUDA_ARCH__") != std::string::npos)
        EXPECT_TRUE(kArchitectureBranches.contains(source.path)) << source.path << ": " << line;
    }
  }
}

TEST(House, EveryVersionIsInTheFileThatItsIdNames) {
  for (const Version& version : catalog()) {
    const std::string id(version.id);
    const size_t first = id.find('.'), second = id.find('.', first + 1);
    ASSERT_NE(second, std::string::npos) << id;
    const std::string stage = id.substr(0, first), backend = id.substr(first + 1, second - first - 1), file = id.substr(second + 1);
    EXPECT_EQ(stage, name(version.stage)) << id;
    EXPECT_EQ(backend, name(version.backend)) << id;
    const fs::path path = kRoot / "compute" / backend / stage / (file + (version.backend == Backend::cuda ? ".cu" : ".cpp"));
    std::ifstream text(path);
    std::string firstLine;
    EXPECT_TRUE(std::getline(text, firstLine)) << id << ": no " << path;
    EXPECT_TRUE(firstLine.starts_with("// " + id)) << path << ": a version's file opens with its id and a paragraph about it";
  }
}

TEST(House, EveryVersionSaysWhatItShowsAndWhereItIsFrom) {
  std::set<std::string_view> ids;
  for (const Version& version : catalog()) {
    EXPECT_TRUE(ids.insert(version.id).second) << version.id;
    EXPECT_FALSE(version.label.empty() || version.shows.empty() || version.source.empty()) << version.id;
    for (const ParamInfo* info : version.parameters) EXPECT_FALSE(info->help.empty() || info->label.empty()) << version.id << " " << info->id;
  }
}

}  // namespace
}  // namespace arete
