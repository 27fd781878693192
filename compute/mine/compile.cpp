#include "compute/mine/compile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <regex>
#include <sstream>

#include "compute/files/file_error.h"
#include "compute/files/find_program.h"
#include "compute/files/scratch_folder.h"
#include "compute/mine/compile_parts.h"
#include "compute/mine/isolation.h"
#include "compute/mine/run_program.h"
#include "version_header.h"

namespace arete::mine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCannotCompile = "cannot compile the version";

/// "" where there is none.
fs::path nvcc() {
  if (fs::path found = findProgram("nvcc"); !found.empty()) return found;
  for (const char* place : {"/usr/local/cuda/bin/nvcc", "/opt/cuda/bin/nvcc"}) {
    std::error_code ignored;
    if (fs::is_regular_file(place, ignored)) return place;
  }
  return {};
}

/// Without fused multiply-add, which would change the bits.
void compileByNvcc(const CompileJob& job, Compiled& compiled) {
  runCompiler(job,
              {nvcc(), "-std=c++17", "-O3", "--fmad=false", "-lineinfo", "-arch=native", "-Xptxas=-v", "-shared",
               "-Xcompiler=-fPIC,-ffp-contract=off,-fvisibility=hidden", "-I" + (job.folder / "include").string(), job.source, "-o", job.library()},
              compiled);
}

void compileForHost(const CompileJob& job, Compiled& compiled) {
  std::vector<std::string> command = hostOptions();
  command.insert(command.end(), {"-shared", "-fvisibility=hidden", "-I" + (job.folder / "include").string(), job.source, "-o", job.library()});
  runCompiler(job, std::move(command), compiled);
}

void writeHeader(const fs::path& folder) {
  fs::create_directories(folder / "include/arete");
  std::ofstream(folder / "include/arete/version.h") << version_header::text("version.h");
}

/// A copy without a name, which nobody can change any more.
Descriptor inMemory(const fs::path& library) {
  const Descriptor from(::open(library.c_str(), O_RDONLY | O_CLOEXEC));
  Descriptor to(::memfd_create("version", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  struct stat about {};
  if (from.get() < 0 || to.get() < 0 || ::fstat(from.get(), &about) != 0) failFile("cannot read", library, errno);
  for (off_t done = 0; done < about.st_size;)
    if (::sendfile(to.get(), from.get(), &done, size_t(about.st_size - done)) <= 0) failFile("cannot read", library, errno);
  ::fcntl(to.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  return to;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

/// nvcc's lines about kernels, and all others.
void divide(const std::string& output, std::string& figures, std::string& messages) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const bool isFigure = line.starts_with("ptxas info") || line.find("bytes stack frame") != line.npos;
    if (line.find("-arch=native") == line.npos) (isFigure ? figures : messages) += line + '\n';
  }
}

/// The first line of the compiler that says error: "mine.cpp:12:3: error: …", or nvcc's "mine.cu(12): error: …".
[[noreturn]] void failAt(const std::string& file, const std::string& messages, int status) {
  static const std::regex told("^(.+?[:(]\\d+(?::\\d+)?)\\)?:? (?:fatal )?error:? ?(?:#[^:]*: )?(.+)$");
  std::istringstream lines(messages);
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, match, told)) throw CompilerFailed(replaced(match[1], "(", ":"), std::string(match[2]), messages, status);
  const std::string first = messages.substr(0, messages.find('\n'));
  throw CompilerFailed(file, first.empty() ? "the compiler failed without a message" : first, messages, status);
}

void checkSource(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) failFile("cannot open", file, error ? error.value() : ENOENT);
  if (!fs::is_regular_file(file, error))
    throw Error(ErrorKind::wrongUse, kCannotCompile, file.string(), "it is not a regular file", "give a source file");
  for (const char* ending : {".cpp", ".cc", ".cxx", ".cu"})
    if (file.extension() == ending) return;
  throw Error(ErrorKind::wrongUse, kCannotCompile, file.string(), "its name ends neither in .cpp nor in .cu", "give a source file");
}

}  // namespace

fs::path hostCompiler() {
  for (const char* name : {"g++", "clang++"})
    if (fs::path found = findProgram(name); !found.empty()) return found;
  throw Error(ErrorKind::wrongUse, kCannotCompile, "g++", "there is neither g++ nor clang++ in the folders of PATH",
              "install one (Debian: apt install g++)");
}

std::vector<std::string> hostOptions() {
  const fs::path compiler = hostCompiler();
  std::vector<std::string> command = {compiler, "-std=c++20",           "-O3",     "-march=native", "-ffp-contract=off", "-fPIC",
                                      "-Wall",  "-Wno-unknown-pragmas", "-pthread"};
  if (compiler.filename() == "g++") command.insert(command.begin() + 1, "-fopenmp");
  return command;
}

void runCompiler(const CompileJob& job, std::vector<std::string> command, Compiled& compiled) {
  if (compiled.compiler.empty()) compiled.compiler = command.front();
  const bool isIsolated = command.front().ends_with("/bwrap");
  if (job.wish.isolate && !isIsolated)
    command = isolated(std::move(command), {.readable = {job.source}, .writable = job.folder, .usesDevice = compiled.isCuda});
  const auto start = std::chrono::steady_clock::now();
  const ProgramRun run = runProgram(command, job.folder, job.wish.limit, job.stop);
  compiled.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (run.isLate)
    throw Error(ErrorKind::badInput, kCannotCompile, job.file.string(), "the compiler did not end within its time limit", "make the file simpler");
  divide(replaced(run.output, job.source.string(), job.file.string()), compiled.figures, compiled.messages);
  if (run.status != 0) failAt(job.file.string(), compiled.messages, run.status);
}

Compiled compileVersion(const fs::path& file, const CompileWish& wish, const std::stop_token& stop) {
  checkSource(file);
  Compiled compiled;
  compiled.isCuda = file.extension() == ".cu";
  const ScratchFolder folder("arete-version");
  writeHeader(folder.path());
  const CompileJob job{file, fs::canonical(file), folder.path(), wish, stop};
  if (!compiled.isCuda) compileForHost(job, compiled);
  else if (wish.nvrtc || nvcc().empty()) compileByNvrtc(job, compiled);
  else compileByNvcc(job, compiled);
  compiled.library = inMemory(job.library());
  return compiled;
}

}  // namespace arete::mine
