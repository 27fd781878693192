// The process that runs a user's version. Whatever the code there does ends that process alone, and is told as an error.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "compute/files/descriptor.h"
#include "compute/mine/protocol.h"

namespace arete::mine {

struct WorkerWish {
  std::string file;  ///< for errors
  bool isCuda = false, isolate = false;
  std::chrono::milliseconds limit{10'000};  ///< of a call
  size_t memoryBytes = size_t(4) << 30;     ///< beyond the arrays
  std::filesystem::path sanitizer = {};     ///< the program that starts it and looks at it; then nothing is forbidden to it
  std::shared_ptr<std::string> said = {};   ///< gets all that is printed; may be null
};

/// What a call gave: the answer in memory that the worker can still write, and the time of the function alone.
struct WorkerAnswer {
  std::span<const std::byte> bytes;
  double milliseconds = 0;
};

class WorkerProcess {
 public:
  /// Starts it with the library and waits until this is open. Throws what is said at call().
  WorkerProcess(const Descriptor& library, const WorkerWish& wish, const std::stop_token& stop);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  Control& control() { return *control_; }
  const Control& control() const { return *control_; }
  /// Where an input of this size is to be written. It is new for the next call.
  std::byte* input(Slot slot, size_t bytes, const std::stop_token& stop);
  /// Asks for an answer of this size. Throws Error(badInput) that says what the code did where it did not answer or wrote outside of the answer,
  /// Cancelled after ending it. After either the process is gone.
  WorkerAnswer call(size_t answerBytes, const std::stop_token& stop);
  /// The beginning of what it printed so far.
  const std::string& printed() const { return printed_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Memory {
    Descriptor file = Descriptor();
    std::byte* begin = nullptr;
    size_t mapped = 0;
  };

  void start(const Descriptor& library);
  void ask(const Message& message, int descriptor);
  void waitForAnswer(std::chrono::milliseconds limit, const std::stop_token& stop);
  void drain();
  void end();
  /// What looks at it says the rest when it has ended by itself.
  void waitForEnd();
  [[noreturn]] void fail(bool isLate);
  std::byte* memory(Slot slot, size_t bytes, const std::stop_token& stop);
  void checkCanaries(const Memory& answer, size_t bytes);

  const WorkerWish wish_;
  Descriptor socket_, output_;
  Control* control_ = nullptr;
  pid_t child_ = -1;
  std::array<Memory, kSlots> memories_;
  std::string printed_;
};

/// The full name of the program that it runs: beside the engine.
std::string workerProgram();

}  // namespace arete::mine
