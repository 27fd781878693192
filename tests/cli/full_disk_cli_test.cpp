// A disk that is full is named as such by every command that writes: the file, the system's words, what to do; and nothing is left behind.
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "tests/cli/run_cli.h"

namespace arete::test {

namespace {

/// The folder "disk" on a disk of its own of 64 KiB, with an old file in it and no byte left.
struct FullDiskCli : CliTest {
  bool mounted = false;

  void SetUp() override {
    std::filesystem::create_directory(path("disk"));
    mounted = ::mount("tmpfs", path("disk").c_str(), "tmpfs", 0, "size=64k,nr_inodes=8") == 0;
    if (!mounted) GTEST_SKIP() << "no small disk can be mounted here: " << std::strerror(errno);
    write("disk/old", "old");
    std::ofstream filler(path("disk/filler"), std::ios::binary);
    for (size_t i = 0; i <= 64 && filler; ++i) filler << std::string(1024, 'x') << std::flush;
    ASSERT_FALSE(filler) << "the disk took more than it has";
  }
  void TearDown() override {
    if (mounted) ::umount(path("disk").c_str());
  }

  /// `arguments` write `file` on the disk.
  void expectRefusal(const std::vector<std::string>& arguments, const std::string& file) const {
    const CliResult result = runCli(arguments);
    EXPECT_EQ(result.code, 1) << arguments[0] << ' ' << file << ": " << result.err;
    EXPECT_NE(result.err.find(path("disk")), std::string::npos) << arguments[0] << ' ' << file << ": " << result.err;
    EXPECT_NE(result.err.find("No space left on device"), std::string::npos) << arguments[0] << ' ' << file << ": " << result.err;
    EXPECT_NE(result.err.find("hint: free some space, or write to another disk"), std::string::npos)
        << arguments[0] << ' ' << file << ": " << result.err;
    std::vector<std::string> left;
    for (const auto& entry : std::filesystem::directory_iterator(path("disk"))) left.push_back(entry.path().filename());
    EXPECT_EQ(left.size(), 2u) << arguments[0] << ' ' << file << " left something";
    EXPECT_EQ(read("disk/old"), "old");
  }
};

}  // namespace

TEST_F(FullDiskCli, EveryCommandThatWritesNamesIt) {
  const std::string cloud = spiral(2000, 3), curve = path("curve.ply");
  ASSERT_EQ(runCli({"detect", cloud, "--r1", kSpiralR1, "-o", curve}).code, 0);
  const std::vector<std::string> detect = {"detect", cloud, "--r1", kSpiralR1},
                                 race = {"race", cloud, "--r1", kSpiralR1, "--vary", "threads=1,2", "--repeat", "1"};
  const std::vector<std::string> sweep = {"sweep", cloud, "--steps", "3"}, knn = {"knn", cloud, "-k", "20"}, project = {"project", cloud, curve};
  const std::vector<std::string> render = {"render", cloud, "--picture-size", "64x64"};
  const std::tuple<std::vector<std::string>, std::string, std::string> writers[] = {
      {{"generate", "spiral", "--points", "20000"}, "-o", "a.ply"},
      {{"convert", cloud}, "-o", "a.las"},
      {detect, "-o", "a.geojson"},
      {detect, "-o", "a.gpkg"},
      {detect, "--chosen", "a.npy"},
      {detect, "--report", "a.json"},
      {detect, "--assignment", "a.npy"},
      {detect, "--session", "a.arete"},
      {knn, "-o", "a.npy"},
      {project, "-o", "a.ply"},
      {project, "--profile", "a.csv"},
      {project, "--plot", "a.svg"},
      {sweep, "-o", "a.csv"},
      {sweep, "--plot", "a.svg"},
      {race, "-o", "a.json"},
      {race, "--plot", "a.svg"},
      {race, "--page", "a.html"},
      {{"experiment", "fig-4.16", "--scale", "0.01", "--repeat", "1"}, "-o", ""},
      {render, "-o", "a.png"},
      {render, "-o", "a.svg"},
  };
  for (const auto& [arguments, flag, file] : writers) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {flag, path("disk/" + file)});
    expectRefusal(all, flag + ' ' + file);
  }
  for (const char* const flag : {"--frames", "--mp4"}) {
    if (std::string(flag) == "--mp4" && std::system("ffmpeg -version >/dev/null 2>&1") != 0) continue;
    std::vector<std::string> all = render;
    all.insert(all.end(), {"--animation", "turn", "--seconds", "1", flag, path("disk/a.mp4")});
    expectRefusal(all, flag);
  }
}

TEST_F(FullDiskCli, StandardOutputIsNoException) {
  const auto said = [&](const std::string& arguments) {
    EXPECT_NE(std::system(("'" ARETE_CLI "' " + arguments + " >/dev/full 2>'" + path("err") + "'").c_str()), 0);
    return read("err");
  };
  for (const std::string arguments : {"versions", "--version", "completion bash"}) {
    EXPECT_NE(said(arguments).find("standard output: No space left on device\n  hint: free some space"), std::string::npos) << read("err");
  }
}

}  // namespace arete::test
