// What the public headers share: how a function is marked as a part of the library, and which version they are of.
#pragma once

#if !defined(__cplusplus) || __cplusplus < 201709L
#error "These headers are C++20: compile with -std=c++20 or later. For C and older C++ there is <arete/arete.h>."
#endif

#define ARETE_VERSION_MAJOR 0
#define ARETE_VERSION_MINOR 2

/// Seen from outside the library. Everything else in it is hidden.
#define ARETE_API __attribute__((visibility("default")))

namespace arete::compute {

/// The version of the library that the program runs with, "0.2.0"; the macros are those of the headers that it was compiled with.
ARETE_API const char* version() noexcept;

}  // namespace arete::compute
