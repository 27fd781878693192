#include "app/guarded_main.h"

#include <cxxabi.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>
#include <typeinfo>

#include "compute/core/error.h"

namespace arete {

namespace {

constexpr int kFailed = 1, kRefused = 2;
constexpr size_t kReserve_bytes = size_t(1) << 20;
constexpr std::string_view kOutOfMemory = "out of memory\n  hint: close other programs, or try fewer points or float coordinates";

std::atomic<bool> mainRuns = false, memoryRanOut = false;
std::atomic<void*> reserve = nullptr;
std::terminate_handler standardTerminate = nullptr;

/// "arete-cli: `start``reason`" as one line on standard error. Allocates nothing and may be called at any time.
void say(std::string_view start, std::string_view reason = {}) noexcept {
  const auto part = [](std::string_view text) { return iovec{const_cast<char*>(text.data()), text.size()}; };
  const std::array parts{part(program_invocation_short_name), part(": "), part(start), part(reason), part("\n")};
  static_cast<void>(!::writev(STDERR_FILENO, parts.data(), int(parts.size())));  // there is nowhere left to report this
}

[[noreturn]] void endWithoutMemory() noexcept {
  say(kOutOfMemory);
  _exit(kFailed);
}

/// What operator new calls when there is no memory.
void onNoMemory() {
  if (!mainRuns) endWithoutMemory();  // a static object: nobody could catch it
  memoryRanOut = true;
  std::free(reserve.exchange(nullptr));
  throw std::bad_alloc();
}

/// Without memory an exception may be thrown where none can be caught: in a destructor, or while another exception is made. Libraries that call
/// malloc throw theirs themselves.
void onTerminate() {
  const std::type_info* const thrown = abi::__cxa_current_exception_type();
  if (memoryRanOut || (thrown != nullptr && *thrown == typeid(std::bad_alloc))) endWithoutMemory();
  standardTerminate();
}

void install() {
  std::set_new_handler(onNoMemory);
  standardTerminate = std::set_terminate(onTerminate);
}

/// Called before any static object of the program (CLI11's tables allocate) or its libraries is made.
__attribute__((section(".preinit_array"), used)) void (*const installed)() = install;

}  // namespace

int guardedMain(const std::function<int()>& program) {
  mainRuns = true;
  reserve = std::malloc(kReserve_bytes);
  try {
    return program();
  } catch (const Error& error) {
    std::fflush(stdout);  // earlier output must come first
    say(error.what());
    return error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse ? kRefused : kFailed;
  } catch (const std::bad_alloc&) {
    say(kOutOfMemory);
  } catch (const std::system_error& error) {
    say("the system refuses: ", error.what());
  } catch (const std::exception& error) {
    say("internal error: ", error.what());
  }
  return kFailed;
}

}  // namespace arete
