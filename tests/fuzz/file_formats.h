// What the mutators know of the files that readers read: where their headers end, the words and fields in them, and what must agree.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/random.h"

namespace arete::fuzz {

/// A number at a fixed place of a binary header.
struct BinaryField {
  size_t offset = 0, bytes = 0;
};

struct FileFormat {
  std::string_view id;                               ///< of compute/io's format table
  std::string_view corpus;                           ///< folder of the corpus
  std::vector<std::string_view> names;               ///< file names, whose extensions count where the content does not tell
  std::vector<std::string_view> words;               ///< of its header
  std::vector<BinaryField> fields;                   ///< of its header
  size_t (*headerEnd)(std::string_view file);        ///< text that ends there is changed by words; 0: there is none
  void (*agree)(std::string& file, Random& random);  ///< makes sizes and data what the header says; may do nothing
};

std::span<const FileFormat> fileFormats();
const FileFormat& fileFormat(std::string_view id);

/// One change of the header (or of all, where there is no header), then, half of the time, what must agree with it.
void changeFile(std::string& file, const FileFormat& format, Random& random);

/// Sound files made here, and those of the corpus where it is there, good and bad ones.
std::vector<std::string> soundFiles(const FileFormat& format, size_t largest_bytes = 20'000);

}  // namespace arete::fuzz
