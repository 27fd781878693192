// The format that an executable of readers.cpp is for (ARETE_FUZZ_FORMAT).
#include "tests/fuzz/reader_format.h"

namespace arete::fuzz {

const std::string_view kReaderFormat = ARETE_FUZZ_FORMAT;

}  // namespace arete::fuzz
