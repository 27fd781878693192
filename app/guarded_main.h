// Wraps a program: whatever it throws becomes a message and an exit code, even when no memory is left to throw or to
// compose a message. A program that includes this is covered from before its static objects are made until its end.
#pragma once

#include <functional>

namespace arete {

/// For main(): returns what `program` returns; 2 when it throws an Error about wrong use or bad input, 1 for other exceptions, with the reason on
/// standard error. Keeps a reserve of memory, which is released as soon as memory runs out, so that errors can be reported.
int guardedMain(const std::function<int()>& program);

}  // namespace arete
