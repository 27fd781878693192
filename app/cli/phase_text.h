// What tables of spans call a wire.
#pragma once

#include <string>

#include "compute/wires/spans.h"

namespace arete::cli {

/// "2.1": circuit and position; "2.1.3": of a bundle; "earth 1".
std::string phaseText(const Span& span);

}  // namespace arete::cli
