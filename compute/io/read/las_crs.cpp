#include "compute/io/read/las_crs.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "compute/crs/about_crs.h"

namespace arete {

namespace {

constexpr uint16_t kWktRecord = 2112, kKeysRecord = 34735, kTextsRecord = 34737;

/// What the records say of it.
struct CrsRecords {
  std::string wkt, wktOfLibrary;  ///< of the specification; as libLAS wrote it before there was one
  std::map<uint16_t, uint16_t> keys;
  std::string citation;  ///< how the file calls its system
  std::vector<std::byte> directory, texts;
};

template <class T>
T numberAt(std::span<const std::byte> bytes, size_t at) {
  T value{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

/// Some bytes of the file, from wherever they are; empty where they are not in it.
std::vector<std::byte> bytesOf(const Source& source, uint64_t begin, uint64_t length) {
  constexpr uint64_t kMost = 1 << 20;  // the longest definitions take some thousand bytes
  if (length > kMost || begin > source.size() || length > source.size() - begin) return {};
  std::vector<std::byte> bytes(length);
  if (source.file() != nullptr) source.file()->read(begin, bytes);
  else std::ranges::copy(source.head().subspan(begin, length), bytes.begin());
  return bytes;
}

void take(const Source& source, const LasRecord& record, CrsRecords& records) {
  const bool projection = record.user == "LASF_Projection";
  if (!projection && record.user != "liblas") return;
  if (record.id != kWktRecord && (!projection || (record.id != kKeysRecord && record.id != kTextsRecord))) return;
  const std::vector<std::byte> bytes = bytesOf(source, record.begin, record.length);
  if (record.id == kKeysRecord) records.directory = bytes;
  else if (record.id == kTextsRecord) records.texts = bytes;
  else (projection ? records.wkt : records.wktOfLibrary) = std::string(paddedText({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

/// For LAS 1.4, the records behind the points, where they fit.
void takeExtended(const Source& source, const LasHeader& header, CrsRecords& records) {
  constexpr uint64_t kHead = 60;
  constexpr uint32_t kMost = 1000;
  uint64_t begin = header.extendedBegin;
  for (uint32_t i = 0; i < std::min(header.extendedCount, kMost); ++i) {
    const std::vector<std::byte> head = bytesOf(source, begin, kHead);
    if (head.empty()) return;
    const std::string_view user = paddedText({reinterpret_cast<const char*>(head.data()) + 2, 16});
    const LasRecord record{user, numberAt<uint16_t>(head, 18), begin + kHead, numberAt<uint64_t>(head, 20)};
    if (record.length > source.size() - record.begin) return;
    take(source, record, records);
    begin = record.begin + record.length;
  }
}

/// Keys with a number of their own, and the words for the whole system.
void readKeys(CrsRecords& records) {
  constexpr uint16_t kCitation = 1026, kProjectedCitation = 3073;
  constexpr size_t kKey_bytes = 8;
  const std::span<const std::byte> directory = records.directory;
  const uint16_t count = numberAt<uint16_t>(directory, 6);
  for (size_t i = 1; i <= count && (i + 1) * kKey_bytes <= directory.size(); ++i) {
    const auto field = [&](size_t k) { return numberAt<uint16_t>(directory, i * kKey_bytes + 2 * k); };
    if (field(1) == 0) records.keys.emplace(field(0), field(3));
    if ((field(0) == kCitation || field(0) == kProjectedCitation) && field(1) == kTextsRecord && records.citation.empty()) {
      const std::string_view texts(reinterpret_cast<const char*>(records.texts.data()), records.texts.size());
      if (field(3) < texts.size()) records.citation = paddedText(texts.substr(field(3), field(2)));
      records.citation.erase(std::min(records.citation.find('|'), records.citation.size()));
    }
  }
}

/// The number of a system that the keys give; nothing where they describe one by parameters, or none.
std::optional<uint16_t> numberOf(const CrsRecords& records, uint16_t key) {
  constexpr uint16_t kUndefined = 0, kUserDefined = 32767;
  const auto found = records.keys.find(key);
  if (found == records.keys.end() || found->second == kUndefined || found->second == kUserDefined) return {};
  return found->second;
}

bool isUnderstood(const Crs& crs) {
  try {
    return projMissing().empty() && aboutCrs(crs).isMap;
  } catch (const Error&) {
    return false;
  }
}

/// By the numbers of EPSG, whose list the keys share.
LasCrs fromKeys(const CrsRecords& records) {
  constexpr uint16_t kModel = 1024, kGeographic = 2048, kProjected = 3072, kVertical = 4096, kGeographicModel = 2;
  constexpr uint16_t kFirstEllipsoid = 5001, kLastEllipsoid = 5035;  // heights above one of these are no system of EPSG
  const auto model = records.keys.find(kModel);
  const bool degrees = model != records.keys.end() && model->second == kGeographicModel;
  const auto ground = degrees ? numberOf(records, kGeographic) : numberOf(records, kProjected);
  if (!ground) return {};
  const Crs alone = {"EPSG:" + std::to_string(*ground)};
  const auto heights = numberOf(records, kVertical);
  if (!heights || (*heights >= kFirstEllipsoid && *heights <= kLastEllipsoid)) return {alone, {}};
  const Crs both = {alone.definition + '+' + std::to_string(*heights)};
  return {isUnderstood(both) ? both : alone, {}};
}

}  // namespace

LasCrs lasCrs(const Source& source, const LasHeader& header) {
  constexpr uint64_t kEncodingAt = 6;
  constexpr uint16_t kWktBit = 1 << 4;
  CrsRecords records;
  for (const LasRecord& record : lasRecords(source, header)) take(source, record, records);
  takeExtended(source, header, records);
  const bool saysWkt = (numberAt<uint16_t>(source.head(), kEncodingAt) & kWktBit) != 0;
  if (saysWkt && !records.wkt.empty()) return {{records.wkt}, {}};
  readKeys(records);
  LasCrs result = fromKeys(records);
  if (result.crs.known()) return result;
  for (const std::string& wkt : {records.wkt, records.wktOfLibrary})
    if (!wkt.empty()) return {{wkt}, {}};
  if (!records.keys.empty())
    result.warning = "The file gives its coordinate system" + (records.citation.empty() ? "" : " (" + arete::quoted(records.citation) + ")") +
                     " by parameters, not by its number, which is not read; --crs gives it.";
  return result;
}

}  // namespace arete
