// Formats that are recognised but not read: each is refused with advice on what to do.
#include <array>

#include "compute/io/read/readers.h"

namespace arete {

namespace {

struct KnownFormat {
  std::string_view magic;
  std::string_view reason, hint;
};

using namespace std::string_view_literals;
constexpr std::string_view kUnpack = "unpack it and open the file inside";
constexpr std::array<KnownFormat, 12> kKnown = {{
    {"version https://git-lfs.github.com/spec/"sv, "this is a Git LFS pointer, left in place of the data",
     "run 'git lfs pull' where the file came from"},
    {"\x1f\x8b"sv, "it is compressed with gzip", kUnpack},
    {"PK\x03\x04"sv, "it is a ZIP archive", kUnpack},
    {"\x28\xb5\x2f\xfd"sv, "it is compressed with Zstandard", kUnpack},
    {"\xfd"
     "7zXZ\0"sv,
     "it is compressed with xz", kUnpack},
    {"BZh"sv, "it is compressed with bzip2", kUnpack},
    {"7z\xbc\xaf\x27\x1c"sv, "it is a 7-Zip archive", kUnpack},
    {"\x89HDF\r\n\x1a\n"sv, "HDF5 files are not read", "save the array as NPY or CSV"},
    {"glTF"sv, "glTF files are not read", "convert it to PLY or OBJ"},
    {"\x89PNG"sv, "it is a PNG picture", "open a point cloud"},
    {"\xff\xd8\xff"sv, "it is a JPEG picture", "open a point cloud"},
    {"%PDF-"sv, "it is a PDF document", "open a point cloud"},
}};

}  // namespace

void refuseKnown(const Source& source) {
  if (source.size() == 0) source.refuse("", "the file is empty");
  for (const KnownFormat& known : kKnown)
    if (source.headText().starts_with(known.magic)) source.refuse("", known.reason, known.hint);
  if (source.extension() == "e57" && !looksLikeE57(source.head()))
    source.refuse(atByte(0), "it does not begin as E57 files do", "the file is damaged: fetch or export it again");
}

}  // namespace arete
