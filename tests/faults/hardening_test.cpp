// How the built programs and libraries are hardened against memory errors, read from the files themselves. Where they look for libraries:
// run_paths.py.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>

namespace arete {
namespace {

std::string outputOf(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> piece;
  for (size_t got; (got = fread(piece.data(), 1, piece.size(), pipe.get())) > 0;) text.append(piece.data(), got);
  return text;
}

bool has(const std::string& text, const std::string& pattern) { return std::regex_search(text, std::regex(pattern)); }

class Hardening : public testing::TestWithParam<std::string> {
 protected:
  static std::string elf(const std::string& what) { return outputOf("LC_ALL=C readelf --wide " + what + " '" + GetParam() + "'"); }
};

TEST_P(Hardening, LoadsAnywhereAndLeavesNothingToOverwriteThatSaysWhereToJump) {
  EXPECT_TRUE(has(elf("--file-header"), "Type: +DYN"));
  EXPECT_TRUE(has(elf("--program-headers"), "GNU_RELRO"));
  EXPECT_TRUE(has(elf("--dynamic"), "FLAGS.*NOW"));
}

TEST_P(Hardening, RunsNothingOnTheStack) {
  const std::string headers = elf("--program-headers");
  EXPECT_TRUE(has(headers, "GNU_STACK .* RW "));
  EXPECT_FALSE(has(headers, "LOAD .* RWE "));
}

TEST_P(Hardening, NoticesAnOverwrittenStackAndCopiesThatDoNotFit) {
  const std::string imported = elf("--dyn-syms");
  EXPECT_TRUE(has(imported, "UND __stack_chk_fail@"));
  if (std::string(ARETE_BUILD_TYPE) == "Debug") GTEST_SKIP() << "fortified functions need the optimiser";
  if (GetParam().find("libarete.so") != std::string::npos) GTEST_SKIP() << "it is too thin to call functions that have a fortified form";
  EXPECT_TRUE(has(imported, "UND __[a-z]+_chk@"));
}

/// A function of ours that is sure to be there and to be seen by its name.
std::string functionIn(const std::string& file) {
  if (file.find("/_arete.") != std::string::npos) return "PyInit__arete";
  if (file.find("libarete-engine") != std::string::npos) return "_ZN5arete8checkJobERKNS_3JobE";
  return file.find("libarete.so") != std::string::npos ? "_ZN5arete7compute5ErrorD1Ev" : "_ZN5arete11guardedMainERKSt8functionIFivEE";
}

TEST_P(Hardening, MarksWhereIndirectCallsMayGo) {
#if defined(__x86_64__)
  const std::string name = functionIn(GetParam());
  const std::string code = outputOf("LC_ALL=C objdump --disassemble=" + name + " --no-show-raw-insn '" + GetParam() + "'");
  EXPECT_TRUE(has(code, "<" + name + "[^>]*>:\\n[^\\n]*endbr64")) << code.substr(0, 400);
#else
  GTEST_SKIP() << "control-flow protection is that of x86";
#endif
}

std::vector<std::string> programs() {
  std::istringstream list(ARETE_PROGRAMS);
  return {std::istream_iterator<std::string>(list), {}};
}

/// The calls of the compiler for what is shipped: output file and command.
std::vector<std::pair<std::string, std::string>> calls() {
  std::ifstream file(ARETE_BUILD_DIR "/compile_commands.json");
  std::vector<std::pair<std::string, std::string>> calls;
  if (!file) return calls;
  for (const nlohmann::json& call : nlohmann::json::parse(file)) {
    const std::string command = call["command"];
    const size_t begin = command.find(" -o ") + 4;
    const std::string output = command.substr(begin, command.find(' ', begin) - begin);
    if (has(output, "(^|/)CMakeFiles/arete.*\\.o$")) calls.emplace_back(ARETE_BUILD_DIR "/" + output, command);
  }
  return calls;
}

TEST(HardenedCompiler, IsAskedForAllOfItInEverySource) {
  const auto all = calls();
  if (all.empty()) GTEST_SKIP() << "this build has no compile_commands.json";
  std::vector<std::string> asked = {"-fstack-protector-strong", "-fstack-clash-protection"};
  if (std::string(ARETE_BUILD_TYPE) != "Debug") asked.push_back("-D_FORTIFY_SOURCE=3");
#if defined(__x86_64__)
  asked.push_back("-fcf-protection=full");
#endif
  for (const auto& [output, command] : all)
    for (const std::string& flag : asked) EXPECT_NE(command.find(flag), std::string::npos) << output << " without " << flag;
}

/// Linked files are marked only where all that is linked is, and the C library's own start files are not.
TEST(HardenedObjects, AreMarkedForControlFlowProtection) {
#if defined(__x86_64__)
  size_t seen = 0;
  for (const auto& [output, command] : calls()) {
    if (!std::filesystem::exists(output)) continue;  // of a target that was not asked for
    const std::string notes = outputOf("LC_ALL=C readelf --wide --notes '" + output + "'");
    EXPECT_TRUE(has(notes, "x86 feature: IBT, SHSTK")) << output;
    ++seen;
  }
  if (seen == 0) GTEST_SKIP() << "this build has no compile_commands.json";
#else
  GTEST_SKIP() << "control-flow protection is that of x86";
#endif
}

INSTANTIATE_TEST_SUITE_P(Programs, Hardening, testing::ValuesIn(programs()), [](const auto& info) {
  const std::string name = info.param.substr(info.param.rfind('/') + 1);
  return std::regex_replace(name, std::regex("[^a-z]"), "_");
});

}  // namespace
}  // namespace arete
