// Runs the built arete-cli as a user would: its own process, arguments, pipes.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace arete::test {

struct CliResult {
  int code = -1;  ///< exit code; 128 + signal when a signal ended it
  std::string out, err;
  long peakMemory_kB = 0;  ///< most resident memory
  double toEnd_ms = 0;     ///< from the signal that was sent to the end

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Waits for the end. With `interruptAfter_ms` it is sent the signal then, and with `again_ms` once more after that time.
CliResult runCli(const std::vector<std::string>& arguments, int interruptAfter_ms = 0, int interruptBy = SIGINT, int again_ms = 0);
/// The same with standard error on a terminal, of that width where one is given.
CliResult runCliOnTerminal(const std::vector<std::string>& arguments, int interruptAfter_ms = 0, unsigned short columns = 0);

/// The hash in the summary of a detection; "" without one.
std::string hashIn(const std::string& summary);

/// A test with an empty folder of its own.
class CliTest : public testing::Test {
 protected:
  CliTest();
  ~CliTest() override;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }
  /// Names of the files in the folder, sorted.
  std::vector<std::string> files() const;
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  /// Makes a small spiral of `points` and returns its path.
  std::string spiral(int points = 3000, int dimension = 2) const;

 private:
  std::filesystem::path folder_;
};

/// R1 for spiral(): twice its noise.
inline const std::string kSpiralR1 = "8.34";

}  // namespace arete::test
