// arete-version-worker: runs a user's version in a process of its own. Started by the program (compute/mine/worker_process.h), never by hand. It
// links nothing of the engine, so nothing of it can be harmed.
#include <arete/version.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "app/worker/arrays.h"
#include "app/worker/device.h"
#include "app/worker/last_words.h"
#include "app/worker/limits.h"
#include "app/worker/runtime_compiler.h"

namespace arete::mine {

namespace {

Control* control = nullptr;

template <size_t room>
void copyText(char (&to)[room], const char* from) {
  std::snprintf(to, room, "%s", from == nullptr ? "" : from);
}

[[noreturn]] void refuse(const std::string& reason) {
  copyText(control->reason, reason.c_str());
  control->phase = Phase::refused;
  ::_exit(1);
}

void takePhase(Phase phase) { __atomic_store_n(&control->phase, phase, __ATOMIC_SEQ_CST); }

/// Where a file declares a version, and which functions are to be called.
struct Found {
  const AreteVersion* version = nullptr;
  TeachingStage stage{};
  bool isCuda = false;
};

void declareParameters(void* library) {
  const auto* const given = static_cast<const AreteParameters*>(::dlsym(library, "arete_version_parameters"));
  if (given == nullptr) return;
  if (given->count > kMostParameters) refuse("it declares more than " + std::to_string(kMostParameters) + " parameters");
  control->parameterCount = given->count;
  for (uint32_t i = 0; i < given->count; ++i) {
    DeclaredParameter& declared = control->declared[i];
    copyText(declared.name, given->list[i].name);
    copyText(declared.help, given->list[i].help);
    declared.least = given->list[i].least, declared.most = given->list[i].most, declared.usual = given->list[i].usual;
  }
}

Found open() {
  void* const library = ::dlopen(("/proc/self/fd/" + std::to_string(kLibraryDescriptor)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(::dlerror());
  Found found;
  uint32_t count = 0;
  for (size_t stage = 0; stage < kTeachingStages; ++stage)
    for (const bool isCuda : {false, true}) {
      const std::string name = std::string("arete_version_") + kTeachingNames[stage] + (isCuda ? "_cuda" : "_cpu");
      const void* const symbol = ::dlsym(library, name.c_str());
      if (symbol == nullptr) continue;
      ++count;
      found = {static_cast<const AreteVersion*>(symbol), TeachingStage(stage), isCuda};
    }
  control->found = count;
  if (count != 1) return {};
  control->stage = uint32_t(found.stage), control->isCuda = found.isCuda, control->abi = found.version->abi;
  if (found.version->abi != ARETE_VERSION_ABI) return {};
  control->layout = found.version->layout;
  control->takesFloats = found.version->floats != nullptr, control->takesDoubles = found.version->doubles != nullptr;
  declareParameters(library);
  return found;
}

template <class T>
class Call {
 public:
  Call(const Found& found, const Places& places) : function_(sizeof(T) == sizeof(float) ? found.version->floats : found.version->doubles) {
    const Control& c = *control;
    const int d = int(c.dimension), threads = int(c.threads);
    const auto radius = static_cast<T>(c.radius);
    const auto* const points = static_cast<const T*>(places.arrays[size_t(Slot::points)]);
    const auto* const others = static_cast<const T*>(places.arrays[size_t(Slot::others)]);
    auto* const numbers = static_cast<uint32_t*>(places.arrays[size_t(Slot::answer)]);
    auto* const flags = static_cast<uint8_t*>(places.arrays[size_t(Slot::answer)]);
    auto* const stream = static_cast<CUstream_st*>(places.stream);
    evolve_ = {points, others, numbers, c.n, c.m, d, threads, radius, c.parameters, stream};
    choose_ = {points, flags, c.n, d, threads, radius, c.parameters, stream};
    decimate_ = {points, flags, c.n, d, threads, radius, static_cast<T>(2 * c.radius), c.parameters, stream};
    knn_ = {points, others, numbers, c.n, c.m, c.k, d, threads, c.parameters, stream};
    const void* const tasks[kTeachingStages] = {&choose_, &evolve_, &decimate_, &knn_};
    task_ = tasks[size_t(found.stage)];
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void (*function() const)(const void*) { return function_; }
  const void* task() const { return task_; }

 private:
  void (*const function_)(const void*);
  AreteEvolve<T> evolve_;
  AreteChoose<T> choose_;
  AreteDecimate<T> decimate_;
  AreteKnn<T> knn_;
  const void* task_;
};

template <class T>
void answer(const Found& found, GuardedArrays& arrays) {
  Places places;
  std::string reason;
  for (size_t i = 0; i < kSlots; ++i) places.arrays[i] = arrays.at(Slot(i), control->bytes[i]);
  if (found.isCuda && !bringToDevice(*control, arrays, places, reason)) refuse(reason);
  const Call<T> call(found, places);
  if (call.function() == nullptr) refuse("it has no function for this type of coordinates");
  takePhase(Phase::inFunction);
  double milliseconds = 0;
  if (found.isCuda) {
    if (!runOnDevice(call.function(), call.task(), milliseconds, reason) || !fetchFromDevice(*control, arrays, reason)) refuse(reason);
  } else {
    const auto start = std::chrono::steady_clock::now();
    call.function()(call.task());
    milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  control->milliseconds = milliseconds;
  takePhase(Phase::answered);
}

void answer(const Found& found, GuardedArrays& arrays) {
  try {
    if (control->isDouble != 0) answer<double>(found, arrays);
    else answer<float>(found, arrays);
  } catch (const std::bad_alloc&) {
    refuse("it asked for more memory than there is for it (std::bad_alloc)");
  } catch (const std::exception& error) {
    refuse(std::string("it threw an exception: ") + error.what());
  } catch (...) {
    refuse("it threw an exception");
  }
}

/// False at the end: the program has closed the socket.
bool next(Message& message, int& descriptor) {
  iovec part{&message, sizeof message};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part, header.msg_iovlen = 1, header.msg_control = room, header.msg_controllen = sizeof room;
  if (::recvmsg(kSocketDescriptor, &header, MSG_CMSG_CLOEXEC) != ssize_t(sizeof message)) return false;
  descriptor = -1;
  if (const cmsghdr* const more = CMSG_FIRSTHDR(&header); more != nullptr) std::memcpy(&descriptor, CMSG_DATA(more), sizeof descriptor);
  return true;
}

void tell() {
  const char done = 1;
  if (::send(kSocketDescriptor, &done, 1, MSG_NOSIGNAL) != 1) ::_exit(1);
}

/// `isChecked`: by a program like compute-sanitizer, which needs files and processes of its own.
int work(bool usesDevice, size_t memoryBytes, bool isChecked) {
  static GuardedArrays arrays;  // handlers of signals look at it until the end
  takePhase(Phase::limiting);
  writeLastWords(arrays, *control);
  std::string reason;
  if (usesDevice && !startDevice(reason)) refuse(reason);
  if (!isChecked) {
    limitResources(usesDevice ? 0 : memoryBytes);  // a GPU's driver reserves more addresses than there is memory
    control->isForbidding = forbidProcesses();
  }
  takePhase(Phase::opening);
  const Found found = open();
  takePhase(Phase::ready);
  tell();
  Message message{};
  for (int descriptor = -1; next(message, descriptor);) {
    if (message.ask == Ask::map && !arrays.map(message.slot, descriptor, message.bytes)) refuse("the system has no memory for the arrays");
    if (message.ask == Ask::call) answer(found, arrays);
    tell();
  }
  return 0;
}

}  // namespace

}  // namespace arete::mine

/// arete-version-worker cpu|cuda BYTES [checked], or nvrtc SOURCE FOLDER NAME...
int main(int argc, char** argv) {
  using namespace arete::mine;
  constexpr int kFirstName = 4;
  if (argc >= kFirstName && std::strcmp(argv[1], "nvrtc") == 0) return compileForGpu(argv[2], argv[3], {argv + kFirstName, argv + argc});
  const bool isChecked = argc == 4 && std::strcmp(argv[3], "checked") == 0;
  if ((argc != 3 && !isChecked) || ::fcntl(kLibraryDescriptor, F_GETFD) < 0) {
    std::fputs("arete-version-worker: the programs of Arete start this one\n", stderr);
    return 2;
  }
  void* const block = ::mmap(nullptr, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, kControlDescriptor, 0);
  if (block == MAP_FAILED) return 2;
  control = static_cast<Control*>(block);
  return work(std::strcmp(argv[1], "cuda") == 0, std::strtoull(argv[2], nullptr, 10), isChecked);
}
