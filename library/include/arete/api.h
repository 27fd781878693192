// What the public headers share: how a function is marked as a part of the library, and which version they are of.
#pragma once

#define ARETE_VERSION_MAJOR 0
#define ARETE_VERSION_MINOR 2

/// Seen from outside the library. Everything else in it is hidden.
#define ARETE_API __attribute__((visibility("default")))

namespace arete::compute {

/// The version of the library that the program runs with, "0.2.0"; the macros are those of the headers that it was compiled with.
ARETE_API const char* version() noexcept;

}  // namespace arete::compute
