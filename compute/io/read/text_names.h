// The names of columns in front of the rows of a text.
#pragma once

#include "compute/io/read/text_layout.h"
#include "compute/io/read/text_sample.h"

namespace arete {

/// Names and a declared count from the lines before the first row. Rows begin right after a header, even if the first ones lack numbers. Returns the
/// line of the sample with the first row. Refuses a header that names another number of columns than the rows have, where it names coordinates.
size_t readPreamble(const Source& source, std::span<const SampleLine> sample, const Finding& finding, TextLayout& layout);

}  // namespace arete
