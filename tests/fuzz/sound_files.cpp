#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "tests/fuzz/file_formats.h"
#include "tests/support/e57.h"
#include "tests/support/laz/cloud.h"
#include "tests/support/samples.h"
#include "tests/support/shared_folder.h"

namespace arete::fuzz {

namespace {

std::string text(const std::string& name) {
  static const std::map<std::string, std::string> kTexts = {
      {"ply",
       "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int "
       "vertex_indices\nend_header\n1 2 3\n4 5 6\n3 0 1 1\n"},
      {"fixed.ply", "ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty uchar q\nend_header\n"},
      {"obj", "v 1 2 3 0.5 0.25 1\nv 4 5 6\nv 7 8 9\nf 1 2 3\nf -1 -2/1/1 -3//2\n"},
      {"gpx",
       "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"/>\n<rte><rtept lat=\"50\" lon=\"7\"/></rte><trk><trkseg>\n<trkpt "
       "lat=\"52.1\" "
       "lon=\"-4.25\"><ele>10.5</ele><time>2024-02-29T00:00:01.5+02:00</time></trkpt><trkpt lat=\"52.2\" lon=\"-4.5\"/></trkseg></trk></gpx>\n"},
      {"prefixed.gpx", "<g:gpx xmlns:g='x'><g:trk><g:trkseg><g:trkpt lat='1' lon='2'/></g:trkseg></g:trk></g:gpx>"},
      {"geojson",
       "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"LineString\","
       "\"coordinates\":[[7,50],[7.5,50.25],[8,50]]}}]}"},
      {"tracks", "trip_id,x,y,timestamp\na,1,2,2024-05-01T12:00:00Z\nb,3,4,2024-05-01 12:00:30\n"},
      {"swc", "# neuron\n1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n3 3 20 0 1.5 0.5 2\n\n4 2 0 10 0 1e0 1 # axon\n"},
      {"csv", "\"x\";\"y\";\"z\"\n1,5;2;3\n4;5;NA\n7;8;9\n"},
      {"xyz", "# x y z i\n3\n1 2 3 4\n5 6 7 8\n\n9 10 -1e5 inf\n"},
      {"txt",
       "\xEF\xBB\xBF"
       "1\t2\r\n3\t4\r\n"},
      {"fields", "{'descr': [('x', '<f4'), ('y', '<f4'), ('z', '<f4'), ('rgb', '|u1', (3,))], 'fortran_order': False, 'shape': (1,)}"},
      {"floats", "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n"},
  };
  return kTexts.at(name);
}

/// A LAS file with one extra dimension, a double with scale and offset, described in a record behind the header.
std::string lasWithExtraBytes() {
  constexpr uint16_t kHeader = 227, kRecordHeader = 54, kDescription = 192, kLength = 28 + 8;
  const std::string plain = las(3, 1, kLength).string();
  Bytes bytes(plain.substr(0, kHeader));
  bytes.zeros(2).text("LASF_Spec").zeros(7).put<uint16_t>(4).put(kDescription).zeros(32);
  const size_t at = bytes.string().size();
  bytes.zeros(kDescription).at<uint8_t>(at + 2, 10).at<uint8_t>(at + 3, 24).at<uint8_t>(at + 4, 'h').at(at + 112, 0.5).at(at + 136, 100.0);
  bytes.at<uint32_t>(96, kHeader + kRecordHeader + kDescription).at<uint32_t>(100, 1);
  return bytes.string() + plain.substr(kHeader);
}

/// Every point format, both versions of its items, all compressors, some chunks.
std::vector<std::string> lazFiles() {
  std::vector<std::string> files;
  for (int format = 0; format <= 10; ++format)
    for (const int step : {0, 1}) {
      const test::laz::Wish wish{.version = (format < 6 ? 1 : 3) + step, .onePiece = format < 6 && step == 0, .chunkSize = step == 0 ? 20U : 0U};
      files.push_back(test::laz::compress(test::laz::lasCloud(format, size_t(step) * 2, 50, uint64_t(format), 4, 3), wish));
    }
  return files;
}

std::vector<std::string> madeHere(std::string_view format) {
  Bytes rows;
  for (const float x : {1.F, 2.F, 3.F, 4.F, 5.F, 6.F}) rows.put(x);
  const std::string nine("123456789");
  if (format == "ply") return {text("ply"), binaryPly(std::endian::little), binaryPly(std::endian::big), text("fixed.ply") + nine + nine};
  if (format == "pcd") return {pcd("ascii\n1 2 3 66051\n4 5 6 16711680\n"), compressed(3).string(), pcd("binary\n", text("floats")) + rows.string()};
  if (format == "las") return {las(3).string(), las(5, 7, 36, 4).string(), las(2, 3, 40).string(), lasWithExtraBytes()};
  if (format == "laz") return lazFiles();
  if (format == "e57") return {test::e57Sample()};
  if (format == "npy")
    return {npy(plain("<f8", "(2, 3)"), Doubles{1, 2, 3, 4, 5, 6}), npy(text("fields"), std::vector<float>{1, 2, 3}) + "abc",
            npy(plain(">i2", "(3, 2)", true), std::vector<int16_t>{1, 2, 3, 4, 5, 6}, std::endian::big),
            npy(plain("<f4", "(3, 2)"), std::vector<float>{1, 2, 3, 4, 5, 6}, std::endian::little, 2)};
  if (format == "obj") return {text("obj")};
  if (format == "gpx") return {text("gpx"), text("prefixed.gpx")};
  if (format == "geojson") return {text("geojson")};
  if (format == "swc") return {text("swc")};
  if (format == "text") return {text("csv"), text("tracks"), text("xyz"), text("txt")};
  return {rows.string(), rows.string() + rows.string()};
}

}  // namespace

std::vector<std::string> soundFiles(const FileFormat& format, size_t largest_bytes) {
  std::vector<std::string> files = madeHere(format.id);
  const std::filesystem::path folder = sharedFolder() / "corpus" / format.corpus;
  if (format.corpus.empty() || !std::filesystem::exists(folder)) return files;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.file_size() <= largest_bytes) paths.push_back(entry.path());
  std::ranges::sort(paths);  // the same order on every machine
  for (const auto& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return files;
}

}  // namespace arete::fuzz
