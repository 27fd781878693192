// A .cu file without nvcc: the host's compiler takes one part, NVRTC the kernels that this part uses, and both become one library.
#include <fstream>
#include <iterator>

#include "compute/core/error.h"
#include "compute/files/file_error.h"
#include "compute/mine/compile_parts.h"
#include "compute/mine/gpu_source.h"
#include "compute/mine/isolation.h"
#include "compute/mine/run_program.h"
#include "compute/mine/worker_process.h"

namespace arete::mine {

namespace fs = std::filesystem;

namespace {

std::string textOfFile(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeText(const fs::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary);
  if (!out.write(text.data(), std::streamsize(text.size())).flush()) failFile("cannot write", file, errno);
}

std::string quotedName(const fs::path& file) {
  std::string text;
  for (const char c : file.string()) text += (c == '"' || c == '\\' ? std::string("\\") : std::string()) + c;
  return '"' + text + '"';
}

/// The kernels' code between two symbols, and what each kernel is called in it.
std::string imageSource(const std::vector<KernelSymbol>& kernels, const std::string& lowered) {
  std::string text =
      "asm(\".section .rodata\\n.globl arete_gpu_image\\n.balign 64\\narete_gpu_image:\\n.incbin \\\"image\\\"\\n.byte 0\\n.previous\");\n"
      "extern \"C\" {\n__attribute__((visibility(\"default\"))) extern const char* const arete_gpu_kernels[];\n"
      "const char* const arete_gpu_kernels[] = {";
  size_t at = 0;
  for (const KernelSymbol& kernel : kernels) {
    const size_t end = lowered.find('\n', at);
    text += '"' + kernel.symbol + "\", \"" + lowered.substr(at, end - at) + "\", ";
    at = end + 1;
  }
  return text + "nullptr};\n}\n";
}

/// A process of its own does it, which sees no more than a compiler.
void compileKernels(const CompileJob& job, const std::vector<KernelSymbol>& kernels, Compiled& compiled) {
  constexpr int kNoCompiler = 3;
  const fs::path program = workerProgram();
  std::vector<std::string> command = {program, "nvrtc", job.source, job.folder};
  for (const KernelSymbol& kernel : kernels) command.push_back(kernel.name);
  if (job.wish.isolate)
    command = isolated(std::move(command), {.readable = {job.source, program.parent_path()}, .writable = job.folder, .usesDevice = true});
  try {
    runCompiler(job, std::move(command), compiled);
  } catch (const CompilerFailed& failed) {
    if (failed.status != kNoCompiler) throw;
    throw Error(ErrorKind::wrongUse, "cannot compile the version", "nvcc", "there is neither nvcc nor NVRTC (libnvrtc.so) on this machine",
                "install the CUDA Toolkit (Debian: apt install nvidia-cuda-toolkit), or write a .cpp");
  }
}

}  // namespace

void compileByNvrtc(const CompileJob& job, Compiled& compiled) {
  const HostSource host = hostSourceOf(textOfFile(job.source), job.file.string());
  writeText(job.folder / "include/arete_gpu.h", hostPrelude());
  writeText(job.folder / "include/cuda_runtime.h", "#pragma once\n");
  writeText(job.folder / "host.cpp", "#line 1 " + quotedName(job.source) + "\n" + host.text);
  std::vector<std::string> command = hostOptions();
  command.insert(command.end(), {"-fvisibility=default", "-include", job.folder / "include/arete_gpu.h", "-I" + (job.folder / "include").string(),
                                 "-c", job.folder / "host.cpp", "-o", job.folder / "host.o"});
  runCompiler(job, std::move(command), compiled);
  const std::vector<KernelSymbol> kernels = kernelsIn(textOfFile(job.folder / "host.o"), host.kernels);
  if (kernels.empty()) throw CompileError(job.file.string(), "no kernel of it is launched", "");
  compileKernels(job, kernels, compiled);
  writeText(job.folder / "image.cpp", imageSource(kernels, textOfFile(job.folder / "lowered")));
  command = hostOptions();
  command.insert(command.end(), {"-shared", job.folder / "host.o", job.folder / "image.cpp", "-ldl", "-o", job.library()});
  runCompiler(job, std::move(command), compiled);
  compiled.compiler = "NVRTC and " + hostCompiler().filename().string();
}

}  // namespace arete::mine
