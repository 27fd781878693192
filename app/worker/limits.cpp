#include "app/worker/limits.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace arete::mine {

namespace {

struct Forbidden {
  int number;
  const char* name;
};

/// clone is allowed for threads alone; clone3, whose flags a filter cannot see, is said to be missing, after which the C library uses clone.
constexpr Forbidden kForbidden[] = {
#if defined(__NR_fork)
    {__NR_fork, "fork"},
    {__NR_vfork, "vfork"},
#endif
    {__NR_execve, "execve"},
    {__NR_execveat, "execveat"},
    {__NR_socket, "socket"},
    {__NR_connect, "connect"},
    {__NR_bind, "bind"},
    {__NR_ptrace, "ptrace"},
    {__NR_process_vm_writev, "process_vm_writev"},
    {__NR_kill, "kill"},
#if defined(__NR_unlink)
    {__NR_unlink, "unlink"},
    {__NR_rename, "rename"},
    {__NR_mkdir, "mkdir"},
#endif
    {__NR_unlinkat, "unlink"},
    {__NR_renameat2, "rename"},
    {__NR_mkdirat, "mkdir"},
};

#if defined(__x86_64__)
constexpr uint32_t kMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kMachine = AUDIT_ARCH_AARCH64;
#endif

sock_filter load(size_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, uint32_t(offset)); }
sock_filter answer(uint32_t value) { return BPF_STMT(BPF_RET | BPF_K, value); }

/// `then` where what was loaded is this number.
void where(std::vector<sock_filter>& filter, uint32_t number, uint32_t then) {
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1));
  filter.push_back(answer(then));
}

std::vector<sock_filter> filterOfCalls() {
  std::vector<sock_filter> filter = {load(offsetof(seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 1, 0),
                                     answer(SECCOMP_RET_KILL_PROCESS), load(offsetof(seccomp_data, nr))};
  for (const Forbidden& call : kForbidden) where(filter, uint32_t(call.number), SECCOMP_RET_TRAP);
  where(filter, __NR_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3));
  filter.push_back(load(offsetof(seccomp_data, args[0])));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0));
  filter.push_back(answer(SECCOMP_RET_TRAP));
  filter.push_back(answer(SECCOMP_RET_ALLOW));
  return filter;
}

size_t mappedNow() {
  unsigned long pages = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return size_t(pages) * size_t(::sysconf(_SC_PAGESIZE));
}

void limit(__rlimit_resource_t what, size_t value) {
  const rlimit wanted{value, value};
  ::setrlimit(what, &wanted);
}

}  // namespace

void limitResources(size_t memoryBytes) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  if (memoryBytes > 0) limit(RLIMIT_AS, mappedNow() + memoryBytes);
}

bool forbidProcesses() {
  std::vector<sock_filter> filter = filterOfCalls();
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

const char* nameOfCall(int number) {
  for (const Forbidden& call : kForbidden)
    if (call.number == number) return call.name;
  return number == __NR_clone ? "fork" : "a system call";
}

}  // namespace arete::mine
