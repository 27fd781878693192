// Which columns of a text are coordinates.
#pragma once

#include "compute/io/read/text_layout.h"
#include "compute/io/read/text_sample.h"

namespace arete {

/// What the options say, else what the names say, else the first columns of numbers that do not number the rows. Rows begin in line `firstRow` of the
/// sample. Refuses named coordinates that are no numbers.
void chooseCoordinates(const Source& source, std::span<const SampleLine> sample, const Finding& finding, size_t firstRow, TextLayout& layout);

}  // namespace arete
