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
#include "tests/support/stage_folder.h"

namespace arete {
namespace {

using house::kRoot;
using house::Source;
using house::sources;
namespace fs = std::filesystem;

/// The folders of the house, each with those that it may include besides itself: only such as stand before it. A prefix of a path; the longest that
/// fits counts.
using Prefixes = std::vector<std::string>;
const std::vector<std::pair<std::string, Prefixes>> kMayInclude = {
    {"compute/text/", {}},
    {"compute/core/", {"compute/text/"}},
    {"compute/files/", {"compute/text/", "compute/core/"}},
    {"compute/gpu/", {"compute/text/", "compute/core/"}},
    {"compute/crs/", {"compute/text/", "compute/core/"}},
    {"compute/filter/", {"compute/text/", "compute/core/"}},
    {"compute/edit/", {"compute/text/", "compute/core/"}},
    {"compute/generate/", {"compute/text/", "compute/core/"}},
    {"compute/measures/", {"compute/text/", "compute/core/"}},
    {"compute/wires/", {"compute/text/", "compute/core/", "compute/measures/"}},
    {"compute/neighbours/", {"compute/text/", "compute/core/", "compute/files/", "compute/gpu/"}},
    {"compute/tiles/", {"compute/text/", "compute/core/", "compute/gpu/"}},
    {"compute/chains/", {"compute/text/", "compute/core/", "compute/files/", "compute/gpu/"}},
    {"compute/network/", {"compute/text/", "compute/core/", "compute/files/", "compute/gpu/", "compute/measures/", "compute/neighbours/"}},
    {"compute/catalog/",
     {"compute/text/", "compute/core/", "compute/gpu/measured_kernels.h", "compute/neighbours/", "compute/tiles/", "compute/chains/",
      "compute/network/"}},
    {"compute/engine/",
     {"compute/text/", "compute/core/", "compute/filter/", "compute/edit/", "compute/measures/", "compute/neighbours/", "compute/tiles/",
      "compute/chains/", "compute/network/", "compute/catalog/"}},
    {"compute/io/",
     {"compute/text/", "compute/core/", "compute/files/", "compute/crs/", "compute/filter/", "compute/edit/", "compute/wires/",
      "compute/engine/checkpoint.h", "compute/engine/frame.h", "compute/engine/job.h", "compute/measures/bodies/"}},
    {"compute/check/",
     {"compute/text/", "compute/core/", "compute/generate/", "compute/neighbours/", "compute/tiles/", "compute/chains/", "compute/network/",
      "compute/catalog/"}},
    {"compute/mine/",
     {"compute/text/", "compute/core/", "compute/files/", "compute/generate/", "compute/neighbours/", "compute/chains/", "compute/catalog/",
      "compute/check/"}},
    {"compute/experiments/",
     {"compute/text/", "compute/core/", "compute/files/", "compute/gpu/measured_kernels.h", "compute/generate/", "compute/measures/",
      "compute/neighbours/", "compute/tiles/", "compute/chains/", "compute/network/", "compute/catalog/", "compute/engine/", "compute/mine/"}},
    {"compute/ondisk/",
     {"compute/text/", "compute/core/", "compute/files/", "compute/chains/", "compute/network/", "compute/engine/", "compute/io/"}},
    {"compute/ranks/",
     {"compute/text/", "compute/core/", "compute/files/", "compute/crs/", "compute/filter/", "compute/chains/", "compute/engine/", "compute/io/"}},
    {"compute/mpi/", {"compute/text/", "compute/core/", "compute/chains/"}},
    {"render/cuda/",
     {"compute/core/", "compute/gpu/buffer.h", "compute/gpu/check.h", "compute/gpu/launch_shapes.h", "compute/gpu/warp.cuh", "compute/gpu/watch.h",
      "render/"}},
    {"render/interop/", {"compute/core/", "compute/gpu/check.h", "compute/gpu/watch.h", "render/"}},
    {"render/",
     {"compute/text/", "compute/core/", "compute/engine/curve_explanation.h", "compute/engine/frame.h", "compute/engine/links.h",
      "compute/engine/network_state.h", "render/cuda/", "render/interop/"}},
    {"ui/", {"compute/", "render/"}},
    {"app/offscreen/", {"compute/", "render/"}},
    {"app/cli/", {"compute/", "app/guarded_main.h", "app/offscreen/", "render/points_benchmark.h"}},
    {"app/mpi/", {"compute/", "app/cli/", "app/guarded_main.h"}},
    {"app/worker/", {"compute/mine/protocol.h"}},
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

const Prefixes& mayInclude(const std::string& part) { return std::ranges::find(kMayInclude, part, &std::pair<std::string, Prefixes>::first)->second; }

/// Who may include CUDA is seen by the name: sources of nvcc, the folder of its vocabulary, and what draws with it. So these, and nothing else, are
/// left out of a build without nvcc.
bool mayUseCuda(const std::string& path) {
  return path.ends_with(".cu") || path.ends_with(".cuh") || path.starts_with("compute/gpu/") || path.starts_with("render/cuda/") ||
         path.starts_with("render/interop/");
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
      for (const std::string& prefix : mayInclude(part)) allowed = allowed || target.starts_with(prefix);
      EXPECT_TRUE(allowed) << source.path << " includes " << target;
    }
  }
}

/// "compute/io" for compute/io/read/ply.cpp, "render" for everything below render: folders within these are theirs alone. Chains and networks have
/// rooms of their own, as compute/network/look. Contracts, rules and rows of stages are the lowest room, and the highest of chains are their parts:
/// versions that compute in parts are theirs, whatever their stage, and the tables that name these.
std::string folderOf(const std::string& path) {
  static const std::regex contract("^(compute/(?:chains|network))/\\w+/(?:contract|rules|stage|\\w+_rule)\\.h$"),
      room("^(compute/(?:chains|network)/\\w+)/");
  static const std::regex part("^compute/chains/\\w+/(parts|versions)\\.\\w+$");
  std::smatch match;
  if (std::regex_search(path, match, contract)) return match[1].str() + "/rules";
  if (std::regex_search(path, part)) return "compute/chains/parts";
  if (std::regex_search(path, match, room)) return match[1];
  const size_t first = path.find('/'), second = path.find('/', first + 1);
  const bool hasParts = path.starts_with("compute/") || path.starts_with("app/");
  return path.substr(0, hasParts ? second : first);
}

TEST(House, NoFolderOfTheEngineMayIncludeOneThatStandsBehindIt) {
  std::set<std::string> before;
  for (const auto& [folder, targets] : kMayInclude) {
    for (const std::string& target : targets)
      if (folder.starts_with("compute/")) EXPECT_TRUE(before.contains(partOf(target))) << folder << " may include " << target;
    before.insert(folder);
  }
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

TEST(House, OnlyFilesThatSayItByTheirNamesIncludeCuda) {
  const std::regex cuda("^\\s*#include <(cuda|cub/|thrust/|cooperative_groups|mma\\.h)");
  std::map<std::string, std::vector<std::string>> includes;
  std::set<std::string> ofCuda;  // by itself, then by what it includes
  for (const Source& source : sources()) {
    if (source.path.ends_with(".cuh")) ofCuda.insert(source.path);
    for (const std::string& line : source.lines)
      if (line.starts_with("#include <") && std::regex_search(line, cuda)) ofCuda.insert(source.path);
    includes[source.path] = includesOf(source);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [path, targets] : includes)
      if (std::ranges::any_of(targets, [&](const std::string& target) { return ofCuda.contains(target); })) changed |= ofCuda.insert(path).second;
  }
  ASSERT_GT(ofCuda.size(), 100u);
  for (const std::string& path : ofCuda) EXPECT_TRUE(mayUseCuda(path) || path.starts_with("tests/")) << path << " includes CUDA, or what does";
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
  for (const Source& source : sources())
    if (source.path != "ui/error_texts.h") EXPECT_LE(source.lines.size(), 400u) << source.path;  // a table that a script makes
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
const std::set<std::string> kArchitectureBranches = {"compute/gpu/cluster.cuh",                   // clusters: the host asks mostInCluster()
                                                     "compute/neighbours/knn/matrix_filter.cuh",  // matrix units: the host asks in knn/best.cu
                                                     "compute/gpu/warp.cuh",  // sums of a warp by one instruction or five, with the same result
                                                     "compute/tiles/bucket_kernels.cuh",  // the same
                                                     "compute/tiles/leaf_kernels.cuh",    // registers for more or fewer blocks
                                                     "compute/core/host_device.h"};       // device or host

TEST(House, WhatWasCompiledDecidesWhatALaunchMayDoAndNotTheCard) {
  const std::regex capability(R"([.>](major|minor)\b)");
  for (const Source& source : sources()) {
    const bool isOfGpu =
        mayUseCuda(source.path) || std::ranges::any_of(source.lines, [](const std::string& line) { return line.find("ARETE_HD") < line.size(); });
    if (!isOfGpu) continue;
    for (const std::string& line : source.lines) {
      const bool saysOnly = source.path == "compute/gpu/cuda_device.cpp";  // its description and its peak speeds
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
    const fs::path path = house::folderOf(version.stage) / (file + (version.backend == Backend::cuda ? ".cu" : ".cpp"));
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
