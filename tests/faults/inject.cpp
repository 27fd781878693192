// A library to preload: the n-th call of one kind fails, is short, or is the last thing the process does. ARETE_FAULT says which:
//   KIND:N:WHAT[:on]   WHAT an errno as a number, `short` or `kill`; with `on` every later call of this kind fails too
// N = 0 only counts; ARETE_FAULT_COUNT names a file into which the number of calls is written at the end. Kinds: see the wrappers below. What a
// library of the system does inside of itself is not seen, nor are reads and writes of the standard streams, where messages go.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace {

struct Plan {
  char kind[16] = "";
  long number = 0;
  int error = 0;
  bool isShort = false, isKill = false, goesOn = false;
};

#if defined(ARETE_CUDA)
// CUDA's runtime is linked in and registers kernels before main(). It crashes where it gets no memory for that, which nothing of ours can mend, so
// counting begins with main().
std::atomic<bool> mainBegan = false;
#else
constexpr bool mainBegan = true;
#endif

std::atomic<bool> planned = false;
std::atomic<long> calls = 0;
Plan plan;

/// Without an allocation. The first calls come before the environment is there: they are not counted.
void readPlan() {
  const char* text = getenv("ARETE_FAULT");
  char what[16] = "", more[4] = "";
  if (text != nullptr && sscanf(text, "%15[a-z]:%ld:%15[a-z0-9]:%3s", plan.kind, &plan.number, what, more) >= 2) {
    plan.isShort = strcmp(what, "short") == 0;
    plan.isKill = strcmp(what, "kill") == 0;
    plan.error = atoi(what);
    plan.goesOn = strcmp(more, "on") == 0;
  }
  planned = true;
}

/// Counts the call and says whether it is the one.
bool isDue(const char* kind) {
  if (!mainBegan) return false;
  if (!planned) {
    if (environ == nullptr) return false;
    readPlan();
  }
  if (strcmp(kind, plan.kind) != 0) return false;
  const long number = ++calls;
  if (plan.number == 0 || (plan.goesOn ? number < plan.number : number != plan.number)) return false;
  if (plan.isKill) kill(getpid(), SIGKILL);
  return true;
}

template <class Result>
Result failing(Result result) {
  errno = plan.error;
  return result;
}

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// A system call on `size` bytes of a descriptor.
template <class Data>
ssize_t moveBytes(const char* kind, long call, int descriptor, Data* data, size_t size, off_t offset = 0) {
  if (descriptor > STDERR_FILENO && isDue(kind)) {
    if (!plan.isShort) return failing(ssize_t(-1));
    size = (size + 1) / 2;
  }
  return syscall(call, descriptor, data, size, offset);
}

/// A system call that gives 0, a descriptor, or −1.
template <class... Arguments>
int call(const char* kind, long number, Arguments... arguments) {
  return isDue(kind) && !plan.isShort ? failing(-1) : int(syscall(number, arguments...));
}

__attribute__((destructor)) void writeCount() {
  const char* path = getenv("ARETE_FAULT_COUNT");
  if (path == nullptr) return;
  char text[24];
  const int length = snprintf(text, sizeof text, "%ld", calls.load());
  const int descriptor = int(syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666));
  static_cast<void>(!syscall(SYS_write, descriptor, text, length));
  syscall(SYS_close, descriptor);
}

}  // namespace

#if defined(ARETE_CUDA)
using Main = int(int, char**, char**);
static Main* programMain = nullptr;

static int beginMain(int count, char** arguments, char** variables) {
  mainBegan = true;
  return programMain(count, arguments, variables);
}

extern "C" int __libc_start_main(Main* main, int count, char** arguments, void (*init)(), void (*end)(), void (*loaderEnd)(), void* stackEnd) {
  programMain = main;
  return real<int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*)>("__libc_start_main")(beginMain, count, arguments, init, end,
                                                                                                       loaderEnd, stackEnd);
}
#endif

extern "C" {

void* malloc(size_t size) { return isDue("memory") ? failing<void*>(nullptr) : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return isDue("memory") ? failing<void*>(nullptr) : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return isDue("memory") ? failing<void*>(nullptr) : __libc_realloc(old, size); }
void* aligned_alloc(size_t alignment, size_t size) { return isDue("memory") ? failing<void*>(nullptr) : __libc_memalign(alignment, size); }
void* memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
int posix_memalign(void** result, size_t alignment, size_t size) {
  *result = aligned_alloc(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) {
  return isDue("thread") ? plan.error : real<decltype(pthread_create)>("pthread_create")(thread, attributes, work, argument);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return call("open", SYS_openat, folder, path, flags, mode);
}
int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat(AT_FDCWD, path, flags, mode);
}
int __open_2(const char* path, int flags) { return openat(AT_FDCWD, path, flags); }
int mkostemp(char* path, int flags) { return isDue("open") ? failing(-1) : real<decltype(mkostemp)>("mkostemp")(path, flags); }
FILE* fopen64(const char* path, const char* mode) { return isDue("open") ? failing<FILE*>(nullptr) : real<decltype(fopen64)>("fopen64")(path, mode); }

ssize_t read(int descriptor, void* data, size_t size) { return moveBytes("read", SYS_read, descriptor, data, size); }
ssize_t __read_chk(int descriptor, void* data, size_t size, size_t) { return read(descriptor, data, size); }
ssize_t pread(int descriptor, void* data, size_t size, off_t offset) { return moveBytes("read", SYS_pread64, descriptor, data, size, offset); }
ssize_t __pread_chk(int descriptor, void* data, size_t size, off_t offset, size_t) { return pread(descriptor, data, size, offset); }
ssize_t write(int descriptor, const void* data, size_t size) { return moveBytes("write", SYS_write, descriptor, data, size); }
ssize_t pwrite(int descriptor, const void* data, size_t size, off_t offset) {
  return moveBytes("write", SYS_pwrite64, descriptor, data, size, offset);
}

int fsync(int descriptor) { return call("fsync", SYS_fsync, descriptor); }
int rename(const char* from, const char* to) { return call("rename", SYS_rename, from, to); }
int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) {
  return call("rename", SYS_linkat, fromFolder, from, toFolder, to, flags);
}
int unlink(const char* path) { return call("unlink", SYS_unlink, path); }
int ftruncate(int descriptor, off_t size) { return call("truncate", SYS_ftruncate, descriptor, size); }
int fallocate(int descriptor, int mode, off_t offset, off_t size) { return call("truncate", SYS_fallocate, descriptor, mode, offset, size); }
int flock(int descriptor, int operation) { return call("flock", SYS_flock, descriptor, operation); }
int fchmod(int descriptor, mode_t mode) { return call("chmod", SYS_fchmod, descriptor, mode); }
int fstat(int descriptor, struct stat* status) { return call("stat", SYS_fstat, descriptor, status); }
int close(int descriptor) {  // a close that fails has closed all the same
  const int closed = int(syscall(SYS_close, descriptor));
  return isDue("close") && !plan.isShort ? failing(-1) : closed;
}
void* mmap(void* place, size_t size, int protection, int flags, int descriptor, off_t offset) {
  if (isDue("mmap")) return failing(MAP_FAILED);
  return reinterpret_cast<void*>(syscall(SYS_mmap, place, size, protection, flags, descriptor, offset));
}

}  // extern "C"
