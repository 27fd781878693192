#include "compute/mine/worker_words.h"

#include <string.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <string>

namespace arete::mine {

namespace {

constexpr const char* kYoursFailed = "your version failed";

Error failed(const WorkerWish& wish, const std::string& reason, const std::string& hint) {
  return {ErrorKind::badInput, kYoursFailed, wish.file, reason, hint};
}

/// The same of one that printed something.
Error failedSaying(const WorkerWish& wish, const std::string& reason, const std::string& said, const std::string& hint) {
  return failed(wish, said.empty() ? reason : reason + "; it printed: " + said, hint);
}

constexpr const char* kStayInside = "compute within the function, on threads";

std::string behindText(int64_t bytes, const std::string& array) {
  if (bytes == 0) return "right behind the end of " + array;
  return bytes == 1 ? "1 byte behind the end of " + array : std::to_string(bytes) + " bytes behind the end of " + array;
}

std::string beforeText(int64_t bytes, const std::string& array) {
  return bytes == 1 ? "1 byte before " + array : std::to_string(bytes) + " bytes before " + array;
}

std::string arrayName(const Control& control) {
  return nameOf(TeachingStage(std::min<uint32_t>(control.stage, kTeachingStages - 1)), Slot(std::min<uint32_t>(uint32_t(control.faultSlot), 2)));
}

std::string placeText(const Control& control) {
  const std::string array = "'" + arrayName(control) + "'";
  switch (control.fault) {
    case Fault::null: return "it read or wrote through a null pointer";
    case Fault::before: return "it read or wrote " + beforeText(control.faultBytes, array);
    case Fault::behind: return "it read or wrote " + behindText(control.faultBytes, array);
    case Fault::readOnly: return "it wrote into " + array + ", an input that is only to be read, at byte " + std::to_string(control.faultBytes);
    default: return "it read or wrote memory that it does not have (signal SIGSEGV)";
  }
}

std::string hintOfFault(const Control& control) {
  if (control.fault == Fault::null) return "memory that is not given, as by malloc at the limit of memory, is null";
  if (control.fault == Fault::readOnly) return "write into the answer only";
  return "compare every index with the sizes in the task before it is used";
}

/// The name of a system call: the worker's, which its code may have changed, comes first.
std::string callText(const Control& control) {
  const std::string name(control.reason, ::strnlen(control.reason, sizeof control.reason));
  return name.empty() ? "system call " + std::to_string(control.systemCall) : name + "()";
}

/// By the signal whose handler wrote the last words.
Error errorOfSignal(const Control& control, const WorkerWish& wish, const std::string& said) {
  switch (control.signal) {
    case SIGSEGV:
    case SIGBUS: return failedSaying(wish, placeText(control), said, hintOfFault(control));
    case SIGSYS:
      return failed(wish, "it called " + callText(control) + ": a version starts no process, opens no connection and changes no file", kStayInside);
    case SIGXFSZ: return failed(wish, "it wrote a file, which a version may not", "print to standard error instead");
    case SIGFPE: return failed(wish, "it divided an integer by zero (signal SIGFPE)", "look for / and % with integers");
    case SIGABRT:
      return failedSaying(wish, "it gave up (abort): an exception that nobody caught, a failed assertion, or memory that it damaged", said,
                          "compile it with -fsanitize=address in a program of your own to find the place");
    default: return failed(wish, "it ended by the signal " + std::string(::sigabbrev_np(control.signal) ? ::sigabbrev_np(control.signal) : "?"), "");
  }
}

std::string seconds(std::chrono::milliseconds limit) {
  const auto count = limit.count();
  return (count % 1000 == 0 ? std::to_string(count / 1000) + " s" : std::to_string(count) + " ms");
}

/// The text that the worker left, which its code may have changed.
std::string reasonIn(const Control& control) { return std::string(control.reason, ::strnlen(control.reason, sizeof control.reason)); }

/// What it printed, less the end of the last line.
std::string wordsOfOutput(const std::string& printed) {
  std::string text = printed.substr(0, kTextRoom);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The signal that ended it; 0 where none did. bubblewrap says it as a shell does.
int signalOf(const WorkerEnd& end, const WorkerWish& wish) {
  constexpr int kAsShellsSay = 128;
  if (WIFSIGNALED(end.status)) return WTERMSIG(end.status);
  return wish.isolate && WEXITSTATUS(end.status) > kAsShellsSay ? WEXITSTATUS(end.status) - kAsShellsSay : 0;
}

Error errorAtStart(const WorkerEnd& end, const Control& control, const WorkerWish& wish) {
  if (control.phase == Phase::opening && end.isLate) return failed(wish, "it does not end while it is loaded", "let no object at file scope compute");
  return {ErrorKind::internal, "cannot run a version", wish.file,
          "its process ended before it was ready, with status " + std::to_string(WEXITSTATUS(end.status)), "is arete-version-worker of this Arete?"};
}

}  // namespace

const char* nameOf(TeachingStage stage, Slot slot) {
  static constexpr const char* kNames[kTeachingStages][kSlots] = {
      {"points", "", "chosen"}, {"points", "chosen", "nearest"}, {"chosen", "", "stays"}, {"references", "queries", "indices"}};
  return kNames[size_t(stage)][size_t(slot)];
}

Error errorOf(const WorkerEnd& end, const Control& control, const WorkerWish& wish, const std::string& printed) {
  const std::string said = wordsOfOutput(printed);
  if (control.phase == Phase::refused) return failedSaying(wish, reasonIn(control), said, "");
  if (control.signal != 0) return errorOfSignal(control, wish, said);
  if (control.phase != Phase::inFunction && control.phase != Phase::answered) return errorAtStart(end, control, wish);
  if (end.isLate)
    return failedSaying(wish, "it did not end within " + seconds(wish.limit), said, "look for a loop without an end, or raise --time-limit");
  const int signal = signalOf(end, wish);
  if (signal == SIGSYS) return failedSaying(wish, "it started a program, opened a connection or changed files (signal SIGSYS)", said, kStayInside);
  if (signal != 0) {
    const char* const name = ::sigabbrev_np(signal);
    return failedSaying(wish, "its process was ended by the signal SIG" + std::string(name != nullptr ? name : "?"), said,
                        "the system ends a process that takes too much memory or stack");
  }
  return failedSaying(wish, "it ended its process with exit(" + std::to_string(WEXITSTATUS(end.status)) + ") instead of returning", said,
                      "return from the function");
}

Error errorOfCanary(const Control& control, const WorkerWish& wish) {
  const std::string array = "'" + arrayName(control) + "'";
  const std::string where = control.fault == Fault::before ? beforeText(control.faultBytes, array) : behindText(control.faultBytes, array);
  return failed(wish, "it wrote outside of its arrays: " + where, hintOfFault(control));
}

}  // namespace arete::mine
