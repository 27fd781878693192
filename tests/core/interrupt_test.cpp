// Signals to a process of its own: the first asks for the end, the second ends it, whatever hangs.
#include "compute/core/interrupt.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>

namespace arete {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kBetween(60), kAtOnce(1000);  // at once is 100 ms where nothing else runs

[[noreturn]] void hang() {
  for (;;) ::pause();
}

/// A process that does `work`, and has said that it is ready.
class Process {
 public:
  explicit Process(const std::function<void(const std::function<void()>& ready)>& work) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    child_ = ::fork();
    if (child_ == 0) {
      const char byte = 1;
      work([&] { static_cast<void>(!::write(ends[1], &byte, 1)); });
      ::_exit(0);
    }
    char byte = 0;
    ::close(ends[1]);
    EXPECT_EQ(::read(ends[0], &byte, 1), 1) << "it ended before it was ready";
    ::close(ends[0]);
  }
  ~Process() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }

  void send(int signal) const { EXPECT_EQ(::kill(child_, signal), 0); }
  /// The exit code, 128 + the signal that ended it, or -1 where it still runs at the end of this time.
  int codeWithin(Clock::duration time) {
    for (const auto end = Clock::now() + time; Clock::now() < end; ::usleep(1000))
      if (int status = 0; ::waitpid(child_, &status, WNOHANG) == child_) {
        child_ = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
    return -1;
  }

 private:
  pid_t child_ = 0;
};

/// Neither the work nor who is told of the stop ever ends.
void hangForEver(const std::function<void()>& ready) {
  const InterruptWatcher interrupts;
  const std::stop_callback listener(interrupts.token(), hang);
  ready();
  hang();
}

}  // namespace

TEST(Interrupt, TheSecondSignalEndsAtOnceWhateverHangs) {
  for (const auto [first, second] : {std::pair(SIGTERM, SIGTERM),
                                     {SIGINT, SIGINT},
                                     {SIGHUP, SIGHUP},
                                     {SIGALRM, SIGALRM},
                                     {SIGTERM, SIGINT},
                                     {SIGHUP, SIGTERM},
                                     {SIGXCPU, SIGTERM}}) {
    Process process(hangForEver);
    process.send(first);
    ASSERT_EQ(process.codeWithin(kBetween), -1) << "the first signal is for an end in order";
    process.send(second);
    EXPECT_EQ(process.codeWithin(kAtOnce), InterruptWatcher::kExitCode) << strsignal(first) << ", " << strsignal(second);
  }
}

TEST(Interrupt, ASignalThatTheSystemRepeatsDoesNotCount) {
  Process process(hangForEver);
  for (int i = 0; i < 3; ++i) {
    process.send(SIGXCPU);
    EXPECT_EQ(process.codeWithin(kBetween), -1);
  }
}

/// Both wait when it goes on, however busy the machine is.
static void sendTogether(const Process& process) {
  for (const int signal : {SIGSTOP, SIGTERM, SIGINT, SIGCONT}) process.send(signal);
}

TEST(Interrupt, TwoSignalsThatComeTogetherAreOneRequestThatGetsASecond) {
  constexpr int kInOrder = 7;
  Process process([&](const auto& ready) {
    const InterruptWatcher interrupts;
    ready();
    while (!interrupts.token().stop_requested()) ::usleep(1000);
    ::usleep(200'000);
    ::_exit(kInOrder);
  });
  sendTogether(process);
  EXPECT_EQ(process.codeWithin(kAtOnce), kInOrder);
  Process hanging(hangForEver);
  sendTogether(hanging);
  EXPECT_EQ(hanging.codeWithin(3 * kAtOnce), InterruptWatcher::kExitCode);
}

TEST(Interrupt, WhatHangsAfterTheWorkEndsByTheFirstSignal) {
  Process process([](const auto& ready) {
    { const InterruptWatcher interrupts; }
    ready();
    hang();
  });
  process.send(SIGTERM);
  EXPECT_EQ(process.codeWithin(kAtOnce), InterruptWatcher::kExitCode);
}

TEST(Interrupt, ThePatienceWithWorkThatDoesNotEndIsShort) {
  const auto hangImpatiently = [](const auto& ready) {
    const InterruptWatcher interrupts(kPatience, "test");
    ready();
    hang();
  };
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGXCPU, SIGALRM}) {
    Process process(hangImpatiently);
    process.send(signal);
    EXPECT_EQ(process.codeWithin(kAtOnce), InterruptWatcher::kExitCode) << strsignal(signal);
  }
}

TEST(Interrupt, WhatIsToEndInOrderIsWaitedForUntilTheSecondSignal) {
  constexpr int kInOrder = 7;
  const auto keep = [](bool hangs) {
    return [hangs](const auto& ready) {
      const InterruptWatcher interrupts(kPatience, "test");
      const EndsInOrder keeping;
      ready();
      while (hangs || !interrupts.token().stop_requested()) ::usleep(1000);
      ::usleep(3 * uint32_t(std::chrono::microseconds(kPatience).count()));
      ::_exit(kInOrder);
    };
  };
  Process ends(keep(false)), hangs(keep(true));
  ends.send(SIGTERM), hangs.send(SIGTERM);
  EXPECT_EQ(ends.codeWithin(kAtOnce), kInOrder);
  EXPECT_EQ(hangs.codeWithin(4 * kPatience), -1);
  hangs.send(SIGTERM);
  EXPECT_EQ(hangs.codeWithin(kAtOnce), InterruptWatcher::kExitCode);
}

TEST(Interrupt, WhatIsIgnoredFromTheStartStaysIgnored) {
  Process process([](const auto& ready) {
    std::signal(SIGHUP, SIG_IGN);
    const InterruptWatcher interrupts;
    ready();
    hang();
  });
  for (int i = 0; i < 2; ++i) {
    process.send(SIGHUP);
    EXPECT_EQ(process.codeWithin(kBetween), -1);
  }
}

}  // namespace arete
