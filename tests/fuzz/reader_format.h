// Which format the readers are tried with: each executable says it.
#pragma once

#include <string_view>

namespace arete::fuzz {

extern const std::string_view kReaderFormat;

}  // namespace arete::fuzz
