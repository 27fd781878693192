#include "compute/crs/proj/library.h"

#include <dlfcn.h>

#include "compute/core/error.h"

namespace arete {

#define ARETE_DEFINE(name) decltype(&::name) name = nullptr;
ARETE_PROJ_FUNCTIONS(ARETE_DEFINE)
#undef ARETE_DEFINE

/// What is missing; "" when all is there.
static std::string loadOnce() {
  void* const library = ::dlopen(ARETE_PROJ_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const reason = ::dlerror();
    return reason != nullptr ? reason : "unknown";
  }
  std::string missing;
  const auto find = [&](const char* name) {
    void* const found = ::dlsym(library, name);
    if (found == nullptr && missing.empty()) missing = std::string(ARETE_PROJ_LIBRARY) + " has no " + name;
    return found;
  };
#define ARETE_FIND(name) name = reinterpret_cast<decltype(name)>(find(#name));
  ARETE_PROJ_FUNCTIONS(ARETE_FIND)
#undef ARETE_FIND
  return missing;
}

void proj::load(std::string_view what, std::string_view where) {
  static const std::string missing = loadOnce();
  if (!missing.empty()) throw Error(ErrorKind::io, what, where, "PROJ cannot be loaded: " + missing, "install libproj25, or check its libraries");
}

}  // namespace arete
