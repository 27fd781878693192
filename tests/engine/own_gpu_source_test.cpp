// A .cu file without nvcc: the host's part of its text, the kernels that this part uses, and how they are launched.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>

#include "compute/core/error.h"
#include "compute/files/scratch_folder.h"
#include "compute/mine/compile.h"
#include "compute/mine/gpu_source.h"
#include "library/include/arete/version.h"

namespace arete::test {
namespace {

namespace fs = std::filesystem;

TEST(OwnGpuSource, AKernelBecomesAStubAndALaunchACallOnTheSameLine) {
  const std::string source = R"(// a <<< b in a comment
static __global__ void __launch_bounds__(256) look(const float* __restrict__ points, unsigned n = 3) {
  if (n > 2) __syncthreads();
}
template <int D, class T>
__device__ T half(T value) { return __shfl_sync(value, D); }
__host__ __device__ int both(int a) { return a + 1; }
const char* text = "<<<";
void run(unsigned n, cudaStream_t stream) {
  if (n > 0) look<<<(n + 255) / 256, 256, 0, stream>>>(nullptr, n);
  else deep::kernel<3, Pair<int>> <<<1, 2>>>();
}
)";
  const mine::HostSource host = mine::hostSourceOf(source, "mine.cu");
  EXPECT_EQ(host.kernels, std::vector<std::string>{"look"});
  EXPECT_EQ(std::ranges::count(host.text, '\n'), std::ranges::count(source, '\n'));
  for (const char* gone : {"__syncthreads", "__shfl_sync", "static __global__", "256, 0, stream>>>"})
    EXPECT_EQ(host.text.find(gone), host.text.npos) << gone << '\n' << host.text;
  for (const char* there : {"// a <<< b in a comment", "text = \"<<<\"", "return a + 1;", "__device__ T half(T value) ;", "&points))", "&n))",
                            "if (n > 0) ::arete_gpu::configure((n + 255) / 256, 256, 0, stream), look(nullptr, n);",
                            "else ::arete_gpu::configure(1, 2), deep::kernel<3, Pair<int>> ();"})
    EXPECT_NE(host.text.find(there), host.text.npos) << there << '\n' << host.text;
}

TEST(OwnGpuSource, ALaunchWithoutAnEndIsToldWithItsLine) {
  try {
    mine::hostSourceOf("void run() {\n  look<<<1, 2;\n}\n", "mine.cu");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "mine.cu:2");
  }
}

struct FakeLaunch {
  char kernel[200];
  unsigned blocks, threads;
  uint32_t n;
  char image[64];
};

/// A driver that writes down the last launch.
constexpr const char* kFakeDriver = R"(#include <string.h>
struct Launch { char kernel[200]; unsigned blocks, threads; unsigned n; char image[64]; };
static Launch last;
extern "C" {
int cuModuleLoadData(void** module, const void* image) { *module = nullptr; memcpy(last.image, image, sizeof last.image); return 0; }
int cuModuleGetFunction(void** function, void*, const char* name) { *function = const_cast<char*>(name); return 0; }
int cuLaunchKernel(void* function, unsigned x, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned, void*, void** arguments, void**) {
  strncpy(last.kernel, static_cast<const char*>(function), sizeof last.kernel - 1);
  last.blocks = x, last.threads = threads;
  memcpy(&last.n, static_cast<const char*>(arguments[0]) + 3 * sizeof(void*), sizeof last.n);
  return 0;
}
const Launch* fakeLaunch() { return &last; }
}
)";

class OwnGpuLaunch : public testing::Test {
 protected:
  /// Null where NVRTC is missing.
  void* compiled(const char* example) {
    try {
      const mine::Compiled compiled = mine::compileVersion(fs::path(ARETE_SOURCE_DIR) / "examples/versions" / example, {.nvrtc = true}, {});
      return ::dlopen(("/proc/self/fd/" + std::to_string(compiled.library.get())).c_str(), RTLD_NOW | RTLD_LOCAL);
    } catch (const mine::CompileError& error) {
      ADD_FAILURE() << error.messages();
    } catch (const Error& error) {
      missing_ = error.what();
    }
    return nullptr;
  }
  const FakeLaunch& fake() {
    std::ofstream(folder_.path() / "fake.cpp") << kFakeDriver;
    const std::string library = folder_.path() / "libcuda.so.1";
    const std::string command = "g++ -shared -fPIC -Wl,-soname,libcuda.so.1 -o '" + library + "' '" + (folder_.path() / "fake.cpp").string() + "'";
    if (std::system(command.c_str()) != 0) ADD_FAILURE() << command;
    void* const driver = ::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    return *reinterpret_cast<const FakeLaunch* (*)()>(::dlsym(driver, "fakeLaunch"))();
  }
  const ScratchFolder folder_{"arete-fake-driver"};
  std::string missing_;
};

TEST_F(OwnGpuLaunch, WithoutNvccTheDriverGetsTheKernelOfTheTasksTypeWithItsShape) {
  if (::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL) != nullptr) GTEST_SKIP() << "there is a driver of NVIDIA";
  void* const library = compiled("evolve_registers.cu");
  if (library == nullptr) GTEST_SKIP() << missing_;
  const FakeLaunch& launch = fake();
  const auto* const version = static_cast<const AreteVersion*>(::dlsym(library, "arete_version_evolve_cuda"));
  ASSERT_NE(version, nullptr);
  AreteEvolve<float> task{};
  task.n = 1000, task.m = 7, task.d = 3;
  version->floats(&task);
  EXPECT_STREQ(launch.kernel, "_Z11lookAtTilesILi3EfEv11AreteEvolveIT0_E");
  EXPECT_EQ(launch.blocks, 4u);
  EXPECT_EQ(launch.threads, 256u);
  EXPECT_EQ(launch.n, 1000u);
  EXPECT_NE(std::string_view(launch.image, sizeof launch.image).find("Generated by NVIDIA NVVM Compiler"), std::string_view::npos);
  AreteEvolve<double> doubles{};
  doubles.n = 257, doubles.d = 16;
  version->doubles(&doubles);
  EXPECT_STREQ(launch.kernel, "_Z11lookAtTilesILi16EdEv11AreteEvolveIT0_E");
  EXPECT_EQ(launch.blocks, 2u);
}

}  // namespace
}  // namespace arete::test
