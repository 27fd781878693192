// Files with checksums that are altered and sealed again, so that what reads them gets past those: what the targets of indexes and stores share.
// An input is a byte that names one of some sound files, then edits of it: where (2 bytes), how (1) and what (8).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/files/disk_file.h"
#include "tests/fuzz/random.h"

namespace arete::fuzz {

/// A sound one, and where it has its header (from the beginning) and tables.
struct SealedFile {
  std::string content;
  size_t headerBytes = 0, tablesAt = 0, tablesBytes = 0;
};

/// Which of so many files an input names.
size_t fileOf(std::string_view input, size_t files);
/// Its edits made, and sealed by `seal` unless an edit is to be found by checksums.
std::string edited(const SealedFile& file, std::string_view input, const std::function<void(std::string&)>& seal);
std::vector<std::string> seedsOfEdits(size_t files);
void mutateEdits(std::string& input, size_t files, Random& random);

/// A file in memory that can be opened by name; the one before it is gone.
DiskFile openedInMemory(std::string_view content);

}  // namespace arete::fuzz
