// The floor of benches whose work is to read and write memory.
#pragma once

namespace arete::cli {

/// Bytes a second that memcpy moves from one place to another by so many threads, the best of a few turns.
double copySpeed(int threads);

}  // namespace arete::cli
