#include "app/worker/last_words.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "app/worker/limits.h"

namespace arete::mine {

namespace {

const GuardedArrays* knownArrays = nullptr;
Control* block = nullptr;

void onSignal(int number, siginfo_t* info, void*) {
  constexpr int kEnded = 99;
  block->signal = number;
  if (number == SIGSYS) {
    block->systemCall = info->si_syscall;
    std::strncpy(block->reason, nameOfCall(info->si_syscall), sizeof block->reason - 1);
  }
  if (number == SIGSEGV || number == SIGBUS) knownArrays->describe(info->si_addr, *block);
  ::_exit(kEnded);
}

}  // namespace

void writeLastWords(const GuardedArrays& arrays, Control& control) {
  constexpr size_t kStack = 64 << 10;  // of its own: the fault may be that there is no other left
  knownArrays = &arrays, block = &control;
  const stack_t stack{.ss_sp = std::malloc(kStack), .ss_flags = 0, .ss_size = kStack};
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGXFSZ}) ::sigaction(number, &action, nullptr);
}

}  // namespace arete::mine
