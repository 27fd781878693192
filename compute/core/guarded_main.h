// What surrounds a program: whatever it throws becomes a message and an exit code, also when not a byte of memory is left to throw or to
// compose a message with. A program that includes this is covered from before its own static objects are made until it has ended.
#pragma once

#include <functional>

namespace arete {

/// For main(): what `program` returns; 2 when it throws an Error about wrong use or bad input, 1 for everything else, with the reason on
/// standard error. Keeps a reserve of memory while it runs, which is given back as soon as memory runs out, so that errors can be told.
int guardedMain(const std::function<int()>& program);

}  // namespace arete
