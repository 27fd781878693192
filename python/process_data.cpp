// What lets objects that are compiled for programs go into this shared library, without compiling the engine twice.
//
// Debian's compilers make position-independent programs. Such objects fit into a shared library too, but for one thing: they take the addresses of
// data of other libraries to be near, which a linker makes true in programs only, by copying that data into the program. So the data is brought near
// here: that of the C++ library by linking it into the module, whose names stay inside (python/exports.map); that of the C library, a handful of
// variables, by names of our own that stand for them within the module; epoxy's pointers to OpenGL in the same way (cmake/NearData.cmake). A variable
// that is missing here is an error of the linker that names it.
#include <dlfcn.h>

#define ARETE_STANDS_FOR(name) __asm__(name) __attribute__((visibility("hidden"), used))

extern "C" {
/// The C++ library counts references without atomic operations while it is true: never here.
char areteSingleThreaded ARETE_STANDS_FOR("__libc_single_threaded") = 0;
void* areteStandardInput ARETE_STANDS_FOR("stdin") = nullptr;
void* areteStandardOutput ARETE_STANDS_FOR("stdout") = nullptr;
void* areteStandardError ARETE_STANDS_FOR("stderr") = nullptr;
char* areteProgramName ARETE_STANDS_FOR("program_invocation_short_name") = nullptr;
}

template <class T>
static void take(T& variable, const char* name) {
  if (void* const found = dlsym(RTLD_DEFAULT, name); found != nullptr) variable = *static_cast<T*>(found);
}

/// Before any other initialisation of the module: 101 is the first that is not the compiler's own.
__attribute__((constructor(101))) static void takeProcessData() {
  take(areteStandardInput, "stdin");
  take(areteStandardOutput, "stdout");
  take(areteStandardError, "stderr");
  take(areteProgramName, "program_invocation_short_name");
}
