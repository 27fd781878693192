// The head of an NPY file.
#pragma once

#include "compute/files/text_file.h"

namespace arete::write {

/// `type` as NumPy writes it: "<f4", "<i8". Values follow row by row.
void npyHeader(TextFile& file, std::string_view type, size_t rows, size_t columns);
/// Of one column.
void npyHeader(TextFile& file, std::string_view type, size_t rows);

/// Of records: `description` as a Python list of pairs, "[('x', '<f8'), ('class', '<f8')]".
void npyRecordsHeader(TextFile& file, std::string_view description, size_t rows);

}  // namespace arete::write
