#include "app/worker/runtime_compiler.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace arete::mine {

namespace {

constexpr int kNoCompiler = 3;
/// Newest first: of CUDA 13, 12 and 11.
constexpr const char* kSonames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"};

// What arete/version.h and most kernels include; NVRTC has none of them.
constexpr const char* kHeaderNames[] = {"stdint.h", "stddef.h", "cstdint", "cstddef", "cmath", "math.h", "cuda_runtime.h", "float.h", "cfloat"};
constexpr const char* kIntegers =
    "#pragma once\ntypedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;\n"
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long uint64_t;\n"
    "#define UINT32_MAX 0xffffffffu\n#define INT32_MAX 0x7fffffff\n#define UINT64_MAX 0xfffffffffffffffful\n";
constexpr const char* kFloats =
    "#pragma once\n#undef INFINITY\n#define INFINITY __int_as_float(0x7f800000)\n"
    "#define FLT_MAX 3.402823466e+38f\n#define DBL_MAX 1.7976931348623157e+308\n";
constexpr const char* kHeaderTexts[] = {kIntegers, "#pragma once\n", kIntegers, "#pragma once\n", kFloats,
                                        kFloats,   "#pragma once\n", kFloats,   kFloats};

/// The functions of NVRTC that are used, with the types that nvrtc.h has.
struct Nvrtc {
  using Program = void*;
  int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*) = nullptr;
  int (*addName)(Program, const char*) = nullptr;
  int (*compile)(Program, int, const char* const*) = nullptr;
  int (*logSize)(Program, size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*ptxSize)(Program, size_t*) = nullptr;
  int (*ptx)(Program, char*) = nullptr;
  int (*cubinSize)(Program, size_t*) = nullptr;
  int (*cubin)(Program, char*) = nullptr;
  int (*lowered)(Program, const char*, const char**) = nullptr;
  int (*archCount)(int*) = nullptr;
  int (*archs)(int*) = nullptr;

  bool open() {
    void* library = nullptr;
    for (const char* name : kSonames)
      if (library == nullptr) library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const auto take = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(::dlsym(library, name));
      return function != nullptr;
    };
    return take(create, "nvrtcCreateProgram") && take(addName, "nvrtcAddNameExpression") && take(compile, "nvrtcCompileProgram") &&
           take(logSize, "nvrtcGetProgramLogSize") && take(log, "nvrtcGetProgramLog") && take(ptxSize, "nvrtcGetPTXSize") &&
           take(ptx, "nvrtcGetPTX") && take(cubinSize, "nvrtcGetCUBINSize") && take(cubin, "nvrtcGetCUBIN") && take(lowered, "nvrtcGetLoweredName") &&
           take(archCount, "nvrtcGetNumSupportedArchs") && take(archs, "nvrtcGetSupportedArchs");
  }
};

/// 90 of capability 9.0, of the first GPU; 0 where there is none.
int capabilityHere() {
  constexpr int kMajor = 75, kMinor = 76, kTen = 10;  // of CUdevice_attribute
  void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) return 0;
  const auto init = reinterpret_cast<int (*)(unsigned)>(::dlsym(driver, "cuInit"));
  const auto attribute = reinterpret_cast<int (*)(int*, int, int)>(::dlsym(driver, "cuDeviceGetAttribute"));
  int major = 0, minor = 0;
  const bool known =
      init != nullptr && attribute != nullptr && init(0) == 0 && attribute(&major, kMajor, 0) == 0 && attribute(&minor, kMinor, 0) == 0;
  return known ? kTen * major + minor : 0;
}

/// For the GPU that is here where NVRTC knows it, else code that the driver of any newer one translates.
std::string architectureOf(const Nvrtc& nvrtc) {
  int count = 0;
  if (nvrtc.archCount(&count) != 0 || count <= 0) return "";
  std::vector<int> known(static_cast<size_t>(count));
  if (nvrtc.archs(known.data()) != 0) return "";
  const int here = capabilityHere();
  if (std::find(known.begin(), known.end(), here) != known.end()) return "sm_" + std::to_string(here);
  return "compute_" + std::to_string(here > known.back() ? known.back() : known.front());
}

std::string contentOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool writeAll(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  return bool(out.write(text.data(), std::streamsize(text.size())).flush());
}

/// A file that includes neither is usual: nvcc knows these words by itself.
std::string withUsualWords(const std::string& file) { return "#include <stdint.h>\n#include <math.h>\n#line 1 \"" + file + "\"\n" + contentOf(file); }

int failWith(const char* what) {
  std::printf("%s\n", what);
  return 1;
}

}  // namespace

int compileForGpu(const char* source, const char* folder, std::span<char*> names) {
  Nvrtc nvrtc;
  if (!nvrtc.open()) return kNoCompiler;
  Nvrtc::Program program = nullptr;
  const std::string place = folder, text = withUsualWords(source);
  if (nvrtc.create(&program, text.c_str(), source, int(std::size(kHeaderNames)), kHeaderTexts, kHeaderNames) != 0) return failWith("NVRTC fails");
  for (const char* name : names)
    if (nvrtc.addName(program, name) != 0) return failWith("NVRTC takes no such name of a kernel");
  const std::string architecture = architectureOf(nvrtc);
  const bool isReal = architecture.starts_with("sm_");
  std::vector<std::string> options = {
      "--std=c++17",           "--fmad=false", "--device-as-default-execution-space", "--generate-line-info", "--include-path=" + place + "/include",
      "-diag-suppress=177,550"};
  if (!architecture.empty()) options.push_back("--gpu-architecture=" + architecture);
  if (isReal) options.emplace_back("--ptxas-options=-v");
  std::vector<const char*> plain;
  for (const std::string& option : options) plain.push_back(option.c_str());
  const int failed = nvrtc.compile(program, int(plain.size()), plain.data());
  size_t size = 0;
  if (nvrtc.logSize(program, &size) == 0 && size > 1) {
    std::string said(size, '\0');
    if (nvrtc.log(program, said.data()) == 0) std::fputs(said.c_str(), stdout);
  }
  if (failed != 0) return 1;
  if ((isReal ? nvrtc.cubinSize : nvrtc.ptxSize)(program, &size) != 0) return failWith("NVRTC gives no code");
  std::string image(size, '\0'), lowered;
  if ((isReal ? nvrtc.cubin : nvrtc.ptx)(program, image.data()) != 0) return failWith("NVRTC gives no code");
  for (const char* name : names) {
    const char* symbol = nullptr;
    if (nvrtc.lowered(program, name, &symbol) != 0 || symbol == nullptr) return failWith("NVRTC does not say what a kernel is called");
    lowered.append(symbol).append("\n");
  }
  return writeAll(place + "/image", image) && writeAll(place + "/lowered", lowered) ? 0 : failWith("the code cannot be written");
}

}  // namespace arete::mine
