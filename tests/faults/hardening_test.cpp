// How the built programs and libraries are hardened against memory errors, read from the files themselves.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
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

INSTANTIATE_TEST_SUITE_P(Programs, Hardening, testing::ValuesIn(programs()), [](const auto& info) {
  const std::string name = info.param.substr(info.param.rfind('/') + 1);
  return std::regex_replace(name, std::regex("[^a-z]"), "_");
});

}  // namespace
}  // namespace arete
