// What the worker writes into the block of memory when a signal ends it.
#pragma once

#include "app/worker/arrays.h"

namespace arete::mine {

/// From here on signals that the user's code causes are described in the block, and end the process. Both live as long as it.
void writeLastWords(const GuardedArrays& arrays, Control& control);

}  // namespace arete::mine
